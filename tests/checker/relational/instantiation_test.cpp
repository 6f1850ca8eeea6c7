// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/instantiation.h"
#include "tests/checker/relational/proof_tables.h"

using namespace plumb;
using relational::Instantiation;
using relational::Side;
using relational::State;
using smt::Sort;
using smt::Term;
using test::ProofTables;

namespace {

const char *quantified = R"plumb(mechanism m(eps: real, n: int, T: int[n], f: query[n])
  requires eps > 0, forall i in 0 .. n: T[i] >= 5
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb";

const char *selecting = R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam[i] ~ exponential(k / eps) align lam'[i] = lam[i] + (i in result.indices ? f[i] - f'[i] : 0)
    v[i] := f[i] + lam[i]
  }
  return top_k(k, v)
}
)plumb";

/// With a premise that no neighbour breaks.
const char *records = R"plumb(size n
record Visit { enter: int in 0 .. 10, there: bool }
policy hide on Visit { public enter; sensitive there when there }
query f[t in 0 .. n] = count v: Visit where v.there and v.enter = t
mechanism m(eps: real)
  requires eps > 0
  requires forall v in data: v.enter >= 3
  adjacency replace Visit under hide
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb";

} // namespace

TEST_CASE("a quantified requirement is known at a trigger, inside of its range, and nowhere else") {
  ProofTables tables(quantified);
  auto &store = tables.store;
  State state = relational::startState(tables.context());
  Term k = store.freshVariable("k", Sort::Int), j = store.freshVariable("j", Sort::Int);
  Term n = tables.symbols.parameter(tables.variable("n"), {});
  auto atLeastFive = [&](Term index) {
    return store.lessEqual(store.integer(5), tables.symbols.parameter(tables.variable("T"), {index}));
  };
  auto inside = [&](Term index) {
    return store.conjunction({store.lessEqual(store.integer(0), index), store.less(index, n)});
  };
  CHECK_FALSE(tables.follows(state.facts, store.implies(inside(k), atLeastFive(k))));
  Instantiation(tables.context(), state).at(k);
  CHECK(tables.follows(state.facts, store.implies(inside(k), atLeastFive(k))));
  CHECK_FALSE(tables.follows(state.facts, atLeastFive(k)));
  CHECK_FALSE(tables.follows(state.facts, store.implies(inside(j), atLeastFive(j))));
}

TEST_CASE("a trigger is met once, and what is met while it is being served is none") {
  ProofTables tables(quantified);
  State state = relational::startState(tables.context());
  Term k = tables.store.freshVariable("k", Sort::Int);
  Instantiation(tables.context(), state).at(k);
  const std::size_t known = state.facts.size();
  Instantiation(tables.context(), state).at(k);
  CHECK(state.facts.size() == known);
  CHECK(state.quantified.triggers == std::vector<Term>{k});
  CHECK_FALSE(state.quantified.isBusy);
}

TEST_CASE("instances that meet new triggers come to an end") {
  ProofTables tables(quantified);
  auto &store = tables.store;
  State state = relational::startState(tables.context());
  unsigned calls = 0;
  auto next = [&](State &target, Term index) {
    ++calls;
    Instantiation(tables.context(), target).at(store.add(index, store.integer(1)));
  };
  state.quantified.ofInts.push_back({store.integer(0), next});
  Instantiation(tables.context(), state).at(store.freshVariable("k", Sort::Int));
  CHECK(calls == 3);
  CHECK(state.quantified.depth == 0);
}

TEST_CASE("a pointwise fact is put once at each element of its own array") {
  ProofTables tables(quantified);
  auto &store = tables.store;
  State state = relational::startState(tables.context());
  const smt::Symbol &array = store.freshSymbol("a", {Sort::Int}, Sort::Int);
  const smt::Symbol &other = store.freshSymbol("b", {Sort::Int}, Sort::Int);
  std::vector<Term> at;
  state.quantified.pointwise.push_back(
      {&array, [&](State &, const std::vector<Term> &indices) { at.push_back(indices.front()); }});
  Instantiation instantiation(tables.context(), state);
  Term k = store.freshVariable("k", Sort::Int), j = store.freshVariable("j", Sort::Int);
  instantiation.atElement(other, {k});
  CHECK(at.empty());
  instantiation.atElement(array, {k});
  instantiation.atElement(array, {k});
  instantiation.atElement(array, {j});
  CHECK(at == std::vector<Term>{k, j});
}

TEST_CASE("what the adjacency says of a difference is known of elements that there are") {
  ProofTables tables(quantified);
  auto &store = tables.store;
  State state = relational::startState(tables.context());
  relational::Evaluator evaluator(tables.context(), state);
  const ir::Variable &f = tables.variable("f");
  Term k = store.freshVariable("k", Sort::Int), n = tables.symbols.parameter(tables.variable("n"), {});
  Term d = store.subtract(evaluator.element(f, {k}, Side::First), evaluator.element(f, {k}, Side::Second));
  Term bounded =
      store.conjunction({store.lessEqual(store.integer(0), d), store.lessEqual(d, store.integer(1))});
  Term isElement = store.conjunction({store.lessEqual(store.integer(0), k), store.less(k, n)});
  CHECK(tables.follows(state.facts, store.implies(isElement, bounded)));
  CHECK_FALSE(tables.follows(state.facts, bounded));
  CHECK_FALSE(tables.follows(state.facts, store.implies(isElement, store.equal(d, store.integer(0)))));
}

TEST_CASE("members below the end of the array are k, if there can be that many") {
  ProofTables tables(selecting);
  auto &store = tables.store;
  State state = relational::startState(tables.context());
  Instantiation(tables.context(), state).at(store.freshVariable("i", Sort::Int));
  Term k = tables.symbols.parameter(tables.variable("k"), {});
  Term n = tables.symbols.parameter(tables.variable("n"), {});
  Term all = store.equal(tables.symbols.membersBelow(n), k);
  Term possible = store.conjunction({store.lessEqual(store.integer(0), k), store.lessEqual(k, n)});
  CHECK(tables.follows(state.facts, store.implies(possible, all)));
  CHECK_FALSE(tables.follows(state.facts, all));
}

TEST_CASE("r' keeps what is public, a record lies in its ranges, and premises can be left out") {
  ProofTables tables(records);
  auto &store = tables.store;
  const ir::Record &record = *tables.checked.mechanism().recordAdjacency->record;
  const ir::Field &enter = *record.fields[0], &there = *record.fields[1];
  for (bool usesPremises : {true, false}) {
    State state = relational::startState(tables.context());
    state.quantified.usesPremises = usesPremises;
    Instantiation instantiation(tables.context(), state);
    instantiation.atRecords();
    instantiation.atField(enter, {});
    instantiation.atField(there, {});
    relational::Evaluator evaluator(tables.context(), state);
    Term entered = tables.symbols.field(enter, {}, true);
    CHECK(tables.follows(state.facts, evaluator.sameField(enter, {})));
    CHECK_FALSE(tables.follows(state.facts, evaluator.sameField(there, {})));
    CHECK(tables.follows(state.facts, store.implies(tables.symbols.field(there, {}, true),
                                                    tables.symbols.field(there, {}, false))));
    CHECK(tables.follows(state.facts, store.less(entered, store.integer(10))));
    CHECK(tables.follows(state.facts, store.lessEqual(store.integer(3), entered)) == usesPremises);
  }
}

TEST_CASE("facts at triggers end, however many there are of both") {
  ProofTables tables(quantified);
  auto &store = tables.store;
  State state = relational::startState(tables.context());
  for (int fact = 0; fact < 100; ++fact)
    state.quantified.ofInts.push_back({store.freshVariable("about", Sort::Int), [&](State &target, Term) {
                                         for (int i = 0; i < 10; ++i)
                                           target.know(store.freshVariable("known", Sort::Bool));
                                       }});
  for (int trigger = 0; trigger < 50; ++trigger)
    Instantiation(tables.context(), state).at(store.freshVariable("k", Sort::Int));
  CHECK(state.facts.size() > 1000);
  CHECK(state.facts.size() < 3000);
}
