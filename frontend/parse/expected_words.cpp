// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/expected_words.h"

#include "frontend/parse/expectation.h"
#include "frontend/parse/recovery.h"
#include "frontend/parse/scan.h"

#include <PlumbLexer.h>
#include <algorithm>
#include <set>
#include <string>

namespace plumb {

namespace {

using Parser = grammar::PlumbParser;

/// Who reads has a frame for each. What a `?` or a quantifier opens ends somewhere in its block.
bool isDeep(antlr4::BufferedTokenStream &tokens) {
  constexpr std::size_t deepest = 256;
  std::size_t open = 0, inBlock = 0;
  for (const antlr4::Token *token : tokens.getTokens()) {
    switch (token->getType()) {
    case Parser::LBRACE:
    case Parser::RBRACE:
      inBlock = 0;
      break;
    case Parser::QUESTION:
    case Parser::FORALL:
    case Parser::EXISTS:
      ++inBlock;
      break;
    default:
      break;
    }
    const std::size_t type = token->getType();
    open += type == Parser::LBRACE || type == Parser::LPAREN || type == Parser::LBRACKET ? 1 : 0;
    open -=
        open > 0 && (type == Parser::RBRACE || type == Parser::RPAREN || type == Parser::RBRACKET) ? 1 : 0;
    if (open + inBlock > deepest)
      return true;
  }
  return false;
}

/// What an expression may read, by what it is part of.
NamePlace placeOfExpression(const antlr4::RuleContext *part, std::size_t last) {
  for (; part != nullptr; part = dynamic_cast<const antlr4::RuleContext *>(part->parent))
    switch (part->getRuleIndex()) {
    case Parser::RuleAlignment:
      return NamePlace::Value | NamePlace::Published;
    case Parser::RuleInvariant:
      return NamePlace::Value | NamePlace::Published | NamePlace::Invariant;
    case Parser::RuleSample:
      return NamePlace::Scale;
    case Parser::RuleAttributeRule:
      return NamePlace::Term | NamePlace::Field;
    case Parser::RuleField:
    case Parser::RuleAllowance:
    case Parser::RuleAggregate:
    case Parser::RuleIndexRanges:
    case Parser::RuleParameter:
    case Parser::RuleComposeClause:
      return NamePlace::Term;
    case Parser::RuleClause:
      return dynamic_cast<const Parser::ClaimContext *>(part) == nullptr
                 ? NamePlace::Term
                 : NamePlace::Value | NamePlace::Published;
    default:
      break;
    }
  return last == Parser::RETURN ? NamePlace::Value | NamePlace::Returned : NamePlace::Value;
}

/// `sample each with p` and `let E = t`, whose words are names.
NamePlace placeInTerm(const Parser::ComposeTermContext &term) {
  if (term.first == nullptr)
    return NamePlace::ComposeClause;
  // A new name, or none.
  if (term.first->getText() != "sample")
    return NamePlace::None;
  return term.second == nullptr ? NamePlace::Sampled : NamePlace::SampledWith;
}

/// \param part the innermost. \param last the type of the word in front.
NamePlace placeIn(const antlr4::RuleContext &part, std::size_t last, const std::set<std::size_t> &expected) {
  const std::size_t rule = part.getRuleIndex();
  switch (last) {
  case Parser::DOT:
    return NamePlace::Part;
  case Parser::TILDE:
    return NamePlace::Law;
  case Parser::ALIGN:
    return NamePlace::Aligned;
  case Parser::REPLACE:
  case Parser::REMOVE:
  case Parser::ADD:
    return NamePlace::Record;
  case Parser::UNDER:
    return NamePlace::Policy;
  case Parser::ADJACENCY:
    // Of a composition records alone differ.
    return rule == Parser::RuleComposeClause ? NamePlace::None : NamePlace::Change;
  case Parser::IN:
    if (rule == Parser::RuleRelation || rule == Parser::RuleChannelItem)
      return NamePlace::Class;
    break;
  default:
    break;
  }
  if (expected.contains(Parser::TRUE))
    return placeOfExpression(&part, last);
  // A statement may follow what is read.
  if (expected.contains(Parser::OUTPUT))
    return NamePlace::Target;
  switch (rule) {
  case Parser::RuleClause:
  case Parser::RuleChange:
    return last == Parser::GUARANTEES ? NamePlace::Guarantee : NamePlace::Change;
  case Parser::RuleNotion:
    return NamePlace::Notion;
  case Parser::RuleNotionArgument:
  case Parser::RuleChannelClass:
  case Parser::RuleRelation:
    return NamePlace::Class;
  case Parser::RuleChannelClause:
  case Parser::RuleChannel:
  case Parser::RuleAlphabets:
    return last == Parser::GUARANTEES ? NamePlace::Notion : NamePlace::Alphabets | NamePlace::Class;
  case Parser::RuleComposeClause:
    if (const auto *term = dynamic_cast<const Parser::ComposeTermContext *>(&part))
      return placeInTerm(*term);
    [[fallthrough]];
  case Parser::RuleComposition:
    return last == Parser::GUARANTEES ? NamePlace::Notion : NamePlace::ComposeClause;
  case Parser::RulePolicy:
    return NamePlace::PolicyHead;
  case Parser::RuleAttribute:
  case Parser::RuleAttributeRule:
    return NamePlace::Field;
  case Parser::RuleAggregate:
  case Parser::RuleJoin:
    return last == Parser::COLON ? NamePlace::Record : NamePlace::Aggregate;
  case Parser::RuleParts:
  case Parser::RulePart:
    return NamePlace::Stage;
  case Parser::RuleChannelItem:
    return NamePlace::ChannelItem | NamePlace::Class;
  default:
    return NamePlace::None;
  }
}

/// Reads on behind mistakes, and stops at the end of the text to tell what is expected there.
class AtEnd final : public Recovery {
public:
  AtEnd(Mistakes &mistakes, std::optional<ExpectedWords> &to) : Recovery(mistakes), found(to) {}

  antlr4::Token *recoverInline(antlr4::Parser *parser) override {
    look(*parser);
    return Recovery::recoverInline(parser);
  }
  void sync(antlr4::Parser *parser) override {
    look(*parser);
    Recovery::sync(parser);
  }
  void reportError(antlr4::Parser *parser, const antlr4::RecognitionException &error) override {
    look(*parser);
    Recovery::reportError(parser, error);
  }

private:
  void look(antlr4::Parser &parser) {
    antlr4::TokenStream &tokens = *parser.getTokenStream();
    if (tokens.LA(1) != antlr4::Token::EOF)
      return;
    std::set<std::size_t> expected;
    for (const ssize_t token : parser.getExpectedTokens().toList())
      expected.insert(static_cast<std::size_t>(token));
    found.emplace();
    for (const std::size_t token : expected)
      if (isReservedWord(token))
        found->keywords.push_back(spellingOf(token));
    const std::size_t last = tokens.index() == 0 ? antlr4::Token::EOF : tokens.LA(-1);
    if (expected.contains(Parser::NAME))
      found->names = placeIn(*parser.getContext(), last, expected);
    throw antlr4::ParseCancellationException();
  }

  std::optional<ExpectedWords> &found;
};

} // namespace

std::optional<ExpectedWords> expectedWordsAt(const SourceFile &file, std::uint32_t offset) {
  const SourceFile before(file.path(), std::string(file.text().substr(0, offset)));
  DiagnosticSink ignored;
  if (!scanCharacters(before, ignored))
    return std::nullopt;
  const TokenPlaces places(before.text());
  antlr4::ANTLRInputStream input{std::string(places.withoutMark())};
  grammar::PlumbLexer lexer(&input);
  antlr4::CommonTokenStream tokens(&lexer);
  lexer.removeErrorListeners();
  tokens.fill();
  if (isDeep(tokens))
    return std::nullopt;
  Parser parser(&tokens);
  parser.removeErrorListeners();
  MisusedWords misused;
  Mistakes mistakes(places, ignored, misused);
  std::optional<ExpectedWords> found;
  parser.setErrorHandler(std::make_shared<AtEnd>(mistakes, found));
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
      antlr4::atn::PredictionMode::SLL);
  try {
    parser.program();
  } catch (const antlr4::ParseCancellationException &) {
    return found;
  }
  return std::nullopt;
}

} // namespace plumb
