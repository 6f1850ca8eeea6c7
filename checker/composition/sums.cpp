// SPDX-License-Identifier: Apache-2.0
//
// The sum of one row, and whether the claim covers it.

#include "checker/composition/composer.h"
#include "checker/relational/rational_text.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/substitution.h"

namespace plumb::composition {

using relational::Evaluator;
using relational::Polynomial;
using relational::RationalFunction;
using smt::Outcome;
using smt::Term;

namespace {

ir::ExpressionPtr combined(ir::BinaryOperator op, ir::ExpressionPtr left, ir::ExpressionPtr right) {
  SourceRange range = left->range();
  return std::make_unique<ir::Binary>(op, ir::Sort::Real, std::move(left), std::move(right), range);
}

} // namespace

/// What numerator and denominator share is not 0 where the terms are
/// defined.
Term Composer::isNotNegative(const RationalFunction &function) {
  Term zero = store.real(0);
  auto term = [&](const Polynomial &polynomial) {
    return context.products.term(polynomial, smt::Sort::Real);
  };
  RationalFunction simple = relational::reduced(function);
  relational::Monomial shared =
      simple.numerator.isZero() ? relational::Monomial() : simple.numerator.commonFactor();
  std::vector<Term> factored = {store.lessEqual(zero, term(simple.numerator.dividedBy(shared)))};
  for (Term factor : shared)
    factored.push_back(store.less(zero, factor));
  return store.conjunction({store.disjunction({store.conjunction(std::move(factored)),
                                               store.lessEqual(zero, term(simple.numerator))}),
                            store.less(zero, term(simple.denominator))});
}

ir::ExpressionPtr Composer::totalOf(const Row &row) const {
  ir::ExpressionPtr total;
  for (std::size_t i = 0; i < composition.parts.size(); ++i) {
    const ir::Part &part = composition.parts[i];
    if (row.charges[i] != Charge::Budget)
      continue;
    ir::ExpressionPtr cost =
        ir::substituted(*part.mechanism->guarantee.epsilon, ir::argumentsOf(composition, part));
    if (!row.steps.empty() && row.steps[i] != 1)
      cost =
          combined(ir::BinaryOperator::Multiply,
                   std::make_unique<ir::Number>(row.steps[i], ir::Sort::Real, part.range), std::move(cost));
    if (part.times)
      cost = combined(ir::BinaryOperator::Multiply,
                      std::make_unique<ir::Unary>(ir::UnaryOperator::ToReal, ir::Sort::Real,
                                                  ir::substituted(*part.times, {}), part.range),
                      std::move(cost));
    total = total ? combined(ir::BinaryOperator::Add, std::move(total), std::move(cost)) : std::move(cost);
  }
  return total ? std::move(total)
               : std::make_unique<ir::Number>(0, ir::Sort::Real, composition.head.nameRange);
}

/// What is charged where a part need not be charged at all, or for fewer steps.
void Composer::budgetIsNotNegative(const ir::Part &part) {
  ir::ExpressionPtr budget =
      ir::substituted(*part.mechanism->guarantee.epsilon, ir::argumentsOf(composition, part));
  const std::vector<Row::CaseTotal> cases = rationalCases(*budget);
  relational::State state = headState();
  std::vector<Term> each;
  for (const Row::CaseTotal &one : cases)
    each.push_back(where(one.under, state, isNotNegative(one.total)));
  const std::string text =
      "`" + ir::printPromoted(*budget) + "`, the budget of `" + ir::printCall(part) + "`, ";
  require("budget." + part.mechanism->name, text + "is not negative",
          text + (cases.empty()
                      ? (hasTooManyCases(*budget)
                             ? "is of more than " + std::to_string(mostCases) + " cases (no more are tried)"
                             : "is no quotient of terms") +
                            ", and not known to be at least 0"
                      : "may be negative, so that it bounds nothing where its answers stay the same"),
          part.range, state.facts, cases.empty() ? store.boolean(false) : store.conjunction(std::move(each)));
}

std::vector<Row::CaseTotal> Composer::rationalCases(const ir::Expression &term) {
  std::vector<Row::CaseTotal> all;
  for (Case &one : casesOf(term)) {
    auto value = relational::rationalFunction(*one.value, symbols, products, store);
    if (!value)
      return {};
    decided.insert(decided.end(), one.under.begin(), one.under.end());
    all.push_back({std::move(one.under), *std::move(value)});
  }
  return all;
}

/// Conditions stand in arguments of parts, which have a value.
Term Composer::where(const std::vector<Decided> &under, relational::State &state, Term goal) {
  std::vector<Term> hold;
  Evaluator evaluator(context, state);
  for (const Decided &one : under) {
    const Term condition = evaluator.program(*one.condition, relational::Side::First);
    hold.push_back(one.holds ? condition : store.negate(condition));
  }
  return hold.empty() ? goal : store.implies(store.conjunction(std::move(hold)), goal);
}

/// In each case of the one and of the other.
Term Composer::isCovered(const std::vector<Row::CaseTotal> &most, const std::vector<Row::CaseTotal> &totals,
                         relational::State &state) {
  std::vector<Term> each;
  for (const Row::CaseTotal &claimed : most)
    for (const Row::CaseTotal &cost : totals) {
      const RationalFunction surplus{claimed.total.numerator * cost.total.denominator -
                                         cost.total.numerator * claimed.total.denominator,
                                     claimed.total.denominator * cost.total.denominator};
      each.push_back(where(claimed.under, state, where(cost.under, state, isNotNegative(surplus))));
    }
  return store.conjunction(std::move(each));
}

void Composer::addRow(std::string changes, std::vector<Charge> charges,
                      std::vector<std::shared_ptr<const ChangeClass>> allowed,
                      std::vector<std::shared_ptr<const ChangeClass>> notAll) {
  Row row;
  row.allowed = std::move(allowed);
  row.notAll = std::move(notAll);
  row.changes = std::move(changes);
  row.charges = std::move(charges);
  addRow(std::move(row));
}

void Composer::addRow(Row row) {
  if (row.isFinite()) {
    const ir::ExpressionPtr total = totalOf(row);
    row.hasTooManyCases = hasTooManyCases(*total);
    cover(row, *total);
  }
  composed.ledger.push_back(std::move(row));
}

void Composer::cover(Row &row, const ir::Expression &sum) {
  std::vector<Row::CaseTotal> totals = rationalCases(sum);
  if (totals.empty())
    return;
  if (totals.size() == 1)
    row.total = totals.front().total;
  else
    row.totals = totals;
  const ir::ExpressionPtr &claimed = composition.guarantee.epsilon;
  if (!claimed) {
    row.covered = Outcome::Proved;
    return;
  }
  const std::string cost =
      "for " + row.changes + " the parts cost " + lossText(composition, row) + " together, ";
  const std::vector<Row::CaseTotal> most = rationalCases(*claimed);
  if (most.empty())
    return;
  if (!composition.definitions.empty() && row.total && most.size() == 1 && isDefined("guarantee", *claimed) &&
      showPowers("sum", Condition::Sum, cost + "at most what is guaranteed", composition.guarantee.range,
                 powerOf(most.front().total), powerOf(*row.total), false)) {
    row.covered = Outcome::Proved;
    return;
  }
  relational::State state = headState();
  Evaluator evaluator(context, state);
  evaluator.program(*claimed, relational::Side::First);
  const Term isDefined = evaluator.takeDefinedness();
  const Term goal = store.conjunction({isDefined, isCovered(most, totals, state)});
  require("sum", cost + "at most what is guaranteed",
          cost + "which is not proved to be at most what is guaranteed", composition.guarantee.range,
          state.facts, goal);
  composed.asked.back().condition = Condition::Sum;
  row.covered = composed.asked.back().status;
}

} // namespace plumb::composition
