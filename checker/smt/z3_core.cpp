// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/core.h"
#include "checker/smt/z3_translation.h"
#include "frontend/support/time_allowed.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <map>
#include <string>

namespace plumb::smt {

struct Cores::Asked {
  explicit Asked(const Budget &ofQuestions) : budget(ofQuestions), translation(context) {}

  z3::params limits() {
    z3::params parameters(context);
    parameters.set("random_seed", 0u);
    parameters.set("ctrl_c", false);
    parameters.set("rlimit", static_cast<unsigned>(budget.resourceUnits));
    parameters.set("timeout", static_cast<unsigned>(budget.wallClock.count()));
    return parameters;
  }

  void charge(const z3::solver &solver) {
    const std::uint32_t used = resourceUnitsUsed(solver);
    spent += used - charged;
    charged = used;
  }

  Budget budget;
  std::uint64_t spent = 0;
  /// Z3 counts modulo 2^32.
  std::uint32_t charged = 0;
  z3::context context;
  Z3Translation translation;
};

Cores::Cores(const Budget &budget) : asked(std::make_unique<Asked>(budget)) {}

Cores::~Cores() = default;

std::uint64_t Cores::resourceUnits() const {
  return asked->spent;
}

namespace {

/// The literals of a core that is left when each one that is not needed is left out, the last ones first.
/// What is not seen to be needed or not within \p limits stays. Z3's own `core.minimize` obeys no limit.
/// \pre \p solver knows of no more hypotheses than the core: of others Z3 would look for values, too.
z3::expr_vector withoutNeedless(z3::solver &solver, const z3::expr_vector &whole,
                                const std::map<unsigned, std::size_t> &places, const z3::params &limits) {
  const auto byPlace = [&](const z3::expr_vector &core) {
    std::map<std::size_t, z3::expr> ordered;
    for (unsigned i = 0; i < core.size(); ++i)
      ordered.emplace(places.at(core[static_cast<int>(i)].id()), core[static_cast<int>(i)]);
    return ordered;
  };
  solver.set(limits);
  std::map<std::size_t, z3::expr> core = byPlace(whole);
  for (auto last = core.rbegin(); last != core.rend();) {
    const std::size_t place = last->first;
    z3::expr_vector others(solver.ctx());
    for (const auto &[other, literal] : core)
      if (other != place)
        others.push_back(literal);
    if (solver.check(others) == z3::unsat)
      core = byPlace(solver.unsat_core());
    // Behind this place all have been tried.
    last = std::make_reverse_iterator(core.lower_bound(place));
  }
  z3::expr_vector kept(solver.ctx());
  for (const auto &[place, literal] : core)
    kept.push_back(literal);
  return kept;
}

} // namespace

/// Each hypothesis stands behind a literal of its own, and these literals are assumed.
std::optional<std::vector<std::size_t>> Cores::find(const Obligation &question) {
  const Uninterrupted theEngine;
  try {
    z3::solver solver(asked->context, z3::solver::simple());
    solver.set(asked->limits());
    z3::expr_vector assumptions(asked->context);
    std::map<unsigned, std::size_t> places;
    solver.add(!asked->translation.translate(question.goal));
    for (std::size_t i = 0; i < question.hypotheses.size(); ++i) {
      const z3::expr literal = asked->context.bool_const(("assumed!" + std::to_string(i)).c_str());
      solver.add(z3::implies(literal, asked->translation.translate(question.hypotheses[i])));
      assumptions.push_back(literal);
      places.emplace(literal.id(), i);
    }
    const bool isShown = solver.check(assumptions) == z3::unsat;
    asked->charge(solver);
    if (!isShown)
      return std::nullopt;
    std::vector<std::size_t> core;
    constexpr std::uint32_t shareOfEach = 50;
    z3::params less = asked->limits();
    less.set("rlimit", static_cast<unsigned>(std::max(asked->budget.resourceUnits / shareOfEach, 1U)));
    const z3::expr_vector whole = solver.unsat_core();
    z3::solver ofCore(asked->context, z3::solver::simple());
    ofCore.add(!asked->translation.translate(question.goal));
    for (const z3::expr &literal : whole)
      ofCore.add(
          z3::implies(literal, asked->translation.translate(question.hypotheses[places.at(literal.id())])));
    const z3::expr_vector found = withoutNeedless(ofCore, whole, places, less);
    asked->charge(ofCore);
    for (unsigned i = 0; i < found.size(); ++i)
      core.push_back(places.at(found[static_cast<int>(i)].id()));
    std::sort(core.begin(), core.end());
    return core;
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

namespace {

/// Has \p solver a model in which those of \p wishes hold that can? Which ones can is not looked for: of a
/// core the last one is dropped.
bool hasModelWith(z3::solver &solver, z3::expr_vector wishes) {
  for (;;) {
    const z3::check_result result = solver.check(wishes);
    const z3::expr_vector core = result == z3::unsat ? solver.unsat_core() : z3::expr_vector(solver.ctx());
    if (core.empty())
      return result == z3::sat;
    z3::expr_vector others(solver.ctx());
    for (const z3::expr &wish : wishes)
      if (wish.id() != core.back().id())
        others.push_back(wish);
    wishes = others;
  }
}

} // namespace

std::optional<std::vector<Rational>> Cores::model(const std::vector<Term> &formulas,
                                                  const std::vector<Term> &terms,
                                                  const std::vector<Term> &wishes) {
  const Uninterrupted theEngine;
  try {
    z3::solver solver(asked->context);
    solver.set(asked->limits());
    for (Term formula : formulas)
      solver.add(asked->translation.translate(formula));
    if (const z3::check_result plainly = solver.check(); plainly != z3::sat) {
      if (plainly == z3::unsat || wishes.empty())
        return std::nullopt;
      z3::expr_vector literals(asked->context);
      for (std::size_t i = 0; i < wishes.size(); ++i) {
        literals.push_back(asked->context.bool_const(("wished!" + std::to_string(i)).c_str()));
        solver.add(z3::implies(literals.back(), asked->translation.translate(wishes[i])));
      }
      if (!hasModelWith(solver, literals))
        return std::nullopt;
    }
    const z3::model found = solver.get_model();
    std::vector<Rational> values;
    for (Term term : terms) {
      const z3::expr value = found.eval(asked->translation.translate(term), true);
      if (value.is_true() || value.is_false())
        values.emplace_back(value.is_true() ? 1 : 0);
      else if (value.is_numeral() && !value.is_algebraic())
        values.emplace_back(Z3_get_numeral_string(asked->context, value)).canonicalize();
      else
        return std::nullopt;
    }
    return values;
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

} // namespace plumb::smt
