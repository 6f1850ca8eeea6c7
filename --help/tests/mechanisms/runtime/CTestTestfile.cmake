# CMake generated Testfile for 
# Source directory: /work/wt-chan2/tests/mechanisms/runtime
# Build directory: /work/wt-chan2/--help/tests/mechanisms/runtime
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[runtime.pid_reuse]=] "/work/wt-chan2/--help/bin/test_mechanisms_runtime" "-#" "[#pid_reuse_test]")
set_tests_properties([=[runtime.pid_reuse]=] PROPERTIES  SKIP_REGULAR_EXPRESSION "skipped: " _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;11;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
add_test([=[runtime.fresh_project]=] "python3" "/work/wt-chan2/tests/mechanisms/runtime/fresh_project.py" "/work/wt-chan2/--help")
set_tests_properties([=[runtime.fresh_project]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;7;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;14;plumb_runtime_script;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
add_test([=[runtime.standalone]=] "python3" "/work/wt-chan2/tests/mechanisms/runtime/fresh_project.py" "/work/wt-chan2/--help" "--standalone")
set_tests_properties([=[runtime.standalone]=] PROPERTIES  LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;7;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;15;plumb_runtime_script;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
add_test([=[runtime.compilers]=] "python3" "/work/wt-chan2/tests/mechanisms/runtime/compilers.py")
set_tests_properties([=[runtime.compilers]=] PROPERTIES  LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;7;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;16;plumb_runtime_script;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
add_test([=[runtime.os_faults]=] "/work/wt-chan2/--help/bin/test_runtime_os_faults")
set_tests_properties([=[runtime.os_faults]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;33;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
add_test([=[runtime.openssl_faults]=] "/work/wt-chan2/--help/bin/test_runtime_openssl_faults")
set_tests_properties([=[runtime.openssl_faults]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;38;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
add_test([=[runtime.state_crashes]=] "/work/wt-chan2/--help/bin/test_runtime_state_crashes")
set_tests_properties([=[runtime.state_crashes]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;44;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
add_test([=[runtime.object_loads]=] "/work/wt-chan2/--help/bin/test_runtime_object_loads" "/work/wt-chan2/--help/tests/mechanisms/runtime/libplumb_runtime_kept.so" "/work/wt-chan2/--help/tests/mechanisms/runtime/libplumb_runtime_unloaded.so")
set_tests_properties([=[runtime.object_loads]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;67;add_test;/work/wt-chan2/tests/mechanisms/runtime/CMakeLists.txt;0;")
