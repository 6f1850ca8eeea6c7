// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/counted_up_to.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Op = ir::BinaryOperator;
using Role = ir::Variable::Role;

namespace {

bool isZero(const ir::Expression &term) {
  const auto *literal = dyn_cast<ir::Number>(&term);
  return literal && literal->value == 0;
}

bool isPositive(const ir::Expression &term) {
  const auto *literal = dyn_cast<ir::Number>(&term);
  return literal && literal->value > 0;
}

bool overParameters(const ir::Expression &term) {
  return !ir::anyPart(term, [](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && (name->variable.role != Role::Parameter || name->variable.isArray());
  });
}

/// Of the value that \p count is assigned.
std::optional<CountStep> stepOf(const ir::Expression &value, const ir::Variable &count) {
  if (const auto *choice = dyn_cast<ir::Conditional>(&value)) {
    if (ir::reads(*choice->condition, count))
      return std::nullopt;
    const auto isStay = [&](const ir::Expression &side) { return isReadOf(side, count); };
    const bool staysElse = isStay(*choice->whenFalse);
    if (staysElse == isStay(*choice->whenTrue))
      return std::nullopt;
    std::optional<CountStep> step = stepOf(staysElse ? *choice->whenTrue : *choice->whenFalse, count);
    if (!step || step->cause)
      return std::nullopt;
    step->cause = choice->condition.get();
    step->isDenied = !staysElse;
    return step;
  }
  if (const auto *ofTwo = dyn_cast<ir::Extremum>(&value)) {
    for (bool isLeft : {true, false}) {
      const ir::Expression &side = isLeft ? *ofTwo->left : *ofTwo->right,
                           &other = isLeft ? *ofTwo->right : *ofTwo->left;
      std::optional<CountStep> step = overParameters(other) ? stepOf(side, count) : std::nullopt;
      if (!step || step->clamp || step->isUp == ofTwo->isMaximum)
        continue;
      step->clamp = &other;
      return step;
    }
    return std::nullopt;
  }
  const auto *sum = dyn_cast<ir::Binary>(&value);
  if (!sum || (sum->op != Op::Add && sum->op != Op::Subtract) || !isReadOf(*sum->left, count))
    return std::nullopt;
  CountStep step{&count, sum->op == Op::Add, nullptr, false, nullptr};
  if (isPositive(*sum->right))
    return step;
  const auto *choice = dyn_cast<ir::Conditional>(sum->right.get());
  if (!choice || ir::reads(*choice, count))
    return std::nullopt;
  step.cause = choice->condition.get();
  step.isDenied = isZero(*choice->whenTrue);
  return step;
}

ExpressionPtr moved(const ir::Expression &term, int by) {
  if (const auto *literal = dyn_cast<ir::Number>(&term))
    return number(literal->value + by, ir::Sort::Int);
  return arithmetic(by > 0 ? Op::Add : Op::Subtract, copy(term), number(1, ir::Sort::Int));
}

/// The ends of a count that goes one way.
class Ends {
public:
  explicit Ends(const CountStep &of) : count(*of.count), isUp(of.isUp) {}

  /// Of all that \p term asks of the count. False: it asks for more.
  bool collect(const ir::Expression &term) {
    if (const auto *comparison = dyn_cast<ir::Binary>(&term);
        comparison && ir::isComparison(comparison->op) &&
        isReadOf(*comparison->left, count) != isReadOf(*comparison->right, count))
      return compared(*comparison);
    if (const auto *ofTwo = dyn_cast<ir::Extremum>(&term);
        ofTwo && ofTwo->isMaximum != isUp &&
        isReadOf(*ofTwo->left, count) != isReadOf(*ofTwo->right, count)) {
      const ir::Expression &other = isReadOf(*ofTwo->left, count) ? *ofTwo->right : *ofTwo->left;
      return overParameters(other) && add(copy(other));
    }
    if (isReadOf(term, count))
      return false;
    bool fits = true;
    ir::forEachOperand(term, [&](const ir::Expression &part) { fits = fits && collect(part); });
    return fits;
  }

  /// Several are one, the last of them.
  bool add(ExpressionPtr other) {
    if (!end) {
      end = std::move(other);
      return true;
    }
    const auto *known = dyn_cast<ir::Number>(end.get()), *literal = dyn_cast<ir::Number>(other.get());
    if (known && literal) {
      if ((known->value < literal->value) == isUp)
        end = std::move(other);
    } else if (!ir::isSameTerm(*end, *other)) {
      end = extremum(isUp, std::move(end), std::move(other));
    }
    return true;
  }

  ExpressionPtr end;

private:
  bool compared(const ir::Binary &comparison) {
    const bool isLeft = isReadOf(*comparison.left, count);
    const ir::Expression &other = isLeft ? *comparison.right : *comparison.left;
    const auto isOneOf = [&](Op strictly, Op orEqual, bool ofLeft) {
      return ofLeft == isLeft && (comparison.op == strictly || comparison.op == orEqual);
    };
    // `h >= e` and `h < e` change where h comes from e - 1 to e, `h > e` and `h <= e` behind that.
    const bool changesAt =
        isOneOf(Op::Less, Op::GreaterEqual, true) || isOneOf(Op::Greater, Op::LessEqual, false);
    const bool changesBehind =
        isOneOf(Op::Greater, Op::LessEqual, true) || isOneOf(Op::Less, Op::GreaterEqual, false);
    if ((!changesAt && !changesBehind) || !overParameters(other))
      return false;
    if (isUp)
      return add(changesAt ? copy(other) : moved(other, 1));
    return add(changesBehind ? copy(other) : moved(other, -1));
  }

  const ir::Variable &count;
  const bool isUp;
};

} // namespace

std::optional<CountStep> countStep(const ir::Assign &assign) {
  if (assign.target.isArray() || assign.target.sort != ir::Sort::Int)
    return std::nullopt;
  return stepOf(*assign.value, assign.target);
}

ExpressionPtr isBeforeEnd(const ir::Mechanism &mechanism, const CountStep &step) {
  Ends ofSteps(step), ofTold(step);
  bool fits = true, isKept = true, isTold = true;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    const std::optional<CountStep> other =
        assign && &assign->target == step.count ? countStep(*assign) : std::nullopt;
    if (other) {
      fits = fits && other->isUp == step.isUp;
      isKept = isKept && other->clamp;
      if (other->clamp)
        ofSteps.add(copy(*other->clamp));
      return;
    }
    for (const ir::Expression *term : relational::expressionsOf(statement))
      isTold = isTold && ofTold.collect(*term);
  });
  if (!fits)
    return nullptr;
  ExpressionPtr end = isKept ? std::move(ofSteps.end) : isTold ? std::move(ofTold.end) : nullptr;
  return end ? std::make_unique<ir::Binary>(step.isUp ? Op::Less : Op::Greater, ir::Sort::Bool,
                                            read(*step.count, false), std::move(end), SourceRange{})
             : nullptr;
}

} // namespace plumb::synthesis
