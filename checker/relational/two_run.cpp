// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/two_run.h"

#include "checker/relational/walk.h"

#include "llvm/Support/ErrorHandling.h"

namespace plumb::relational {

using llvm::cast;
using llvm::dyn_cast;
using smt::Term;

namespace {

/// A mechanism with more paths through one loop body than this is not proved.
constexpr std::size_t pathLimit = 2000;

} // namespace

TwoRun::TwoRun(Context context, const LoopInvariants &invariants, Mode mode)
    : context(context), invariants(invariants), mode(mode),
      counted(countedNumbers(context.symbols.mechanism())) {
  forEachStatement(context.symbols.mechanism().body, [&](const ir::Statement &statement, unsigned) {
    const auto *loop = dyn_cast<ir::For>(&statement);
    if (!loop)
      return;
    loopNumber.emplace(loop, loopNumber.size());
    auto &store = this->context.store;
    anyHeads[loop] = {store.freshVariable(loop->index.name + ".head", smt::Sort::Int),
                      loop->guard ? store.freshVariable("while", smt::Sort::Bool) : store.boolean(true)};
    Vocabulary &words = this->context.symbols.vocabulary();
    words.add(anyHeads[loop].index, Reading::of(loop->index));
    if (loop->guard)
      words.add(anyHeads[loop].guard, Reading::named("while", Reading::Legend::Guard));
  });
}

bool TwoRun::execute() {
  found.clear();
  foundShifts.clear();
  foundForks.clear();
  State start = mode == Mode::Pair ? startState(context) : startOfAnyData(context);
  publicPremises = start.facts;
  publicReasons = start.reasons;
  start.moved.assign(context.scales.all().size(), context.store.real(0));
  start.otherCost = context.store.real(0);
  start.times.assign(counted.size(), context.store.integer(0));
  const Term any = context.store.boolean(true);
  start.ways.push_back({fork("the start", context.symbols.neighbourhood().nameRange, any), any});
  block(context.symbols.mechanism().body, 0, std::move(start), [&](State state) {
    endCells(state);
    exit(std::move(state), nullptr);
  });
  return !tooManyPaths;
}

void TwoRun::prove(State &state, Condition condition, std::string subject, SourceRange range, Term formula) {
  Goal goal;
  goal.condition = condition;
  goal.subject = std::move(subject);
  goal.range = range;
  goal.formula = formula;
  state.goals.push_back(std::move(goal));
}

void TwoRun::proveDefined(State &state, Evaluator &evaluator, const ir::Statement &statement) {
  Term defined = evaluator.takeDefinedness();
  if (defined.op() != smt::Operator::True)
    prove(state, Condition::Defined, "`" + ir::printHead(statement) + "`", statement.range(), defined);
}

void TwoRun::cut(State &state) {
  if (found.size() >= pathLimit) {
    tooManyPaths = true;
    return;
  }
  found.push_back({state.facts, state.reasons, std::move(state.goals), std::move(state.sites),
                   std::move(state.ways), std::nullopt});
  state.goals.clear();
  state.sites.clear();
  state.ways.clear();
}

/// \returns its number, under which ways are noted.
std::size_t TwoRun::fork(std::string subject, SourceRange range, Term arrives) {
  foundForks.push_back({std::move(subject), range, arrives});
  return foundForks.size() - 1;
}

void TwoRun::block(const ir::Block &block, std::size_t position, State state, const Continuation &next) {
  if (tooManyPaths)
    return;
  if (position == block.size())
    return next(std::move(state));
  statement(*block[position], std::move(state),
            [&, position](State after) { this->block(block, position + 1, std::move(after), next); });
}

void TwoRun::statement(const ir::Statement &statement, State state, const Continuation &next) {
  using Kind = ir::Statement::Kind;
  switch (statement.kind()) {
  case Kind::Sample:
    return sample(cast<ir::Sample>(statement), std::move(state), next);
  case Kind::Assign:
    return assign(cast<ir::Assign>(statement), std::move(state), next);
  case Kind::If:
    return branch(cast<ir::If>(statement), std::move(state), next);
  case Kind::For:
    return loop(cast<ir::For>(statement), std::move(state), next);
  case Kind::Output:
    return output(cast<ir::Output>(statement), std::move(state), next);
  case Kind::Return:
    endCells(state);
    return exit(std::move(state), &cast<ir::Return>(statement));
  }
  llvm_unreachable("a statement without a case");
}

const ir::Sample *TwoRun::sampleOf(Term draw) const {
  auto found = samples.find(draw.id());
  return found == samples.end() ? nullptr : found->second;
}

void TwoRun::write(State &state, Side side, const ir::Variable &target, const std::vector<Term> &indices,
                   Term value) {
  unsigned ordinal = context.symbols.ordinal(target);
  if (target.isArray())
    state.run(side).arrays[ordinal].writes.push_back({indices, value, Term()});
  else
    state.run(side).scalars[ordinal] = value;
}

/// No program reads it. In front of the first loop it is 0, whatever begins there.
void TwoRun::count(const ir::Assign &assign, State &state) {
  for (std::size_t i = 0; i < counted.size() && !state.iteration.empty(); ++i)
    if (counted[i] == &assign.target)
      state.times[i] = context.store.add(state.times[i], context.store.integer(1));
}

void TwoRun::assignIn(const ir::Assign &assign, State &state, Side side, Evaluator &evaluator) {
  std::vector<Term> indices;
  for (const auto &index : assign.indices)
    indices.push_back(evaluator.program(*index, side));
  write(state, side, assign.target, indices, evaluator.program(*assign.value, side));
}

void TwoRun::assign(const ir::Assign &assign, State state, const Continuation &next) {
  Evaluator evaluator(context, state);
  for (Side side : {Side::First, Side::Second}) {
    if (side == Side::Second && !pairs())
      break;
    assignIn(assign, state, side, evaluator);
  }
  count(assign, state);
  proveDefined(state, evaluator, assign);
  next(std::move(state));
}

} // namespace plumb::relational
