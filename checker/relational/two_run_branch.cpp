// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/two_run.h"

#include "llvm/Support/Casting.h"

namespace plumb::relational {

using llvm::cast;
using llvm::dyn_cast;
using smt::Term;

void TwoRun::branch(const ir::If &branch, State state, const Continuation &next) {
  if (goesApart(branch))
    return apartBranch(branch, std::move(state), next);
  if (isFork(branch))
    return lockstepBranch(branch, std::move(state), next);
  mergedBranch(branch, state);
  next(std::move(state));
}

void TwoRun::lockstepBranch(const ir::If &branch, State state, const Continuation &next) {
  auto &store = context.store;
  Evaluator evaluator(context, state);
  Term first = evaluator.program(*branch.condition, Side::First);
  Term second = pairs() ? evaluator.program(*branch.condition, Side::Second) : first;
  Term defined = evaluator.takeDefinedness();
  const std::size_t here = fork("`" + ir::printHead(branch) + "`", placeOf(branch), store.boolean(true));
  for (bool taken : {true, false}) {
    State side = state;
    if (defined.op() != smt::Operator::True)
      prove(side, Condition::Defined, "`" + ir::printHead(branch) + "`", branch.condition->range(), defined);
    const Term way = taken ? first : store.negate(first);
    // May be assumed: this is the path of runs that decide so; there is one for the others (Coverage). The
    // second run is led.
    side.know(way, Reason::branch(branch, taken));
    side.ways.push_back({here, way});
    if (pairs())
      prove(side, Condition::SameSamples, "`" + ir::printHead(branch) + "`", branch.condition->range(),
            taken ? second : store.negate(second));
    block(taken ? branch.thenBlock : branch.elseBlock, 0, std::move(side), next);
  }
}

bool TwoRun::goesApart(const ir::If &branch) const {
  return pairs() && context.apart && context.apart->count(&branch) != 0;
}

/// The second run goes its own way: as no way of it is told by z, all of its sides are merged, and what they
/// publish is noted with the condition under which it is. The first run goes path by path, as everywhere.
void TwoRun::apartBranch(const ir::If &branch, State state, const Continuation &next) {
  auto &store = context.store;
  AllTold told;
  {
    Evaluator evaluator(context, state);
    Term condition = evaluator.program(*branch.condition, Side::Second);
    proveDefined(state, evaluator, branch);
    assignBothSides(branch, state, Side::Second, condition, store.boolean(true), told);
  }
  std::vector<Term> ways;
  for (const Told &one : told)
    ways.push_back(one.under);
  const Term speaks = store.disjunction(std::move(ways));
  const ir::Output *before = state.cells.back().output;
  const RunState entry = state.run(Side::First);
  const auto after = [&](State behind) {
    const bool isSilent = behind.cells.back().output == before;
    prove(behind, Condition::Outputs, "something or nothing, behind `" + ir::printHead(branch) + "`",
          branch.condition->range(), isSilent ? store.negate(speaks) : speaks);
    hideWay(behind, entry);
    next(std::move(behind));
  };
  firstSide(branch, std::move(state), told, after);
}

/// The second run does not tell which way the first one went. So what the first run assigned since \p entry
/// is, behind the branch, a name of its own: it depends on that way, hence on draws, also where it is the
/// same number on all of one path (dependencies()).
void TwoRun::hideWay(State &state, const RunState &entry) {
  auto &store = context.store;
  RunState &run = state.run(Side::First);
  const auto hide = [&](Term &value, const ir::Variable &variable) {
    const Term name = store.freshVariable(variable.name, value.sort());
    context.symbols.vocabulary().add(name, Reading::of(variable, false));
    // May be assumed: the name is new.
    state.know(store.equal(name, value), Reason::of(Reason::Kind::Meaning));
    value = name;
  };
  const auto &variables = context.symbols.neighbourhood().variables;
  for (std::size_t i = 0; i < run.scalars.size(); ++i) {
    if (run.scalars[i].isValid() && !(entry.scalars[i].isValid() && run.scalars[i] == entry.scalars[i]))
      hide(run.scalars[i], *variables[i]);
    for (std::size_t j = entry.arrays[i].writes.size(); j < run.arrays[i].writes.size(); ++j)
      hide(run.arrays[i].writes[j].value, *variables[i]);
  }
}

/// The first run at a branch by itself.
void TwoRun::firstSide(const ir::If &branch, State state, const AllTold &told, const Continuation &next) {
  auto &store = context.store;
  Evaluator evaluator(context, state);
  Term condition = evaluator.program(*branch.condition, Side::First);
  if (!isFork(branch)) {
    AllTold nothing;
    assignBothSides(branch, state, Side::First, condition, store.boolean(true), nothing);
    proveDefined(state, evaluator, branch);
    return next(std::move(state));
  }
  proveDefined(state, evaluator, branch);
  const std::size_t here = fork("`" + ir::printHead(branch) + "`", placeOf(branch), store.boolean(true));
  for (bool taken : {true, false}) {
    State side = state;
    const Term way = taken ? condition : store.negate(condition);
    // May be assumed: this is the path of runs that decide so; there is one for the others (Coverage).
    side.know(way, Reason::branch(branch, taken));
    side.ways.push_back({here, way});
    firstAlone(taken ? branch.thenBlock : branch.elseBlock, 0, std::move(side), told, next);
  }
}

/// What the first run does in a side of a branch that runs go apart.
void TwoRun::firstAlone(const ir::Block &block, std::size_t position, State state, const AllTold &told,
                        const Continuation &next) {
  if (tooManyPaths)
    return;
  if (position == block.size())
    return next(std::move(state));
  const auto after = [&, position](State behind) {
    firstAlone(block, position + 1, std::move(behind), told, next);
  };
  const ir::Statement &statement = *block[position];
  if (const auto *branch = dyn_cast<ir::If>(&statement))
    return firstSide(*branch, std::move(state), told, after);
  if (const auto *output = dyn_cast<ir::Output>(&statement))
    firstPublishes(*output, state, told);
  else {
    const auto &assign = cast<ir::Assign>(statement);
    Evaluator evaluator(context, state);
    assignIn(assign, state, Side::First, evaluator);
    count(assign, state);
    proveDefined(state, evaluator, assign);
  }
  after(std::move(state));
}

void TwoRun::mergedBranch(const ir::If &branch, State &state) {
  AllTold nothing;
  Evaluator evaluator(context, state);
  for (Side side : {Side::First, Side::Second}) {
    if (side == Side::Second && !pairs())
      break;
    Term condition = evaluator.program(*branch.condition, side);
    assignBothSides(branch, state, side, condition, context.store.boolean(true), nothing);
  }
  proveDefined(state, evaluator, branch);
}

/// Runs both sides of \p branch in one run and merges them: the then side where \p condition holds. Goals
/// about definedness hold only \p under what decides the branches around. \p told: gets what they publish.
void TwoRun::assignBothSides(const ir::If &branch, State &state, Side side, Term condition, Term under,
                             AllTold &told) {
  const State before = state;
  State otherwise = state;
  assignUnder(branch.thenBlock, state, side, context.store.conjunction({under, condition}), told);
  assignUnder(branch.elseBlock, otherwise, side,
              context.store.conjunction({under, context.store.negate(condition)}), told);
  mergeInto(state, otherwise, before, side, condition);
}

/// Runs the assignments of \p block in one run; goals about definedness hold under \p condition, under which
/// what is published is \p told.
void TwoRun::assignUnder(const ir::Block &block, State &state, Side side, Term condition, AllTold &told) {
  for (const auto &statement : block) {
    Evaluator evaluator(context, state);
    if (const auto *nested = dyn_cast<ir::If>(statement.get())) {
      Term inner = evaluator.program(*nested->condition, side);
      proveDefinedUnder(state, evaluator, *statement, condition);
      assignBothSides(*nested, state, side, inner, condition, told);
      continue;
    }
    if (const auto *output = dyn_cast<ir::Output>(statement.get())) {
      std::vector<Term> values;
      for (const auto &value : output->values)
        values.push_back(evaluator.program(*value, side));
      told.push_back({condition, output, std::move(values)});
      proveDefinedUnder(state, evaluator, *statement, condition);
      continue;
    }
    const auto &assign = cast<ir::Assign>(*statement);
    assignIn(assign, state, side, evaluator);
    if (side == Side::First)
      count(assign, state);
    proveDefinedUnder(state, evaluator, *statement, condition);
  }
}

void TwoRun::proveDefinedUnder(State &state, Evaluator &evaluator, const ir::Statement &statement,
                               Term condition) {
  Term defined = context.store.implies(condition, evaluator.takeDefinedness());
  if (defined.op() != smt::Operator::True)
    prove(state, Condition::Defined, "`" + ir::printHead(statement) + "`", statement.range(), defined);
}

/// \p state becomes: the values of \p state where \p condition holds, those of \p otherwise elsewhere.
/// Both started from \p before and differ from it in run \p side only; facts and goals of both are kept.
void TwoRun::mergeInto(State &state, const State &otherwise, const State &before, Side side, Term condition) {
  auto &store = context.store;
  // May be assumed: each was added with its reason on the other side, where no condition was assumed.
  for (std::size_t i = 0; i < otherwise.facts.size(); ++i)
    state.know(otherwise.facts[i], otherwise.reasons[i]);
  state.goals.insert(state.goals.end(),
                     otherwise.goals.begin() + static_cast<std::ptrdiff_t>(before.goals.size()),
                     otherwise.goals.end());
  RunState &then = state.run(side);
  const RunState &other = otherwise.run(side);
  for (std::size_t i = 0; i < then.scalars.size(); ++i) {
    Term a = then.scalars[i], b = other.scalars[i];
    if (a.isValid() && b.isValid())
      then.scalars[i] = store.ite(condition, a, b);
    else // Assigned on one side only: dead behind the branch, or sema would have said so.
      then.scalars[i] = Term();
    mergeArrays(then.arrays[i], other.arrays[i], before.run(side).arrays[i].writes.size(), condition);
  }
  if (side == Side::First)
    for (std::size_t i = 0; i < state.times.size(); ++i)
      state.times[i] = store.ite(condition, state.times[i], otherwise.times[i]);
}

/// Both sides write on top of the first \p shared writes, which stay as they are; every later write becomes
/// conditional, whatever it writes.
void TwoRun::mergeArrays(ArrayValue &then, const ArrayValue &otherwise, std::size_t shared, Term condition) {
  auto &store = context.store;
  for (std::size_t i = shared; i < then.writes.size(); ++i)
    then.writes[i].under = store.conjunction({conditionOf(then.writes[i]), condition});
  for (std::size_t i = shared; i < otherwise.writes.size(); ++i) {
    ArrayValue::Write write = otherwise.writes[i];
    write.under = store.conjunction({conditionOf(write), store.negate(condition)});
    then.writes.push_back(write);
  }
}

Term TwoRun::conditionOf(const ArrayValue::Write &write) {
  return write.under.isValid() ? write.under : context.store.boolean(true);
}

} // namespace plumb::relational
