# CMake generated Testfile for 
# Source directory: /work/wt-chan2
# Build directory: /work/wt-chan2/--help
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
subdirs("kernel")
subdirs("frontend")
subdirs("checker")
subdirs("mechanisms")
subdirs("tools/plumb")
subdirs("tools/plumb-recheck")
subdirs("examples")
subdirs("tests")
