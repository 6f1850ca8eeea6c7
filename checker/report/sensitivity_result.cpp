// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_result.h"

#include "checker/relational/walk.h"
#include "checker/report/entry.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::report {

using proof::DifferenceBound;
using proof::DifferenceProperty;
using proof::QuerySensitivity;
using proof::RecordFamily;
using proof::RecordWitness;
using smt::Outcome;

namespace {

std::string elementText(const proof::ElementValue &element, ir::Sort sort) {
  if (element.isNone)
    return "none";
  return sort == ir::Sort::Bool ? (element.number == 0 ? "false" : "true") : toString(element.number);
}

/// "M", "M + 3", "-M - 1".
std::string grownText(const Rational &start, bool falls) {
  std::string text = falls ? "-M" : "M";
  if (start != 0)
    text += (start > 0 ? " + " : " - ") + toString(abs(start));
  return text;
}

std::string arrayText(const std::vector<std::string> &elements, bool isArray) {
  std::string text;
  for (const std::string &element : elements)
    text += (text.empty() ? "" : ", ") + element;
  return isArray ? "[" + text + "]" : text;
}

std::string recordText(const ir::Record &record, const std::optional<proof::RecordModel> &model, bool isFirst,
                       const RecordFamily::Growth *growth) {
  std::string name = isFirst ? "r" : "r'", text;
  if (!model)
    return "no " + name;
  for (const auto &[field, value] : fieldTexts(record, *model, isFirst, growth))
    text += (text.empty() ? "" : ", ") + field + ": " + value;
  return name + " = {" + text + "}";
}

/// \param query whose answers are of interest; null: all.
std::string pairText(const ir::Neighbourhood &neighbourhood, const RecordWitness &witness,
                     const ir::Variable *query, const RecordFamily::Growth *growth = nullptr) {
  std::string text;
  for (const auto &[name, value] : parameterTexts(neighbourhood, witness))
    text += name + " = " + value + ", ";
  const ir::Record &record = *neighbourhood.recordAdjacency->record;
  text += recordText(record, witness.first, true, growth) + ", " +
          recordText(record, witness.second, false, growth);
  if (growth)
    return text + "; an answer changes by M or more, for every M >= 0";
  std::string changes;
  for (const RecordWitness::Change &change : witness.changes)
    if (!query || change.query == query)
      changes += (changes.empty() ? "; " : ", ") + answerText(change) + " changes by " +
                 toString(Rational(-change.difference));
  return text + (changes.empty() ? "; no answer changes" : changes);
}

class Lines {
public:
  explicit Lines(const ir::Neighbourhood &of) : neighbourhood(of) {}
  const std::string &text() const { return all; }

  void add(unsigned indent, const std::string &line) { all += std::string(indent, ' ') + line + "\n"; }
  void pair(const std::string &label, const std::optional<RecordWitness> &witness) {
    if (witness)
      add(6, label + ": " + pairText(neighbourhood, *witness, shown));
  }

  void bound(const std::string &label, const DifferenceBound &bound) {
    switch (bound.kind) {
    case DifferenceBound::Kind::Finite: {
      // No pair shows of a term over sizes that it is the least for all of them.
      const bool isNumber = !ir::reads(*bound.most, ir::Variable::Role::Parameter);
      add(4, label + ": " + (isNumber && bound.attained ? "" : "at most ") + ir::printPromoted(*bound.most));
      // 0 is attained by any pair.
      if (const auto *number = llvm::dyn_cast<ir::Number>(bound.most.get()); !number || number->value != 0)
        pair(isNumber ? "attained" : "reached", bound.attained);
      return;
    }
    case DifferenceBound::Kind::Infinite:
      add(4, label + ": infinite");
      add(6, "for example: " + pairText(neighbourhood, bound.family->pair, shown, &bound.family->growth));
      return;
    case DifferenceBound::Kind::Undecided:
      add(4, label + ": not decided, no finite bound was found");
    }
  }

  void direction(const DifferenceProperty &decreasing, const DifferenceProperty &increasing) {
    auto is = [](const DifferenceProperty &property, Outcome status) { return property.status == status; };
    bool falls = is(decreasing, Outcome::Proved), rises = is(increasing, Outcome::Proved);
    std::string word = falls && rises ? "constant"
                       : falls        ? "decreasing"
                       : rises        ? "increasing"
                       : is(decreasing, Outcome::Refuted) && is(increasing, Outcome::Refuted)
                           ? "neither decreasing nor increasing"
                           : "not decided";
    if ((falls || rises) && (is(decreasing, Outcome::Unknown) || is(increasing, Outcome::Unknown)))
      word += ", perhaps constant";
    add(4, "direction: " + word);
    pair("not decreasing", decreasing.against);
    pair("not increasing", increasing.against);
  }

  void onlyOne(const DifferenceProperty &property) {
    add(4, property.status == Outcome::Proved    ? "changes: at most one answer"
           : property.status == Outcome::Refuted ? "changes: several answers"
                                                 : "changes: not decided whether at most one answer");
    pair("for example", property.against);
  }

  void query(const std::string &title, const QuerySensitivity &query, bool hasManyAnswers) {
    shown = query.query;
    add(2, title);
    bound(hasManyAnswers ? "sensitivity of each answer, and L-infinity" : "sensitivity", query.largest);
    direction(query.decreasing, query.increasing);
    if (!hasManyAnswers)
      return;
    onlyOne(query.onlyOne);
    bound("L1 sensitivity", query.sum);
  }

private:
  const ir::Neighbourhood &neighbourhood;
  /// The query that is being spoken of; null: all of them.
  const ir::Variable *shown = nullptr;
  std::string all;
};

void addDerived(Lines &lines, const proof::Sensitivity &derived) {
  for (const QuerySensitivity &query : derived.queries)
    lines.query(queryText(*query.query), query, query.query->isArray());
  if (derived.together)
    lines.query("all queries together", *derived.together, true);
  for (const Evidence &evidence : derived.evidence)
    if (!evidence.isProved())
      lines.add(2, "not decided: " + evidence.text());
  if (derived.hasValues() && !derived.neighbours)
    lines.add(2, "not decided: no pair of neighbours was found; perhaps there is none");
}

} // namespace

std::string queryText(const ir::Variable &query) {
  std::string text = query.name;
  for (std::size_t i = 0; i < query.extents.size(); ++i)
    text += "[" + query.definition->indices[i]->name + " in 0 .. " + ir::printBound(*query.extents[i]) + "]";
  return text;
}

std::string answerText(const RecordWitness::Change &change) {
  std::string text = change.query->name;
  for (long index : change.indices)
    text += "[" + std::to_string(index) + "]";
  return text;
}

std::vector<std::pair<std::string, std::string>> parameterTexts(const ir::Neighbourhood &neighbourhood,
                                                                const RecordWitness &witness) {
  std::set<const ir::Variable *> mentioned;
  const ir::RecordAdjacency &adjacency = *neighbourhood.recordAdjacency;
  for (const ir::Expression *formula : {adjacency.when.get(), adjacency.along.get()})
    if (formula)
      relational::collectVariables(*formula, mentioned);
  for (const ir::RecordPremise &premise : neighbourhood.premises)
    relational::collectVariables(*premise.formula, mentioned);
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto &variable : neighbourhood.variables) {
    auto found = witness.parameters.find(variable->name);
    if (found == witness.parameters.end() ||
        (!variable->fileSize && !mentioned.count(&ir::identityOf(*variable))))
      continue;
    std::vector<std::string> numbers;
    for (const Rational &number : found->second)
      numbers.push_back(elementText({number, false}, variable->sort));
    texts.emplace_back(variable->name, arrayText(numbers, variable->isArray()));
  }
  return texts;
}

std::vector<std::pair<std::string, std::string>> fieldTexts(const ir::Record &record,
                                                            const proof::RecordModel &model, bool isFirst,
                                                            const RecordFamily::Growth *growth) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto &field : record.fields) {
    const std::vector<proof::ElementValue> &elements = model.at(field->name);
    bool grows = growth && growth->field == field.get() && (isFirst ? growth->inFirst : growth->inSecond);
    std::vector<std::string> values;
    for (std::size_t i = 0; i < elements.size(); ++i)
      values.push_back(grows && growth->element == i ? grownText(elements[i].number, growth->falls)
                                                     : elementText(elements[i], field->sort));
    texts.emplace_back(field->name, arrayText(values, !field->extents.empty()));
  }
  return texts;
}

SensitivityResult::SensitivityResult(const ir::Neighbourhood &of, std::optional<proof::Sensitivity> found)
    : neighbourhood(&of), derived(std::move(found)) {
  if (derived ? derived->isDecided() : !openClause())
    verdict = Verdict::Proved;
  for (Assumption &assumption : assumptionsOf(of))
    if (assumption.kind == Assumption::Kind::DifferenceSet ||
        assumption.kind == Assumption::Kind::DataPremise)
      assumptions.push_back(std::move(assumption));
}

const std::vector<Evidence> &SensitivityResult::obligations() const {
  static const std::vector<Evidence> none;
  return derived ? derived->evidence : none;
}

const ir::Difference *SensitivityResult::openClause() const {
  for (const ir::Difference &difference : neighbourhood->adjacency)
    if (difference.openDirection.isOpen || difference.openBound.isOpen)
      return &difference;
  return nullptr;
}

std::vector<Diagnostic> SensitivityResult::findings() const {
  std::vector<Diagnostic> list;
  if (const ir::Difference *open = openClause())
    list.push_back(
        {DiagnosticKind::StaysOpen,
         open->range,
         {"what `" + open->query->name + "` may differ by is left open, and nothing is assumed of it yet"},
         {},
         "write it; `plumb fill` finds what the guarantee affords"});
  for (const Evidence &evidence : obligations())
    if (!evidence.isProved())
      list.push_back(evidence.finding());
  return list;
}

std::string SensitivityResult::verdictText() const {
  return !isProved() ? "not decided" : derived ? "derived" : "stated";
}

std::string SensitivityResult::details() const {
  std::string text;
  if (const auto &adjacency = neighbourhood->recordAdjacency)
    text = entry("neighbours", ir::print(*adjacency) + ", one record (event level)");
  // What is known of it at all rests on them.
  if (!isProved())
    for (const Assumption &assumption : assumptions)
      text += "  " + assumptionText(assumption) + "\n";
  return text;
}

std::string SensitivityResult::closing() const {
  Lines lines(*neighbourhood);
  if (derived)
    addDerived(lines, *derived);
  return lines.text();
}

} // namespace plumb::report
