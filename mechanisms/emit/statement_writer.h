// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/statement_writer.h - The run in C++ ------*- C++ -*-===//
///
/// \file
/// The statements of a mechanism in C++, with the same meaning: the order of draws is that of the program
/// that was proved.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_STATEMENT_WRITER_H
#define PLUMB_MECHANISMS_EMIT_STATEMENT_WRITER_H

#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/writer.h"

#include <utility>

namespace plumb::emit {

/// Translates the statements of a mechanism, in their order. Each function gives the body of a function of
/// the emitted class, at the left edge.
class StatementWriter {
public:
  explicit StatementWriter(Unit &shared) : unit(shared), expressions(shared, Stage::Run) {}

  /// Of `run`: the output and what is declared in front of the statements, which takes memory.
  std::string declarations();
  /// Of `run`, behind them: it has the queries and `bits`, and returns `output`.
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
  std::vector<const ir::Variable *> assignedFrom(const ir::Variable &variable) const;
  void block(const ir::Block &block);
  void statement(const ir::Statement &statement);
  void sample(const ir::Sample &sample);
  void assign(const ir::Assign &assign);
  void branch(const ir::If &branch);
  void loop(const ir::For &loop);
  void openCells();
  void publish(const ir::Output &output);
  void end(const ir::Return &end);
  std::string selection(const ir::TopK &selection);
  std::string declarator(const ir::Variable &variable, const ir::Statement &statement);
  /// What was written, and a new beginning.
  std::string taken() { return std::exchange(lines, {}).text(); }

  Unit &unit;
  ExpressionWriter expressions;
  Writer lines;
  plan::Nest loops;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_STATEMENT_WRITER_H
