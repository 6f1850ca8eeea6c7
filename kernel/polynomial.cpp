// SPDX-License-Identifier: Apache-2.0
#include "kernel/polynomial.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plumb::kernel {

void Polynomial::add(const mpq_class &coefficient, Monomial monomial) {
  if (monomial.size() > degreeLimit)
    throw Rejected("a product has too many factors");
  const auto place = coefficients.try_emplace(std::move(monomial)).first;
  place->second += coefficient;
  if (place->second == 0)
    coefficients.erase(place);
  else if (sizeOf(place->second) > wordLimit)
    throw Rejected("a coefficient has too many digits");
  if (coefficients.size() > lengthLimit)
    throw Rejected("a sum has too many terms");
}

void Polynomial::add(const mpq_class &factor, const Polynomial &other) {
  for (const auto &[monomial, coefficient] : other.coefficients)
    add(factor * coefficient, monomial);
}

/// (a + b) * (c + d) = a * c + a * d + b * c + b * d; the factors of each product in order.
Polynomial Polynomial::times(const Polynomial &other) const {
  if (coefficients.size() * other.coefficients.size() > lengthLimit)
    throw Rejected("a product of sums has too many terms");
  Polynomial product;
  for (const auto &[left, a] : coefficients)
    for (const auto &[right, b] : other.coefficients) {
      Monomial both;
      std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
      product.add(a * b, std::move(both));
    }
  return product;
}

std::size_t Polynomial::size() const {
  std::size_t size = 1;
  for (const auto &[monomial, coefficient] : coefficients)
    size += 16 + monomial.size() + sizeOf(coefficient);
  return size;
}

mpq_class Polynomial::constant() const {
  const auto found = coefficients.find({});
  return found == coefficients.end() ? mpq_class(0) : found->second;
}

bool Polynomial::isConstant() const {
  return coefficients.empty() || (coefficients.size() == 1 && coefficients.begin()->first.empty());
}

void NormalForms::clear() {
  known.clear();
  terms.giveBack(std::exchange(kept, 0));
}

/// What a word of a polynomial takes where it is kept, with the nodes of maps and the heads of numbers.
static constexpr std::size_t bytesOfWord = 12;

/// Arguments first, by a stack of our own: a term may be as deep as the input is long.
const Polynomial &NormalForms::of(Term term) {
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    const Node &node = terms[next];
    const bool isComposed =
        node.op == Operator::Add || node.op == Operator::Multiply || node.op == Operator::ToReal;
    const std::size_t before = open.size();
    if (isComposed && !known.count(next))
      std::copy_if(node.arguments.begin(), node.arguments.end(), std::back_inserter(open),
                   [&](Term argument) { return !known.count(argument); });
    if (open.size() > before)
      continue;
    open.pop_back();
    if (const auto [place, isNew] = known.try_emplace(next); isNew) {
      place->second = compute(next);
      const std::size_t words = place->second.size();
      terms.spend(8 + words + bytesOfWord * words);
      kept += bytesOfWord * words;
    }
  }
  return known.at(term);
}

Polynomial NormalForms::difference(Term a, Term b) {
  Polynomial result = of(a);
  terms.spend(result.size() + of(b).size());
  result.add(-1, of(b));
  return result;
}

/// One step of the normal form, from those of the arguments.
Polynomial NormalForms::compute(Term term) const {
  const Node &node = terms[term];
  if (node.sort == Sort::Bool)
    throw Rejected("a truth value is no number");
  if (node.op == Operator::Number)
    return Polynomial(node.number, {});
  if (node.op == Operator::ToReal)
    return known.at(node.arguments[0]);
  if (node.op == Operator::Add) {
    Polynomial sum;
    for (Term argument : node.arguments) {
      terms.spend(known.at(argument).size());
      sum.add(1, known.at(argument));
    }
    return sum;
  }
  if (node.op == Operator::Multiply) {
    Polynomial product(1, {});
    for (Term argument : node.arguments)
      product = product.timesWithin(terms, known.at(argument));
    return product;
  }
  return Polynomial(1, {term});
}

} // namespace plumb::kernel
