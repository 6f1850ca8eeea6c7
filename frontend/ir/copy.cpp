// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/copy.h"

#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::ir {

using llvm::cast;

ExpressionPtr copyOfExtent(const Expression &term, SourceRange range) {
  auto copy = [range](const ExpressionPtr &operand) { return copyOfExtent(*operand, range); };
  switch (term.kind()) {
  case Expression::Kind::Number:
    return std::make_unique<Number>(cast<Number>(term).value, term.sort(), range);
  case Expression::Kind::Boolean:
    return std::make_unique<Boolean>(cast<Boolean>(term).value, range);
  case Expression::Kind::Read:
    return std::make_unique<Read>(cast<Read>(term).variable, false, std::vector<ExpressionPtr>(), range);
  case Expression::Kind::Unary: {
    const auto &unary = cast<Unary>(term);
    return std::make_unique<Unary>(unary.op, unary.sort(), copy(unary.operand), range);
  }
  case Expression::Kind::Binary: {
    const auto &binary = cast<Binary>(term);
    return std::make_unique<Binary>(binary.op, binary.sort(), copy(binary.left), copy(binary.right), range);
  }
  case Expression::Kind::Conditional: {
    const auto &choice = cast<Conditional>(term);
    return std::make_unique<Conditional>(copy(choice.condition), copy(choice.whenTrue),
                                         copy(choice.whenFalse), range);
  }
  case Expression::Kind::Extremum: {
    const auto &extremum = cast<Extremum>(term);
    return std::make_unique<Extremum>(extremum.isMaximum, copy(extremum.left), copy(extremum.right), range);
  }
  default:
    llvm_unreachable("no term over scalar parameters");
  }
}

} // namespace plumb::ir
