# CMake generated Testfile for 
# Source directory: /work/wt-chan2/examples/limits
# Build directory: /work/wt-chan2/--help/examples/limits
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[examples.limits]=] "python3" "-B" "/work/wt-chan2/examples/limits/check.py" "/work/wt-chan2/--help/bin/plumb")
set_tests_properties([=[examples.limits]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/examples/limits/CMakeLists.txt;4;add_test;/work/wt-chan2/examples/limits/CMakeLists.txt;0;")
