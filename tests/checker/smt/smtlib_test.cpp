// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/smtlib.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

using namespace plumb;
using namespace plumb::smt;

TEST_CASE("numbers are spelt with the sort that they have") {
  TermStore store;
  CHECK(toSmtLib(store.integer(12)) == "12");
  CHECK(toSmtLib(store.integer(-2)) == "(- 2)");
  CHECK(toSmtLib(store.real(2)) == "2.0");
  CHECK(toSmtLib(store.real(-2)) == "(- 2.0)");
  CHECK(toSmtLib(store.real(Rational(1, 3))) == "(/ 1.0 3.0)");
  CHECK(toSmtLib(store.real(Rational(-1, 3))) == "(- (/ 1.0 3.0))");
}

TEST_CASE("every operator is spelt as the standard spells it") {
  TermStore store;
  const Term x = store.freshVariable("x", Sort::Int), y = store.freshVariable("y", Sort::Int);
  const Term p = store.freshVariable("p", Sort::Bool);
  const Term fx = store.apply(store.freshSymbol("f'", {Sort::Int}, Sort::Real), {x});
  CHECK(toSmtLib(store.boolean(true)) == "true");
  CHECK(toSmtLib(store.subtract(x, y)) == "(+ x (- y))");
  CHECK(toSmtLib(store.multiply(x, store.integer(-3))) == "(* (- 3) x)");
  CHECK(toSmtLib(store.multiply(x, y)) == "(* x y)");
  CHECK(toSmtLib(store.divide(x, 3)) == "(div x 3)");
  CHECK(toSmtLib(store.modulo(x, 3)) == "(mod x 3)");
  CHECK(toSmtLib(store.less(store.toReal(x), fx)) == "(< (to_real x) (|f'| x))");
  CHECK(toSmtLib(store.lessEqual(x, y)) == "(<= x y)");
  CHECK(toSmtLib(store.equal(x, y)) == "(= x y)");
  const Term lower = store.less(x, y);
  CHECK(toSmtLib(store.implies(p, store.conjunction({lower, store.negate(p)}))) ==
        "(=> p (and (< x y) (not p)))");
  CHECK(toSmtLib(store.ite(store.disjunction({p, lower}), x, y)) == "(ite (or p (< x y)) x y)");
}

TEST_CASE("a symbol keeps its name where SMT-LIB can say it") {
  CHECK(smtLibSymbol("x") == "x");
  CHECK(smtLibSymbol("x!1") == "x!1");
  CHECK(smtLibSymbol("lam'") == "|lam'|");
  CHECK(smtLibSymbol("out[3]") == "|out[3]|");
  CHECK(smtLibSymbol("2x") == "|2x|");
  CHECK(smtLibSymbol("reset") == "|reset|");
}

TEST_CASE("a name that SMT-LIB cannot say is written in its bytes") {
  CHECK(smtLibSymbol("abs") == "$61bs");
  CHECK(smtLibSymbol("@x") == "$40x");
  // In bars cvc5 takes these for the functions on arrays, which its logic with reals and functions has.
  CHECK(smtLibSymbol("select") == "$73elect");
  CHECK(smtLibSymbol("store") == "$73tore");
  CHECK(smtLibSymbol("a|b\\") == "a$7cb$5c");
  CHECK(smtLibSymbol("\xce\xbb") == "$ce$bb");
  CHECK(smtLibSymbol("$s1") == "$24s1");
}

TEST_CASE("different names stay different") {
  const std::vector<std::string> names = {"abs", "$61bs", "a", "$61", "|a|", "a'", "a$27", "$s0", "+", "$2b"};
  std::set<std::string> spelt;
  for (const std::string &name : names)
    spelt.insert(smtLibSymbol(name));
  CHECK(spelt.size() == names.size());
}

TEST_CASE("a term that is a tree of astronomic size is printed as the graph that it is") {
  TermStore store;
  Term doubled = store.freshVariable("x", Sort::Int);
  const Symbol &f = store.freshSymbol("f", {Sort::Int, Sort::Int}, Sort::Int);
  for (int i = 0; i < 100; ++i)
    doubled = store.apply(f, {doubled, doubled});
  const std::string text = toSmtLib(doubled);
  CHECK(text.size() < 10'000);
  CHECK(text.substr(0, 39) == "(let (($s0 (f x x))) (let (($s1 (f $s0 ");
  CHECK(std::count(text.begin(), text.end(), '(') == std::count(text.begin(), text.end(), ')'));
}
