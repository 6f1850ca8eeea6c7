// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/evaluation.h"
#include "random_term.h"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace plumb::smt {

namespace {

Rational truth(bool value) {
  return value ? 1 : 0;
}

/// Floor division by counting, so that the test does not rest on the routine that it tests.
long floorQuotient(long dividend, long divisor) {
  long quotient = 0;
  for (; dividend < 0; dividend += divisor)
    --quotient;
  for (; dividend >= divisor; dividend -= divisor)
    ++quotient;
  return quotient;
}

} // namespace

RandomTerms::RandomTerms(TermStore &termStore, unsigned seed, bool withProducts)
    : store(termStore), generator(seed), products(withProducts) {
  for (Sort sort : {Sort::Bool, Sort::Int, Sort::Real})
    for (int i = 0; i < 2; ++i)
      apply(store.freshSymbol("v", {}, sort), {}, constant(sort));
  function = &store.freshSymbol("f'", {Sort::Int}, Sort::Int);
}

ValuedTerm RandomTerms::apply(const Symbol &symbol, std::vector<Term> arguments, Rational value) {
  applied.push_back({store.apply(symbol, std::move(arguments)), std::move(value)});
  return applied.back();
}

Rational RandomTerms::constant(Sort sort) {
  if (sort == Sort::Bool)
    return truth(below(2));
  const long numerator = static_cast<long>(below(9)) - 4;
  Rational value(numerator, sort == Sort::Int ? 1u : 1 + below(3));
  value.canonicalize();
  return value;
}

ValuedTerm RandomTerms::leaf(Sort sort) {
  if (below(3) == 0) {
    const Rational value = constant(sort);
    return {sort == Sort::Bool ? store.boolean(value == 1) : store.literal(value, sort), value};
  }
  return applied[static_cast<unsigned>(sort) * 2 + below(2)];
}

ValuedTerm RandomTerms::make(Sort sort, unsigned depth) {
  if (depth == 0 || below(8) == 0)
    return leaf(sort);
  if (below(6) == 0) {
    const ValuedTerm condition = make(Sort::Bool, depth - 1);
    const ValuedTerm a = make(sort, depth - 1), b = make(sort, depth - 1);
    return {store.ite(condition.term, a.term, b.term), condition.value == 1 ? a.value : b.value};
  }
  return sort == Sort::Bool ? formula(depth) : number(sort, depth);
}

ValuedTerm RandomTerms::formula(unsigned depth) {
  const unsigned kind = below(8);
  if (kind < 5) {
    const ValuedTerm a = make(Sort::Bool, depth - 1), b = make(Sort::Bool, depth - 1);
    const bool p = a.value == 1, q = b.value == 1;
    switch (kind) {
    case 0:
      return {store.negate(a.term), truth(!p)};
    case 1:
      return {store.conjunction({a.term, b.term, a.term}), truth(p && q)};
    case 2:
      return {store.disjunction({b.term, a.term}), truth(p || q)};
    case 3:
      return {store.implies(a.term, b.term), truth(!p || q)};
    default:
      return {store.equal(a.term, b.term), truth(p == q)};
    }
  }
  const Sort sort = below(2) ? Sort::Int : Sort::Real;
  const ValuedTerm a = make(sort, depth - 1), b = make(sort, depth - 1);
  if (kind == 5)
    return {store.equal(a.term, b.term), truth(a.value == b.value)};
  if (kind == 6)
    return {store.lessEqual(a.term, b.term), truth(a.value <= b.value)};
  return {store.less(a.term, b.term), truth(a.value < b.value)};
}

ValuedTerm RandomTerms::number(Sort sort, unsigned depth) {
  const ValuedTerm a = make(sort, depth - 1), b = make(sort, depth - 1);
  switch (below(7)) {
  case 0:
    return {store.add({a.term, b.term, a.term}), a.value + b.value + a.value};
  case 1:
    return {store.subtract(a.term, b.term), a.value - b.value};
  case 2:
    return {store.minus(a.term), -a.value};
  case 3: {
    const Rational factor = constant(sort);
    return {store.multiply(a.term, store.literal(factor, sort)), a.value * factor};
  }
  case 4:
    if (products)
      return {store.multiply(a.term, b.term), a.value * b.value};
    return {store.add(b.term, a.term), a.value + b.value};
  case 5:
    return {store.absolute(a.term), abs(a.value)};
  default:
    return sort == Sort::Int ? integer(depth) : [&] {
      const ValuedTerm whole = make(Sort::Int, depth - 1);
      return ValuedTerm{store.toReal(whole.term), whole.value};
    }();
  }
}

ValuedTerm RandomTerms::integer(unsigned depth) {
  const ValuedTerm a = make(Sort::Int, depth - 1);
  if (below(3) == 0 || abs(a.value) > 100'000)
    return call(a);
  const long divisor = 1 + below(4), dividend = a.value.get_num().get_si();
  const long quotient = floorQuotient(dividend, divisor);
  if (below(2))
    return {store.divide(a.term, divisor), Rational(quotient)};
  return {store.modulo(a.term, divisor), Rational(dividend - divisor * quotient)};
}

/// f'(n) = n * n + 1 for small n, else 0: any fixed function will do.
ValuedTerm RandomTerms::call(const ValuedTerm &argument) {
  return apply(*function, {argument.term},
               abs(argument.value) < 50 ? Rational(argument.value * argument.value + 1) : Rational(0));
}

std::vector<Term> RandomTerms::facts() const {
  std::vector<Term> equations;
  for (const ValuedTerm &entry : applied) {
    const Sort sort = entry.term.sort();
    equations.push_back(store.equal(entry.term, sort == Sort::Bool ? store.boolean(entry.value == 1)
                                                                   : store.literal(entry.value, sort)));
  }
  return equations;
}

Rational RandomTerms::valueOf(Term application) const {
  for (const ValuedTerm &entry : applied)
    if (entry.term == application)
      return entry.value;
  throw std::logic_error("an application that was never made");
}

} // namespace plumb::smt

using namespace plumb;
using namespace plumb::smt;

TEST_CASE("a term keeps its value however it was simplified") {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    TermStore store;
    RandomTerms terms(store, seed);
    const Sort sort = static_cast<Sort>(seed % 3);
    const ValuedTerm sample = terms.make(sort, 5);
    INFO("seed " << seed << ": " << toSmtLib(sample.term));
    CHECK(sample.term.sort() == sort);
    Evaluation evaluation([&](Term application) { return terms.valueOf(application); });
    CHECK(evaluation.value(sample.term) == sample.value);
    CHECK(evaluation.fault().empty());
  }
}

TEST_CASE("the same construction gives the same node and the same text") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    TermStore first, second;
    const Term a = RandomTerms(first, seed).make(Sort::Bool, 5).term;
    const Term b = RandomTerms(second, seed).make(Sort::Bool, 5).term;
    CHECK(a.id() == b.id());
    CHECK(toSmtLib(a) == toSmtLib(b));
  }
}
