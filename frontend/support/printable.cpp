// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/printable.h"

#include "frontend/support/utf8.h"

#include <cstdio>

namespace plumb {

namespace {

std::string hexadecimal(const char *format, char32_t value) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, format, static_cast<unsigned>(value));
  return buffer;
}

// Combining marks, and scripts whose glyphs take two columns of a terminal
// (Unicode Standard Annex 11, the blocks that matter).
unsigned columnsOf(char32_t value) {
  if (value >= 0x300 && value <= 0x36F)
    return 0;
  const bool wide = (value >= 0x1100 && value <= 0x115F) || (value >= 0x2E80 && value <= 0xA4CF) ||
                    (value >= 0xAC00 && value <= 0xD7A3) || (value >= 0xF900 && value <= 0xFAFF) ||
                    (value >= 0xFE30 && value <= 0xFE6F) || (value >= 0xFF00 && value <= 0xFF60) ||
                    (value >= 0x1F300 && value <= 0x1FAFF) || (value >= 0x20000 && value <= 0x3FFFD);
  return wide ? 2 : 1;
}

} // namespace

PrintedCell printedCell(std::string_view text, std::size_t at) {
  const CodePoint point = decodeUtf8(text, at);
  if (point.valid && point.value == '\t')
    return {"\t", 8, at};
  if (!point.valid || (point.value < 0x100 && isControl(point.value)))
    return {hexadecimal("\\x%02X", point.value), 4, at};
  if (isControl(point.value)) {
    const std::string name = hexadecimal("<U+%04X>", point.value);
    return {name, static_cast<unsigned>(name.size()), at};
  }
  return {std::string(text.substr(at, point.length)), columnsOf(point.value), at};
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); at += decodeUtf8(text, at).length)
    result += text[at] == '\n' ? "\n" : printedCell(text, at).glyph;
  return result;
}

std::string printablePath(std::string_view path) {
  std::string result;
  for (std::size_t at = 0; at < path.size(); at += decodeUtf8(path, at).length)
    result += path[at] == '\t' ? "\\x09" : printedCell(path, at).glyph;
  return result;
}

} // namespace plumb
