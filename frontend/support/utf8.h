// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/utf8.h - Code points of a byte string ---*- C++ -*-===//
///
/// \file
/// Reading UTF-8 one code point at a time, with a defined answer for bytes that
/// are not UTF-8. RFC 3629, section 4: overlong forms, surrogates and values
/// above U+10FFFF are invalid.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_UTF8_H
#define PLUMB_FRONTEND_SUPPORT_UTF8_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plumb {

struct CodePoint {
  /// The scalar value; the bare byte if it is not valid.
  char32_t value = 0;
  /// Bytes taken, 1 to 4; always 1 if not valid, so that reading goes on behind it.
  std::uint8_t length = 1;
  bool valid = true;
};

/// The code point at byte \p at, which must be less than text.size().
CodePoint decodeUtf8(std::string_view text, std::size_t at);

/// How many code points decodeUtf8 finds in \p text; each invalid byte counts as one.
std::size_t countCodePoints(std::string_view text);

/// C0 and C1 controls, DEL, line separators, and the marks that reorder or hide text on a
/// screen: what a reviewer cannot see. Tab and line feed are among them too.
bool isControl(char32_t value);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_UTF8_H
