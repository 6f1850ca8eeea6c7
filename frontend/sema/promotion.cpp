// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/promotion.h"

#include "frontend/ir/walk.h"

#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::sema {

using namespace ir;
using llvm::dyn_cast;

bool isPromotable(const Expression &term) {
  if (term.sort() != Sort::Int)
    return false;
  if (const auto *choice = dyn_cast<Conditional>(&term))
    return isPromotable(*choice->whenTrue) && isPromotable(*choice->whenFalse);
  return isPublic(term);
}

ExpressionPtr promote(ExpressionPtr term) {
  assert(term->sort() == Sort::Int);
  SourceRange range = term->range();
  if (const auto *number = dyn_cast<Number>(term.get()))
    return std::make_unique<Number>(number->value, Sort::Real, range);
  if (isSignedLiteral(*term))
    return std::make_unique<Unary>(UnaryOperator::Negate, Sort::Real,
                                   promote(std::move(llvm::cast<Unary>(*term).operand)), range);
  auto *choice = dyn_cast<Conditional>(term.get());
  if (choice && isPromotable(*choice))
    return std::make_unique<Conditional>(std::move(choice->condition), promote(std::move(choice->whenTrue)),
                                         promote(std::move(choice->whenFalse)), range);
  return std::make_unique<Unary>(UnaryOperator::ToReal, Sort::Real, std::move(term), range);
}

} // namespace plumb::sema
