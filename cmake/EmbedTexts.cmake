# SPDX-License-Identifier: Apache-2.0
# cmake -D PATTERN=folder/*.in -D HEADER=... -D SPACE=... -D TYPE=... -D FUNCTION=... -D OUTPUT=... [-D SUFFIXES=ON] [-D BELOW=folder]
#       -P EmbedTexts.cmake
#
# Writes the definition of SPACE::FUNCTION, a vector of TYPE: name without its last suffix, or with SUFFIXES whole, and content, of each file.
# With BELOW files are looked for in all folders below the pattern's, and their names are paths from that folder, with suffix.
if(BELOW)
  # There may be many, of which neither the compiler nor the program has to count the letters.
  set(length "sv")
  file(GLOB_RECURSE files ${PATTERN})
else()
  file(GLOB files ${PATTERN})
endif()
list(SORT files)
set(text "#include \"${HEADER}\"\n\nnamespace ${SPACE} {\n\nusing namespace std::string_view_literals;\n\n")
string(APPEND text "const std::vector<${TYPE}> &${FUNCTION}() {\n")
string(APPEND text "  static const std::vector<${TYPE}> files = {\n")
foreach(file IN LISTS files)
  if(BELOW)
    file(RELATIVE_PATH name ${BELOW} ${file})
  elseif(SUFFIXES)
    get_filename_component(name ${file} NAME)
  else()
    get_filename_component(name ${file} NAME_WLE)
  endif()
  file(READ ${file} content)
  string(APPEND text "      {\"${name}\", R\"embedded(${content})embedded\"${length}},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n} // namespace ${SPACE}\n")
file(WRITE ${OUTPUT} "${text}")
