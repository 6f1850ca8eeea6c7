# CMake generated Testfile for 
# Source directory: /work/wt-chan2/tests/golden
# Build directory: /work/wt-chan2/--help/tests/golden
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[golden]=] "python3" "/work/wt-chan2/tests/golden/run.py" "--plumb" "/work/wt-chan2/--help/bin/plumb" "--corpus" "/work/wt-chan2/--help/corpus.json")
set_tests_properties([=[golden]=] PROPERTIES  FIXTURES_SETUP "corpus" _BACKTRACE_TRIPLES "/work/wt-chan2/tests/golden/CMakeLists.txt;2;add_test;/work/wt-chan2/tests/golden/CMakeLists.txt;0;")
