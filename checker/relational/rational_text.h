// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/rational_text.h - Printed bounds ---*- C++ -*-===//
///
/// \file
/// Bounds and costs, which are rational functions of scalar parameters, printed for readers and turned back
/// into expressions of the language. Nothing reads the text back.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_RATIONAL_TEXT_H
#define PLUMB_CHECKER_RELATIONAL_RATIONAL_TEXT_H

#include "checker/relational/scales.h"

#include <llvm/ADT/STLExtras.h>
#include <string>

namespace plumb::relational {

/// Without the monomial and the rational constant that numerator and denominator share.
RationalFunction reduced(const RationalFunction &function);

/// Without any polynomial that both share. Where that is 0 the value is another one, so this is told, and
/// what is made of it is proved as it stands.
RationalFunction inLowestTerms(const RationalFunction &function);

/// "3 * eps / 4", "2 * c + 1": in the language's own syntax, in lowest terms. \pre the atoms are scalar
/// parameters, and ints made of them that are divided by literals.
std::string print(const RationalFunction &function);

/// \p function as an expression of sort Real over the parameters of \p neighbourhood. \pre as above.
ir::ExpressionPtr termOf(const RationalFunction &function, const ir::Neighbourhood &neighbourhood);

/// The scalar parameter that \p atom is, or the quotient by a literal of an int that is made of such.
ir::ExpressionPtr parameterOf(smt::Term atom, const ir::Neighbourhood &neighbourhood);

/// \p function with the term of each atom in its place; sort Int where all of it is.
ir::ExpressionPtr termOf(const RationalFunction &function,
                         llvm::function_ref<ir::ExpressionPtr(smt::Term)> termOfAtom);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_RATIONAL_TEXT_H
