// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/value_ranges.h - No value wraps ----------*- C++ -*-===//
///
/// \file
/// A range for every integer of a mechanism, over all data, parameters and noise.
///
/// Parameters are 64-bit integers within their premises, answers have 64 bits or
/// are below a bound (answerBits), a sample is below 2^97 in magnitude (runtime: noiseBits). What is
/// assigned inherits its range from the assigned terms, and the order of statements
/// is not looked at: a range holds all through a run.
///
/// Variables that are assigned from each other in a circle need an argument about
/// time. If each assignment x := e in the circle satisfies
///
///     |e| <= max(largest value in the circle so far + step, base),
///
/// then no value exceeds base + step * (number of assignments made). Two bounds on
/// that number are used: 2^60, which at one per nanosecond takes 36 years, and, if
/// steps are too large for that, or if other sums are made of these, 2^24, which the
/// emitted constructor checks (StepLimit).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_VALUE_RANGES_H
#define PLUMB_MECHANISMS_PLAN_VALUE_RANGES_H

#include "frontend/ir/setting.h"
#include "mechanisms/plan/premises.h"
#include "mechanisms/plan/problem.h"
#include "mechanisms/plan/program_walk.h"

#include <map>
#include <optional>

namespace plumb::plan {

/// `x := value`; or a loop, or a maximum over a range, whose index starts at value, or ends below it.
struct Definition {
  const ir::Variable *target;
  const ir::Expression *value;
  Nest loops;
};

/// The constructor has to refuse parameters with which these definitions run more than
/// `assignmentLimit` times in total.
struct StepLimit {
  std::vector<const Definition *> definitions;
};
inline constexpr std::uint64_t assignmentLimit = 1U << 24;

class ValueRanges {
public:
  /// \param premises null: parameters may be any 64-bit integers, as in the constructor before it
  /// has checked them.
  ValueRanges(const ir::Setting &setting, const Premises *premises);
  ValueRanges(const ValueRanges &) = delete;
  ValueRanges &operator=(const ValueRanges &) = delete;

  /// Nothing if no bound is known.
  std::optional<Range> of(const ir::Variable &variable) const;
  /// \pre \p expression has sort Int and is program code or a premise.
  std::optional<Range> of(const ir::Expression &expression) const;

  /// What the C++ variable has to hold: for a loop index also the end, which it reaches last.
  std::optional<Range> stored(const ir::Variable &variable) const;

  /// No answer to \p query leaves [-2^bits, 2^bits] (answers.cpp); 62 if it is any 64-bit integer. Nothing if
  /// there is no such bound within 128 bits.
  std::optional<unsigned> answerBits(const ir::Variable &query) const;

  const std::vector<StepLimit> &limits() const { return stepLimits; }

private:
  void bindQueryIndices(const ir::Neighbourhood &inputs);
  void bindRecordIndices(const ir::Neighbourhood &inputs);
  std::optional<Range> ofField(const ir::Field &field) const;
  void collect(const ir::Mechanism &mechanism);
  void define(const ir::Variable &target, const ir::Expression &value, const Nest &loops);
  void defineIndices(const ir::Expression &expression, const Nest &loops);
  void bindQuantified(const ir::Expression &premise);
  /// Ranges for \p computed, each of which is assigned from its \p uses.
  ///
  /// \param isImpatient whatever needs more than 64 bits is assigned at most `assignmentLimit` times.
  void settle(const std::vector<const ir::Variable *> &computed,
              const std::vector<std::vector<std::size_t>> &uses, bool isImpatient);
  void settleCircle(const std::vector<const ir::Variable *> &circle, bool isImpatient);
  std::optional<Range> settledAlone(const ir::Variable &variable) const;

  const Premises *premises;
  std::vector<Definition> definitions;
  // Looked up, never walked through.
  std::map<const ir::Variable *, std::optional<Range>> known;
  std::vector<StepLimit> stepLimits;
};

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_VALUE_RANGES_H
