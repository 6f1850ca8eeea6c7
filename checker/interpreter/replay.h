// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/replay.h - Two runs with aligned noise ---*- C++ -*-===//
///
/// \file
/// What a randomness alignment does to one draw of the noise, computed: the first
/// run on D with the given noise, then the second on D' with the noise that the
/// `align` clauses make of it. If the conditions of the alignment theorem hold, the
/// second run has the same samples, stays in the support, publishes the same, and
/// the shifts cost at most the claimed epsilon (Theorem 7 of Takagi, Cao and Yoshikawa).
/// One replay can refute an alignment, never prove it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_REPLAY_H
#define PLUMB_CHECKER_INTERPRETER_REPLAY_H

#include "checker/interpreter/execute.h"

namespace plumb::interpreter {

/// The conditions of the theorem that two concrete runs can violate.
enum class Condition : std::uint8_t {
  /// Both runs execute the same samples in the same order.
  SameSamples,
  /// Samples that correspond have the same law and scale.
  SameLaw,
  /// Aligned noise is in the support of its law, and is moved in a direction in which the law bounds the
  /// cost.
  Support,
  /// Both runs publish and return the same.
  Outputs,
  /// Both runs have a meaning.
  Defined,
  /// The alignments have one. (Beyond the theorem, for which they are total functions.)
  AlignmentDefined,
  /// The sum of what the shifts cost (costOfShift / scale) is at most the claimed epsilon.
  Cost,
  /// The claims hold. (Of one run; see loneRun.)
  Claim,
};

/// "sameSamples", "sameLaw", "support", "outputs", "defined", "alignmentDefined", "cost", "claim".
std::string_view name(Condition condition);

/// The first point at which a condition fails.
struct Disagreement {
  Condition condition;
  /// The statement of the second run, or the alignment, at which it shows; empty for the ends of the
  /// runs and for the cost.
  SourceRange range;
  /// One sentence: both values, and where. Only with Tracing::Steps.
  std::string description;
};

/// One line of the two-column trace. A run that does not execute the statement has an empty column.
struct Row {
  /// Its head, as ir::printHead gives it.
  std::string statement;
  /// "i=0"; empty outside all loops.
  std::string iteration;
  std::string first;
  std::string second;
};

struct Replay {
  Execution first;
  /// The aligned draws; for as many samples as the second run executed before the runs parted.
  std::vector<SampleRecord> second;
  /// What the second run had published when the replay ended.
  Output secondOutput;
  /// Sum of costOfShift / scale over the samples of both.
  Exact cost;
  /// The claim; zero if it is undefined.
  Exact epsilon;
  /// Nothing: this draw of the noise speaks for the alignment.
  std::optional<Disagreement> disagreement;
  /// A run reached the step limit: whatever is said about the runs then says nothing.
  bool tooLong = false;
  /// What the second run and its alignments took, in steps of a run.
  std::uint64_t steps = 0;
  /// Up to where the runs part, that line included. Only with Tracing::Steps.
  std::vector<Row> rows;
};

/// Replays. In an alignment an unprimed name is the first run's: program variables just before the
/// sample, samples by their values in the whole run, `out` and `result` as they end; a primed one is
/// the second run's.
///
/// A scalar drawn in a loop and read in the alignment of another sample is the instance of the same
/// iteration of the loops that both are in.
///
/// \pre both answers belong to \p instance; requirements and adjacency are the caller's concern.
Replay alignedReplay(const Instance &instance, const Numbers &answers, const Numbers &answersPrimed,
                     const Numbers &tape, Tracing tracing = Tracing::Off,
                     std::uint64_t stepLimit = 1'000'000);

/// The same beside a first run that was made before, which goes into the result. \pre \p first is
/// execute(instance, answers, ...), with the same \p tracing.
Replay alignedReplay(const Instance &instance, const Numbers &answers, const Numbers &answersPrimed,
                     Execution first, Tracing tracing, std::uint64_t stepLimit);

/// The run on D alone: has it a meaning, and what is guaranteed, and do the claims hold of it? What it
/// disagrees about is Defined or Claim.
Replay loneRun(const Instance &instance, const Numbers &answers, const Numbers &tape,
               Tracing tracing = Tracing::Off, std::uint64_t stepLimit = 1'000'000);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_REPLAY_H
