// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/statement_writer.h - The run in C++ ------*- C++ -*-===//

#ifndef PLUMB_MECHANISMS_EMIT_STATEMENT_WRITER_H
#define PLUMB_MECHANISMS_EMIT_STATEMENT_WRITER_H

#include "mechanisms/emit/expression_writer.h"

namespace plumb::emit {

/// Translates the statements of a mechanism, in their order, into the body of a function that has
/// the queries and `bits`, and returns `output`.
class StatementWriter {
public:
  explicit StatementWriter(Unit &shared) : unit(shared), expressions(shared, Stage::Run) {}

  /// The whole body, indented by two blanks.
  std::string body();

  /// Of the stream: `state` with its arrays at their sizes and the loop's index at its start.
  std::string sizing();
  /// Of the stream: the statements in front of the loop.
  std::string beginning();
  /// Of the stream: the loop's body, once, and the step of its index. It returns the cell, or where an
  /// iteration may publish more than one, an Output.
  std::string iteration();
  /// A type that holds every value of \p variable, or a problem.
  ValueType declaredType(const ir::Variable &variable);

private:
  std::string declarations();
  std::string block(const ir::Block &block);
  std::string statement(const ir::Statement &statement);
  std::string sample(const ir::Sample &sample);
  std::string assign(const ir::Assign &assign);
  std::string branch(const ir::If &branch);
  std::string loop(const ir::For &loop);
  std::string openCells();
  std::string publish(const ir::Output &output);
  std::string end(const ir::Return &end);
  std::string selection(const ir::TopK &selection);
  std::string declarator(const ir::Variable &variable, const ir::Statement &statement);
  std::string line(const std::string &text) const { return std::string(2 * depth, ' ') + text + "\n"; }

  Unit &unit;
  ExpressionWriter expressions;
  unsigned depth = 1;
  plan::Nest loops;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_STATEMENT_WRITER_H
