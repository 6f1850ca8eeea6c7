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

#include "checker/report/chain_terms.h"
#include "checker/report/explain_document.h"
#include "checker/report/result.h"
#include "kernel/refutation.h"

#include <llvm/Support/JSON.h>
#include <set>
#include <utility>
#include <vector>

namespace plumb::report {

/// `factor` times an inequality, added to what was reached before.
struct ChainStep {
  kernel::Relation relation;
  Span reached;
  Rational factor;
  /// "f'[i] <= f[i]"
  Span inequality;
  Line reason;
  /// The reason is that this is the case.
  bool isTheCase = false;
};

/// One case of an obligation.
struct ChainCase {
  enum class Kind : std::uint8_t {
    /// The steps lead from one side of `claim` to the other.
    Shown,
    /// They lead to the contrary of `claim`, which holds here for `reason`: there is no such case.
    Impossible,
    /// `claim` is known, for `reason`.
    Known,
  };
  Kind kind;
  /// "`out[i] is above`" and so on; none if it is the only one.
  std::vector<Span> conditions = {};
  Span claim;
  Line reason = {};
  Span start = {Span::Kind::Formula, {}};
  std::vector<ChainStep> steps = {};
  /// What holds whatever is given, and is used in other cases.
  bool isTrueOfAll = false;
  ForeignNames names = {};
};

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

/// Of which invariants, by loop and place among proof::Proof::invariants(), evidence makes use.
using UsedInvariants = std::set<std::pair<const ir::Statement *, std::size_t>>;

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
/// of all numbers by several cases. \p names receives what has to be said of these lines.
void addLines(std::vector<Line> &lines, const ObligationChain &chain, ForeignNames &names);

/// A sentence for each kind of \p names.
std::vector<Line> explained(const ForeignNames &names);

/// For programs: each case with its steps, whose inequalities, times their factors, add up.
llvm::json::Array chainsAsJson(const Chains &chains);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_CHAIN_H
