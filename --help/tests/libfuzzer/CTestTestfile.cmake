# CMake generated Testfile for 
# Source directory: /work/wt-chan2/tests/libfuzzer
# Build directory: /work/wt-chan2/--help/tests/libfuzzer
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[fuzz.evidence]=] "/work/wt-chan2/--help/bin/corpus_evidence" "/work/wt-chan2/tests/libfuzzer/corpus/evidence" "500")
set_tests_properties([=[fuzz.evidence]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;19;add_test;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;22;plumb_fuzz_target;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;0;")
add_test([=[fuzz.canonical_form]=] "/work/wt-chan2/--help/bin/corpus_canonical_form" "/work/wt-chan2/tests/libfuzzer/corpus/canonical_form" "4000")
set_tests_properties([=[fuzz.canonical_form]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;19;add_test;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;23;plumb_fuzz_target;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;0;")
add_test([=[fuzz.table]=] "/work/wt-chan2/--help/bin/corpus_table" "/work/wt-chan2/tests/libfuzzer/corpus/table" "20000")
set_tests_properties([=[fuzz.table]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;19;add_test;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;24;plumb_fuzz_target;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;0;")
add_test([=[fuzz.text]=] "/work/wt-chan2/--help/bin/corpus_text" "/work/wt-chan2/tests/libfuzzer/corpus/text" "60")
set_tests_properties([=[fuzz.text]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;19;add_test;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;25;plumb_fuzz_target;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;0;")
add_test([=[fuzz.state_file]=] "/work/wt-chan2/--help/bin/corpus_state_file" "/work/wt-chan2/tests/libfuzzer/corpus/state_file" "500")
set_tests_properties([=[fuzz.state_file]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;19;add_test;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;26;plumb_fuzz_target;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;0;")
add_test([=[fuzz.saved_stream]=] "/work/wt-chan2/--help/bin/corpus_saved_stream" "/work/wt-chan2/tests/libfuzzer/corpus/saved_stream" "20000")
set_tests_properties([=[fuzz.saved_stream]=] PROPERTIES  _BACKTRACE_TRIPLES "/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;19;add_test;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;27;plumb_fuzz_target;/work/wt-chan2/tests/libfuzzer/CMakeLists.txt;0;")
