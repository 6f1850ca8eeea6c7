# CMake generated Testfile for 
# Source directory: /work/wt-chan2/tests/fuzz
# Build directory: /work/wt-chan2/--help/tests/fuzz
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[fuzz.short]=] "python3" "/work/wt-chan2/tests/fuzz/run.py" "--plumb" "/work/wt-chan2/--help/bin/plumb" "--seconds" "30" "--seed" "1" "--least-proved" "8" "--kind" "mechanisms" "--kind" "reals" "--kind" "sensitivity" "--kind" "mutants" "--kind" "records" "--kind" "compositions" "--kind" "channels" "--kind" "hostile")
set_tests_properties([=[fuzz.short]=] PROPERTIES  LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/fuzz/CMakeLists.txt;3;add_test;/work/wt-chan2/tests/fuzz/CMakeLists.txt;0;")
if(CTEST_CONFIGURATION_TYPE MATCHES "^([Ll][Oo][Nn][Gg])$")
  add_test([=[fuzz.hour.long]=] "python3" "/work/wt-chan2/tests/fuzz/run.py" "--plumb" "/work/wt-chan2/--help/bin/plumb" "--seconds" "3600" "--seed" "2")
  set_tests_properties([=[fuzz.hour.long]=] PROPERTIES  LABELS "long" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/CMakeLists.txt;14;add_test;/work/wt-chan2/tests/fuzz/CMakeLists.txt;6;plumb_long_test;/work/wt-chan2/tests/fuzz/CMakeLists.txt;0;")
endif()
add_test([=[fuzz.finds_what_is_planted]=] "python3" "/work/wt-chan2/tests/fuzz/self_test.py")
set_tests_properties([=[fuzz.finds_what_is_planted]=] PROPERTIES  LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/fuzz/CMakeLists.txt;7;add_test;/work/wt-chan2/tests/fuzz/CMakeLists.txt;0;")
