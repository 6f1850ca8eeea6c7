// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/counted_up_to.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Role = ir::Variable::Role;

namespace {

/// `count + 1`, or a choice between that and the count as it is.
bool isRaised(const ir::Expression &value, const ir::Variable &count) {
  if (const auto *choice = dyn_cast<ir::Conditional>(&value))
    return !ir::reads(*choice->condition, count) &&
           (isRaised(*choice->whenTrue, count) || isReadOf(*choice->whenTrue, count)) &&
           (isRaised(*choice->whenFalse, count) || isReadOf(*choice->whenFalse, count));
  const auto *sum = dyn_cast<ir::Binary>(&value);
  if (!sum || sum->op != ir::BinaryOperator::Add || !isReadOf(*sum->left, count))
    return false;
  const auto *step = dyn_cast<ir::Number>(sum->right.get());
  const auto *choice = dyn_cast<ir::Conditional>(sum->right.get());
  return (step && step->value > 0) || (choice && !ir::reads(*choice, count));
}

bool overParameters(const ir::Expression &term) {
  return !ir::anyPart(term, [](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && (name->variable.role != Role::Parameter || name->variable.isArray());
  });
}

ExpressionPtr oneMore(const ir::Expression &term) {
  if (const auto *literal = dyn_cast<ir::Number>(&term))
    return number(literal->value + 1, ir::Sort::Int);
  return arithmetic(ir::BinaryOperator::Add, copy(term), number(1, ir::Sort::Int));
}

class Ends {
public:
  explicit Ends(const ir::Variable &of) : count(of) {}

  /// Of all that \p term asks of the count. False: it asks for more, or there are two ends.
  bool collect(const ir::Expression &term) {
    if (const auto *comparison = dyn_cast<ir::Binary>(&term);
        comparison && ir::isComparison(comparison->op) &&
        isReadOf(*comparison->left, count) != isReadOf(*comparison->right, count))
      return compared(*comparison);
    if (const auto *ofTwo = dyn_cast<ir::Extremum>(&term);
        ofTwo && !ofTwo->isMaximum && isReadOf(*ofTwo->left, count) != isReadOf(*ofTwo->right, count)) {
      const ir::Expression &other = isReadOf(*ofTwo->left, count) ? *ofTwo->right : *ofTwo->left;
      return overParameters(other) && add(copy(other));
    }
    if (isReadOf(term, count))
      return false;
    bool fits = true;
    ir::forEachOperand(term, [&](const ir::Expression &part) { fits = fits && collect(part); });
    return fits;
  }

  ExpressionPtr end;

private:
  bool compared(const ir::Binary &comparison) {
    using Op = ir::BinaryOperator;
    const bool isLeft = isReadOf(*comparison.left, count);
    const ir::Expression &other = isLeft ? *comparison.right : *comparison.left;
    const bool isAt = comparison.op == (isLeft ? Op::GreaterEqual : Op::LessEqual) ||
                      comparison.op == (isLeft ? Op::Less : Op::Greater);
    const bool isBeyond = comparison.op == (isLeft ? Op::Greater : Op::Less) ||
                          comparison.op == (isLeft ? Op::LessEqual : Op::GreaterEqual);
    return (isAt || isBeyond) && overParameters(other) && add(isBeyond ? oneMore(other) : copy(other));
  }

  bool add(ExpressionPtr other) {
    if (!end)
      end = std::move(other);
    else if (!ir::isSameTerm(*end, *other))
      return false;
    return true;
  }

  const ir::Variable &count;
};

ExpressionPtr endOf(const ir::Mechanism &mechanism, const ir::Variable &count) {
  Ends ends(count);
  bool fits = true;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (assign && &assign->target == &count && isRaised(*assign->value, count))
      return;
    for (const ir::Expression *term : relational::expressionsOf(statement))
      fits = fits && ends.collect(*term);
  });
  return fits ? std::move(ends.end) : nullptr;
}

} // namespace

std::optional<CountedUpTo> countedUpTo(const ir::Mechanism &mechanism, const ir::Statement &statement) {
  std::optional<CountedUpTo> found;
  relational::forEachIn(statement, [&](const ir::Statement &inner) {
    const auto *assign = dyn_cast<ir::Assign>(&inner);
    if (found || !assign || assign->target.isArray() || assign->target.sort != ir::Sort::Int ||
        !isRaised(*assign->value, assign->target))
      return;
    if (ExpressionPtr end = endOf(mechanism, assign->target))
      found = CountedUpTo{&assign->target, std::move(end)};
  });
  return found;
}

} // namespace plumb::synthesis
