// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/reach.h"

#include "checker/interpreter/neighbours.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::disproof {

using interpreter::Cell;
using interpreter::Inputs;
using interpreter::Instance;
using interpreter::Numbers;

namespace {

enum class Use : std::uint8_t { Scale, Other };
using VisitCode = llvm::function_ref<void(const ir::Expression &, Use)>;

void forEachInCode(const ir::Block &block, VisitCode visit);

/// Calls \p visit on all that runs evaluate in \p statement, with what it is there for.
void forEachInCode(const ir::Statement &statement, VisitCode visit) {
  const auto each = [&](const std::vector<ir::ExpressionPtr> &list) {
    for (const ir::ExpressionPtr &expression : list)
      visit(*expression, Use::Other);
  };
  switch (statement.kind()) {
  case ir::Statement::Kind::Sample: {
    const auto &sample = llvm::cast<ir::Sample>(statement);
    visit(*sample.scale, Use::Scale);
    return each(sample.indices);
  }
  case ir::Statement::Kind::Assign: {
    const auto &assignment = llvm::cast<ir::Assign>(statement);
    each(assignment.indices);
    return visit(*assignment.value, Use::Other);
  }
  case ir::Statement::Kind::If: {
    const auto &branch = llvm::cast<ir::If>(statement);
    visit(*branch.condition, Use::Other);
    forEachInCode(branch.thenBlock, visit);
    return forEachInCode(branch.elseBlock, visit);
  }
  case ir::Statement::Kind::For: {
    const auto &loop = llvm::cast<ir::For>(statement);
    visit(*loop.low, Use::Other);
    visit(*loop.high, Use::Other);
    if (loop.guard)
      visit(*loop.guard, Use::Other);
    return forEachInCode(loop.body, visit);
  }
  case ir::Statement::Kind::Output:
    return each(llvm::cast<ir::Output>(statement).values);
  case ir::Statement::Kind::Return:
    if (const ir::ExpressionPtr &value = llvm::cast<ir::Return>(statement).value)
      visit(*value, Use::Other);
    return;
  }
}

void forEachInCode(const ir::Block &block, VisitCode visit) {
  for (const auto &statement : block)
    forEachInCode(*statement, visit);
}

bool isJust(const ir::Expression &expression, const ir::Variable &variable) {
  const auto *read = llvm::dyn_cast<ir::Read>(&expression);
  return read && &read->variable == &variable;
}

bool isScalarParameter(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Parameter && !variable.isArray();
}

/// Is \p size the extent of the first dimension of \p variable?
bool isAlong(const ir::Variable &variable, const ir::Variable &size) {
  return variable.isArray() && isJust(*variable.extents.front(), size);
}

class Lengthening {
public:
  Lengthening(const Question &of, IsConfirmed opinion)
      : question(of), mechanism(of.instance.mechanism()), isConfirmed(opinion) {}

  std::optional<AllSizes> run() {
    if (mechanism.recordAdjacency || question.isBeginning)
      return std::nullopt;
    for (const auto &variable : mechanism.variables)
      if (isScalarParameter(*variable) && variable->sort == ir::Sort::Int && findLoop(*variable)) {
        size = variable.get();
        return shortest();
      }
    return std::nullopt;
  }

private:
  static constexpr std::uint64_t budget = 200'000;

  /// Sets the first loop of which \p variable is the end. False if it decides more than how long that is, or
  /// if something of the first iterations is published outside of it.
  bool findLoop(const ir::Variable &variable) {
    loop = nullptr;
    for (const auto &statement : mechanism.body) {
      const auto *candidate = llvm::dyn_cast<ir::For>(statement.get());
      if (candidate && isJust(*candidate->high, variable)) {
        loop = candidate;
        break;
      }
    }
    return loop && isOnlyLength(variable) && requirementsGoOn(variable) &&
           llvm::all_of(mechanism.transcripts,
                        [](const auto &transcript) { return !transcript->loops.empty(); });
  }

  /// Nothing but extents, and the end of the loop, in whatever is done until that has ended.
  bool isOnlyLength(const ir::Variable &variable) const {
    for (const auto &other : mechanism.variables)
      for (const ir::ExpressionPtr &extent : other->extents)
        if (ir::reads(*extent, variable) && !(isAlong(*other, variable) && extent == other->extents.front()))
          return false;
    bool isOnly = !ir::reads(*mechanism.guarantee.epsilon, variable);
    for (const ir::Difference &difference : mechanism.adjacency)
      isOnly &= !difference.bound || !ir::reads(*difference.bound, variable);
    for (const auto &statement : mechanism.body) {
      isOnly &= readsNowhere(*statement, variable);
      if (statement.get() == loop)
        return isOnly;
    }
    llvm_unreachable("the loop is one of the statements");
  }

  /// Apart from the end of the loop. A selection reads all elements there are.
  bool readsNowhere(const ir::Statement &statement, const ir::Variable &variable) const {
    bool isRead = false;
    const auto visit = [&](const ir::Expression &expression, Use) {
      const bool isEnd = loop->high.get() == &expression;
      isRead |= !isEnd && (ir::reads(expression, variable) || llvm::isa<ir::TopK>(expression));
    };
    forEachInCode(statement, visit);
    return !isRead;
  }

  /// Do the requirements hold at larger sizes if they hold at one?
  bool requirementsGoOn(const ir::Variable &variable) const {
    return llvm::all_of(mechanism.requirements,
                        [&](const ir::ExpressionPtr &requirement) { return goesOn(*requirement, variable); });
  }

  bool goesOn(const ir::Expression &requirement, const ir::Variable &variable) const {
    if (!dependsOn(requirement, variable))
      return true;
    const auto *binary = llvm::dyn_cast<ir::Binary>(&requirement);
    if (!binary)
      return false;
    using Operator = ir::BinaryOperator;
    const Operator op = binary->op;
    if (op == Operator::And)
      return goesOn(*binary->left, variable) && goesOn(*binary->right, variable);
    // n >= e, or e <= n.
    const bool isFirst = op == Operator::Greater || op == Operator::GreaterEqual;
    if (!isFirst && op != Operator::Less && op != Operator::LessEqual)
      return false;
    const ir::Expression &larger = isFirst ? *binary->left : *binary->right;
    const ir::Expression &smaller = isFirst ? *binary->right : *binary->left;
    return isJust(larger, variable) && !dependsOn(smaller, variable);
  }

  /// On it, or on elements of which there are as many.
  bool dependsOn(const ir::Expression &expression, const ir::Variable &variable) const {
    return ir::reads(expression, variable) || llvm::any_of(mechanism.variables, [&](const auto &other) {
             return isAlong(*other, variable) && ir::reads(expression, *other);
           });
  }

  std::optional<AllSizes> shortest() const {
    const auto longest = question.instance.named(question.first).at(size->name).front().toInt64();
    for (std::int64_t length = 1; longest && length <= *longest; ++length) {
      auto least = beginning(length);
      if (!least)
        continue;
      auto certified = violation(*least);
      if (!certified)
        continue;
      for (std::int64_t more : {1, 3}) {
        auto longer = ofLength(*least, length + more);
        auto again = longer ? violation(*longer) : std::nullopt;
        if (!again || !agree(certified->witness, again->witness))
          return std::nullopt;
      }
      AllSizes all{size, std::move(*least), std::nullopt};
      all.word = whole(all.least);
      return all;
    }
    return std::nullopt;
  }

  /// The beginning as a word, if nothing else is published at its size.
  std::optional<std::pair<Question, Certified>> whole(const Question &beginning) const {
    if (question.word.result.kind != interpreter::Result::Kind::Nothing)
      return std::nullopt;
    Question word = beginning;
    word.isBeginning = false;
    auto certified = violation(word);
    return certified ? std::optional(std::pair(std::move(word), std::move(*certified))) : std::nullopt;
  }

  /// Both as likely as before, as far as is known?
  static bool agree(const witness::Witness &a, const witness::Witness &b) {
    const auto meet = [](const witness::Likelihood &x, const witness::Likelihood &y) {
      return x.low <= y.high && y.low <= x.high;
    };
    return meet(a.firstLikelihood, b.firstLikelihood) && meet(a.secondLikelihood, b.secondLikelihood);
  }

  std::optional<Certified> violation(const Question &asked) const {
    Work work(budget);
    const Exact claim = interpreter::claimedEpsilon(asked.instance).value();
    const auto loss = roughLoss(asked, work);
    if (!loss || !(*loss > claim.rational().get_d()))
      return std::nullopt;
    auto certified = certify(asked, work);
    return certified && isConfirmed(*certified) ? std::move(certified) : std::nullopt;
  }

  std::optional<Question> beginning(std::int64_t length) const {
    auto shorter = ofLength(question, length);
    if (!shorter)
      return std::nullopt;
    shorter->isBeginning = true;
    shorter->word.result = {};
    llvm::erase_if(shorter->word.cells, [&](const Cell &cell) {
      const ir::For *outermost = cell.transcript->loops.front();
      return isBehind(*outermost) || (outermost == loop && cell.indices.front() >= length);
    });
    return shorter->word.cells.empty() ? std::nullopt : std::move(shorter);
  }

  /// Does it come after the loop?
  bool isBehind(const ir::For &other) const {
    for (const auto &statement : mechanism.body) {
      if (statement.get() == &other)
        return false;
      if (statement.get() == loop)
        return true;
    }
    // Inside of a branch: nothing is known of the order.
    return true;
  }

  /// The same with the first \p length answers, or with zeros behind them.
  std::optional<Question> ofLength(const Question &from, std::int64_t length) const {
    const auto side = [&](const Numbers &answers) {
      Inputs inputs = from.instance.named(answers);
      const auto before = inputs.at(size->name).front().toInt64().value();
      inputs.at(size->name).front() = length;
      for (const auto &variable : mechanism.variables) {
        auto elements = inputs.find(variable->name);
        if (elements == inputs.end() || !isAlong(*variable, *size))
          continue;
        const std::size_t row = elements->second.size() / static_cast<std::size_t>(before);
        elements->second.resize(row * static_cast<std::size_t>(length));
      }
      return inputs;
    };
    const Inputs first = side(from.first), second = side(from.second);
    auto instance = Instance::create(mechanism, first);
    auto answers = instance ? instance->answers(first) : std::nullopt;
    auto answersPrimed = instance ? instance->answers(second) : std::nullopt;
    if (!answers || !answersPrimed)
      return std::nullopt;
    Question changed = from;
    changed.instance = std::move(*instance);
    changed.first = std::move(*answers);
    changed.second = std::move(*answersPrimed);
    return changed;
  }

  const Question &question;
  const ir::Mechanism &mechanism;
  IsConfirmed isConfirmed;
  const ir::Variable *size = nullptr;
  const ir::For *loop = nullptr;
};

/// The power of \p variable to which \p expression is proportional. Nothing if that is not known.
std::optional<int> degreeIn(const ir::Expression &expression, const ir::Variable &variable) {
  if (!ir::reads(expression, variable))
    return 0;
  if (isJust(expression, variable))
    return 1;
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&expression))
    return unary->op == ir::UnaryOperator::Not ? std::nullopt : degreeIn(*unary->operand, variable);
  const auto *binary = llvm::dyn_cast<ir::Binary>(&expression);
  if (!binary)
    return std::nullopt;
  const auto left = degreeIn(*binary->left, variable), right = degreeIn(*binary->right, variable);
  if (!left || !right)
    return std::nullopt;
  if (binary->op == ir::BinaryOperator::Multiply)
    return *left + *right;
  if (binary->op == ir::BinaryOperator::Divide)
    return *left - *right;
  const bool isSum = binary->op == ir::BinaryOperator::Add || binary->op == ir::BinaryOperator::Subtract;
  return isSum && *left == *right ? left : std::nullopt;
}

/// The one parameter that the guarantee reads, if runs read it in scales alone, each of which is inversely
/// proportional to it or does not depend on it. Null if there is none.
const ir::Variable *budgetOf(const ir::Mechanism &mechanism) {
  const ir::Expression &claim = *mechanism.guarantee.epsilon;
  const ir::Variable *budget = nullptr;
  for (const auto &variable : mechanism.variables)
    if (isScalarParameter(*variable) && ir::reads(claim, *variable)) {
      if (budget || variable->sort != ir::Sort::Real)
        return nullptr;
      budget = variable.get();
    }
  if (!budget || degreeIn(claim, *budget) != 1)
    return nullptr;
  bool isOnlyScale = true;
  forEachInCode(mechanism.body, [&](const ir::Expression &expression, Use use) {
    const auto degree = degreeIn(expression, *budget);
    isOnlyScale &= degree == 0 || (use == Use::Scale && degree == -1);
  });
  // Nor do neighbours depend on it.
  const auto notIn = [&](const ir::ExpressionPtr &part) {
    isOnlyScale &= !part || !ir::reads(*part, *budget);
  };
  for (const ir::Difference &difference : mechanism.adjacency)
    notIn(difference.bound);
  if (mechanism.recordAdjacency) {
    notIn(mechanism.recordAdjacency->when);
    notIn(mechanism.recordAdjacency->along);
  }
  for (const ir::RecordPremise &premise : mechanism.premises) {
    notIn(premise.formula);
    for (const ir::RecordPremise::Index &index : premise.indices) {
      notIn(index.low);
      notIn(index.high);
    }
  }
  // Nor is another parameter tied to it, which keeps its value.
  for (const ir::ExpressionPtr &requirement : mechanism.requirements)
    if (ir::reads(*requirement, *budget))
      isOnlyScale &= !ir::anyPart(*requirement, [&](const ir::Expression &part) {
        const auto *read = llvm::dyn_cast<ir::Read>(&part);
        return read && &read->variable != budget;
      });
  return isOnlyScale ? budget : nullptr;
}

/// The loss, if every draw is fixed by what is published or not asked for, and all scales are inversely
/// proportional to \p budget. Nothing else.
std::optional<Exact> exactLoss(const ir::Mechanism &mechanism, const ir::Variable &budget,
                               const witness::Witness &witness) {
  bool isInverse = true;
  forEachInCode(mechanism.body, [&](const ir::Expression &expression, Use use) {
    isInverse &= use != Use::Scale || degreeIn(expression, budget) == -1;
  });
  if (!isInverse)
    return std::nullopt;
  if (witness.firstPaths.size() != 1 || witness.secondPaths.size() != 1)
    return std::nullopt;
  const witness::Path &first = witness.firstPaths.front(), &second = witness.secondPaths.front();
  if (!first.tests.empty() || !second.tests.empty() || first.jacobian != second.jacobian ||
      first.draws.size() != second.draws.size())
    return std::nullopt;
  Exact loss;
  for (std::size_t i = 0; i < first.draws.size(); ++i) {
    const witness::Draw &draw = first.draws[i], &primed = second.draws[i];
    if (draw.law != primed.law || draw.scale != primed.scale || draw.sort != primed.sort ||
        draw.value.has_value() != primed.value.has_value() || !hasExponentialDensity(draw.law))
      return std::nullopt;
    if (!draw.value)
      continue;
    if (!draw.value->terms.empty() || !primed.value->terms.empty())
      return std::nullopt;
    const Exact rate(ir::row(draw.law).decay->value());
    loss = loss + rate * (primed.value->constant.absolute() - draw.value->constant.absolute()) / draw.scale;
  }
  return loss;
}

} // namespace

std::optional<AllSizes> allSizes(const Question &question, IsConfirmed isConfirmed) {
  return Lengthening(question, isConfirmed).run();
}

std::optional<AllBudgets> allBudgets(const Question &question, const Certified &certified,
                                     IsConfirmed isConfirmed) {
  const ir::Mechanism &mechanism = question.instance.mechanism();
  const ir::Variable *budget = budgetOf(mechanism);
  if (!budget)
    return std::nullopt;
  const Inputs inputs = question.instance.named(question.first);
  const Exact value = inputs.at(budget->name).front();
  const auto loss =
      certified.isImpossibleOnSecond ? std::nullopt : exactLoss(mechanism, *budget, certified.witness);
  if (value.sign() <= 0 || (!loss && !certified.isImpossibleOnSecond))
    return std::nullopt;
  unsigned confirmed = 0;
  for (const Exact &other : {value * 2, value / 3}) {
    Inputs changed = inputs;
    changed.at(budget->name).front() = other;
    auto instance = Instance::create(mechanism, changed);
    if (!instance || !interpreter::requirementsHold(*instance))
      continue;
    Question asked = question;
    asked.instance = std::move(*instance);
    Work work(200'000);
    auto again = certify(asked, work);
    if (!again || again->isImpossibleOnSecond != certified.isImpossibleOnSecond || !isConfirmed(*again))
      return std::nullopt;
    ++confirmed;
  }
  if (confirmed == 0)
    return std::nullopt;
  return AllBudgets{budget, loss ? std::optional(*loss / value) : std::nullopt};
}

} // namespace plumb::disproof
