// SPDX-License-Identifier: Apache-2.0
// Mistakes::reportMisspelt(): a word that is meant as one of the language; and what is written for the words
// of others.
#include "frontend/parse/expectation.h"
#include "frontend/parse/mistakes.h"
#include "frontend/support/similar_word.h"

namespace plumb {

namespace {

using grammar::PlumbParser;

// Of the words in the place of a name that begins a statement: a statement, or what goes on with the one
// before.
constexpr std::size_t statementWords[] = {
    PlumbParser::IF,       PlumbParser::FOR,       PlumbParser::WHILE,   PlumbParser::OUTPUT,
    PlumbParser::ANNOUNCE, PlumbParser::RETURN,    PlumbParser::STOP,    PlumbParser::ELSE,
    PlumbParser::ALIGN,    PlumbParser::INVARIANT, PlumbParser::AND,     PlumbParser::OR,
    PlumbParser::DIV,      PlumbParser::MOD,       PlumbParser::IMPLIES, PlumbParser::IFF};

// In the place of an operand.
constexpr std::size_t operandWords[] = {PlumbParser::FORALL, PlumbParser::EXISTS, PlumbParser::NOT};

Help helpForTokens(std::string_view written, const auto &types) {
  SimilarWord similar(written);
  for (const std::size_t type : types)
    similar.consider(spellingOf(type));
  return similar.help();
}

std::vector<std::size_t> wordsOf(const antlr4::misc::IntervalSet &expected) {
  std::vector<std::size_t> words;
  for (const ssize_t token : expected.toList())
    if (isReservedWord(static_cast<std::size_t>(token)))
      words.push_back(static_cast<std::size_t>(token));
  return words;
}

// In the place of the first word of a rule of a policy: ANTLR has forgotten it where the rules could end.
constexpr std::string_view attributeWords[] = {"public", "sensitive"};

// In the place of the first word of a clause, where the clauses of a channel and of a composition begin with
// an ordinary name.
constexpr std::string_view channelClauses[] = {"from", "requires", "guarantees"};
constexpr std::string_view composeClauses[] = {"sample", "let", "requires", "adjacency", "guarantees"};

// In the place of the name of a query.
constexpr std::string_view recordChanges[] = {"replace", "add", "remove"};

// In whose head a clause begins with that name; empty for other names.
std::string_view declarationWith(std::string_view clause) {
  return clause == "from" ? "channel" : clause == "sample" || clause == "let" ? "compose" : "";
}

bool endsOperand(std::size_t type) {
  switch (type) {
  case PlumbParser::NAME:
  case PlumbParser::NUMBER:
  case PlumbParser::TRUE:
  case PlumbParser::FALSE:
  case PlumbParser::NONE:
  case PlumbParser::RPAREN:
  case PlumbParser::RBRACKET:
  case PlumbParser::PRIME:
    return true;
  default:
    return false;
  }
}

// ANTLR has forgotten what could have gone on with a rule that it has left.
std::vector<std::size_t> wordsThatFit(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) {
  std::vector<std::size_t> words = wordsOf(expected);
  const auto add = [&](std::initializer_list<std::size_t> further) {
    words.insert(words.end(), further.begin(), further.end());
  };
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const antlr4::Token *last = tokens.LT(-1), *before = tokens.LT(-2);
  if (before != nullptr &&
      (before->getType() == PlumbParser::REPLACE || before->getType() == PlumbParser::ADD ||
       before->getType() == PlumbParser::REMOVE))
    add({PlumbParser::UNDER, PlumbParser::WHEN, PlumbParser::ALONG});
  if (parser.getContext()->getRuleIndex() == PlumbParser::RuleAttributes)
    add({PlumbParser::WHEN});
  if (enclosing<PlumbParser::ForHeadContext>(parser) != nullptr ||
      dynamic_cast<PlumbParser::ForLoopContext *>(parser.getContext()->parent) != nullptr)
    add({PlumbParser::WHILE, PlumbParser::INVARIANT});
  if (last != nullptr && last->getLine() == tokens.LT(1)->getLine() && endsOperand(last->getType()))
    add({PlumbParser::IS, PlumbParser::AND, PlumbParser::OR, PlumbParser::IMPLIES, PlumbParser::IFF,
         PlumbParser::DIV, PlumbParser::MOD, PlumbParser::IN});
  return words;
}

bool beginsStatement(antlr4::Parser &parser, const antlr4::Token &name) {
  const auto *statement = enclosing<PlumbParser::StatementContext>(parser);
  return statement != nullptr && statement->start == &name;
}

} // namespace

Help helpForForeign(std::string_view text) {
#define FOREIGN(word, help)                                                                                  \
  if (text == (word))                                                                                        \
    return help;
#define FOREIGN_FOR(word, ours, remark)                                                                      \
  if (text == (word))                                                                                        \
    return {"write `" ours "`" remark, Repair{std::nullopt, ours}};
#include "frontend/parse/foreign.def"
#undef FOREIGN_FOR
#undef FOREIGN
  return {};
}

bool Mistakes::reportMisspelt(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) {
  return reportMisspeltClause(parser) || reportMisspeltNext(parser, expected) || reportMisspeltLast(parser);
}

// `garantees ldp(eps)` is read as `from V` as long as it can be.
bool Mistakes::reportMisspeltClause(antlr4::Parser &parser) {
  const auto *alphabets = enclosing<PlumbParser::AlphabetsContext>(parser);
  const auto *sampling = enclosing<PlumbParser::ComposeClauseContext>(parser);
  // `from V to V garantees ldp(eps)`: all these names may stand there, up to the parenthesis.
  const bool isBehindAlphabets = parser.getContext()->getRuleIndex() == PlumbParser::RuleChannel &&
                                 parser.getTokenStream()->LA(1) == PlumbParser::LPAREN;
  const auto *change = enclosing<PlumbParser::ChangeContext>(parser);
  if (change != nullptr)
    if (Help help = helpForWord(places.spelling(*change->start), recordChanges); !help.empty()) {
      report(DiagnosticKind::UnexpectedWord, places.of(*change->start),
             {"what changes", quoted(*change->start)}, std::move(help));
      return true;
    }
  const antlr4::Token *word = isBehindAlphabets      ? parser.getTokenStream()->LT(-2)
                              : alphabets != nullptr ? alphabets->start
                              : sampling != nullptr  ? sampling->start
                                                     : nullptr;
  if (word == nullptr || word->getType() != PlumbParser::NAME)
    return false;
  const std::string_view written = places.spelling(*word);
  if (written == "from" || written == "sample" || written == "let")
    return false;
  SimilarWord similar(written);
  const auto consider = [&](const auto &clauses) {
    for (const auto &clause : clauses)
      similar.consider(clause);
  };
  if (isBehindAlphabets || alphabets != nullptr)
    consider(channelClauses);
  else
    consider(composeClauses);
  if (similar.found().empty())
    return false;
  report(DiagnosticKind::UnexpectedWord, places.of(*word), {"a clause or `{`", quoted(*word)},
         similar.found() == "sample" ? Help("write `sample each with p`") : similar.help());
  return true;
}

bool Mistakes::reportMisspeltNext(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) {
  const antlr4::Token &word = *parser.getTokenStream()->LT(1);
  if (word.getType() != PlumbParser::NAME)
    return false;
  const std::size_t rule = parser.getContext()->getRuleIndex();
  const bool isThen = places.spelling(word) == "then" || places.spelling(word) == "do";
  const antlr4::Token &behind = *parser.getTokenStream()->LT(2);
  Help help = isThen && behind.getType() == PlumbParser::LBRACE
                  ? Help("leave out `" + std::string(places.spelling(word)) + "`",
                         Repair{SourceRange{places.of(word).begin, places.of(behind).begin}, ""})
              : isThen && rule == PlumbParser::RulePrimary
                  ? Help("a value that depends on a condition is `c ? a : b`")
                  : helpForForeign(places.spelling(word));
  if (const std::string_view other = declarationWith(places.spelling(word));
      rule == PlumbParser::RuleClauses && !other.empty()) {
    help = "`" + std::string(places.spelling(word)) + "` stands in the head of a `" + std::string(other) +
           "`, not of a mechanism";
    if (other == spellingOf(PlumbParser::CHANNEL))
      return reportChannel(parser, phrase(expected, rule) + after(parser), std::move(help));
  }
  if (help.empty() && rule == PlumbParser::RuleAttributes)
    help = helpForWord(places.spelling(word), attributeWords);
  if (help.empty())
    help = helpForTokens(places.spelling(word), wordsThatFit(parser, expected));
  if (help.empty())
    return false;
  report(DiagnosticKind::UnexpectedWord, places.of(word),
         {phrase(expected, parser.getContext()->getRuleIndex()) + after(parser), quoted(word)}, help);
  return true;
}

/// `mechanism krr(...) from X[k] to X ... { y = x -> ... }`: what its body says is that of a channel.
bool Mistakes::reportChannel(antlr4::Parser &parser, std::string expected, Help help) {
  const Nearby at(parser, {}, places);
  if (const auto *mechanism = enclosing<PlumbParser::MechanismContext>(parser))
    help.repair = {Repair{places.of(*mechanism->start), std::string(spellingOf(PlumbParser::CHANNEL))}};
  report(DiagnosticKind::UnexpectedWord, at.range(1), {std::move(expected), quoted(*tokenAt(parser, 1))},
         std::move(help));
  auto &tokens = dynamic_cast<antlr4::BufferedTokenStream &>(*parser.getTokenStream());
  tokens.fill();
  std::size_t behind = tokenAt(parser, 1)->getTokenIndex();
  const auto type = [&] { return tokens.get(behind)->getType(); };
  while (behind + 1 < tokens.size() && type() != PlumbParser::LBRACE)
    ++behind;
  for (std::size_t depth = 0; behind + 1 < tokens.size(); ++behind) {
    depth += type() == PlumbParser::LBRACE ? 1 : 0;
    if (type() == PlumbParser::RBRACE && --depth == 0)
      break;
  }
  endOfOther = places.of(*tokens.get(behind)).end;
  return true;
}

bool Mistakes::reportMisspeltLast(antlr4::Parser &parser) {
  const antlr4::Token *word = parser.getTokenStream()->LT(-1);
  if (word == nullptr || word->getType() != PlumbParser::NAME)
    return false;
  const bool isStatement = beginsStatement(parser, *word);
  if (isStatement && places.spelling(*word) == "out") {
    report(DiagnosticKind::UnexpectedWord, places.of(*word), {"a statement", quoted(*word)},
           "publish with `output ...`: each iteration of a loop has a cell of its own");
    return true;
  }
  // Behind `x := foral` the name `i` begins a statement.
  const antlr4::Token *before = isStatement ? parser.getTokenStream()->LT(-2) : nullptr;
  if (before != nullptr && before->getType() == PlumbParser::NAME && before->getLine() == word->getLine())
    if (Help operandHelp = helpForTokens(places.spelling(*before), operandWords); !operandHelp.empty()) {
      report(DiagnosticKind::UnexpectedWord, places.of(*before), {"an expression", quoted(*before)},
             std::move(operandHelp));
      return true;
    }
  Help help = isStatement ? helpForForeign(places.spelling(*word)) : Help();
  if (help.empty())
    help = isStatement ? helpForTokens(places.spelling(*word), statementWords)
                       : helpForTokens(places.spelling(*word), operandWords);
  if (help.empty())
    return false;
  report(DiagnosticKind::UnexpectedWord, places.of(*word),
         {isStatement ? "a statement" : "an expression", quoted(*word)}, help);
  return true;
}

} // namespace plumb
