// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/evaluation.h"

#include <catch2/catch.hpp>
#include <map>

using namespace plumb;
using namespace plumb::smt;

namespace {

struct Terms {
  TermStore store;
  Term x = store.freshVariable("x", Sort::Int);
  Term y = store.freshVariable("y", Sort::Int);
  Term r = store.freshVariable("r", Sort::Real);
  Term p = store.freshVariable("p", Sort::Bool);
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  std::map<std::uint32_t, Rational> given;

  Evaluation evaluation() {
    return Evaluation([this](Term application) -> std::optional<Rational> {
      auto entry = given.find(application.id());
      return entry == given.end() ? std::nullopt : std::optional(entry->second);
    });
  }
};

} // namespace

TEST_CASE_METHOD(Terms, "arithmetic is exact") {
  given[r.id()] = Rational(1, 3);
  CHECK(evaluation().value(store.equal(store.add({r, r, r}), store.real(1))) == Rational(1));
  CHECK(evaluation().value(store.multiply(r, r)) == Rational(1, 9));
}

TEST_CASE_METHOD(Terms, "a value rests only on what decides it") {
  given[p.id()] = 0;
  const Term open = store.less(x, y);
  CHECK(evaluation().value(store.conjunction({open, p})) == Rational(0));
  CHECK(evaluation().value(store.disjunction({open, store.negate(p)})) == Rational(1));
  CHECK(evaluation().value(store.implies(p, open)) == Rational(1));
  CHECK(evaluation().value(store.implies(open, p)) == std::nullopt);
  CHECK(evaluation().value(store.disjunction({open, p})) == std::nullopt);
  CHECK(evaluation().value(store.ite(p, x, store.integer(5))) == Rational(5));
  CHECK(evaluation().value(store.ite(open, x, store.integer(5))) == std::nullopt);
  CHECK(evaluation().value(store.apply(f, {x})) == std::nullopt);
}

TEST_CASE_METHOD(Terms, "a function has one value at one argument") {
  const Term fx = store.apply(f, {x}), fy = store.apply(f, {y});
  given = {{x.id(), 2}, {y.id(), 2}, {fx.id(), 5}, {fy.id(), 6}};
  Evaluation same = evaluation();
  CHECK(same.value(store.less(fx, fy)) == std::nullopt);
  CHECK(same.fault() == "the model gives 'f' two values at the same arguments");
  given[y.id()] = 3;
  Evaluation apart = evaluation();
  CHECK(apart.value(store.less(fx, fy)) == Rational(1));
  CHECK(apart.fault().empty());
}

TEST_CASE_METHOD(Terms, "a value outside its sort is a fault") {
  given = {{p.id(), 2}, {x.id(), Rational(1, 2)}};
  Evaluation boolean = evaluation();
  CHECK(boolean.value(p) == std::nullopt);
  CHECK(boolean.fault() == "the model gives 'p' a value that is no truth value");
  Evaluation integer = evaluation();
  CHECK(integer.value(store.divide(x, 2)) == std::nullopt);
  CHECK(integer.fault() == "the model gives 'x' a fraction as an integer value");
}
