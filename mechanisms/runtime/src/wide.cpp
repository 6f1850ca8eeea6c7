// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/wide.h"

#include <algorithm>

namespace plumb::runtime {

std::string toText(Wide value) {
  // The magnitude of the least Wide is not a Wide.
  WideUnsigned magnitude = static_cast<WideUnsigned>(value);
  if (value < 0)
    magnitude = 0 - magnitude;
  std::string reversed;
  do {
    reversed += static_cast<char>('0' + static_cast<int>(magnitude % 10));
    magnitude /= 10;
  } while (magnitude != 0);
  if (value < 0)
    reversed += '-';
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

Expected<Wide> parseWide(std::string_view text) {
  const bool negative = text.starts_with('-');
  std::string_view digits = text;
  if (negative || text.starts_with('+'))
    digits.remove_prefix(1);
  if (digits.empty())
    return Error{"not an integer: '" + std::string(text) + "'"};
  const WideUnsigned limit = (WideUnsigned{1} << 127) - (negative ? 0U : 1U);
  WideUnsigned magnitude = 0;
  for (char character : digits) {
    if (character < '0' || character > '9')
      return Error{"not an integer: '" + std::string(text) + "'"};
    const auto digit = static_cast<unsigned>(character - '0');
    if (magnitude > (limit - digit) / 10)
      return Error{"integer needs more than 128 bits: '" + std::string(text) + "'"};
    magnitude = magnitude * 10 + digit;
  }
  return static_cast<Wide>(negative ? 0 - magnitude : magnitude);
}

} // namespace plumb::runtime
