# CMake generated Testfile for 
# Source directory: /work/wt-chan2/examples
# Build directory: /work/wt-chan2/--help/examples
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[examples.draw]=] "python3" "/work/wt-chan2/tests/examples/figures/draw.py")
set_tests_properties([=[examples.draw]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/examples/CMakeLists.txt;5;add_test;/work/wt-chan2/examples/CMakeLists.txt;0;")
subdirs("clickstream")
subdirs("limits")
subdirs("local_survey")
subdirs("location_monitoring")
subdirs("maps")
