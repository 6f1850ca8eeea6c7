# SPDX-License-Identifier: Apache-2.0
# In the installed examples: without the lines in which an example tells our tests what is expected of it, as `plumb serve` shows them
# (web_server/library.cpp).
file(GLOB_RECURSE programs "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${examples}/*.plumb")
foreach(program IN LISTS programs)
  file(READ "${program}" text)
  string(REGEX REPLACE "\n//~[^\n]*" "" kept "\n${text}")
  string(SUBSTRING "${kept}" 1 -1 kept)
  if(NOT kept STREQUAL text)
    file(WRITE "${program}" "${kept}")
  endif()
endforeach()
