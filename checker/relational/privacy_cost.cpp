// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/privacy_cost.h"

#include "checker/relational/draw_counts.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/record_amounts.h"
#include "checker/relational/shares.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <llvm/ADT/ArrayRef.h>
#include <set>

namespace plumb::relational {

using smt::Sort;
using smt::Term;

namespace {

/// Amounts of records up to this one are multiples of others.
constexpr int multiples = 4;
/// So many times each amount is tried at an exit.
constexpr int multiplesAtExit = 64;
/// So many times a share of 1 / n, each of which asks for lemmas of its own.
constexpr int multiplesOfShare = 8;
/// So many times what is moved by the draws of one loop, beside so many times what those of another are.
constexpr int multiplesOfLoop = 4;
constexpr int multiplesBeside = 16;
/// Of so many summands of the guarantee each may be shared by several scales.
constexpr std::size_t mostSharedSummands = 3;
/// More sums of two loops would be too many candidates.
constexpr unsigned mostSums = 64;
/// A share of what the guarantee affords, in these parts of it.
const Rational shares[] = {{1, 8}, {1, 6}, {1, 4}, {1, 3}, {3, 8}, {1, 2}, {5, 8}, {2, 3}, {3, 4}, {7, 8}, 1};

Rational constantOf(const Polynomial &polynomial) {
  return polynomial.isZero() ? Rational(0) : polynomial.terms().begin()->second;
}

/// What one record may change an answer by is found in no clause: the numbers in the scales, and how far
/// apart two values of a field can be.
std::set<Rational> amountsOfRecords(Context context) {
  std::set<Rational> amounts;
  const auto &adjacency = context.symbols.neighbourhood().recordAdjacency;
  if (!adjacency)
    return amounts;
  for (const auto &scale : context.scales.all())
    for (const auto &[monomial, coefficient] : scale.value.numerator.terms())
      if (monomial.empty() && coefficient.get_den() == 1)
        amounts.insert(coefficient.get_num());
  for (const auto &field : adjacency->record->fields) {
    const auto *low = field->low ? llvm::dyn_cast<ir::Number>(field->low.get()) : nullptr;
    const auto *high = field->high ? llvm::dyn_cast<ir::Number>(field->high.get()) : nullptr;
    if (!low || !high)
      continue;
    const int behindLast = field->reachesHigh() ? 0 : 1;
    amounts.insert(high->value - low->value - behindLast);
    amounts.insert(high->value - behindLast);
  }
  return amounts;
}

RationalFunction times(const Rational &factor, const RationalFunction &function) {
  return {Polynomial::constant(factor) * function.numerator, function.denominator};
}

bool isAmong(const std::vector<RationalFunction> &amounts, const RationalFunction &amount) {
  return std::any_of(amounts.begin(), amounts.end(),
                     [&](const RationalFunction &other) { return other.equals(amount); });
}

/// Of a sum: all of it, each summand, and, where it is for several, all or a half of each of its first
/// summands.
std::vector<Polynomial> partsOf(const Polynomial &sum, std::size_t several) {
  std::vector<Polynomial> summands;
  for (const auto &[monomial, coefficient] : sum.terms()) {
    summands.push_back(Polynomial::constant(coefficient));
    for (Term atom : monomial)
      summands.back() = summands.back() * Polynomial::atom(atom);
  }
  std::vector<Polynomial> parts = {sum};
  parts.insert(parts.end(), summands.begin(), summands.end());
  if (several < 2)
    return parts;
  summands.resize(std::min(summands.size(), mostSharedSummands));
  std::vector<Polynomial> mixed = {Polynomial()};
  for (const Polynomial &summand : summands)
    for (std::size_t before = mixed.size(), i = 0; i < before; ++i)
      for (const Rational &share : {Rational(1), Rational(1, 2)})
        mixed.push_back(mixed[i] + Polynomial::constant(share) * summand);
  parts.insert(parts.end(), mixed.begin() + 1, mixed.end());
  return parts;
}

/// What may be moved at each class of scales if all of epsilon, or a part of it, is for that class: it
/// times the scale, where that is divided by nothing else than the text divides by, and parameters that are
/// not in epsilon. Each once.
std::vector<RationalFunction> affordedAmounts(Context context) {
  std::vector<RationalFunction> amounts;
  if (context.symbols.mechanism().guarantee.hole.isOpen)
    return amounts;
  const auto epsilon = rationalFunction(*context.symbols.mechanism().guarantee.epsilon, context.symbols,
                                        context.products, context.store);
  if (!epsilon)
    return amounts;
  const Polynomial one = Polynomial::constant(1);
  const std::vector<RationalFunction> shares = sharesOf(context);
  const auto isInGuarantee = [&](Term atom) {
    const auto &terms = epsilon->numerator.terms();
    return std::any_of(terms.begin(), terms.end(), [&](const auto &summand) {
      return std::find(summand.first.begin(), summand.first.end(), atom) != summand.first.end();
    });
  };
  // What answers that fade away add up to is divided by parameters that have nothing to do with the budget.
  const auto isOfOthers = [&](const Polynomial &divisor) {
    return std::none_of(divisor.terms().begin(), divisor.terms().end(), [&](const auto &summand) {
      return std::any_of(summand.first.begin(), summand.first.end(), isInGuarantee);
    });
  };
  const auto isDividedBy = [&](const Polynomial &divisor) {
    return isOfOthers(divisor) ||
           std::any_of(shares.begin(), shares.end(), [&](const RationalFunction &share) {
             return RationalFunction{one, divisor}.ratioTo({one, share.denominator}).has_value();
           });
  };
  for (const Polynomial &part : partsOf(epsilon->numerator, context.scales.classes().size()))
    for (const auto &scaleClass : context.scales.classes()) {
      const RationalFunction &scale = context.scales.all()[scaleClass.base].value;
      const RationalFunction amount =
          reduced({part * scale.numerator, epsilon->denominator * scale.denominator});
      if (!amount.denominator.isZero() && isDividedBy(amount.denominator) && !isAmong(amounts, amount))
        amounts.push_back(amount);
    }
  return amounts;
}

/// Draws of several loops, and outside of them, may have scales of one class: what is moved at these is a sum
/// then, as 2 * n + 1, and of draws in a loop in a loop it is a multiple of a product.
class AmountsOfLoops {
public:
  AmountsOfLoops(const std::vector<MovementBound> &of, unsigned &lastFamily, std::vector<ExitBound> &bounds)
      : units(of), family(lastFamily), result(bounds) {}

  /// \param draws those of one class.
  void add(const std::vector<DrawCounts> &draws) {
    std::vector<Polynomial> counts;
    Polynomial all;
    for (const DrawCounts &draw : draws) {
      all = all + draw.front();
      for (const Polynomial &count : draw)
        if (std::find(counts.begin(), counts.end(), count) == counts.end())
          counts.push_back(count);
    }
    // Of a loop only so many draws may be moved, however long it is.
    if (counts.size() > 1 && std::find(counts.begin(), counts.end(), one) == counts.end())
      counts.push_back(one);
    for (const MovementBound &unit : units) {
      for (const Polynomial &count : counts)
        if (!count.isConstant())
          addMultiples(Polynomial(), count * unit.value, multiplesOfLoop);
      if (draws.size() > 2)
        addMultiples(Polynomial(), all * unit.value, multiplesOfLoop);
    }
    addPairs(counts);
    addChoices(draws, {});
  }

private:
  void addMultiples(const Polynomial &base, const Polynomial &step, int most) {
    ++family;
    for (int multiple = 1; multiple <= most; ++multiple)
      result.push_back({{base + Polynomial::constant(multiple) * step, one}, family});
  }

  void addPairs(const std::vector<Polynomial> &counts) {
    unsigned sums = 0;
    for (const Polynomial &loop : counts)
      for (const Polynomial &other : counts)
        for (const MovementBound &unit : units)
          for (const MovementBound &beside : units)
            for (int multiple = 1; multiple <= multiplesOfLoop; ++multiple)
              if (!loop.isConstant() && &loop != &other && sums++ < mostSums)
                addMultiples(Polynomial::constant(multiple) * unit.value * loop, beside.value * other,
                             multiplesBeside);
  }

  /// Each draw is counted in one of its ways.
  void addChoices(llvm::ArrayRef<DrawCounts> draws, std::vector<Polynomial> chosen) {
    if (choices >= mostSums)
      return;
    if (draws.empty()) {
      ++choices;
      if (chosen.size() > 1)
        addAll(Polynomial(), chosen);
      return;
    }
    for (const Polynomial &count : draws.front()) {
      std::vector<Polynomial> more = chosen;
      if (!count.isConstant() && std::find(more.begin(), more.end(), count) == more.end())
        more.push_back(count);
      addChoices(draws.drop_front(), std::move(more));
    }
  }

  /// Some multiple of each loop, and so many draws beside them.
  void addAll(const Polynomial &base, llvm::ArrayRef<Polynomial> loops) {
    if (loops.empty()) {
      if (sumsOfAll++ < mostSums)
        addMultiples(base, one, multiplesBeside);
      return;
    }
    for (int multiple = 1; multiple <= multiplesOfLoop; ++multiple)
      addAll(base + Polynomial::constant(multiple) * loops.front(), loops.drop_front());
  }

  const std::vector<MovementBound> &units;
  unsigned &family;
  std::vector<ExitBound> &result;
  unsigned choices = 0, sumsOfAll = 0;
  const Polynomial one = Polynomial::constant(1);
};

} // namespace

std::vector<MovementBound> adjacencyBounds(Context context) {
  std::vector<MovementBound> bounds = {{"1", Polynomial::constant(1)}};
  for (const auto &clause : context.symbols.neighbourhood().adjacency) {
    auto bound = rationalFunction(*clause.bound, context.symbols, context.products, context.store);
    if (!bound || !(bound->denominator == Polynomial::constant(1)))
      continue;
    bool known = false;
    for (const MovementBound &other : bounds)
      known |= other.value == bound->numerator;
    if (!known)
      bounds.push_back(
          {bound->numerator.isConstant() ? toString(constantOf(bound->numerator)) : ir::print(*clause.bound),
           bound->numerator});
  }
  for (const Rational &amount : amountsOfRecords(context))
    if (amount > multiples || (amount > 0 && !isIntegral(amount)))
      bounds.push_back({toString(amount), Polynomial::constant(amount)});
  return bounds;
}

std::vector<ExitBound> movementBounds(Context context) {
  const Polynomial one = Polynomial::constant(1);
  // What a guarantee that is written affords is tried, too; more candidates than these would be too many.
  const std::vector<MovementBound> units =
      context.symbols.mechanism().guarantee.hole.isOpen ? likelyAmounts(context) : adjacencyBounds(context);
  std::vector<RationalFunction> amounts;
  std::vector<Polynomial> factors = {one};
  for (const auto &variable : context.symbols.mechanism().variables)
    if (variable->role == ir::Variable::Role::Parameter && variable->sort == ir::Sort::Int &&
        !variable->isArray())
      factors.push_back(Polynomial::atom(context.store.toReal(context.symbols.parameter(*variable, {}))));
  std::vector<ExitBound> result = {{{Polynomial(), one}}};
  unsigned family = 0;
  // First, as they are smaller than the amounts that they are shares of.
  for (const RationalFunction &share : sharesOf(context))
    for (const MovementBound &unit : units) {
      ++family;
      for (int multiple = 1; multiple <= multiplesOfShare; ++multiple) {
        amounts.push_back({Polynomial::constant(multiple) * unit.value * share.numerator, share.denominator});
        result.push_back({amounts.back(), family});
      }
    }
  for (const Polynomial &factor : factors)
    for (const MovementBound &unit : units) {
      ++family;
      for (int multiple = 1; multiple <= multiplesAtExit; ++multiple) {
        amounts.push_back({Polynomial::constant(multiple) * unit.value * factor, one});
        result.push_back({amounts.back(), family});
      }
    }
  if (context.symbols.mechanism().guarantee.hole.isOpen)
    for (const std::vector<DrawCounts> &draws : drawCounts(context))
      AmountsOfLoops(units, family, result).add(draws);
  for (const RationalFunction &amount : affordedAmounts(context)) {
    if (isAmong(amounts, amount))
      continue;
    ++family;
    for (const Rational &share : shares)
      result.push_back({times(share, amount), family});
  }
  return result;
}

RationalFunction privacyCost(Context context, const std::vector<RationalFunction> &bounds) {
  RationalFunction total{Polynomial(), Polynomial::constant(1)};
  const auto &classes = context.scales.classes();
  for (std::size_t j = 0; j < classes.size(); ++j) {
    const RationalFunction &base = context.scales.all()[classes[j].base].value;
    const RationalFunction charge{bounds[j].numerator * base.denominator,
                                  bounds[j].denominator * base.numerator};
    total = {total.numerator * charge.denominator + charge.numerator * total.denominator,
             total.denominator * charge.denominator};
  }
  return total;
}

std::optional<Term> costWithinEpsilon(Context context, const std::vector<RationalFunction> &bounds) {
  auto &store = context.store;
  auto epsilon = rationalFunction(*context.symbols.mechanism().guarantee.epsilon, context.symbols,
                                  context.products, store);
  if (!epsilon)
    return std::nullopt;
  // Where nothing is moved nothing is charged, so nothing need be known of the scale.
  struct Charge {
    Polynomial bound, numerator, denominator;
  };
  std::vector<Charge> charges;
  std::vector<Polynomial> notNegative, divisors;
  const auto &classes = context.scales.classes();
  for (std::size_t j = 0; j < classes.size(); ++j) {
    const RationalFunction &base = context.scales.all()[classes[j].base].value;
    const Polynomial &bound = bounds[j].numerator;
    if (bound.isZero())
      continue;
    // Where a scale is not positive nothing was drawn at it, so that all that is needed there is a charge
    // that is not negative: `n / (n / eps)` is eps, also where there are no n answers.
    const Monomial both = commonFactor(bound.commonFactor(), base.numerator.commonFactor());
    charges.push_back(
        {bound.dividedBy(both), base.numerator.dividedBy(both) * bounds[j].denominator, base.denominator});
    divisors.push_back(bounds[j].denominator);
    if (!both.empty())
      notNegative.push_back(charges.back().bound);
  }
  // sum_j B_j * M_j / N_j <= P / Q, times Q * prod_j N_j.
  Polynomial right = epsilon->numerator, left;
  for (const Charge &charge : charges)
    right = right * charge.numerator;
  for (const Charge &charge : charges) {
    Polynomial share = charge.bound * charge.denominator * epsilon->denominator;
    for (const Charge &other : charges)
      if (&other != &charge)
        share = share * other.numerator;
    left = left + share;
  }
  Polynomial surplus = right - left;
  Monomial shared = surplus.commonFactor();
  Term zero = store.real(0);
  std::vector<Term> parts = {
      store.lessEqual(zero, context.products.term(surplus.dividedBy(shared), Sort::Real))};
  for (Term factor : shared)
    parts.push_back(store.lessEqual(zero, factor));
  auto positive = [&](const Polynomial &polynomial) {
    parts.push_back(store.less(zero, context.products.term(polynomial, Sort::Real)));
  };
  for (const Polynomial &bound : notNegative)
    parts.push_back(store.lessEqual(zero, context.products.term(bound, Sort::Real)));
  positive(epsilon->denominator);
  for (const Polynomial &divisor : divisors)
    positive(divisor);
  for (const Charge &charge : charges) {
    positive(charge.numerator);
    positive(charge.denominator);
  }
  return store.conjunction(std::move(parts));
}

} // namespace plumb::relational
