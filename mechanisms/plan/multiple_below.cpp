// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/multiple_below.h"

#include "frontend/ir/same_term.h"

#include <llvm/Support/Casting.h>
#include <utility>

namespace plumb::plan {

const ir::Binary *quotientOfMultiple(const ir::Binary &product) {
  if (product.op != ir::BinaryOperator::Multiply)
    return nullptr;
  for (const auto &[factor, other] :
       {std::pair(product.left.get(), product.right.get()), {product.right.get(), product.left.get()}}) {
    const auto *quotient = llvm::dyn_cast<ir::Binary>(factor);
    if (quotient && quotient->op == ir::BinaryOperator::IntegerDivide &&
        ir::isSameTerm(*quotient->right, *other))
      return quotient;
  }
  return nullptr;
}

} // namespace plumb::plan
