# CMake generated Testfile for 
# Source directory: /work/wt-chan2/examples/maps
# Build directory: /work/wt-chan2/--help/examples/maps
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[examples.maps]=] "python3" "-B" "/work/wt-chan2/examples/maps/check.py" "/work/wt-chan2/--help")
set_tests_properties([=[examples.maps]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/examples/maps/CMakeLists.txt;4;add_test;/work/wt-chan2/examples/maps/CMakeLists.txt;0;")
