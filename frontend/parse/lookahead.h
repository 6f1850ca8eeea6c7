// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/lookahead.h - The words nearby ------------*- C++ -*-===//
///
/// \file
/// What stands around the next token of a parser. For those who say what is wrong there.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_LOOKAHEAD_H
#define PLUMB_FRONTEND_PARSE_LOOKAHEAD_H

#include "frontend/parse/token_places.h"

#include <PlumbParser.h>
#include <string>

namespace plumb {

/// Null in front of the first.
inline antlr4::Token *tokenAt(antlr4::Parser &parser, ssize_t ahead) {
  return parser.getTokenStream()->LT(ahead);
}

/// LA() of what is in front of the first token would read it all the same.
inline std::size_t typeAt(antlr4::Parser &parser, ssize_t ahead) {
  const antlr4::Token *token = tokenAt(parser, ahead);
  return token == nullptr ? antlr4::Token::EOF : token->getType();
}

/// Behind the brackets at \p ahead, as those of `v[i][j]`; \p ahead if there are none.
inline ssize_t behindSubscripts(antlr4::Parser &parser, ssize_t ahead) {
  using grammar::PlumbParser;
  std::size_t depth = 0;
  for (; typeAt(parser, ahead) != antlr4::Token::EOF; ++ahead) {
    depth += typeAt(parser, ahead) == PlumbParser::LBRACKET ? 1 : 0;
    if (depth == 0)
      break;
    depth -= typeAt(parser, ahead) == PlumbParser::RBRACKET ? 1 : 0;
  }
  return ahead;
}

inline bool isOnNewLine(antlr4::Parser &parser) {
  const antlr4::Token *before = tokenAt(parser, -1);
  return before == nullptr || before->getLine() != tokenAt(parser, 1)->getLine();
}

inline std::size_t rule(antlr4::Parser &parser) {
  return parser.getContext()->getRuleIndex();
}

/// What the next token stands in; null if in none.
template <typename Context> Context *enclosing(antlr4::Parser &parser) {
  for (antlr4::tree::ParseTree *node = parser.getContext(); node != nullptr; node = node->parent)
    if (auto *context = dynamic_cast<Context *>(node))
      return context;
  return nullptr;
}

/// Is \p name declared with \p word in front, as in `record Person`, anywhere in the text?
inline bool isDeclared(std::string_view name, std::size_t word, antlr4::Parser &parser,
                       const TokenPlaces &places) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  for (std::size_t i = 1; i < tokens.size(); ++i)
    if (tokens.get(i - 1)->getType() == word && places.spelling(*tokens.get(i)) == name)
      return true;
  return false;
}

/// The place at which nothing fits.
struct Nearby {
  Nearby(antlr4::Parser &reading, const antlr4::misc::IntervalSet &what, const TokenPlaces &where)
      : parser(reading), tokens(*reading.getTokenStream()), expected(what), places(where),
        context(*reading.getContext()), rule(context.getRuleIndex()), next(tokens.LA(1)),
        before(tokens.LT(-1)), last(before == nullptr ? antlr4::Token::EOF : before->getType()) {}

  bool fits(std::size_t type) const { return expected.contains(static_cast<ssize_t>(type)); }
  std::size_t type(ssize_t ahead) const { return typeAt(parser, ahead); }
  std::string spelt(ssize_t ahead) const {
    const antlr4::Token *token = tokens.LT(ahead);
    return token == nullptr ? std::string() : std::string(places.spelling(*token));
  }
  /// Of one word, or of all from the first to the last.
  SourceRange range(ssize_t ahead) const { return places.of(*tokens.LT(ahead)); }
  SourceRange both(ssize_t from, ssize_t to) const { return cover(range(from), range(to)); }
  /// Up to the word behind it.
  SourceRange withBlanks(ssize_t ahead) const {
    return {range(ahead).begin, range(ahead == -1 ? 1 : ahead + 1).begin};
  }
  bool isOnNewLine() const { return plumb::isOnNewLine(parser); }
  /// From the parenthesis at \p ahead to the word behind its partner.
  ssize_t behindParentheses(ssize_t ahead) const {
    for (std::size_t depth = 0; tokens.LA(ahead) != antlr4::Token::EOF; ++ahead) {
      depth += tokens.LA(ahead) == grammar::PlumbParser::LPAREN ? 1 : 0;
      if (tokens.LA(ahead) == grammar::PlumbParser::RPAREN && --depth == 0)
        return ahead + 1;
    }
    return ahead;
  }

  /// So far is looked ahead: to reach a token takes as many steps as lie in between.
  static constexpr ssize_t farthest = 300;
  /// Behind the value that begins at \p ahead: in front of a sign that ends one, or of the next line.
  ssize_t behindValue(ssize_t ahead) const {
    using grammar::PlumbParser;
    const std::size_t line = tokens.LT(ahead)->getLine();
    for (std::size_t depth = 0; ahead < farthest && tokens.LA(ahead) != antlr4::Token::EOF; ++ahead) {
      const std::size_t sign = tokens.LA(ahead);
      const bool closes = sign == PlumbParser::RPAREN || sign == PlumbParser::RBRACKET;
      if (depth == 0 &&
          (closes || sign == PlumbParser::COMMA || sign == PlumbParser::SEMICOLON ||
           sign == PlumbParser::LBRACE || sign == PlumbParser::RBRACE || tokens.LT(ahead)->getLine() != line))
        return ahead;
      depth += sign == PlumbParser::LPAREN || sign == PlumbParser::LBRACKET ? 1 : 0;
      depth -= closes ? 1 : 0;
    }
    return ahead;
  }
  /// The first word \p word from \p ahead on and in front of \p end; \p end if there is none.
  ssize_t find(std::string_view word, ssize_t ahead, ssize_t end) const {
    while (ahead < end && places.spelling(*tokens.LT(ahead)) != word)
      ++ahead;
    return ahead;
  }
  /// The text from one word to the last in front of \p end. \pre ahead < end
  std::string text(ssize_t ahead, ssize_t end) const {
    return std::string(places.spelling(both(ahead, end - 1)));
  }

  antlr4::Parser &parser;
  antlr4::TokenStream &tokens;
  const antlr4::misc::IntervalSet expected;
  const TokenPlaces &places;
  antlr4::ParserRuleContext &context;
  std::size_t rule, next;
  /// Null at the beginning.
  const antlr4::Token *before;
  std::size_t last;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_LOOKAHEAD_H
