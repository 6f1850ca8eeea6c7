// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/table.h - Assignments of shifts --------*- C++ -*-===//
///
/// \file
/// What is to be chosen: a shift for each draw whose alignment was left out, in each of its situations (a
/// slot). An assignment becomes the `align` clauses of the mechanism here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_TABLE_H
#define PLUMB_CHECKER_SYNTHESIS_TABLE_H

#include "checker/synthesis/shifts.h"
#include "checker/synthesis/stored_runs.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumb::synthesis {

/// For each slot the number of a term; \c Table::open where nothing is chosen yet.
using Choice = std::vector<int>;

class Table {
public:
  static constexpr int open = -1;
  /// The term that leaves the draw where it is.
  static constexpr int zero = 0;

  /// \p mechanism outlives the table. It has no slots where every alignment is written.
  explicit Table(ir::Mechanism &mechanism);

  std::size_t size() const { return slots.size(); }
  ir::Mechanism &mechanism() { return filled; }

  /// Numbers of the terms that may be chosen for \p slot besides 0, the simplest first; they may depend on
  /// what is chosen for earlier draws.
  const std::vector<int> &candidates(std::size_t slot, const Choice &choice);

  /// The sample whose draws \p slot moves.
  const ir::Sample &sampleOf(std::size_t slot) const { return *all[slots[slot].draw].sample; }
  /// Which slots \p run exercises, in ascending order.
  std::vector<std::size_t> exercised(const StoredRun &run) const;

  /// Runs exercise \p some. A slot that none does is moved like another where as much is known when it is
  /// drawn: what follows contradicts it, and the prover does not look ahead.
  void see(const std::vector<std::size_t> &some);
  /// Is \p slot such a one?
  bool isSettled(std::size_t slot) const { return like(slot).has_value(); }

  /// Writes the clauses of all draws. Open slots stand for 0.
  void apply(const Choice &choice);
  /// Takes all clauses away again.
  void clear();

  /// How much there is to read: the simplest assignments come first.
  std::size_t complexity(const Choice &choice) const;
  /// The samples whose alignment is looked for, in the order of the text.
  std::vector<ir::Sample *> samples() const;
  /// "lam' = lam + 1 when out[i] is above"
  std::string text(std::size_t slot, int term) const;

private:
  struct Slot {
    std::size_t draw, situation;
    bool isSeen;
  };
  struct Part {
    std::vector<Situation> situations;
    /// By their numbers; empty if the situations are of one group.
    std::vector<Situation> groups;
    std::vector<Shift> shifts;
    /// Its slots, in the order of its situations; empty if its alignment was written.
    std::vector<std::size_t> slots;
    /// Slots of the draws that its shifts read.
    std::vector<std::size_t> reads;
    /// The terms of its slots in the clause that is written now; empty if none is.
    Choice written;
  };
  struct Term {
    ExpressionPtr shift;
    std::size_t complexity;
  };

  /// Of one draw, unless it stands there.
  void write(std::size_t draw, const Choice &choice);
  static std::vector<std::pair<const Situation *, int>> asked(const Part &part, const Choice &terms);
  ExpressionPtr clause(std::size_t draw, const Choice &chosen) const;
  /// That it is moved like, if no run exercises it.
  std::optional<std::size_t> like(std::size_t slot) const;
  /// The term of each slot of \p draw.
  Choice termsOf(std::size_t draw, const Choice &choice) const;
  ExpressionPtr shiftOf(const ir::Read &earlier, const Choice &choice) const;
  std::size_t drawOf(const ir::Variable &variable) const;
  int intern(ExpressionPtr shift, unsigned complexity);

  ir::Mechanism &filled;
  std::vector<Draw> all;
  std::vector<Part> parts;
  std::vector<Slot> slots;
  std::vector<Term> terms;
  std::map<std::pair<std::size_t, Choice>, std::vector<int>> known;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_TABLE_H
