// SPDX-License-Identifier: Apache-2.0
#include "kernel/two_run.h"

#include <algorithm>

namespace plumb::kernel {

using Kind = Expression::Kind;
using Role = Variable::Role;

namespace {

constexpr std::size_t pathLimit = 2048;

std::size_t number(Side side) {
  return static_cast<std::size_t>(side);
}

/// Its sides are merged: nothing on them can be seen.
bool onlyAssigns(const Block &block) {
  bool result = true;
  forEachStatement(block, [&](const Statement &statement, const Nest &) {
    result &= statement.kind == Statement::Kind::Assign || statement.kind == Statement::Kind::If;
  });
  return result;
}

/// What \p block may change.
void changedBy(const Block &block, std::set<std::string> &names, std::vector<const Statement *> &samples) {
  forEachStatement(block, [&](const Statement &statement, const Nest &) {
    if (statement.kind == Statement::Kind::Assign || statement.kind == Statement::Kind::Sample ||
        statement.kind == Statement::Kind::For)
      names.insert(statement.name);
    if (statement.kind == Statement::Kind::Sample)
      samples.push_back(&statement);
  });
}

/// It says nothing of a second run, of the record that is not in both, of z, and of what is moved.
bool isAboutOneRun(const Mechanism &mechanism, const Expression &expression) {
  static const std::set<Kind> others = {Kind::Moved, Kind::Cost, Kind::Below, Kind::Changed};
  return !hasPart(expression, [&](const Expression &part) {
    const auto named = mechanism.variables.find(part.name);
    return part.primed || isOutput(part.kind) || others.count(part.kind) ||
           (named != mechanism.variables.end() && named->second.role == Role::Field);
  });
}

/// The cells that a claim is about.
struct ClaimSubject {
  const Nest *nest = nullptr;
  std::vector<std::string> indices;
  bool mentionsResult = false, isTooGeneral = false;
};

void findSubject(const Mechanism &mechanism, const Expression &expression, ClaimSubject &subject) {
  const bool isCell = expression.kind == Kind::CellTest || expression.kind == Kind::CellValue;
  if (isCell) {
    const Nest &nest = nestOf(mechanism, expression.arguments.size(), {}, expression.line);
    std::vector<std::string> names;
    for (const ExpressionPtr &index : expression.arguments)
      names.push_back(index->kind == Kind::Read && index->arguments.empty() &&
                              !isTaken(mechanism, index->name)
                          ? index->name
                          : "");
    const bool areNames = std::count(names.begin(), names.end(), "") == 0 &&
                          std::set<std::string>(names.begin(), names.end()).size() == names.size();
    // Nothing is proved of iterations that do not run.
    subject.isTooGeneral |= !areNames ||
                            (expression.kind == Kind::CellTest && expression.name == "unreached") ||
                            (subject.nest && (*subject.nest != nest || subject.indices != names));
    subject.nest = &nest;
    subject.indices = names;
  }
  subject.mentionsResult |= isOutput(expression.kind) && !isCell;
  for (const ExpressionPtr &argument : expression.arguments)
    findSubject(mechanism, *argument, subject);
  // Behind its body: a claim about `out[j]` of each j is none about the cell of one iteration.
  subject.isTooGeneral |= expression.kind == Kind::Forall &&
                          std::count(subject.indices.begin(), subject.indices.end(), expression.name) > 0;
}

} // namespace

void TwoRun::execute() {
  mpq_class branches = 0;
  forEachStatement(world.mechanism.body, [&](const Statement &statement, const Nest &) {
    if (statement.kind != Statement::Kind::If)
      return;
    if (isPair && world.mechanism.apart.count(branches))
      apartOnes.insert(&statement);
    branches += 1;
  });
  if (isPair && apartOnes.size() != world.mechanism.apart.size())
    throw Rejected("the runs go apart at a branch that there is not");
  State state;
  state.moved.assign(world.scales.size(), terms.real(0));
  state.cost = terms.real(0);
  for (const std::string &name : world.mechanism.counted)
    state.runs[number(Side::First)].scalars[timesOf(name)] = terms.integer(0);
  block(world.mechanism.body, 0, std::move(state), [&](State end) { exit(std::move(end), nullptr); });
}

// What is known and what is due.

void TwoRun::know(State &state, Term fact) {
  terms.spend(state.facts.size());
  if (terms[fact].op == Operator::And) {
    for (Term part : terms[fact].arguments)
      know(state, part);
  } else if (terms[fact].op != Operator::True &&
             std::find(state.facts.begin(), state.facts.end(), fact) == state.facts.end()) {
    state.facts.push_back(fact);
  }
}

void TwoRun::prove(State &state, const std::string &condition, unsigned line, Term goal) {
  if (terms[goal].op != Operator::True)
    state.goals.push_back({condition, line, goal});
}

void TwoRun::proveDefined(State &state, Evaluator &evaluator, unsigned line) {
  prove(state, "defined", line, evaluator.takeDefined());
}

/// The end of a segment: its goals have to follow from all that is known on it. z is fixed, so that what is
/// published later on the segment is known before.
void TwoRun::cut(State &state) {
  std::vector<Term> facts = world.axioms;
  if (isPair) // A claim is about every D, whether it has neighbours or not.
    facts.insert(facts.end(), world.neighbours.begin(), world.neighbours.end());
  facts.insert(facts.end(), state.facts.begin(), state.facts.end());
  std::vector<Term> hypotheses = facts;
  hypotheses.insert(hypotheses.end(), world.definitions.begin(), world.definitions.end());
  for (const Goal &goal : state.goals)
    emit(world, obligations, goal.condition, goal.line, hypotheses, world.ground(goal.formula));
  facts.push_back(terms.disjunction(world.different));
  terms.spend(8 * facts.size() * state.sites.size());
  if (isPair)
    for (unsigned line : state.sites)
      obligations.reached[line].push_back(facts);
  state.goals.clear();
  state.sites.clear();
}

// Paths.

/// What changes the state of the path that is walked; and where paths part or end, what is behind is walked
/// from there.
void TwoRun::block(const Block &block, std::size_t position, State state, const Next &next) {
  for (; position < block.size(); ++position) {
    const Statement &statement = block[position];
    const Next behind = [&, position](State after) {
      this->block(block, position + 1, std::move(after), next);
    };
    switch (statement.kind) {
    case Statement::Kind::Assign:
      assign(statement, state);
      break;
    case Statement::Kind::Sample:
      sample(statement, state);
      break;
    case Statement::Kind::Output:
      output(statement, state);
      break;
    case Statement::Kind::If:
      if (!onlyAssigns(statement.then) || !onlyAssigns(statement.otherwise))
        return branch(statement, std::move(state), behind);
      assign(statement, state);
      break;
    case Statement::Kind::For:
      return loop(statement, std::move(state), behind);
    case Statement::Kind::Return:
      return exit(std::move(state), &statement);
    case Statement::Kind::Stop:
      return exit(std::move(state), nullptr);
    }
  }
  next(std::move(state));
}

void TwoRun::write(State &state, Side side, const std::string &name, const std::vector<Term> &indices,
                   Term value, Term under) {
  const Sort sort = world.mechanism.variables.at(name).sort;
  if (sort == Sort::Real)
    value = world.real(value);
  if (terms[value].sort != sort)
    throw Rejected("`" + name + "` is given a value of another sort");
  RunState &run = state.runs[number(side)];
  if (!indices.empty()) {
    run.arrays[name].writes.push_back({indices, value, under});
    return;
  }
  if (terms[under].op != Operator::True) {
    const auto known = run.scalars.find(name);
    value =
        terms.ite(under, value, known == run.scalars.end() ? world.freshVariable(name, sort) : known->second);
  }
  run.scalars[name] = value;
}

/// An assignment that happens in one run where \p condition holds; or a branch of nothing but assignments.
/// Each side writes under its own condition, which is that of the run, so that runs may decide differently.
void TwoRun::assignUnder(const Statement &statement, State &state, Side side, Term condition) {
  Evaluator evaluator(world, state);
  if (statement.kind == Statement::Kind::If) {
    const Term decision = evaluator.program(*statement.value, side);
    prove(state, "defined", statement.line, world.under(condition, evaluator.takeDefined()));
    for (const Statement &inner : statement.then)
      assignUnder(inner, state, side, world.all({condition, decision}));
    for (const Statement &inner : statement.otherwise)
      assignUnder(inner, state, side, world.all({condition, terms.negation(decision)}));
    return;
  }
  if (statement.kind == Statement::Kind::Output) {
    const auto [tag, values] = published(world.mechanism, statement);
    State::Told told{condition, tag, {}};
    for (const Expression *value : values)
      told.values.push_back(evaluator.program(*value, side));
    prove(state, "defined", statement.line, world.under(condition, evaluator.takeDefined()));
    state.told->push_back(std::move(told));
    return;
  }
  if (statement.kind != Statement::Kind::Assign)
    rejectAt(statement.line, "runs go apart where they assign and publish, and nothing else");
  std::vector<Term> indices;
  for (const ExpressionPtr &index : statement.indices)
    indices.push_back(evaluator.program(*index, side));
  const Term value = evaluator.program(*statement.value, side);
  prove(state, "defined", statement.line, world.under(condition, evaluator.takeDefined()));
  try {
    write(state, side, statement.name, indices, value, condition);
  } catch (const Rejected &rejected) {
    rejectAt(statement.line, rejected.what());
  }
  RunState &run = state.runs[number(side)];
  if (const auto times = run.scalars.find(timesOf(statement.name));
      times != run.scalars.end() && !state.nest.empty())
    times->second = terms.add({times->second, terms.ite(condition, terms.integer(1), terms.integer(0))});
}

void TwoRun::assign(const Statement &statement, State &state) {
  assignUnder(statement, state, Side::First, terms.boolean(true));
  if (isPair && !state.told)
    assignUnder(statement, state, Side::Second, terms.boolean(true));
}

std::pair<Term, Term> TwoRun::both(Evaluator &evaluator, const Expression &expression) const {
  const Term first = evaluator.program(expression, Side::First);
  return {first, isPair ? evaluator.program(expression, Side::Second) : first};
}

/// Both ways. The second run is led: it takes the way of the first, and that it would is a goal.
void TwoRun::branch(const Statement &statement, State state, const Next &next) {
  if (++paths > pathLimit)
    outsideAt(statement.line, "a mechanism of so many paths");
  if (apartOnes.count(&statement) && !state.told)
    return apart(statement, std::move(state), next);
  Evaluator evaluator(world, state);
  const bool isLed = isPair && !state.told;
  const Term first = evaluator.program(*statement.value, Side::First),
             second = isLed ? evaluator.program(*statement.value, Side::Second) : first;
  proveDefined(state, evaluator, statement.line);
  for (bool isTaken : {true, false}) {
    terms.spend(state.size());
    State way = state;
    know(way, isTaken ? first : terms.negation(first));
    if (isLed)
      prove(way, "same-samples", statement.line, isTaken ? second : terms.negation(second));
    block(isTaken ? statement.then : statement.otherwise, 0, std::move(way), next);
  }
}

/// The second run goes its own way: its sides are merged, and what they publish is kept with its condition.
/// The first one goes path by path; whether it has published anything, and what, holds of the second.
void TwoRun::apart(const Statement &statement, State state, const Next &next) {
  state.told.emplace();
  assignUnder(statement, state, Side::Second, terms.boolean(true));
  std::vector<Term> ways;
  for (const State::Told &each : *state.told)
    ways.push_back(each.under);
  const Term speaks = world.any(ways);
  const RunState entry = state.runs[number(Side::First)];
  branch(statement, std::move(state), [&](State behind) {
    prove(behind, "outputs", statement.line, behind.cells.back().isFilled ? speaks : terms.negation(speaks));
    behind.told.reset();
    hideWay(behind, entry);
    next(std::move(behind));
  });
}

/// The aligned noise does not tell which way the first run went: behind the branch what it assigned since
/// \p entry is of another value in some other way, and may depend on any draw made before, as what is carried
/// round a loop does.
void TwoRun::hideWay(State &state, const RunState &entry) {
  const auto hide = [&](Term &value) {
    const Term name = world.freshVariable("assigned", terms[value].sort);
    know(state, terms.equal(name, value));
    value = name;
  };
  RunState &run = state.runs[number(Side::First)];
  for (auto &[name, value] : run.scalars)
    if (const auto before = entry.scalars.find(name);
        before == entry.scalars.end() || before->second != value)
      hide(value);
  for (auto &[name, array] : run.arrays) {
    const auto before = entry.arrays.find(name);
    const std::size_t known = before == entry.arrays.end() ? 0 : before->second.writes.size();
    for (std::size_t i = known; i < array.writes.size(); ++i)
      hide(array.writes[i].value);
  }
}

/// Condition 2 and 3 of the theorem at one draw: the same law with the same positive scale in both runs, the
/// aligned draw in its support, moved where the law bounds the loss; and the charge.
void TwoRun::sample(const Statement &statement, State &state) {
  Evaluator evaluator(world, state);
  std::vector<Term> indices;
  for (const ExpressionPtr &index : statement.indices)
    indices.push_back(evaluator.program(*index, Side::First));
  const auto [scale, scaleOfSecond] = both(evaluator, *statement.value);
  proveDefined(state, evaluator, statement.line);
  const Fraction fraction = evaluator.fraction(*statement.value);

  const Sort sort = world.mechanism.variables.at(statement.name).sort;
  const auto named = world.namedDraw(statement.name, indices);
  const Symbol symbol = named ? Symbol{terms[*named].label} : world.fresh(statement.name, {}, sort);
  world.drawSymbols[symbol] = &statement;
  const Term draw = named ? *named : terms.apply(symbol, {}), nothing = world.zero(sort);
  const auto isInSupport = [&](Term value) {
    return statement.law == Law::Exponential      ? terms.lessEqual(nothing, value)
           : statement.law == Law::NegExponential ? terms.lessEqual(value, nothing)
                                                  : terms.boolean(true);
  };
  // A draw of the first run lies in the support, but for a set of measure 0.
  know(state, isInSupport(draw));
  const Term always = terms.boolean(true);
  write(state, Side::First, statement.name, indices, draw, always);
  state.sites.insert(statement.line);

  // What an account holds is paid for at the scale of its first draw in the text: an equal fraction, which
  // may have no value where this one has.
  const auto account = world.accounts.find(&statement);
  const bool hasAccount = account != world.accounts.end();
  const Fraction &paid = hasAccount ? world.scales[account->second] : fraction;
  std::vector<Term> parts;
  for (const Polynomial *each :
       {&fraction.numerator, &fraction.denominator, &paid.numerator, &paid.denominator}) {
    const Term part = terms.less(terms.real(0), termOf(terms, *each));
    if (std::find(parts.begin(), parts.end(), part) == parts.end())
      parts.push_back(part);
  }
  const Term positive = world.all(parts);
  if (!isPair) {
    // Where differences are stated, each data set is its own neighbour.
    if (world.mechanism.records)
      prove(state, "same-law", statement.line, positive);
    return;
  }

  Evaluator reader(world, state);
  Term aligned = reader.relational(*statement.aligned, true);
  if (sort == Sort::Real)
    aligned = world.real(aligned);
  if (terms[aligned].sort != sort)
    rejectAt(statement.line, "integer noise is moved by an integer");
  const Term shift = shiftOf(terms, aligned, draw);
  terms.spend(64 * state.drawn.size());
  met.push_back({&statement, draw, shift, reader.readUndrawn(), state.drawn});
  state.drawn.insert(draw);
  write(state, Side::Second, statement.name, indices, aligned, always);

  prove(state, "same-law", statement.line, world.all({terms.equal(scale, scaleOfSecond), positive}));
  prove(state, "support", statement.line, isInSupport(aligned));
  // The density of gumbel falls by any factor downwards.
  if (statement.law == Law::Gumbel)
    prove(state, "direction", statement.line, terms.lessEqual(nothing, shift));
  const Term amount = world.real(world.absolute(shift));
  if (hasAccount)
    state.moved[account->second] = terms.add({state.moved[account->second], amount});
  else
    state.cost = terms.add({state.cost, terms.multiply({amount, termOf(terms, fraction.denominator),
                                                        world.inverse(termOf(terms, fraction.numerator))})});
}

// Loops.

/// A loop is cut at its head: what the body changes is forgotten there, and the invariants are what is known.
void TwoRun::loop(const Statement &loop, State state, const Next &next) {
  if (++paths > pathLimit)
    outsideAt(loop.line, "a mechanism of so many paths");
  const Range range = enter(loop, state);
  setIndex(state, loop, range.low);
  const State entry = state;
  proveInvariants(loop, state, entry);
  cut(state);
  State onwards = entry;
  onwards.goals.clear();
  onwards.sites.clear();
  iterate(loop, onwards, range);
  leave(loop, onwards, range, next);
}

void TwoRun::setIndex(State &state, const Statement &loop, Term index) {
  for (Side side : {Side::First, Side::Second})
    write(state, side, loop.name, {}, index, terms.boolean(true));
}

/// The range is fixed where the loop is entered, and equal in both runs.
TwoRun::Range TwoRun::enter(const Statement &loop, State &state) {
  Evaluator evaluator(world, state);
  const auto low = both(evaluator, *loop.low), high = both(evaluator, *loop.high);
  if (terms[low.first].sort != Sort::Int || terms[high.first].sort != Sort::Int)
    rejectAt(loop.line, "a range is one of ints");
  if (isPair)
    prove(state, "same-samples", loop.line,
          world.all({terms.equal(low.first, low.second), terms.equal(high.first, high.second)}));
  proveDefined(state, evaluator, loop.line);
  return {low.first, high.first};
}

State TwoRun::headOf(const Statement &loop, const State &entry, Term index) {
  terms.spend(entry.size());
  State head = entry;
  std::set<std::string> names;
  std::vector<const Statement *> samples;
  changedBy(loop.body, names, samples);
  for (const std::string &name : names) {
    const Variable &variable = world.mechanism.variables.at(name);
    for (Side side : {Side::First, Side::Second}) {
      RunState &run = head.runs[number(side)];
      const std::string twin = side == Side::Second ? name + "'" : name;
      if (!variable.extents.empty())
        run.arrays[name] = {
            world.fresh(twin, std::vector<Sort>(variable.extents.size(), Sort::Int), variable.sort), {}};
      else if (run.scalars.count(name))
        run.scalars[name] = world.freshVariable(twin, variable.sort);
      if (run.scalars.count(timesOf(name)))
        run.scalars[timesOf(name)] = world.freshVariable("times", Sort::Int);
    }
  }
  for (const Statement *sample : samples) {
    if (const auto account = world.accounts.find(sample); account != world.accounts.end())
      head.moved[account->second] = world.freshVariable("moved", Sort::Real);
    else
      head.cost = world.freshVariable("cost", Sort::Real);
  }
  setIndex(head, loop, index);
  return head;
}

std::vector<const Expression *> TwoRun::invariantsOf(const Statement &loop) const {
  std::vector<const Expression *> result;
  for (const ExpressionPtr &invariant : loop.invariants)
    if (isPair || isAboutOneRun(world.mechanism, *invariant))
      result.push_back(invariant.get());
  if (!isPair)
    for (const ExpressionPtr &invariant : loop.invariantsAlone)
      result.push_back(invariant.get());
  return result;
}

/// May be assumed: each is a goal at the entry and at the end of every iteration.
void TwoRun::assumeInvariants(const Statement &loop, State &state, const State &entry) {
  for (const Expression *invariant : invariantsOf(loop))
    know(state, Evaluator(world, state, &entry).relational(*invariant));
}

void TwoRun::proveInvariants(const Statement &loop, State &state, const State &entry) {
  for (const Expression *invariant : invariantsOf(loop))
    prove(state, "invariant", invariant->line, Evaluator(world, state, &entry).relational(*invariant));
}

void TwoRun::iterate(const Statement &loop, const State &entry, Range range) {
  const Term index = world.freshVariable(loop.name, Sort::Int);
  State head = headOf(loop, entry, index);
  // This is the way of runs that go on; `leave` is that of the others.
  know(head, terms.lessEqual(range.low, index));
  know(head, terms.less(index, range.high));
  assumeInvariants(loop, head, entry);
  if (loop.guard) {
    Evaluator evaluator(world, head);
    const auto [first, second] = both(evaluator, *loop.guard);
    proveDefined(head, evaluator, loop.line);
    know(head, first);
    if (isPair)
      prove(head, "same-samples", loop.line, second);
  }
  head.nest.push_back(&loop);
  head.indices.push_back(index);
  head.cells.emplace_back();
  block(loop.body, 0, std::move(head), [&](State end) {
    endCell(end, end.nest.size());
    end.nest.pop_back();
    end.indices.pop_back();
    end.cells.pop_back();
    setIndex(end, loop, terms.add({index, terms.integer(1)}));
    proveInvariants(loop, end, entry);
    cut(end);
  });
}

/// Behind the loop: its range has ended, or was empty, or the guard stopped it before.
void TwoRun::leave(const Statement &loop, const State &entry, Range range, const Next &next) {
  const Term index = world.freshVariable(loop.name, Sort::Int);
  State after = headOf(loop, entry, index);
  know(after, terms.lessEqual(range.low, index));
  know(after, terms.disjunction({terms.equal(index, range.low), terms.lessEqual(index, range.high)}));
  assumeInvariants(loop, after, entry);
  const Term hasEnded = terms.lessEqual(range.high, index);
  if (!loop.guard) {
    know(after, hasEnded);
    return next(std::move(after));
  }
  Evaluator evaluator(world, after);
  const auto [first, second] = both(evaluator, *loop.guard);
  // The guard is evaluated only where the range has not ended.
  const Term defined = evaluator.takeDefined();
  know(after, terms.disjunction({hasEnded, terms.negation(first)}));
  if (terms[defined].op != Operator::True)
    prove(after, "defined", loop.line, terms.disjunction({hasEnded, defined}));
  if (isPair)
    prove(after, "same-samples", loop.line, terms.disjunction({hasEnded, terms.negation(second)}));
  next(std::move(after));
}

// What is published.

/// z is held fixed: what the first run publishes is z's, and what the second publishes has to be the same.
void TwoRun::output(const Statement &statement, State &state) {
  CellState &cell = state.cells.back();
  if (cell.isFilled)
    rejectAt(statement.line, "two publications in one cell");
  cell.isFilled = true;
  const auto [tag, values] = published(world.mechanism, statement);
  cell.tag = tag;
  state.sites.insert(statement.line);
  if (isPair)
    know(state, terms.equal(world.cellTag(state.nest, state.indices), world.tagNumber(tag)));
  Evaluator evaluator(world, state);
  std::vector<Term> equal;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Term first = evaluator.program(*values[i], Side::First);
    state.cells.back().values.push_back(first);
    if (!isPair)
      continue;
    if (!state.told)
      equal.push_back(terms.equal(first, evaluator.program(*values[i], Side::Second)));
    know(state, terms.equal(world.cellValue(state.nest, tag, i, state.indices), first));
  }
  for (const State::Told &other : state.told.value_or(std::vector<State::Told>())) {
    std::vector<Term> same = {terms.boolean(other.tag == tag)};
    for (std::size_t i = 0; other.tag == tag && i < values.size(); ++i)
      same.push_back(terms.equal(state.cells.back().values[i], other.values.at(i)));
    equal.push_back(world.under(other.under, world.all(same)));
  }
  proveDefined(state, evaluator, statement.line);
  prove(state, "outputs", statement.line, world.all(equal));
}

/// An iteration is over (depth 0: the mechanism is). What it has not filled is `none`, and claims are due.
void TwoRun::endCell(State &state, std::size_t depth) {
  Nest nest = state.nest;
  nest.resize(depth);
  const auto &nests = world.mechanism.nests;
  if (std::find(nests.begin(), nests.end(), nest) == nests.end())
    return;
  std::vector<Term> indices = state.indices;
  indices.resize(depth);
  if (!isPair)
    claims(state, &nest, &state.cells[depth], std::nullopt);
  else if (!state.cells[depth].isFilled)
    know(state, terms.equal(world.cellTag(nest, indices), world.tagNumber("none")));
}

/// The claims about the cells of \p nest, or where there is none, those about the result.
void TwoRun::claims(State &state, const Nest *nest, const CellState *cell, std::optional<Term> result) {
  for (const ExpressionPtr &claim : world.mechanism.claims) {
    ClaimSubject subject;
    terms.spend(claim->size * (1 + world.mechanism.nests.size()));
    findSubject(world.mechanism, *claim, subject);
    subject.isTooGeneral |= subject.mentionsResult && (subject.nest || !world.mechanism.result);
    const bool isAboutCells = subject.nest && !subject.isTooGeneral;
    if (nest ? !isAboutCells || *subject.nest != *nest : isAboutCells)
      continue;
    if (subject.isTooGeneral) {
      prove(state, "claim", claim->line, terms.boolean(false));
      continue;
    }
    Evaluator evaluator(world, state);
    evaluator.setOwn(nest, cell, result);
    for (std::size_t i = 0; i < subject.indices.size(); ++i)
      evaluator.bind(subject.indices[i], state.indices[i]);
    const Term holds = evaluator.program(*claim, Side::First), defined = evaluator.takeDefined();
    prove(state, "claim-defined", claim->line, defined);
    prove(state, "claim", claim->line, world.under(defined, holds));
  }
}

void TwoRun::exit(State state, const Statement *statement) {
  std::optional<Term> result;
  if (!statement && world.mechanism.result)
    throw Rejected("one path returns a value and another none");
  if (statement && statement->value->kind == Kind::TopK)
    selected(*statement, state);
  else if (statement)
    result = returned(*statement, state);
  for (std::size_t depth = state.nest.size() + 1; depth-- > 0;)
    endCell(state, depth);
  if (isPair)
    prove(state, "cost", world.mechanism.guarantee->line, costAtExit(world, state));
  else
    claims(state, nullptr, nullptr, result);
  cut(state);
}

Term TwoRun::returned(const Statement &statement, State &state) {
  Evaluator evaluator(world, state);
  state.sites.insert(statement.line);
  const Sort sort = sortOf(world.mechanism, *statement.value);
  const auto [first, second] = both(evaluator, *statement.value);
  if (isPair) {
    know(state, terms.equal(world.fixed("result", {}, sort), first));
    prove(state, "outputs", statement.line, terms.equal(first, second));
  }
  proveDefined(state, evaluator, statement.line);
  return first;
}

/// I is the set of the k largest iff |I| = k and every member beats every other; of equal ones the smaller
/// index is larger. Equal values on I then give the equal order. One member p and one other q stand for all.
void TwoRun::selected(const Statement &statement, State &state) {
  Evaluator evaluator(world, state);
  state.sites.insert(statement.line);
  const Expression &selection = *statement.value;
  const std::string &array = selection.name;
  const Variable &variable = world.mechanism.variables.at(array);
  const Term count = evaluator.program(*selection.arguments.front(), Side::First),
             size = evaluator.program(*variable.extents.front(), Side::First);
  proveDefined(state, evaluator, statement.line);
  prove(state, "defined", statement.line,
        world.all({terms.lessEqual(terms.integer(0), count), terms.lessEqual(count, size)}));
  if (!isPair)
    return;
  const Term p = world.freshVariable("member", Sort::Int), q = world.freshVariable("other", Sort::Int);
  const auto beats = [&](Side side) {
    const Term a = evaluator.element(array, {p}, side), b = evaluator.element(array, {q}, side);
    return terms.disjunction({terms.less(b, a), world.all({terms.equal(a, b), terms.less(p, q)})});
  };
  const Term isMember = world.all({world.inRange(variable, {p}), world.fixed("result.has", {p}, Sort::Bool)});
  const Term areApart = world.all(
      {isMember, world.inRange(variable, {q}), terms.negation(world.fixed("result.has", {q}, Sort::Bool))});
  know(state, terms.implies(areApart, beats(Side::First)));
  prove(state, "outputs", statement.line,
        world.all({terms.implies(isMember, terms.equal(evaluator.element(array, {p}, Side::First),
                                                       evaluator.element(array, {p}, Side::Second))),
                   terms.implies(areApart, beats(Side::Second))}));
}

} // namespace plumb::kernel
