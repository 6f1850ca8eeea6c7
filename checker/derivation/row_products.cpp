// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/rows.h"
#include "kernel/fraction.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plumb::derivation {

using kernel::Monomial;
using kernel::Polynomial;
using kernel::Relation;
using kernel::Sort;
using kernel::Source;
using kernel::Term;

namespace {

/// So many rows are made of others, where inequalities are multiplied and where equations alone are.
constexpr std::size_t productLimit = 100, multipleLimit = 14;
/// Products with more factors are not looked at.
constexpr std::size_t degreeLimit = 6;

bool isInequality(const KnownRow &row) {
  return row.row.relation != Relation::Zero;
}

/// The factors of \p whole that \p part leaves, if it is a part of it.
Monomial restOf(const Monomial &whole, const Monomial &part) {
  Monomial rest;
  std::set_difference(whole.begin(), whole.end(), part.begin(), part.end(), std::back_inserter(rest));
  return rest;
}

/// The factors that all summands but the constant have.
Monomial factorOfSummands(Polynomial polynomial) {
  polynomial.add(-1, Polynomial(polynomial.constant(), {}));
  return kernel::commonFactor(polynomial);
}

/// The last summand of those with the most factors.
std::pair<Monomial, mpq_class> leading(const Polynomial &polynomial) {
  std::pair<Monomial, mpq_class> found;
  for (const auto &summand : polynomial.summands())
    if (summand.first.size() >= found.first.size())
      found = summand;
  return found;
}

} // namespace

/// For each product that is spoken of, and each row that speaks of a part of it: that row times the rest.
/// Where inequalities are multiplied, products that these rows speak of come next, and all equations before
/// the next inequality.
void Rows::multiplyTowardsProducts(bool inequalities) {
  const std::vector<std::size_t> factors = simplestRows();
  const std::size_t limit = rows.size() + (inequalities ? productLimit : multipleLimit);
  std::vector<Monomial> targets;
  std::set<Monomial> seen;
  std::size_t lookedAt = 0;
  const auto look = [&] {
    for (; lookedAt < rows.size(); ++lookedAt)
      if (!knownChoiceIn(rows[lookedAt].row.polynomial))
        for (const auto &[monomial, coefficient] : rows[lookedAt].row.polynomial.summands())
          if (monomial.size() > 1 && monomial.size() <= degreeLimit && seen.insert(monomial).second)
            targets.push_back(monomial);
  };
  const auto multiply = [&](const Monomial &product, bool equations) {
    for (std::size_t at : factors)
      if (isInequality(rows[at]) != equations)
        for (const Monomial &rest : restsOf(product, rows[at].row.polynomial)) {
          if (rows.size() >= limit)
            return;
          if (equations)
            addMultiple(at, rest);
          else
            addProducts(at, rest, factors);
        }
    if (inequalities)
      look();
  };
  look();
  for (std::size_t begin = 0; begin < targets.size();) {
    const std::size_t end = targets.size();
    for (const bool equations : {true, false})
      for (std::size_t at = begin; at < end && (equations || inequalities); ++at)
        multiply(Monomial(targets[at]), equations);
    begin = end;
  }
}

/// Those that are not made of others, and the sums of others; but for those that have a choice in them, for
/// which others stand.
std::vector<std::size_t> Rows::simplestRows() const {
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < rows.size(); ++at)
    if ((rows[at].from.empty() || rows[at].step->kind == Step::Kind::Sum) &&
        !knownChoiceIn(rows[at].row.polynomial))
      found.push_back(at);
  return found;
}

/// What each summand of \p polynomial lacks of \p product, if it has some of its factors and no others; and
/// where it is 1 / x times an x that has products in it, what the factors that are common to all of these
/// lack.
std::vector<Monomial> Rows::restsOf(const Monomial &product, const Polynomial &polynomial) const {
  std::vector<Monomial> rests;
  if (polynomial.constant() != 0 && leading(polynomial).first.size() > 2)
    if (Monomial rest = restOf(product, factorOfSummands(polynomial));
        !rest.empty() && rest.size() < product.size())
      rests.push_back(std::move(rest));
  for (const auto &[part, coefficient] : polynomial.summands())
    if (!part.empty() && part.size() < product.size() &&
        std::includes(product.begin(), product.end(), part.begin(), part.end()))
      rests.push_back(restOf(product, part));
  return rests;
}

/// The inequality \p at times those \p others that speak of the factor \p rest; or times the signs of its
/// factors.
void Rows::addProducts(std::size_t at, const Monomial &rest, const std::vector<std::size_t> &others) {
  if (rest.size() == 1) {
    for (std::size_t other : others)
      if (isInequality(rows[other]) && rows[other].row.polynomial.summands().count(rest))
        addProduct(at, other);
    return;
  }
  std::vector<std::size_t> signs;
  for (Term atom : rest)
    if (const auto sign = signOf(atom))
      signs.push_back(*sign);
    else
      return;
  for (std::size_t sign : signs)
    at = addProduct(at, sign);
}

std::optional<std::size_t> Rows::signOf(Term atom) const {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Polynomial &polynomial = rows[i].row.polynomial;
    const mpq_class constant = polynomial.constant();
    if (isInequality(rows[i]) && polynomial.summands().count({atom}) && constant <= 0 &&
        polynomial.summands().size() == (constant == 0 ? 1U : 2U))
      return i;
  }
  return std::nullopt;
}

/// The place of the product.
std::size_t Rows::addProduct(std::size_t one, std::size_t other) {
  const auto [place, isNew] = products.emplace(std::minmax(one, other), rows.size());
  if (!isNew)
    return place->second;
  const kernel::Row &a = rows[one].row, &b = rows[other].row;
  const bool isStrict = a.relation == Relation::Above && b.relation == Relation::Above;
  kernel::Row product{a.polynomial.times(b.polynomial), isStrict ? Relation::Above : Relation::AtLeast};
  addDerived(std::move(product), {Step::Kind::Times, {}, {{1, {}}, {1, {}}}}, {one, other});
  return place->second;
}

/// The place of the equation times these factors.
std::size_t Rows::addMultiple(std::size_t equation, const Monomial &factors) {
  const auto [place, isNew] = multiples.emplace(std::pair(equation, factors), rows.size());
  if (!isNew)
    return place->second;
  const bool areInts = std::all_of(factors.begin(), factors.end(),
                                   [&](Term factor) { return terms[factor].sort == Sort::Int; });
  std::vector<Term> parts;
  for (Term factor : factors)
    parts.push_back(areInts || terms[factor].sort == Sort::Real ? factor : terms.toReal(factor));
  const Term by = parts.size() == 1 ? parts[0] : terms.multiply(std::move(parts));
  addDerived({rows[equation].row.polynomial.times(normal.of(by)), Relation::Zero},
             {Step::Kind::Multiple, {by}, {{1, {}}}}, {equation});
  return place->second;
}

void Rows::addDerived(kernel::Row row, Step step, std::vector<std::size_t> from) {
  rows.push_back({std::move(row), {}, {}, std::move(step), std::move(from)});
}

std::optional<Term> Rows::knownChoiceIn(const Polynomial &polynomial) const {
  for (const auto &[monomial, coefficient] : polynomial.summands())
    for (Term factor : monomial)
      if (choices.count(factor))
        return factor;
  return std::nullopt;
}

/// Where there are products, a choice whose condition is known gives way to its side in all rows, so that
/// these are multiplied by what the side is.
void Rows::replaceChoices() {
  const bool areLinear = std::all_of(rows.begin(), rows.end(), [](const KnownRow &row) {
    const auto &summands = row.row.polynomial.summands();
    return std::all_of(summands.begin(), summands.end(),
                       [](const auto &summand) { return summand.first.size() < 2; });
  });
  if (areLinear || choices.empty())
    return;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (rows[at].step && rows[at].step->kind == Step::Kind::Multiple)
      continue;
    const auto choice = knownChoiceIn(rows[at].row.polynomial);
    if (choice && choices.at(*choice) != at)
      addReplaced(at, *choice);
  }
}

void Rows::addReplaced(std::size_t at, Term choice) {
  const Polynomial before = rows[at].row.polynomial;
  kernel::Row row = rows[at].row;
  Step step{Step::Kind::Sum, {}, {{1, {}}}};
  std::vector<std::size_t> from{at};
  for (const auto &[monomial, coefficient] : before.summands()) {
    if (!std::binary_search(monomial.begin(), monomial.end(), choice))
      continue;
    const std::size_t equation = choices.at(choice);
    const Monomial rest = restOf(monomial, {choice});
    from.push_back(rest.empty() ? equation : addMultiple(equation, rest));
    step.sources.emplace_back(-coefficient, Source{});
    row.polynomial.add(-coefficient, rows[from.back()].row.polynomial);
  }
  addDerived(std::move(row), std::move(step), std::move(from));
}

/// Two equations whose largest products have a common factor, multiplied until both speak of one product, and
/// then without it (an S-polynomial): so 1 / x is found to be 4 * (1 / (4 * x)). What is no simpler is left
/// out.
void Rows::superpose() {
  const std::size_t count = rows.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i && rows.size() < count + productLimit; ++j) {
      if (isInequality(rows[i]) || isInequality(rows[j]))
        continue;
      const auto [one, a] = leading(rows[i].row.polynomial);
      const auto [other, b] = leading(rows[j].row.polynomial);
      const Monomial forOther = restOf(one, other), forOne = restOf(other, one);
      const std::size_t degree = one.size() + forOne.size();
      if (forOne.empty() || forOther.empty() || degree == one.size() + other.size())
        continue;
      Polynomial left = rows[i].row.polynomial.times(Polynomial(1 / a, forOne));
      left.add(-1 / b, rows[j].row.polynomial.times(Polynomial(1, forOther)));
      if (left.isConstant() || leading(left).first.size() >= degree)
        continue;
      const std::size_t first = addMultiple(i, forOne), second = addMultiple(j, forOther);
      addDerived({std::move(left), Relation::Zero}, {Step::Kind::Sum, {}, {{1 / a, {}}, {-1 / b, {}}}},
                 {first, second});
    }
}

} // namespace plumb::derivation
