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

/// A term that goes with the count, or against it, by as much: `h`, `h + 1`, `c - h`.
struct Shifted {
  bool isAgainst;
  /// What it is where the count is 0; null: 0.
  ExpressionPtr atZero;
};

ExpressionPtr sum(Op op, ExpressionPtr left, ExpressionPtr right) {
  if (!right)
    return left;
  if (!left)
    return op == Op::Add ? std::move(right)
                         : arithmetic(Op::Subtract, number(0, ir::Sort::Int), std::move(right));
  return arithmetic(op, std::move(left), std::move(right));
}

/// The ends of a count that goes one way.
class Ends {
public:
  Ends(const ir::Mechanism &mechanism, const CountStep &of) : count(*of.count), isUp(of.isUp) {
    for (const auto &statement : mechanism.body) {
      const auto *assign = dyn_cast<ir::Assign>(statement.get());
      if (assign && assign->target.sort == ir::Sort::Int && &assign->target != &count &&
          isAssignedOnce(mechanism, assign->target) && ir::reads(*assign->value, count) &&
          shifted(*assign->value))
        names.push_back(assign);
    }
  }

  /// Of all that \p term asks of the count. False: it asks for more.
  bool collect(const ir::Expression &term) {
    if (const auto *comparison = dyn_cast<ir::Binary>(&term);
        comparison && ir::isComparison(comparison->op) && ir::reads(term, count) && compared(*comparison))
      return true;
    if (const auto *ofTwo = dyn_cast<ir::Extremum>(&term); ofTwo && clamped(*ofTwo))
      return true;
    if (const auto *choice = dyn_cast<ir::Conditional>(&term)) {
      const std::optional<bool> side = beforeEnd(*choice->condition);
      return (side || collect(*choice->condition)) && (side == true || collect(*choice->whenTrue)) &&
             (side == false || collect(*choice->whenFalse));
    }
    if (isReadOf(term, count))
      return false;
    bool fits = true;
    ir::forEachOperand(term, [&](const ir::Expression &part) { fits = fits && collect(part); });
    return fits;
  }

  /// The same of all that \p block asks, but for steps.
  bool collect(const ir::Block &block) {
    for (const auto &statement : block) {
      if (isOver)
        return true;
      if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        if (const ir::Expression *kept = keptAt(*branch)) {
          isOver = add(copy(*kept));
          continue;
        }
        const ExpressionPtr condition = written(*branch->condition);
        const std::optional<bool> side = beforeEnd(*condition);
        if (!side && !collect(*condition))
          return false;
        for (const bool isThen : {true, false}) {
          if (side != isThen && !collect(isThen ? branch->thenBlock : branch->elseBlock))
            return false;
          isOver = false;
        }
        continue;
      }
      const auto *assign = dyn_cast<ir::Assign>(statement.get());
      const bool isOfCount = assign && &assign->target == &count;
      if ((isOfCount && countStep(*assign)) || std::find(names.begin(), names.end(), assign) != names.end())
        continue;
      for (const ir::Expression *term : relational::expressionsOf(*statement))
        if (!collect(*written(*term)))
          return false;
      if (const auto *loop = dyn_cast<ir::For>(statement.get()); loop && !collect(loop->body))
        return false;
      isOver = isOver || (isOfCount && ir::reads(*assign->value, count));
    }
    return true;
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

  /// Does \p condition say that the count is not yet at an end, or that it is? \returns which of the two it
  /// says where it holds; there all that is asked is asked in front of the end.
  std::optional<bool> beforeEnd(const ir::Expression &condition) {
    if (const auto *denied = dyn_cast<ir::Unary>(&condition);
        denied && denied->op == ir::UnaryOperator::Not) {
      const std::optional<bool> inner = beforeEnd(*denied->operand);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    const auto *comparison = dyn_cast<ir::Binary>(&condition);
    return comparison && ir::isComparison(comparison->op) && ir::reads(condition, count)
               ? compared(*comparison)
               : std::nullopt;
  }

private:
  static bool isAssignedOnce(const ir::Mechanism &mechanism, const ir::Variable &local) {
    unsigned often = 0;
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      often += assign && &assign->target == &local ? 1 : 0;
    });
    return often == 1;
  }

  /// What has a name of its own written out.
  ExpressionPtr written(const ir::Expression &term) const {
    return replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
      for (const ir::Assign *name : names)
        if (isReadOf(part, name->target))
          return copy(*name->value);
      return nullptr;
    });
  }

  /// c of `if h > c { h := c }`, which is `h := min(h, c)`. Null: it is something else.
  const ir::Expression *keptAt(const ir::If &branch) const {
    const auto *assign =
        branch.thenBlock.size() == 1 ? dyn_cast<ir::Assign>(branch.thenBlock.front().get()) : nullptr;
    const auto *comparison = dyn_cast<ir::Binary>(branch.condition.get());
    if (!assign || !branch.elseBlock.empty() || &assign->target != &count || !comparison ||
        !overParameters(*assign->value))
      return nullptr;
    const bool isLeft = isReadOf(*comparison->left, count);
    const bool isAbove = comparison->op == Op::Greater || comparison->op == Op::GreaterEqual,
               isBelow = comparison->op == Op::Less || comparison->op == Op::LessEqual;
    const ir::Expression &other = isLeft ? *comparison->right : *comparison->left;
    const bool isBeyond = isUp == isLeft ? isAbove : isBelow;
    return isBeyond && (isLeft || isReadOf(*comparison->right, count)) &&
                   ir::isSameTerm(other, *assign->value)
               ? assign->value.get()
               : nullptr;
  }

  std::optional<Shifted> shifted(const ir::Expression &term) const {
    if (isReadOf(term, count))
      return Shifted{false, nullptr};
    const auto *two = dyn_cast<ir::Binary>(&term);
    if (!two || (two->op != Op::Add && two->op != Op::Subtract) ||
        ir::reads(*two->left, count) == ir::reads(*two->right, count))
      return std::nullopt;
    const bool isLeft = ir::reads(*two->left, count);
    const ir::Expression &other = isLeft ? *two->right : *two->left;
    std::optional<Shifted> inner =
        overParameters(other) ? shifted(isLeft ? *two->left : *two->right) : std::nullopt;
    if (!inner)
      return std::nullopt;
    if (isLeft)
      return Shifted{inner->isAgainst, sum(two->op, std::move(inner->atZero), copy(other))};
    return Shifted{inner->isAgainst == (two->op == Op::Add),
                   sum(two->op, copy(other), std::move(inner->atZero))};
  }

  /// The value of the count where \p term is \p value.
  static ExpressionPtr countAt(Shifted term, ExpressionPtr value) {
    if (!term.atZero)
      return value;
    ExpressionPtr &from = term.isAgainst ? term.atZero : value, &taken = term.isAgainst ? value : term.atZero;
    if (const auto *literal = dyn_cast<ir::Number>(taken.get()); literal && literal->value == 0)
      return std::move(from);
    return arithmetic(Op::Subtract, std::move(from), std::move(taken));
  }

  /// `min(h, c)`, `max(c - h, 0)`: it goes on up to the end and not beyond.
  bool clamped(const ir::Extremum &ofTwo) {
    for (bool isLeft : {true, false}) {
      const ir::Expression &side = isLeft ? *ofTwo.left : *ofTwo.right,
                           &other = isLeft ? *ofTwo.right : *ofTwo.left;
      std::optional<Shifted> term = overParameters(other) ? shifted(side) : std::nullopt;
      if (term && (isUp != term->isAgainst) != ofTwo.isMaximum)
        return add(countAt(*std::move(term), copy(other)));
    }
    return false;
  }

  /// Adds the end at which \p comparison changes. \returns whether it holds in front of that; nothing if it
  /// asks for more.
  std::optional<bool> compared(const ir::Binary &comparison) {
    const bool isLeft = ir::reads(*comparison.left, count);
    const ir::Expression &other = isLeft ? *comparison.right : *comparison.left;
    std::optional<Shifted> term =
        overParameters(other) ? shifted(isLeft ? *comparison.left : *comparison.right) : std::nullopt;
    if (!term)
      return std::nullopt;
    const auto isOneOf = [&](Op strictly, Op orEqual, bool ofCount) {
      return ofCount == (isLeft != term->isAgainst) &&
             (comparison.op == strictly || comparison.op == orEqual);
    };
    // `h >= e` and `h < e` change where h comes from e - 1 to e, `h > e` and `h <= e` behind that.
    const bool changesAt =
        isOneOf(Op::Less, Op::GreaterEqual, true) || isOneOf(Op::Greater, Op::LessEqual, false);
    const bool changesBehind =
        isOneOf(Op::Greater, Op::LessEqual, true) || isOneOf(Op::Less, Op::GreaterEqual, false);
    if (!changesAt && !changesBehind)
      return std::nullopt;
    const bool isBelow = (isLeft != term->isAgainst)
                             ? comparison.op == Op::Less || comparison.op == Op::LessEqual
                             : comparison.op == Op::Greater || comparison.op == Op::GreaterEqual;
    ExpressionPtr at = countAt(*std::move(term), copy(other));
    if (isUp)
      add(changesAt ? std::move(at) : moved(*at, 1));
    else
      add(changesBehind ? std::move(at) : moved(*at, -1));
    return isBelow == isUp;
  }

  const ir::Variable &count;
  const bool isUp;
  /// `missing := c - h`.
  std::vector<const ir::Assign *> names;
  /// The count has been made something else (`left := max(left, 0)`), which is what is asked for from here
  /// on.
  bool isOver = false;
};

} // namespace

std::optional<CountStep> countStep(const ir::Assign &assign) {
  if (assign.target.isArray() || assign.target.sort != ir::Sort::Int)
    return std::nullopt;
  return stepOf(*assign.value, assign.target);
}

bool isKeptAtEnd(const ir::If &branch, const ir::Statement &statement) {
  const auto *assign = dyn_cast<ir::Assign>(&statement);
  const auto *comparison = dyn_cast<ir::Binary>(branch.condition.get());
  if (!assign || assign->target.isArray() || !comparison || !ir::isComparison(comparison->op) ||
      !overParameters(*assign->value))
    return false;
  const ir::Variable &count = assign->target;
  const auto isOf = [&](const ir::Expression &one, const ir::Expression &other) {
    return isReadOf(one, count) && ir::isSameTerm(other, *assign->value);
  };
  const auto takesStep = [&](const ir::Block &side) {
    return llvm::any_of(side, [&](const auto &inner) {
      const auto *step = dyn_cast<ir::Assign>(inner.get());
      return step && &step->target == &count && countStep(*step);
    });
  };
  return (isOf(*comparison->left, *comparison->right) || isOf(*comparison->right, *comparison->left)) &&
         (takesStep(branch.thenBlock) || takesStep(branch.elseBlock));
}

namespace {

/// The steps of a count, and where each of them is kept from going on: by a clamp, or by what is asked around
/// it.
class Steps {
public:
  Steps(const ir::Mechanism &of, const CountStep &one) : ends(of, one), mechanism(of), step(one) {
    block(mechanism.body, nullptr);
  }

  Ends ends;
  bool isOneWay = true;
  bool isEachKept = true;

private:
  /// \param before the end that the count is not at yet, as was asked on the way; null: none was asked for.
  void block(const ir::Block &statements, const ir::Expression *before) {
    for (const auto &statement : statements) {
      if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        Ends asked(mechanism, step);
        const std::optional<bool> side = asked.beforeEnd(*branch->condition);
        block(branch->thenBlock, side == true ? asked.end.get() : before);
        block(branch->elseBlock, side == false ? asked.end.get() : before);
      } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
        block(loop->body, nullptr);
      } else if (const auto *assign = dyn_cast<ir::Assign>(statement.get())) {
        const std::optional<CountStep> other =
            &assign->target == step.count ? countStep(*assign) : std::nullopt;
        if (other)
          add(*other, before);
      }
    }
  }

  void add(const CountStep &other, const ir::Expression *before) {
    isOneWay &= other.isUp == step.isUp;
    const ir::Expression *kept = other.clamp ? other.clamp : before;
    isEachKept &= kept != nullptr;
    if (kept)
      ends.add(copy(*kept));
  }

  const ir::Mechanism &mechanism;
  const CountStep &step;
};

} // namespace

ExpressionPtr isBeforeEnd(const ir::Mechanism &mechanism, const CountStep &step) {
  Steps steps(mechanism, step);
  Ends ofTold(mechanism, step);
  if (!steps.isOneWay)
    return nullptr;
  ExpressionPtr end = steps.isEachKept                 ? std::move(steps.ends.end)
                      : ofTold.collect(mechanism.body) ? std::move(ofTold.end)
                                                       : nullptr;
  return end ? std::make_unique<ir::Binary>(step.isUp ? Op::Less : Op::Greater, ir::Sort::Bool,
                                            read(*step.count, false), std::move(end), SourceRange{})
             : nullptr;
}

} // namespace plumb::synthesis
