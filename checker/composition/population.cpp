// SPDX-License-Identifier: Apache-2.0
//
// Is anything protected? A theorem about neighbours says nothing if the premises hold for no data, or if no
// data have a neighbour with other answers: the parts may be given a bound of 0, or a condition that no
// record meets.

#include "checker/composition/composer.h"
#include "checker/proof/concrete_records.h"
#include "checker/proof/met_premises.h"
#include "frontend/ir/stated_neighbours.h"

#include <algorithm>

namespace plumb::composition {

using relational::Side;
using smt::Outcome;
using smt::Term;

namespace {

/// Arrays of records with so many elements are tried.
constexpr long lengths[] = {1, 2, 3};

} // namespace

Evidence &Composer::modelStep(const std::string &name, std::string advice) {
  Evidence &step = inquiry.recordAs(name, Condition::Premises, {}, composition.head.nameRange);
  step.engine = solver.engineName();
  step.asksForModel = true;
  step.advice = std::move(advice);
  return step;
}

/// Some parameters meet the requirements, and some record the premises.
void Composer::premises() {
  relational::State state = headState();
  auto [input, onlyEmpty] = proof::meetPremises(context, solver, state.facts, store.boolean(true));
  Evidence &step = modelStep("premises", "correct the `requires` clauses");
  inquiry.keepModelQuestion(step, std::move(input.asked));
  step.effort = input.answer.effort;
  step.status = input.answer.asObligation().outcome;
  step.sentence =
      step.status == Outcome::Proved ? "some parameters meet the requirements"
      : onlyEmpty                    ? proof::whyOnlyEmpty(*onlyEmpty)
      : step.status == Outcome::Refuted
          ? "the premises contradict each other, so they hold for no input"
          : "it is not known whether the premises hold for any input (" + input.answer.reason + ")";
}

/// Some neighbours have different answers.
void Composer::neighbours() {
  if (composed.asked.front().status != Outcome::Proved || composed.ledger.empty())
    return; // No data at all, or nothing that was said of any.
  for (Row &row : composed.ledger)
    populate(row);
  const bool some = std::any_of(composed.ledger.begin(), composed.ledger.end(),
                                [](const Row &row) { return row.population == Population::Some; });
  const bool none = !some && isNothingSeen();
  Evidence &step =
      modelStep("neighbours",
                "give the parts arguments with which some records differ, or correct the `requires` clauses");
  if (some)
    inquiry.keepModelQuestion(step, std::move(seen));
  step.status = some ? Outcome::Proved : none ? Outcome::Refuted : Outcome::Unknown;
  step.sentence = some   ? "some neighbours have different answers"
                  : none ? "no two neighbours have different query answers, so nothing is protected"
                         : "it is not known whether any two neighbours have different query answers";
}

void Composer::populate(Row &row) {
  const bool some = isSeen(row) || std::any_of(std::begin(lengths), std::end(lengths),
                                               [&](long length) { return isSeen(row, length); });
  if (some)
    row.population = Population::Some;
  else if (isEmpty(row))
    row.population = Population::None;
}

/// The same at any lengths, of one class of pairs. What it says of an element is told of those that are read,
/// and r' may have the others of r.
bool Composer::isSeen(const Row &row) {
  if (row.allowed.size() != 1 || !row.notAll.empty())
    return false;
  ChangeClass within = copyOf(*row.allowed.front());
  assumePremises(within, composition);
  Pairs pairs(composition, std::move(within), store);
  Pairs::Writer writer(pairs);
  std::vector<Term> wanted = {store.negate(allAnswersStay(writer))};
  relational::State state = relational::startState(pairs.context());
  return isFound(pairs.context(), writer, state, std::move(wanted));
}

bool Composer::isFound(relational::Context of, Pairs::Writer &writer, const relational::State &state,
                       std::vector<Term> wanted) {
  std::vector<Term> facts = writer.facts();
  facts.insert(facts.end(), state.facts.begin(), state.facts.end());
  proof::SomeInput input = proof::someInput(of, solver, facts, store.conjunction(std::move(wanted)));
  if (!input.answer.isSat())
    return false;
  if (seen.empty())
    seen = std::move(input.asked);
  return true;
}

/// Some pair of \p row with arrays of up to \p length elements has different answers. Then all its elements
/// are looked at.
bool Composer::isSeen(const Row &row, long length) {
  const bool hasRecords = composition.head.recordAdjacency.has_value();
  Pairs::Writer writer(composition, context, length, copies);
  std::vector<Term> wanted = {hasRecords ? writer.isShort() : store.boolean(true), writer.isIn(row),
                              store.negate(allAnswersStay(writer))};
  relational::State state = headState();
  return isFound(context, writer, state, std::move(wanted));
}

/// Each query of each part, or each that the head states.
Term Composer::allAnswersStay(Pairs::Writer &writer) {
  if (!composition.head.recordAdjacency)
    return writer.answersStay(composition.head);
  std::vector<Term> each;
  std::vector<const ir::Mechanism *> asked;
  for (const ir::Part &part : composition.parts)
    if (std::find(asked.begin(), asked.end(), part.mechanism) == asked.end()) {
      asked.push_back(part.mechanism);
      each.push_back(writer.answersStay(*part.mechanism));
    }
  return store.conjunction(std::move(each));
}

/// r' = r for all pairs of \p row that meet the premises.
bool Composer::isEmpty(const Row &row) {
  if (row.allowed.empty() || composition.head.recordAdjacency->kind != ir::RecordAdjacency::Kind::Replace)
    return false;
  return std::any_of(row.allowed.begin(), row.allowed.end(), [&](const auto &changes) {
    ChangeClass within = copyOf(*changes);
    assumePremises(within, composition);
    Pairs pairs(composition, std::move(within), store);
    Pairs::Writer writer(pairs);
    Term inside = writer.isIn(row), same = store.disjunction({store.negate(inside), writer.keepsAll()});
    return finds("empty", row.changes + ": no two records differ so", composition.head.nameRange,
                 pairs.context(), writer.facts(), same);
  });
}

bool Composer::isNothingSeen() {
  const char *text = "no answer changes";
  if (!composition.head.recordAdjacency) {
    Pairs::Writer writer(composition, context, 0, copies);
    Term stay = allAnswersStay(writer);
    return finds("unseen", text, composition.head.nameRange, context, writer.facts(), stay);
  }
  auto isUnseen = [&](const std::string &name, SourceRange range, ChangeClass within) {
    assumePremises(within, composition);
    Pairs pairs(composition, std::move(within), store);
    Pairs::Writer writer(pairs);
    Term stay = allAnswersStay(writer);
    return finds("unseen." + name, text, range, pairs.context(), writer.facts(), stay);
  };
  if (ir::statesNeighbours(composition))
    return isUnseen("stated", composition.head.nameRange, statedBy(composition));
  return std::all_of(relations.begin(), relations.end(), [&](const Relation &relation) {
    const ir::Part &part = composition.parts[relation.part];
    return isUnseen(part.mechanism->name, part.range, allowedBy(composition, part));
  });
}

} // namespace plumb::composition
