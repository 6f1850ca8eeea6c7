# CMake generated Testfile for 
# Source directory: /work/wt-chan2/examples/clickstream
# Build directory: /work/wt-chan2/--help/examples/clickstream
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[examples.clickstream_reproduce]=] "python3" "/work/wt-chan2/tests/examples/clickstream/reproduce.py" "/work/wt-chan2/--help")
set_tests_properties([=[examples.clickstream_reproduce]=] PROPERTIES  LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/examples/clickstream/CMakeLists.txt;27;add_test;/work/wt-chan2/examples/clickstream/CMakeLists.txt;0;")
