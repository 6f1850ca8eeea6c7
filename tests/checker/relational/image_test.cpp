// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/image.h"
#include "checker/relational/walk.h"
#include "tests/checker/relational/proof_tables.h"

#include <string>

using namespace plumb;
using relational::State;
using smt::Sort;
using smt::Term;
using test::ProofTables;

namespace {

/// A mechanism that moves its draws where \p condition holds of i.
std::string moving(const std::string &condition) {
  return "mechanism m(eps: real, k: int, n: size, f: query[n])\n"
         "  requires eps > 0\n  adjacency f changes by 1\n  guarantees private(eps)\n"
         "{\n  for i in 0 .. n { lam[i] ~ laplace(k / eps) align lam'[i] = lam[i] + ((" +
         condition + ") ? 1 : 0) }\n  for r in 0 .. k { output picked(r) }\n}\n";
}

const ir::Forall &quantifierOf(const ProofTables &tables) {
  const ir::Forall *found = nullptr;
  relational::forEachStatement(
      tables.checked.mechanism().body, [&](const ir::Statement &statement, unsigned) {
        if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
          relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
            if (const auto *forall = llvm::dyn_cast<ir::Forall>(&part))
              found = forall;
          });
      });
  REQUIRE(found);
  return *found;
}

} // namespace

TEST_CASE("an index is named by an equation of which nothing else reads it") {
  for (const char *names :
       {"exists r in 0 .. k: out[r].picked = i", "exists r in 2 .. k: i = out[r].picked + r",
        "exists r in 0 .. k: out[r] is picked and out[r].picked = i",
        "forall r in 0 .. k: not out[r].picked = i", "forall r in 0 .. k: out[r].picked != i",
        "not (forall r in 0 .. k: out[r].picked != i)", "exists r in 0 .. k: not (out[r].picked != i)",
        "exists r in 0 .. k: not (not (out[r].picked = i))",
        "forall r in 0 .. k: r > 3 or out[r].picked != i",
        "forall r in 0 .. k: out[r] is picked implies i != out[r].picked",
        "exists r in 0 .. k: not (r > 3 or out[r].picked != i)"}) {
    const ProofTables tables(moving(names));
    const ir::Variable *index = relational::namedIndex(quantifierOf(tables));
    CHECK((index && index->name == "i"));
  }
  for (const char *other :
       {"exists r in 0 .. k: out[r].picked = i or out[r].picked = i + 1",
        "exists r in 0 .. i: out[r].picked = i", "exists r in 0 .. k: out[r].picked = 2 * i - i",
        "exists r in 0 .. k: out[r].picked <= i", "exists r in 0 .. k: out[r].picked = 3",
        "exists r in 0 .. k: i = out[r].picked + i - i", "forall r in 0 .. k: out[r].picked = i",
        "exists r in 0 .. k: out[r].picked != i", "exists r in 0 .. k: not (out[r].picked = i)",
        "forall r in 0 .. k: out[r].picked != i and r > 3",
        "forall r in 0 .. k: out[r].picked != i implies r > 3", "forall r in 0 .. k: r > 3 implies out[r].picked = i",
        "exists r in 0 .. k: out[r] is picked implies out[r].picked = i"}) {
    const ProofTables tables(moving(other));
    CHECK_FALSE(relational::namedIndex(quantifierOf(tables)));
  }
}

TEST_CASE("of the indices below x as many are named as there are cells, or as there are indices") {
  ProofTables tables(moving("exists r in 0 .. k: out[r].picked = i"));
  auto &store = tables.store;
  State state = relational::startState(tables.context());
  const Term x = store.freshVariable("x", Sort::Int), k = tables.symbols.parameter(tables.variable("k"), {});
  const Term zero = store.integer(0), one = store.integer(1);
  relational::Evaluator evaluator(tables.context(), state);
  evaluator.bind(*relational::namedIndex(quantifierOf(tables)), x);
  const Term below = evaluator.namedBelow(quantifierOf(tables));
  const auto under = [&](Term condition, Term fact) {
    return store.implies(store.conjunction({store.lessEqual(zero, x), condition}), fact);
  };
  CHECK(tables.follows(state.facts, under(store.lessEqual(zero, k), store.lessEqual(below, k))));
  CHECK(tables.follows(state.facts, under(store.less(k, zero), store.lessEqual(below, zero))));
  CHECK(tables.follows(state.facts, under(store.boolean(true), store.lessEqual(below, x))));
  // Not fewer, and nothing is said of negative ones.
  CHECK_FALSE(tables.follows(state.facts,
                             under(store.lessEqual(one, k), store.lessEqual(below, store.subtract(k, one)))));
  CHECK_FALSE(tables.follows(state.facts,
                             under(store.lessEqual(one, x), store.lessEqual(below, store.subtract(x, one)))));
  CHECK_FALSE(tables.follows(state.facts, store.lessEqual(zero, below)));
  // It is not contradictory.
  CHECK_FALSE(tables.follows(state.facts, store.boolean(false)));
}
