// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <optional>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// By which literal \p x is multiplied in \p term, if that is all.
std::optional<Rational> multipleOf(const ir::Expression &term, const ir::Variable &x) {
  const auto *name = dyn_cast<ir::Read>(&term);
  if (name && &name->variable == &x)
    return Rational(1);
  const auto *binary = dyn_cast<ir::Binary>(&term);
  if (!binary)
    return std::nullopt;
  if (binary->op == ir::BinaryOperator::Add || binary->op == ir::BinaryOperator::Subtract) {
    const auto one = multipleOf(*binary->left, x), other = multipleOf(*binary->right, x);
    const int sign = binary->op == ir::BinaryOperator::Add ? 1 : -1;
    return one && other ? std::optional<Rational>(*one + sign * *other) : std::nullopt;
  }
  const auto *left = dyn_cast<ir::Number>(binary->left.get());
  const auto *right = dyn_cast<ir::Number>(binary->right.get());
  const auto rest = multipleOf(left ? *binary->right : *binary->left, x);
  if (!rest || (!left && !right))
    return std::nullopt;
  if (binary->op == ir::BinaryOperator::Multiply)
    return Rational(*rest * (left ? left->value : right->value));
  if (binary->op == ir::BinaryOperator::Divide && right && right->value != 0)
    return Rational(*rest / right->value);
  return std::nullopt;
}

/// `x / c` for a term over parameters, which is no more than x / 2 where c is at least 2; else null.
const ir::Expression *divisorOf(const ir::Expression &term, const ir::Variable &x) {
  const auto *quotient = dyn_cast<ir::Binary>(&term);
  const bool isDivided =
      quotient && quotient->op == ir::BinaryOperator::Divide && multipleOf(*quotient->left, x) == Rational(1);
  return isDivided && overParameters(*quotient->right) ? quotient->right.get() : nullptr;
}

/// `x * r` or `r * x` for a term over parameters, and no number: r. Else null.
const ir::Expression *shareOf(const ir::Expression &term, const ir::Variable &x) {
  const auto *product = dyn_cast<ir::Binary>(&term);
  if (!product || product->op != ir::BinaryOperator::Multiply)
    return nullptr;
  for (const bool isLeft : {true, false}) {
    const ir::Expression &own = isLeft ? *product->left : *product->right,
                         &share = isLeft ? *product->right : *product->left;
    if (multipleOf(own, x) == Rational(1) && overParameters(share))
      return &share;
  }
  return nullptr;
}

struct Fading {
  /// The multiple of it that is nearest to 1.
  Rational nearest;
  /// What it is divided by else.
  std::vector<const ir::Expression *> divisors;
};

/// Where all that the body makes of \p x is a multiple of it by literals, all of them below 1, or all above
/// it, or a part of it.
std::optional<Fading> fading(const ir::For &loop, const ir::Variable &x) {
  std::optional<Rational> nearest;
  bool isMultiplied = true;
  std::vector<const ir::Expression *> divisors;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (!assign || &assign->target != &x)
      return;
    std::optional<Rational> factor = multipleOf(*assign->value, x);
    if (const ir::Expression *divisor = factor ? nullptr : divisorOf(*assign->value, x)) {
      divisors.push_back(divisor);
      factor = Rational(1, 2);
    }
    isMultiplied &= factor && *factor > 0 && *factor != 1 && (!nearest || (*factor < 1) == (*nearest < 1));
    if (isMultiplied && (!nearest || (*factor < 1 ? *factor > *nearest : *factor < *nearest)))
      nearest = factor;
  });
  return isMultiplied && nearest ? std::optional<Fading>({*nearest, std::move(divisors)}) : std::nullopt;
}

/// What \p x, or else 1 / x, has fallen by since entry; invalid where it has no value. Where it is divided by
/// c, this is asked with 2 * x <= c * x: of the quotient that has come to be x that says what is known of c.
Formula fallen(const ir::Variable &x, const Fading &how) {
  return [&x, how](Context c, const LoopHead &head) {
    const Term now = valueOf(c, head.state, x, Side::First), entry = valueOf(c, head.entry, x, Side::First);
    if (!now.isValid() || !entry.isValid())
      return Term();
    if (how.nearest > 1)
      return c.store.subtract(c.products.quotient(c.store.real(1), entry),
                              c.products.quotient(c.store.real(1), now));
    std::vector<Term> halved;
    relational::Evaluator evaluator(c, head.state);
    for (const ir::Expression *divisor : how.divisors)
      halved.push_back(
          c.store.lessEqual(c.store.multiply(c.store.real(2), now),
                            c.products.multiply(asReal(c, evaluator.relational(*divisor)), now)));
    const Term much = c.store.subtract(entry, now);
    return halved.empty() ? much : c.store.ite(c.store.conjunction(std::move(halved)), much, c.store.real(0));
  };
}

/// The one term over parameters that all that the body makes of \p x is multiplied by; null if there is none.
const ir::Expression *commonShare(const ir::For &loop, const ir::Variable &x) {
  const ir::Expression *share = nullptr;
  bool isCommon = true;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (!assign || &assign->target != &x)
      return;
    const ir::Expression *here = shareOf(*assign->value, x);
    isCommon &= here && (!share || ir::isSameTerm(*share, *here));
    share = here;
  });
  return isCommon ? share : nullptr;
}

/// Where x is multiplied by r each time: what it has fallen by, / (1 - r), as a geometric series has it; or
/// what 1 / x has, * r / (r - 1).
Counter seriesOf(const ir::Variable &x, const ir::Expression &share, bool isOfInverse, long draws) {
  const std::string r = ir::printFactor(share);
  return {toString(draws) +
              (isOfInverse ? " * " + r + " / (" + r + " - 1) * what 1 / " + x.name
                           : " / (1 - " + r + ") * what " + x.name) +
              " has fallen by",
          [&x, &share, isOfInverse, draws](Context c, const LoopHead &head) {
            Term now = valueOf(c, head.state, x, Side::First), entry = valueOf(c, head.entry, x, Side::First);
            if (!now.isValid() || !entry.isValid())
              return Term();
            const Term one = c.store.real(1),
                       by = asReal(c, relational::Evaluator(c, head.state).relational(share));
            if (isOfInverse)
              for (Term *value : {&now, &entry})
                *value = c.products.multiply(by, c.products.quotient(one, *value));
            const Term rest = isOfInverse ? c.store.subtract(by, one) : c.store.subtract(one, by);
            return c.store.multiply(c.store.real(draws),
                                    c.products.quotient(c.store.subtract(entry, now), rest));
          }};
}

} // namespace

std::vector<Counter> fadingBudgets(const Templates &templates) {
  std::vector<Counter> result;
  const ir::Guarantee &guarantee = templates.mechanism.guarantee;
  // Each draw of an iteration may take its share.
  long draws = 0;
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    draws += llvm::isa<ir::Sample>(statement);
  });
  for (const ir::Variable *x : templates.assignedNumbers()) {
    if (const ir::Expression *share = x->sort == ir::Sort::Real ? commonShare(templates.loop, *x) : nullptr)
      for (const long each : std::set<long>{1, draws})
        for (const bool isOfInverse : {false, true})
          result.push_back(seriesOf(*x, *share, isOfInverse, each));
    const auto how = x->sort == ir::Sort::Real ? fading(templates.loop, *x) : std::nullopt;
    if (!how)
      continue;
    const bool isBudget = how->nearest < 1;
    const Rational left = isBudget ? how->nearest : Rational(1 / how->nearest), all = 1 / (1 - left);
    const std::string text = (isBudget ? "what " : "what 1 / ") + x->name + " has fallen by";
    const Formula much = fallen(*x, *how);
    const auto add = [&](const Rational &often, const ir::Expression *times) {
      result.emplace_back(toString(often) + " * " + (times ? ir::printFactor(*times) + " * " : "") + text,
                          [often, much, times](Context c, const LoopHead &head) {
                            const Term term = much(c, head);
                            if (!term.isValid() || !times)
                              return term.isValid() ? c.store.multiply(c.store.real(often), term) : term;
                            relational::Evaluator evaluator(c, head.state);
                            const Term outer = asReal(c, evaluator.relational(*times));
                            return c.store.multiply(c.store.real(often), c.products.multiply(outer, term));
                          });
    };
    for (const long each : std::set<long>{1, draws}) {
      add(all * each, nullptr);
      if (!guarantee.hole.isOpen)
        for (const Rational &often : {Rational(1), all})
          add(often * each, guarantee.epsilon.get());
    }
  }
  return result;
}

} // namespace plumb::inference
