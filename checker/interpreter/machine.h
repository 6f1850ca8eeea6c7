// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/machine.h - One run, step by step ---*- C++ -*-===//
///
/// \file
/// The semantics of program code. A range is evaluated once at entry and its high
/// end excluded; a guard is evaluated before each iteration, after the range;
/// arrays start as zeros; scalars too.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_MACHINE_H
#define PLUMB_CHECKER_INTERPRETER_MACHINE_H

#include "checker/interpreter/instance.h"

namespace plumb::interpreter {

/// A run in progress on one dataset. Copying it forks the run. It stops at each sample and waits
/// for a draw; it never draws by itself.
///
/// The instance and the answers outlive all copies.
class Machine final : public Scope {
public:
  Machine(const Instance &of, const Numbers &onDataset, std::uint64_t stepLimit = 1'000'000);

  enum class Event : std::uint8_t {
    /// A statement was executed: statement() says which.
    Executed,
    /// request() is waiting for draw().
    AwaitsDraw,
    Finished,
    /// failure() says why.
    Failed,
  };

  /// Executes one statement.
  Event step();
  /// Executes statements until the event is another than Executed.
  Event advance();

  /// What AwaitsDraw waits for.
  struct Request {
    const ir::Sample *sample = nullptr;
    /// Its place in the flow.
    const Instruction *instruction = nullptr;
    /// The instance of the statement: values of the loops around it, outermost first.
    Indices iteration;
    /// Positive.
    Exact scale;
  };
  const Request &request() const { return pending; }
  /// Gives the waiting sample its value. Outside the support, the next step fails.
  void draw(const Exact &value);

  /// The instruction executed last, or being waited at. \pre step() was called.
  const Instruction &last() const { return instance->flow().instructions[lastInstruction]; }
  /// Values of the loops around last().
  Indices iteration() const { return iterationOf(last()); }
  /// What the last statement did, for print: "z = 3", "above(2)", "true", "i = 0".
  std::string effect() const;

  /// How many statements it may still execute.
  std::uint64_t remainingSteps() const { return stepsLeft; }
  const Numbers &state() const { return variables; }
  /// In the order in which their iterations began.
  const std::vector<Cell> &cells() const { return published; }
  /// The cell that the Output executed last wrote. \pre last() is one.
  const Cell &lastCell() const { return published[lastPublication]; }
  const std::optional<Failure> &failure() const { return failed; }
  /// \pre Finished.
  Output output() const;

  const Exact *element(const ir::Variable &variable, bool primed,
                       llvm::ArrayRef<std::int64_t> indices) const override;
  const Cell *cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const override;
  const Result &result() const override { return returned; }

private:
  void execute(const Instruction &instruction);
  void sample(const Instruction &instruction);
  void assign(const ir::Assign &assignment);
  void publish(const ir::Output &output);
  void enterLoop(const Instruction &instruction);
  void testLoop(const Instruction &instruction);
  bool settle(const Evaluator &evaluator);
  void store(const ir::Variable &target, const Indices &indices, Exact value, SourceRange range);
  Exact &scalar(const ir::Variable &variable) { return variables[instance->place(variable).offset]; }
  Indices iterationOf(const Instruction &instruction) const;

  const Instance *instance;
  const Numbers *answers;
  std::uint64_t stepsLeft;
  std::size_t next = 0;
  std::size_t lastInstruction = 0;
  std::size_t lastPublication = 0;
  bool awaiting = false;
  /// Did the condition of the If, or the test of the For, executed last hold?
  bool held = false;
  Numbers variables;
  /// Exclusive ends of the ranges of the loops, as evaluated at entry.
  Numbers ends;
  std::vector<Cell> published;
  Result returned;
  Request pending;
  std::optional<Failure> failed;
};

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_MACHINE_H
