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

Value pairValue(const ir::Mechanism &mechanism, const std::optional<RecordWitness> &witness,
                const RecordFamily::Growth *growth = nullptr) {
  if (!witness)
    return nullptr;
  const ir::Record &record = *mechanism.recordAdjacency->record;
  Array changes;
  if (!growth)
    for (const RecordWitness::Change &change : witness->changes)
      changes.push_back(
          Object{{"answer", jsonText(answerText(change))}, {"difference", toString(change.difference)}});
  return Object{{"parameters", textsByName(parameterTexts(mechanism, *witness))},
                {"r", recordValue(record, witness->first, true, growth)},
                {"r'", recordValue(record, witness->second, false, growth)},
                {"differences", std::move(changes)}};
}

Value boundValue(const ir::Mechanism &mechanism, const DifferenceBound &bound) {
  bool isFinite = bound.kind == DifferenceBound::Kind::Finite;
  const char *kind = isFinite                                        ? "finite"
                     : bound.kind == DifferenceBound::Kind::Infinite ? "infinite"
                                                                     : "not decided";
  return Object{{"kind", kind},
                {"bound", isFinite ? jsonText(ir::printPromoted(*bound.most)) : Value(nullptr)},
                {"attained", pairValue(mechanism, bound.attained)},
                {"family", bound.family ? pairValue(mechanism, bound.family->pair, &bound.family->growth)
                                        : Value(nullptr)}};
}

Value propertyValue(const ir::Mechanism &mechanism, const DifferenceProperty &property) {
  const char *status = property.status == smt::Outcome::Proved    ? "proved"
                       : property.status == smt::Outcome::Refuted ? "refuted"
                                                                  : "not decided";
  return Object{{"status", status}, {"against", pairValue(mechanism, property.against)}};
}

Value queryValue(const ir::Mechanism &mechanism, const QuerySensitivity &query) {
  return Object{{"query", query.query ? jsonText(queryText(*query.query)) : Value(nullptr)},
                {"largest", boundValue(mechanism, query.largest)},
                {"l1", boundValue(mechanism, query.sum)},
                {"decreasing", propertyValue(mechanism, query.decreasing)},
                {"increasing", propertyValue(mechanism, query.increasing)},
                {"atMostOneChanges", propertyValue(mechanism, query.onlyOne)}};
}

Value derivedValue(const ir::Mechanism &mechanism, const proof::Sensitivity &derived) {
  Array queries;
  for (const QuerySensitivity &query : derived.queries)
    queries.push_back(queryValue(mechanism, query));
  return Object{{"neighbours", pairValue(mechanism, derived.neighbours)},
                {"queries", std::move(queries)},
                {"together", derived.together ? queryValue(mechanism, *derived.together) : Value(nullptr)}};
}

} // namespace

void SensitivityResult::writeClaims(llvm::json::OStream &json) const {
  const auto &adjacency = mechanism->recordAdjacency;
  json.attribute("adjacency", adjacency ? jsonText(ir::print(*adjacency)) : Value(nullptr));
}

void SensitivityResult::writeDetails(llvm::json::OStream &json) const {
  json.attribute("derived", derived ? derivedValue(*mechanism, *derived) : Value(nullptr));
}

} // namespace plumb::report
