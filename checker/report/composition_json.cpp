// SPDX-License-Identifier: Apache-2.0
#include "checker/report/composition_json.h"

#include "checker/report/evidence_json.h"
#include "checker/report/json_text.h"
#include "frontend/ir/print_expression.h"

namespace plumb::report {

using composition::Charge;
using composition::Population;
using composition::Row;
using llvm::json::OStream;

namespace {

std::string_view word(Charge charge) {
  switch (charge) {
  case Charge::Unbounded:
    break;
  case Charge::Budget:
    return "budget";
  case Charge::Nothing:
    return "nothing";
  }
  return "unbounded";
}

/// Is there a pair of records of which the row speaks?
std::string_view word(Population population) {
  switch (population) {
  case Population::Some:
    return "some";
  case Population::None:
    return "none";
  case Population::Unknown:
    break;
  }
  return "unknown";
}

void writeRow(OStream &json, const Row &row) {
  json.object([&] {
    json.attribute("changes", jsonText(row.changes));
    json.attribute("protected", row.isProtected());
    json.attribute("total", jsonText(row.total));
    json.attribute("pairs", jsonText(word(row.population)));
    json.attributeArray("charges", [&] {
      for (Charge charge : row.charges)
        json.value(jsonText(word(charge)));
    });
  });
}

} // namespace

void writeComposition(OStream &json, const CompositionResult &result, const std::string &path) {
  const ir::Composition &composition = *result.composition;
  const ir::ExpressionPtr &claimed = composition.head->guarantee.epsilon;
  json.object([&] {
    json.attribute("file", jsonText(path));
    json.attribute("composition", jsonText(composition.head->name));
    json.attribute("verdict", jsonText(verdictText(result)));
    json.attribute("guarantee", jsonText(claimed ? "private(" + ir::printPromoted(*claimed) + ")" : ""));
    json.attributeArray("parts", [&] {
      for (std::size_t i = 0; i < composition.parts.size(); ++i)
        json.object([&] {
          json.attribute("part", jsonText(ir::print(composition.parts[i])));
          json.attribute("verdict", jsonText(result.partVerdicts[i]));
        });
    });
    json.attributeArray("ledger", [&] {
      for (const Row &row : result.composed.rows())
        writeRow(json, row);
    });
    json.attributeArray("assumptions", [&] {
      for (const Assumption &assumption : result.assumptions)
        json.value(jsonText(assumption.text));
    });
    writeObligations(json, result.composed.evidence());
  });
}

} // namespace plumb::report
