// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/access.h"

#include <algorithm>

namespace plumb::sema {

using syntax::Expression;
using syntax::ExpressionPtr;

Access accessOf(const Expression &expression) {
  if (expression.kind != Expression::Kind::Index)
    return {&expression, {}};
  Access access = accessOf(*expression.operands.front());
  for (auto index = expression.operands.begin() + 1; index != expression.operands.end(); ++index)
    access.indices.push_back(index->get());
  return access;
}

bool sameText(const Expression &a, const Expression &b) {
  auto same = [](const ExpressionPtr &x, const ExpressionPtr &y) { return sameText(*x, *y); };
  return a.kind == b.kind && a.text == b.text && a.primed == b.primed &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(), same);
}

bool mentions(const Expression &expression, std::string_view name) {
  if (expression.kind == Expression::Kind::Name && expression.text == name)
    return true;
  auto inside = [&](const ExpressionPtr &operand) { return mentions(*operand, name); };
  return std::any_of(expression.operands.begin(), expression.operands.end(), inside);
}

} // namespace plumb::sema
