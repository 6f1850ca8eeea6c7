// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/meaning_of_products.h"

namespace plumb::proof {

using smt::Term;

namespace {

/// What the factors of products are tried at, beside the values of the solver's model.
constexpr long factors[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,   10, 11, 12, 13, 14,
                            15, 16, 17, 18, 19, 20, 25, 50, 100, 0,  -1, -2, -3};

} // namespace

std::optional<std::vector<Term>> meaningOfProducts(relational::Context context, smt::Solver &solver,
                                                   const std::vector<Term> &known,
                                                   const std::vector<Term> &wanted) {
  std::vector<Term> terms = known;
  terms.insert(terms.end(), wanted.begin(), wanted.end());
  using Side = relational::Products::Factor;
  auto ofModel = [&](Term factor) {
    const std::optional<Rational> value = solver.value(factor);
    return value ? std::vector<Rational>{*value} : std::vector<Rational>{};
  };
  auto least = [&](Term factor) {
    std::vector<Rational> values = ofModel(factor);
    values.insert(values.end(), {1, 2});
    return values;
  };
  auto small = [&](Term factor) {
    std::vector<Rational> values = ofModel(factor);
    values.insert(values.end(), std::begin(factors), std::end(factors));
    if (factor.sort() == smt::Sort::Real)
      for (long divisor : {2, 3})
        values.emplace_back(1, divisor);
    return values;
  };
  // All of them before the next question: that ends the model.
  const std::vector<std::vector<Term>> attempts = {
      context.products.multiplication(terms, Side::Left, ofModel),
      context.products.multiplication(terms, Side::Left, least),
      context.products.multiplication(terms, Side::Left, small),
      context.products.multiplication(terms, Side::Right, small)};
  for (const std::vector<Term> &meaning : attempts) {
    std::vector<Term> exact = wanted;
    exact.insert(exact.end(), meaning.begin(), meaning.end());
    if (meaning.empty() || solver.satisfiable(context.store.conjunction(exact)).isSat())
      return meaning;
  }
  return std::nullopt;
}

} // namespace plumb::proof
