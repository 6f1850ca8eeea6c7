// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/mistakes.h"

#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/scan.h"
#include "frontend/parse/signs_in_words.h"
#include "frontend/support/similar_word.h"
#include "frontend/support/utf8.h"

#include <llvm/ADT/StringExtras.h>
#include <utility>

namespace plumb {

namespace {

using grammar::PlumbParser;

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

bool isInAlignment(antlr4::Parser &parser) {
  for (antlr4::tree::ParseTree *node = parser.getContext(); node != nullptr; node = node->parent)
    if (dynamic_cast<PlumbParser::AlignmentContext *>(node) != nullptr)
      return true;
  return false;
}

// At the place of a block of an `if`.
bool isInChoice(antlr4::Parser &parser) {
  antlr4::tree::ParseTree *node = parser.getContext();
  if (dynamic_cast<PlumbParser::BlockContext *>(node) != nullptr)
    node = node->parent;
  return dynamic_cast<PlumbParser::ChoiceContext *>(node) != nullptr ||
         dynamic_cast<PlumbParser::IfHeadContext *>(node) != nullptr;
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

// `2c`, but `1e5` is no product.
Help helpForNumber(std::string_view written) {
  const std::size_t letters = written.find_first_not_of("0123456789.");
  const bool isExponent = (written[letters] == 'e' || written[letters] == 'E') &&
                          written.find_first_not_of("0123456789", letters + 1) == std::string_view::npos &&
                          letters + 1 < written.size();
  if (isExponent)
    return "a number is digits, with a point and more digits if need be";
  const std::string product =
      std::string(written.substr(0, letters)) + " * " + std::string(written.substr(letters));
  return {"a product is written `" + product + "`", Repair{std::nullopt, product}};
}

// In UTF-8, in which all bytes of the other letters are large.
bool isOfWord(char byte) {
  return llvm::isAlnum(byte) || byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

bool compares(std::size_t type) {
  switch (type) {
  case PlumbParser::LESS:
  case PlumbParser::LESS_EQUAL:
  case PlumbParser::GREATER:
  case PlumbParser::GREATER_EQUAL:
  case PlumbParser::EQUAL:
  case PlumbParser::NOT_EQUAL:
  case PlumbParser::EQUAL_EQUAL:
    return true;
  default:
    return false;
  }
}

} // namespace

void Mistakes::report(DiagnosticKind kind, SourceRange range, std::vector<std::string> arguments, Help help) {
  report({kind, range, std::move(arguments), {}, std::move(help)});
}

void Mistakes::report(Diagnostic diagnostic) {
  if (diagnostic.range.begin < endOfOther)
    return;
  // `!x` becomes `not x`, `a&&b` becomes `a and b`, and `output:x` becomes `output x`: words do not grow
  // together.
  for (Repair &repair : diagnostic.help.repair) {
    const SourceRange range = repair.range.value_or(diagnostic.range);
    const std::string_view behind = places.spelling({range.end, range.end + 1});
    const bool isBehindWord =
        range.begin > 0 && isOfWord(places.spelling({range.begin - 1, range.begin}).front());
    const bool isBeforeWord = !behind.empty() && isOfWord(behind.front());
    const std::string words = repair.text;
    if (words.empty())
      repair.text = isBehindWord && isBeforeWord ? " " : "";
    else
      repair.text = (isBehindWord && isOfWord(words.front()) ? " " : "") + words +
                    (isBeforeWord && isOfWord(words.back()) ? " " : "");
  }
  // Who left a comment there takes it along.
  if (llvm::any_of(diagnostic.help.repair, [&](const Repair &repair) {
        const std::string_view changed = places.spelling(repair.range.value_or(diagnostic.range));
        return changed.find("//") != std::string_view::npos || changed.find("/*") != std::string_view::npos;
      }))
    diagnostic.help.repair.clear();
  sink.report(std::move(diagnostic));
  if (sink.errorCount() >= maximalMistakes)
    throw antlr4::ParseCancellationException();
}

bool Mistakes::reportUnexpected(antlr4::Parser &parser) {
  if (followsFromSlip(parser))
    return false;
  const antlr4::misc::IntervalSet expected = expectedBy(parser);
  // `mechanism m(eps: real):`, with a body by layout.
  const bool isInHead = rule(parser) == PlumbParser::RuleClauses;
  if (isInHead && typeAt(parser, 1) == PlumbParser::COLON && typeAt(parser, -1) == PlumbParser::RPAREN &&
      parser.getContext()->children.empty()) {
    lacksBody = true;
    reportExpected(parser, phrase(expected, rule(parser)) + after(parser),
                   "clauses follow without a sign, and the body stands in braces: `{ ... }`");
    return false;
  }
  if (isInHead && std::exchange(lacksBody, false))
    return false;
  // `requires eps > 0;` and, where another clause follows, `requires eps > 0,`
  const bool isBehindClause =
      isInHead && (typeAt(parser, 1) == PlumbParser::SEMICOLON || typeAt(parser, 1) == PlumbParser::COMMA);
  const bool isBeforeClause = typeAt(parser, -1) == PlumbParser::COMMA &&
                              (startsClause(typeAt(parser, 1)) || typeAt(parser, 1) == PlumbParser::LBRACE) &&
                              enclosing<PlumbParser::ClausesContext>(parser) != nullptr;
  if (isBehindClause || isBeforeClause) {
    reportBetweenClauses(parser, *tokenAt(parser, isBehindClause ? 1 : -1));
    return false;
  }
  lacksBlock = expected.contains(static_cast<ssize_t>(PlumbParser::LBRACE)) && isInChoice(parser);
  const bool rangeFits = expected.contains(static_cast<ssize_t>(PlumbParser::RANGE));
  const bool expressionFits = expected.contains(static_cast<ssize_t>(PlumbParser::TRUE));
  if (reportWord(parser) || reportRange(parser, rangeFits) || reportAggregateRange(parser))
    return false;
  if (reportReserved(parser, expected))
    return isReservedWord(typeAt(parser, 1));
  checkMisusedAgain(parser);
  if (const auto missing = missingWord(parser)) {
    report(DiagnosticKind::UnexpectedWord, places.of(*tokenAt(parser, isOnNewLine(parser) ? -1 : 1)),
           {missing->expected + after(parser), found(parser)}, missing->help);
    return false;
  }
  const bool isTarget = expected.contains(static_cast<ssize_t>(PlumbParser::ASSIGN)) &&
                        expected.contains(static_cast<ssize_t>(PlumbParser::TILDE));
  if (isTarget && reportTargets(parser))
    return false;
  if (reportForeignPart(parser) || reportForeignSign(parser, expected) || reportMisspelt(parser, expected))
    return false;
  if (rule(parser) == PlumbParser::RulePolicy && parser.getContext()->children.size() == 2) {
    reportExpected(parser, "`on`" + after(parser),
                   "a policy says whose fields it means: `policy " +
                       std::string(places.spelling(*tokenAt(parser, -1))) + " on R`");
    return false;
  }
  const bool afterDirection = expected.contains(static_cast<ssize_t>(PlumbParser::BY)) &&
                              isDirection(places.spelling(*tokenAt(parser, -1)));
  reportExpected(parser,
                 (afterDirection ? "`by`" : phrase(expected, parser.getContext()->getRuleIndex())) +
                     after(parser),
                 helpForExpected(parser, expected));
  return expressionFits && !isOnNewLine(parser) && startsStatement(typeAt(parser, 1));
}

// Whoever ends one clause by a sign ends each by it: that is one mistake.
void Mistakes::reportBetweenClauses(antlr4::Parser &parser, const antlr4::Token &sign) {
  const std::size_t head = enclosing<PlumbParser::ClausesContext>(parser)->getStart()->getTokenIndex();
  if (std::exchange(partedClauses, head) == head)
    return;
  auto &tokens = dynamic_cast<antlr4::BufferedTokenStream &>(*parser.getTokenStream());
  tokens.fill();
  std::vector<Repair> repair;
  bool endsClause = false;
  for (std::size_t at = sign.getTokenIndex();
       tokens.get(at)->getType() != antlr4::Token::EOF && tokens.get(at)->getType() != PlumbParser::LBRACE;
       ++at) {
    const std::size_t type = tokens.get(at)->getType(), behind = tokens.get(at + 1)->getType();
    endsClause = (type == PlumbParser::SEMICOLON || type == PlumbParser::COMMA) &&
                 (startsClause(behind) || behind == PlumbParser::LBRACE);
    if (endsClause)
      repair.emplace_back(places.of(*tokens.get(at)), "");
  }
  report(DiagnosticKind::UnexpectedWord, places.of(sign), {"a clause or `{`", quoted(sign)},
         {"nothing stands between two clauses, nor in front of the body", std::move(repair)});
}

void Mistakes::reportNoStatement(antlr4::Parser &parser) {
  if (followsFromSlip(parser))
    return;
  // `else:` begins a block by layout; `else: real ~ ...` would be a draw of that name.
  const bool isBranch = !isMisusedAsName(parser, false) ||
                        (typeAt(parser, 2) == PlumbParser::COLON && typeAt(parser, 3) != PlumbParser::REAL);
  if (typeAt(parser, 1) == PlumbParser::ELSE && isBranch) {
    if (!std::exchange(lacksBlock, false))
      report(DiagnosticKind::MisplacedElse, places.of(*tokenAt(parser, 1)));
    return;
  }
  antlr4::misc::IntervalSet expected = antlr4::misc::IntervalSet::of(PlumbParser::NAME);
  expected.add(static_cast<ssize_t>(PlumbParser::SEMICOLON));
  if (tokenAt(parser, 1)->getTokenIndex() == alignOfDraw || reportWord(parser) || reportForeignPart(parser) ||
      reportReserved(parser, expected))
    return;
  checkMisusedAgain(parser);
  if (reportTargets(parser))
    return;
  const std::size_t before = typeAt(parser, -1);
  const bool boundary =
      before == PlumbParser::LBRACE || before == PlumbParser::RBRACE || before == PlumbParser::SEMICOLON;
  if (boundary)
    report(DiagnosticKind::UnexpectedWord, places.of(*tokenAt(parser, 1)), {"a statement", found(parser)},
           isClause(typeAt(parser, 1)) ? Help("clauses stand in front of the `{` of the body")
           : typeAt(parser, 1) == PlumbParser::INVARIANT
               ? Help("invariants stand between the head of their loop and its `{`")
               : helpForNoStatement(parser));
  else
    reportExpected(parser, "an operator or a statement" + after(parser), helpForNoStatement(parser));
}

// `int x := 0`, and `lam ~ laplace(b); align lam' = lam`
Help Mistakes::helpForNoStatement(antlr4::Parser &parser) const {
  const std::size_t word = typeAt(parser, 1);
  const antlr4::Token &here = *tokenAt(parser, 1), &next = *tokenAt(parser, 2);
  const bool isType = word == PlumbParser::INT || word == PlumbParser::REAL || word == PlumbParser::BOOL;
  if (isType && next.getType() == PlumbParser::NAME && typeAt(parser, 3) == PlumbParser::TILDE)
    return {"a draw says its type behind its name: `" + std::string(places.spelling(next)) + ": " +
                std::string(places.spelling(here)) + " ~ ...`",
            {Repair{SourceRange{places.of(here).begin, places.of(next).begin}, ""},
             Repair{SourceRange{places.of(next).end, places.of(next).end},
                    ": " + std::string(places.spelling(here))}}};
  if (word == PlumbParser::MINUS && next.getType() == PlumbParser::MINUS)
    return "a comment begins with `//`";
  if (word == PlumbParser::COMMA)
    for (ssize_t back = -1;
         tokenAt(parser, back) != nullptr && tokenAt(parser, back)->getLine() == here.getLine(); --back)
      if (const std::size_t type = typeAt(parser, back);
          type == PlumbParser::OUTPUT || type == PlumbParser::RETURN || type == PlumbParser::ANNOUNCE)
        return "several values stand in parentheses: `" +
               std::string(places.spelling(*tokenAt(parser, back))) +
               (type == PlumbParser::RETURN ? " (a, b)`"
                                            : " (a, b)`, also behind a tag, as in `above(a, b)`");
  const std::size_t sign = typeAt(parser, behindSubscripts(parser, 3));
  if (word == PlumbParser::COMMA && next.getType() == PlumbParser::NAME &&
      (sign == PlumbParser::ASSIGN || sign == PlumbParser::TILDE))
    return {"statements are parted by `;`, or stand on lines of their own", Repair{places.of(here), ";"}};
  if (word == PlumbParser::PLUS || word == PlumbParser::MINUS || word == PlumbParser::TIMES ||
      word == PlumbParser::DIVIDE)
    for (ssize_t back = -1;
         tokenAt(parser, back) != nullptr && tokenAt(parser, back)->getLine() == here.getLine(); --back)
      if (typeAt(parser, back) == PlumbParser::TILDE)
        return "a draw is one law and nothing more: compute with what is drawn behind it, and draw other "
               "noise by a statement of its own";
  if (isType && next.getType() == PlumbParser::NAME)
    return {"a variable has the type of its value, and no word in front: `" +
                std::string(places.spelling(next)) + " := ...`",
            Repair{SourceRange{places.of(here).begin, places.of(next).begin}, ""}};
  if (word == PlumbParser::LPAREN && typeAt(parser, -2) == PlumbParser::DOT)
    return helpForStatement(Nearby(parser, {}, places));
  if (word == PlumbParser::ASSIGN && typeAt(parser, -1) == PlumbParser::NAME)
    return "each variable is assigned by a statement of its own";
  if (word == PlumbParser::COMMA && next.getType() == PlumbParser::ALIGN)
    return {"`align` belongs to the draw in front of it: leave out the `,`", Repair{places.of(here), ""}};
  // CheckDP writes `lap(1 / eps), aligned, e`.
  if (word == PlumbParser::COMMA &&
      (places.spelling(next) == "aligned" || typeAt(parser, -2) == PlumbParser::TILDE))
    return "what the noise is in the second run stands behind `align`: `lam ~ laplace(1 / eps) align lam' = "
           "lam + "
           "...`";
  if (word == PlumbParser::ALIGN && typeAt(parser, -1) != PlumbParser::SEMICOLON)
    return "a draw has one alignment, right behind it: `lam ~ laplace(b) align lam' = ...`";
  if (word == PlumbParser::ALIGN && typeAt(parser, -1) == PlumbParser::SEMICOLON)
    return {"`align` belongs to the draw in front of it: leave out the `;`",
            Repair{places.of(*tokenAt(parser, -1)), ""}};
  return {};
}

void Mistakes::reportNoDeclaration(antlr4::Parser &parser) {
  if (reportWord(parser))
    return;
  checkMisusedAgain(parser);
  const antlr4::Token &word = *tokenAt(parser, 1);
  SimilarWord similar(places.spelling(word));
  for (std::size_t type = 0; type <= parser.getVocabulary().getMaxTokenType(); ++type)
    if (startsDeclaration(type))
      similar.consider(spellingOf(type));
  const std::string_view written = places.spelling(word);
  if (written == "between")
    return report(DiagnosticKind::UnexpectedWord, places.of(word), {"a comparison", found(parser)},
                  "what lies in a range is said by two comparisons, as in `3 <= x <= 5`");
  // `count t: Trip | t.long`
  // `where p.age in 3 .. 5`
  if (word.getType() == PlumbParser::RANGE)
    if (Help help = helpForRangeAsCondition(Nearby(parser, {}, places)); !help.empty())
      return report(DiagnosticKind::UnexpectedWord, places.of(word), {"a comparison", found(parser)},
                    std::move(help));
  const bool isFilter = word.getType() == PlumbParser::BAR && typeAt(parser, -2) == PlumbParser::COLON;
  Help help =
      isFilter ? Help("records are chosen by `where`", Repair{std::nullopt, "where"})
      : word.getType() == PlumbParser::IF ? Help("records are chosen by `where`")
      : written == "const" || written == "var" || written == "let"
          ? Help("what is the same for the whole file is a `size n`; any other number is written where "
                 "it is needed")
          : similar.help(helpForForeign(written));
  if (word.getType() == PlumbParser::COLON && typeAt(parser, -2) == PlumbParser::SIZE)
    help = {"a size is an int: leave out its type",
            Repair{cover(places.of(word), places.of(*tokenAt(parser, 2))), ""}};
  // `count: p: Person`
  if (word.getType() == PlumbParser::COLON && typeAt(parser, -2) == PlumbParser::COLON)
    help = {"one `:` stands between a record and what it is: leave out the one behind `" +
                std::string(places.spelling(*tokenAt(parser, -3))) + "`",
            Repair{places.of(*tokenAt(parser, -2)), ""}};
  if (startsClause(word.getType()))
    help = "clauses stand in front of the `{` of what they are about";
  if (help.empty() && word.getType() != PlumbParser::COLON)
    help =
        "a program is made of `mechanism name(...) ... { ... }` and of what it is about: `record`, `policy`, "
        "`query`";
  report(DiagnosticKind::UnexpectedWord, places.of(word), {"`mechanism`", found(parser)}, std::move(help));
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
  const antlr4::Token &behind = *tokenAt(parser, 2);
  const std::string sign(signCalled(places.spelling(behind)));
  if (token.getType() == PlumbParser::UNKNOWN && spelling == "\\" && !sign.empty())
    report(DiagnosticKind::UnknownCharacter, places.of(token), {spelling},
           {"write `" + sign + "`", Repair{cover(places.of(token), places.of(behind)), sign}});
  else if (token.getType() == PlumbParser::UNKNOWN)
    report(DiagnosticKind::UnknownCharacter, places.of(token), {spelling},
           isHat(parser)      ? Help("the second run of `f[i]` is `f'[i]`")
           : spelling == "\\" ? Help("a name has no `\\` in front", Repair{std::nullopt, ""})
           : spelling == "^"  ? helpForPower(Nearby(parser, {}, places), -1, 2)
                              : helpForForeign(spelling));
  else if (token.getType() == PlumbParser::MALFORMED_NUMBER)
    report(DiagnosticKind::MalformedNumber, places.of(token), {spelling}, helpForNumber(spelling));
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
  report(DiagnosticKind::MalformedNumber, range, {spelling}, writeInstead("0" + spelling));
}

void Mistakes::reportExpected(antlr4::Parser &parser, const std::string &expected, Help help) {
  report(DiagnosticKind::UnexpectedWord, placeOf(parser), {expected, found(parser)}, std::move(help));
}

// Would the next token fit behind one more in front of it?
static bool fitsBehindOneMore(antlr4::Parser &parser) {
  const antlr4::atn::ATN &atn = parser.getATN();
  const antlr4::atn::ATNState &here = *atn.states[parser.getState()];
  return here.transitions.size() == 1 && atn.nextTokens(here.transitions.front()->target, parser.getContext())
                                             .contains(static_cast<ssize_t>(typeAt(parser, 1)));
}

// What is missing there, if only one sign can be. Brackets match, so that one more would be too many.
Help Mistakes::helpForExpected(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const {
  Help help = helpForPlace(parser, expected);
  if (!help.empty() || expected.size() != 1 || tokenAt(parser, -1) == nullptr || !fitsBehindOneMore(parser))
    return help;
  const std::string_view sign = spellingOf(static_cast<std::size_t>(expected.getMinElement()));
  const bool isBracket = sign.find_first_of("()[]{}") != std::string_view::npos;
  if (!sign.empty() && !isBracket)
    help.repair = {Repair{behindLast(parser), std::string(sign)}};
  return help;
}

Help Mistakes::helpForPlace(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const {
  const std::size_t next = typeAt(parser, 1);
  const auto fits = [&](std::size_t type) { return expected.contains(static_cast<ssize_t>(type)); };
  const std::size_t rule = parser.getContext()->getRuleIndex();
  if (next == PlumbParser::COLON && fits(PlumbParser::LBRACE) && rule != PlumbParser::RuleClauses)
    return "a block stands in braces: `{ ... }`";
  if (fits(PlumbParser::LBRACE) && startsStatement(next) && rule != PlumbParser::RuleClauses &&
      rule != PlumbParser::RuleChannel && isInChoice(parser))
    return "a block stands in braces: `{ ... }`";
  if (isDefinitionWithoutWord(parser) ||
      (rule == PlumbParser::RuleChannelItem && next == PlumbParser::ASSIGN))
    return "a definition is written `let E = exp(eps)`";
  if (Help help = helpForSigns(parser, expected); !help.empty())
    return help;
  if (Help help = helpForHabit(parser, expected); !help.empty())
    return help;
  if (Help help = helpForRule(parser, expected); !help.empty())
    return help;
  if (places.spelling(*tokenAt(parser, 1)) == "to")
    return {"a range is written `0 .. n`, and ends before `n`", Repair{places.of(*tokenAt(parser, 1)), ".."}};
  // `2 eps`
  const antlr4::Token *before = tokenAt(parser, -1);
  if (before != nullptr && rule != PlumbParser::RuleRecord && before->getType() == PlumbParser::NUMBER &&
      !fits(next) && !isOnNewLine(parser) && (next == PlumbParser::NAME || next == PlumbParser::LPAREN))
    return {"a product is written with `*`", Repair{behindLast(parser), " *"}};
  if (rule == PlumbParser::RuleParts && next == PlumbParser::EQUAL)
    return "a definition stands in front of the braces: `let E = exp(eps)`";
  if (parser.getContext()->getRuleIndex() == PlumbParser::RuleForHead && fits(PlumbParser::NAME) &&
      next == PlumbParser::LPAREN)
    return "write `for i in 0 .. n { ... }`";
  return {};
}

// Signs of other notations that are read as two of ours, or as one that stands elsewhere.
Help Mistakes::helpForSigns(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const {
  const auto fits = [&](std::size_t type) { return expected.contains(static_cast<ssize_t>(type)); };
  const antlr4::Token &sign = *tokenAt(parser, 1), *before = tokenAt(parser, -1), &next = *tokenAt(parser, 2);
  const auto joined = [](const antlr4::Token *first, std::size_t firstType, const antlr4::Token &second,
                         std::size_t secondType) {
    return first != nullptr && first->getType() == firstType && second.getType() == secondType &&
           first->getStopIndex() + 1 == second.getStartIndex();
  };
  if (joined(before, PlumbParser::EQUAL, sign, PlumbParser::GREATER))
    return "a consequence is written `implies`, a bound from below `>=`";
  if (joined(&sign, PlumbParser::EQUAL, next, PlumbParser::GREATER))
    return writeInstead("->", cover(places.of(sign), places.of(next)));
  if (joined(before, PlumbParser::LESS, sign, PlumbParser::GREATER))
    return writeInstead("!=", cover(places.of(*before), places.of(sign)));
  if (joined(&sign, PlumbParser::LESS, next, PlumbParser::GREATER))
    return writeInstead("!=", cover(places.of(sign), places.of(next)));
  if (joined(before, PlumbParser::EQUAL, sign, PlumbParser::LESS))
    return writeInstead("<=", cover(places.of(*before), places.of(sign)));
  if (sign.getType() == PlumbParser::PLUS && fits(PlumbParser::TRUE))
    return {"no `+` stands in front of a number", Repair{places.of(sign), ""}};
  if (joined(before, PlumbParser::TIMES, sign, PlumbParser::TIMES))
    return helpForPower(Nearby(parser, expected, places), -2, 2);
  const std::size_t type = sign.getType();
  if (type == PlumbParser::BAR && fits(PlumbParser::TRUE)) {
    const Nearby at(parser, expected, places);
    const ssize_t end = at.find("|", 2, at.behindValue(2));
    if (end < 3 || at.type(end) != PlumbParser::BAR)
      return "the absolute value of x is `abs(x)`";
    const std::string words = "abs(" + at.text(2, end) + ")";
    return {"write `" + words + "`", Repair{at.both(1, end), words}};
  }
  if ((type == PlumbParser::EQUAL_EQUAL || type == PlumbParser::ASSIGN) && fits(PlumbParser::EQUAL))
    return writeInstead("=", places.of(sign));
  if (type == PlumbParser::QUESTION && before != nullptr && before->getType() == PlumbParser::EQUAL &&
      isInAlignment(parser))
    return "an alignment is left open by `align ?`";
  if (type == PlumbParser::LBRACKET && before != nullptr && before->getType() == PlumbParser::IN &&
      enclosing<PlumbParser::FieldContext>(parser) == nullptr)
    return enclosing<PlumbParser::ForHeadContext>(parser) != nullptr ||
                   enclosing<PlumbParser::BinderContext>(parser) != nullptr
               ? "a range is written `a .. b`"
               : "what lies in a range is said by two comparisons, as in `3 <= x <= 5`";
  if (type == PlumbParser::LBRACE && before != nullptr && before->getType() == PlumbParser::IN &&
      fits(PlumbParser::TRUE) && enclosing<PlumbParser::ForHeadContext>(parser) == nullptr &&
      enclosing<PlumbParser::BinderContext>(parser) == nullptr)
    return "that it is one of several is said by `or`, as in `x = 3 or x = 5`";
  return {};
}

// What another notation has here, by the rule that is read.
Help Mistakes::helpForRule(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const {
  const auto fits = [&](std::size_t type) { return expected.contains(static_cast<ssize_t>(type)); };
  const std::size_t next = typeAt(parser, 1), rule = parser.getContext()->getRuleIndex();
  const antlr4::Token *before = tokenAt(parser, -1);
  const std::size_t last = before == nullptr ? antlr4::Token::EOF : before->getType();
  const SourceRange here = places.of(*tokenAt(parser, 1));
  if (rule == PlumbParser::RuleClauses && !isOnNewLine(parser) && next != PlumbParser::COLON &&
      compares(typeAt(parser, 2)))
    return {"conditions are separated by commas", Repair{behindLast(parser), ","}};
  if (rule == PlumbParser::RuleClauses && next == PlumbParser::COLON && compares(typeAt(parser, 2)))
    return {"a condition has no `:`, as in `eps > 0`", Repair{here, ""}};
  if (rule == PlumbParser::RuleRecord && next == PlumbParser::SEMICOLON)
    return {"fields are separated by commas", Repair{here, ","}};
  if ((rule == PlumbParser::RuleAttributes || rule == PlumbParser::RuleAttributeRule) &&
      next == PlumbParser::IF)
    return writeInstead("when", here);
  if (rule == PlumbParser::RuleChannelItem && next == PlumbParser::AND)
    return {"what a rule asks for is separated by commas", Repair{cover(behindLast(parser), here), ","}};
  if (next == PlumbParser::ELSE && fits(PlumbParser::LBRACE) && !isOnNewLine(parser))
    return "a value that depends on a condition is `c ? a : b`";
  if (last == PlumbParser::COLON && fits(PlumbParser::REAL) && !fits(PlumbParser::INT) &&
      (next == PlumbParser::EQUAL || beginsOperand(next))) {
    const SourceRange sign =
        next == PlumbParser::EQUAL ? cover(places.of(*before), here) : places.of(*before);
    if (next == PlumbParser::NAME && typeAt(parser, 2) == PlumbParser::LPAREN)
      return "noise is drawn with `~`, and a value assigned with `:=`";
    return {"an assignment is written `:=`", Repair{sign, ":="}};
  }
  if ((rule == PlumbParser::RulePart || rule == PlumbParser::RuleParts) &&
      typeAt(parser, 2) == PlumbParser::NUMBER && places.spelling(*tokenAt(parser, 1)) == "times")
    return writeInstead(std::string(places.spelling(*tokenAt(parser, 2))) + " times",
                        cover(here, places.of(*tokenAt(parser, 2))));
  if ((rule == PlumbParser::RulePart || rule == PlumbParser::RuleParts) && next == PlumbParser::COMMA)
    return {"nothing stands between two parts", Repair{here, ""}};
  if ((rule == PlumbParser::RulePart || rule == PlumbParser::RuleParts) && startsStatement(next))
    return "a part is `daily(eps)`, with `seen :=` in front or `7 times` behind if need be";
  const bool isTarget = last == PlumbParser::NAME && fits(PlumbParser::ASSIGN) && fits(PlumbParser::TILDE);
  if (isTarget && next == PlumbParser::LPAREN)
    return "a call is no statement; what is told is published with `output " +
           std::string(places.spelling(*before)) + "(...)`";
  const antlr4::Token *tag = isTarget ? tokenAt(parser, -2) : nullptr;
  if (tag != nullptr && tag->getType() == PlumbParser::NAME && tag->getLine() == before->getLine())
    return "a tag has its value in parentheses: `" + std::string(places.spelling(*tag)) + "(" +
           std::string(places.spelling(*before)) + ")`";
  return {};
}

// The place right behind the last word.
SourceRange Mistakes::behindLast(antlr4::Parser &parser) const {
  const std::uint32_t end = places.of(*tokenAt(parser, -1)).end;
  return {end, end};
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

// A word at the beginning of a line where a clause, a part or a statement could begin is wrong itself, unless
// what is missing in front of it is the rest of an expression or the `{` of a block.
bool Mistakes::isWordItself(antlr4::Parser &parser) const {
  const antlr4::misc::IntervalSet expected = expectedBy(parser);
  const auto fits = [&](std::size_t type) { return expected.contains(static_cast<ssize_t>(type)); };
  const std::size_t next = typeAt(parser, 1);
  const bool isBetween = fits(PlumbParser::LBRACE) || fits(PlumbParser::RBRACE) ||
                         parser.getContext()->getRuleIndex() == PlumbParser::RulePart ||
                         parser.getContext()->getRuleIndex() == PlumbParser::RuleParts;
  if (!isBetween || fits(PlumbParser::TRUE) || !(next == PlumbParser::NAME || isReservedWord(next)))
    return false;
  const std::size_t follower = typeAt(parser, 2);
  const bool isStatement = next != PlumbParser::NAME
                               ? startsStatement(next)
                               : follower == PlumbParser::ASSIGN || follower == PlumbParser::TILDE ||
                                     follower == PlumbParser::LBRACKET;
  return !(fits(PlumbParser::LBRACE) && isStatement);
}

// What is missing at the end of a line is missing behind its last word.
SourceRange Mistakes::placeOf(antlr4::Parser &parser) const {
  const antlr4::Token *before = tokenAt(parser, -1);
  const bool atEnd = typeAt(parser, 1) == antlr4::Token::EOF;
  const bool behind = before != nullptr && (atEnd || (isOnNewLine(parser) && !isWordItself(parser)));
  return places.of(behind ? *before : *tokenAt(parser, 1));
}

} // namespace plumb
