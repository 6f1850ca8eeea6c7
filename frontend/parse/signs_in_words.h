// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/signs_in_words.h - `\geq`, `gt` -----------*- C++ -*-===//
///
/// \file
/// Signs that papers and other languages call by a word.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_SIGNS_IN_WORDS_H
#define PLUMB_FRONTEND_PARSE_SIGNS_IN_WORDS_H

#include <string_view>

namespace plumb {

/// ">=" for "geq", without a `\`. Empty if \p word calls no sign.
std::string_view signCalled(std::string_view word);

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_SIGNS_IN_WORDS_H
