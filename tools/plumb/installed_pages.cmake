# SPDX-License-Identifier: Apache-2.0
# The pages as somebody reads them who has no source tree: `plumb` is on the PATH, nothing is built, and what begins with `./x` is told to be elsewhere.
set(pages "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${documentation}")
file(GLOB_RECURSE found "${pages}/*.md")
foreach(page IN LISTS found)
  file(READ "${page}" text)
  string(REPLACE "build/bin/" "" text "${text}")
  string(REGEX REPLACE "([ \n>\"])build/" "\\1" text "${text}")
  if(page STREQUAL "${pages}/README.md")
    string(PREPEND text "> This page is that of the source tree. Plumb is installed here; what begins with `./x`, and folders but `docs/` and `examples/`, are in the sources.\n\n")
  endif()
  file(WRITE "${page}" "${text}")
endforeach()
