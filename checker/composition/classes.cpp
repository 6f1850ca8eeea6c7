// SPDX-License-Identifier: Apache-2.0
//
// Which changes are looked at, and what each part costs on them.

#include "checker/composition/composer.h"
#include "checker/proof/premise_fields.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <iterator>

namespace plumb::composition {

using smt::Outcome;
using smt::Term;

namespace {

std::string nameOf(const ir::Part &part) {
  return "`" + ir::printCall(part) + "`";
}

using Classes = std::vector<std::shared_ptr<const ChangeClass>>;

std::shared_ptr<const ChangeClass> kept(ChangeClass changes) {
  return std::make_shared<const ChangeClass>(std::move(changes));
}

} // namespace

/// What is asked of a part on some pairs depends on its queries and its neighbours alone.
std::size_t Composer::firstAlike(std::size_t part) const {
  std::size_t first = 0;
  while (composition.parts[first].mechanism != composition.parts[part].mechanism ||
         relationOf[first] != relationOf[part])
    ++first;
  return first;
}

std::vector<Charge> Composer::chargeEach(llvm::function_ref<Charge(std::size_t part)> charge) {
  std::vector<Charge> charges;
  for (std::size_t i = 0; i < composition.parts.size(); ++i) {
    const std::size_t first = firstAlike(i);
    charges.push_back(first < i ? charges[first] : charge(i));
  }
  return charges;
}

/// The different neighbouring relations of the parts, by the first part that has each.
void Composer::findRelations() {
  for (std::size_t i = 0; i < composition.parts.size(); ++i) {
    auto changes = kept(allowedBy(composition, composition.parts[i]));
    auto known = std::find_if(relations.begin(), relations.end(), [&](const Relation &relation) {
      return ir::isSameAdjacency(*relation.allowed->neighbourhood->recordAdjacency,
                                 *changes->neighbourhood->recordAdjacency);
    });
    relationOf.push_back(static_cast<std::size_t>(known - relations.begin()));
    if (known == relations.end())
      relations.push_back({i, std::move(changes)});
  }
}

/// A premise about the data is one of D and of D', so no part may let change what any part's premise speaks
/// of.
void Composer::premisesStay() {
  const auto &adjacency = composition.head.recordAdjacency;
  for (const proof::PremiseField &premise : proof::premiseFields(composition.head))
    for (const Relation &relation : relations) {
      const ir::Part &part = composition.parts[relation.part];
      Pairs pairs(composition, allowedBy(composition, part), store);
      Pairs::Writer writer(pairs);
      const bool replaces = adjacency->kind == ir::RecordAdjacency::Kind::Replace;
      Term stays = replaces ? writer.keeps(*premise.field) : store.boolean(true);
      const std::string field = "`" + premise.field->name + "`";
      Evidence &step = record("fixed." + premise.field->name + "." + part.mechanism->name, "", part.range,
                              pairs.context(), writer.facts(), stays);
      step.sentence = step.status == Outcome::Proved
                          ? nameOf(part) + " does not let " + field + " change, of which a premise speaks"
                          : "a premise speaks of " + field + ", which " + nameOf(part) + " lets change";
      step.advice = "let each part keep this field public, or take it out of the premise";
    }
}

/// The clauses are one assumption that all parts share.
void Composer::statedDifferences() {
  addRow("the stated difference set", std::vector<Charge>(composition.parts.size(), Charge::Budget), {}, {});
}

/// Each attribute that some part lets change alone, and then all of them at once. A pair of the union that is
/// in no row but the last changes some of them, so it is in the last.
void Composer::byAttributes() {
  const Fields changing = changingFields(composition);
  for (const auto &field : composition.head.recordAdjacency->record->fields)
    if (changing.count(field.get()))
      attributesChange("changes of `" + field->name + "`" + (changing.size() > 1 ? " alone" : ""),
                       {field.get()});
  if (changing.size() != 1)
    attributesChange("changes of all attributes at once", changing);
}

void Composer::attributesChange(const std::string &changes, const Fields &fields) {
  Pairs pairs(composition, someAllow(composition, fields), store);
  const About about{fields.size() == 1 ? (*fields.begin())->name : "all", "for " + changes + ", "};
  addRow(changes, chargeEach([&](std::size_t i) {
           const ir::Part &part = composition.parts[i];
           return answersStay(part, pairs, {}, about) ? Charge::Nothing
                                                      : chargeByAttributes(part, pairs, fields, about);
         }),
         {kept(someAllow(composition, fields))}, {});
}

/// The pairs differ only in \p fields. Let r'' be r with what the part calls sensitive taken from r'. If each
/// such value may change in r, the part allows r''. And r' differs from r'' only in fields that the part
/// calls public; if no answer shows these, Pr[m(D) in S] <= exp(eps) Pr[m(D'') in S] = exp(eps) Pr[m(D') in
/// S].
Charge Composer::chargeByAttributes(const ir::Part &part, Pairs &pairs, const Fields &fields,
                                    const About &about) {
  Pairs::Writer changes(pairs);
  Term sensitive = changes.allowsSensitive(part);
  if (!finds("allows." + part.mechanism->name + "." + about.key,
             about.words + nameOf(part) + " lets change what it calls sensitive", part.range, pairs.context(),
             changes.facts(), sensitive))
    return Charge::Unbounded;
  Fields sensitiveOnes = sensitiveFields(part), rest;
  std::set_difference(fields.begin(), fields.end(), sensitiveOnes.begin(), sensitiveOnes.end(),
                      std::inserter(rest, rest.end()));
  return rest.empty() || showsNothingOf(part, rest, about) ? Charge::Budget : Charge::Unbounded;
}

/// No answer depends on \p fields.
bool Composer::showsNothingOf(const ir::Part &part, const Fields &fields, const About &about) {
  const ir::Record &record = *composition.head.recordAdjacency->record;
  Fields kept;
  for (const auto &field : record.fields)
    if (!fields.count(field.get()))
      kept.insert(field.get());
  Pairs pairs(composition, agreeIn(record, kept), store);
  Pairs::Writer writer(pairs);
  Term same = writer.answersStay(*part.mechanism);
  return finds("depends." + part.mechanism->name + "." + about.key,
               about.words + "no answer of " + nameOf(part) + " depends on what changes and it calls public",
               part.range, pairs.context(), writer.facts(), same);
}

bool Composer::answersStay(const ir::Part &part, Pairs &pairs, const std::vector<Term> &known,
                           const About &about) {
  Pairs::Writer writer(pairs);
  for (Term fact : known) // Says which pairs are asked about.
    writer.know(fact);
  Term same = writer.answersStay(*part.mechanism);
  return finds("unchanged." + part.mechanism->name + "." + about.key,
               about.words + "no answer of " + nameOf(part) + " changes", part.range, pairs.context(),
               writer.facts(), same);
}

/// The pairs that all parts allow, and for each part those that it allows and some other does not. Together
/// these are all that some part allows.
void Composer::byRelation() {
  allAllow();
  for (std::size_t i = 0; i < relations.size(); ++i)
    onlySomeAllow(i);
  // Where some part does not allow a pair, another one may be charged whose answers stay.
  for (std::size_t i = 0; i < composition.parts.size(); ++i)
    if (std::any_of(composed.ledger.begin(), composed.ledger.end(),
                    [&](const Row &row) { return !row.notAll.empty() && row.charges[i] == Charge::Budget; }))
      budgetIsNotNegative(composition.parts[i]);
}

/// What no answer of a part shows for the pairs of one part, it does not show for those of all.
void Composer::allAllow() {
  Classes all;
  for (const Relation &relation : relations)
    all.push_back(relation.allowed);
  std::vector<Charge> charges = chargeEach([&](std::size_t i) {
    return std::any_of(relations.begin(), relations.end(),
                       [&](const Relation &relation) {
                         Pairs pairs(composition, allowedBy(composition, composition.parts[relation.part]),
                                     store);
                         return answersStay(
                             composition.parts[i], pairs, {},
                             {"all", "for what " + nameOf(composition.parts[relation.part]) + " allows, "});
                       })
               ? Charge::Nothing
               : Charge::Budget;
  });
  bool replaces = composition.head.recordAdjacency->kind == ir::RecordAdjacency::Kind::Replace;
  addRow(replaces ? "a pair that all parts allow" : ir::print(*composition.head.recordAdjacency),
         std::move(charges), std::move(all), {});
}

void Composer::onlySomeAllow(std::size_t number) {
  const Relation &relation = relations[number];
  const ir::Part &allowing = composition.parts[relation.part];
  Pairs pairs(composition, allowedBy(composition, allowing), store);
  Classes others;
  for (const Relation &other : relations)
    if (&other != &relation)
      others.push_back(other.allowed);
  Pairs::Writer writer(pairs);
  Term all = writer.allowsAll(others);
  if (all.op() == smt::Operator::True ||
      finds("within." + allowing.mechanism->name, "all parts allow what " + nameOf(allowing) + " allows",
            allowing.range, pairs.context(), writer.facts(), all))
    return;
  std::vector<Term> known = writer.facts();
  known.push_back(store.negate(all));
  const std::string only = "for what " + nameOf(allowing) + " allows and not every part, ";
  std::vector<Charge> charges = chargeEach([&](std::size_t i) {
    return i == relation.part ? Charge::Budget
                              : chargeIfAllowed(i, pairs, known, {allowing.mechanism->name, only});
  });
  addRow(composition.parts.size() == 2 ? "a pair that only " + nameOf(allowing) + " allows"
                                       : "a pair that " + nameOf(allowing) + " allows, but not every part",
         std::move(charges), {relation.allowed}, std::move(others));
}

/// \param known what holds of the pairs besides.
Charge Composer::chargeIfAllowed(std::size_t number, Pairs &pairs, const std::vector<Term> &known,
                                 const About &about) {
  const ir::Part &part = composition.parts[number];
  if (answersStay(part, pairs, known, about))
    return Charge::Nothing;
  Pairs::Writer writer(pairs);
  for (Term fact : known) // As in answersStay.
    writer.know(fact);
  Term allowed = store.disjunction(
      {writer.allows(*relations[relationOf[number]].allowed), writer.answersStay(*part.mechanism)});
  return finds("allows." + part.mechanism->name + "." + about.key,
               about.words + nameOf(part) + " allows it, or none of its answers changes", part.range,
               pairs.context(), writer.facts(), allowed)
             ? Charge::Budget
             : Charge::Unbounded;
}

} // namespace plumb::composition
