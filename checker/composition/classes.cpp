// SPDX-License-Identifier: Apache-2.0
//
// Which changes are looked at, and what each part costs on them.

#include "checker/composition/composer.h"
#include "checker/proof/premise_fields.h"

#include <algorithm>
#include <iterator>

namespace plumb::composition {

using proof::Status;
using smt::Term;

namespace {

std::string nameOf(const ir::Part &part) {
  return "`" + ir::printCall(part) + "`";
}

} // namespace

/// A premise about the data is one of D and of D', so no part may let change what any part's premise speaks
/// of.
void Composer::premisesStay() {
  const auto &adjacency = composition.head->recordAdjacency;
  for (const proof::PremiseField &premise : proof::premiseFields(*composition.head))
    for (const ir::Part &part : composition.parts) {
      Pairs pairs(composition, allowedBy(composition, part), store);
      Pairs::Writer writer(pairs);
      const bool replaces = adjacency->kind == ir::RecordAdjacency::Kind::Replace;
      Term stays = replaces ? writer.keeps(*premise.field) : store.boolean(true);
      const std::string field = "`" + premise.field->name + "`";
      Step &step = record(unique("fixed." + premise.field->name + "." + part.mechanism->name), "", part.range,
                          pairs.context(), writer.facts(), stays);
      step.text = step.status == Status::Proved
                      ? nameOf(part) + " does not let " + field + " change, of which a premise speaks"
                      : "a premise speaks of " + field + ", which " + nameOf(part) + " lets change";
      step.advice = "let each part keep this field public, or take it out of the premise";
    }
}

/// The clauses are one assumption that all parts share.
void Composer::statedDifferences() {
  addRow("the stated difference set", std::vector<Charge>(composition.parts.size(), Charge::Budget));
}

/// Each attribute that some part lets change alone, and then all of them at once. A pair of the union that is
/// in no row but the last changes some of them, so it is in the last.
void Composer::byAttributes() {
  Fields changing;
  for (const ir::Part &part : composition.parts)
    changing.merge(sensitiveFields(part));
  for (const auto &field : composition.head->recordAdjacency->record->fields)
    if (changing.count(field.get()))
      attributesChange("changes of `" + field->name + "`" + (changing.size() > 1 ? " alone" : ""),
                       {field.get()});
  if (changing.size() != 1)
    attributesChange("changes of all attributes at once", changing);
}

void Composer::attributesChange(const std::string &changes, const Fields &fields) {
  Pairs pairs(composition, someAllow(composition, fields), store);
  std::string about = fields.size() == 1 ? (*fields.begin())->name : "all";
  std::vector<Charge> charges;
  for (const ir::Part &part : composition.parts)
    charges.push_back(answersStay(part, pairs, {}, about) ? Charge::Nothing
                                                          : chargeByAttributes(part, pairs, fields, about));
  addRow(changes, std::move(charges));
}

/// The pairs differ only in \p fields. Let r'' be r with what the part calls sensitive taken from r'. If each
/// such value may change in r, the part allows r''. And r' differs from r'' only in fields that the part
/// calls public; if no answer shows these, Pr[m(D) in S] <= exp(eps) Pr[m(D'') in S] = exp(eps) Pr[m(D') in
/// S].
Charge Composer::chargeByAttributes(const ir::Part &part, Pairs &pairs, const Fields &fields,
                                    const std::string &about) {
  Pairs::Writer changes(pairs);
  Term sensitive = changes.allowsSensitive(part);
  if (!finds("allows." + part.mechanism->name + "." + about,
             nameOf(part) + " lets change what it calls sensitive", part.range, pairs, changes.facts(),
             sensitive))
    return Charge::Unbounded;
  Fields sensitiveOnes = sensitiveFields(part), rest;
  std::set_difference(fields.begin(), fields.end(), sensitiveOnes.begin(), sensitiveOnes.end(),
                      std::inserter(rest, rest.end()));
  return rest.empty() || showsNothingOf(part, rest, about) ? Charge::Budget : Charge::Unbounded;
}

/// No answer depends on \p fields.
bool Composer::showsNothingOf(const ir::Part &part, const Fields &fields, const std::string &about) {
  const ir::Record &record = *composition.head->recordAdjacency->record;
  Fields kept;
  for (const auto &field : record.fields)
    if (!fields.count(field.get()))
      kept.insert(field.get());
  Pairs pairs(composition, agreeIn(record, kept), store);
  Pairs::Writer writer(pairs);
  Term same = writer.answersStay(part);
  return finds("depends." + part.mechanism->name + "." + about,
               "no answer of " + nameOf(part) + " depends on what changes and it calls public", part.range,
               pairs, writer.facts(), same);
}

bool Composer::answersStay(const ir::Part &part, Pairs &pairs, const std::vector<Term> &known,
                           const std::string &about) {
  Pairs::Writer writer(pairs);
  for (Term fact : known)
    writer.know(fact);
  Term same = writer.answersStay(part);
  return finds("unchanged." + part.mechanism->name + "." + about, "no answer of " + nameOf(part) + " changes",
               part.range, pairs, writer.facts(), same);
}

/// The pairs that all parts allow, and for each part those that it allows and some other does not. Together
/// these are all that some part allows.
void Composer::byRelation() {
  allAllow();
  for (std::size_t i = 0; i < composition.parts.size(); ++i)
    onlySomeAllow(i);
}

/// What no answer of a part shows for the pairs of one part, it does not show for those of all.
void Composer::allAllow() {
  std::vector<Charge> charges;
  for (const ir::Part &part : composition.parts) {
    Charge charge = Charge::Budget;
    for (const ir::Part &other : composition.parts) {
      Pairs pairs(composition, allowedBy(composition, other), store);
      if (charge == Charge::Budget && answersStay(part, pairs, {}, "all"))
        charge = Charge::Nothing;
    }
    charges.push_back(charge);
  }
  bool replaces = composition.head->recordAdjacency->kind == ir::RecordAdjacency::Kind::Replace;
  addRow(replaces ? "a pair that all parts allow" : ir::print(*composition.head->recordAdjacency),
         std::move(charges));
}

void Composer::onlySomeAllow(std::size_t position) {
  const ir::Part &allowing = composition.parts[position];
  Pairs pairs(composition, allowedBy(composition, allowing), store);
  std::vector<Term> each;
  Pairs::Writer writer(pairs);
  for (const ir::Part &part : composition.parts)
    if (&part != &allowing)
      each.push_back(writer.allows(part));
  Term all = store.conjunction(std::move(each));
  if (all.op() == smt::Operator::True ||
      finds("within." + allowing.mechanism->name, "all parts allow what " + nameOf(allowing) + " allows",
            allowing.range, pairs, writer.facts(), all))
    return;
  std::string changes = composition.parts.size() == 2
                            ? "a pair that only " + nameOf(allowing) + " allows"
                            : "a pair that " + nameOf(allowing) + " allows, but not every part";
  for (const Row &row : composed.ledger)
    if (row.changes == changes)
      return; // The same part once more.
  std::vector<Term> known = writer.facts();
  known.push_back(store.negate(all));
  std::vector<Charge> charges;
  for (const ir::Part &part : composition.parts)
    charges.push_back(&part == &allowing ? Charge::Budget
                                         : chargeIfAllowed(part, pairs, known, allowing.mechanism->name));
  addRow(std::move(changes), std::move(charges));
}

/// \param known what holds of the pairs besides.
Charge Composer::chargeIfAllowed(const ir::Part &part, Pairs &pairs, const std::vector<Term> &known,
                                 const std::string &about) {
  if (answersStay(part, pairs, known, about))
    return Charge::Nothing;
  Pairs::Writer writer(pairs);
  for (Term fact : known)
    writer.know(fact);
  Term allowed = store.disjunction({writer.allows(part), writer.answersStay(part)});
  return finds("allows." + part.mechanism->name + "." + about,
               nameOf(part) + " allows it, or none of its answers changes", part.range, pairs, writer.facts(),
               allowed)
             ? Charge::Budget
             : Charge::Unbounded;
}

} // namespace plumb::composition
