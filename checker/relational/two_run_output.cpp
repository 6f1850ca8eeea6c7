// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/two_run.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <set>

namespace plumb::relational {

using llvm::dyn_cast;
using smt::Term;

/// What the first run publishes into its cell.
std::vector<Term> TwoRun::publishedByFirst(const ir::Output &output, State &state, Evaluator &evaluator) {
  auto &store = context.store;
  auto &symbols = context.symbols;
  std::vector<Term> cell;
  for (const auto &[loop, index] : state.iteration)
    cell.push_back(index);
  State::Cell &content = state.cells.back();
  content = {&output, {}};
  state.sites.push_back(&output);
  // May be assumed, here and of the values: the noise is one with which the first run publishes z.
  if (pairs())
    state.know(
        store.equal(symbols.cellTag(output.transcript, cell), store.integer(symbols.tagNumber(output.tag))),
        Reason::of(Reason::Kind::Published, output));
  for (std::size_t i = 0; i < output.values.size(); ++i) {
    Term first = evaluator.program(*output.values[i], Side::First);
    content.values.push_back(first);
    if (pairs())
      state.know(store.equal(symbols.cellValue(output.transcript, output.tag, i, cell), first),
                 Reason::of(Reason::Kind::Published, output));
  }
  return content.values;
}

void TwoRun::output(const ir::Output &output, State state, const Continuation &next) {
  auto &store = context.store;
  Evaluator evaluator(context, state);
  const std::vector<Term> first = publishedByFirst(output, state, evaluator);
  std::vector<Term> equal;
  for (std::size_t i = 0; pairs() && i < first.size(); ++i)
    equal.push_back(store.equal(first[i], evaluator.program(*output.values[i], Side::Second)));
  proveDefined(state, evaluator, output);
  if (pairs())
    prove(state, Condition::Outputs, "`" + ir::printHead(output) + "`", output.range(),
          store.conjunction(std::move(equal)));
  next(std::move(state));
}

/// Where the runs go apart: whatever the second run publishes there has the same tag and the same values.
void TwoRun::firstPublishes(const ir::Output &output, State &state, const AllTold &told) {
  auto &store = context.store;
  Evaluator evaluator(context, state);
  const std::vector<Term> first = publishedByFirst(output, state, evaluator);
  proveDefined(state, evaluator, output);
  std::vector<Term> same;
  for (const Told &one : told) {
    std::vector<Term> equal = {store.boolean(&one.output->tag == &output.tag)};
    for (std::size_t i = 0; &one.output->tag == &output.tag && i < first.size(); ++i)
      equal.push_back(store.equal(first[i], one.values[i]));
    same.push_back(store.implies(one.under, store.conjunction(std::move(equal))));
  }
  prove(state, Condition::Outputs, "`" + ir::printHead(output) + "`", output.range(),
        store.conjunction(std::move(same)));
}

/// The mechanism ends here, and with it every open cell.
void TwoRun::endCells(State &state) {
  for (std::size_t depth = state.iteration.size() + 1; depth-- > 0;)
    endCell(state, depth);
}

/// The current iteration of the \p depth-th loop around (0: the top level) is over: an empty cell is
/// `none`, and claims about the cell are due.
void TwoRun::endCell(State &state, std::size_t depth) {
  std::vector<const ir::For *> nest;
  std::vector<Term> cell;
  for (std::size_t i = 0; i < depth; ++i) {
    nest.push_back(state.iteration[i].first);
    cell.push_back(state.iteration[i].second);
  }
  for (const auto &transcript : context.symbols.mechanism().transcripts) {
    if (transcript->loops != nest)
      continue;
    if (!pairs())
      cellClaims(state, *transcript, state.cells[depth], cell);
    else if (!state.cells[depth].output)
      // May be assumed: the first run publishes nothing in this cell, and it publishes z.
      for (const auto &tag : context.symbols.mechanism().tags)
        if (tag->name == "none")
          state.know(context.store.equal(context.symbols.cellTag(*transcript, cell),
                                         context.store.integer(context.symbols.tagNumber(*tag))),
                     Reason::of(Reason::Kind::Silent));
  }
}

namespace {

/// The cells that a claim speaks of, and which free variable is which index.
struct ClaimSubject {
  const ir::Transcript *transcript = nullptr;
  std::vector<const ir::Variable *> indices;
  bool mentionsResult = false;
  /// The claim speaks of several cells at once, or of a computed one.
  bool tooGeneral = false;
};

ClaimSubject subjectOf(const ir::Claim &claim) {
  ClaimSubject subject;
  auto cell = [&](const ir::Transcript &transcript, const std::vector<ir::ExpressionPtr> &indices) {
    std::vector<const ir::Variable *> variables;
    for (const auto &index : indices) {
      const auto *read = dyn_cast<ir::Read>(index.get());
      // A name that a `forall` binds stands for all cells, and what runs need not reach each of them.
      if (!read || std::count(claim.free.begin(), claim.free.end(), &read->variable) == 0)
        subject.tooGeneral = true;
      else
        variables.push_back(&read->variable);
    }
    bool distinct =
        std::set<const ir::Variable *>(variables.begin(), variables.end()).size() == variables.size();
    if (!distinct ||
        (subject.transcript && (subject.transcript != &transcript || subject.indices != variables)))
      subject.tooGeneral = true;
    subject.transcript = &transcript;
    subject.indices = variables;
  };
  forEachExpression(*claim.formula, [&](const ir::Expression &expression) {
    if (const auto *test = dyn_cast<ir::CellTest>(&expression)) {
      cell(test->transcript, test->indices);
      // A claim is proved where a cell is published; nothing is proved of iterations that do not run.
      subject.tooGeneral |= test->tag.name == "unreached";
    } else if (const auto *read = dyn_cast<ir::CellRead>(&expression))
      cell(read->transcript, read->indices);
    subject.mentionsResult |= llvm::isa<ir::ResultRead>(expression) || llvm::isa<ir::Membership>(expression);
  });
  subject.tooGeneral |= subject.mentionsResult && subject.transcript;
  return subject;
}

std::string claimText(const ir::Claim &claim) {
  return "`" + ir::print(*claim.formula) + "`";
}

} // namespace

/// It has a value and it is true. A claim is read by people who evaluate it in one run, as they would program
/// code: what divides by 0 or reads outside of an array says nothing there.
void TwoRun::proveClaim(State &state, Evaluator &evaluator, const ir::Claim &claim) {
  Term holds = evaluator.program(*claim.formula, Side::First);
  Term defined = evaluator.takeDefinedness();
  if (defined.op() != smt::Operator::True)
    prove(state, Condition::ClaimDefined, claimText(claim), claim.range, defined);
  prove(state, Condition::Claim, claimText(claim), claim.range, context.store.implies(defined, holds));
}

void TwoRun::cellClaims(State &state, const ir::Transcript &transcript, const State::Cell &content,
                        const std::vector<Term> &cell) {
  for (const ir::Claim &claim : context.symbols.mechanism().claims) {
    ClaimSubject subject = subjectOf(claim);
    if (subject.tooGeneral || subject.transcript != &transcript)
      continue;
    OwnOutput own{&transcript, content.output ? &content.output->tag : nullptr, content.values, {}};
    Evaluator evaluator(context, state);
    evaluator.setOwnOutput(&own);
    for (std::size_t i = 0; i < cell.size(); ++i)
      evaluator.bind(*subject.indices[i], cell[i]);
    proveClaim(state, evaluator, claim);
  }
}

/// Claims about the result, at an exit; a claim that cannot be placed at a cell or an exit is open.
void TwoRun::resultClaims(State &state, Term result) {
  for (const ir::Claim &claim : context.symbols.mechanism().claims) {
    ClaimSubject subject = subjectOf(claim);
    if (subject.transcript && !subject.tooGeneral)
      continue;
    OwnOutput own;
    own.result = result;
    Evaluator evaluator(context, state);
    evaluator.setOwnOutput(&own);
    for (const ir::Variable *variable : claim.free)
      evaluator.bind(*variable, context.store.freshVariable(variable->name, smt::Sort::Int));
    if (!subject.tooGeneral && result.isValid())
      proveClaim(state, evaluator, claim);
    else
      prove(state, Condition::Claim, claimText(claim), claim.range, context.store.boolean(false));
  }
}

void TwoRun::exit(State state, const ir::Return *statement) {
  Term result;
  if (statement && statement->value) {
    if (const auto *selection = dyn_cast<ir::TopK>(statement->value.get()))
      returnSelection(state, *statement, *selection);
    else
      result = returnScalar(state, *statement);
  }
  if (!pairs())
    resultClaims(state, result);
  Segment::Exit exit{state.moved, state.otherCost};
  cut(state);
  if (!tooManyPaths)
    found.back().exit = exit;
}

Term TwoRun::returnScalar(State &state, const ir::Return &statement) {
  auto &store = context.store;
  Evaluator evaluator(context, state);
  Term first = evaluator.program(*statement.value, Side::First);
  state.sites.push_back(&statement);
  if (pairs()) {
    Term second = evaluator.program(*statement.value, Side::Second);
    // May be assumed: the noise is one with which the first run returns z's result.
    state.know(store.equal(context.symbols.resultScalar(statement.value->sort()), first),
               Reason::of(Reason::Kind::Published, statement));
    prove(state, Condition::Outputs, "`" + ir::printHead(statement) + "`", statement.range(),
          store.equal(first, second));
  }
  proveDefined(state, evaluator, statement);
  return first;
}

/// I is the top-k set of v iff |I| = k and every i in I beats every j outside; ties go to the smaller
/// index. Equal values on I then give the equal order. One element p of I and one q outside stand for all.
void TwoRun::returnSelection(State &state, const ir::Return &statement, const ir::TopK &selection) {
  auto &store = context.store;
  auto &symbols = context.symbols;
  Evaluator evaluator(context, state);
  Term zero = store.integer(0);
  Term count = evaluator.program(*selection.count, Side::First);
  Term size = evaluator.program(*selection.array.extents[0], Side::First);
  std::string text = "`" + ir::printHead(statement) + "`";
  state.sites.push_back(&statement);
  proveDefined(state, evaluator, statement);
  prove(state, Condition::Defined, text, selection.range(),
        store.conjunction({store.lessEqual(zero, count), store.lessEqual(count, size)}));
  if (!pairs())
    return;
  Term p = symbols.unknownIndex("selected", Reading::Legend::Selected),
       q = symbols.unknownIndex("other", Reading::Legend::Other);
  for (Term index : {p, q})
    evaluator.instantiation().at(index);
  auto beats = [&](Side side) {
    Term vp = evaluator.element(selection.array, {p}, side),
         vq = evaluator.element(selection.array, {q}, side);
    return store.disjunction(
        {store.less(vq, vp), store.conjunction({store.equal(vp, vq), store.less(p, q)})});
  };
  // The array may be empty, so that p and q are elements is a condition, not a fact.
  auto isElement = [&](Term index) {
    return store.conjunction({store.lessEqual(zero, index), store.less(index, size)});
  };
  Term selected = store.conjunction({isElement(p), symbols.inSelection(p)});
  Term crossing = store.conjunction({selected, isElement(q), store.negate(symbols.inSelection(q))});
  // May be assumed: the noise is one with which the first run selects I, so a member beats whatever is none.
  state.know(store.implies(crossing, beats(Side::First)), Reason::of(Reason::Kind::Published, statement));
  Term same = store.equal(evaluator.element(selection.array, {p}, Side::First),
                          evaluator.element(selection.array, {p}, Side::Second));
  std::vector<Term> goals = {store.equal(count, evaluator.program(*selection.count, Side::Second)),
                             store.implies(selected, same), store.implies(crossing, beats(Side::Second))};
  if (!symbols.selectionIsUniform())
    goals.push_back(store.boolean(false));
  prove(state, Condition::Outputs, text, statement.range(), store.conjunction(std::move(goals)));
}

} // namespace plumb::relational
