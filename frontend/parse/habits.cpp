// SPDX-License-Identifier: Apache-2.0
// Mistakes::helpForHabit(): what is written elsewhere for heads, declarations and alignments, and what of the
// text around it is needed to say how it is written here.
#include "frontend/parse/expectation.h"
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

bool Mistakes::isDeclaredMechanism(std::string_view name, antlr4::Parser &parser) const {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  for (std::size_t i = 1; i < tokens.size(); ++i)
    if (tokens.get(i - 1)->getType() == PlumbParser::MECHANISM && places.spelling(*tokens.get(i)) == name)
      return true;
  return false;
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

// `adjacency abs(f - f') <= 2`
std::string Mistakes::helpForFormula(antlr4::Parser &parser) const {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  ssize_t behind = 1;
  while (!startsClause(tokens.LA(behind)) && tokens.LA(behind) != PlumbParser::LBRACE &&
         tokens.LA(behind) != antlr4::Token::EOF)
    ++behind;
  const std::size_t end = tokens.LT(behind)->getTokenIndex();
  std::string query = "f", bound = "1";
  for (std::size_t i = parser.getContext()->getStart()->getTokenIndex(); i + 1 < end; ++i) {
    if (tokens.get(i + 1)->getType() == PlumbParser::PRIME)
      query = places.spelling(*tokens.get(i));
    if (tokens.get(i)->getType() == PlumbParser::LESS_EQUAL)
      bound = places.spelling(cover(places.of(*tokens.get(i + 1)), places.of(*tokens.get(end - 1))));
  }
  return "by how much answers differ is said in words: write `" + query + " changes by " + bound +
         "`, or `decreasing` or `increasing` if they move one way";
}

/// A parameter or a field.
static bool isInDeclaration(antlr4::ParserRuleContext &context) {
  for (antlr4::tree::ParseTree *around = &context; around != nullptr; around = around->parent) {
    const std::size_t rule = dynamic_cast<antlr4::ParserRuleContext &>(*around).getRuleIndex();
    if (rule == PlumbParser::RuleParameter || rule == PlumbParser::RuleField)
      return true;
  }
  return false;
}

Help Mistakes::helpForHabit(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const auto fits = [&](std::size_t type) { return expected.contains(static_cast<ssize_t>(type)); };
  antlr4::ParserRuleContext &context = *parser.getContext();
  const std::size_t next = tokens.LA(1), rule = context.getRuleIndex();
  const antlr4::Token *before = tokens.LT(-1);
  const std::size_t last = before == nullptr ? antlr4::Token::EOF : before->getType();
  const auto spelt = [&](ssize_t ahead) { return std::string(places.spelling(*tokens.LT(ahead))); };
  const auto both = [&](ssize_t from, ssize_t to) {
    return cover(places.of(*tokens.LT(from)), places.of(*tokens.LT(to)));
  };
  const bool isType = next == PlumbParser::REAL || next == PlumbParser::INT || next == PlumbParser::BOOL ||
                      next == PlumbParser::QUERY;
  const bool isInParameters = rule == PlumbParser::RuleParameters || rule == PlumbParser::RuleParameter;

  if (last == PlumbParser::COMMA &&
      (next == PlumbParser::RBRACE || next == PlumbParser::RPAREN || next == PlumbParser::RBRACKET))
    return {"nothing is missing behind the last one: leave out the `,`", Repair{both(-1, -1), ""}};

  // Declarations.
  if (last == PlumbParser::MECHANISM && next == PlumbParser::LPAREN)
    return "a mechanism has a name: `mechanism m(...)`";
  if (isInParameters && isType && fits(PlumbParser::NAME) && tokens.LA(2) == PlumbParser::NAME)
    return {"a type stands behind its name: `" + spelt(2) + ": " + spelt(1) + "`",
            Repair{both(1, 2), spelt(2) + ": " + spelt(1)}};
  if (rule == PlumbParser::RuleParameter && next == PlumbParser::LBRACKET && last == PlumbParser::NAME)
    return "lengths stand behind the type, as in `" + spelt(-1) + ": query[n]`";
  if (isInParameters && next == PlumbParser::LPAREN && last == PlumbParser::QUERY)
    return "an element stands in brackets, and so does a length: `query[n]`";
  if (isInParameters && (next == PlumbParser::PUBLIC || next == PlumbParser::SENSITIVE))
    return {"what is a `query` is secret, and every other parameter public: leave out `" + spelt(1) + "`",
            Repair{SourceRange{places.of(*tokens.LT(1)).begin, places.of(*tokens.LT(2)).begin}, ""}};
  if (rule == PlumbParser::RuleParameter && last == PlumbParser::NAME && fits(PlumbParser::COLON) &&
      (next == PlumbParser::COMMA || next == PlumbParser::RPAREN))
    return "a parameter says its type, as in `" + spelt(-1) + ": real`";
  if (next == PlumbParser::RBRACKET && last == PlumbParser::LBRACKET)
    return isInDeclaration(context) ? "say how long the array is, as in `[n]`"
                                    : "say which element is meant, as in `[i]`";
  if (isInParameters && next == PlumbParser::QUERY && last == PlumbParser::INT)
    return writeInstead("query", both(-1, 1));
  if (isInParameters && next == PlumbParser::QUERY && last == PlumbParser::REAL)
    return writeInstead("query real", both(-1, 1));
  if (rule == PlumbParser::RuleRecord && next == PlumbParser::NAME && tokens.LA(2) == PlumbParser::COLON)
    return {"fields are separated by commas", Repair{behindLast(parser), ","}};
  if (rule == PlumbParser::RuleRecord && isType && tokens.LA(2) == PlumbParser::NAME)
    return {"a type stands behind its name: `" + spelt(2) + ": " + spelt(1) + "`",
            Repair{both(1, 2), spelt(2) + ": " + spelt(1)}};
  if (rule == PlumbParser::RuleAttribute && (next == PlumbParser::SENSITIVE || next == PlumbParser::PUBLIC))
    return "what becomes of the next field stands behind a `;`";
  if ((rule == PlumbParser::RuleAttributes || rule == PlumbParser::RuleAttributeRule) &&
      next == PlumbParser::COMMA)
    return {"rules are separated by `;`", Repair{both(1, 1), ";"}};
  if (rule == PlumbParser::RuleAttributes && spelt(1) == "private")
    return writeInstead("sensitive", both(1, 1));

  if (rule == PlumbParser::RulePolicy && context.children.size() == 3 &&
      places.spelling(*tokens.LT(-2)) == "on")
    return "a policy has a name: `policy p on " + spelt(-1) + "`";

  // Clauses.
  if (rule == PlumbParser::RuleClauses && (next == PlumbParser::ARROW || spelt(1) == "returns"))
    return "what is published is said in the body, by `output` or `return`";
  if (fits(PlumbParser::BY) && last == PlumbParser::NAME && isDirection(spelt(-1)) &&
      (next == PlumbParser::NUMBER || next == PlumbParser::NAME))
    return {"write `" + spelt(-1) + " by " + spelt(1) + "`", Repair{behindLast(parser), "by"}};
  if (rule == PlumbParser::RuleChange && next == PlumbParser::UNDER)
    return "write `replace " + spelt(-1) + " under ...`";
  const bool beginsFormula =
      last == PlumbParser::ADJACENCY && (next == PlumbParser::FORALL || next == PlumbParser::LPAREN ||
                                         next == PlumbParser::BAR || next == PlumbParser::MINUS);
  const bool goesOnAsFormula = rule == PlumbParser::RuleChange && next != PlumbParser::NAME &&
                               fits(PlumbParser::BY) && before->getLine() == tokens.LT(1)->getLine();
  if (beginsFormula || goesOnAsFormula)
    return helpForFormula(parser);
  if (rule == PlumbParser::RuleRecordChange && last == PlumbParser::ADD && next == PlumbParser::DIVIDE)
    return {"write `add or remove`", Repair{both(1, 1), " or "}};
  if (rule == PlumbParser::RuleRecordChange && next == PlumbParser::NAME && last == PlumbParser::ADJACENCY &&
      dynamic_cast<PlumbParser::ComposeClauseContext *>(context.parent) != nullptr)
    return "how answers differ is said by the mechanisms that are composed: leave this clause out";
  if (rule == PlumbParser::RuleClauses && last == PlumbParser::NAME && next == PlumbParser::NAME &&
      spelt(1) == "with")
    return "a policy is named behind `under`, as in `replace " + spelt(-1) + " under p`";
  if (last == PlumbParser::GUARANTEES && next == PlumbParser::LPAREN)
    return "write `guarantees private(eps)`";
  if (last == PlumbParser::NAME && tokens.LA(-2) == PlumbParser::GUARANTEES && fits(PlumbParser::LPAREN))
    return "a guarantee is a notion with its budget, as in `private(eps)`";
  if (next == PlumbParser::IN && last == PlumbParser::NAME && (spelt(-2) == "count" || spelt(-2) == "sum"))
    return {"a record of the data is `" + spelt(-1) + ": " + spelt(2) + "`", Repair{both(1, 1), ":"}};
  if (rule == PlumbParser::RuleComposeClause && places.spelling(*context.getStart()) == "sample")
    return "write `sample each with p`";
  if (rule == PlumbParser::RuleBinder && next == PlumbParser::RBRACKET && last == PlumbParser::NAME)
    return "an index says over which range it runs: `" + spelt(-1) + " in 0 .. n`";
  if (rule == PlumbParser::RuleBinder && next == PlumbParser::COLON && last == PlumbParser::NAME)
    return "say over which range, as in `" + spelt(-1) + " in 0 .. n`; in a claim, `" + spelt(-1) +
           "` stands for every iteration without `forall`";

  // Statements.
  if ((last == PlumbParser::FORALL || last == PlumbParser::EXISTS) && next == PlumbParser::LPAREN)
    return "the range stands without parentheses: `" + spelt(-1) + " i in 0 .. n: ...`";
  if (rule == PlumbParser::RuleAlignment && (fits(PlumbParser::EQUAL) || next == PlumbParser::BY))
    for (auto *around = &context; around != nullptr;
         around = dynamic_cast<antlr4::ParserRuleContext *>(around->parent))
      if (dynamic_cast<const PlumbParser::StatementContext *>(around) != nullptr) {
        const std::string name(places.spelling(*around->start));
        return "an alignment says what the noise is in the second run: `align " + name + "' = " + name +
               " + ...`";
      }
  if (last == PlumbParser::NAME && fits(PlumbParser::ASSIGN) && fits(PlumbParser::TILDE) &&
      next == PlumbParser::LPAREN && isDeclaredMechanism(spelt(-1), parser))
    return "mechanisms are run by `compose name(...) ... { " + spelt(-1) +
           "(...) }`: write `compose` for `mechanism`";
  if (next == PlumbParser::IF && rule != PlumbParser::RuleAttributes &&
      rule != PlumbParser::RuleAttributeRule &&
      (fits(PlumbParser::TRUE) || last == PlumbParser::RBRACKET || last == PlumbParser::NUMBER ||
       last == PlumbParser::RPAREN) &&
      before->getLine() == tokens.LT(1)->getLine() && !fits(PlumbParser::LBRACE))
    return "a value that depends on a condition is `c ? a : b`";

  if ((rule == PlumbParser::RuleParts || rule == PlumbParser::RulePart) && next == PlumbParser::TIMES &&
      last == PlumbParser::NUMBER)
    return "how often a part runs stands behind it, as in `" + spelt(2) + "(...) " + spelt(-1) + " times`";

  // Channels.
  if (rule == PlumbParser::RuleChannel && next != PlumbParser::NAME && startsStatement(next))
    return "a channel is a table, and says for which x and y an entry is: `x in S, y = x -> ...`";
  if (rule == PlumbParser::RuleAlphabets && next == PlumbParser::COMMA)
    return {"values of an alphabet are separated by `|`", Repair{both(1, 1), " |"}};
  if (rule == PlumbParser::RuleChannel && next == PlumbParser::COMMA && last == PlumbParser::NAME)
    return {"values of an alphabet are separated by `|`", Repair{both(1, 1), " |"}};
  if (rule == PlumbParser::RuleChannel && next == PlumbParser::ELSE)
    return "each rule says for which x and y it is, as in `y != x -> ...`";
  if (rule == PlumbParser::RuleChannelItem && next == PlumbParser::COLON && fits(PlumbParser::ARROW))
    return writeInstead("->", both(1, 1));
  return {};
}

} // namespace plumb
