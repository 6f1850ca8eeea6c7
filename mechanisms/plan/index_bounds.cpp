// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/index_bounds.h"

#include "mechanisms/plan/program_walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::plan {

using llvm::dyn_cast;
using Operator = ir::BinaryOperator;

bool isTotal(const ir::Expression &expression) {
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

namespace {

/// left op right, an order or an equality of integers that have a value.
struct Comparison {
  const ir::Expression *left;
  Operator op;
  const ir::Expression *right;
};

} // namespace

static bool isOrder(Operator op) {
  return op == Operator::Less || op == Operator::LessEqual || op == Operator::Greater ||
         op == Operator::GreaterEqual;
}

/// Adds what \p condition says in its first parts, both ways round. False behind a part that may have no
/// value: what follows it is not always looked at.
static bool collect(const ir::Expression &condition, std::vector<Comparison> &comparisons) {
  const auto *binary = dyn_cast<ir::Binary>(&condition);
  if (binary && binary->op == Operator::And)
    return collect(*binary->left, comparisons) && collect(*binary->right, comparisons);
  if (!isTotal(condition))
    return false;
  if (!binary || binary->left->sort() != ir::Sort::Int)
    return true;
  const auto add = [&](const ir::Expression &left, Operator op, const ir::Expression &right) {
    if (isOrder(op))
      comparisons.push_back({&left, op, &right});
    if (op != Operator::Equal)
      return;
    comparisons.push_back({&left, Operator::GreaterEqual, &right});
    comparisons.push_back({&left, Operator::LessEqual, &right});
  };
  add(*binary->left, binary->op, *binary->right);
  add(*binary->right, turned(binary->op), *binary->left);
  return true;
}

static bool isAbove(Operator side) {
  return side == Operator::Greater || side == Operator::GreaterEqual;
}

static bool isStrict(Operator side) {
  return side == Operator::Greater || side == Operator::Less;
}

static const ir::Variable *indexOf(const ir::Expression &term,
                                   const std::vector<const ir::Variable *> &indices) {
  const auto *read = dyn_cast<ir::Read>(&term);
  return read && llvm::is_contained(indices, &read->variable) ? &read->variable : nullptr;
}

/// Adds bounds on \p index by terms without \p indices; of another index, its own bounds: `a <= s and s <= t`
/// says that a <= t.
///
/// \param between those that lie between \p index and the first one
static void bound(const ir::Variable &index, const std::vector<Comparison> &comparisons,
                  const std::vector<const ir::Variable *> &indices,
                  const std::vector<const ir::Variable *> &between, std::vector<IndexBound> &bounds) {
  for (const Comparison &comparison : comparisons) {
    if (indexOf(*comparison.left, indices) != &index)
      continue;
    if (!readsOneOf(*comparison.right, indices)) {
      bounds.push_back({comparison.op, comparison.right});
      continue;
    }
    const ir::Variable *other = indexOf(*comparison.right, indices);
    if (!other || other == &index || llvm::is_contained(between, other))
      continue;
    std::vector<const ir::Variable *> further = between;
    further.push_back(&index);
    std::vector<IndexBound> ofOther;
    bound(*other, comparisons, indices, further, ofOther);
    for (const IndexBound &each : ofOther)
      if (isAbove(each.side) == isAbove(comparison.op))
        bounds.push_back({isStrict(each.side) ? each.side : comparison.op, each.term});
  }
}

std::vector<IndexBound> boundsOf(const ir::Expression &condition,
                                 const std::vector<const ir::Variable *> &indices) {
  std::vector<Comparison> comparisons;
  collect(condition, comparisons);
  std::vector<IndexBound> bounds;
  bound(*indices.front(), comparisons, indices, {}, bounds);
  return bounds;
}

} // namespace plumb::plan
