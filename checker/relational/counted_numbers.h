// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/counted_numbers.h - Steps of numbers --*- C++ -*-===//
///
/// \file
/// How often loops have assigned a real x that goes in public steps, x := x + s. No program can read that,
/// and invariants may: of equal steps x is so many, and lies between no two.
///
/// A count is an auxiliary variable in the sense of Owicki and Gries ("Verifying properties of parallel
/// programs: an axiomatic approach", CACM 19(5), 1976): a proof may use any that nothing else depends on.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_COUNTED_NUMBERS_H
#define PLUMB_CHECKER_RELATIONAL_COUNTED_NUMBERS_H

#include "frontend/ir/program.h"

#include <vector>

namespace plumb::relational {

/// What `x := x + s` or `x := x - s` adds to its target or takes off it, if that is public; else null.
const ir::Expression *publicStepOf(const ir::Assign &assign);

/// The real scalars that are assigned so in some loop, in the order of the mechanism.
std::vector<const ir::Variable *> countedNumbers(const ir::Mechanism &mechanism);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_COUNTED_NUMBERS_H
