// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/lemmas.h - What is true of products --------*- C++ -*-===//
///
/// \file
/// Questions are linear: a product of unknowns is an uninterpreted function. Here they get the lemmas about
/// multiplication that they need, each valid by itself (relational::Products). What is proved with true
/// lemmas is proved of multiplication.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_LEMMAS_H
#define PLUMB_CHECKER_PROOF_LEMMAS_H

#include "checker/relational/evaluator.h"

#include <vector>

namespace plumb::proof {

/// \p facts with what is true of the products in them and in \p goals.
std::vector<smt::Term> withLemmas(relational::Context context, std::vector<smt::Term> facts,
                                  const std::vector<smt::Term> &goals);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_LEMMAS_H
