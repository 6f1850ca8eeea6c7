// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/weighted_sum.h - Terms as weighted sums ---*- C++ -*-===//
///
/// \file
/// A term as constant + sum of weight * term: `2 * (f - lam) + 1` is 1 + 2 f - 2 lam. What is no sum,
/// difference or multiple stays whole, and integers that are converted to reals are the integers. So a test
/// is read in whatever form it was written.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_WEIGHTED_SUM_H
#define PLUMB_CHECKER_CLAIMS_WEIGHTED_SUM_H

#include "checker/interpreter/exact.h"
#include "frontend/ir/expression.h"

#include <llvm/ADT/STLExtras.h>
#include <optional>
#include <string>
#include <vector>

namespace plumb::claims {

struct WeightedSum {
  struct Part {
    const ir::Expression *term;
    /// Not zero.
    interpreter::Exact weight;
  };

  interpreter::Exact constant;
  /// In the order of the text, no two of the same term (ir::isSameTerm).
  std::vector<Part> parts;

  bool isNumber() const { return parts.empty(); }
};

/// What a scalar variable stands for, or null: it stands for itself.
using Meaning = llvm::function_ref<const ir::Expression *(const ir::Read &)>;

/// Points to parts of \p term and of what \p meaning says. Nothing if it is longer than what people write.
std::optional<WeightedSum> weightedSum(
    const ir::Expression &term, Meaning meaning = [](const ir::Read &) { return nullptr; });

/// a + weight * b
WeightedSum plus(const WeightedSum &a, const WeightedSum &b, const interpreter::Exact &weight);
WeightedSum scaled(const WeightedSum &sum, const interpreter::Exact &weight);
/// Takes \p term out of \p sum; its weight, 0 if it is not there.
interpreter::Exact takeOut(WeightedSum &sum, const ir::Expression &term);

/// A whole number at all values of what it reads? False says nothing.
bool isWhole(const WeightedSum &sum);

/// "T[i] - f[i] + 1"
std::string textOf(const WeightedSum &sum);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_WEIGHTED_SUM_H
