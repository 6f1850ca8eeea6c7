// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/core.h"
#include "checker/smt/z3_translation.h"

#include <algorithm>
#include <exception>
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

  Budget budget;
  z3::context context;
  Z3Translation translation;
};

Cores::Cores(const Budget &budget) : asked(std::make_unique<Asked>(budget)) {}

Cores::~Cores() = default;

/// Each hypothesis stands behind a literal of its own, and these literals are assumed.
std::optional<std::vector<std::size_t>> Cores::find(const Obligation &question) {
  try {
    z3::solver solver(asked->context, z3::solver::simple());
    z3::params parameters = asked->limits();
    parameters.set("core.minimize", true);
    solver.set(parameters);
    z3::expr_vector assumptions(asked->context);
    std::map<unsigned, std::size_t> places;
    solver.add(!asked->translation.translate(question.goal));
    for (std::size_t i = 0; i < question.hypotheses.size(); ++i) {
      const z3::expr literal = asked->context.bool_const(("assumed!" + std::to_string(i)).c_str());
      solver.add(z3::implies(literal, asked->translation.translate(question.hypotheses[i])));
      assumptions.push_back(literal);
      places.emplace(literal.id(), i);
    }
    if (solver.check(assumptions) != z3::unsat)
      return std::nullopt;
    std::vector<std::size_t> core;
    const z3::expr_vector found = solver.unsat_core();
    for (unsigned i = 0; i < found.size(); ++i)
      core.push_back(places.at(found[static_cast<int>(i)].id()));
    std::sort(core.begin(), core.end());
    return core;
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

std::optional<std::vector<Rational>> Cores::model(const std::vector<Term> &formulas,
                                                  const std::vector<Term> &terms) {
  try {
    z3::solver solver(asked->context);
    solver.set(asked->limits());
    for (Term formula : formulas)
      solver.add(asked->translation.translate(formula));
    if (solver.check() != z3::sat)
      return std::nullopt;
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
