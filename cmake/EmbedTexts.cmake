# SPDX-License-Identifier: Apache-2.0
# cmake -D PATTERN=folder/*.in -D HEADER=... -D SPACE=... -D TYPE=... -D FUNCTION=... -D OUTPUT=... [-D SUFFIXES=ON] -P EmbedTexts.cmake
#
# Writes the definition of SPACE::FUNCTION, a vector of TYPE: name without its last suffix, or with SUFFIXES whole, and content, of each file.
file(GLOB files ${PATTERN})
list(SORT files)
set(text "#include \"${HEADER}\"\n\nnamespace ${SPACE} {\n\n")
string(APPEND text "const std::vector<${TYPE}> &${FUNCTION}() {\n")
string(APPEND text "  static const std::vector<${TYPE}> files = {\n")
foreach(file IN LISTS files)
  if(SUFFIXES)
    get_filename_component(name ${file} NAME)
  else()
    get_filename_component(name ${file} NAME_WLE)
  endif()
  file(READ ${file} content)
  string(APPEND text "      {\"${name}\", R\"embedded(${content})embedded\"},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n} // namespace ${SPACE}\n")
file(WRITE ${OUTPUT} "${text}")
