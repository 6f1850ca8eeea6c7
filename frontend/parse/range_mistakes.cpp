// SPDX-License-Identifier: Apache-2.0
// Mistakes::reportRange(): what runs over something else than `a .. b`.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"

#include <cassert>
namespace plumb {

using grammar::PlumbParser;

namespace {

// `forall v in Click: v.age < 100`: only records have fields.
bool readsFieldOf(antlr4::Parser &parser, const antlr4::Token &variable) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const std::size_t line = variable.getLine();
  for (ssize_t ahead = 1; tokens.LA(ahead + 1) != antlr4::Token::EOF && tokens.LT(ahead)->getLine() == line;
       ++ahead)
    if (tokens.LA(ahead) == PlumbParser::NAME && tokens.LT(ahead)->getText() == variable.getText() &&
        tokens.LA(ahead + 1) == PlumbParser::DOT)
      return true;
  return false;
}

// What follows a whole range. Between the ends of one a comma is a slip.
bool endsRange(std::size_t type, std::size_t rule) {
  switch (type) {
  case PlumbParser::LBRACE:
  case PlumbParser::RBRACE:
  case PlumbParser::RBRACKET:
  case PlumbParser::WHILE:
  case PlumbParser::INVARIANT:
  case PlumbParser::COLON:
  case PlumbParser::OR:
    return true;
  case PlumbParser::COMMA:
    return rule == PlumbParser::RuleField;
  default:
    return false;
  }
}

// `0 to n`, `0, n`, `0 : n`
Help helpBetween(const TokenPlaces &places, const antlr4::Token &middle) {
  if (Help help = helpForForeign(places.spelling(middle));
      middle.getType() == PlumbParser::NAME && !help.empty())
    return help;
  Help help = "write `..` between the two ends";
  if (places.spelling(middle) == "to")
    help.repair = {Repair{places.of(middle), ".."}};
  else if (middle.getType() == PlumbParser::COMMA || middle.getType() == PlumbParser::COLON)
    help.repair = {Repair{places.of(middle), " .."}};
  return help;
}

// `0 . 9`, and nothing else.
std::optional<SourceRange> pointBetween(antlr4::TokenStream &tokens, std::size_t begin, std::size_t end,
                                        const TokenPlaces &places) {
  std::optional<SourceRange> point;
  for (std::size_t i = begin; i < end; ++i)
    if (tokens.get(i)->getType() == PlumbParser::DOT) {
      const bool isBetween = i > begin && tokens.get(i + 1)->getType() == PlumbParser::NUMBER &&
                             tokens.get(i - 1)->getType() == PlumbParser::NUMBER;
      if (point || !isBetween)
        return std::nullopt;
      point = places.of(*tokens.get(i));
    }
  return point;
}

} // namespace

bool Mistakes::reportRange(antlr4::Parser &parser, bool rangeFits) {
  if (!rangeFits)
    return false;
  // `for i in`, `forall i in`, an index or a field `x: int in`, and then what should have been the
  // lower end.
  antlr4::ParserRuleContext &context = *parser.getContext();
  const std::size_t rule = context.getRuleIndex();
  assert(rule == PlumbParser::RuleForHead || rule == PlumbParser::RuleBinder ||
         rule == PlumbParser::RuleField);
  const auto *forall = dynamic_cast<PlumbParser::QuantifierContext *>(context.parent);
  const antlr4::Token &word = forall != nullptr ? *forall->start : *context.getStart();
  std::size_t in = context.getStart()->getTokenIndex();
  while (parser.getTokenStream()->get(in)->getType() != PlumbParser::IN)
    ++in;
  const SourceRange low =
      cover(places.of(*parser.getTokenStream()->get(in + 1)), places.of(*tokenAt(parser, -1)));
  const std::string steps(places.spelling(low));
  // `forall v in Visit, t in 0 .. H`
  const bool endsBinder = rule == PlumbParser::RuleBinder && typeAt(parser, 1) == PlumbParser::COMMA &&
                          typeAt(parser, 2) == PlumbParser::NAME && typeAt(parser, 3) == PlumbParser::IN;
  // `for b in 0 : n {`
  const bool isColonInside =
      rule == PlumbParser::RuleForHead && typeAt(parser, 1) == PlumbParser::COLON &&
      (typeAt(parser, 2) == PlumbParser::NAME || typeAt(parser, 2) == PlumbParser::NUMBER) &&
      typeAt(parser, 3) == PlumbParser::LBRACE;
  const bool alone = !isColonInside && (endsBinder || endsRange(typeAt(parser, 1), rule));
  if (forall != nullptr && alone && readsFieldOf(parser, *context.getStart()))
    return report(DiagnosticKind::MissingRange, low, {std::string(places.spelling(word))},
                  "what is said of every record is `" + std::string(places.spelling(word)) + " " +
                      std::string(places.spelling(*context.getStart())) + " in data: ...`"),
           true;
  // `range(n)`
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const bool isCall = places.spelling(*tokens.get(in + 1)) == "range" && tokens.index() > in + 4 &&
                      tokens.get(in + 2)->getType() == PlumbParser::LPAREN;
  if (isCall && alone) {
    const SourceRange inside = cover(places.of(*tokens.get(in + 3)), places.of(*tokenAt(parser, -2)));
    std::string ends(places.spelling(inside));
    const std::size_t comma = ends.find(',');
    ends = comma == std::string::npos ? "0 .. " + ends : ends.replace(comma, 1, " ..");
    report(DiagnosticKind::MissingRange, low, {std::string(places.spelling(word))}, writeInstead(ends));
    return true;
  }
  // `0 . 9`
  if (const auto point = alone ? pointBetween(tokens, in + 1, tokens.index(), places) : std::nullopt) {
    report(DiagnosticKind::MissingRange, low, {std::string(places.spelling(word))},
           {"write `..` between the two ends", Repair{*point, ".."}});
    return true;
  }
  const std::string extent = declaredExtent(steps, parser);
  if (alone && forall == nullptr && isDeclared(steps, PlumbParser::RECORD, parser, places)) {
    report(DiagnosticKind::MissingRange, low, {std::string(places.spelling(word))},
           "a mechanism sees records through queries alone, as in `query f = count x: " + steps +
               " where ...`");
    return true;
  }
  report(DiagnosticKind::MissingRange, alone ? low : placeOf(parser), {std::string(places.spelling(word))},
         alone ? writeInstead("0 .. " + (extent.empty() ? steps : extent))
               : helpBetween(places, *tokenAt(parser, 1)));
  return true;
}

// `max(k in n: ...)`
bool Mistakes::reportAggregateRange(antlr4::Parser &parser) {
  auto *call = dynamic_cast<PlumbParser::PrimaryContext *>(parser.getContext());
  if (call == nullptr || call->arguments() == nullptr || call->arguments()->expression().size() != 1 ||
      call->arguments()->overRange() != nullptr)
    return false;
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const std::size_t in = call->arguments()->getStart()->getTokenIndex() + 1;
  const bool looksLikeOne = tokens.get(in)->getType() == PlumbParser::IN && tokens.index() > in + 1 &&
                            (tokens.LA(1) == PlumbParser::COLON || tokens.LA(1) == PlumbParser::WHERE);
  if (!looksLikeOne)
    return false;
  const SourceRange low = cover(places.of(*tokens.get(in + 1)), places.of(*tokenAt(parser, -1)));
  report(DiagnosticKind::MissingRange, low, {std::string(places.spelling(*call->getStart()))},
         writeInstead("0 .. " + std::string(places.spelling(low))));
  return true;
}

} // namespace plumb
