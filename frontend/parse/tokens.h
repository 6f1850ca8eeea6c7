// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/tokens.h - The words of a text ------------*- C++ -*-===//
///
/// \file
/// A text as a row of words and comments, whether it is a program or not. For what colours, completes or
/// lays out a text; the parser reads it by itself.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_TOKENS_H
#define PLUMB_FRONTEND_PARSE_TOKENS_H

#include "frontend/support/source_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

struct Token {
  enum class Kind : std::uint8_t {
    Keyword,
    Name,
    Number,
    /// Everything that is no word: operators, brackets, and what the language does not know.
    Sign,
    /// With its slashes, without the end of its line.
    Comment,
  };

  Kind kind;
  /// Not empty. Ranges ascend and do not meet.
  SourceRange range;
};

/// All words and comments of \p file, in order, whatever its brackets are like; nothing of a text that is too
/// large or has characters that no text has (scanCharacters() of frontend/parse/scan.h).
std::vector<Token> tokensOf(const SourceFile &file);

/// Where the declarations of \p file begin, in order, whatever is wrong with it. A word that begins one may
/// be another mistake; nothing of a text of which tokensOf() says nothing.
std::vector<std::uint32_t> declarationStarts(const SourceFile &file);

/// The name that \p spelt is read as: `λ` is `lam` and `ε` is `eps`, also within longer names.
std::string nameAsRead(std::string_view spelt);

/// The words of the language that cannot be names: "align", "forall", ...
std::vector<std::string_view> keywords();

/// Names with a fixed meaning in expressions, which nothing else may have: "out", "result", "abs", ...
const std::vector<std::string_view> &reservedWords();

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_TOKENS_H
