// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/shares.h"

#include "checker/relational/rational_text.h"
#include "checker/relational/symbols.h"
#include "checker/relational/walk.h"

#include <algorithm>

namespace plumb::relational {

std::vector<RationalFunction> sharesOf(Context context) {
  std::vector<RationalFunction> shares;
  const auto divisor = [&](const ir::Expression &expression) {
    const auto *quotient = llvm::dyn_cast<ir::Binary>(&expression);
    if (!quotient || quotient->op != ir::BinaryOperator::Divide || ir::isPublic(*quotient->left))
      return;
    const auto value = rationalFunction(*quotient->right, context.symbols, context.products, context.store);
    if (!value || value->numerator.isConstant())
      return;
    const RationalFunction share = reduced({value->denominator, value->numerator});
    if (std::none_of(shares.begin(), shares.end(),
                     [&](const RationalFunction &other) { return other.equals(share); }))
      shares.push_back(share);
  };
  forEachStatement(context.symbols.mechanism().body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : expressionsOf(statement))
      forEachExpression(*expression, divisor);
  });
  return shares;
}

} // namespace plumb::relational
