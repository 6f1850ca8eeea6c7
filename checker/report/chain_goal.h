// SPDX-License-Identifier: Apache-2.0
//===- checker/report/chain_goal.h - What a chain shows -*- C++ -*-===//
///
/// \file
/// What is to be shown in an obligation, part by part: which cases of the evidence assume the contrary of
/// one, and which go on with one that is shown elsewhere.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CHAIN_GOAL_H
#define PLUMB_CHECKER_REPORT_CHAIN_GOAL_H

#include "checker/derivation/chain.h"
#include "checker/derivation/formula.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace plumb::report {

/// The goal of one obligation, and which cases of its evidence speak of it.
class ChainGoal {
public:
  /// \p terms and \p ofChain outlive this. \p goal is what \p ofChain shows.
  ChainGoal(kernel::Terms &terms, const derivation::Chain &ofChain, kernel::Term goal);

  /// The place in the goal of what is shown by assuming the contrary.
  std::optional<std::size_t> placeOf(kernel::Term formula, bool value) const;
  /// A case in which a part of the goal is false: so that it is to be shown there.
  bool isMissingIn(const derivation::Case &one) const;
  /// What says that the goal, or a part of it, is false.
  bool isMissingBy(const derivation::Grounds &grounds) const;
  /// A case in which a part of the goal holds, since it is shown in the other one.
  bool isShownBeside(const derivation::Case &one) const;
  /// A half of an equation that is known to be false: the second run's value is less, or the first one's.
  bool isHalf(const derivation::Case &one) const;
  /// "a < b" or "b < a" of an equation a = b in the goal.
  bool isHalf(kernel::Term formula) const { return halves.count(formula) != 0; }

private:
  void read(kernel::Term formula, bool value);

  kernel::Terms &terms;
  const derivation::Chain &chain;
  /// Literals that make the goal hold, with their place in it.
  std::map<std::pair<kernel::Term, bool>, std::size_t> parts;
  std::set<kernel::Term> halves;
};

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHAIN_GOAL_H
