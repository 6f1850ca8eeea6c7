# SPDX-License-Identifier: Apache-2.0
# cmake -D FOLDER=... -D OUTPUT=... -P EmbedPages.cmake: writes the definition of diagnosticPages().
file(GLOB pages ${FOLDER}/PL*.md)
list(SORT pages)
set(text "#include \"checker/report/diagnostic_pages.h\"\n\nnamespace plumb::report {\n\n")
string(APPEND text "const std::vector<DiagnosticPage> &diagnosticPages() {\n")
string(APPEND text "  static const std::vector<DiagnosticPage> pages = {\n")
foreach(page IN LISTS pages)
  get_filename_component(code ${page} NAME_WE)
  file(READ ${page} content)
  string(APPEND text "      {\"${code}\", R\"page(${content})page\"},\n")
endforeach()
string(APPEND text "  };\n  return pages;\n}\n\n} // namespace plumb::report\n")
file(WRITE ${OUTPUT} "${text}")
