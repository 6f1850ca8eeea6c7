// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/terms.h - Terms that a shift is made of -*- C++ -*-===//
///
/// \file
/// Building terms as sema would have made them from text, taking sums apart, and the second run's copy of a
/// term. Whatever is built here is printed, read and analyzed again before anybody relies on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_TERMS_H
#define PLUMB_CHECKER_SYNTHESIS_TERMS_H

#include "frontend/ir/program.h"

#include <llvm/ADT/STLExtras.h>
#include <vector>

namespace plumb::synthesis {

using ir::ExpressionPtr;

/// A literal; of the sort Real also where it has no point.
ExpressionPtr number(const Rational &value, ir::Sort sort);
ExpressionPtr read(const ir::Variable &variable, bool primed, std::vector<ExpressionPtr> indices = {});
ExpressionPtr copy(const ir::Expression &term);
/// Is \p term the scalar \p variable, in either run?
bool isReadOf(const ir::Expression &term, const ir::Variable &variable);
/// \p left + \p right and so on, of one sort.
ExpressionPtr arithmetic(ir::BinaryOperator op, ExpressionPtr left, ExpressionPtr right);
/// max(left, right) or min(left, right).
ExpressionPtr extremum(bool isMaximum, ExpressionPtr left, ExpressionPtr right);
/// \p term of the sort \p sort: an Int becomes a Real as in the text. \pre it is no Real where an Int is
/// wanted.
ExpressionPtr converted(ExpressionPtr term, ir::Sort sort);

/// \p term, which was computed, with its conversions as the text would have them.
ExpressionPtr asWritten(const ir::Expression &term);

/// \p term with \p part in the place of each part for which that gives something; outermost parts first.
ExpressionPtr replaced(const ir::Expression &term,
                       llvm::function_ref<ExpressionPtr(const ir::Expression &)> part);
/// \p term with \p value for each read of the scalar \p variable.
ExpressionPtr substituted(const ir::Expression &term, const ir::Variable &variable,
                          const ir::Expression &value);
/// The same term in the second run: answers, locals and draws have primes. Draws of \p own have none, since
/// the draws beside the one that is aligned are taken to stay where they are.
ExpressionPtr secondRun(const ir::Expression &term, const ir::Variable &own);

/// factor * atom; no atom is a sum, a difference or a multiple.
struct Summand {
  Rational factor;
  ExpressionPtr atom;
};
/// A numeric term as a sum; literals are left out, and the same atom stands there once.
std::vector<Summand> summands(const ir::Expression &term);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_TERMS_H
