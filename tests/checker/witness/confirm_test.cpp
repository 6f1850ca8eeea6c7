// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/arithmetic.h"
#include "checker/disproof/path_integral.h"
#include "checker/disproof/search.h"
#include "checker/disproof/violation.h"
#include "checker/witness/confirm.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>
#include <functional>

using namespace plumb;
using interpreter::Exact;
using test::ProgramText;
using witness::Opinion;
using witness::Witness;

namespace {

std::string mechanism(const std::string &query, const std::string &adjacency, const std::string &body,
                      const std::string &more = "") {
  return "mechanism m(eps: real, n: size" + more + ", f: query " + query + ")\n" +
         "  requires eps > 0, n >= 1\n  adjacency f " + adjacency + "\n  guarantees private(eps)\n{\n" +
         body + "\n}\n";
}

/// Not private, each of another kind.
std::vector<std::string> wrongOnes() {
  const std::string lam = "lam: real ~ laplace(", at = ") align lam' = lam\n";
  return {
      // A density at one published number; the same over the integers.
      mechanism("real[n]", "changes by 1",
                "for i in 0 .. n { " + lam + "1 / (2 * eps)" + at + "output f[i] + lam }"),
      mechanism("[n]", "changes by 1",
                "for i in 0 .. n { lam ~ laplace(1 / (2 * eps)" + at + "output f[i] + lam }"),
      // A threshold that all comparisons share.
      mechanism("real[n]", "changes by 1",
                "rho: real ~ laplace(2 / eps) align rho' = rho\n for i in 0 .. n { " + lam + "1 / eps" + at +
                    "if f[i] + lam >= rho { output above } else { output below } }"),
      mechanism("[n]", "changes by 1",
                "rho ~ laplace(2 / eps) align rho' = rho\n for i in 0 .. n { lam ~ laplace(1 / eps" + at +
                    "if f[i] + lam >= rho { output above } else { output below } }"),
      // The winner and what it won by.
      mechanism("real[n]", "changes by 1",
                "for i in 0 .. n { " + lam + "1 / eps" + at +
                    "v[i] := f[i] + lam }\n return argmax(i in 0 .. n: v[i])"),
      mechanism("[n]", "decreasing by 1",
                "best := 0\n arg := 0\n for i in 0 .. n { lam ~ exponential(1 / (3 * eps)" + at +
                    "if i = 0 or f[i] + lam > best { best := f[i] + lam  arg := i } }\n return arg"),
      // Impossible on D': one draw for all answers, noise of one direction.
      mechanism("real[n]", "changes by 1", lam + "1 / eps" + at + "for i in 0 .. n { output f[i] + lam }"),
      mechanism("[n]", "changes by 1",
                "for i in 0 .. n { lam ~ exponential(1 / eps" + at + "output f[i] + lam }"),
      // A number beside the comparison that it decided.
      mechanism("real[n]", "changes by 1",
                "rho: real ~ laplace(1 / eps) align rho' = rho\n for i in 0 .. n { " + lam + "1 / eps" + at +
                    "if f[i] + lam >= rho { output above(f[i] + lam) } else { output below } }"),
  };
}

Witness witnessOf(const ir::Mechanism &mechanism) {
  auto violation = disproof::examine(mechanism, nullptr).violation;
  REQUIRE(violation);
  return violation->witness;
}

struct Mutant {
  std::string name;
  Witness witness;
};

/// Everything that stands in a witness, changed one at a time.
std::vector<Mutant> mutantsOf(const Witness &witness, const ir::Mechanism &mechanism) {
  std::vector<Mutant> mutants;
  auto add = [&](const std::string &name, const std::function<void(Witness &)> &change) {
    mutants.push_back({name, witness});
    change(mutants.back().witness);
  };
  add("data swapped", [](Witness &w) { std::swap(w.first, w.second); });
  add("data equal", [](Witness &w) { w.second = w.first; });
  for (std::size_t i = 0; i < witness.first.at("f").size(); ++i)
    for (int step : {1, -1, 3}) {
      add("answer on D", [&](Witness &w) { w.first["f"][i] = w.first["f"][i] + step; });
      // What is impossible on D' may be so on other data as well.
      if (!witness.secondPaths.empty())
        add("answer on D'", [&](Witness &w) { w.second["f"][i] = w.second["f"][i] + step; });
    }
  for (const char *name : {"eps", "n"})
    for (int step : {1, 2, -1})
      add(name, [&](Witness &w) {
        for (auto *inputs : {&w.first, &w.second})
          (*inputs)[name].front() = (*inputs)[name].front() + step;
      });
  add("eps on D' alone", [](Witness &w) { w.second["eps"].front() = 3; });
  for (int step : {1, 20})
    add("claim", [&](Witness &w) { w.claim = w.claim + step; });
  add("rank", [](Witness &w) { ++w.rank; });
  for (std::size_t i = 0; i < witness.word.cells.size(); ++i) {
    add("cell left out",
        [&](Witness &w) { w.word.cells.erase(w.word.cells.begin() + static_cast<std::ptrdiff_t>(i)); });
    for (const auto &tag : mechanism.tags)
      if (tag.get() != witness.word.cells[i].tag)
        add("tag", [&](Witness &w) { w.word.cells[i].tag = tag.get(); });
    for (std::size_t j = 0; j < witness.word.cells[i].values.size(); ++j)
      for (int step : {2, -2})
        add("published number",
            [&](Witness &w) { w.word.cells[i].values[j] = w.word.cells[i].values[j] + step; });
  }
  if (witness.word.result.kind == interpreter::Result::Kind::Scalar)
    for (int step : {1, -1, 7})
      add("result", [&](Witness &w) { w.word.result.scalar = w.word.result.scalar + step; });
  add("probabilities swapped", [](Witness &w) { std::swap(w.firstLikelihood, w.secondLikelihood); });
  for (bool isFirst : {true, false}) {
    add("probability", [&](Witness &w) {
      auto &likelihood = isFirst ? w.firstLikelihood : w.secondLikelihood;
      likelihood = {likelihood.low * Exact(2) + 1, likelihood.high * Exact(2) + 1};
    });
    for (std::size_t i = 0; i < (isFirst ? witness.firstPaths : witness.secondPaths).size(); ++i) {
      auto path = [&](Witness &w) -> witness::Path & { return (isFirst ? w.firstPaths : w.secondPaths)[i]; };
      add("path left out", [&](Witness &w) {
        auto &paths = isFirst ? w.firstPaths : w.secondPaths;
        paths.erase(paths.begin() + static_cast<std::ptrdiff_t>(i));
      });
      add("path twice", [&](Witness &w) {
        auto &paths = isFirst ? w.firstPaths : w.secondPaths;
        paths.push_back(paths[i]);
      });
      add("jacobian", [&](Witness &w) { path(w).jacobian = path(w).jacobian * Exact(2); });
    }
  }
  return mutants;
}

bool isConfirmed(const ir::Mechanism &mechanism, const Witness &witness) {
  return witness::confirm(mechanism, witness).answer == Opinion::Answer::Confirmed;
}

} // namespace

TEST_CASE("violations of every kind are confirmed by cells, and their bounds agree") {
  for (const std::string &text : wrongOnes()) {
    INFO(text);
    ProgramText program(text);
    const Witness witness = witnessOf(*program);
    const Opinion opinion = witness::confirm(*program, witness);
    CHECK(opinion.answer == Opinion::Answer::Confirmed);
    CHECK(opinion.first.low > 0);
    CHECK(opinion.first.low <= witness.firstLikelihood.high.rational().get_d() * 1.001);
    CHECK(opinion.first.high >= witness.firstLikelihood.low.rational().get_d() * 0.999);
  }
}

TEST_CASE("a witness in which anything was changed is not confirmed") {
  unsigned count = 0;
  for (const std::string &text : wrongOnes()) {
    ProgramText program(text);
    const Witness witness = witnessOf(*program);
    for (const Mutant &mutant : mutantsOf(witness, *program)) {
      ++count;
      INFO(text << mutant.name);
      CHECK_FALSE(isConfirmed(*program, mutant.witness));
    }
  }
  CHECK(count > 200);
}

TEST_CASE("an integral with one end turned round is noticed") {
  unsigned turned = 0;
  for (const std::string &text : wrongOnes()) {
    INFO(text);
    ProgramText program(text);
    const Witness right = witnessOf(*program);
    disproof::Intervals arithmetic(256);
    refutation::Budget work(1'000'000);
    disproof::PathIntegral<disproof::Intervals> integral(arithmetic, work);
    for (bool isFirst : {true, false})
      for (const witness::Path &path : isFirst ? right.firstPaths : right.secondPaths)
        for (std::size_t i = 0; i < path.tests.size(); ++i) {
          // What is integrated from there on is integrated up to there.
          witness::Path other = path;
          witness::LinearForm &form = other.tests[i].form;
          form.constant = -form.constant;
          for (witness::LinearForm::Term &term : form.terms)
            term.coefficient = -term.coefficient;
          auto before = integral.likelihood(path), after = integral.likelihood(other);
          REQUIRE(before);
          REQUIRE(after);
          const Exact change(Rational((after->value - before->value).lower()->text()));
          // By symmetry it may be the same number.
          if (change.absolute() < Exact(1) / Exact(1'000'000))
            continue;
          Witness wrong = right;
          witness::Likelihood &likelihood = isFirst ? wrong.firstLikelihood : wrong.secondLikelihood;
          likelihood = {likelihood.low + change, likelihood.high + change};
          const Opinion opinion = witness::confirm(*program, wrong);
          CHECK(opinion.answer == Opinion::Answer::Rejected);
          CHECK(opinion.reason ==
                (isFirst ? "the probability on D is another one" : "the probability on D' is another one"));
          ++turned;
        }
  }
  CHECK(turned >= 10);
}

TEST_CASE("a loss of just what is guaranteed is not confirmed, and the comparison ends") {
  const auto published = [](const std::string &scale) {
    return mechanism("real", "changes by 1",
                     "lam: real ~ laplace(" + scale + ") align lam' = lam\noutput f + lam");
  };
  ProgramText wrong(published("1 / (2 * eps)")), tight(published("1 / eps"));
  Witness witness = witnessOf(*wrong);
  REQUIRE(witness.firstPaths.size() == 1);
  REQUIRE(witness.secondPaths.size() == 1);
  for (auto *path : {&witness.firstPaths.front(), &witness.secondPaths.front()})
    for (witness::Draw &draw : path->draws)
      draw.scale = draw.scale * Exact(2);
  witness.firstLikelihood = witness.secondLikelihood = {0, 1};
  for (interpreter::Cell &cell : witness.word.cells) {
    cell.transcript = (*tight).transcripts.front().get();
    for (const auto &tag : (*tight).tags)
      if (tag->name == cell.tag->name) {
        cell.tag = tag.get();
        break;
      }
  }
  const Opinion opinion = witness::confirm(*tight, witness);
  CHECK(opinion.answer == Opinion::Answer::Open);
  CHECK(opinion.reason == "the cells do not tell both probabilities apart");
}

TEST_CASE("what the cells do not confirm is no violation, and says why") {
  ProgramText program(wrongOnes()[2]);
  const disproof::Findings findings = disproof::examine(*program, nullptr, 0);
  CHECK_FALSE(findings.violation);
  REQUIRE(findings.largest);
  CHECK(findings.doubt == "the cells do not tell both probabilities apart");
  CHECK(disproof::examine(*program, nullptr).doubt.empty());
}

TEST_CASE("a run that needs equal draws takes no cells that a likely one needs") {
  ProgramText program(
      "mechanism m(eps: real, n: size, f: query real[n])\n"
      "  requires eps > 0, n >= 3\n  adjacency one f changes by 1\n  guarantees private(eps / 2)\n{\n"
      "x: real ~ laplace(2 / eps) align x' = x\na := f[0] + x\n"
      "y: real ~ laplace(1 / eps) align y' = y\nb := f[1] + y\n"
      "z: real ~ laplace(2 / eps) align z' = z\nc := f[2] + z\n"
      "if a <= b and b <= c and c - a <= 2 or c <= b and b <= a and a <= c { output mid } else { output far "
      "}\n}\n");
  const disproof::Findings findings = disproof::examine(*program, nullptr);
  CHECK(findings.violation);
  CHECK(findings.doubt.empty());
}

TEST_CASE("the search goes on when the second opinion says no, but not for ever") {
  ProgramText program(wrongOnes()[2]);
  unsigned asked = 0;
  const auto found = [&](unsigned refused) {
    asked = 0;
    auto result =
        disproof::search(*program, nullptr, [&](const disproof::Certified &) { return asked++ >= refused; });
    return result.violation.has_value();
  };
  CHECK(found(1));
  CHECK(asked == 2);
  CHECK_FALSE(found(100));
  CHECK(asked == disproof::SearchLimits().doubts);
}
