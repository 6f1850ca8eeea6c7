// SPDX-License-Identifier: Apache-2.0
#include "checker/report/undefined_at.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::report {

using interpreter::Exact;

namespace {

bool isOfParameters(const ir::Expression &expression) {
  return ir::isPublic(expression) && !ir::anyPart(expression, [](const ir::Expression &part) {
           const auto *read = llvm::dyn_cast<ir::Read>(&part);
           return (read && read->variable.role != ir::Variable::Role::Parameter) ||
                  llvm::isa<ir::FieldComparison, ir::NoneTest>(&part);
         });
}

} // namespace

UndefinedAt::UndefinedAt(const ir::Mechanism &mechanism, const refutation::Counterexample &run) {
  interpreter::Inputs inputs;
  for (const refutation::NamedNumber &parameter : run.parameters)
    inputs[parameter.element.declared].push_back(parameter.value);
  instance = interpreter::Instance::create(mechanism, inputs);
}

UndefinedAt::Value UndefinedAt::valueOf(const ir::Expression &expression) const {
  if (!instance || !isOfParameters(expression))
    return {};
  const interpreter::ParameterScope scope(*instance);
  interpreter::Evaluator evaluator(scope);
  Exact value = evaluator.evaluate(expression);
  if (!evaluator.failure())
    return {true, std::move(value)};
  return {evaluator.failure()->kind != interpreter::Failure::Kind::StepLimit};
}

bool UndefinedAt::isOutside(const ir::Expression &index, const ir::Expression &extent) const {
  const Value at = valueOf(index), size = valueOf(extent);
  return at.exact && size.exact && (*at.exact < Exact(0) || *at.exact >= *size.exact);
}

bool UndefinedAt::isUndefined(const ir::Expression &expression) const {
  if (const Value whole = valueOf(expression); whole.isKnown)
    return !whole.exact;
  if (const auto *binary = llvm::dyn_cast<ir::Binary>(&expression)) {
    const bool divides = binary->op == ir::BinaryOperator::Divide ||
                         binary->op == ir::BinaryOperator::IntegerDivide ||
                         binary->op == ir::BinaryOperator::Modulo;
    if (const Value by = valueOf(*binary->right); divides && by.exact && by.exact->isZero())
      return true;
  }
  if (const auto *read = llvm::dyn_cast<ir::Read>(&expression))
    for (std::size_t i = 0; i < read->indices.size() && i < read->variable.extents.size(); ++i)
      if (isOutside(*read->indices[i], *read->variable.extents[i]))
        return true;
  bool isPart = false;
  ir::forEachOperand(expression, [&](const ir::Expression &part) { isPart = isPart || isUndefined(part); });
  return isPart;
}

bool UndefinedAt::isNoScale(const ir::Expression &scale) const {
  const Value value = valueOf(scale);
  return value.exact ? value.exact->sign() <= 0 : isUndefined(scale);
}

} // namespace plumb::report
