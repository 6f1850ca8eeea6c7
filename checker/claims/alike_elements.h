// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/alike_elements.h - Elements of one query --*- C++ -*-===//
///
/// \file
/// A pair of neighbours moves one element of an array of answers. It is as good for every other element where
/// records, policies, premises and queries treat all alike, so that renumbering the elements of a pair makes
/// it a pair for another one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_ALIKE_ELEMENTS_H
#define PLUMB_CHECKER_CLAIMS_ALIKE_ELEMENTS_H

#include "frontend/ir/neighbourhood.h"

#include <vector>

namespace plumb::claims {

/// What decides which records there are, who their neighbours are, and what they add to \p query. Not null.
/// \pre \p neighbourhood has a recordAdjacency, here and below.
std::vector<const ir::Expression *> decidingFormulas(const ir::Neighbourhood &neighbourhood,
                                                     const ir::Variable &query);

/// Is it known that all elements of \p query, an array, are treated alike?
bool treatsElementsAlike(const ir::Neighbourhood &neighbourhood, const ir::Variable &query);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_ALIKE_ELEMENTS_H
