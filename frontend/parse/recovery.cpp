// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/recovery.h"

#include "frontend/parse/expectation.h"

namespace plumb {

namespace {

using grammar::PlumbParser;

// What the mistake is in, and so where reading can go on.
enum class Region { Declarations, Parameter, Clauses, StatementHead, Statement };

Region regionOf(antlr4::ParserRuleContext *context) {
  for (antlr4::tree::ParseTree *node = context; node != nullptr; node = node->parent) {
    switch (dynamic_cast<antlr4::ParserRuleContext &>(*node).getRuleIndex()) {
    case PlumbParser::RuleParameter:
      return Region::Parameter;
    case PlumbParser::RuleSignature:
    case PlumbParser::RuleClauses:
    case PlumbParser::RuleMechanism:
      return Region::Clauses;
    case PlumbParser::RuleIfHead:
    case PlumbParser::RuleForHead:
    case PlumbParser::RuleWhileHead:
      return Region::StatementHead;
    case PlumbParser::RuleStatement:
    case PlumbParser::RuleBlock:
      return Region::Statement;
    default:
      break;
    }
  }
  return Region::Declarations;
}

// Does reading go on behind this rule, or does the mistake spoil the rule around it too?
bool resumes(antlr4::ParserRuleContext &context) {
  switch (context.getRuleIndex()) {
  case PlumbParser::RuleProgram:
  case PlumbParser::RuleProposition:
  case PlumbParser::RuleSizes:
  case PlumbParser::RuleRecord:
  case PlumbParser::RulePolicy:
  case PlumbParser::RuleQueryDefinition:
  case PlumbParser::RuleChannel:
  case PlumbParser::RuleMechanism:
  case PlumbParser::RuleComposition:
  case PlumbParser::RuleSignature:
  case PlumbParser::RuleParameters:
  case PlumbParser::RuleParameter:
  case PlumbParser::RuleClauses:
  case PlumbParser::RuleClause:
  case PlumbParser::RuleBlock:
  case PlumbParser::RuleStatement:
  case PlumbParser::RuleIfHead:
  case PlumbParser::RuleForHead:
  case PlumbParser::RuleWhileHead:
    return true;
  default:
    return false;
  }
}

// Does it begin in front of all brackets that can be open in it? A block begins with one.
bool isStatement(antlr4::ParserRuleContext &context) {
  switch (context.getRuleIndex()) {
  case PlumbParser::RuleStatement:
  case PlumbParser::RuleIfHead:
  case PlumbParser::RuleForHead:
  case PlumbParser::RuleWhileHead:
    return true;
  default:
    return false;
  }
}

// The index of the first token of the parameter that \p context is part of.
std::size_t parameterStart(antlr4::ParserRuleContext *context) {
  while (context->getRuleIndex() != PlumbParser::RuleParameter)
    context = dynamic_cast<antlr4::ParserRuleContext *>(context->parent);
  return context->getStart()->getTokenIndex();
}

bool opens(std::size_t type) {
  return type == PlumbParser::LPAREN || type == PlumbParser::LBRACKET || type == PlumbParser::LBRACE;
}

bool closes(std::size_t type) {
  return type == PlumbParser::RPAREN || type == PlumbParser::RBRACKET || type == PlumbParser::RBRACE;
}

// Skips tokens of one stream. Brackets match, because scan() has seen to it; only a `}` may be one too many.
class Skipper {
public:
  explicit Skipper(antlr4::Parser &parser)
      : tokens(dynamic_cast<antlr4::BufferedTokenStream &>(*parser.getTokenStream())) {
    tokens.fill();
  }

  void skipTo(Region region);

  /// Leaves the brackets that were opened since token \p begin.
  void leaveBrackets(std::size_t begin);

private:
  bool isEnd(Region region);
  bool namesTarget();
  // From a bracket at \p index to the index behind its partner.
  std::size_t behindGroup(std::size_t index);
  std::size_t typeAt(std::size_t index) { return tokens.get(index)->getType(); }

  antlr4::BufferedTokenStream &tokens;
};

void Skipper::skipTo(Region region) {
  while (!isEnd(region)) {
    const bool block = tokens.LA(1) == PlumbParser::LBRACE;
    if (opens(tokens.LA(1)))
      tokens.seek(behindGroup(tokens.index()));
    else
      tokens.consume();
    if (block && region == Region::Statement)
      return;
  }
}

void Skipper::leaveBrackets(std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t i = begin; i < tokens.index(); ++i) {
    depth += opens(typeAt(i)) ? 1 : 0;
    depth -= closes(typeAt(i)) && depth > 0 ? 1 : 0;
  }
  for (; depth > 0 && tokens.LA(1) != antlr4::Token::EOF; tokens.consume()) {
    depth += opens(tokens.LA(1)) ? 1 : 0;
    depth -= closes(tokens.LA(1)) ? 1 : 0;
  }
}

bool Skipper::isEnd(Region region) {
  const std::size_t next = tokens.LA(1);
  if (next == antlr4::Token::EOF)
    return true;
  switch (region) {
  case Region::Declarations:
    return startsDeclaration(next);
  case Region::Parameter:
    return next == PlumbParser::COMMA || next == PlumbParser::RPAREN;
  case Region::Clauses:
    return startsClause(next) || next == PlumbParser::LBRACE || startsDeclaration(next);
  case Region::StatementHead:
    if (next == PlumbParser::LBRACE)
      return true;
    // A head goes on behind what separates its parts elsewhere.
    if (next == PlumbParser::SEMICOLON &&
        (tokens.LA(2) == PlumbParser::INVARIANT || tokens.LA(2) == PlumbParser::LBRACE))
      return false;
    [[fallthrough]];
  case Region::Statement:
    return next == PlumbParser::RBRACE || next == PlumbParser::SEMICOLON ||
           (next == PlumbParser::NAME ? namesTarget() : startsStatement(next));
  }
  return true;
}

// Is the next name the target of a statement, or part of the expression that is skipped?
bool Skipper::namesTarget() {
  const std::size_t name = tokens.index();
  std::size_t sign = name + 1;
  while (typeAt(sign) == PlumbParser::LBRACKET)
    sign = behindGroup(sign);
  const bool onNewLine = name == 0 || tokens.get(name - 1)->getLine() != tokens.get(name)->getLine();
  switch (typeAt(sign)) {
  case PlumbParser::ASSIGN:
  case PlumbParser::COMPOUND:
  case PlumbParser::TILDE:
    return true;
  case PlumbParser::EQUAL:
  case PlumbParser::COLON:
    return onNewLine;
  default:
    return false;
  }
}

std::size_t Skipper::behindGroup(std::size_t index) {
  std::size_t depth = 0;
  for (; typeAt(index) != antlr4::Token::EOF; ++index) {
    depth += opens(typeAt(index)) ? 1 : 0;
    if (closes(typeAt(index)) && --depth == 0)
      return index + 1;
  }
  return index;
}

} // namespace

void Recovery::reset(antlr4::Parser *) {
  recovering = false;
}

antlr4::Token *Recovery::recoverInline(antlr4::Parser *parser) {
  throw antlr4::InputMismatchException(parser);
}

bool Recovery::inErrorRecoveryMode(antlr4::Parser *) {
  return recovering;
}

void Recovery::reportMatch(antlr4::Parser *parser) {
  recovering = false;
  mistakes.checkMatched(*parser);
}

void Recovery::reportError(antlr4::Parser *parser, const antlr4::RecognitionException &) {
  if (recovering)
    return;
  recovering = true;
  if (mistakes.reportUnexpected(*parser))
    parser->getTokenStream()->consume();
}

void Recovery::recover(antlr4::Parser *parser, std::exception_ptr error) {
  // A rule inside, such as an argument list, might take the word at which reading goes on for
  // one of its own.
  if (!resumes(*parser->getContext()))
    std::rethrow_exception(error);
  const Region region = regionOf(parser->getContext());
  Skipper skipper(*parser);
  if (region == Region::Parameter)
    skipper.leaveBrackets(parameterStart(parser->getContext()));
  else if (isStatement(*parser->getContext()))
    skipper.leaveBrackets(parser->getContext()->getStart()->getTokenIndex());
  skipper.skipTo(region);
}

// Called before each repetition and option. Only these need it: behind the others stands a
// word of the same rule, which will be missed in its turn.
void Recovery::sync(antlr4::Parser *parser) {
  switch (parser->getContext()->getRuleIndex()) {
  case PlumbParser::RuleBlock:
    return syncStatements(*parser);
  case PlumbParser::RuleClauses:
    return syncClauses(*parser);
  case PlumbParser::RuleProgram:
    return syncDeclarations(*parser);
  case PlumbParser::RuleParameters:
    return syncParameters(*parser);
  case PlumbParser::RuleRecord:
    return syncFields(*parser);
  default:
    return;
  }
}

void Recovery::syncStatements(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const auto fits = [&] {
    const std::size_t next = tokens.LA(1);
    return startsStatement(next) || next == PlumbParser::SEMICOLON || next == PlumbParser::RBRACE ||
           next == antlr4::Token::EOF;
  };
  if (fits())
    return;
  if (!recovering) {
    if (const auto name = mistakes.reportForgottenExpression(parser)) {
      tokens.seek(*name);
      return;
    }
    mistakes.reportNoStatement(parser);
    recovering = true;
  }
  while (!fits()) {
    Skipper skipper(parser);
    if (!opens(tokens.LA(1)))
      tokens.consume();
    skipper.skipTo(Region::Statement);
  }
}

// Before the first parameter, where it may still be a parameter or the end that is missed, or
// behind one.
void Recovery::syncParameters(antlr4::Parser &parser) {
  switch (parser.getTokenStream()->LA(1)) {
  case PlumbParser::NAME:
  case PlumbParser::SIZE:
  case PlumbParser::COMMA:
  case PlumbParser::RPAREN:
    return;
  default:
    throw antlr4::InputMismatchException(&parser);
  }
}

// Before the first field, where it may still be a field that is missed.
void Recovery::syncFields(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  if (tokens.LA(-1) == PlumbParser::LBRACE && tokens.LA(1) != PlumbParser::NAME &&
      tokens.LA(1) != PlumbParser::RBRACE)
    throw antlr4::InputMismatchException(&parser);
}

// Of a word that stands where none fits, as in `f adjacency changes by 1`, the rest of its line is no
// mistake of its own.
static void skipLine(antlr4::Parser &parser, Region region) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const std::size_t line = tokens.LT(1)->getLine();
  Skipper skipper(parser);
  skipper.skipTo(region);
  while (tokens.LA(1) != antlr4::Token::EOF && tokens.LA(1) != PlumbParser::LBRACE &&
         tokens.LT(1)->getLine() == line) {
    tokens.consume();
    skipper.skipTo(region);
  }
}

void Recovery::syncClauses(antlr4::Parser &parser) {
  const std::size_t next = parser.getTokenStream()->LA(1);
  if (startsClause(next) || next == PlumbParser::LBRACE)
    return;
  if (!recovering)
    mistakes.reportUnexpected(parser);
  recovering = true;
  skipLine(parser, Region::Clauses);
}

void Recovery::syncDeclarations(antlr4::Parser &parser) {
  const std::size_t next = parser.getTokenStream()->LA(1);
  if (startsDeclaration(next) || next == antlr4::Token::EOF)
    return;
  if (!recovering)
    mistakes.reportNoDeclaration(parser);
  recovering = true;
  skipLine(parser, Region::Declarations);
}

} // namespace plumb
