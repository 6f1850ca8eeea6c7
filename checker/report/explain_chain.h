// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_chain.h - Why an obligation holds -*- C++ -*-===//
///
/// \file
/// The evidence for the obligations of a mechanism, told: case by case a chain of inequalities from one side
/// of what is to be shown to the other, each with its reason in the words of the program. What is told is
/// what checker/derivation/chain.h says; nothing is added to it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_CHAIN_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_CHAIN_H

#include "checker/report/chain_cases.h"

#include <llvm/Support/JSON.h>
#include <vector>

namespace plumb::report {

struct ObligationChain {
  enum class Kind : std::uint8_t {
    Shown,
    /// A solver has said so, and no evidence was found within the budget.
    Believed,
    /// Nobody asked a solver whether it follows.
    NotAsked,
  };
  const verdict::Evidence *obligation = nullptr;
  Kind kind = Kind::NotAsked;
  std::vector<ChainCase> cases = {};
  /// Why it holds, if none of these makes use of a hypothesis; else empty.
  Line withoutHypotheses = {};
};

struct Chains {
  /// For each obligation, in their order.
  std::vector<ObligationChain> obligations;
  /// By what is no invariant itself.
  UsedInvariants used;
};

/// Looks for evidence for all obligations that are proved, within a budget of work that they share and that
/// does not depend on the machine: those of the alignment's own conditions first.
Chains chainsOf(const Result &result);

/// Adds one line for each case, as it is read, and none that is there already; a single one for what is true
/// of all numbers by several cases. Of a case that is long only what is reached. \p names receives what has
/// to be said of these lines.
///
/// \returns how many cases are too long even so, and are left out.
std::size_t addLines(std::vector<Line> &lines, const ObligationChain &chain, ForeignNames &names);

/// A sentence for each kind of \p names.
std::vector<Line> explained(const ForeignNames &names);

/// For programs: each case with its steps, whose inequalities, times their factors, add up.
llvm::json::Array chainsAsJson(const Chains &chains);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_CHAIN_H
