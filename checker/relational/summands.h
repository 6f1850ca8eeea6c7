// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/summands.h - The parts of a sum -------*- C++ -*-===//
///
/// \file
/// What a record adds to an answer is often a sum with conditions, as for a person who counts in one answer
/// for a first choice and in another for a second one. Each summand is then small where the sum is not.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_SUMMANDS_H
#define PLUMB_CHECKER_RELATIONAL_SUMMANDS_H

#include "checker/smt/term.h"

#include <vector>

namespace plumb::relational {

/// Nothing where the condition does not hold.
struct Summand {
  smt::Term condition, value;
};

/// \p sum is what these add up to; none is the number 0. In the order of its text.
std::vector<Summand> summandsOf(smt::TermStore &store, smt::Term sum);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_SUMMANDS_H
