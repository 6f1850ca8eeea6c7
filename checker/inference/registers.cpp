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
using relational::Context;

namespace {

/// So often is a solution of linear equations taken as the next guess.
constexpr int mostGuesses = 4;

using Weights = std::vector<Factor>;

/// How often what each variable and each answer has is moved from some statement on.
struct Times {
  std::map<const ir::Variable *, Factor> ofVariables;
  std::vector<AnswerRead> ofAnswers;

  Factor of(const ir::Variable *variable) const {
    const auto found = ofVariables.find(variable);
    return found == ofVariables.end() ? Factor() : found->second;
  }
  Factor &of(const ir::Read &read) {
    const auto known =
        llvm::find_if(ofAnswers, [&](const AnswerRead &other) { return ir::isSameTerm(*other.read, read); });
    if (known != ofAnswers.end())
      return known->often;
    return ofAnswers.emplace_back(AnswerRead{&read, Factor()}).often;
  }
  void larger(const Times &other) {
    for (const auto &[variable, often] : other.ofVariables)
      ofVariables[variable] = std::max(ofVariables[variable], often);
    for (const AnswerRead &answer : other.ofAnswers) {
      Factor &often = of(*answer.read);
      often = std::max(often, answer.often);
    }
  }
};

/// The way through an iteration, as far as a phase decides it.
struct Course {
  const Phases *phases = nullptr;
  Phases::Known value;

  std::optional<bool> decides(const ir::Expression &condition) const {
    return phases ? phases->holds(condition, value) : std::nullopt;
  }
};

/// What an expression reads.
class Reads {
public:
  Reads(Context with, Times &addTo, const Course &on) : context(with), times(addTo), course(on) {}

  /// All that \p value reads of D.
  void ofValue(const ir::Expression &value, const Factor &often) { add(value, often); }

  /// Of an alignment those values that are compared with what they are in the other run.
  void ofAlignment(const ir::Expression &aligned, const Factor &often) {
    among.emplace();
    relational::forEachExpression(aligned, [&](const ir::Expression &part) {
      if (const auto *read = dyn_cast<ir::Read>(&part); read && read->primed)
        among->insert(&read->variable);
    });
    add(aligned, often);
  }

private:
  /// Of a sum, for what is read in several of its summands these cancel or add up.
  struct Sum {
    std::vector<std::pair<const ir::Read *, Factor>> reads;

    void add(const ir::Read &read, const Factor &factor) {
      const auto known =
          llvm::find_if(reads, [&](const auto &other) { return ir::isSameTerm(*other.first, read); });
      if (known != reads.end())
        known->second += factor;
      else
        reads.emplace_back(&read, factor);
    }
  };

  void add(const ir::Expression &expression, const Factor &often) {
    Sum sum;
    collect(expression, often, sum);
    for (const auto &[read, factor] : sum.reads)
      if (read->variable.role == ir::Variable::Role::Query)
        times.of(*read) += abs(factor);
      else
        times.ofVariables[&read->variable] += abs(factor);
  }

  void collect(const ir::Expression &expression, const Factor &factor, Sum &sum) {
    using Op = ir::BinaryOperator;
    if (const auto *read = dyn_cast<ir::Read>(&expression)) {
      const bool isNumber = read->variable.role == ir::Variable::Role::Local && !read->variable.isArray();
      if (!read->primed && (!among || among->count(&read->variable) != 0) &&
          (isNumber || read->variable.role == ir::Variable::Role::Query))
        sum.add(*read, factor);
      return;
    }
    if (const auto *choice = dyn_cast<ir::Conditional>(&expression)) {
      if (const auto decided = course.decides(*choice->condition))
        return collect(*decided ? *choice->whenTrue : *choice->whenFalse, factor, sum);
      const Times before = times;
      add(*choice->whenTrue, abs(factor));
      Times other = std::exchange(times, before);
      add(*choice->whenFalse, abs(factor));
      return times.larger(other);
    }
    if (const auto *unary = dyn_cast<ir::Unary>(&expression); unary && unary->op != ir::UnaryOperator::Not)
      return collect(*unary->operand,
                     unary->op == ir::UnaryOperator::Negate ? Factor(Rational(-1)) * factor : factor, sum);
    if (const auto *binary = dyn_cast<ir::Binary>(&expression)) {
      if (binary->op == Op::Add || binary->op == Op::Subtract) {
        collect(*binary->left, factor, sum);
        return collect(*binary->right, binary->op == Op::Add ? factor : Factor(Rational(-1)) * factor, sum);
      }
      if (binary->op == Op::Divide)
        if (const auto divisor =
                overParameters(*binary->right) ? Factor::of(context, *binary->right) : std::nullopt;
            divisor && !divisor->isZero())
          return collect(*binary->left, factor / *divisor, sum);
      if (binary->op == Op::Multiply)
        for (const bool isLeft : {true, false}) {
          const ir::Expression &own = isLeft ? *binary->left : *binary->right;
          if (const auto multiple = overParameters(own) ? Factor::of(context, own) : std::nullopt)
            return collect(isLeft ? *binary->right : *binary->left, factor * *multiple, sum);
        }
    }
    ir::forEachOperand(expression, [&](const ir::Expression &part) { add(part, abs(factor)); });
  }

  Context context;
  Times &times;
  const Course &course;
  /// Nothing: all variables.
  std::optional<std::set<const ir::Variable *>> among;
};

/// The x with x = c + A x, by elimination. Nothing if there is none, or more than one.
std::optional<Weights> fixedPoint(std::vector<Weights> a, Weights c) {
  const std::size_t size = c.size();
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t column = 0; column < size; ++column)
      a[row][column] = Factor(row == column ? 1 : 0) - a[row][column];
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    while (pivot < size && a[pivot][column].isZero())
      ++pivot;
    if (pivot == size)
      return std::nullopt;
    std::swap(a[pivot], a[column]);
    std::swap(c[pivot], c[column]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row == column)
        continue;
      const Factor factor = a[row][column] / a[column][column];
      for (std::size_t at = column; at < size; ++at)
        a[row][at] = a[row][at] - factor * a[column][at];
      c[row] = c[row] - factor * c[column];
    }
  }
  for (std::size_t row = 0; row < size; ++row)
    c[row] = c[row] / a[row][row];
  return c;
}

class Backwards {
public:
  Backwards(const Templates &of, const relational::Scales::Class &with)
      : context(of.context), mechanism(of.mechanism), scales(of.context.scales), scaleClass(with) {
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

  /// The same for each value of \p phases, in their order.
  std::optional<std::vector<Times>> atHead(const ir::For &loop, const Phases &phases) const {
    Times exit;
    if (!behind(mechanism.body, loop, exit))
      exit = {};
    const std::size_t count = phases.values().size();
    Weights least;
    for (std::size_t phase = 0; phase < count; ++phase)
      for (const Factor &often : list(exit))
        least.push_back(often);
    const auto beginning = [&](const Weights &at, std::size_t phase) -> std::optional<Times> {
      const Course course{&phases, phases.values()[phase]};
      Phases::Known last = course.value;
      for (const auto &statement : loop.body)
        last = phases.behind(*statement, last);
      last = phases.next(last);
      Times times;
      for (std::size_t next = 0; next < count; ++next)
        if (!last || *last == phases.values()[next])
          for (std::size_t i = 0; i < numbers.size(); ++i) {
            Factor &often = times.ofVariables[numbers[i]];
            often = std::max(often, at[next * numbers.size() + i]);
          }
      return through(loop.body, times, course) ? std::optional(std::move(times)) : std::nullopt;
    };
    const auto solved = leastFixedPoint(least, [&](const Weights &at) -> std::optional<Weights> {
      Weights all;
      for (std::size_t phase = 0; phase < count; ++phase) {
        const auto times = beginning(at, phase);
        if (!times)
          return std::nullopt;
        for (const Factor &often : list(*times))
          all.push_back(std::max(often, least[all.size()]));
      }
      return all;
    });
    if (!solved)
      return std::nullopt;
    std::vector<Times> heads;
    for (std::size_t phase = 0; phase < count; ++phase) {
      Times head = *beginning(*solved, phase);
      for (std::size_t i = 0; i < numbers.size(); ++i)
        head.ofVariables[numbers[i]] = (*solved)[phase * numbers.size() + i];
      heads.push_back(std::move(head));
    }
    return heads;
  }

private:
  /// From behind \p block to its beginning. False if something is kept forever.
  bool through(const ir::Block &block, Times &times, const Course &course = {}) const {
    std::vector<Course> before;
    Course now = course;
    for (const auto &statement : block) {
      before.push_back(now);
      now.value = now.phases ? now.phases->behind(*statement, now.value) : std::nullopt;
    }
    for (std::size_t i = block.size(); i-- > 0;)
      if (!through(*block[i], times, before[i]))
        return false;
    return true;
  }

  bool through(const ir::Statement &statement, Times &times, const Course &course = {}) const {
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
      if (const auto decided = course.decides(*branch->condition))
        return through(*decided ? branch->thenBlock : branch->elseBlock, times, course);
      Times other = times;
      if (!through(branch->thenBlock, times, course) || !through(branch->elseBlock, other, course))
        return false;
      times.larger(other);
    } else if (const auto *sample = dyn_cast<ir::Sample>(&statement)) {
      if (const Rational weight = weightOf(*sample); sample->aligned && weight != 0)
        Reads(context, times, course).ofAlignment(*sample->aligned, weight);
    } else if (const auto *assign = dyn_cast<ir::Assign>(&statement); assign && !assign->target.isArray()) {
      const Factor often = std::exchange(times.ofVariables[&assign->target], Factor());
      if (!often.isZero())
        Reads(context, times, course).ofValue(*assign->value, often);
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
    const Weights exit = list(times);
    const auto iterated = [&](const Weights &at) -> std::optional<Weights> {
      Times once;
      for (std::size_t i = 0; i < numbers.size(); ++i)
        once.ofVariables[numbers[i]] = at[i];
      if (!through(loop.body, once))
        return std::nullopt;
      Weights next = list(once);
      for (std::size_t i = 0; i < numbers.size(); ++i)
        next[i] = std::max(next[i], exit[i]);
      return next;
    };
    const auto solved = leastFixedPoint(exit, iterated);
    for (std::size_t i = 0; solved && i < numbers.size(); ++i)
      times.ofVariables[numbers[i]] = (*solved)[i];
    return solved.has_value();
  }

  /// From \p least upwards. Nothing if there is none.
  template <typename Iterated>
  static std::optional<Weights> leastFixedPoint(const Weights &least, const Iterated &iterated) {
    Weights now = least;
    for (std::size_t step = 0; step <= least.size(); ++step) {
      auto next = iterated(now);
      if (!next || *next == now)
        return next;
      now = std::move(*next);
    }
    // It goes on growing, but perhaps less and less. Which sides are larger is known at a guess, and with
    // them the equations are linear.
    for (int guess = 0; guess < mostGuesses; ++guess) {
      const auto next = iterated(now);
      if (!next || *next == now)
        return next;
      const auto solved = solvedNear(now, *next, iterated);
      if (!solved || std::any_of(solved->begin(), solved->end(),
                                 [](const Factor &x) { return x < Factor() || !x.isKnown(); }))
        return std::nullopt;
      now = *solved;
    }
    return std::nullopt;
  }

  /// The fixed point of what \p iterated is near \p at, where it is \p value.
  template <typename Iterated>
  static std::optional<Weights> solvedNear(const Weights &at, const Weights &value,
                                           const Iterated &iterated) {
    const Factor little(Rational(1, 1'000'000));
    const std::size_t size = at.size();
    std::vector<Weights> slope(size, Weights(size));
    Weights constant = value;
    for (std::size_t from = 0; from < size; ++from) {
      Weights beside = at;
      beside[from] += little;
      const auto there = iterated(beside);
      if (!there)
        return std::nullopt;
      for (std::size_t to = 0; to < size; ++to) {
        slope[to][from] = ((*there)[to] - value[to]) / little;
        constant[to] = constant[to] - slope[to][from] * at[from];
      }
    }
    return fixedPoint(std::move(slope), std::move(constant));
  }

  Weights list(const Times &times) const {
    Weights all;
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

  Context context;
  const ir::Mechanism &mechanism;
  const relational::Scales &scales;
  const relational::Scales::Class &scaleClass;
  std::vector<const ir::Variable *> numbers;
};

} // namespace

Factor Registers::perAnswer() const {
  std::map<const ir::Variable *, Factor> ofQueries;
  Factor most;
  for (const AnswerRead &answer : answers)
    most = std::max(most, ofQueries[&answer.read->variable] += answer.often);
  return most;
}

std::optional<Registers> registersOf(const Templates &templates,
                                     const relational::Scales::Class &scaleClass) {
  const std::optional<Times> head = Backwards(templates, scaleClass).atHead(templates.loop);
  if (!head)
    return std::nullopt;
  Registers registers;
  for (const ir::Variable *x : templates.assignedNumbers())
    if (const Factor often = head->of(x); !often.isZero())
      registers.waiting.push_back({x, {often}});
  for (const AnswerRead &answer : head->ofAnswers)
    if (!answer.often.isZero())
      registers.answers.push_back(answer);
  return registers.answers.empty() && registers.waiting.empty() ? std::nullopt
                                                                : std::optional(std::move(registers));
}

std::optional<Registers> registersOf(const Templates &templates, const relational::Scales::Class &scaleClass,
                                     const Phases &phases) {
  const auto heads = Backwards(templates, scaleClass).atHead(templates.loop, phases);
  if (!heads)
    return std::nullopt;
  Registers registers;
  bool differs = false;
  for (const ir::Variable *x : templates.assignedNumbers()) {
    Waiting waiting{x, {}};
    for (const Times &head : *heads)
      waiting.often.push_back(head.of(x));
    const auto isFirst = [&](const Factor &often) { return often == waiting.often.front(); };
    differs |= !llvm::all_of(waiting.often, isFirst);
    if (!llvm::all_of(waiting.often, [](const Factor &often) { return often.isZero(); }))
      registers.waiting.push_back(std::move(waiting));
  }
  Times all;
  for (const Times &head : *heads)
    all.larger(head);
  for (const AnswerRead &answer : all.ofAnswers)
    if (!answer.often.isZero())
      registers.answers.push_back(answer);
  // Else the phase says nothing.
  return differs ? std::optional(std::move(registers)) : std::nullopt;
}

} // namespace plumb::inference
