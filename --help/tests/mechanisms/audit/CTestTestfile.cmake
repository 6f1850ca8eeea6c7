# CMake generated Testfile for 
# Source directory: /work/wt-chan2/tests/mechanisms/audit
# Build directory: /work/wt-chan2/--help/tests/mechanisms/audit
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[audit.emitted]=] "python3" "/work/wt-chan2/tests/mechanisms/audit/emitted.py" "/work/wt-chan2/--help/bin/plumb" "/work/wt-chan2/--help/emitted_examples")
set_tests_properties([=[audit.emitted]=] PROPERTIES  FIXTURES_SETUP "emitted" LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;14;add_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;0;")
add_test([=[audit.translation]=] "python3" "/work/wt-chan2/tests/mechanisms/audit/translation.py" "/work/wt-chan2/--help/emitted_examples" "/work/wt-chan2/--help/bin/translation_reference" "/work/wt-chan2/--help/mechanisms/runtime/libplumb_runtime.a")
set_tests_properties([=[audit.translation]=] PROPERTIES  FIXTURES_REQUIRED "emitted" LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;18;add_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;26;plumb_audit_script;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;0;")
if(CTEST_CONFIGURATION_TYPE MATCHES "^([Ll][Oo][Nn][Gg])$")
  add_test([=[audit.translation.long]=] "python3" "/work/wt-chan2/tests/mechanisms/audit/translation.py" "/work/wt-chan2/--help/emitted_examples" "/work/wt-chan2/--help/bin/translation_reference" "/work/wt-chan2/--help/mechanisms/runtime/libplumb_runtime.a" "--all")
  set_tests_properties([=[audit.translation.long]=] PROPERTIES  FIXTURES_REQUIRED "emitted" LABELS "long" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/CMakeLists.txt;14;add_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;20;plumb_long_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;26;plumb_audit_script;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;0;")
endif()
add_test([=[audit.composed_replays]=] "python3" "/work/wt-chan2/tests/mechanisms/audit/composed_replays.py" "/work/wt-chan2/--help/bin/plumb" "/work/wt-chan2/--help/bin/translation_reference" "/work/wt-chan2/--help/mechanisms/runtime/libplumb_runtime.a")
set_tests_properties([=[audit.composed_replays]=] PROPERTIES  FIXTURES_REQUIRED "emitted" LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;18;add_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;27;plumb_audit_script;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;0;")
if(CTEST_CONFIGURATION_TYPE MATCHES "^([Ll][Oo][Nn][Gg])$")
  add_test([=[audit.composed_replays.long]=] "python3" "/work/wt-chan2/tests/mechanisms/audit/composed_replays.py" "/work/wt-chan2/--help/bin/plumb" "/work/wt-chan2/--help/bin/translation_reference" "/work/wt-chan2/--help/mechanisms/runtime/libplumb_runtime.a" "--all")
  set_tests_properties([=[audit.composed_replays.long]=] PROPERTIES  FIXTURES_REQUIRED "emitted" LABELS "long" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/CMakeLists.txt;14;add_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;20;plumb_long_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;27;plumb_audit_script;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;0;")
endif()
add_test([=[audit.audit]=] "python3" "/work/wt-chan2/tests/mechanisms/audit/audit.py" "/work/wt-chan2/--help/bin/plumb" "/work/wt-chan2/--help/bin/audit_bounds" "/work/wt-chan2/--help/mechanisms/runtime/libplumb_runtime.a")
set_tests_properties([=[audit.audit]=] PROPERTIES  FIXTURES_REQUIRED "emitted" LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;18;add_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;28;plumb_audit_script;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;0;")
if(CTEST_CONFIGURATION_TYPE MATCHES "^([Ll][Oo][Nn][Gg])$")
  add_test([=[audit.audit.long]=] "python3" "/work/wt-chan2/tests/mechanisms/audit/audit.py" "/work/wt-chan2/--help/bin/plumb" "/work/wt-chan2/--help/bin/audit_bounds" "/work/wt-chan2/--help/mechanisms/runtime/libplumb_runtime.a" "--all")
  set_tests_properties([=[audit.audit.long]=] PROPERTIES  FIXTURES_REQUIRED "emitted" LABELS "long" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/CMakeLists.txt;14;add_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;20;plumb_long_test;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;28;plumb_audit_script;/work/wt-chan2/tests/mechanisms/audit/CMakeLists.txt;0;")
endif()
