// SPDX-License-Identifier: Apache-2.0
// Mistakes::reportReserved(): words of the language that are meant as names.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"

#include <set>
#include <string>

namespace plumb {

using grammar::PlumbParser;

namespace {

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

// What has parentheses or braces behind it in a program, or has them in other languages.
bool isFollowedByBracket(std::size_t type) {
  switch (type) {
  case PlumbParser::INT:
  case PlumbParser::BOOL:
  case PlumbParser::SIZE:
  case PlumbParser::QUERY:
  case PlumbParser::ELSE:
    return true;
  default:
    return startsStatement(type);
  }
}

bool isWordOfStatements(std::size_t type) {
  return startsStatement(type) || type == PlumbParser::ELSE || type == PlumbParser::ALIGN ||
         type == PlumbParser::INVARIANT;
}

bool isValue(std::size_t type) {
  return type == PlumbParser::TRUE || type == PlumbParser::FALSE || type == PlumbParser::NONE;
}

// Does what stands behind the token \p ahead end an expression, or go on with a name, so that the token is no
// beginning of what its word stands for?
bool isLastOperand(antlr4::Parser &parser, ssize_t ahead) {
  // No token is at 0.
  const ssize_t follower = ahead == -1 ? 1 : ahead + 1;
  const std::size_t word = typeAt(parser, ahead), behind = typeAt(parser, follower);
  const bool isInStatement = enclosing<PlumbParser::StatementContext>(parser) != nullptr;
  const bool cannotBeMeant = isInStatement && !isWordOfStatements(word) && !joinsOperands(word);
  if (behind == PlumbParser::RBRACE || behind == PlumbParser::SEMICOLON || behind == antlr4::Token::EOF)
    return true;
  if (behind == PlumbParser::LBRACE)
    return !isFollowedByBracket(word);
  if (tokenAt(parser, ahead)->getLine() != tokenAt(parser, follower)->getLine())
    return cannotBeMeant || !beginsOperand(behind);
  return behind == PlumbParser::LPAREN && cannotBeMeant && !isFollowedByBracket(word);
}

bool isTypeName(std::size_t type) {
  return type == PlumbParser::REAL || type == PlumbParser::INT || type == PlumbParser::BOOL;
}

// Does \p word, which was read as itself, begin a declaration? None begins with a name.
bool beginsDeclaration(const antlr4::Token &word, antlr4::Parser &parser) {
  return parser.getContext()->start == &word && startsDeclaration(word.getType()) &&
         enclosing<PlumbParser::StatementContext>(parser) == nullptr;
}

// Is the next token the bracket of `[0] := ...`?
bool indexesTarget(antlr4::Parser &parser) {
  const std::size_t behind = typeAt(parser, behindSubscripts(parser, 1));
  return behind == PlumbParser::ASSIGN || behind == PlumbParser::TILDE;
}

/// "under1": \p word with a number that makes it no word of this text.
std::string freeName(antlr4::Parser &parser, std::string_view word) {
  auto &tokens = dynamic_cast<antlr4::BufferedTokenStream &>(*parser.getTokenStream());
  tokens.fill();
  std::set<std::string> taken;
  for (const antlr4::Token *token : tokens.getTokens())
    taken.insert(token->getText());
  for (unsigned number = 1;; ++number)
    if (std::string name = std::string(word) + std::to_string(number); !taken.contains(name))
      return name;
}

} // namespace

bool Mistakes::isMisusedAsName(antlr4::Parser &parser, bool callFits) const {
  const std::size_t follower = typeAt(parser, 2);
  return isReservedWord(typeAt(parser, 1)) &&
         (followsName(follower) || (callFits && follower == PlumbParser::LPAREN));
}

// `output: x`, `if: c {`, `sensitive: age`, `changes: by 1`: what stands behind the colon would fit, or
// nothing else can be meant. `output: real := 0` is a local of that name.
bool Mistakes::reportColonTooMuch(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) {
  const antlr4::Token *word = tokenAt(parser, -1), *colon = tokenAt(parser, 1);
  if (word == nullptr || colon->getType() != PlumbParser::COLON)
    return false;
  const std::size_t next = typeAt(parser, 2);
  const bool isType = isTypeName(next) && typeAt(parser, 3) != PlumbParser::LPAREN;
  // Such a word is no name, whatever is wrong behind it.
  const bool isNoName = isReservedWord(word->getType()) &&
                        (startsStatement(word->getType()) || word->getType() == PlumbParser::ELSE ||
                         word->getType() == PlumbParser::ADD);
  // Behind a whole expression the next statement would fit, and the colon is not what is wrong.
  const bool endsExpression = !isReservedWord(word->getType()) && startsStatement(next);
  // Behind the signs that an operand may begin with, ANTLR waits for the rest of it.
  const bool isOperand = beginsOperand(next) && expected.contains(static_cast<ssize_t>(PlumbParser::TRUE));
  if (isType || endsExpression || !(isNoName || isOperand || expected.contains(static_cast<ssize_t>(next))))
    return false;
  if (word->getType() == PlumbParser::ALIGN)
    alignOfDraw = word->getTokenIndex();
  report(DiagnosticKind::UnexpectedWord, places.of(*colon),
         {"no colon behind " + quoted(*word), quoted(*colon)}, {"leave it out", Repair{std::nullopt, ""}});
  return true;
}

bool Mistakes::reportReserved(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) {
  // `f.size()` and `add and remove`: such words are meant as what they are.
  const std::size_t last = typeAt(parser, -1);
  if ((last == PlumbParser::DOT && typeAt(parser, 2) == PlumbParser::LPAREN) ||
      ((last == PlumbParser::ADD || last == PlumbParser::REMOVE) && joinsOperands(typeAt(parser, 1))))
    return false;
  if (reportColonTooMuch(parser, expected))
    return true;
  const bool nameFits = expected.contains(static_cast<ssize_t>(PlumbParser::NAME));
  // Behind the bracket of a call only its end is expected where no argument begins.
  const bool lacksArgument = typeAt(parser, -1) == PlumbParser::LPAREN && expected.size() == 1 &&
                             expected.contains(static_cast<ssize_t>(PlumbParser::RPAREN)) &&
                             rule(parser) == PlumbParser::RulePrimary;
  const bool expressionFits = lacksArgument || expected.contains(static_cast<ssize_t>(PlumbParser::TRUE));
  // Behind the fields of one rule of a policy such a word begins the next. No name has another one or a
  // number right behind it: `for in 0 .. n` has none.
  const std::size_t behind = typeAt(parser, 2);
  const bool onlyNameFits = expected.size() == 1 && rule(parser) != PlumbParser::RuleAttribute &&
                            behind != PlumbParser::NAME && behind != PlumbParser::NUMBER;
  const std::size_t next = typeAt(parser, 1);
  const antlr4::Token *before = tokenAt(parser, -1);
  const bool lacksName = rule(parser) == PlumbParser::RuleQueryDefinition; // `query [i in 0 .. n] = ...`
  const bool bindsName =
      (next == PlumbParser::LBRACKET && !lacksName && (!expressionFits || indexesTarget(parser))) ||
      next == PlumbParser::ASSIGN || next == PlumbParser::TILDE || next == PlumbParser::COLON;
  // `real` is a function, and `forall` begins an expression: what follows them is what does not fit.
  const bool isBegun =
      before != nullptr && expected.size() == 1 &&
      (before->getType() == PlumbParser::REAL
           ? expected.contains(static_cast<ssize_t>(PlumbParser::LPAREN))
           : before->getType() == PlumbParser::FORALL || before->getType() == PlumbParser::EXISTS) &&
      (followsName(next) || isLastOperand(parser, -1));
  const bool isCalled = next == PlumbParser::LPAREN && before != nullptr && isValue(before->getType());
  const antlr4::Token *word = nullptr;
  const bool isType = (next == PlumbParser::ASSIGN || next == PlumbParser::LBRACKET) && before != nullptr &&
                      before->getType() == PlumbParser::REAL && typeAt(parser, -2) == PlumbParser::COLON;
  // `for i in : .. n`
  const bool lacksOperand =
      next == PlumbParser::COLON && before != nullptr && joinsOperands(before->getType());
  if (bindsName && !isType && !lacksOperand && before != nullptr && isReservedWord(before->getType()))
    word = before;
  else if (isBegun || isCalled)
    word = before;
  else if (expressionFits && !isOnNewLine(parser) && isReservedWord(next) && isLastOperand(parser, 1) &&
           helpForExpected(parser, expected).empty())
    word = tokenAt(parser, 1);
  else if (expressionFits && !isOnNewLine(parser) && !joinsOperands(next) && isMisusedAsName(parser, false))
    word = tokenAt(parser, 1);
  else if (nameFits && !expressionFits &&
           (isMisusedAsName(parser, true) || (onlyNameFits && isReservedWord(next) && !isOnNewLine(parser))))
    word = tokenAt(parser, 1);
  if (word == nullptr || (word == before && next != PlumbParser::COLON && beginsDeclaration(*word, parser)))
    return false;
  const std::size_t follower = parser.getTokenStream()->get(word->getTokenIndex() + 1)->getType();
  const bool isCell = word->getType() == PlumbParser::OUTPUT && follower == PlumbParser::LBRACKET;
  const bool isRead = word->getType() == PlumbParser::OUTPUT && expressionFits && !isCell &&
                      (follower == PlumbParser::EQUAL || follower == PlumbParser::NOT_EQUAL ||
                       follower == PlumbParser::IS || follower == PlumbParser::DOT);
  const bool isCompared = word->getType() == PlumbParser::OUTPUT && expressionFits &&
                          (follower == PlumbParser::LESS || follower == PlumbParser::LESS_EQUAL ||
                           follower == PlumbParser::GREATER || follower == PlumbParser::GREATER_EQUAL);
  // `claims output = below implies ...`, `claims output >= f`
  if (isRead || isCompared) {
    const std::string instead = isCompared ? "out.value" : "out";
    report(DiagnosticKind::UnexpectedWord, places.of(*word), {"an expression", quoted(*word)},
           {"what is published is read as `" + instead + "`", Repair{std::nullopt, instead}});
    return true;
  }
  Diagnostic told{DiagnosticKind::ReservedWord,
                  places.of(*word),
                  {std::string(places.spelling(*word))},
                  {},
                  isCell ? "what an iteration publishes is `out[i]`"
                         : "for instance `" + freeName(parser, spellingOf(word->getType())) + "`"};
  misused.firstOfType.emplace(word->getType(), std::move(told));
  readAgainWithName(*word);
}

// What follows says little before the word is read as what it is meant to be.
void Mistakes::readAgainWithName(const antlr4::Token &word) {
  misused.tokens.insert(word.getTokenIndex());
  throw antlr4::ParseCancellationException();
}

// The next token is a word that was a name before, and fits nothing; or such a word in front of it was read
// as what it is.
void Mistakes::checkMisusedAgain(antlr4::Parser &parser) {
  for (const ssize_t place : {1, -1, -2})
    if (const antlr4::Token *word = tokenAt(parser, place);
        word != nullptr && misused.firstOfType.contains(word->getType()))
      readAgainWithName(*word);
}

} // namespace plumb
