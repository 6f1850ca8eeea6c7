// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/solver.h"
#include "random_term.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <unistd.h>

using namespace plumb;
using namespace plumb::smt;

namespace {

/// Standard output and error of a shell command.
std::string outputOf(const std::string &command) {
  std::string text;
  std::unique_ptr<FILE, int (*)(FILE *)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
  REQUIRE(pipe);
  char buffer[4096];
  while (std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe.get()))
    text.append(buffer, size);
  return text;
}

bool isInstalled(const std::string &program) {
  const bool found = !outputOf("command -v " + program).empty();
  if (!found)
    std::cerr << "SKIPPED: " << program << " is not installed, so no script was read by it\n";
  return found;
}

/// What \p command says to \p script; a script of ours is read without a warning, so there is nothing else.
std::string answersOf(const std::string &command, const std::string &script) {
  char path[] = "/tmp/plumb-script-XXXXXX.smt2";
  const int file = mkstemps(path, 5);
  REQUIRE(file >= 0);
  close(file);
  std::ofstream(path) << script;
  const std::string answers = outputOf(command + " " + path);
  unlink(path);
  return answers;
}

void checkBothSay(const std::string &script, const std::string &expected) {
  INFO(script);
  if (isInstalled("z3"))
    CHECK(answersOf("z3 -smt2", script) == expected);
  if (isInstalled("cvc5"))
    CHECK(answersOf("cvc5 --incremental", script) == expected);
}

struct Terms {
  TermStore store;
  Term x = store.freshVariable("x", Sort::Int);
  Term y = store.freshVariable("y", Sort::Int);
  Term r = store.freshVariable("r", Sort::Real);
  Term p = store.freshVariable("p", Sort::Bool);
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  const Symbol &g = store.freshSymbol("g", {Sort::Real}, Sort::Real);

  Obligation about(Term goal) { return {"test", {}, goal}; }
};

} // namespace

TEST_CASE_METHOD(Terms, "an obligation is announced as unsat and its hypotheses as sat") {
  const Obligation obligation = {"support.lam.1", {store.less(x, y)}, store.lessEqual(x, y)};
  CHECK(obligationScript(obligation) == "; support.lam.1\n"
                                        "(set-logic QF_LIA)\n"
                                        "(declare-fun x () Int)\n"
                                        "(declare-fun y () Int)\n"
                                        "(assert (< x y))\n"
                                        "(assert (not (<= x y)))\n"
                                        "(set-info :status unsat)\n"
                                        "(check-sat)\n");
  CHECK(vacuityScript(obligation) == "; the hypotheses of support.lam.1\n"
                                     "(set-logic QF_LIA)\n"
                                     "(declare-fun x () Int)\n"
                                     "(declare-fun y () Int)\n"
                                     "(assert (< x y))\n"
                                     "(set-info :status sat)\n"
                                     "(check-sat)\n");
}

TEST_CASE_METHOD(Terms, "obligations with common hypotheses share a scope") {
  const Term a = store.less(x, y), b = store.less(y, store.integer(9));
  const std::string script = combinedScript({{"first", {a}, store.lessEqual(x, y)},
                                             {"second", {a, b}, store.less(x, store.integer(8))},
                                             {"third", {b}, b}});
  const std::string question = "(set-info :status sat)\n(check-sat)\n(push 1)\n";
  CHECK(script == "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n"
                  "; first\n(push 1)\n(assert (< x y))\n" +
                      question +
                      "(assert (not (<= x y)))\n(set-info :status unsat)\n(check-sat)\n(pop 1)\n"
                      "; second\n(push 1)\n(assert (< y 9))\n" +
                      question +
                      "(assert (not (< x 8)))\n(set-info :status unsat)\n(check-sat)\n(pop 1)\n"
                      "; third\n(pop 1)\n(pop 1)\n(push 1)\n(assert (< y 9))\n" +
                      question +
                      "(assert (not (< y 9)))\n(set-info :status unsat)\n(check-sat)\n(pop 1)\n(pop 1)\n");
  checkBothSay(script, "sat\nunsat\nsat\nunsat\nsat\nunsat\n");
}

TEST_CASE_METHOD(Terms, "a scope ends where the next obligation's hypotheses part") {
  const Term a = store.less(x, y), b = store.less(y, store.integer(9)), c = store.less(y, store.integer(7));
  const std::string script = combinedScript({{"first", {a, b}, a}, {"second", {a, c}, a}});
  std::size_t times = 0;
  for (std::size_t at = 0; (at = script.find("(assert (< x y))", at)) != std::string::npos; ++at)
    ++times;
  CHECK(times == 1);
  checkBothSay(script, "sat\nunsat\nsat\nunsat\n");
}

TEST_CASE_METHOD(Terms, "the logic is the smallest that fits") {
  const Term fx = store.apply(f, {x}), gr = store.apply(g, {r}), zero = store.integer(0),
             none = store.real(0);
  const Term half = store.less(store.toReal(x), r);
  CHECK(logicOf(about(p)) == "QF_UF");
  CHECK(logicOf(about(store.less(store.modulo(x, 3), y))) == "QF_LIA");
  CHECK(logicOf(about(store.less(r, none))) == "QF_LRA");
  CHECK(logicOf(about(half)) == "QF_LIRA");
  CHECK(logicOf(about(store.less(fx, zero))) == "QF_UFLIA");
  CHECK(logicOf(about(store.less(gr, none))) == "QF_UFLRA");
  CHECK(logicOf(about(store.conjunction({half, store.less(fx, zero)}))) == "QF_AUFLIRA");
  CHECK(logicOf(about(store.less(store.multiply(x, y), zero))) == "QF_UFNIRA");
}

TEST_CASE_METHOD(Terms, "both solvers read every logic without a warning") {
  const Term fx = store.apply(f, {x}), gr = store.apply(g, {r});
  const Term twice = store.multiply(store.integer(2), x);
  const std::vector<Term> truths = {
      store.disjunction({p, store.negate(p)}),
      store.negate(store.equal(store.modulo(store.add(twice, store.integer(1)), 2), store.integer(0))),
      store.implies(store.less(r, store.real(Rational(-1, 3))), store.less(r, store.real(0))),
      store.implies(store.equal(store.toReal(x), r),
                    store.negate(store.equal(r, store.real(Rational(1, 2))))),
      store.implies(store.equal(x, y), store.equal(fx, store.apply(f, {y}))),
      store.implies(store.equal(r, store.real(2)), store.equal(gr, store.apply(g, {store.real(2)}))),
      store.implies(store.equal(store.toReal(x), r), store.equal(gr, store.apply(g, {store.toReal(x)}))),
      store.implies(store.less(r, store.real(0)), store.less(store.real(0), store.multiply(r, r))),
  };
  for (Term truth : truths) {
    checkBothSay(obligationScript(about(truth)), "unsat\n");
    checkBothSay(vacuityScript(about(truth)), "sat\n");
  }
  std::vector<Obligation> all;
  std::string expected;
  for (Term truth : truths) {
    all.push_back(about(truth));
    expected += "sat\nunsat\n";
  }
  checkBothSay(combinedScript(all), expected);
}

TEST_CASE("both solvers read every name") {
  TermStore store;
  std::vector<Term> terms = {store.integer(0)};
  for (const char *name :
       {"lam'",      "x!1",     "abs",  "div",    "and",    "true", "let",     "as",     "_",
        "!",         "+",       "-",    "=>",     "^",      "@a",   ".b",      "2x",     "\xce\xbb",
        "\xce\xb5'", "a|b",     "a\\b", "$s0",    "out[i]", "f(x)", "to_real", "is_int", "distinct",
        "xor",       "pi",      "exp",  "select", "store",  "Int",  "push",    "assert", "par",
        "forall",    "NUMERAL", "a b",  "\"",     ";"})
    terms.push_back(store.freshVariable(name, Sort::Int));
  std::vector<Term> increasing;
  for (std::size_t i = 1; i < terms.size(); ++i)
    increasing.push_back(store.less(terms[i - 1], terms[i]));
  const Obligation obligation = {"names", increasing, store.less(terms.front(), terms.back())};
  checkBothSay(obligationScript(obligation), "unsat\n");
  checkBothSay(vacuityScript(obligation), "sat\n");
}

TEST_CASE("both solvers read a graph that would be astronomic as a tree") {
  TermStore store;
  const Term x = store.freshVariable("x", Sort::Int);
  const Symbol &f = store.freshSymbol("f", {Sort::Int, Sort::Int}, Sort::Int);
  Term doubled = x;
  for (int i = 0; i < 300; ++i)
    doubled = store.apply(f, {doubled, doubled});
  const Obligation obligation = {"graph", {store.equal(store.apply(f, {x, x}), x)}, store.equal(doubled, x)};
  checkBothSay(obligationScript(obligation), "unsat\n");
}

// Each question: under these values of the symbols, is the term worth what it must be? A spelling that means
// something else in either solver turns an unsat into a sat.
TEST_CASE("a script means to both solvers what the terms mean to us") {
  TermStore store;
  std::vector<Obligation> obligations;
  std::string expected;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomTerms terms(store, seed, false);
    const Sort sort = static_cast<Sort>(seed % 3);
    const ValuedTerm sample = terms.make(sort, 4);
    const Term value =
        sort == Sort::Bool ? store.boolean(sample.value == 1) : store.literal(sample.value, sort);
    obligations.push_back({"seed " + std::to_string(seed), terms.facts(), store.equal(sample.term, value)});
    expected += "sat\nunsat\n";
  }
  checkBothSay(combinedScript(obligations), expected);
}
