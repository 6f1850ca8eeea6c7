// SPDX-License-Identifier: Apache-2.0
// MechanismReader: statements.
#include "frontend/parse/mechanism_reader.h"

#include <iterator>

namespace plumb {

using syntax::Statement;

namespace {

std::unique_ptr<Statement> statementOf(Statement::Kind kind, SourceRange range) {
  auto statement = std::make_unique<Statement>();
  statement->kind = kind;
  statement->range = range;
  return statement;
}

/// `announce (a, b)` as a call of the word, which no other call can be.
syntax::ExpressionPtr calledBy(const char *word, syntax::ExpressionPtr values) {
  auto call = std::make_unique<syntax::Expression>();
  call->kind = syntax::Expression::Kind::Call;
  call->text = word;
  call->range = call->wordRange = values->range;
  if (values->kind == syntax::Expression::Kind::Tuple)
    call->operands = std::move(values->operands);
  else
    call->operands.push_back(std::move(values));
  return call;
}

} // namespace

// `if a { } else if b { } else { }`: the conditions, and the blocks behind them, which may be
// one more.
struct MechanismReader::Branches {
  std::vector<Parser::IfHeadContext *> heads;
  std::vector<Parser::BlockContext *> blocks;
  std::uint32_t end;
};

syntax::Block MechanismReader::readBlock(Parser::BlockContext &context) {
  syntax::Block block;
  for (antlr4::tree::ParseTree *child : context.children)
    if (auto *statement = dynamic_cast<Parser::StatementContext *>(child))
      block.push_back(readStatement(*statement));
  return block;
}

MechanismReader::StatementPtr MechanismReader::readStatement(Parser::StatementContext &context) {
  if (auto *named = dynamic_cast<Parser::NamedContext *>(&context))
    return readNamed(*named);
  if (auto *choice = dynamic_cast<Parser::ChoiceContext *>(&context))
    return readChoice({choice->ifHead(), choice->block(), reading.places.of(*choice).end}, 0);
  if (auto *loop = dynamic_cast<Parser::ForLoopContext *>(&context))
    return readFor(*loop);
  if (auto *loop = dynamic_cast<Parser::WhileLoopContext *>(&context))
    return readWhile(*loop);
  return readPublication(context);
}

MechanismReader::StatementPtr MechanismReader::readNamed(Parser::NamedContext &context) {
  const bool isSample = context.sample() != nullptr;
  auto statement =
      statementOf(isSample ? Statement::Kind::Sample : Statement::Kind::Assign, reading.places.of(context));
  statement->target = readName(*context.NAME(), reading);
  statement->indices = expressions.read(context.subscript());
  if (isSample)
    readSample(*context.sample(), *statement);
  else
    statement->value = expressions.read(*context.assignment()->expression());
  return statement;
}

void MechanismReader::readSample(Parser::SampleContext &context, Statement &sample) {
  sample.declaredReal = context.REAL() != nullptr;
  sample.law = readName(*context.NAME(), reading);
  sample.lawArguments = expressions.read(context.expressions());
  if (Parser::OpenScaleContext *open = context.openScale()) {
    sample.openScale = reading.places.of(*open);
    if (open->NAME()) {
      sample.weightWord = readName(*open->NAME(), reading);
      sample.weight = readWord(*open->NUMBER()->getSymbol(), reading);
    }
  }
  // A clause that is left out would stand behind everything else.
  sample.alignClause = {sample.range.end, sample.range.end};
  if (Parser::AlignmentContext *alignment = context.alignment()) {
    sample.alignClause = reading.places.of(*alignment);
    if (alignment->hole)
      return;
    sample.alignTarget = expressions.readTarget(*alignment);
    sample.aligned = expressions.read(*alignment->expression());
  }
}

// `else if` is an `if` alone in the else block.
MechanismReader::StatementPtr MechanismReader::readChoice(const Branches &branches, std::size_t branch) {
  const auto &[heads, blocks, end] = branches;
  auto statement = statementOf(Statement::Kind::If, {reading.places.of(*heads[branch]).begin, end});
  if (++depth > maximalStatementDepth) {
    reading.sink.report(DiagnosticKind::NestedTooDeeply, reading.places.of(*heads[branch]->getStart()),
                        {"statements", std::to_string(maximalStatementDepth)});
    throw TooDeep();
  }
  statement->condition = expressions.read(*heads[branch]->expression());
  statement->thenBlock = readBlock(*blocks[branch]);
  statement->hasElse = branch + 1 < blocks.size();
  if (branch + 1 < heads.size())
    statement->elseBlock.push_back(readChoice(branches, branch + 1));
  else if (statement->hasElse)
    statement->elseBlock = readBlock(*blocks[branch + 1]);
  --depth;
  return statement;
}

MechanismReader::StatementPtr MechanismReader::readFor(Parser::ForLoopContext &context) {
  Parser::ForHeadContext &head = *context.forHead();
  auto statement = statementOf(Statement::Kind::For, reading.places.of(context));
  statement->target = readName(*head.NAME(), reading);
  statement->low = expressions.read(*head.expression(0));
  statement->high = expressions.read(*head.expression(1));
  if (head.WHILE() != nullptr)
    statement->condition = expressions.read(*head.expression(2));
  statement->invariants = readInvariants(head.invariant());
  statement->thenBlock = readBlock(*context.block());
  return statement;
}

MechanismReader::StatementPtr MechanismReader::readWhile(Parser::WhileLoopContext &context) {
  auto statement = statementOf(Statement::Kind::While, reading.places.of(context));
  statement->condition = expressions.read(*context.whileHead()->expression());
  statement->invariants = readInvariants(context.whileHead()->invariant());
  statement->thenBlock = readBlock(*context.block());
  return statement;
}

MechanismReader::StatementPtr MechanismReader::readPublication(Parser::StatementContext &context) {
  auto statement = statementOf(Statement::Kind::Return, reading.places.of(context));
  if (auto *publication = dynamic_cast<Parser::PublicationContext *>(&context)) {
    statement->kind = Statement::Kind::Output;
    statement->value = expressions.read(*publication->expression());
  } else if (auto *announcement = dynamic_cast<Parser::AnnouncementContext *>(&context)) {
    statement->kind = Statement::Kind::Output;
    statement->value = calledBy("announce", expressions.read(*announcement->expression()));
  } else if (auto *end = dynamic_cast<Parser::EndContext *>(&context)) {
    statement->value = expressions.read(*end->expression());
  }
  return statement;
}

std::vector<syntax::ExpressionPtr>
MechanismReader::readInvariants(const std::vector<Parser::InvariantContext *> &contexts) {
  std::vector<syntax::ExpressionPtr> result;
  for (Parser::InvariantContext *context : contexts) {
    auto more = expressions.read(context->expressions());
    std::move(more.begin(), more.end(), std::back_inserter(result));
  }
  return result;
}

} // namespace plumb
