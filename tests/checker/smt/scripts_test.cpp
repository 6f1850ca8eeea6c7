// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/smtlib.h"
#include "checker/smt/solver.h"
#include "checker/smt/subterms.h"
#include "random_term.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
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

std::string assertion(const std::string &formula) {
  return "(assert " + formula + ")\n";
}

/// All \p obligations as one script: each asks whether its hypotheses have a model, then whether they have
/// one without the goal.
std::string scriptOf(const std::vector<Obligation> &obligations) {
  std::vector<Term> formulas;
  for (const Obligation &obligation : obligations) {
    formulas.insert(formulas.end(), obligation.hypotheses.begin(), obligation.hypotheses.end());
    formulas.push_back(obligation.goal);
  }
  std::string script = "(set-logic " + smallestLogic(formulas) + ")\n";
  std::set<const Symbol *> declared;
  for (Term application : applications(formulas))
    if (declared.insert(&application.symbol()).second)
      script += smtLibDeclaration(application.symbol()) + "\n";
  for (const Obligation &obligation : obligations) {
    script += "(push 1)\n";
    for (Term hypothesis : obligation.hypotheses)
      script += assertion(toSmtLib(hypothesis));
    script +=
        "(check-sat)\n" + assertion("(not " + toSmtLib(obligation.goal) + ")") + "(check-sat)\n(pop 1)\n";
  }
  return script;
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
  for (Term truth : truths)
    checkBothSay(scriptOf({about(truth)}), "sat\nunsat\n");
  std::vector<Obligation> all;
  std::string expected;
  for (Term truth : truths) {
    all.push_back(about(truth));
    expected += "sat\nunsat\n";
  }
  checkBothSay(scriptOf(all), expected);
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
  checkBothSay(scriptOf({obligation}), "sat\nunsat\n");
}

TEST_CASE("both solvers read a graph that would be astronomic as a tree") {
  TermStore store;
  const Term x = store.freshVariable("x", Sort::Int);
  const Symbol &f = store.freshSymbol("f", {Sort::Int, Sort::Int}, Sort::Int);
  Term doubled = x;
  for (int i = 0; i < 300; ++i)
    doubled = store.apply(f, {doubled, doubled});
  const Obligation obligation = {"graph", {store.equal(store.apply(f, {x, x}), x)}, store.equal(doubled, x)};
  checkBothSay(scriptOf({obligation}), "sat\nunsat\n");
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
  checkBothSay(scriptOf(obligations), expected);
}
