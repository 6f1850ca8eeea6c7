# CMake generated Testfile for 
# Source directory: /work/wt-chan2/examples/local_survey
# Build directory: /work/wt-chan2/--help/examples/local_survey
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[examples.local_survey]=] "python3" "/work/wt-chan2/examples/local_survey/check_figures.py" "/work/wt-chan2/--help")
set_tests_properties([=[examples.local_survey]=] PROPERTIES  LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/examples/local_survey/CMakeLists.txt;16;add_test;/work/wt-chan2/examples/local_survey/CMakeLists.txt;0;")
