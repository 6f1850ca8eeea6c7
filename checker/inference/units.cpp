// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/record_amounts.h"
#include "checker/relational/shares.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <optional>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::MovementBound;
using relational::Polynomial;

namespace {

/// With more of them there would be too many candidates.
constexpr std::size_t mostFactors = 4;

/// Sums of numbers and of answers less what they are in the other run.
class SumOfDifferences {
public:
  explicit SumOfDifferences(Context context) : context(context) {}

  /// How much \p shift is at most, either way, the draw that it is added to aside; nothing if there is
  /// something else in it, or the bounds of the answers are no numbers.
  std::optional<Rational> most(const ir::Expression &shift) {
    if (!add(shift, 1))
      return std::nullopt;
    Rational sum = abs(amount);
    for (const auto &[answer, factor] : answers) {
      const std::optional<Rational> bound = boundOf(answer->variable);
      if (!bound || !hasCounterpart(*answer, factor))
        return std::nullopt;
      if (!answer->primed)
        sum += abs(factor) * *bound;
    }
    return sum;
  }

private:
  bool add(const ir::Expression &term, const Rational &factor) {
    using Op = ir::BinaryOperator;
    if (const auto *number = dyn_cast<ir::Number>(&term)) {
      amount += factor * number->value;
      return true;
    }
    if (const auto *unary = dyn_cast<ir::Unary>(&term))
      return unary->op != ir::UnaryOperator::Not &&
             add(*unary->operand, unary->op == ir::UnaryOperator::Negate ? Rational(-factor) : factor);
    if (const auto *sum = dyn_cast<ir::Binary>(&term); sum && (sum->op == Op::Add || sum->op == Op::Subtract))
      return add(*sum->left, factor) && add(*sum->right, sum->op == Op::Add ? factor : Rational(-factor));
    const auto *read = dyn_cast<ir::Read>(&term);
    if (read && read->variable.role == ir::Variable::Role::Query)
      answers.emplace_back(read, factor);
    return read && (read->variable.role == ir::Variable::Role::Query ||
                    read->variable.role == ir::Variable::Role::Sample);
  }

  bool hasCounterpart(const ir::Read &answer, const Rational &factor) const {
    return std::any_of(answers.begin(), answers.end(), [&](const auto &other) {
      const auto &[read, otherFactor] = other;
      return read->primed != answer.primed && otherFactor == -factor && &read->variable == &answer.variable &&
             std::equal(read->indices.begin(), read->indices.end(), answer.indices.begin(),
                        answer.indices.end(),
                        [](const auto &a, const auto &b) { return ir::isSameTerm(*a, *b); });
    });
  }

  std::optional<Rational> boundOf(const ir::Variable &query) const {
    for (const auto &clause : context.symbols.neighbourhood().adjacency)
      if (const auto *bound = dyn_cast<ir::Number>(clause.bound.get()); bound && clause.query == &query)
        return bound->value;
    return std::nullopt;
  }

  Context context;
  Rational amount = 0;
  std::vector<std::pair<const ir::Read *, Rational>> answers;
};

/// What the text multiplies answers, and what was made of answers, with.
class Factors {
public:
  explicit Factors(Context context) : context(context) {}

  std::vector<MovementBound> find() {
    for (const relational::RationalFunction &share : relational::sharesOf(context)) {
      const smt::Term quotient = context.products.quotient(term(share.numerator), term(share.denominator));
      add(context.products.expand(quotient), print(share), /*isShare=*/true);
    }
    relational::forEachStatement(
        context.symbols.mechanism().body, [&](const ir::Statement &statement, unsigned) {
          for (const ir::Expression *expression : relational::expressionsOf(statement))
            relational::forEachExpression(*expression, [&](const ir::Expression &part) { product(part); });
          if (const auto *sample = dyn_cast<ir::Sample>(&statement); sample && sample->aligned)
            shift(*sample->aligned);
        });
    return std::move(factors);
  }

private:
  smt::Term term(const Polynomial &polynomial) { return context.products.term(polynomial, smt::Sort::Real); }

  void product(const ir::Expression &expression) {
    const auto *binary = dyn_cast<ir::Binary>(&expression);
    if (!binary)
      return;
    if (binary->op == ir::BinaryOperator::Multiply)
      for (bool left : {true, false}) {
        const ir::Expression &factor = left ? *binary->left : *binary->right;
        if (!ir::isPublic(left ? *binary->right : *binary->left))
          multiplied(factor);
      }
    const auto *divisor = dyn_cast<ir::Number>(binary->right.get());
    if (binary->op == ir::BinaryOperator::Divide && divisor && divisor->value != 0 &&
        !ir::isPublic(*binary->left))
      add(Polynomial::constant(1 / abs(divisor->value)), toString(1 / abs(divisor->value)));
  }

  /// An amount that stands in an alignment, and as much as a sum of it and of differences may be:
  /// 4 of `f[i] - f'[i] + g'[i] - g[i] + 2` where answers move by 1.
  void shift(const ir::Expression &aligned) {
    if (const std::optional<Rational> most = SumOfDifferences(context).most(aligned); most && *most > 2)
      add(Polynomial::constant(*most), toString(*most));
    if (const auto *sum = dyn_cast<ir::Binary>(&aligned);
        sum && (sum->op == ir::BinaryOperator::Add || sum->op == ir::BinaryOperator::Subtract)) {
      shift(*sum->left);
      return shift(*sum->right);
    }
    if (const auto *choice = dyn_cast<ir::Conditional>(&aligned)) {
      shift(*choice->whenTrue);
      return shift(*choice->whenFalse);
    }
    if (const auto *number = dyn_cast<ir::Number>(&aligned); number && number->value > 2)
      add(Polynomial::constant(number->value), toString(number->value));
  }

  void multiplied(const ir::Expression &factor) {
    if (const auto *unary = dyn_cast<ir::Unary>(&factor))
      return multiplied(*unary->operand);
    if (const auto *number = dyn_cast<ir::Number>(&factor))
      return add(Polynomial::constant(abs(number->value)), toString(abs(number->value)));
    const auto *read = dyn_cast<ir::Read>(&factor);
    if (!read || read->variable.role != ir::Variable::Role::Parameter)
      return;
    if (!read->variable.isArray())
      return scalar(read->variable);
    // What bounds its elements stands in a quantified premise, a parameter in any of them.
    for (const auto &premise : context.symbols.neighbourhood().requirements)
      if (const auto *forall = dyn_cast<ir::Forall>(premise.get())) {
        parametersIn(*forall->body, read->variable);
        numbersIn(*forall->body, read->variable);
      }
  }

  void scalar(const ir::Variable &parameter) {
    if (parameter.sort == ir::Sort::Bool)
      return;
    amount(parameter);
    const auto &requirements = context.symbols.neighbourhood().requirements;
    if (llvm::none_of(requirements,
                      [&](const auto &premise) { return saysNotNegative(*premise, parameter); }))
      for (const auto &premise : requirements)
        if (ir::reads(*premise, parameter)) {
          parametersIn(*premise, parameter);
          numbersIn(*premise, parameter);
        }
  }

  void amount(const ir::Variable &parameter) {
    const smt::Term value = context.symbols.parameter(parameter, {});
    add(Polynomial::atom(asReal(context, value)), parameter.name);
  }

  /// Whether \p premise, or a part of it, says `0 <= x`: then x itself bounds what is multiplied with it.
  static bool saysNotNegative(const ir::Expression &premise, const ir::Variable &x) {
    return ir::anyPart(premise, [&](const ir::Expression &part) {
      const auto *comparison = dyn_cast<ir::Binary>(&part);
      if (!comparison)
        return false;
      using Op = ir::BinaryOperator;
      const bool isUp = comparison->op == Op::Less || comparison->op == Op::LessEqual,
                 isDown = comparison->op == Op::Greater || comparison->op == Op::GreaterEqual;
      if (!isUp && !isDown)
        return false;
      const auto *low = dyn_cast<ir::Number>(isUp ? comparison->left.get() : comparison->right.get());
      return low && low->value >= 0 && isRead(isUp ? *comparison->right : *comparison->left, x);
    });
  }

  static bool isRead(const ir::Expression &expression, const ir::Variable &x) {
    const auto *read = dyn_cast<ir::Read>(&expression);
    return read && &read->variable == &x;
  }

  void parametersIn(const ir::Expression &premise, const ir::Variable &x) {
    relational::forEachExpression(premise, [&](const ir::Expression &part) {
      const auto *bound = dyn_cast<ir::Read>(&part);
      if (bound && &bound->variable != &x && bound->variable.role == ir::Variable::Role::Parameter &&
          !bound->variable.isArray() && bound->variable.sort != ir::Sort::Bool)
        amount(bound->variable);
    });
  }

  /// If it is about \p x.
  void numbersIn(const ir::Expression &premise, const ir::Variable &x) {
    if (!ir::reads(premise, x))
      return;
    relational::forEachExpression(premise, [&](const ir::Expression &part) {
      if (const auto *number = dyn_cast<ir::Number>(&part); number && abs(number->value) > 1)
        add(Polynomial::constant(abs(number->value)), toString(abs(number->value)));
    });
  }

  void add(Polynomial value, std::string text, bool isShare = false) {
    const bool known = std::any_of(factors.begin(), factors.end(),
                                   [&](const MovementBound &other) { return other.value == value; });
    if (!known && !value.isZero() && !(value == Polynomial::constant(1)) && factors.size() < mostFactors)
      factors.push_back({std::move(text), std::move(value), isShare});
  }

  Context context;
  std::vector<MovementBound> factors;
};

} // namespace

std::vector<MovementBound> unitsOf(Context context) {
  const std::vector<MovementBound> bounds = relational::likelyAmounts(context);
  std::vector<MovementBound> units = bounds;
  for (MovementBound &width : clampWidths(context))
    if (std::none_of(units.begin(), units.end(),
                     [&](const MovementBound &unit) { return unit.value == width.value; }))
      units.push_back(std::move(width));
  for (const MovementBound &factor : Factors(context).find())
    for (const MovementBound &bound : bounds) {
      const Polynomial value = factor.value * bound.value;
      const bool isOne = bound.value == Polynomial::constant(1);
      if (std::none_of(units.begin(), units.end(),
                       [&](const MovementBound &unit) { return unit.value == value; }))
        units.push_back({isOne ? factor.text : factor.text + " * " + bound.text, value, factor.isShare});
    }
  return units;
}

} // namespace plumb::inference
