// SPDX-License-Identifier: Apache-2.0
//===- kernel/token.h - The words of a text ---------------------*- C++ -*-===//
///
/// \file
/// A program's text as words, numbers and signs. Comments are none of them: the canonical form has none.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_TOKEN_H
#define PLUMB_KERNEL_TOKEN_H

#include <cstdint>
#include <string>
#include <vector>

namespace plumb::kernel {

struct Token {
  enum class Kind : std::uint8_t { Name, Number, Sign, End };
  Kind kind;
  std::string text;
  unsigned line;
};

/// All of \p text, and one End. Throws Rejected, with the line, for characters that no program has, and for
/// texts or numbers that are too long.
std::vector<Token> tokensOf(const std::string &text);

/// A word of the language, which names nothing.
bool isReserved(const std::string &word);

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_TOKEN_H
