// SPDX-License-Identifier: Apache-2.0
//===- checker/report/chain_reasons.h - Why a step of a chain may be taken -*- C++ -*-===//
///
/// \file
/// What evidence rests on, as sentences in the words of the program: "f falls by at most 1".
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CHAIN_REASONS_H
#define PLUMB_CHECKER_REPORT_CHAIN_REASONS_H

#include "checker/report/chain_goal.h"
#include "checker/report/chain_terms.h"
#include "checker/report/explain_document.h"
#include "checker/report/result.h"

#include <set>
#include <vector>

namespace plumb::report {

/// For the evidence of one obligation.
class ChainReasons {
public:
  /// All outlive this. \p hypotheses: why each of the obligation may be assumed.
  ChainReasons(const Result &ofResult, const derivation::Chain &ofChain, const ChainGoal &ofGoal,
               const ChainTerms &inWords, const std::vector<std::vector<verdict::Reason>> &ofHypotheses);

  /// Of what holds without a hypothesis.
  Line ofTruth(kernel::Term formula) const;
  /// \param conditions the cases and suppositions that are told before.
  Line of(const derivation::Grounds &grounds, const std::set<derivation::Given> &conditions) const;
  Line of(const derivation::Inequality &one, const std::set<derivation::Given> &conditions) const;
  /// It says what a record adds to an answer.
  bool isOfRecords(const derivation::Inequality &one) const;
  /// Nothing is given for it: no hypothesis, not the goal, and no case that could be otherwise.
  bool areTrueOfAll(const derivation::Grounds &grounds) const;

private:
  Line ofTruth(ChainTerms::Origin origin) const;
  Line of(const derivation::Grounds &grounds, const std::set<derivation::Given> &conditions,
          ChainTerms::Origin origin, bool isOfInequality) const;
  /// It says that a loop goes on, and nothing else.
  bool goesOn(const derivation::Given &hypothesis) const;
  bool isTrueOfAll(const derivation::Given &ground) const;
  Line of(const verdict::Reason &reason) const;
  Line ofInvariant(const std::vector<std::vector<std::string>> &all, const verdict::Reason &reason) const;
  Line shownOtherwise(const derivation::Case &one) const;

  const Result &result;
  const derivation::Chain &chain;
  const ChainGoal &goal;
  const ChainTerms &words;
  const std::vector<std::vector<verdict::Reason>> &hypotheses;
  /// In program order.
  std::vector<const ir::Statement *> loops;
};

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CHAIN_REASONS_H
