// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/turns.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/counted_up_to.h"
#include "checker/synthesis/decisions.h"
#include "checker/synthesis/told_values.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <map>
#include <optional>

namespace plumb::synthesis {

using llvm::dyn_cast;
using llvm::isa;
using Op = ir::BinaryOperator;
using Role = ir::Variable::Role;

namespace {

/// More of them have more situations than are searched.
constexpr std::size_t mostOfALoop = 4;
/// A condition that is written out may not be longer than anybody would write.
constexpr unsigned mostParts = 60;

bool isTruth(const ir::Expression &term, bool value) {
  const auto *literal = dyn_cast<ir::Boolean>(&term);
  return literal && literal->value == value;
}

ExpressionPtr negation(ExpressionPtr of) {
  if (auto *denied = dyn_cast<ir::Unary>(of.get()); denied && denied->op == ir::UnaryOperator::Not)
    return std::move(denied->operand);
  return std::make_unique<ir::Unary>(ir::UnaryOperator::Not, ir::Sort::Bool, std::move(of), SourceRange{});
}

ExpressionPtr holds(const ir::Expression &condition, bool isDenied) {
  return isDenied ? negation(copy(condition)) : copy(condition);
}

ExpressionPtr both(ExpressionPtr left, ExpressionPtr right) {
  if (!left)
    return right;
  if (auto *more = right ? dyn_cast<ir::Binary>(right.get()) : nullptr; more && more->op == Op::And) {
    left = both(std::move(left), std::move(more->left));
    return both(std::move(left), std::move(more->right));
  }
  return right ? boolean(Op::And, std::move(left), std::move(right)) : std::move(left);
}

/// `condition ? one : other`, shorter where a truth value has turned: `x or c`.
ExpressionPtr choice(const ir::Expression &condition, ExpressionPtr one, ExpressionPtr other) {
  if (ir::isSameTerm(*one, *other))
    return one;
  if (isTruth(*one, true))
    return boolean(Op::Or, std::move(other), copy(condition));
  if (isTruth(*one, false))
    return boolean(Op::And, std::move(other), negation(copy(condition)));
  const ExpressionPtr denied = negation(copy(condition));
  if (ir::isSameTerm(*denied, *other))
    return boolean(Op::Or, std::move(other), std::move(one));
  if (one->sort() == ir::Sort::Bool && ir::isSameTerm(condition, *other))
    return boolean(Op::And, std::move(other), std::move(one));
  return std::make_unique<ir::Conditional>(copy(condition), std::move(one), std::move(other), SourceRange{});
}

/// A condition on the way to a statement.
struct Asked {
  /// As it is written.
  const ir::Expression *condition;
  bool isDenied;
  /// What it is in terms of the values where the group begins; null if that is not known. Nothing: the group
  /// begins behind it.
  std::optional<ExpressionPtr> known;
};

/// Does one of \p asked say whether the flag \p x has turned? \returns what it is in front of a turn.
std::optional<bool> valueAsked(const ir::Expression &condition, bool isDenied, const ir::Variable &x) {
  if (isReadOf(condition, x))
    return !isDenied;
  if (const auto *denied = dyn_cast<ir::Unary>(&condition); denied && denied->op == ir::UnaryOperator::Not)
    return valueAsked(*denied->operand, !isDenied, x);
  const auto *two = dyn_cast<ir::Binary>(&condition);
  if (!two || two->op != (isDenied ? Op::Or : Op::And))
    return std::nullopt;
  const std::optional<bool> left = valueAsked(*two->left, isDenied, x);
  return left ? left : valueAsked(*two->right, isDenied, x);
}

bool readsDraws(const ir::Expression &term) {
  return ir::reads(term, Role::Sample);
}

/// The operands of a row of `and` or `or`, what is denied written out: of `not (a and b)` as a row of `or`
/// they are `not a` and `not b`.
void flatten(const ir::Expression &term, Op op, bool isDenied, std::vector<ExpressionPtr> &operands) {
  if (const auto *denied = dyn_cast<ir::Unary>(&term); denied && denied->op == ir::UnaryOperator::Not)
    return flatten(*denied->operand, op, !isDenied, operands);
  const auto *two = dyn_cast<ir::Binary>(&term);
  if (!two || two->op != (isDenied ? (op == Op::And ? Op::Or : Op::And) : op)) {
    operands.push_back(holds(term, isDenied));
    return;
  }
  flatten(*two->left, op, isDenied, operands);
  flatten(*two->right, op, isDenied, operands);
}

/// Where \p whole asks that one of several things holds that draws decide: each of them, if none in front of
/// it holds. No two of these hold at once.
std::vector<ExpressionPtr> apart(ExpressionPtr whole) {
  std::vector<ExpressionPtr> factors, alternatives;
  flatten(*whole, Op::And, false, factors);
  std::size_t place = 0;
  for (; place < factors.size() && alternatives.size() < 2; ++place) {
    alternatives.clear();
    flatten(*factors[place], Op::Or, false, alternatives);
    if (!std::all_of(alternatives.begin(), alternatives.end(),
                     [](const ExpressionPtr &one) { return readsDraws(*one); }))
      alternatives.clear();
  }
  std::vector<ExpressionPtr> made;
  if (alternatives.size() < 2) {
    made.push_back(std::move(whole));
    return made;
  }
  for (std::size_t which = 0; which < alternatives.size(); ++which) {
    ExpressionPtr one;
    for (std::size_t at = 0; at < factors.size(); ++at) {
      if (at + 1 != place) {
        one = both(std::move(one), copy(*factors[at]));
        continue;
      }
      for (std::size_t before = 0; before < which; ++before)
        one = both(std::move(one), negation(copy(*alternatives[before])));
      one = both(std::move(one), copy(*alternatives[which]));
    }
    for (ExpressionPtr &inner : apart(std::move(one)))
      made.push_back(std::move(inner));
  }
  return made;
}

/// What is told of a flag that turns one way: itself, or `x or y` where nothing else is asked of it, so that
/// it does not show any more that x turns up once y has; the same of `x and y` where they turn down.
class Joined {
public:
  Joined(const ir::Mechanism &of, const ir::Variable &flag, bool isUp)
      : mechanism(of), x(flag), op(isUp ? Op::Or : Op::And) {
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (!assign || &assign->target != &x)
        for (const ir::Expression *term : relational::expressionsOf(statement))
          collect(*term);
    });
  }

  ExpressionPtr whole() const { return copy(alone || !joined ? *itself : *joined); }

private:
  void collect(const ir::Expression &term) {
    if (isReadOf(term, x)) {
      alone = true;
      return;
    }
    if (ExpressionPtr row = ir::reads(term, x) ? rowOf(term) : nullptr;
        row && (!joined || ir::isSameTerm(*joined, *row)))
      joined = std::move(row);
    else
      ir::forEachOperand(term, [&](const ir::Expression &part) { collect(part); });
  }

  /// `x or y`, also of `not x and not y`. Null: it is no such row.
  ExpressionPtr rowOf(const ir::Expression &term) const {
    for (const bool isDenied : {false, true}) {
      std::vector<ExpressionPtr> flags;
      flatten(term, op, isDenied, flags);
      const bool isOfFlags = std::all_of(flags.begin(), flags.end(), [&](const ExpressionPtr &flag) {
        const auto *name = dyn_cast<ir::Read>(flag.get());
        return name && name->variable.role == Role::Local && !name->variable.isArray() &&
               beginsDown(name->variable);
      });
      if (!isOfFlags || flags.size() < 2)
        continue;
      ExpressionPtr row;
      for (ExpressionPtr &flag : flags)
        row = row ? boolean(op, std::move(row), std::move(flag)) : std::move(flag);
      return row;
    }
    return nullptr;
  }

  /// One that turns the other way takes back what the others have turned.
  bool beginsDown(const ir::Variable &flag) const {
    return std::any_of(mechanism.body.begin(), mechanism.body.end(), [&](const auto &statement) {
      const auto *assign = dyn_cast<ir::Assign>(statement.get());
      return assign && &assign->target == &flag && isTruth(*assign->value, op == Op::And);
    });
  }

  const ir::Mechanism &mechanism;
  const ir::Variable &x;
  const Op op;
  const ExpressionPtr itself = read(x, false);
  ExpressionPtr joined;
  bool alone = false;
};

class OfLoop {
public:
  OfLoop(ir::Mechanism &of, std::vector<const ir::For *> around, Told how)
      : mechanism(of), loops(std::move(around)), told(how) {}

  void scan(ir::Block &block) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      ir::Statement &statement = *block[at];
      auto *branch = dyn_cast<ir::If>(&statement);
      if (branch && isWay(*branch)) {
        endGroup();
        scanIf(*branch->condition, branch->thenBlock, false);
        scanIf(*branch->condition, branch->elseBlock, true);
        continue;
      }
      if (!group)
        values.clear();
      if (step(block, at))
        continue;
      endGroup();
      step(block, at);
    }
    endGroup();
  }

  /// Of a block that is come to where \p condition holds, or does not.
  void scanIf(const ir::Expression &condition, ir::Block &block, bool isDenied) {
    asked.push_back({&condition, isDenied, std::nullopt});
    scan(block);
    asked.pop_back();
  }

  std::vector<Turns> found;
  /// Of one flag both ways, or too many.
  bool isGivenUp = false;

private:
  using Values = std::map<const ir::Variable *, ExpressionPtr>;

  /// Draws stand in it, and what they decide is told there.
  static bool isWay(const ir::If &branch) {
    bool is = false;
    relational::forEachIn(branch, [&](const ir::Statement &inner) { is |= isa<ir::Sample, ir::For>(inner); });
    return is;
  }

  void endGroup() {
    group = std::nullopt;
    values.clear();
  }

  /// Adds what the statement at \p at turns to the group, which begins with it if there is none. False: it
  /// asks for what is not known where the group began, and nothing was added.
  bool step(ir::Block &block, std::size_t at) {
    conditions.clear();
    isUnknown = false;
    Values after = copied(values);
    execute(*block[at], after);
    if (isUnknown && group)
      return false;
    if (!conditions.empty()) {
      if (!group) {
        group = found.size();
        found.push_back({{&block, at, loops}, {}, found.empty()});
      }
      for (ExpressionPtr &condition : conditions)
        tell(found[*group].conditions, std::move(condition));
    }
    values = std::move(after);
    return true;
  }

  /// Unless one of \p all says it already.
  static void tell(std::vector<ExpressionPtr> &all, ExpressionPtr condition) {
    const ExpressionPtr denied = negation(copy(*condition));
    if (std::none_of(all.begin(), all.end(), [&](const ExpressionPtr &known) {
          return ir::isSameTerm(*known, *condition) || ir::isSameTerm(*known, *denied);
        }))
      all.push_back(std::move(condition));
  }

  static Values copied(const Values &of) {
    Values made;
    for (const auto &[variable, value] : of)
      made[variable] = value ? copy(*value) : nullptr;
    return made;
  }

  /// \p term where the group begins; null if that is not known.
  static ExpressionPtr before(const ir::Expression &term, const Values &now) {
    bool isKnown = true;
    unsigned parts = 0;
    const auto count = [&](const ir::Expression &whole) {
      relational::forEachExpression(whole, [&](const ir::Expression &) { ++parts; });
    };
    ExpressionPtr made = replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
      const auto *name = dyn_cast<ir::Read>(&part);
      const auto value = name ? now.find(&name->variable) : now.end();
      if (value == now.end())
        return nullptr;
      if (value->second)
        return copy(*value->second);
      isKnown = false;
      return nullptr;
    });
    count(*made);
    return isKnown && parts <= mostParts ? std::move(made) : nullptr;
  }

  void execute(const ir::Statement &statement, Values &now) {
    if (const auto *assign = dyn_cast<ir::Assign>(&statement)) {
      turn(*assign, now);
      now[&assign->target] = assign->target.isArray() ? nullptr : before(*assign->value, now);
    } else if (const auto *branch = dyn_cast<ir::If>(&statement)) {
      side(*branch, now);
    } else {
      relational::forEachIn(statement, [&](const ir::Statement &inner) {
        if (const auto *assigned = dyn_cast<ir::Assign>(&inner))
          now[&assigned->target] = nullptr;
        else if (const auto *sample = dyn_cast<ir::Sample>(&inner))
          now[&sample->target] = nullptr;
      });
    }
  }

  void side(const ir::If &branch, Values &now) {
    const ExpressionPtr condition = before(*branch.condition, now);
    Values sides[] = {copied(now), copied(now)};
    for (bool isDenied : {false, true}) {
      asked.push_back(
          {branch.condition.get(), isDenied, condition ? holds(*condition, isDenied) : ExpressionPtr()});
      for (const auto &inner : isDenied ? branch.elseBlock : branch.thenBlock)
        if (!isKeptAtEnd(branch, *inner))
          execute(*inner, sides[isDenied ? 1 : 0]);
      asked.pop_back();
    }
    std::vector<const ir::Variable *> changed;
    for (const Values &one : sides)
      for (const auto &[variable, value] : one)
        changed.push_back(variable);
    for (const ir::Variable *variable : changed) {
      const auto valueIn = [&](Values &of) -> ExpressionPtr {
        const auto known = of.find(variable);
        if (known == of.end())
          return variable->isArray() ? nullptr : read(*variable, false);
        return known->second ? copy(*known->second) : nullptr;
      };
      ExpressionPtr one = valueIn(sides[0]), other = valueIn(sides[1]);
      now[variable] =
          one && other && condition ? choice(*condition, std::move(one), std::move(other)) : nullptr;
    }
  }

  /// What \p assign turns.
  void turn(const ir::Assign &assign, const Values &now) {
    if (assign.target.isArray())
      return;
    ExpressionPtr shows, beside;
    bool isDenied = false;
    const ir::Expression *decides = nullptr;
    const ir::Variable &x = assign.target;
    if (x.sort == ir::Sort::Bool) {
      std::optional<bool> isUp;
      const std::optional<bool> wasAsked = askedOf(x);
      const auto *two = dyn_cast<ir::Binary>(assign.value.get());
      if (const auto *literal = dyn_cast<ir::Boolean>(assign.value.get()))
        isUp = literal->value;
      else if (two && (two->op == Op::Or || two->op == Op::And) && (beside = besideIn(*two, x))) {
        isUp = two->op == Op::Or;
        decides = beside.get();
      } else if (wasAsked) {
        isUp = !*wasAsked;
        decides = assign.value.get();
      }
      if (!isUp || (wasAsked && *wasAsked == *isUp) || !isNoisy(decides, x))
        return;
      const auto known = ups.emplace(&x, *isUp);
      isGivenUp |= known.first->second != *isUp;
      isDenied = !*isUp;
      if (!wasAsked) {
        ExpressionPtr flags = Joined(mechanism, x, *isUp).whole();
        shows = isDenied ? std::move(flags) : negation(std::move(flags));
      }
    } else if (const ir::Expression *taken = takenIn(*assign.value, x)) {
      if (!isNoisy(taken, x))
        return;
      decides = taken;
    } else {
      const std::optional<CountStep> step = countStep(assign);
      if (!step) {
        if (isAskedWhether(x) && !ir::reads(*assign.value, x) && isNoisy(nullptr, x))
          add(nullptr, nullptr, false, now);
        return;
      }
      if (!isNoisy(step->cause, x))
        return;
      decides = step->cause;
      isDenied = step->isDenied;
      const bool isAsked = isAskedWhether(x);
      if (!isAsked)
        shows = isBeforeEnd(mechanism, *step);
      // Each step shows; what decides them is told where that is decided.
      if (!isAsked && !shows)
        return;
    }
    add(std::move(shows), decides, isDenied, now);
  }

  /// With what is decided in the place of its name: `hit := a > T or b > T`.
  ExpressionPtr written(const ir::Expression &term) const {
    return replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
      const auto *name = dyn_cast<ir::Read>(&part);
      if (!name || name->sort() != ir::Sort::Bool || name->variable.role != Role::Local ||
          name->variable.isArray())
        return nullptr;
      const ir::Assign *only = nullptr;
      unsigned often = 0;
      relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
        const auto *assign = dyn_cast<ir::Assign>(&statement);
        if (assign && &assign->target == &name->variable) {
          only = assign;
          ++often;
        }
      });
      return often == 1 && readsDraws(*only->value) && !ir::reads(*only->value, Role::Local)
                 ? copy(*only->value)
                 : nullptr;
    });
  }

  bool isAskedWhether(const ir::Variable &x) const {
    return std::any_of(asked.begin(), asked.end(),
                       [&](const Asked &one) { return ir::reads(*one.condition, x); });
  }

  /// `first < 0 and c ? i : first`: what is asked where \p x is taken from, unless it is taken already. Null:
  /// \p value is none such.
  static const ir::Expression *takenIn(const ir::Expression &value, const ir::Variable &x) {
    const auto *choice = dyn_cast<ir::Conditional>(&value);
    const bool isTaken = choice && isReadOf(*choice->whenFalse, x) && !ir::reads(*choice->whenTrue, x) &&
                         ir::reads(*choice->condition, x);
    return isTaken ? choice->condition.get() : nullptr;
  }

  /// `a or b` of `x or a or b`. Null: it is no such row.
  static ExpressionPtr besideIn(const ir::Binary &row, const ir::Variable &x) {
    std::vector<ExpressionPtr> operands;
    flatten(row, row.op, false, operands);
    const auto isIt = [&](const ExpressionPtr &operand) { return isReadOf(*operand, x); };
    if (std::count_if(operands.begin(), operands.end(), isIt) != 1)
      return nullptr;
    ExpressionPtr rest;
    for (ExpressionPtr &operand : operands)
      if (!isReadOf(*operand, x))
        rest = rest ? boolean(row.op, std::move(rest), std::move(operand)) : std::move(operand);
    return rest;
  }

  /// What \p x is where the statement is come to, as far as what was asked on the way says it.
  std::optional<bool> askedOf(const ir::Variable &x) const {
    for (const Asked &one : asked)
      if (const std::optional<bool> value = valueAsked(*one.condition, one.isDenied, x))
        return value;
    return std::nullopt;
  }

  /// May noise decide that \p x turns, by \p decides or by what was asked on the way?
  bool isNoisy(const ir::Expression *decides, const ir::Variable &x) const {
    const auto isOf = [&](const ir::Expression &condition) {
      return ir::anyPart(condition, [&](const ir::Expression &part) {
        const auto *name = dyn_cast<ir::Read>(&part);
        return name && &name->variable != &x &&
               (name->variable.role == Role::Sample || name->variable.role == Role::Local);
      });
    };
    return (decides && isOf(*decides)) ||
           std::any_of(asked.begin(), asked.end(), [&](const Asked &one) { return isOf(*one.condition); });
  }

  void add(ExpressionPtr shows, const ir::Expression *decides, bool isDenied, const Values &now) {
    ExpressionPtr whole;
    const auto conjoin = [&](ExpressionPtr part) {
      isUnknown |= !part;
      if (part)
        whole = both(std::move(whole), std::move(part));
    };
    if (shows)
      conjoin(before(*shows, now));
    for (const Asked &one : asked)
      if (one.known)
        conjoin(*one.known ? copy(**one.known) : nullptr);
    if (decides) {
      ExpressionPtr cause = before(*decides, now);
      conjoin(cause && isDenied ? negation(std::move(cause)) : std::move(cause));
    }
    if (!whole)
      return;
    if (told == Told::Whole)
      return conditions.push_back(std::move(whole));
    for (ExpressionPtr &one : apart(written(*whole)))
      conditions.push_back(std::move(one));
  }

  ir::Mechanism &mechanism;
  const std::vector<const ir::For *> loops;
  const Told told;
  /// The number of the group that the statements belong to now.
  std::optional<std::size_t> group;
  /// What locals are now that were changed since the group began; null where that is not known.
  Values values;
  std::vector<Asked> asked;
  /// Which way each flag turns.
  std::map<const ir::Variable *, bool> ups;
  /// Of the statement that is looked at.
  std::vector<ExpressionPtr> conditions;
  bool isUnknown = false;
};

class AllTurns {
public:
  AllTurns(ir::Mechanism &of, Told how) : mechanism(of), told(how) { walk(of.body); }

  std::vector<Turns> found;

private:
  void walk(ir::Block &block) {
    for (const auto &statement : block)
      if (auto *branch = dyn_cast<ir::If>(statement.get())) {
        walk(branch->thenBlock);
        walk(branch->elseBlock);
      } else if (auto *loop = dyn_cast<ir::For>(statement.get())) {
        loops.push_back(loop);
        if (!isCellTaken() && draws(*loop))
          add(*loop);
        walk(loop->body);
        loops.pop_back();
      }
  }

  void add(ir::For &loop) {
    OfLoop ofLoop(mechanism, loops, told);
    if (loop.guard)
      ofLoop.scanIf(*loop.guard, loop.body, false);
    else
      ofLoop.scan(loop.body);
    std::size_t count = 0;
    for (const Turns &turns : ofLoop.found)
      count += turns.conditions.size();
    if (ofLoop.isGivenUp || count > mostOfALoop)
      return;
    std::move(ofLoop.found.begin(), ofLoop.found.end(), std::back_inserter(found));
  }

  bool isCellTaken() const {
    return std::any_of(mechanism.transcripts.begin(), mechanism.transcripts.end(),
                       [&](const auto &transcript) { return transcript->loops == loops; });
  }

  static bool draws(const ir::For &loop) {
    bool is = false;
    relational::forEachIn(loop, [&](const ir::Statement &inner) { is |= isa<ir::Sample>(inner); });
    return is;
  }

  ir::Mechanism &mechanism;
  const Told told;
  std::vector<const ir::For *> loops;
};

} // namespace

std::vector<Turns> turns(ir::Mechanism &mechanism, Told how) {
  return AllTurns(mechanism, how).found;
}

} // namespace plumb::synthesis
