// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/question.h - The kernel's terms for a solver -*- C++ -*-===//
///
/// \file
/// Terms of the kernel as those of the checker, so that a solver can be asked for hints; and the instances of
/// a Forall by which it is replaced, since a solver is asked nothing with quantifiers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_QUESTION_H
#define PLUMB_CHECKER_DERIVATION_QUESTION_H

#include "checker/derivation/derivation.h"
#include "checker/smt/term.h"

#include <map>
#include <set>
#include <vector>

namespace plumb::derivation {

/// For the terms of one kernel::Terms.
class Questions {
public:
  explicit Questions(const kernel::Terms &ofTerms) : terms(ofTerms) {}

  /// \p term is closed. A Forall becomes a truth value of which nothing is known.
  smt::Term translate(kernel::Term term);

private:
  smt::Term build(kernel::Term term);

  const kernel::Terms &terms;
  smt::TermStore store;
  std::map<kernel::Symbol, const smt::Symbol *> symbols;
  std::map<kernel::Term, smt::Term> built;
};

/// The index of what is best of a range.
bool isBestIndex(const kernel::Terms &terms, kernel::Term term);

/// All subterms of \p roots without those below a Forall, in order of their places.
std::set<kernel::Term> openSubterms(const kernel::Terms &terms, const std::vector<kernel::Term> &roots);

/// Formulas without a Forall at their top, and how those among them that are instances were made.
struct Ground {
  std::vector<kernel::Term> formulas;
  /// Of an instance: the step, whose first term may be an instance itself.
  std::map<kernel::Term, Step> origins;
};

/// The first ints of the range of which \p universal, a Forall, speaks, and the last: where something of it
/// may be.
std::vector<kernel::Term> endsIn(kernel::Terms &terms, kernel::Term universal);

/// \p formulas, with the instances of each Forall among them at all arguments of symbols that occur in them
/// or in \p goal, and at \p more; \p rounds times, as long as there are not too many.
Ground instantiate(kernel::Terms &terms, const std::vector<kernel::Term> &formulas, kernel::Term goal,
                   const std::vector<kernel::Term> &more, unsigned rounds);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_QUESTION_H
