// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/utf8.h"

#include <cassert>

namespace plumb {

namespace {

unsigned lengthFromLead(unsigned char lead) {
  if (lead < 0x80)
    return 1;
  if (lead >= 0xC2 && lead <= 0xDF)
    return 2;
  if ((lead & 0xF0) == 0xE0)
    return 3;
  if (lead >= 0xF0 && lead <= 0xF4)
    return 4;
  return 0;
}

bool isScalarOfLength(char32_t value, unsigned length) {
  const char32_t smallest = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return value >= smallest && value <= 0x10FFFF && !surrogate;
}

} // namespace

CodePoint decodeUtf8(std::string_view text, std::size_t at) {
  assert(at < text.size());
  const auto lead = static_cast<unsigned char>(text[at]);
  const CodePoint invalid{lead, 1, false};
  const unsigned length = lengthFromLead(lead);
  if (length == 1)
    return {lead, 1, true};
  if (length == 0 || length > text.size() - at)
    return invalid;
  char32_t value = lead & (0xFFU >> (length + 1));
  for (unsigned i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0) != 0x80)
      return invalid;
    value = value << 6 | (byte & 0x3FU);
  }
  if (!isScalarOfLength(value, length))
    return invalid;
  return {value, static_cast<std::uint8_t>(length), true};
}

std::size_t countCodePoints(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += decodeUtf8(text, at).length)
    ++count;
  return count;
}

bool isControl(char32_t value) {
  if (value < 0x20 || (value >= 0x7F && value <= 0x9F))
    return true;
  return value == 0x061C || (value >= 0x200B && value <= 0x200F) || (value >= 0x2028 && value <= 0x202E) ||
         (value >= 0x2060 && value <= 0x206F) || value == 0xFEFF || (value >= 0xFFF9 && value <= 0xFFFB) ||
         (value >= 0xE0000 && value <= 0xE007F);
}

} // namespace plumb
