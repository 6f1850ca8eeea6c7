// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/alignment_scope.h - Names in `align` ---*- C++ -*-===//
///
/// \file
/// What an `align` may read when an aligned pair of runs is replayed: the second run so far, the whole
/// first run, and the output, also what is published later. The exact counterpart of
/// relational::Evaluator::relational, written apart from it on purpose.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_ALIGNMENT_SCOPE_H
#define PLUMB_CHECKER_INTERPRETER_ALIGNMENT_SCOPE_H

#include "checker/interpreter/execute.h"

namespace plumb::interpreter {

/// The names that the alignment of one sample may use, while the second run waits for its draw.
class AlignmentScope final : public Scope {
public:
  /// \param sample which one of \p firstRun; all arguments outlive the scope.
  AlignmentScope(const Instance &of, const Numbers &firstAnswers, const Execution &firstRun,
                 std::size_t sample, const Machine &secondRun)
      : instance(of), answers(firstAnswers), first(firstRun), current(sample), second(secondRun) {}

  const Exact *element(const ir::Variable &variable, bool primed,
                       llvm::ArrayRef<std::int64_t> indices) const override;
  const Cell *cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const override {
    return first.output.cell(transcript, indices);
  }
  const Result &result() const override { return first.output.result; }

private:
  const Exact *sampleElement(const ir::Variable &variable, std::size_t at) const;
  const Exact *scalarSample(const ir::Variable &variable) const;

  const Instance &instance;
  const Numbers &answers;
  const Execution &first;
  std::size_t current;
  const Machine &second;
};

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_ALIGNMENT_SCOPE_H
