// SPDX-License-Identifier: Apache-2.0
// Mistakes::helpForHabit(): what other notations write in a place, and how it is written here. By what is
// being read: habits_of_declarations.cpp and its neighbours.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"
#include "frontend/parse/tokens.h"

namespace plumb {

using grammar::PlumbParser;

// `q^[i]` and `^q[i]`, but `x^2` and `e^eps` are powers.
bool Mistakes::isHat(antlr4::Parser &parser) const {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  if (places.spelling(*tokens.LT(1)) != "^")
    return false;
  const antlr4::Token *before = tokens.LT(-1);
  const std::size_t last = before == nullptr ? antlr4::Token::EOF : before->getType();
  const bool isBehindOperand = last == PlumbParser::NAME || last == PlumbParser::NUMBER ||
                               last == PlumbParser::RPAREN || last == PlumbParser::RBRACKET;
  const std::size_t next = tokens.LA(2);
  return isBehindOperand ? next == PlumbParser::LBRACKET : next == PlumbParser::NAME;
}

// `x ** 2`, `e^eps`, `e^(2 * eps)`
Help Mistakes::helpForPower(const Nearby &at, ssize_t base, ssize_t exponent) const {
  const std::size_t type = at.type(exponent);
  const ssize_t end = type == PlumbParser::LPAREN ? at.behindParentheses(exponent)
                      : type == PlumbParser::NAME || type == PlumbParser::NUMBER ? exponent + 1
                                                                                 : exponent;
  const std::string number = at.spelt(base), power = end > exponent ? at.text(exponent, end) : "eps";
  const std::string written = end > exponent ? at.text(base, end) : "e^eps";
  if (number == "e" || number == "exp") {
    const std::string call = power.front() == '(' ? "exp" + power : "exp(" + power + ")";
    return {"a power of e is `" + call + "`, in a channel and in the head of a composition",
            end > exponent ? std::vector{Repair{at.both(base, end - 1), call}} : std::vector<Repair>()};
  }
  const bool isOfName = at.type(base) == PlumbParser::NAME || at.type(base) == PlumbParser::NUMBER;
  const bool isFactor = base == -1 || at.type(base - 1) != PlumbParser::DOT;
  if (isOfName && isFactor && (power == "2" || power == "3")) {
    const std::string product = number + " * " + number + (power == "3" ? " * " + number : "");
    return {"there are no powers: `" + written + "` is `" + product + "`",
            Repair{at.both(base, end - 1), "(" + product + ")"}};
  }
  return "there are no powers: `x^2` is `x * x`, and `e^eps` in a channel is `exp(eps)`";
}

// Of `h: query[n]` among the parameters the text `n`; empty for what is no array of one dimension.
std::string Mistakes::declaredExtent(std::string_view name, antlr4::Parser &parser) const {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  std::string extent;
  for (std::size_t i = 0; i + 3 < tokens.index(); ++i) {
    if (places.spelling(*tokens.get(i)) != name || tokens.get(i + 1)->getType() != PlumbParser::COLON)
      continue;
    std::size_t open = i + 2, close = 0;
    while (open < tokens.index() && tokens.get(open)->getType() != PlumbParser::LBRACKET &&
           tokens.get(open)->getType() != PlumbParser::COMMA &&
           tokens.get(open)->getType() != PlumbParser::RPAREN)
      ++open;
    if (tokens.get(open)->getType() == PlumbParser::LBRACKET)
      for (close = open + 1; close < tokens.index() && tokens.get(close)->getType() != PlumbParser::RBRACKET;)
        ++close;
    extent = close > open + 1 ? std::string(places.spelling(cover(places.of(*tokens.get(open + 1)),
                                                                  places.of(*tokens.get(close - 1)))))
                              : "";
  }
  return extent;
}

static bool isFunctionOfOurs(std::string_view word) {
  return word == "abs" || word == "max" || word == "min" || word == "sum";
}

// `adjacency abs(f - f') <= 2`
std::string Mistakes::helpForFormula(antlr4::Parser &parser) const {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  ssize_t behind = 1;
  while (!startsClause(tokens.LA(behind)) && tokens.LA(behind) != PlumbParser::LBRACE &&
         tokens.LA(behind) != antlr4::Token::EOF)
    ++behind;
  const std::size_t end = tokens.LT(behind)->getTokenIndex();
  const auto type = [&](std::size_t at) { return tokens.get(at)->getType(); };
  const auto spelt = [&](std::size_t at) { return std::string(places.spelling(*tokens.get(at))); };
  // The last token of a kind, and the text of some.
  const auto last = [&](std::size_t kind, std::size_t from, std::size_t to) {
    std::size_t at = to;
    while (at > from && type(at - 1) != kind)
      --at;
    return at > from ? std::optional(at - 1) : std::nullopt;
  };
  const auto text = [&](std::size_t from, std::size_t to) {
    return from < to ? std::string(places.spelling(
                           cover(places.of(*tokens.get(from)), places.of(*tokens.get(to - 1)))))
                     : std::string();
  };
  std::size_t start = parser.getContext()->getStart()->getTokenIndex();
  if (startsClause(type(start)))
    ++start;
  std::string query = "f";
  const auto prime = last(PlumbParser::PRIME, start, end);
  if (prime && *prime > start) {
    // `f(D')`
    const std::size_t i = *prime - 1;
    const bool isOfData = i >= start + 2 && type(i - 1) == PlumbParser::LPAREN &&
                          type(i - 2) == PlumbParser::NAME && !isFunctionOfOurs(spelt(i - 2));
    query = spelt(isOfData ? i - 2 : i);
  }
  const auto minus = last(PlumbParser::MINUS, start, prime.value_or(end));
  // `f' - f` is positive where answers increase.
  const std::string falling = minus ? " decreasing by " : " increasing by ",
                    rising = minus ? " increasing by " : " decreasing by ";
  const auto words = [&](const std::string &way, const std::string &bound) {
    return "by how much answers differ is said in words: write `" + query + way + bound + "`";
  };
  const std::string oneWay = ", or `decreasing` or `increasing` if they move one way";
  const auto close = last(PlumbParser::LESS_EQUAL, start, end);
  const auto open = close ? last(PlumbParser::LESS_EQUAL, start, *close) : std::nullopt;
  const auto in = last(PlumbParser::IN, start, end);
  if (in && *in + 1 < end && type(*in + 1) == PlumbParser::LBRACKET &&
      type(end - 1) == PlumbParser::RBRACKET) {
    // `f - f' in [0, 1]`
    if (const auto comma = last(PlumbParser::COMMA, *in, end)) {
      const std::string low = text(*in + 2, *comma), high = text(*comma + 1, end - 1);
      if (low == "0")
        return words(falling, high);
      if (high == "0" && low.starts_with('-'))
        return words(rising, low.substr(1));
      if (low == "-" + high)
        return words(" changes by ", high);
    }
  } else if (close && prime && *prime < *close) {
    // `0 <= f - f' <= 1`, `|f - f'| <= 1`
    const std::string bound = text(*close + 1, end);
    if (open && text(start, *open) == "0")
      return words(falling, bound);
    if (!open)
      return words(" changes by ", bound) + oneWay;
  }
  return "by how much answers differ is said in words, as in `" + query + " changes by 1`" + oneWay;
}

Help Mistakes::helpForHabit(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const {
  const Nearby at(parser, expected, places);
  if (at.last == PlumbParser::COMMA &&
      (at.next == PlumbParser::RBRACE || at.next == PlumbParser::RPAREN || at.next == PlumbParser::RBRACKET))
    return {"nothing is missing behind the last one: leave out the `,`", Repair{at.range(-1), ""}};
  for (const auto habits : {&Mistakes::helpForDeclaration, &Mistakes::helpForClause,
                            &Mistakes::helpForStatement, &Mistakes::helpForPart, &Mistakes::helpForChannel})
    if (Help help = (this->*habits)(at); !help.empty())
      return help;
  return {};
}

} // namespace plumb
