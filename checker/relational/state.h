// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/state.h - Two runs, side by side ---*- C++ -*-===//
///
/// \file
/// The symbolic state of the two-run program on one path: the variables of both
/// runs, what is known, what has still to be proved, and what the alignment has
/// moved so far.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_STATE_H
#define PLUMB_CHECKER_RELATIONAL_STATE_H

#include "checker/relational/fork.h"
#include "checker/relational/instantiation.h"
#include "checker/smt/term.h"
#include "checker/verdict/condition.h"
#include "checker/verdict/reason.h"
#include "frontend/ir/program.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumb::relational {

using verdict::Condition;
using verdict::Reason;

/// The first run is the one on D with noise H, the second the one on D' with the aligned noise H'.
enum class Side : std::uint8_t { First = 0, Second = 1 };

inline Side other(Side side) {
  return side == Side::First ? Side::Second : Side::First;
}

/// An array of one run: some function, overwritten at some places, newest last.
struct ArrayValue {
  /// Null: all zeros (or false).
  const smt::Symbol *base = nullptr;
  struct Write {
    std::vector<smt::Term> indices;
    smt::Term value;
    /// The write happened only if this holds; invalid: always.
    smt::Term under;
  };
  std::vector<Write> writes;
};

/// All variables of one run, by their ordinal. A scalar that has no value yet is an invalid Term.
struct RunState {
  std::vector<smt::Term> scalars;
  std::vector<ArrayValue> arrays;
};

/// A formula that has to follow from everything known at the end of its path segment.
struct Goal {
  Condition condition;
  /// "lam", "loop i": with the condition's short name it makes the obligation's name.
  std::string subject;
  /// What a message points at.
  SourceRange range;
  smt::Term formula;
  /// For the invariants of a loop: the position of this goal's invariant in LoopInvariants, else -1.
  int invariant = -1;
  const ir::For *loop = nullptr;
};

struct State {
  std::array<RunState, 2> runs;
  /// For each scale of the mechanism: what its samples have been moved by so far (noise::movedBy), sort Real.
  std::vector<smt::Term> moved;
  /// The cost of the samples whose scale is no term over scalar parameters.
  smt::Term otherCost;
  std::vector<smt::Term> facts;
  /// For each of these.
  std::vector<Reason> reasons;
  std::set<std::uint32_t> factIds;
  /// One run by itself, on any data, also on data that no record is in.
  bool isAlone = false;
  /// What is known of all elements and ints: `facts` has only instances of it.
  QuantifiedFacts quantified;
  /// How often each of the countedNumbers has been assigned in loops of the first run.
  std::vector<smt::Term> times;
  /// Still to be proved on this segment.
  std::vector<Goal> goals;
  /// The loops around the current statement with the value of their variable, outermost first.
  std::vector<std::pair<const ir::For *, smt::Term>> iteration;
  /// The ways taken on this segment.
  std::vector<Way> ways;
  /// Samples and publications passed on this segment.
  std::vector<const ir::Statement *> sites;
  /// What has been published so far in each open cell: the top level's, then one for each loop of
  /// `iteration`.
  struct Cell {
    const ir::Output *output = nullptr;
    std::vector<smt::Term> values;
  };
  std::vector<Cell> cells{1};
  /// The draws made before this point, by id.
  std::set<std::uint32_t> drawn;

  RunState &run(Side which) { return runs[static_cast<std::size_t>(which)]; }
  const RunState &run(Side which) const { return runs[static_cast<std::size_t>(which)]; }

  /// Adds a hypothesis, once. Whoever calls this says why it may be assumed: a hypothesis that does not hold
  /// makes every proof behind it worthless.
  void know(smt::Term fact, const Reason &reason = {}) {
    if (fact.op() == smt::Operator::True || !factIds.insert(fact.id()).second)
      return;
    facts.push_back(fact);
    reasons.push_back(reason);
  }
};

/// As long as it lives, \p state has other values in its variables: those of the place at which a quantified
/// fact came to be known, which is instantiated at a later one.
class RunsOf {
public:
  RunsOf(State &state, const std::array<RunState, 2> &runs) : state(state), outer(state.runs) {
    state.runs = runs;
  }
  ~RunsOf() { state.runs = std::move(outer); }
  RunsOf(const RunsOf &) = delete;
  RunsOf &operator=(const RunsOf &) = delete;

private:
  State &state;
  std::array<RunState, 2> outer;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_STATE_H
