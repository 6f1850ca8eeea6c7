// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/smt/scripted_engine.h - An engine that misbehaves -*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_SMT_SCRIPTED_ENGINE_H
#define PLUMB_TESTS_CHECKER_SMT_SCRIPTED_ENGINE_H

#include "checker/smt/solver.h"

#include <functional>
#include <stdexcept>

namespace plumb::smt {

/// Does what the test says, and records what it was asked. The defaults: knows nothing.
struct Behaviour {
  std::function<Satisfiability()> check = [] { return Satisfiability::Unknown; };
  std::function<std::optional<Rational>(Term)> value = [](Term) { return std::nullopt; };
  std::function<void()> push = [] {}, pop = [] {}, add = [] {};
  UnknownReason reason = UnknownReason::Incomplete;
  std::string text = "lost interest";

  int depth = 0;
  int checks = 0;
};

class ScriptedEngine : public Engine {
public:
  explicit ScriptedEngine(Behaviour &scripted) : behaviour(scripted) {}

  void push() override {
    ++behaviour.depth;
    behaviour.push();
  }
  void pop() override {
    --behaviour.depth;
    behaviour.pop();
  }
  void add(Term) override { behaviour.add(); }
  Satisfiability check() override {
    ++behaviour.checks;
    return behaviour.check();
  }
  UnknownReason unknownReason() const override { return behaviour.reason; }
  std::string unknownText() const override { return behaviour.text; }
  std::optional<Rational> value(Term term) override { return behaviour.value(term); }
  std::string name() const override { return "scripted"; }

private:
  Behaviour &behaviour;
};

} // namespace plumb::smt

#endif // PLUMB_TESTS_CHECKER_SMT_SCRIPTED_ENGINE_H
