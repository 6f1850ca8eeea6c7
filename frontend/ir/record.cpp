// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/record.h"

#include <llvm/Support/Casting.h>

namespace plumb::ir {

const Field *Record::field(std::string_view fieldName) const {
  for (const std::unique_ptr<Field> &each : fields)
    if (each->name == fieldName)
      return each.get();
  return nullptr;
}

bool mayBeNone(const Expression &expression) {
  const auto *read = llvm::dyn_cast<FieldRead>(&expression);
  return read && read->field.orNone;
}

ExpressionPtr comparison(BinaryOperator op, ExpressionPtr left, ExpressionPtr right, SourceRange range) {
  if (mayBeNone(*left) || mayBeNone(*right))
    return std::make_unique<FieldComparison>(op, std::move(left), std::move(right), range);
  return std::make_unique<Binary>(op, Sort::Bool, std::move(left), std::move(right), range);
}

} // namespace plumb::ir
