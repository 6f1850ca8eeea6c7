// SPDX-License-Identifier: Apache-2.0
#include "checker/report/json_text.h"
#include "checker/report/sensitivity_result.h"
#include "frontend/ir/print_expression.h"

namespace plumb::report {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using proof::DifferenceBound;
using proof::DifferenceProperty;
using proof::QuerySensitivity;
using proof::RecordFamily;
using proof::RecordWitness;

namespace {

Value recordValue(const ir::Record &record, const std::optional<proof::RecordModel> &model, bool isFirst,
                  const RecordFamily::Growth *growth) {
  return model ? Value(textsByName(fieldTexts(record, *model, isFirst, growth))) : Value(nullptr);
}

Value pairValue(const ir::Neighbourhood &neighbourhood, const std::optional<RecordWitness> &witness,
                const RecordFamily::Growth *growth = nullptr) {
  if (!witness)
    return nullptr;
  const ir::Record &record = *neighbourhood.recordAdjacency->record;
  Array changes;
  if (!growth)
    for (const RecordWitness::Change &change : witness->changes)
      changes.push_back(
          Object{{"answer", jsonText(answerText(change))}, {"difference", toString(change.difference)}});
  return Object{{"parameters", textsByName(parameterTexts(neighbourhood, *witness))},
                {"r", recordValue(record, witness->first, true, growth)},
                {"r'", recordValue(record, witness->second, false, growth)},
                {"differences", std::move(changes)}};
}

Value boundValue(const ir::Neighbourhood &neighbourhood, const DifferenceBound &bound) {
  bool isFinite = bound.kind == DifferenceBound::Kind::Finite;
  const char *kind = isFinite                                        ? "finite"
                     : bound.kind == DifferenceBound::Kind::Infinite ? "infinite"
                                                                     : "not decided";
  return Object{{"kind", kind},
                {"bound", isFinite ? jsonText(ir::printPromoted(*bound.most)) : Value(nullptr)},
                {"attained", pairValue(neighbourhood, bound.attained)},
                {"family", bound.family ? pairValue(neighbourhood, bound.family->pair, &bound.family->growth)
                                        : Value(nullptr)}};
}

Value propertyValue(const ir::Neighbourhood &neighbourhood, const DifferenceProperty &property) {
  const char *status = property.status == smt::Outcome::Proved    ? "proved"
                       : property.status == smt::Outcome::Refuted ? "refuted"
                                                                  : "not decided";
  return Object{{"status", status}, {"against", pairValue(neighbourhood, property.against)}};
}

Value queryValue(const ir::Neighbourhood &neighbourhood, const QuerySensitivity &query) {
  return Object{{"query", query.query ? jsonText(queryText(*query.query)) : Value(nullptr)},
                {"largest", boundValue(neighbourhood, query.largest)},
                {"l1", boundValue(neighbourhood, query.sum)},
                {"decreasing", propertyValue(neighbourhood, query.decreasing)},
                {"increasing", propertyValue(neighbourhood, query.increasing)},
                {"atMostOneChanges", propertyValue(neighbourhood, query.onlyOne)}};
}

Value derivedValue(const ir::Neighbourhood &neighbourhood, const proof::Sensitivity &derived) {
  Array queries;
  for (const QuerySensitivity &query : derived.queries)
    queries.push_back(queryValue(neighbourhood, query));
  return Object{
      {"neighbours", pairValue(neighbourhood, derived.neighbours)},
      {"queries", std::move(queries)},
      {"together", derived.together ? queryValue(neighbourhood, *derived.together) : Value(nullptr)}};
}

} // namespace

void SensitivityResult::writeClaims(llvm::json::OStream &json) const {
  const auto &adjacency = neighbourhood->recordAdjacency;
  json.attribute("adjacency", adjacency ? jsonText(ir::print(*adjacency)) : Value(nullptr));
}

void SensitivityResult::writeDetails(llvm::json::OStream &json) const {
  json.attribute("derived", derived ? derivedValue(*neighbourhood, *derived) : Value(nullptr));
}

} // namespace plumb::report
