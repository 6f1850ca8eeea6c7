// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/mechanism_reader.h - From parse tree to syntax::Mechanism --*- C++ -*-===//
///
/// \file
/// From the parse trees of `mechanism` and `compose` to syntax::Mechanism and syntax::Composition. No name
/// is looked up here; sema does that.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_MECHANISM_READER_H
#define PLUMB_FRONTEND_PARSE_MECHANISM_READER_H

#include "frontend/parse/expression_reader.h"

namespace plumb {

/// Of `if` in `if`, and of `else if` behind `else if`; brackets limit the rest.
inline constexpr unsigned maximalStatementDepth = 256;

/// Makes the syntax tree of the mechanisms of one text, and of their compositions.
class MechanismReader {
public:
  using Parser = grammar::PlumbParser;

  explicit MechanismReader(Reading reading) : reading(reading), expressions(reading) {}

  /// \pre reading without a mistake made \p context. Throws TooDeep.
  syntax::Mechanism read(Parser::MechanismContext &context);
  syntax::Composition read(Parser::CompositionContext &context);

private:
  using StatementPtr = std::unique_ptr<syntax::Statement>;

  syntax::Parameter readParameter(Parser::ParameterContext &context);
  void readClause(Parser::ClauseContext &context, syntax::Mechanism &mechanism);
  syntax::AdjacencyClause readChange(Parser::ChangeContext &context);
  syntax::RecordAdjacency readRecordChange(Parser::RecordChangeContext &context);

  void readClause(Parser::ComposeClauseContext &context, syntax::Composition &composition);
  void readSampling(Parser::ComposeTermContext &context, syntax::Composition &composition);
  void readDefinition(Parser::ComposeTermContext &context, syntax::Composition &composition);
  void readPart(Parser::PartContext &context, syntax::Composition &composition);
  void readLater(Parser::LaterStageContext &context, syntax::Composition &composition);
  syntax::ExpressionPtr readTimes(antlr4::tree::TerminalNode *name, Parser::RepetitionContext *other);

  syntax::Block readBlock(Parser::BlockContext &context);
  StatementPtr readStatement(Parser::StatementContext &context);
  StatementPtr readNamed(Parser::NamedContext &context);
  void readSample(Parser::SampleContext &context, syntax::Statement &sample);
  struct Branches;
  StatementPtr readChoice(const Branches &branches, std::size_t branch);
  StatementPtr readFor(Parser::ForLoopContext &context);
  StatementPtr readWhile(Parser::WhileLoopContext &context);
  StatementPtr readPublication(Parser::StatementContext &context);
  std::vector<syntax::ExpressionPtr> readInvariants(const std::vector<Parser::InvariantContext *> &contexts);

  Reading reading;
  ExpressionReader expressions;
  unsigned depth = 0;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_MECHANISM_READER_H
