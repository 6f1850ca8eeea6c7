// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/afresh.h"
#include "checker/smt/cvc5_engine.h"

#include <array>

namespace plumb::smt {

namespace {

std::string textOf(Satisfiability answer) {
  switch (answer) {
  case Satisfiability::Sat:
    return "sat";
  case Satisfiability::Unsat:
    return "unsat";
  case Satisfiability::Unknown:
    break;
  }
  return "unknown";
}

class AgreeingEngine : public Engine {
public:
  AgreeingEngine(std::unique_ptr<Engine> one, std::unique_ptr<Engine> other)
      : first(std::move(one)), second(std::move(other)) {}

  void push() override {
    first->push();
    second->push();
  }
  void pop() override {
    first->pop();
    second->pop();
  }
  void add(Term formula) override {
    first->add(formula);
    second->add(formula);
  }
  Satisfiability check() override;
  UnknownReason unknownReason() const override { return reason; }
  std::string unknownText() const override { return text; }
  bool isSpent() const override { return first->isSpent() || second->isSpent(); }
  void renew() override {
    first->renew();
    second->renew();
  }
  std::optional<Rational> value(Term term) override { return first->value(term); }
  std::string name() const override { return first->name() + " and " + second->name(); }

private:
  std::unique_ptr<Engine> first, second;
  UnknownReason reason = UnknownReason::None;
  std::string text;
};

Satisfiability AgreeingEngine::check() {
  const Satisfiability one = first->check(), other = second->check();
  if (one == other && one != Satisfiability::Unknown)
    return one;
  const bool firstIsSilent = one == Satisfiability::Unknown, bothAre = firstIsSilent && one == other;
  const Engine &silent = firstIsSilent ? *first : *second;
  const std::string said =
      first->name() + " says " + textOf(one) + ", " + second->name() + " says " + textOf(other);
  if (!firstIsSilent && other != Satisfiability::Unknown)
    throw Disagreement("two solvers disagree: " + said);
  reason = silent.unknownReason();
  text = bothAre ? silent.unknownText() : said;
  return Satisfiability::Unknown;
}

} // namespace

std::unique_ptr<Engine> makeAgreeingEngine(std::unique_ptr<Engine> first, std::unique_ptr<Engine> second) {
  return std::make_unique<AgreeingEngine>(std::move(first), std::move(second));
}

} // namespace plumb::smt
