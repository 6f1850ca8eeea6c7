// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/afresh.h"

#include "checker/smt/z3_memory.h"
#include "checker/smt/z3_translation.h"
#include "frontend/support/time_allowed.h"

#include <cassert>
#include <string>

namespace plumb::smt {

namespace {

/// Twenty times what one question may cost where it is asked first: without what was learned before it may
/// cost more.
constexpr unsigned resourceUnits = 20'000'000, milliseconds = 120'000;

} // namespace

struct Afresh::Asked {
  MemoryForContext tested;
  z3::context context;
  Z3Translation translation{context};
};

Afresh::Afresh() : asked(std::make_unique<Asked>()) {}

Afresh::~Afresh() = default;

namespace {

std::string namesOf(const std::vector<const Obligation *> &questions) {
  std::string names;
  for (const Obligation *question : questions)
    names += (names.empty() ? "`" : " or `") + question->name + "`";
  return names;
}

} // namespace

Answer Afresh::confirm(const std::vector<const Obligation *> &questions) {
  assert(!questions.empty() && "something is confirmed");
  const Uninterrupted theEngine;
  z3::check_result result = z3::unknown;
  std::string reason;
  try {
    withMemory([&] {
      z3::solver solver(asked->context, z3::solver::simple());
      z3::params parameters(asked->context);
      parameters.set("random_seed", 0u);
      parameters.set("ctrl_c", false);
      parameters.set("rlimit", resourceUnits);
      parameters.set("timeout", milliseconds);
      solver.set(parameters);
      for (Term hypothesis : questions.front()->hypotheses)
        solver.add(asked->translation.translate(hypothesis));
      z3::expr_vector contraries(asked->context);
      for (const Obligation *question : questions)
        contraries.push_back(!asked->translation.translate(question->goal));
      solver.add(z3::mk_or(contraries));
      result = solver.check();
    });
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    reason = std::string(": ") + error.what();
  }
  if (result == z3::sat)
    throw Disagreement(namesOf(questions) +
                       " was proved by a solver, and has a counter-model when it is asked afresh");
  if (result == z3::unsat)
    return {Outcome::Proved, UnknownReason::None, {}};
  return {Outcome::Unknown, UnknownReason::Incomplete,
          "it was proved once, and the solver gave up when it was asked afresh" + reason};
}

} // namespace plumb::smt
