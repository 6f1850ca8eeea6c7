// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/coverage.h - Is a row lost? ----------*- C++ -*-===//
///
/// \file
/// A ledger says something of the composition only if each pair of records that some part allows is in one
/// of its rows. That the rows were made so is no proof of it; it is asked.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_COVERAGE_H
#define PLUMB_CHECKER_COMPOSITION_COVERAGE_H

#include "checker/composition/pairs.h"

namespace plumb::composition {

/// The pair of \p writer is in some of \p rows: a goal for the pairs that a part allows.
smt::Term isInSome(Pairs::Writer &writer, const std::vector<Row> &rows, smt::TermStore &store);

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_COVERAGE_H
