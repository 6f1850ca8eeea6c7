// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/canonical_text.h - Words alone -*- C++ -*-===//
///
/// \file
/// A text without its comments and its layout, word by word with one space between: what is proved of two
/// texts with one such form is the same. Places are translated both ways, so that what was found of one text
/// is told of another at the same words.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_CANONICAL_TEXT_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_CANONICAL_TEXT_H

#include "frontend/parse/tokens.h"

#include <string>
#include <string_view>
#include <vector>

namespace plumb::tool::language_server {

class CanonicalText {
public:
  /// \param tokens those of \p source, in order.
  CanonicalText(std::string_view source, const std::vector<Token> &tokens);

  const std::string &text() const { return words; }

  /// The same place among the words. A range begins in front of its first word and ends behind its last one;
  /// a place between two bytes that is empty stays behind the word in front of it.
  SourceRange fromSource(SourceRange range) const;
  /// The inverse, of a range that fromSource() gave for a text with the same words there.
  SourceRange toSource(SourceRange range) const;

private:
  struct Word {
    std::uint32_t source, canonical, length;
  };

  SourceRange translated(SourceRange range, std::uint32_t Word::*from, std::uint32_t Word::*to) const;

  std::string words;
  std::vector<Word> all;
};

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_CANONICAL_TEXT_H
