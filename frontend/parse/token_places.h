// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/token_places.h - Where a token stands -----*- C++ -*-===//
///
/// \file
/// ANTLR counts code points; source ranges count bytes.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_TOKEN_PLACES_H
#define PLUMB_FRONTEND_PARSE_TOKEN_PLACES_H

#include "frontend/support/source_file.h"

#include <antlr4-runtime.h>
#include <string_view>
#include <vector>

namespace plumb {

class TokenPlaces {
public:
  /// \param text valid UTF-8; outlives this.
  explicit TokenPlaces(std::string_view text);

  /// The text without a byte order mark, as ANTLR has to read it.
  std::string_view withoutMark() const { return text.substr(markLength); }

  /// The end of the text is an empty range there.
  SourceRange of(const antlr4::Token &token) const;
  /// From the first token of \p context to its last.
  SourceRange of(antlr4::ParserRuleContext &context) const;

  std::string_view spelling(const antlr4::Token &token) const { return spelling(of(token)); }
  std::string_view spelling(SourceRange range) const {
    return text.substr(range.begin, range.end - range.begin);
  }

private:
  std::uint32_t byteOffset(std::size_t codePoint) const;

  std::string_view text;
  std::uint32_t markLength;
  /// Of each code point and of the end; empty if every code point is one byte.
  std::vector<std::uint32_t> offsets;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_TOKEN_PLACES_H
