// SPDX-License-Identifier: Apache-2.0
//
// Neighbours that the composition states: what each part costs for them.

#include "checker/composition/composer.h"
#include "checker/proof/premise_fields.h"
#include "checker/proof/record_trials.h"
#include "checker/proof/record_values.h"
#include "checker/verdict/one_more_clause.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <llvm/Support/Casting.h>

namespace plumb::composition {

using Kind = ir::RecordAdjacency::Kind;
using smt::Term;

namespace {

/// Elements of arrays that are looked at, in each dimension, where two records are searched for.
constexpr long elementsTried = 3;

/// The questions grow with the number of strides.
constexpr unsigned mostStrides = 16;

} // namespace

/// One row, of which each part covers every pair: by its own theorem, for as many steps as it takes.
void Composer::statedNeighbours() {
  const ir::RecordAdjacency &stated = *composition.head.recordAdjacency;
  statementsAreSound();
  statedPremisesStay();
  findRelations();
  for (const ir::Part &part : composition.parts)
    assumedPremises(part);
  if (composition.sampling)
    sampledNeighbours();
  else
    addRow(statedRow(stated.kind, false));
  isCovered("stated", "`" + ir::print(stated) + "`", stated.range, statedBy(composition));
}

/// Those of the stated neighbours that change as \p kind says, without their sum.
/// \param mayBeOpen a part need not be proved for them.
Row Composer::statedRow(Kind kind, bool mayBeOpen) {
  const Fields mixed = kind == Kind::Replace ? changingWhereStated() : Fields();
  Row row;
  row.changing = mixed;
  std::vector<std::optional<unsigned>> found;
  for (std::size_t i = 0; i < composition.parts.size(); ++i) {
    const std::size_t first = firstAlike(i);
    row.walks.push_back(first < i ? row.walks[first] : nullptr);
    found.push_back(first < i ? found[first] : stepsTo(i, kind, mixed, mayBeOpen, row.walks[i]));
    row.charges.push_back(!found[i] ? Charge::Unbounded : *found[i] == 0 ? Charge::Nothing : Charge::Budget);
    row.steps.push_back(found[i].value_or(1));
    // It is charged in full also for fewer steps.
    if (row.charges[i] == Charge::Budget)
      budgetIsNotNegative(composition.parts[i]);
  }
  row.allowed = {std::make_shared<const ChangeClass>(statedBy(composition, kind))};
  row.changes = ir::print(*row.allowed.front()->neighbourhood->recordAdjacency);
  return row;
}

/// What a mechanism has to show of an adjacency of its own.
void Composer::statementsAreSound() {
  proof::askRecordValues(context, solver, inquiry);
  const ir::RecordAdjacency &stated = *composition.head.recordAdjacency;
  if (!stated.along)
    return;
  Pairs pairs(composition, statedBy(composition), store);
  Pairs::Writer writer(pairs);
  ChangeClass edges = statedBy(composition);
  const ir::RecordAdjacency &same = *edges.neighbourhood->recordAdjacency;
  Term back = writer.reversed(*same.pair, *same.along);
  Evidence &step = record("symmetric", "", stated.along->range(), pairs.context(), writer.facts(), back);
  step.condition = Condition::Symmetric;
  step.subject = "`" + ir::print(*stated.along) + "`";
}

/// A premise is one of D and of D'.
void Composer::statedPremisesStay() {
  for (const proof::PremiseField &premise : proof::premiseFields(composition.head)) {
    Pairs pairs(composition, statedBy(composition), store);
    Pairs::Writer writer(pairs);
    const bool replaces = composition.head.recordAdjacency->kind == Kind::Replace;
    Term stays = replaces ? writer.keeps(*premise.field) : store.boolean(true);
    Evidence &step = record("premise-fixed." + premise.field->name, "", premise.range, pairs.context(),
                            writer.facts(), stays);
    step.condition = Condition::PremiseFixed;
    step.subject = "`" + premise.field->name + "`";
  }
}

/// What a part assumes of the data is assumed of every record of them, whether or not it is one of the two.
void Composer::assumedPremises(const ir::Part &part) {
  for (const ir::RecordPremise &premise : part.mechanism->premises) {
    const ir::RecordPremise &due =
        assumed.emplace_back(ir::substituted(premise, ir::argumentsOf(composition, part), copies.bound));
    ChangeClass any = anyRecordOf(composition);
    assumePremises(any, composition);
    Pairs pairs(composition, std::move(any), store);
    Pairs::Writer writer(pairs);
    Term goal = writer.isMet(due);
    const std::string text =
        "`" + ir::print(due) + "`, which `" + part.mechanism->name + "` assumes of the data,";
    Evidence &step =
        record("premise." + part.mechanism->name, text + " does not follow from what is assumed of them here",
               part.range, pairs.context(), writer.facts(), goal);
    step.advice = verdict::requireToo(composition.head, "let the composition assume it too", ir::print(due));
    if (step.isProved())
      step.sentence = text + " follows from what is assumed of them";
  }
}

/// The others are the same in r and r'.
Fields Composer::changingWhereStated() {
  Fields changing;
  for (const auto &field : composition.head.recordAdjacency->record->fields) {
    Pairs pairs(composition, statedBy(composition), store);
    Pairs::Writer writer(pairs);
    Term stays = writer.keeps(*field);
    if (!finds("keeps." + field->name, "stated neighbours have the same `" + field->name + "`",
               composition.head.recordAdjacency->range, pairs.context(), writer.facts(), stays))
      changing.insert(field.get());
  }
  return changing;
}

/// \param stride if it is there, numbers go so in each of exactly that many steps.
Evidence &Composer::askSteps(std::size_t number, Kind stated, const Fields &changing, unsigned steps,
                             std::optional<Stride> stride) {
  const ir::Part &part = composition.parts[number];
  ChangeClass within = statedBy(composition, stated);
  assumePremises(within, composition);
  Pairs pairs(composition, std::move(within), store);
  Pairs::Writer writer(pairs);
  Steps rows(writer, stated, *part.mechanism, *relations[relationOf[number]].allowed, changing);
  const Term reached = stride ? rows.walk(steps, *stride->length, stride->gait) : rows.reach(steps);
  const std::string call = "`" + ir::printCall(part) + "`";
  const std::string text =
      steps == 0 ? "no answer of " + call + " changes between stated neighbours"
      : steps == 1
          ? "stated neighbours are neighbours of " + call + ", or have its answers"
          : "stated neighbours are at most " + std::to_string(steps) + " steps of " + call + " apart";
  return record("inside." + part.mechanism->name, text, part.range, pairs.context(), writer.facts(), reached);
}

/// For more strides than a number of the text nobody asks.
unsigned Composer::longestWalk() const {
  unsigned longest = 2;
  const auto read = [&](const ir::ExpressionPtr &expression) {
    if (expression)
      ir::anyPart(*expression, [&](const ir::Expression &part) {
        const auto *literal = llvm::dyn_cast<ir::Number>(&part);
        if (literal && literal->value > Rational(longest))
          longest = literal->value < mostStrides
                        ? static_cast<unsigned>(Integer(-floorOf(-literal->value)).get_ui())
                        : mostStrides;
        return false;
      });
  };
  const ir::RecordAdjacency &stated = *composition.head.recordAdjacency;
  read(stated.along);
  if (stated.policy)
    read(stated.policy->formula);
  for (const ir::ExpressionPtr &requirement : composition.head.requirements)
    read(requirement);
  for (const auto &field : stated.record->fields) {
    read(field->low);
    read(field->high);
  }
  return longest;
}

/// The least number of steps, two or more, that is found for some stride. More are never too few, as the last
/// of them may stay where they are.
std::optional<unsigned> Composer::stridesTo(std::size_t number, const Fields &changing,
                                            std::shared_ptr<const Walk> &walk) {
  Pairs pairs(composition, statedBy(composition), store);
  Pairs::Writer writer(pairs);
  const Steps rows(writer, Kind::Replace, *composition.parts[number].mechanism,
                   *relations[relationOf[number]].allowed, changing);
  std::optional<unsigned> least;
  std::optional<Stride> best;
  const auto isEnough = [&](unsigned steps, const Stride &stride) {
    const bool is = askSteps(number, Kind::Replace, changing, steps, stride).isProved();
    inquiry.withdraw();
    return is;
  };
  std::vector<Stride> all;
  for (const Gait gait : rows.gaits())
    for (const ir::Expression *length : rows.strides())
      all.push_back({length, gait});
  for (const Stride &stride : all) {
    unsigned low = 2, high = least ? *least - 1 : longestWalk();
    if (high < low || !isEnough(high, stride))
      continue;
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (isEnough(middle, stride))
        high = middle;
      else
        low = middle + 1;
    }
    least = high;
    best = stride;
  }
  if (!least)
    return std::nullopt;
  if (askSteps(number, Kind::Replace, changing, *least, best).isProved()) {
    walk = std::make_shared<Walk>(Walk{ir::substituted(*best->length, {}), best->gait});
    return least;
  }
  inquiry.withdraw();
  return std::nullopt;
}

/// So many steps of a part pay for every stated pair: the least number for which that is proved.
std::optional<unsigned> Composer::stepsTo(std::size_t number, Kind stated, const Fields &mixed,
                                          bool mayBeOpen, std::shared_ptr<const Walk> &walk) {
  const ir::Part &part = composition.parts[number];
  const unsigned most = mostSteps(stated, *part.mechanism, mixed);
  for (unsigned steps = 0; steps <= most; ++steps) {
    if (askSteps(number, stated, mixed, steps).isProved())
      return steps;
    inquiry.withdraw();
  }
  if (stated == Kind::Replace)
    if (const auto strides = stridesTo(number, mixed, walk))
      return strides;
  if (mayBeOpen)
    return std::nullopt;
  Evidence &open = askSteps(number, stated, mixed, most);
  if (open.isProved())
    return most;
  open.sentence = "`" + ir::print(*composition.head.recordAdjacency) + "` is stated, and `" +
                  ir::printCall(part) + "` is not proved for all of it";
  open.advice = "state fewer neighbours, or compose parts that are proved for these";
  if (stated != composition.head.recordAdjacency->kind)
    return std::nullopt;
  if (auto pair = pairBeyond(number, mixed, most))
    composed.outside.push_back({composed.asked.size() - 1, std::move(*pair)});
  return std::nullopt;
}

/// For a message; nothing rests on it.
std::optional<proof::RecordWitness> Composer::pairBeyond(std::size_t number, const Fields &mixed,
                                                         unsigned most) {
  return proof::RecordTrials(context, solver, confirms).find([&](const proof::ConcreteRecords &) {
    Pairs::Writer writer(composition, context, elementsTried, copies);
    Steps steps(writer, composition.head.recordAdjacency->kind, *composition.parts[number].mechanism,
                *relations[relationOf[number]].allowed, mixed);
    std::vector<Term> reached = {steps.reach(most)};
    for (const Gait gait : steps.gaits())
      for (const ir::Expression *stride : steps.strides())
        reached.push_back(steps.walk(longestWalk(), *stride, gait));
    return store.negate(store.disjunction(std::move(reached)));
  });
}

} // namespace plumb::composition
