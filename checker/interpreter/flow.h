// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/flow.h - Statements in a row ---*- C++ -*-===//
///
/// \file
/// The statements of a mechanism as one list with jumps. A run is then a position
/// and a few numbers, which can be copied: a search stops at a sample and goes on
/// from there once for each value of the noise.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_FLOW_H
#define PLUMB_CHECKER_INTERPRETER_FLOW_H

#include "frontend/ir/setting.h"

#include <vector>

namespace plumb::interpreter {

struct Instruction {
  enum class Kind : std::uint8_t {
    Sample,
    Assign,
    Output,
    Return,
    /// An If: goes on if the condition holds, else to `target`.
    Branch,
    /// Always to `target`. Stands for no statement.
    Jump,
    /// A For at its entry: evaluates the range.
    LoopEntry,
    /// A For before an iteration: to `target` if there is none.
    LoopTest,
    /// A For after an iteration: next index, and back to `target`, its LoopTest.
    LoopNext,
  };

  Kind kind;
  /// Null for Jump.
  const ir::Statement *statement = nullptr;
  std::size_t target = 0;
  /// For the loop instructions: which loop, counted in program order.
  std::size_t loop = 0;
  /// The loops around the statement, outermost first; for a LoopTest with the loop itself.
  std::vector<const ir::For *> enclosing;
  /// For a LoopTest: the transcripts that get a cell when an iteration begins.
  std::vector<const ir::Transcript *> opened;
};

struct Flow {
  /// Running off the end of the list ends the mechanism.
  std::vector<Instruction> instructions;
  std::size_t loops = 0;
};

/// \p mechanism outlives the result.
Flow flatten(const ir::Mechanism &mechanism);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_FLOW_H
