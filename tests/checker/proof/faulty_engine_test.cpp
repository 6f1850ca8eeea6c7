// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/proof/checked_program.h"

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
