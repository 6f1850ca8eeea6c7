// SPDX-License-Identifier: Apache-2.0
//===- checker/report/chain_cases.h - Evidence, case by case -*- C++ -*-===//
///
/// \file
/// In which order the rows of evidence are added up so that a reader can follow: from one side of what is to
/// be shown to the other, or to the contrary of what is known.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CHAIN_CASES_H
#define PLUMB_CHECKER_REPORT_CHAIN_CASES_H

#include "checker/derivation/certifier.h"
#include "checker/derivation/chain.h"
#include "checker/report/chain_terms.h"
#include "checker/report/explain_document.h"
#include "checker/report/result.h"
#include "kernel/refutation.h"

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
  /// The reason is that this is the case, as the conditions say.
  bool isClaimTheCase = false;
  Span start = {Span::Kind::Formula, {}};
  std::vector<ChainStep> steps = {};
  /// What holds whatever is given, and is used in other cases.
  bool isTrueOfAll = false;
  /// There is nothing to read in it: its conditions contradict each other, whatever is given, or one of them
  /// is what is claimed.
  bool saysNothing = false;
  ForeignNames names = {};
};

/// Of which invariants evidence makes use: by loop and place among proof::Proof::invariants(), and among
/// proof::Proof::invariantsAlone().
struct UsedInvariants {
  std::set<std::pair<const ir::Statement *, std::size_t>> ofPair = {}, alone = {};

  void add(const UsedInvariants &other) {
    ofPair.insert(other.ofPair.begin(), other.ofPair.end());
    alone.insert(other.alone.begin(), other.alone.end());
  }
};

/// Evidence, told.
struct ToldChain {
  std::vector<ChainCase> cases;
  /// Why it holds, if none of these makes use of a hypothesis; else empty.
  Line withoutHypotheses;
  UsedInvariants used;
};

/// \param chain what the steps of \p shown say of the question of \p evidence, an obligation of \p result.
ToldChain told(const Result &result, derivation::Certifier &certifier, const verdict::Evidence &evidence,
               const derivation::Shown &shown, derivation::Chain chain);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHAIN_CASES_H
