// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/report/checked.h"

using namespace plumb;
using namespace plumb::test;
using report::Verdict;

TEST_CASE("a proof under premises is proved under assumptions, and counts them") {
  Checked checked(noisyAnswer());
  CHECK(checked.result.verdict == Verdict::Proved);
  CHECK(checked.result.verdictText() == "proved under 3 assumptions");
  CHECK_FALSE(checked.result.counterexample);
  CHECK_FALSE(checked.result.disproof.violation);
}

TEST_CASE("one assumption is counted as one") {
  Checked checked("mechanism m(f: query) adjacency f decreasing by 1 guarantees private(1)\n"
                  "{ lam ~ exponential(1) align lam' = lam + f - f' output f + lam }");
  CHECK(checked.result.verdictText() == "proved under 1 assumption");
}

TEST_CASE("a confirmed violation is not private") {
  Checked checked(noisyAnswer("decreasing", "1 / (2 * eps)"));
  CHECK(checked.result.verdict == Verdict::NotPrivate);
  CHECK(checked.result.verdictText() == "not private");
  REQUIRE(checked.result.counterexample);
  CHECK(checked.result.counterexample->confirmed);
}

TEST_CASE("a private mechanism with a bad alignment is not proved") {
  std::string text = noisyAnswer();
  text.replace(text.find("lam + f - f'"), 12, "lam");
  Checked checked(text);
  CHECK(checked.result.verdict == Verdict::NotProved);
  CHECK_FALSE(checked.result.disproof.violation);
}

TEST_CASE("premises that exclude every input are vacuous") {
  std::string text = noisyAnswer();
  text.replace(text.find("eps > 0"), 7, "eps > 0, eps < 0");
  CHECK(Checked(text).result.verdict == Verdict::Vacuous);
}

TEST_CASE("a guarantee is told as it is written") {
  Checked checked(noisyAnswer());
  CHECK(report::guaranteeText(*checked.result.mechanism) == "private(eps)");
}

namespace {

/// Answers everything alike, without a model.
class Parrot final : public smt::Engine {
public:
  explicit Parrot(smt::Satisfiability says) : answer(says) {}
  void push() override {}
  void pop() override {}
  void add(smt::Term) override {}
  smt::Satisfiability check() override { return answer; }
  smt::UnknownReason unknownReason() const override { return smt::UnknownReason::Incomplete; }
  std::string unknownText() const override { return "no idea"; }
  std::optional<Rational> value(smt::Term) override { return std::nullopt; }
  std::string name() const override { return "parrot"; }

private:
  smt::Satisfiability answer;
};

} // namespace

TEST_CASE("no solver that always says the same makes a proof") {
  for (auto answer : {smt::Satisfiability::Unsat, smt::Satisfiability::Sat, smt::Satisfiability::Unknown}) {
    Checked checked(noisyAnswer(), [=](smt::TermStore &) { return std::make_unique<Parrot>(answer); });
    CHECK(checked.result.verdict != Verdict::Proved);
  }
}

TEST_CASE("too small a budget makes no proof") {
  Verdict verdict = Checked(noisyAnswer(), z3(1)).result.verdict;
  CHECK(verdict != Verdict::Proved);
}

TEST_CASE("a proof names an aligned pair of runs that was tried") {
  Checked checked(noisyAnswer());
  REQUIRE(checked.result.tried);
  CHECK(checked.result.tried->pairs > 100);
  CHECK(checked.result.tried->unreached.empty());
  std::string text = report::triedText(*checked.result.tried);
  CHECK(text.find(" aligned pairs of runs, none of which fails; one has eps = 1, f = 1 on D and 0 on D'") !=
        std::string::npos);
}

TEST_CASE("a proof says that no input was small enough to be tried") {
  Checked checked("mechanism m(n: int, f: query[n]) requires n >= 1000 adjacency one f changes by 1\n"
                  "guarantees private(1) { for i in 0 .. n {\n"
                  "  lam ~ laplace(1) align lam' = lam + f[i] - f'[i] output f[i] + lam } }");
  REQUIRE(checked.result.verdict == Verdict::Proved);
  CHECK(report::triedText(*checked.result.tried) == "no aligned pair of runs, as no input was small enough");
}

TEST_CASE("a proof names what no run that was tried comes to") {
  Checked checked("mechanism m(n: size, f: query[n]) adjacency one f changes by 1\n"
                  "guarantees private(1) { for i in 0 .. n {\n"
                  "  lam ~ laplace(1) align lam' = lam + f[i] - f'[i]\n"
                  "  if i >= 500 { output late } else { output f[i] + lam } } }");
  REQUIRE(checked.result.verdict == Verdict::Proved);
  CHECK(report::notReached(*checked.result.mechanism, *checked.result.tried) ==
        std::vector<std::string>{"output late"});
  CHECK(checked.result.closing().ends_with("  not reached: by any run that was tried: `output late`\n"));
}

TEST_CASE("of publications that read alike it is said which was not reached") {
  Checked checked("mechanism m(n: size, f: query[n]) adjacency one f changes by 1\n"
                  "guarantees private(1) { for i in 0 .. n {\n"
                  "    lam ~ laplace(1) align lam' = lam + f[i] - f'[i]\n"
                  "    if i >= 500 { output quiet } else {\n"
                  "      if i = 0 { output quiet } else { output f[i] + lam } } } }");
  REQUIRE(checked.result.verdict == Verdict::Proved);
  CHECK(checked.result.closing().ends_with(
      "  not reached: by any run that was tried: `output quiet` (number 1 of 2)\n"));
}

TEST_CASE("what is not proved was not tried") {
  CHECK_FALSE(Checked(noisyAnswer("changes")).result.tried);
}
