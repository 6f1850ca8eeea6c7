// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/cuts.h - Lemmas on the way to a goal --*- C++ -*-===//
///
/// \file
/// Bounds of loops are often sums of choices, each of which grows from one iteration to the next, and the
/// cases of all of them multiply. How each of them grows is a lemma with few cases: it is shown by itself,
/// and then the goal with these lemmas in place of the cases.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_CUTS_H
#define PLUMB_CHECKER_DERIVATION_CUTS_H

#include "checker/derivation/question.h"
#include "checker/derivation/search.h"
#include "checker/smt/core.h"

#include <optional>

namespace plumb::derivation {

/// Steps that show \p obligation behind a cut at each lemma of this kind that follows from its hypotheses: of
/// two choices that are alike but for an index, which is larger in the second one, the first is at most the
/// second; and by 1 less at least where an equation holds that occurs in \p obligation. And of two unknowns
/// that are multiplied with something, one is at most the other: 1 / b at most eps, where b * eps is 1 or
/// more; so is a choice, as which |x| is written, at most 1 or such an unknown. \p solver, which is asked in
/// the terms of \p questions, says which of them follow. Nothing if there is none.
std::optional<Steps> deriveWithCuts(kernel::Terms &terms, const kernel::Obligation &obligation,
                                    smt::Cores &solver, Questions &questions, const Limits &limits);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_CUTS_H
