# CMake generated Testfile for 
# Source directory: /work/wt-chan2/examples/location_monitoring
# Build directory: /work/wt-chan2/--help/examples/location_monitoring
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[examples.location_monitoring]=] "python3" "/work/wt-chan2/examples/location_monitoring/check_figures.py" "/work/wt-chan2/--help")
set_tests_properties([=[examples.location_monitoring]=] PROPERTIES  LABELS "slow" _BACKTRACE_TRIPLES "/work/wt-chan2/examples/location_monitoring/CMakeLists.txt;18;add_test;/work/wt-chan2/examples/location_monitoring/CMakeLists.txt;0;")
