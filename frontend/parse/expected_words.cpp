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
  constexpr NamePlace formula = NamePlace::Term | NamePlace::Formula;
  for (; part != nullptr; part = dynamic_cast<const antlr4::RuleContext *>(part->parent))
    switch (part->getRuleIndex()) {
    case Parser::RuleAlignment:
      return NamePlace::Value | NamePlace::Published | NamePlace::Formula;
    case Parser::RuleInvariant:
      return NamePlace::Value | NamePlace::Published | NamePlace::Invariant | NamePlace::Formula;
    case Parser::RuleSample:
      return NamePlace::Scale;
    case Parser::RuleAttributeRule:
      return formula | NamePlace::Field;
    case Parser::RuleAllowance:
    case Parser::RuleAggregate:
    case Parser::RuleRecordChange:
      return formula;
    case Parser::RuleField:
    case Parser::RuleIndexRanges:
    case Parser::RuleParameter:
    case Parser::RuleChannelClause:
      return NamePlace::Term;
    case Parser::RuleChannelItem:
      return NamePlace::Power;
    case Parser::RuleComposeClause:
      if (dynamic_cast<const Parser::ComposeRequirementContext *>(part) != nullptr)
        return formula;
      if (const auto *term = dynamic_cast<const Parser::ComposeTermContext *>(part))
        return term->third == nullptr ? NamePlace::Power : NamePlace::Term;
      return NamePlace::Term;
    case Parser::RuleClause:
      if (dynamic_cast<const Parser::ClaimContext *>(part) != nullptr)
        return NamePlace::Value | NamePlace::Published | NamePlace::Formula;
      return dynamic_cast<const Parser::RequirementContext *>(part) != nullptr ? formula : NamePlace::Term;
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

/// The variable that `out[i].` or `r'.` begins with, if \p postfix is that point; else null.
antlr4::tree::TerminalNode *variableInFront(const antlr4::RuleContext &postfix) {
  const auto *operand = dynamic_cast<const Parser::OperandContext *>(postfix.parent);
  auto *primary = operand == nullptr ? nullptr : const_cast<Parser::OperandContext *>(operand)->primary();
  return primary == nullptr ? nullptr : primary->NAME();
}

/// Behind a point.
NamePlace placeOfPart(const antlr4::RuleContext &postfix) {
  auto *variable = variableInFront(postfix);
  if (variable != nullptr && variable->getText() == "out")
    return NamePlace::CellPart;
  return variable != nullptr && variable->getText() == "result" ? NamePlace::ResultPart : NamePlace::Part;
}

/// `one f changes by 1`, whose words are names: \p words of them are there.
NamePlace placeInChange(const std::vector<antlr4::tree::TerminalNode *> &words) {
  if (words.empty())
    return NamePlace::Change | NamePlace::Answer;
  const std::string last = words.back()->getText();
  if (isDirection(last))
    return NamePlace::None;
  return words.size() == 1 && last == "one" ? NamePlace::Answer : NamePlace::Direction;
}

/// Within a part of a composition, of which `then` and `times` are names too.
NamePlace placeInPart(const antlr4::RuleContext &part, std::size_t last) {
  if (last == Parser::ASSIGN)
    return NamePlace::Stage;
  const auto *named = dynamic_cast<const Parser::PartContext *>(&part);
  const bool isBehindThen = last == Parser::NAME && named != nullptr &&
                            const_cast<Parser::PartContext *>(named)->getStart()->getText() == "then";
  return isBehindThen ? NamePlace::Stage : NamePlace::Times;
}

/// Within a row, a definition or a map of a channel.
NamePlace placeInItem(std::size_t last) {
  switch (last) {
  case Parser::COMMA:
    return NamePlace::Row;
  case Parser::COLON:
  case Parser::ARROW:
  case Parser::IMPLIES:
    return NamePlace::Class;
  default:
    return NamePlace::None;
  }
}

/// \param part the innermost. \param last the type of the word in front.
NamePlace placeIn(const antlr4::RuleContext &part, std::size_t last, const std::set<std::size_t> &expected) {
  const std::size_t rule = part.getRuleIndex();
  switch (last) {
  case Parser::DOT:
    return placeOfPart(part);
  case Parser::IS:
    return NamePlace::Tag;
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
    return rule == Parser::RuleComposeClause ? NamePlace::None : placeInChange({});
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
    return last == Parser::GUARANTEES ? NamePlace::Guarantee : placeInChange({});
  case Parser::RuleChange:
    return placeInChange(
        const_cast<Parser::ChangeContext &>(dynamic_cast<const Parser::ChangeContext &>(part)).NAME());
  case Parser::RuleNotion:
    return NamePlace::Notion;
  case Parser::RuleNotionArgument:
  case Parser::RuleChannelClass:
    return NamePlace::Class;
  case Parser::RuleRelation:
    return last == Parser::LPAREN                               ? NamePlace::Row
           : last == Parser::EQUAL || last == Parser::NOT_EQUAL ? NamePlace::Class | NamePlace::Row
                                                                : NamePlace::Class;
  case Parser::RuleChannel:
    if (expected.contains(Parser::RBRACE))
      return NamePlace::ChannelItem | NamePlace::Row;
    [[fallthrough]];
  case Parser::RuleChannelClause:
  case Parser::RuleAlphabets:
    return last == Parser::GUARANTEES ? NamePlace::Notion : NamePlace::Alphabets | NamePlace::Class;
  case Parser::RuleComposeClause:
    if (const auto *term = dynamic_cast<const Parser::ComposeTermContext *>(&part))
      return placeInTerm(*term);
    [[fallthrough]];
  case Parser::RuleComposition:
    return last == Parser::GUARANTEES ? NamePlace::Notion : NamePlace::ComposeClause;
  case Parser::RulePolicy: {
    const auto &policy = dynamic_cast<const Parser::PolicyContext &>(part);
    return policy.on == nullptr ? NamePlace::PolicyHead : NamePlace::Record;
  }
  case Parser::RuleAttribute:
  case Parser::RuleAttributeRule:
    return NamePlace::Field;
  case Parser::RuleAggregate:
  case Parser::RuleJoin:
    return last == Parser::COLON ? NamePlace::Record : NamePlace::Aggregate;
  case Parser::RuleParts:
    return last == Parser::LBRACE || last == Parser::SEMICOLON ? NamePlace::Stage
                                                               : NamePlace::Stage | NamePlace::Later;
  case Parser::RulePart:
    return placeInPart(part, last);
  case Parser::RuleChannelItem:
    return placeInItem(last);
  default:
    return NamePlace::None;
  }
}

/// The record that \p variable is one of in \p aggregate; empty if it is none there.
std::string recordOf(const Parser::AggregateContext &aggregate, const std::string &variable) {
  auto &read = const_cast<Parser::AggregateContext &>(aggregate);
  if (read.recordName != nullptr && !read.words.empty() && read.words.back()->getText() == variable)
    return read.recordName->getText();
  for (Parser::JoinContext *join : read.join())
    if (join->NAME().size() == 2 && join->NAME(0)->getText() == variable)
      return join->NAME(1)->getText();
  return {};
}

/// See ExpectedWords::record.
std::string recordIn(const antlr4::RuleContext &innermost) {
  auto *variable = variableInFront(innermost);
  for (const antlr4::RuleContext *part = &innermost; part != nullptr;
       part = dynamic_cast<const antlr4::RuleContext *>(part->parent)) {
    if (const auto *aggregate = dynamic_cast<const Parser::AggregateContext *>(part))
      return variable == nullptr ? std::string() : recordOf(*aggregate, variable->getText());
    std::vector<antlr4::tree::TerminalNode *> names;
    std::size_t place = 0;
    if (const auto *policy = dynamic_cast<const Parser::PolicyContext *>(part)) {
      names = const_cast<Parser::PolicyContext *>(policy)->NAME();
      place = 2;
    } else if (const auto *change = dynamic_cast<const Parser::RecordChangeContext *>(part)) {
      names = const_cast<Parser::RecordChangeContext *>(change)->NAME();
    } else {
      continue;
    }
    return place < names.size() ? names[place]->getText() : std::string();
  }
  return {};
}

std::set<std::size_t> operandTokens() {
  std::set<std::size_t> tokens;
  for (std::size_t token = 1; token <= Parser::BLOCK_COMMENT; ++token)
    if (beginsOperand(token))
      tokens.insert(token);
  return tokens;
}

/// Words of formulas, where none may stand; and whatever is no tag, where one has to: `none` is one.
bool isOutOfPlace(std::size_t keyword, NamePlace place, bool isExpression) {
  if (place == NamePlace::Tag)
    return keyword != Parser::NONE;
  const bool isOfFormula = keyword == Parser::FORALL || keyword == Parser::EXISTS || keyword == Parser::NONE;
  return isExpression && isOfFormula && !meets(place, NamePlace::Formula);
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
    // Two choices are decided by words that are not there yet: what may be left open is told from a term by
    // the one behind `exp(`, and a number of times from a later part by the one behind both names.
    const std::size_t rule = parser->getContext()->getRuleIndex();
    if (error.getOffendingToken()->getType() == antlr4::Token::EOF && rule == Parser::RuleOpenTerm)
      tell(*parser, Parser::LPAREN, operandTokens());
    if (error.getOffendingToken()->getType() == antlr4::Token::EOF && rule == Parser::RulePart)
      tell(*parser, Parser::NAME, {Parser::NAME});
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
    tell(parser, tokens.index() == 0 ? antlr4::Token::EOF : tokens.LA(-1), expected);
  }

  /// \param last the type of the word in front. \param expected what may come.
  [[noreturn]] void tell(antlr4::Parser &parser, std::size_t last, const std::set<std::size_t> &expected) {
    found.emplace();
    if (expected.contains(Parser::NAME))
      found->names = placeIn(*parser.getContext(), last, expected);
    for (const std::size_t token : expected)
      if (isReservedWord(token) && !isOutOfPlace(token, found->names, expected.contains(Parser::TRUE)))
        found->keywords.push_back(spellingOf(token));
    if (meets(found->names, NamePlace::Part | NamePlace::Field))
      found->record = recordIn(*parser.getContext());
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
