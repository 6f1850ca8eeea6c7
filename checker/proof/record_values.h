// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/record_values.h - Records have values ------*- C++ -*-===//
///
/// \file
/// That what is said of records has a value: subscripts of fields, and divisors, in queries, policies and
/// adjacencies. Whatever is proved of answers is proved of values, so that nothing may be said where there is
/// none.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_RECORD_VALUES_H
#define PLUMB_CHECKER_PROOF_RECORD_VALUES_H

#include "checker/relational/context.h"
#include "checker/verdict/inquiry.h"

namespace plumb::proof {

/// Asks it of \p inquiry, for every record and every element of a query: one obligation (condition Defined)
/// for each query, policy and formula of the adjacency in which something can be undefined.
/// \pre the mechanism of \p context has a recordAdjacency; \p solver is the one that \p inquiry asks.
void askRecordValues(relational::Context context, smt::Solver &solver, verdict::Inquiry &inquiry);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_RECORD_VALUES_H
