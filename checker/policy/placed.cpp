// SPDX-License-Identifier: Apache-2.0
#include "checker/policy/placed.h"

#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::policy {

using ir::ExpressionPtr;

Placed::Placed(Pairs &in, const ir::Proposition &of) : pairs(in), proposition(of) {
  for (const ir::Proposition::Index &index : of.indices)
    known.variables[index.variable] = &in.index(index.variable->name, index.extents);
}

void Placed::keep(bool isTrue, bool ofSecond) {
  ExpressionPtr formula = pairs.aboutSubject(*proposition.formula, *proposition.subject, known, ofSecond);
  pairs.keep(isTrue ? std::move(formula) : negation(std::move(formula)));
}

std::vector<Element> Placed::elements() {
  std::vector<Element> found;
  collect(*proposition.formula, found);
  return found;
}

void Placed::collect(const ir::Expression &expression, std::vector<Element> &found) {
  if (const auto *read = llvm::dyn_cast<ir::FieldRead>(&expression))
    found.push_back(elementOf(*read));
  ir::forEachOperand(expression, [&](const ir::Expression &operand) { collect(operand, found); });
}

Element Placed::elementOf(const ir::FieldRead &read) {
  Element element{&read.field, {}};
  for (const ExpressionPtr &index : read.indices) {
    if (!ir::isPublic(*index) || bindsSomething(*index))
      return {&read.field, {}};
    copies.push_back(ir::substituted(*index, known));
    element.indices.push_back(copies.back().get());
  }
  return element;
}

bool Placed::bindsSomething(const ir::Expression &expression) const {
  if (const auto *read = llvm::dyn_cast<ir::Read>(&expression))
    return read->variable.role == ir::Variable::Role::Bound && !known.variables.count(&read->variable);
  bool found = false;
  ir::forEachOperand(expression,
                     [&](const ir::Expression &operand) { found = found || bindsSomething(operand); });
  return found;
}

} // namespace plumb::policy
