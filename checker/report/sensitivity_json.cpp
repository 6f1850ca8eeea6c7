// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_json.h"

#include "checker/report/assumption.h"
#include "checker/report/json_text.h"

#include <llvm/Support/raw_ostream.h>

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

Object named(const std::vector<std::pair<std::string, std::string>> &texts) {
  Object object;
  for (const auto &[name, text] : texts)
    object[name] = jsonText(text);
  return object;
}

Value recordValue(const ir::Record &record, const std::optional<proof::RecordModel> &model, bool isFirst,
                  const RecordFamily::Growth *growth) {
  return model ? Value(named(fieldTexts(record, *model, isFirst, growth))) : Value(nullptr);
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
  return Object{{"parameters", named(parameterTexts(mechanism, *witness))},
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
                {"bound", isFinite ? Value(bound.text) : Value(nullptr)},
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

Value reportValue(const SensitivityReport &report) {
  const ir::Mechanism &mechanism = *report.mechanism;
  Array assumptions;
  for (const Assumption &assumption : assumptionsOf(mechanism))
    if (assumption.kind == Assumption::Kind::DifferenceSet ||
        assumption.kind == Assumption::Kind::DataPremise)
      assumptions.push_back(jsonText(assumption.text));
  const auto &adjacency = mechanism.recordAdjacency;
  return Object{{"file", jsonText(report.path)},
                {"mechanism", report.isWritten ? jsonText(mechanism.name) : Value(nullptr)},
                {"adjacency", adjacency ? jsonText(ir::print(*adjacency)) : Value(nullptr)},
                {"assumptions", std::move(assumptions)},
                {"derived", report.derived ? derivedValue(mechanism, *report.derived) : Value(nullptr)}};
}

} // namespace

std::string sensitivityJson(const std::string &version, const std::vector<SensitivityReport> &reports,
                            const std::vector<FiledDiagnostic> &diagnostics, int exitCode) {
  Array results;
  for (const SensitivityReport &report : reports)
    results.push_back(reportValue(report));
  // The frame is that of every report.
  Value document = llvm::cantFail(llvm::json::parse(jsonReport(version, {}, diagnostics, exitCode)));
  (*document.getAsObject())["results"] = std::move(results);
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.value(document);
  stream << "\n";
  return stream.str();
}

} // namespace plumb::report
