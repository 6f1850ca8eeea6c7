// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/quantified.h - A `forall` in a formula -*- C++ -*-===//
///
/// \file
/// A `forall` that stands inside of a formula, where instantiation (instantiation.h) cannot reach it, since
/// it may be negated. It becomes one Boolean symbol. That it implies its body is put at the indices that are
/// met, and where it is false its body fails at an index that has a name, so that `exists`, the `not` of a
/// `forall`, is seen through as well. Where a model is looked for, it gets all of its meaning
/// (checker/proof/some_input.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_QUANTIFIED_H
#define PLUMB_CHECKER_RELATIONAL_QUANTIFIED_H

#include "checker/relational/state.h"

#include <map>

namespace plumb::relational {

/// A `forall` inside of a formula about parameters and records, and what the names in it stand for where it
/// was met. Its truth value is a function of these.
struct Quantified {
  const ir::Forall *formula;
  Side side;
  /// Only what it reads.
  std::map<const ir::Variable *, smt::Term> bound;
  std::map<const ir::RecordVariable *, Side> records;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_QUANTIFIED_H
