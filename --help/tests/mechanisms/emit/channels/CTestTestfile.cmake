# CMake generated Testfile for 
# Source directory: /work/wt-chan2/tests/mechanisms/emit/channels
# Build directory: /work/wt-chan2/--help/tests/mechanisms/emit/channels
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[emit.channel_examples]=] "python3" "/work/wt-chan2/tests/mechanisms/emit/channels/examples.py" "/work/wt-chan2/--help/bin/plumb" "/work/wt-chan2/--help/mechanisms/runtime/src/estimate/libplumb_estimate.a" "/work/wt-chan2/--help/mechanisms/runtime/libplumb_runtime.a")
set_tests_properties([=[emit.channel_examples]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/mechanisms/emit/channels/CMakeLists.txt;5;add_test;/work/wt-chan2/tests/mechanisms/emit/channels/CMakeLists.txt;0;")
