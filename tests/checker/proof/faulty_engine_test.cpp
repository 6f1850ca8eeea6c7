// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/afresh.h"
#include "tests/checker/proof/checked_program.h"

#include <map>
#include <random>
#include <stdexcept>

using namespace plumb;
using smt::Engine;
using test::CheckedProgram;

namespace {

const char *laplace = R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb";

/// Z3 with a fault from question number `from` on.
class FaultyEngine : public Engine {
public:
  enum class Fault { SaysUnsat, SaysSat, SaysUnknown, Hangs, Throws, GarbageValues, ThrowsOnValue };

  FaultyEngine(Fault fault, unsigned from)
      : inner(smt::makeZ3Engine(smt::Budget{})), fault(fault), from(from) {}
  void push() override { inner->push(); }
  void pop() override { inner->pop(); }
  void add(smt::Term formula) override { inner->add(formula); }
  smt::Satisfiability check() override {
    smt::Satisfiability honest = inner->check();
    if (questions++ < from)
      return honest;
    switch (fault) {
    case Fault::SaysUnsat:
      return smt::Satisfiability::Unsat;
    case Fault::SaysSat:
      return smt::Satisfiability::Sat;
    case Fault::Throws:
      throw std::runtime_error("the solver died");
    case Fault::SaysUnknown:
    case Fault::Hangs:
      return smt::Satisfiability::Unknown;
    case Fault::GarbageValues:
    case Fault::ThrowsOnValue:
      return honest;
    }
    return honest;
  }
  smt::UnknownReason unknownReason() const override {
    return fault == Fault::Hangs ? smt::UnknownReason::TimeOut : smt::UnknownReason::Incomplete;
  }
  std::string unknownText() const override { return "no answer"; }
  std::optional<Rational> value(smt::Term term) override {
    if (questions > from && fault == Fault::GarbageValues)
      return Rational(17);
    if (questions > from && fault == Fault::ThrowsOnValue)
      throw std::runtime_error("no model here");
    return inner->value(term);
  }
  std::string name() const override { return "faulty"; }

private:
  std::unique_ptr<Engine> inner;
  Fault fault;
  unsigned from, questions = 0;
};

/// Z3 that does something else at places drawn at random: one call in \p rarity, of whatever kind.
class UnreliableEngine : public Engine {
public:
  UnreliableEngine(unsigned seed, unsigned rarity)
      : inner(smt::makeZ3Engine(smt::Budget{})), random(seed), rarity(rarity) {}
  void push() override {
    mayDie();
    inner->push();
  }
  void pop() override {
    mayDie();
    inner->pop();
  }
  void add(smt::Term formula) override {
    mayDie();
    inner->add(formula);
  }
  smt::Satisfiability check() override {
    const smt::Satisfiability honest = inner->check();
    reason = inner->unknownReason();
    if (!isFault())
      return honest;
    switch (random() % 5) {
    case 0:
      throw std::runtime_error("the solver died");
    case 1:
      reason = smt::UnknownReason::TimeOut;
      return smt::Satisfiability::Unknown;
    case 2:
      return static_cast<smt::Satisfiability>(17);
    case 3:
      return smt::Satisfiability::Sat;
    default:
      return smt::Satisfiability::Unsat;
    }
  }
  smt::UnknownReason unknownReason() const override { return reason; }
  std::string unknownText() const override { return "no answer"; }
  std::optional<Rational> value(smt::Term term) override {
    if (!isFault())
      return inner->value(term);
    switch (random() % 3) {
    case 0:
      throw 17;
    case 1:
      return std::nullopt;
    default:
      return Rational(static_cast<long>(random() % 7) - 3, 2);
    }
  }
  std::string name() const override { return "unreliable"; }

private:
  bool isFault() { return random() % rarity == 0; }
  void mayDie() {
    // There are many more of these calls than of questions.
    constexpr unsigned among = 20;
    if (isFault() && random() % among == 0)
      throw std::runtime_error("the solver died");
  }

  std::unique_ptr<Engine> inner;
  std::mt19937 random;
  unsigned rarity;
  smt::UnknownReason reason = smt::UnknownReason::None;
};

/// Has a loop, so that invariants are looked for; halved noise is not private.
std::string histogram(const std::string &scale) {
  return R"plumb(mechanism m(eps: real, n: size, f: query[n])
  requires eps > 0
  adjacency one f changes by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ laplace()plumb" +
         scale + R"plumb() align lam' = lam + f[i] - f'[i]
    output f[i] + lam
  }
}
)plumb";
}

/// How often each verdict is reached with so many seeds; -1 stands for a disagreement, which ends everything.
std::map<int, unsigned> verdictsOf(const std::string &text, unsigned runs) {
  std::map<int, unsigned> counts;
  for (unsigned seed = 0; seed < runs; ++seed) {
    const unsigned rarity = 2U << (seed % 6);
    CheckedProgram checked(text);
    int verdict = -1;
    try {
      verdict = static_cast<int>(proof::prove(checked.mechanism(), [&](smt::TermStore &) {
                                   return std::make_unique<UnreliableEngine>(seed, rarity);
                                 }).verdict());
    } catch (const smt::Disagreement &) {
    }
    ++counts[verdict];
  }
  return counts;
}

/// What is not private is never proved, also by a solver that says `unsat` where it should not: each such
/// answer is asked for afresh.
void attack(unsigned runs) {
  const int proved = static_cast<int>(proof::Verdict::Proved);
  for (const std::string &text : {std::string(laplace), histogram("1 / eps")})
    CHECK(verdictsOf(text, runs)[proved] > 0);
  std::string halved = laplace;
  halved.replace(halved.find("1 / eps"), 7, "1 / (2 * eps)");
  for (const std::string &text : {halved, histogram("1 / (2 * eps)")}) {
    std::map<int, unsigned> counts = verdictsOf(text, runs);
    CHECK(counts[proved] == 0);
    CHECK(counts[static_cast<int>(proof::Verdict::NotProved)] > 0);
  }
}

proof::Verdict verdictWith(FaultyEngine::Fault fault, unsigned from) {
  CheckedProgram checked(laplace);
  return proof::prove(checked.mechanism(),
                      [&](smt::TermStore &) { return std::make_unique<FaultyEngine>(fault, from); })
      .verdict();
}

} // namespace

TEST_CASE("without a fault the mechanism is proved") {
  CHECK(verdictWith(FaultyEngine::Fault::SaysUnsat, 1000) == proof::Verdict::Proved);
}

TEST_CASE("a solver that dies, gives up, hangs or returns garbage never makes a proof, from whichever "
          "question on") {
  using Fault = FaultyEngine::Fault;
  for (Fault fault : {Fault::SaysSat, Fault::SaysUnknown, Fault::Hangs, Fault::Throws})
    for (unsigned from = 0; from < 5; ++from) {
      INFO(static_cast<int>(fault) << " from question " << from);
      CHECK(verdictWith(fault, from) != proof::Verdict::Proved);
    }
}

TEST_CASE("garbage models never count as satisfiable hypotheses") {
  CHECK(verdictWith(FaultyEngine::Fault::GarbageValues, 0) != proof::Verdict::Proved);
  CHECK(verdictWith(FaultyEngine::Fault::ThrowsOnValue, 0) != proof::Verdict::Proved);
}

TEST_CASE("a solver that always says unsat is caught by the premises, which must have a model") {
  CHECK(verdictWith(FaultyEngine::Fault::SaysUnsat, 0) != proof::Verdict::Proved);
}

TEST_CASE("a solver that dies, lies and talks nonsense at random never proves what is not private") {
  attack(60);
}

TEST_CASE(
    "a solver that lies from some question on is found out before its word proves what is not private") {
  std::string halved = laplace;
  halved.replace(halved.find("1 / eps"), 7, "1 / (2 * eps)");
  unsigned disagreements = 0;
  for (unsigned from = 0; from < 40; ++from) {
    CheckedProgram checked(halved);
    try {
      const proof::Proof proof = proof::prove(checked.mechanism(), [&](smt::TermStore &) {
        return std::make_unique<FaultyEngine>(FaultyEngine::Fault::SaysUnsat, from);
      });
      CHECK(proof.verdict() != proof::Verdict::Proved);
    } catch (const smt::Disagreement &) {
      ++disagreements;
    }
  }
  CHECK(disagreements > 0);
}

TEST_CASE("the same, ten thousand times", "[.][long]") {
  attack(2500);
}
