// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/decisions.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/counted_up_to.h"
#include "checker/synthesis/told_values.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Role = ir::Variable::Role;

bool mayBeNoisy(const ir::Expression &condition) {
  return ir::anyPart(condition, [](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && (name->variable.role == Role::Sample || name->variable.role == Role::Local);
  });
}

namespace {

/// The first condition in \p term that noise may decide; null if there is none.
const ir::Expression *choiceIn(const ir::Expression &term) {
  const auto *choice = dyn_cast<ir::Conditional>(&term);
  if (choice && mayBeNoisy(*choice->condition))
    return choice->condition.get();
  const ir::Expression *found = nullptr;
  ir::forEachOperand(term, [&](const ir::Expression &part) { found = found ? found : choiceIn(part); });
  return found;
}

bool isNoisyComparison(const ir::Expression &part) {
  const auto *binary = dyn_cast<ir::Binary>(&part);
  return binary && ir::isComparison(binary->op) && mayBeNoisy(part);
}

bool isOfAnswerOrDraw(const ir::Expression &part) {
  const auto *binary = dyn_cast<ir::Binary>(&part);
  return binary && ir::isComparison(binary->op) &&
         (ir::reads(part, Role::Query) || ir::reads(part, Role::Sample));
}

/// Which statements are looked at.
enum class Decider : std::uint8_t {
  /// A branch that compares an answer or a draw: what others ask is mostly whether to ask that.
  Comparison,
  /// A branch, or a choice that is assigned.
  Branch,
  /// A truth value that is assigned.
  Truth
};

const ir::Expression *truthOf(const ir::Statement &statement) {
  const auto *assign = dyn_cast<ir::Assign>(&statement);
  return assign && assign->value->sort() == ir::Sort::Bool && ir::anyPart(*assign->value, isNoisyComparison)
             ? assign->value.get()
             : nullptr;
}

/// Does \p condition ask for truth values alone that \p body assigns, as `if not x { x := c }` does? What is
/// decided is told where they are.
bool asksForTruths(const ir::Expression &condition, const ir::Block &body) {
  return !ir::anyPart(condition, [&](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    bool isOther = name && name->variable.role != Role::Parameter && name->variable.role != Role::LoopIndex;
    if (isOther && name->variable.role == Role::Local)
      relational::forEachStatement(body, [&](const ir::Statement &inner, unsigned) {
        isOther &= !truthOf(inner) || &llvm::cast<ir::Assign>(inner).target != &name->variable;
      });
    return isOther;
  });
}

/// \param body that of the loop around.
const ir::Expression *decidedBy(const ir::Statement &statement, Decider by, const ir::Block &body) {
  const auto *branch = dyn_cast<ir::If>(&statement);
  const auto *assign = dyn_cast<ir::Assign>(&statement);
  switch (by) {
  case Decider::Comparison:
    return branch && ir::anyPart(*branch->condition, isOfAnswerOrDraw) ? branch->condition.get() : nullptr;
  case Decider::Branch:
    if (branch)
      return mayBeNoisy(*branch->condition) && !asksForTruths(*branch->condition, body)
                 ? branch->condition.get()
                 : nullptr;
    return assign ? choiceIn(*assign->value) : nullptr;
  case Decider::Truth:
    return truthOf(statement);
  }
  assert(false && "decided in no other way");
  return nullptr;
}

/// A flag that has turned stays so.
struct Gathered {
  const ir::Variable *flag;
  /// What it is then.
  bool turned;
  /// It turns where this holds, or where it does not.
  const ir::Expression *cause;
  bool isDenied;
};

/// The flag that \p block turns, and how.
const ir::Assign *turnIn(const ir::Block &block) {
  for (const auto &statement : block)
    if (const auto *turn = dyn_cast<ir::Assign>(statement.get());
        turn && !turn->target.isArray() && llvm::isa<ir::Boolean>(*turn->value))
      return turn;
  return nullptr;
}

/// `x := x or c`, `x := x and c`, and an `if c` of which one side turns x to a constant.
std::optional<Gathered> gathered(const ir::Statement &statement) {
  if (const auto *branch = dyn_cast<ir::If>(&statement)) {
    const ir::Assign *inThen = turnIn(branch->thenBlock), *inElse = turnIn(branch->elseBlock);
    const ir::Assign *turn = inThen ? inThen : inElse;
    if (!turn || (inThen && inElse))
      return std::nullopt;
    return Gathered{&turn->target, llvm::cast<ir::Boolean>(*turn->value).value, branch->condition.get(),
                    turn == inElse};
  }
  const auto *assign = dyn_cast<ir::Assign>(&statement);
  const auto *both = assign ? dyn_cast<ir::Binary>(assign->value.get()) : nullptr;
  if (!both || assign->target.isArray() ||
      (both->op != ir::BinaryOperator::Or && both->op != ir::BinaryOperator::And))
    return std::nullopt;
  const bool isOr = both->op == ir::BinaryOperator::Or;
  if (isReadOf(*both->left, assign->target))
    return Gathered{&assign->target, isOr, both->right.get(), !isOr};
  if (isReadOf(*both->right, assign->target))
    return Gathered{&assign->target, isOr, both->left.get(), !isOr};
  return std::nullopt;
}

ExpressionPtr negation(ExpressionPtr of) {
  return std::make_unique<ir::Unary>(ir::UnaryOperator::Not, ir::Sort::Bool, std::move(of), SourceRange{});
}

/// The same of `c := ...` at \p at of \p block, where nothing behind it reads c but `x := x or c`.
std::optional<Gathered> gatheredLater(const ir::Block &block, std::size_t at) {
  const auto *decided = dyn_cast<ir::Assign>(block[at].get());
  if (!decided || decided->target.isArray())
    return std::nullopt;
  std::optional<Gathered> found;
  for (std::size_t later = at + 1; later < block.size(); ++later) {
    bool isRead = false;
    relational::forEachIn(*block[later], [&](const ir::Statement &inner) {
      for (const ir::Expression *term : relational::expressionsOf(inner))
        isRead |= ir::reads(*term, decided->target);
    });
    if (!isRead)
      continue;
    const std::optional<Gathered> flag = found ? std::nullopt : gathered(*block[later]);
    if (!flag || !isReadOf(*flag->cause, decided->target))
      return std::nullopt;
    found = Gathered{flag->flag, flag->turned, decided->value.get(), flag->isDenied};
  }
  return found;
}

/// The flag that the statement at \p at turns, or decides to turn.
std::optional<Gathered> flagAt(const ir::Block &block, std::size_t at) {
  const std::optional<Gathered> flag = gathered(*block[at]);
  return flag ? flag : gatheredLater(block, at);
}

/// The first step of a count in \p statement.
std::optional<CountStep> firstStep(const ir::Statement &statement) {
  std::optional<CountStep> found;
  relational::forEachIn(statement, [&](const ir::Statement &inner) {
    if (const auto *assign = dyn_cast<ir::Assign>(&inner); assign && !found)
      found = countStep(*assign);
  });
  return found;
}

/// What is told of the statement at \p at, which decides by \p condition, where all of \p asked has been
/// asked.
ExpressionPtr told(const ir::Mechanism &mechanism, const ir::Block &block, std::size_t at,
                   const ir::Expression &condition, const std::vector<const ir::Expression *> &asked) {
  const std::optional<Gathered> flag = flagAt(block, at);
  const auto isAsked = [&](const ir::Variable &local) {
    return std::any_of(asked.begin(), asked.end(),
                       [&](const ir::Expression *other) { return ir::reads(*other, local); });
  };
  if (!flag) {
    const std::optional<CountStep> step = firstStep(*block[at]);
    if (!step || isAsked(*step->count) || ir::reads(condition, *step->count))
      return copy(condition);
    ExpressionPtr isBefore = isBeforeEnd(mechanism, *step);
    return isBefore ? boolean(ir::BinaryOperator::And, std::move(isBefore), copy(condition))
                    : copy(condition);
  }
  // The condition may ask itself whether it has turned.
  if (isAsked(*flag->flag) || (!flag->isDenied && ir::reads(*flag->cause, *flag->flag)))
    return copy(condition);
  ExpressionPtr before = read(*flag->flag, false), cause = copy(*flag->cause);
  return boolean(ir::BinaryOperator::And, flag->turned ? negation(std::move(before)) : std::move(before),
                 flag->isDenied ? negation(std::move(cause)) : std::move(cause));
}

/// Does each way through \p block publish something?
bool alwaysTells(const ir::Block &block) {
  return std::any_of(block.begin(), block.end(), [](const auto &statement) {
    const auto *branch = dyn_cast<ir::If>(statement.get());
    return llvm::isa<ir::Output>(*statement) || llvm::isa<ir::Return>(*statement) ||
           (branch && alwaysTells(branch->thenBlock) && alwaysTells(branch->elseBlock));
  });
}

/// Does what \p statement decides show at once in what the iteration publishes, or in the end of the run? Not
/// where a side publishes on some ways only, as behind a count: `if c { h := h + 1; if h = k { output i } }`.
bool tells(const ir::Statement &statement) {
  const auto *branch = dyn_cast<ir::If>(&statement);
  return branch && (alwaysTells(branch->thenBlock) || alwaysTells(branch->elseBlock));
}

class Decisions {
public:
  explicit Decisions(ir::Mechanism &of) : mechanism(of) {
    for (Decider by : {Decider::Comparison, Decider::Branch, Decider::Truth})
      walk(of.body, by, false);
  }

  std::vector<Decision> found;

private:
  bool isCellTaken() const {
    return std::any_of(mechanism.transcripts.begin(), mechanism.transcripts.end(),
                       [&](const auto &transcript) { return transcript->loops == loops; });
  }

  bool isKnown() const {
    return std::any_of(found.begin(), found.end(),
                       [&](const Decision &decision) { return decision.place.loops == loops; });
  }

  void walk(ir::Block &block, Decider by, bool isUnderBranch) {
    for (std::size_t at = 0; at < block.size(); ++at) {
      ir::Statement &statement = *block[at];
      const ir::Expression *condition =
          decidedBy(statement, by, loops.empty() ? mechanism.body : loops.back()->body);
      // Where a draw stands before it in its block, or before the branch around, it is decided by that draw,
      // as far as can be seen.
      if (condition && (at > 0 || isUnderBranch) && !loops.empty() && !isKnown() &&
          !(isCellTaken() && tells(statement)))
        found.push_back({{&block, at, loops}, told(mechanism, block, at, *condition, asked), isCellTaken()});
      if (auto *branch = dyn_cast<ir::If>(&statement)) {
        asked.push_back(branch->condition.get());
        walk(branch->thenBlock, by, at > 0 || isUnderBranch);
        walk(branch->elseBlock, by, at > 0 || isUnderBranch);
        asked.pop_back();
      } else if (auto *loop = dyn_cast<ir::For>(&statement)) {
        loops.push_back(loop);
        if (loop->guard)
          asked.push_back(loop->guard.get());
        walk(loop->body, by, false);
        if (loop->guard)
          asked.pop_back();
        loops.pop_back();
      }
    }
  }

  ir::Mechanism &mechanism;
  std::vector<const ir::For *> loops;
  /// Conditions of branches around, and of loops that go on.
  std::vector<const ir::Expression *> asked;
};

} // namespace

std::vector<Decision> untoldDecisions(ir::Mechanism &mechanism) {
  return Decisions(mechanism).found;
}

} // namespace plumb::synthesis
