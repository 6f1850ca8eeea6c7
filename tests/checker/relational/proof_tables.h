// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/relational/proof_tables.h - One proof, in a test -*- C++ -*-===//
///
/// \file
/// What one proof of the mechanism of a text needs, and Z3 to ask what follows from a state: a test says
/// "these facts imply this formula", and also "they do not imply that one", so that it notices when too much
/// is known.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_CHECKER_RELATIONAL_PROOF_TABLES_H
#define PLUMB_TESTS_CHECKER_RELATIONAL_PROOF_TABLES_H

#include "checker/relational/evaluator.h"
#include "checker/smt/solver.h"
#include "tests/checker/proof/checked_program.h"

namespace plumb::test {

struct ProofTables {
  explicit ProofTables(const std::string &text)
      : checked(text), symbols(checked.mechanism(), store), products(store), scales(symbols, products, store),
        solver(store, smt::makeZ3Engine(smt::Budget{})) {}

  relational::Context context() { return {store, symbols, products, scales}; }

  const ir::Variable &variable(const std::string &name) const {
    for (const auto &each : checked.mechanism().variables)
      if (each->name == name)
        return *each;
    FAIL("no variable is called " << name);
    return *checked.mechanism().variables.front();
  }

  bool follows(std::vector<smt::Term> facts, smt::Term goal) {
    std::vector<smt::Term> all = facts;
    all.push_back(goal);
    for (smt::Term lemma : products.lemmas(all))
      facts.push_back(lemma);
    smt::Solver::Scope scope(solver, facts);
    return solver.proves(goal).outcome == smt::Outcome::Proved;
  }

  CheckedProgram checked;
  smt::TermStore store;
  relational::Symbols symbols;
  relational::Products products;
  relational::Scales scales;
  smt::Solver solver;
};

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_RELATIONAL_PROOF_TABLES_H
