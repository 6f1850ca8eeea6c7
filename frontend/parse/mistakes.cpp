// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/mistakes.h"

#include "frontend/parse/expectation.h"
#include "frontend/parse/scan.h"
#include "frontend/support/similar_word.h"
#include "frontend/support/utf8.h"

#include <cassert>

namespace plumb {

namespace {

using grammar::PlumbParser;

std::size_t typeAt(antlr4::Parser &parser, ssize_t ahead) {
  return parser.getTokenStream()->LA(ahead);
}

antlr4::Token *tokenAt(antlr4::Parser &parser, ssize_t ahead) {
  return parser.getTokenStream()->LT(ahead);
}

bool isOnNewLine(antlr4::Parser &parser) {
  const antlr4::Token *before = tokenAt(parser, -1);
  return before == nullptr || before->getLine() != tokenAt(parser, 1)->getLine();
}

// Where a list could have ended it could have gone on; ANTLR has forgotten that by then.
antlr4::misc::IntervalSet expectedBy(antlr4::Parser &parser) {
  antlr4::misc::IntervalSet expected = parser.getExpectedTokens();
  const auto &children = parser.getContext()->children;
  const bool inList =
      !children.empty() && (dynamic_cast<PlumbParser::ExpressionsContext *>(children.back()) != nullptr ||
                            dynamic_cast<PlumbParser::ArgumentsContext *>(children.back()) != nullptr ||
                            dynamic_cast<PlumbParser::ParameterContext *>(children.back()) != nullptr);
  if (inList)
    expected.add(static_cast<ssize_t>(PlumbParser::COMMA));
  return expected;
}

bool isClause(std::size_t type) {
  return type == PlumbParser::REQUIRES || type == PlumbParser::ADJACENCY || type == PlumbParser::GUARANTEES ||
         type == PlumbParser::CLAIMS;
}

// A token that may follow a name and is no beginning of an expression or a statement.
bool followsName(std::size_t type) {
  switch (type) {
  case PlumbParser::ASSIGN:
  case PlumbParser::COMPOUND:
  case PlumbParser::TILDE:
  case PlumbParser::COLON:
  case PlumbParser::COMMA:
  case PlumbParser::LBRACKET:
  case PlumbParser::RBRACKET:
  case PlumbParser::RPAREN:
  case PlumbParser::PRIME:
  case PlumbParser::DOT:
  case PlumbParser::IN:
  case PlumbParser::BY:
  case PlumbParser::PLUS:
  case PlumbParser::TIMES:
  case PlumbParser::DIVIDE:
  case PlumbParser::LESS:
  case PlumbParser::LESS_EQUAL:
  case PlumbParser::GREATER:
  case PlumbParser::GREATER_EQUAL:
  case PlumbParser::EQUAL:
  case PlumbParser::NOT_EQUAL:
    return true;
  default:
    return false;
  }
}

// Words like `and` stand where an operand is missing far more often than they are meant
// as a name.
bool joinsOperands(std::size_t type) {
  switch (type) {
  case PlumbParser::AND:
  case PlumbParser::OR:
  case PlumbParser::IMPLIES:
  case PlumbParser::IFF:
  case PlumbParser::DIV:
  case PlumbParser::MOD:
  case PlumbParser::IS:
  case PlumbParser::IN:
    return true;
  default:
    return false;
  }
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

// `E = exp(eps)` in a channel is read as the condition of a rule.
bool isDefinitionWithoutWord(antlr4::Parser &parser) {
  antlr4::ParserRuleContext &context = *parser.getContext();
  if (context.getRuleIndex() != PlumbParser::RuleChannelItem)
    return false;
  const antlr4::Token &first = *context.getStart();
  const std::string name = first.getText();
  return name != "x" && name != "y" &&
         parser.getTokenStream()->get(first.getTokenIndex() + 1)->getType() == PlumbParser::EQUAL;
}

} // namespace

void Mistakes::report(DiagnosticKind kind, SourceRange range, std::vector<std::string> arguments,
                      std::string help) {
  sink.report(kind, range, std::move(arguments), std::move(help));
  if (sink.errorCount() >= maximalMistakes)
    throw antlr4::ParseCancellationException();
}

bool Mistakes::reportUnexpected(antlr4::Parser &parser) {
  const antlr4::misc::IntervalSet expected = expectedBy(parser);
  const bool rangeFits = expected.contains(static_cast<ssize_t>(PlumbParser::RANGE));
  const bool nameFits = expected.contains(static_cast<ssize_t>(PlumbParser::NAME));
  const bool expressionFits = expected.contains(static_cast<ssize_t>(PlumbParser::TRUE));
  if (reportWord(parser) || reportRange(parser, rangeFits) || reportAggregateRange(parser))
    return false;
  if (reportReserved(parser, nameFits, expressionFits))
    return isReservedWord(typeAt(parser, 1));
  if (reportForeignSign(parser, expected) || reportMisspelt(parser, expected))
    return false;
  const bool afterDirection = expected.contains(static_cast<ssize_t>(PlumbParser::BY)) &&
                              isDirection(places.spelling(*tokenAt(parser, -1)));
  reportExpected(parser,
                 (afterDirection ? "`by`" : phrase(expected, parser.getContext()->getRuleIndex())) +
                     after(parser),
                 helpForExpected(parser, expected));
  return expressionFits && !isOnNewLine(parser) && startsStatement(typeAt(parser, 1));
}

void Mistakes::reportNoStatement(antlr4::Parser &parser) {
  if (typeAt(parser, 1) == PlumbParser::ELSE)
    return report(DiagnosticKind::MisplacedElse, places.of(*tokenAt(parser, 1)));
  if (tokenAt(parser, 1)->getTokenIndex() == alignOfDraw || reportWord(parser) ||
      reportReserved(parser, true, false))
    return;
  const std::size_t before = typeAt(parser, -1);
  const bool boundary =
      before == PlumbParser::LBRACE || before == PlumbParser::RBRACE || before == PlumbParser::SEMICOLON;
  if (boundary)
    report(DiagnosticKind::UnexpectedWord, places.of(*tokenAt(parser, 1)), {"a statement", found(parser)},
           isClause(typeAt(parser, 1)) ? "clauses stand in front of the `{` of the body" : "");
  else
    reportExpected(parser, "an operator or a statement" + after(parser));
}

void Mistakes::reportNoDeclaration(antlr4::Parser &parser) {
  if (reportWord(parser))
    return;
  const antlr4::Token &word = *tokenAt(parser, 1);
  SimilarWord similar(places.spelling(word));
  for (std::size_t type = 0; type <= parser.getVocabulary().getMaxTokenType(); ++type)
    if (startsDeclaration(type))
      similar.consider(spellingOf(type));
  report(DiagnosticKind::UnexpectedWord, places.of(word), {"`mechanism`", found(parser)},
         similar.help(helpForForeign(places.spelling(word))));
}

std::optional<std::size_t> Mistakes::reportForgottenExpression(antlr4::Parser &parser) {
  const std::size_t next = typeAt(parser, 1);
  const antlr4::Token *name = tokenAt(parser, -1);
  const antlr4::Token *before = tokenAt(parser, -2);
  const bool assigns = next == PlumbParser::ASSIGN || next == PlumbParser::TILDE;
  if (!assigns || before == nullptr || name->getType() != PlumbParser::NAME ||
      name->getLine() == before->getLine())
    return std::nullopt;
  report(DiagnosticKind::UnexpectedWord, places.of(*before),
         {"an expression after " + quoted(*before), "the next statement"});
  return name->getTokenIndex();
}

// A token that no program contains.
bool Mistakes::reportWord(antlr4::Parser &parser) {
  const antlr4::Token &token = *tokenAt(parser, 1);
  const std::string spelling(places.spelling(token));
  if (token.getType() == PlumbParser::UNKNOWN)
    report(DiagnosticKind::UnknownCharacter, places.of(token), {spelling}, helpForForeign(spelling));
  else if (token.getType() == PlumbParser::MALFORMED_NUMBER)
    report(DiagnosticKind::MalformedNumber, places.of(token), {spelling},
           "a number is digits, with a point and more digits if need be");
  else if (token.getType() == PlumbParser::DOT && typeAt(parser, 2) == PlumbParser::NUMBER)
    reportBarePoint(parser);
  else
    return false;
  return true;
}

// `.5`
void Mistakes::reportBarePoint(antlr4::Parser &parser) {
  const SourceRange range = cover(places.of(*tokenAt(parser, 1)), places.of(*tokenAt(parser, 2)));
  const std::string spelling(places.spelling(range));
  report(DiagnosticKind::MalformedNumber, range, {spelling}, "write `0" + spelling + "`");
}

bool Mistakes::isMisusedAsName(antlr4::Parser &parser, bool callFits) const {
  const std::size_t follower = typeAt(parser, 2);
  return isReservedWord(typeAt(parser, 1)) &&
         (followsName(follower) || (callFits && follower == PlumbParser::LPAREN));
}

bool Mistakes::reportReserved(antlr4::Parser &parser, bool nameFits, bool expressionFits) {
  const std::size_t next = typeAt(parser, 1);
  const antlr4::Token *before = tokenAt(parser, -1);
  const bool bindsName = (next == PlumbParser::LBRACKET && !expressionFits) || next == PlumbParser::ASSIGN ||
                         next == PlumbParser::TILDE || next == PlumbParser::COLON;
  const antlr4::Token *word = nullptr;
  if (bindsName && before != nullptr && isReservedWord(before->getType()))
    word = before;
  else if (expressionFits && !isOnNewLine(parser) && !joinsOperands(next) && isMisusedAsName(parser, false))
    word = tokenAt(parser, 1);
  else if (nameFits && !expressionFits && isMisusedAsName(parser, true))
    word = tokenAt(parser, 1);
  if (word == nullptr)
    return false;
  report(DiagnosticKind::ReservedWord, places.of(*word), {std::string(places.spelling(*word))});
  return true;
}

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
  const bool alone = endsRange(typeAt(parser, 1), rule);
  report(DiagnosticKind::MissingRange, alone ? low : placeOf(parser), {std::string(places.spelling(word))},
         alone ? "write `0 .. " + steps + "`" : "write `..` between the two ends");
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
         "write `0 .. " + std::string(places.spelling(low)) + "`");
  return true;
}

void Mistakes::reportExpected(antlr4::Parser &parser, const std::string &expected, std::string help) {
  report(DiagnosticKind::UnexpectedWord, placeOf(parser), {expected, found(parser)}, std::move(help));
}

std::string Mistakes::helpForExpected(antlr4::Parser &parser,
                                      const antlr4::misc::IntervalSet &expected) const {
  const std::size_t next = typeAt(parser, 1);
  const auto fits = [&](std::size_t type) { return expected.contains(static_cast<ssize_t>(type)); };
  if (next == PlumbParser::COLON && fits(PlumbParser::LBRACE))
    return "a block stands in braces: `{ ... }`";
  // `2 eps`
  const antlr4::Token *before = tokenAt(parser, -1);
  if (before != nullptr && before->getType() == PlumbParser::NUMBER && !fits(next) && !isOnNewLine(parser) &&
      (next == PlumbParser::NAME || next == PlumbParser::LPAREN))
    return "a product is written with `*`";
  if (isDefinitionWithoutWord(parser))
    return "a definition is written `let E = exp(eps)`";
  if (parser.getContext()->getRuleIndex() == PlumbParser::RuleForHead && fits(PlumbParser::NAME) &&
      next == PlumbParser::LPAREN)
    return "write `for i in 0 .. n { ... }`";
  return {};
}

std::string Mistakes::found(antlr4::Parser &parser) const {
  const antlr4::Token &token = *tokenAt(parser, 1);
  return token.getType() == antlr4::Token::EOF ? "the end of the file" : quoted(token);
}

std::string Mistakes::after(antlr4::Parser &parser) const {
  const antlr4::Token *before = tokenAt(parser, -1);
  if (before == nullptr)
    return "";
  return (before->getType() == PlumbParser::NAME ? " after the name " : " after ") + quoted(*before);
}

std::string Mistakes::quoted(const antlr4::Token &token) const {
  constexpr std::size_t longest = 40;
  const std::string_view spelling = places.spelling(token);
  if (spelling.size() <= longest)
    return "`" + std::string(spelling) + "`";
  std::size_t end = 0;
  while (end < longest)
    end += decodeUtf8(spelling, end).length;
  return "`" + std::string(spelling.substr(0, end)) + "...`";
}

// What is missing at the end of a line is missing behind its last word.
SourceRange Mistakes::placeOf(antlr4::Parser &parser) const {
  const antlr4::Token *before = tokenAt(parser, -1);
  const bool atEnd = typeAt(parser, 1) == antlr4::Token::EOF;
  const bool behind = before != nullptr && (atEnd || isOnNewLine(parser));
  return places.of(behind ? *before : *tokenAt(parser, 1));
}

} // namespace plumb
