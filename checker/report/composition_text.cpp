// SPDX-License-Identifier: Apache-2.0
#include "checker/report/composition_text.h"

#include "checker/report/text_report.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>

namespace plumb::report {

using composition::Charge;
using composition::Row;
using smt::Outcome;

namespace {

/// Behind the text of a row. One that costs nothing need not be about anybody.
std::string_view populationText(const Row &row) {
  if (row.population == composition::Population::None)
    return " (no two records differ so)";
  const bool costs = std::any_of(row.charges.begin(), row.charges.end(),
                                 [](Charge charge) { return charge != Charge::Nothing; });
  return costs && row.population == composition::Population::Unknown
             ? " (no neighbours that differ so are known to have different answers)"
             : "";
}

bool isFinite(const Row &row) {
  for (Charge charge : row.charges)
    if (charge == Charge::Unbounded)
      return false;
  return true;
}

std::string claimText(const CompositionResult &result) {
  return "private(" + ir::printPromoted(*result.composition->head->guarantee.epsilon) + ")";
}

std::string rowText(const CompositionResult &result, const Row &row) {
  if (!isFinite(row))
    return "  not protected: " + row.changes + ": " + chargesText(result, row) + "\n";
  std::string total = row.total.empty() ? "a sum that is no quotient of terms" : row.total;
  return "  ledger: " + row.changes + ": " + total + ", that is " + chargesText(result, row) +
         std::string(populationText(row)) + "\n";
}

std::string foundation(const CompositionResult &result) {
  const ir::Mechanism &head = *result.composition->head;
  std::string text;
  if (head.guarantee.epsilon)
    text += "  guarantee: " + claimText(result) +
            " for each of these changes, also if later parts are chosen from "
            "earlier outputs (adaptive composition)\n";
  if (head.recordAdjacency)
    text += "  neighbours: " + ir::print(*head.recordAdjacency) +
            " as the parts allow, one record (event level)\n";
  for (const Assumption &assumption : result.assumptions)
    text += assumptionLine(assumption);
  return text;
}

Diagnostic openPart(const CompositionResult &result, std::size_t position) {
  const ir::Part &part = result.composition->parts[position];
  return {DiagnosticKind::PartNotProved,
          part.range,
          {part.mechanism->name, result.partVerdicts[position], result.composition->head->name},
          {},
          "a composition adds up what is proved of its parts; mend the part first"};
}

Diagnostic unprotected(const CompositionResult &result, const Row &row) {
  const ir::Composition &composition = *result.composition;
  Diagnostic diagnostic{DiagnosticKind::ChangeNotProtected,
                        composition.head->nameRange,
                        {composition.head->name, row.changes},
                        {},
                        "let this part allow the change too, or ask nothing in it that the change can show"};
  for (std::size_t i = 0; i < row.charges.size(); ++i)
    if (row.charges[i] == Charge::Unbounded)
      diagnostic.notes.push_back({"it is not proved that `" + ir::printCall(composition.parts[i]) +
                                      "` allows them all, nor that all its answers stay the same",
                                  composition.parts[i].range});
  return diagnostic;
}

Diagnostic overBudget(const CompositionResult &result, const Row &row) {
  const ir::Mechanism &head = *result.composition->head;
  std::string total = row.total.empty() ? "a sum that is no quotient of terms" : row.total;
  return {
      DiagnosticKind::SumOverBudget,
      head.guarantee.range,
      {row.changes, total, head.guarantee.epsilon ? ir::printPromoted(*head.guarantee.epsilon) : "anything"},
      {},
      "give the parts smaller budgets, run them less often, or guarantee less privacy"};
}

} // namespace

std::string textReport(const CompositionResult &result, const std::string &path) {
  std::string text = reportHead(path, result.composition->head->name, verdictText(result));
  for (const Row &row : result.composed.rows())
    text += rowText(result, row);
  return result.isProved() ? text + foundation(result) : text;
}

void reportFindings(const CompositionResult &result, DiagnosticSink &sink) {
  for (std::size_t position : result.composed.openParts())
    sink.report(openPart(result, position));
  for (const Evidence &evidence : result.composed.evidence())
    if (!evidence.isProved() && evidence.condition != verdict::Condition::Sum)
      sink.report(evidence.finding());
  for (const Row &row : result.composed.rows())
    if (!isFinite(row))
      sink.report(unprotected(result, row));
    else if (!row.isProtected())
      sink.report(overBudget(result, row));
}

} // namespace plumb::report
