// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/two_run.h"
#include "checker/relational/walk.h"

#include <memory>
#include <set>

namespace plumb::relational {

using llvm::dyn_cast;
using smt::Term;

namespace {

/// What the body of \p loop may change: assigned, sampled and inner loop variables, by ordinal.
std::set<unsigned> modifiedBy(const ir::For &loop, const Symbols &symbols) {
  std::set<unsigned> modified;
  forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *assign = dyn_cast<ir::Assign>(&statement))
      modified.insert(symbols.ordinal(assign->target));
    else if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      modified.insert(symbols.ordinal(sample->target));
    else if (const auto *inner = dyn_cast<ir::For>(&statement))
      modified.insert(symbols.ordinal(inner->index));
  });
  return modified;
}

} // namespace

const std::vector<Invariant> &TwoRun::invariantsOf(const ir::For &loop) const {
  return invariants[loopNumber.at(&loop)];
}

void TwoRun::loop(const ir::For &loop, State state, const Continuation &next) {
  Range range = enterLoop(loop, state);
  write(state, Side::First, loop.index, {}, range.low);
  write(state, Side::Second, loop.index, {}, range.low);
  State entry = state;
  proveInvariants(loop, {state, entry, range.low, range.high, range.low});
  cut(state);
  entry.goals.clear();
  entry.sites.clear();
  entry.ways.clear();
  State onwards = entry, out = entry;
  forkAtHead(loop, range, onwards, out);
  iterate(loop, onwards, range);
  leave(loop, out, range, next);
}

/// There is another iteration.
std::vector<Term> TwoRun::inside(Range range, Term index) {
  return {context.store.lessEqual(range.low, index), context.store.less(index, range.high)};
}

/// What is said of the loop variable behind the loop, however it ended.
std::vector<Term> TwoRun::atHead(Range range, Term index) {
  auto &store = context.store;
  return {store.lessEqual(range.low, index),
          store.disjunction({store.equal(index, range.low), store.lessEqual(index, range.high)})};
}

/// The range has ended, an empty one at its start, or \p guard stops the loop.
Term TwoRun::stops(Range range, Term index, Term guard) {
  auto &store = context.store;
  Term last = store.ite(store.lessEqual(range.low, range.high), range.high, range.low);
  return store.disjunction({store.equal(index, last), store.negate(guard)});
}

/// A head is met at the start of the range, or one behind an iteration. From there another iteration
/// follows or the loop is left, whatever the guard says.
void TwoRun::forkAtHead(const ir::For &loop, Range range, State &onwards, State &out) {
  auto &store = context.store;
  const auto [index, guard] = anyHeads.at(&loop);
  const Term behind = store.conjunction(inside(range, store.subtract(index, store.integer(1))));
  const std::size_t here = fork("loop `" + loop.index.name + "`", placeOf(loop),
                                store.disjunction({store.equal(index, range.low), behind}));
  std::vector<Term> goesOn = inside(range, index), isLeft = atHead(range, index);
  goesOn.push_back(guard);
  isLeft.push_back(stops(range, index, guard));
  onwards.ways.push_back({here, store.conjunction(std::move(goesOn))});
  out.ways.push_back({here, store.conjunction(std::move(isLeft))});
}

/// The range is fixed at entry, and equal in both runs.
TwoRun::Range TwoRun::enterLoop(const ir::For &loop, State &state) {
  auto &store = context.store;
  Evaluator evaluator(context, state);
  Range range{evaluator.program(*loop.low, Side::First), evaluator.program(*loop.high, Side::First)};
  if (pairs()) {
    Term low = evaluator.program(*loop.low, Side::Second), high = evaluator.program(*loop.high, Side::Second);
    prove(state, Condition::SameSamples, "the range of loop `" + loop.index.name + "`", loop.low->range(),
          store.conjunction({store.equal(range.low, low), store.equal(range.high, high)}));
  }
  proveDefined(state, evaluator, loop);
  return range;
}

/// The state at the head of some iteration: whatever the body changes is unknown, and the invariants hold.
State TwoRun::cutAtHead(const ir::For &loop, const State &entry, Term index) {
  auto &store = context.store;
  State head = entry;
  Vocabulary &words = context.symbols.vocabulary();
  words.add(index, Reading::of(loop.index));
  const auto &variables = context.symbols.neighbourhood().variables;
  const std::set<unsigned> ordinals = modifiedBy(loop, context.symbols);
  for (unsigned ordinal : ordinals) {
    const ir::Variable &variable = *variables[ordinal];
    for (Side side : {Side::First, Side::Second}) {
      std::string name = variable.name + (side == Side::Second ? "'" : "");
      if (variable.isArray())
        head.run(side).arrays[ordinal] = {
            &store.freshSymbol(name, std::vector<smt::Sort>(variable.extents.size(), smt::Sort::Int),
                               sortOf(variable.sort)),
            {}};
      else if (head.run(side).scalars[ordinal].isValid())
        head.run(side).scalars[ordinal] = store.freshVariable(name, sortOf(variable.sort));
      const Reading reading = Reading::of(variable, side == Side::Second);
      if (variable.isArray())
        words.add(*head.run(side).arrays[ordinal].base, reading);
      else if (head.run(side).scalars[ordinal].isValid())
        words.add(head.run(side).scalars[ordinal], reading);
    }
  }
  forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    if (auto position = context.scales.of(*sample)) {
      head.moved[*position] = store.freshVariable("moved", smt::Sort::Real);
      words.add(head.moved[*position], Reading::named("moved(" + context.scales.all()[*position].text + ")"));
    } else {
      head.otherCost = store.freshVariable("cost", smt::Sort::Real);
      words.add(head.otherCost, Reading::named("charged", Reading::Legend::Charged));
    }
  });
  for (std::size_t i = 0; i < counted.size(); ++i)
    if (ordinals.count(context.symbols.ordinal(*counted[i]))) {
      head.times[i] = store.freshVariable("times", smt::Sort::Int);
      words.add(head.times[i], Reading::named("times(" + counted[i]->name + ")", Reading::Legend::Times));
    }
  write(head, Side::First, loop.index, {}, index);
  write(head, Side::Second, loop.index, {}, index);
  return head;
}

void TwoRun::assumeInvariants(const ir::For &loop, const LoopHead &head) {
  const auto &list = invariantsOf(loop);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].formula) {
      Term fact = list[i].formula(context, head);
      if (fact.op() == smt::Operator::True)
        continue;
      // May be assumed: induction. It is a goal at the entry and at the end of every iteration.
      head.state.know(fact, Reason::invariant(loop, i, pairs()));
    } else if (list[i].pointwise) {
      assumePointwise(list[i], head, Reason::invariant(loop, i, pairs()));
    } else {
      assumeOfInts(list[i], head, Reason::invariant(loop, i, pairs()));
    }
    informative.insert({&loop, i});
  }
}

/// Only the variables are those of this head where a fact is instantiated later: it must not speak of what
/// was moved, or how often something was assigned.
void TwoRun::assumePointwise(const Invariant &invariant, const LoopHead &head, const Reason &reason) {
  unsigned ordinal = context.symbols.ordinal(*invariant.array);
  const smt::Symbol *first = head.state.run(Side::First).arrays[ordinal].base;
  const smt::Symbol *second = head.state.run(Side::Second).arrays[ordinal].base;
  if (!first || !second)
    return; // The loop does not change this array.
  auto runs = std::make_shared<const std::array<RunState, 2>>(head.state.runs);
  auto instantiate = [context = context, invariant, first, second, runs, low = head.low, index = head.index,
                      reason](State &state, const std::vector<Term> &at) {
    Term fact;
    {
      RunsOf atHead(state, *runs);
      fact = invariant.pointwise(context, {context.store.apply(*first, at), context.store.apply(*second, at),
                                           at, state, low, index});
    }
    // May be assumed: proved at the entry and behind every iteration, at an element of which nothing is
    // known.
    state.know(fact, reason);
  };
  head.state.quantified.pointwise.push_back({first, instantiate});
  head.state.quantified.pointwise.push_back({second, instantiate});
}

void TwoRun::assumeOfInts(const Invariant &invariant, const LoopHead &head, const Reason &reason) {
  auto runs = std::make_shared<const std::array<RunState, 2>>(head.state.runs);
  auto instantiate = [context = context, ofInt = invariant.ofInt, runs, reason](State &state, Term at) {
    Term fact;
    {
      RunsOf atHead(state, *runs);
      fact = ofInt(context, state, at);
    }
    // May be assumed: one instance of an invariant that is proved at the entry and behind every iteration, at
    // an int of which nothing is known. It speaks of the runs as they were at this head.
    state.know(fact, reason);
  };
  QuantifiedFacts &known = head.state.quantified;
  known.ofInts.push_back({context.store.freshVariable("forall", smt::Sort::Int), instantiate});
  const std::vector<Term> before = known.triggers;
  for (Term index : before)
    instantiate(head.state, index);
}

void TwoRun::proveInvariants(const ir::For &loop, const LoopHead &head) {
  const auto &list = invariantsOf(loop);
  for (std::size_t i = 0; i < list.size(); ++i) {
    prove(head.state, Condition::Invariant, "loop `" + loop.index.name + "`",
          list[i].written.value_or(loop.index.range), goal(list[i], head));
    head.state.goals.back().invariant = static_cast<int>(i);
    head.state.goals.back().loop = &loop;
  }
}

Term TwoRun::goal(const Invariant &invariant, const LoopHead &head) {
  return invariant.formula     ? invariant.formula(context, head)
         : invariant.pointwise ? pointwiseGoal(invariant, head)
                               : goalOfInts(invariant, head);
}

/// At an int that nothing else is known of.
Term TwoRun::goalOfInts(const Invariant &invariant, const LoopHead &head) {
  Term at = context.symbols.unknownIndex("some", Reading::Legend::Some);
  Evaluator(context, head.state).instantiation().at(at);
  return invariant.ofInt(context, head.state, at);
}

/// At an element that nothing else is known of.
Term TwoRun::pointwiseGoal(const Invariant &invariant, const LoopHead &head) {
  Evaluator evaluator(context, head.state);
  std::vector<Term> at;
  for (std::size_t i = 0; i < invariant.array->extents.size(); ++i) {
    at.push_back(context.symbols.unknownIndex("element", Reading::Legend::Element));
    evaluator.instantiation().at(at.back());
  }
  Term first = evaluator.element(*invariant.array, at, Side::First);
  Term second = evaluator.element(*invariant.array, at, Side::Second);
  return invariant.pointwise(context, {first, second, at, head.state, head.low, head.index});
}

void TwoRun::iterate(const ir::For &loop, const State &entry, Range range) {
  auto &store = context.store;
  Term index = store.freshVariable(loop.index.name, smt::Sort::Int);
  State head = cutAtHead(loop, entry, index);
  // May be assumed: this is the path of runs that go on, and `leave` is that of the others (Coverage).
  for (Term fact : inside(range, index))
    head.know(fact, Reason::of(Reason::Kind::GoesOn, loop));
  assumeInvariants(loop, {head, entry, range.low, range.high, index});
  Evaluator evaluator(context, head);
  evaluator.instantiation().at(index);
  if (loop.guard) {
    Term first = evaluator.program(*loop.guard, Side::First);
    Term second = pairs() ? evaluator.program(*loop.guard, Side::Second) : first;
    proveDefined(head, evaluator, loop);
    head.know(first, Reason::of(Reason::Kind::GoesOn, loop)); // As above; the second run is led.
    if (pairs())
      prove(head, Condition::SameSamples, "`while` of loop `" + loop.index.name + "`", loop.guard->range(),
            second);
  }
  head.iteration.push_back({&loop, index});
  head.cells.emplace_back();
  block(loop.body, 0, std::move(head), [&](State end) {
    endCell(end, end.iteration.size());
    end.iteration.pop_back();
    end.cells.pop_back();
    Term following = store.add(index, store.integer(1));
    write(end, Side::First, loop.index, {}, following);
    write(end, Side::Second, loop.index, {}, following);
    proveInvariants(loop, {end, entry, range.low, range.high, following});
    cut(end);
  });
}

/// Behind the loop: it ran to the end of its range (or the range is empty), or the guard stopped it.
void TwoRun::leave(const ir::For &loop, const State &entry, Range range, const Continuation &next) {
  auto &store = context.store;
  Term index = store.freshVariable(loop.index.name + ".end", smt::Sort::Int);
  State after = cutAtHead(loop, entry, index);
  const Term always = store.boolean(true), ended = stops(range, index, always);
  // May be assumed, here and below: this is the path of runs that do not go on (Coverage).
  for (Term fact : atHead(range, index))
    after.know(fact, Reason::of(Reason::Kind::Ended, loop));
  assumeInvariants(loop, {after, entry, range.low, range.high, index});
  Evaluator evaluator(context, after);
  evaluator.instantiation().at(index);
  if (!loop.guard) {
    after.know(ended, Reason::of(Reason::Kind::Ended, loop));
  } else {
    Term first = evaluator.program(*loop.guard, Side::First);
    Term second = pairs() ? evaluator.program(*loop.guard, Side::Second) : first;
    Term defined = evaluator.takeDefinedness();
    after.know(stops(range, index, first), Reason::of(Reason::Kind::Ended, loop));
    // The guard is evaluated, and so has to be defined and equal, only if the range has not ended.
    if (defined.op() != smt::Operator::True)
      prove(after, Condition::Defined, "`while` of loop `" + loop.index.name + "`", loop.guard->range(),
            store.disjunction({ended, defined}));
    if (pairs())
      prove(after, Condition::SameSamples, "`while` of loop `" + loop.index.name + "`", loop.guard->range(),
            store.disjunction({ended, store.negate(second)}));
  }
  next(std::move(after));
}

} // namespace plumb::relational
