// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/index_bounds.h"

#include "mechanisms/plan/program_walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::plan {

using llvm::dyn_cast;
using Operator = ir::BinaryOperator;

/// It has a value for every record, whatever its fields hold.
static bool isTotal(const ir::Expression &expression) {
  bool total = true;
  forEachPart(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    const auto *field = dyn_cast<ir::FieldRead>(&part);
    const auto *binary = dyn_cast<ir::Binary>(&part);
    const bool divides = binary && (binary->op == Operator::Divide || binary->op == Operator::IntegerDivide ||
                                    binary->op == Operator::Modulo);
    const bool isSubscript = (read && !read->indices.empty()) || (field && !field->indices.empty());
    total = total && !divides && !isSubscript && part.kind() != ir::Expression::Kind::Aggregate &&
            part.kind() != ir::Expression::Kind::Forall;
  });
  return total;
}

static bool readsOneOf(const ir::Expression &expression, const std::vector<const ir::Variable *> &variables) {
  bool found = false;
  forEachPart(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    found = found || (read && llvm::is_contained(variables, &read->variable));
  });
  return found;
}

/// a op b as b op a.
static Operator turned(Operator op) {
  switch (op) {
  case Operator::Less:
    return Operator::Greater;
  case Operator::LessEqual:
    return Operator::GreaterEqual;
  case Operator::Greater:
    return Operator::Less;
  case Operator::GreaterEqual:
    return Operator::LessEqual;
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::IntegerDivide:
  case Operator::Modulo:
  case Operator::Equal:
  case Operator::NotEqual:
  case Operator::And:
  case Operator::Or:
  case Operator::Implies:
  case Operator::Iff:
    break;
  }
  return op;
}

/// Adds what \p comparison says, if \p index alone is its left side.
static void bound(const ir::Expression &left, Operator op, const ir::Expression &right,
                  const std::vector<const ir::Variable *> &indices, std::vector<IndexBound> &bounds) {
  const auto *read = dyn_cast<ir::Read>(&left);
  if (!read || &read->variable != indices.front() || readsOneOf(right, indices))
    return;
  const bool isOrder = op == Operator::Less || op == Operator::LessEqual || op == Operator::Greater ||
                       op == Operator::GreaterEqual;
  if (isOrder)
    bounds.push_back({op, &right});
  if (op == Operator::Equal) {
    bounds.push_back({Operator::GreaterEqual, &right});
    bounds.push_back({Operator::LessEqual, &right});
  }
}

/// False behind a part that may have no value: what follows it is not always looked at.
static bool collect(const ir::Expression &condition, const std::vector<const ir::Variable *> &indices,
                    std::vector<IndexBound> &bounds) {
  const auto *binary = dyn_cast<ir::Binary>(&condition);
  if (binary && binary->op == Operator::And)
    return collect(*binary->left, indices, bounds) && collect(*binary->right, indices, bounds);
  if (!isTotal(condition))
    return false;
  if (binary && binary->left->sort() == ir::Sort::Int) {
    bound(*binary->left, binary->op, *binary->right, indices, bounds);
    bound(*binary->right, turned(binary->op), *binary->left, indices, bounds);
  }
  return true;
}

std::vector<IndexBound> boundsOf(const ir::Expression &condition,
                                 const std::vector<const ir::Variable *> &indices) {
  std::vector<IndexBound> bounds;
  collect(condition, indices, bounds);
  return bounds;
}

} // namespace plumb::plan
