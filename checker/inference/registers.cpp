// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/registers.h"

#include "checker/relational/walk.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;

namespace {

/// So often is a solution of linear equations taken as the next guess.
constexpr int mostGuesses = 4;

/// How often what each variable and each answer has is moved from some statement on.
struct Times {
  std::map<const ir::Variable *, Rational> ofVariables;
  std::vector<AnswerRead> ofAnswers;

  Rational of(const ir::Variable *variable) const {
    const auto found = ofVariables.find(variable);
    return found == ofVariables.end() ? Rational(0) : found->second;
  }
  Rational &of(const ir::Read &read) {
    const auto known =
        llvm::find_if(ofAnswers, [&](const AnswerRead &other) { return ir::isSameTerm(*other.read, read); });
    if (known != ofAnswers.end())
      return known->often;
    return ofAnswers.emplace_back(AnswerRead{&read, 0}).often;
  }
  void larger(const Times &other) {
    for (const auto &[variable, often] : other.ofVariables)
      ofVariables[variable] = std::max(ofVariables[variable], often);
    for (const AnswerRead &answer : other.ofAnswers) {
      Rational &often = of(*answer.read);
      often = std::max(often, answer.often);
    }
  }
};

/// What an expression reads.
class Reads {
public:
  explicit Reads(Times &addTo) : times(addTo) {}

  /// All that \p value reads of D.
  void ofValue(const ir::Expression &value, const Rational &often) { add(value, often, nullptr); }

  /// Of an alignment those values that are compared with what they are in the other run.
  void ofAlignment(const ir::Expression &aligned, const Rational &often) {
    std::set<const ir::Variable *> compared;
    relational::forEachExpression(aligned, [&](const ir::Expression &part) {
      if (const auto *read = dyn_cast<ir::Read>(&part); read && read->primed)
        compared.insert(&read->variable);
    });
    add(aligned, often, &compared);
  }

private:
  /// \param among null: all variables.
  void add(const ir::Expression &expression, const Rational &often,
           const std::set<const ir::Variable *> *among) {
    if (const auto *read = dyn_cast<ir::Read>(&expression)) {
      if (read->primed || (among && among->count(&read->variable) == 0))
        return;
      if (read->variable.role == ir::Variable::Role::Query)
        times.of(*read) += often;
      else if (read->variable.role == ir::Variable::Role::Local && !read->variable.isArray())
        times.ofVariables[&read->variable] += often;
      return;
    }
    if (const auto *choice = dyn_cast<ir::Conditional>(&expression)) {
      Times other = times;
      add(*choice->whenTrue, often, among);
      Reads(other).add(*choice->whenFalse, often, among);
      return times.larger(other);
    }
    const auto *binary = dyn_cast<ir::Binary>(&expression);
    if (binary && binary->op == ir::BinaryOperator::Divide)
      if (const auto *divisor = dyn_cast<ir::Number>(binary->right.get()); divisor && divisor->value != 0)
        return add(*binary->left, often / abs(divisor->value), among);
    if (binary && binary->op == ir::BinaryOperator::Multiply)
      for (const bool isLeft : {true, false})
        if (const auto *factor = dyn_cast<ir::Number>((isLeft ? binary->left : binary->right).get()))
          return add(isLeft ? *binary->right : *binary->left, often * abs(factor->value), among);
    ir::forEachOperand(expression, [&](const ir::Expression &part) { add(part, often, among); });
  }

  Times &times;
};

/// The x with x = c + A x, by elimination. Nothing if there is none, or more than one.
std::optional<std::vector<Rational>> fixedPoint(std::vector<std::vector<Rational>> a,
                                                std::vector<Rational> c) {
  const std::size_t size = c.size();
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t column = 0; column < size; ++column)
      a[row][column] = (row == column ? 1 : 0) - a[row][column];
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    while (pivot < size && a[pivot][column] == 0)
      ++pivot;
    if (pivot == size)
      return std::nullopt;
    std::swap(a[pivot], a[column]);
    std::swap(c[pivot], c[column]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row == column)
        continue;
      const Rational factor = a[row][column] / a[column][column];
      for (std::size_t at = column; at < size; ++at)
        a[row][at] -= factor * a[column][at];
      c[row] -= factor * c[column];
    }
  }
  for (std::size_t row = 0; row < size; ++row)
    c[row] /= a[row][row];
  return c;
}

class Backwards {
public:
  Backwards(const Templates &of, const relational::Scales::Class &with)
      : mechanism(of.mechanism), scales(of.context.scales), scaleClass(with) {
    for (const auto &variable : mechanism.variables)
      if (variable->role == ir::Variable::Role::Local && !variable->isArray() &&
          variable->sort != ir::Sort::Bool)
        numbers.push_back(variable.get());
  }

  /// Where an iteration of \p loop begins, with what the body reads of answers.
  std::optional<Times> atHead(const ir::For &loop) const {
    Times head;
    // Where something else is kept forever, this loop is looked at by itself.
    if (!behind(mechanism.body, loop, head))
      head = {};
    head.ofAnswers.clear();
    if (!toHead(loop, head))
      return std::nullopt;
    Times once = head;
    if (!through(loop.body, once))
      return std::nullopt;
    head.ofAnswers = std::move(once.ofAnswers);
    return head;
  }

private:
  /// From behind \p block to its beginning. False if something is kept forever.
  bool through(const ir::Block &block, Times &times) const {
    return std::all_of(block.rbegin(), block.rend(),
                       [&](const auto &statement) { return through(*statement, times); });
  }

  bool through(const ir::Statement &statement, Times &times) const {
    if (const auto *loop = dyn_cast<ir::For>(&statement)) {
      const std::vector<AnswerRead> later = std::move(times.ofAnswers);
      times.ofAnswers.clear();
      if (!toHead(*loop, times))
        return false;
      Times once = times;
      if (!through(loop->body, once))
        return false;
      times.ofAnswers = later;
      for (const AnswerRead &answer : once.ofAnswers)
        times.of(*answer.read) += answer.often;
      return true;
    }
    if (const auto *branch = dyn_cast<ir::If>(&statement)) {
      Times other = times;
      if (!through(branch->thenBlock, times) || !through(branch->elseBlock, other))
        return false;
      times.larger(other);
    } else if (const auto *sample = dyn_cast<ir::Sample>(&statement)) {
      if (const Rational weight = weightOf(*sample); sample->aligned && weight != 0)
        Reads(times).ofAlignment(*sample->aligned, weight);
    } else if (const auto *assign = dyn_cast<ir::Assign>(&statement); assign && !assign->target.isArray()) {
      const Rational often = std::exchange(times.ofVariables[&assign->target], 0);
      if (often != 0)
        Reads(times).ofValue(*assign->value, often);
    }
    return true;
  }

  static bool isIn(const ir::Block &block, const ir::For &loop) {
    bool found = false;
    relational::forEachStatement(
        block, [&](const ir::Statement &statement, unsigned) { found |= &statement == &loop; });
    return found;
  }

  /// From the end of the mechanism to where \p loop ends. False if \p block does not have it, or something is
  /// kept forever.
  bool behind(const ir::Block &block, const ir::For &loop, Times &times) const {
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
      if (statement->get() == &loop)
        return true;
      const auto *around = dyn_cast<ir::For>(statement->get());
      if (around && isIn(around->body, loop))
        return toHead(*around, times) && behind(around->body, loop, times);
      if (const auto *branch = dyn_cast<ir::If>(statement->get()))
        for (const ir::Block *side : {&branch->thenBlock, &branch->elseBlock})
          if (isIn(*side, loop))
            return behind(*side, loop, times);
      if (!through(**statement, times))
        return false;
    }
    return false;
  }

  /// From where \p loop ends to where each of its iterations begins: the least that is no less than behind
  /// the loop, and than what one iteration makes of it. Answers are left alone.
  bool toHead(const ir::For &loop, Times &times) const {
    const std::vector<Rational> exit = list(times);
    const auto iterated = [&](const std::vector<Rational> &at) -> std::optional<std::vector<Rational>> {
      Times once;
      for (std::size_t i = 0; i < numbers.size(); ++i)
        once.ofVariables[numbers[i]] = at[i];
      if (!through(loop.body, once))
        return std::nullopt;
      std::vector<Rational> next = list(once);
      for (std::size_t i = 0; i < numbers.size(); ++i)
        next[i] = std::max(next[i], exit[i]);
      return next;
    };
    const auto isDone = [&](const std::vector<Rational> &at) {
      for (std::size_t i = 0; i < numbers.size(); ++i)
        times.ofVariables[numbers[i]] = at[i];
      return true;
    };
    std::vector<Rational> now = exit;
    for (std::size_t step = 0; step <= numbers.size(); ++step) {
      const auto next = iterated(now);
      if (!next)
        return false;
      if (*next == now)
        return isDone(now);
      now = *next;
    }
    // It goes on growing, but perhaps less and less. Which sides are larger is known at a guess, and with
    // them the equations are linear.
    for (int guess = 0; guess < mostGuesses; ++guess) {
      const auto next = iterated(now);
      if (!next)
        return false;
      if (*next == now)
        return isDone(now);
      const auto solved = solvedNear(now, *next, iterated);
      if (!solved || std::any_of(solved->begin(), solved->end(), [](const Rational &x) { return x < 0; }))
        return false;
      now = *solved;
    }
    return false;
  }

  /// The fixed point of what \p iterated is near \p at, where it is \p value.
  template <typename Iterated>
  static std::optional<std::vector<Rational>>
  solvedNear(const std::vector<Rational> &at, const std::vector<Rational> &value, Iterated iterated) {
    const Rational little(1, 1'000'000);
    const std::size_t size = at.size();
    std::vector<std::vector<Rational>> slope(size, std::vector<Rational>(size));
    std::vector<Rational> constant = value;
    for (std::size_t from = 0; from < size; ++from) {
      std::vector<Rational> beside = at;
      beside[from] += little;
      const auto there = iterated(beside);
      if (!there)
        return std::nullopt;
      for (std::size_t to = 0; to < size; ++to) {
        slope[to][from] = ((*there)[to] - value[to]) / little;
        constant[to] -= slope[to][from] * at[from];
      }
    }
    return fixedPoint(std::move(slope), std::move(constant));
  }

  std::vector<Rational> list(const Times &times) const {
    std::vector<Rational> all;
    for (const ir::Variable *x : numbers)
      all.push_back(times.of(x));
    return all;
  }

  Rational weightOf(const ir::Sample &sample) const {
    const auto position = scales.of(sample);
    for (const auto &[member, weight] : scaleClass.members)
      if (position && member == *position)
        return weight;
    return 0;
  }

  const ir::Mechanism &mechanism;
  const relational::Scales &scales;
  const relational::Scales::Class &scaleClass;
  std::vector<const ir::Variable *> numbers;
};

} // namespace

Rational Registers::perAnswer() const {
  std::map<const ir::Variable *, Rational> ofQueries;
  Rational most = 0;
  for (const AnswerRead &answer : answers)
    most = std::max(most, Rational(ofQueries[&answer.read->variable] += answer.often));
  return most;
}

std::optional<Registers> registersOf(const Templates &templates,
                                     const relational::Scales::Class &scaleClass) {
  const std::optional<Times> head = Backwards(templates, scaleClass).atHead(templates.loop);
  if (!head)
    return std::nullopt;
  Registers registers;
  for (const ir::Variable *x : templates.assignedNumbers())
    if (const Rational often = head->of(x); often != 0)
      registers.waiting.emplace_back(x, often);
  for (const AnswerRead &answer : head->ofAnswers)
    if (answer.often != 0)
      registers.answers.push_back(answer);
  return registers.answers.empty() && registers.waiting.empty() ? std::nullopt
                                                                : std::optional(std::move(registers));
}

} // namespace plumb::inference
