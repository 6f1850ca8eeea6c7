// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_neighbours.h"

#include "checker/proof/sensitivity.h"
#include "checker/report/explain_mathml.h"
#include "checker/report/sensitivity_check.h"
#include "frontend/ir/print_expression.h"

namespace plumb::report {

namespace {

void stated(Document &document, const Result &result) {
  std::vector<Line> items;
  for (const Assumption &assumption : result.assumptions)
    if (assumption.kind == Assumption::Kind::DifferenceSet)
      items.push_back(formula(assumption.text) +
                      line(" (stated in the program, not derived from records: an assumption)"));
  document.items(std::move(items));
}

std::string relation(const ir::RecordAdjacency &adjacency) {
  switch (adjacency.kind) {
  case ir::RecordAdjacency::Kind::Replace:
    return "D' has a record r' where D has r; all other records are the same.";
  case ir::RecordAdjacency::Kind::Add:
    return "D has one record r more than D'; all others are the same.";
  case ir::RecordAdjacency::Kind::Remove:
    return "D' has one record r' more than D; all others are the same.";
  case ir::RecordAdjacency::Kind::AddOrRemove:
    return "D has one record more than D', or one less; all others are the same.";
  }
  return {};
}

std::string subscripts(const ir::Variable &query) {
  std::string text;
  for (const ir::Variable *index : query.definition->indices)
    text += "[" + index->name + "]";
  return text;
}

/// "0 <= f[i] - f'[i] <= 1", as far as it is decided.
std::string differenceText(const ir::Variable &query, const proof::QuerySensitivity &derived) {
  std::string d = query.name + subscripts(query) + " - " + query.name + "'" + subscripts(query);
  bool falls = derived.decreasing.status == smt::Outcome::Proved;
  bool rises = derived.increasing.status == smt::Outcome::Proved;
  if (falls && rises)
    return d + " = 0";
  const std::string &most = derived.largest.text;
  bool bounded = derived.largest.kind == proof::DifferenceBound::Kind::Finite;
  if (!falls && !rises)
    return bounded ? "abs(" + d + ") <= " + most : "";
  std::string low = falls ? "0" : bounded ? "-(" + most + ")" : "", high = rises ? "0" : bounded ? most : "";
  return (low.empty() ? "" : low + " <= ") + d + (high.empty() ? "" : " <= " + high);
}

void derived(Document &document, const Result &result, const proof::EngineMaker &makeEngine) {
  const ir::Mechanism &mechanism = *result.mechanism;
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  std::string declarations = ir::print(*adjacency.record);
  if (adjacency.policy)
    declarations += "\n" + ir::print(*adjacency.policy);
  for (const auto &variable : mechanism.variables)
    if (variable->definition)
      declarations += "\n" + ir::print(*variable->definition);
  document.paragraph(code(ir::print(adjacency)) + line(": " + relation(adjacency) +
                                                       " A person with m records is protected as m records "
                                                       "are (event level)."));
  document.code(declarations, "plumb");
  document.paragraph(line("An answer is a sum over the records, so that `f - f'` is what r adds less what r' "
                          "adds. From that follows, and is proved:"));
  proof::Sensitivity sensitivity =
      proof::deriveSensitivity(mechanism, makeEngine, [&](const proof::RecordWitness &witness) {
        return confirms(mechanism, witness);
      });
  std::vector<Line> items;
  for (const proof::QuerySensitivity &query : sensitivity.queries) {
    std::string difference = differenceText(*query.query, query);
    if (difference.empty())
      items.push_back(code(query.query->name) + line(": no bound is known"));
    else
      items.push_back(formula(difference) +
                      line(query.onlyOne.status == smt::Outcome::Proved && query.query->isArray()
                               ? ", and at most one answer changes"
                               : ""));
  }
  document.items(std::move(items));
}

} // namespace

void explainNeighbours(Document &document, const Result &result, const proof::EngineMaker &makeEngine) {
  document.heading(2, line("Which data sets are neighbours"));
  if (result.mechanism->recordAdjacency)
    derived(document, result, makeEngine);
  else
    stated(document, result);
}

} // namespace plumb::report
