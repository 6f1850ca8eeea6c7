// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/expectation.h"

#include <PlumbParser.h>
#include <set>
#include <vector>

namespace plumb {

namespace {

using Parser = grammar::PlumbParser;
using Tokens = std::set<std::size_t>;

void without(Tokens &tokens, std::initializer_list<std::size_t> removed) {
  for (const std::size_t token : removed)
    tokens.erase(token);
}

Tokens toSet(const antlr4::misc::IntervalSet &tokens) {
  Tokens result;
  for (const ssize_t token : tokens.toList())
    result.insert(static_cast<std::size_t>(token));
  return result;
}

// What the grammar reads only in order to answer it.
void dropSlips(Tokens &tokens) {
  without(tokens, {Parser::COMPOUND, Parser::EQUAL_EQUAL, Parser::AND_AND, Parser::OR_OR, Parser::BANG});
}

void takeOperators(Tokens &tokens, std::vector<std::string> &parts) {
  if (!tokens.contains(Parser::TIMES))
    return;
  without(tokens,
          {Parser::PLUS,  Parser::MINUS,   Parser::TIMES,      Parser::DIVIDE,   Parser::DIV,
           Parser::MOD,   Parser::LESS,    Parser::LESS_EQUAL, Parser::GREATER,  Parser::GREATER_EQUAL,
           Parser::EQUAL, Parser::IS,      Parser::NOT_EQUAL,  Parser::IN,       Parser::AND,
           Parser::OR,    Parser::IMPLIES, Parser::IFF,        Parser::QUESTION, Parser::LBRACKET,
           Parser::DOT,   Parser::PRIME,   Parser::LPAREN});
  // Behind a whole expression the end of the block says little.
  if (tokens.contains(Parser::OUTPUT)) {
    parts.emplace_back("an operator");
    tokens.erase(Parser::RBRACE);
  }
}

void takeExpression(Tokens &tokens, std::vector<std::string> &parts) {
  if (!tokens.contains(Parser::TRUE))
    return;
  without(tokens, {Parser::NUMBER, Parser::TRUE, Parser::FALSE, Parser::NONE, Parser::NAME, Parser::REAL,
                   Parser::LPAREN, Parser::MINUS, Parser::NOT, Parser::FORALL, Parser::EXISTS});
  parts.emplace_back("an expression");
}

void takeStatement(Tokens &tokens, std::vector<std::string> &parts) {
  if (!tokens.contains(Parser::OUTPUT))
    return;
  without(tokens, {Parser::NAME, Parser::IF, Parser::FOR, Parser::WHILE, Parser::OUTPUT, Parser::ANNOUNCE,
                   Parser::RETURN, Parser::STOP, Parser::SEMICOLON, Parser::ELSE});
  parts.emplace_back("a statement");
}

void takeClause(Tokens &tokens, std::vector<std::string> &parts) {
  if (!tokens.contains(Parser::REQUIRES))
    return;
  without(tokens, {Parser::REQUIRES, Parser::ADJACENCY, Parser::GUARANTEES, Parser::CLAIMS});
  parts.emplace_back("a clause");
}

void takeType(Tokens &tokens, std::vector<std::string> &parts) {
  if (tokens.contains(Parser::INT))
    parts.emplace_back(tokens.contains(Parser::QUERY) ? "a type (`int`, `real`, `bool`, `query` or `size`)"
                                                      : "a type (`int`, `real` or `bool`)");
  without(tokens, {Parser::INT, Parser::BOOL, Parser::QUERY, Parser::SIZE});
  if (!parts.empty())
    tokens.erase(Parser::REAL);
}

void takeRest(const Tokens &tokens, std::vector<std::string> &parts) {
  if (tokens.contains(Parser::NAME))
    parts.emplace_back("a name");
  for (const std::size_t token : tokens)
    if (!spellingOf(token).empty())
      parts.push_back("`" + std::string(spellingOf(token)) + "`");
  if (tokens.contains(antlr4::Token::EOF))
    parts.emplace_back("the end of the file");
}

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0)
      text += i + 1 == parts.size() ? " or " : ", ";
    text += parts[i];
  }
  return text;
}

} // namespace

std::string_view spellingOf(std::size_t tokenType) {
  switch (tokenType) {
#define WORD(token, text)                                                                                    \
  case Parser::token:                                                                                        \
    return text;
#include "frontend/parse/words.def"
#undef WORD
  default:
    return {};
  }
}

bool isReservedWord(std::size_t tokenType) {
  const std::string_view text = spellingOf(tokenType);
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z';
}

bool beginsOperand(std::size_t tokenType) {
  switch (tokenType) {
  case Parser::NUMBER:
  case Parser::TRUE:
  case Parser::FALSE:
  case Parser::NONE:
  case Parser::NAME:
  case Parser::REAL:
  case Parser::LPAREN:
  case Parser::MINUS:
  case Parser::NOT:
  case Parser::BANG:
  case Parser::FORALL:
  case Parser::EXISTS:
    return true;
  default:
    return false;
  }
}

bool startsStatement(std::size_t tokenType) {
  switch (tokenType) {
  case Parser::NAME:
  case Parser::IF:
  case Parser::FOR:
  case Parser::WHILE:
  case Parser::OUTPUT:
  case Parser::ANNOUNCE:
  case Parser::RETURN:
  case Parser::STOP:
    return true;
  default:
    return false;
  }
}

bool startsClause(std::size_t tokenType) {
  return tokenType == Parser::REQUIRES || tokenType == Parser::ADJACENCY || tokenType == Parser::GUARANTEES ||
         tokenType == Parser::CLAIMS;
}

bool startsDeclaration(std::size_t tokenType) {
  switch (tokenType) {
  case Parser::MECHANISM:
  case Parser::CHANNEL:
  case Parser::COMPOSE:
  case Parser::RECORD:
  case Parser::POLICY:
  case Parser::QUERY:
  case Parser::SIZE:
    return true;
  default:
    return false;
  }
}

bool isDirection(std::string_view word) {
  return word == "decreasing" || word == "increasing" || word == "changes";
}

std::string phrase(const antlr4::misc::IntervalSet &expected, std::size_t rule) {
  Tokens tokens = toSet(expected);
  if (tokens.contains(Parser::ASSIGN) && tokens.contains(Parser::TILDE))
    return "`:=` or `~`";
  if (rule == Parser::RuleAlignment && tokens.contains(Parser::EQUAL))
    return "`=`";
  if (rule == Parser::RuleChange && tokens.contains(Parser::BY))
    return "`decreasing by`, `increasing by` or `changes by`";
  if (rule == Parser::RuleAlphabets && tokens.contains(Parser::NAME))
    return "`to` and the outputs";
  if (rule == Parser::RuleAggregate && tokens.contains(Parser::COLON))
    return "`count x: Record where ...`, or `sum`, `max` or `min` as in `sum x: Record of ... where ...`";
  std::vector<std::string> parts;
  dropSlips(tokens);
  takeOperators(tokens, parts);
  takeExpression(tokens, parts);
  takeStatement(tokens, parts);
  takeClause(tokens, parts);
  takeType(tokens, parts);
  takeRest(tokens, parts);
  return joined(parts);
}

} // namespace plumb
