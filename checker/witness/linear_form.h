// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/linear_form.h - Sums of draws ------------*- C++ -*-===//
///
/// \file
/// What is computed with the forms of a run: constant + sum of coefficient * symbol. Results have no
/// coefficient 0.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_LINEAR_FORM_H
#define PLUMB_CHECKER_WITNESS_LINEAR_FORM_H

#include "checker/witness/witness.h"

namespace plumb::witness {

/// a + factor * b
LinearForm plus(const LinearForm &a, const LinearForm &b, const Exact &factor);

LinearForm scaled(const LinearForm &form, const Exact &factor);

LinearForm constantForm(Exact value);

/// 0 if \p symbol is not in it.
Exact coefficientOf(const LinearForm &form, std::size_t symbol);

/// \p form with \p value for \p symbol.
LinearForm replaced(const LinearForm &form, std::size_t symbol, const LinearForm &value);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_LINEAR_FORM_H
