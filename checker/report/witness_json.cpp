// SPDX-License-Identifier: Apache-2.0
#include "checker/report/witness_json.h"

#include "checker/report/json_text.h"

namespace plumb::report {

using interpreter::Exact;
using llvm::json::OStream;

namespace {

llvm::json::Value numberText(const Exact &number) {
  return jsonText(interpreter::toString(number));
}

void writeNumbers(OStream &json, const char *name, llvm::ArrayRef<Exact> numbers) {
  json.attributeArray(name, [&] {
    for (const Exact &number : numbers)
      json.value(numberText(number));
  });
}

void writeWord(OStream &json, const interpreter::Output &word) {
  json.attributeArray("cells", [&] {
    for (const interpreter::Cell &cell : word.cells)
      json.object([&] {
        json.attribute("cell", jsonText(interpreter::cellName(cell)));
        json.attribute("tag", cell.tag ? jsonText(cell.tag->name) : "none");
        writeNumbers(json, "values", cell.values);
      });
  });
  const interpreter::Result &result = word.result;
  if (result.kind == interpreter::Result::Kind::Nothing)
    return json.attribute("result", nullptr);
  json.attributeObject("result", [&] {
    json.attributeArray("indices", [&] {
      for (std::int64_t index : result.selection.indices)
        json.value(index);
    });
    if (result.kind == interpreter::Result::Kind::Scalar)
      writeNumbers(json, "values", result.scalar);
    else
      writeNumbers(json, "values", result.selection.values);
  });
}

/// The attributes of a linear form.
void writeForm(OStream &json, const witness::LinearForm &form) {
  json.attribute("constant", numberText(form.constant));
  json.attributeArray("terms", [&] {
    for (const witness::LinearForm::Term &term : form.terms)
      json.object([&] {
        json.attribute("draw", static_cast<std::int64_t>(term.draw));
        json.attribute("coefficient", numberText(term.coefficient));
      });
  });
}

void writePath(OStream &json, const witness::Path &path) {
  json.attributeArray("draws", [&] {
    for (const witness::Draw &draw : path.draws)
      json.object([&] {
        json.attribute("name", jsonText(draw.name));
        json.attribute("law", jsonText(std::string(ir::name(draw.law))));
        json.attribute("sort", jsonText(std::string(ir::name(draw.sort))));
        json.attribute("scale", numberText(draw.scale));
        if (draw.value)
          json.attributeObject("value", [&] { writeForm(json, *draw.value); });
        else
          json.attribute("value", nullptr);
      });
  });
  json.attributeArray("tests", [&] {
    for (const witness::Test &test : path.tests)
      json.object([&] {
        writeForm(json, test.form);
        json.attribute("strict", test.isStrict);
      });
  });
  json.attribute("jacobian", numberText(path.jacobian));
}

void writeSide(OStream &json, const std::vector<witness::Path> &paths, const std::string &lowByCells,
               const std::string &highByCells) {
  json.attribute("lowByCells", jsonText(lowByCells));
  json.attribute("highByCells", jsonText(highByCells));
  json.attributeArray("paths", [&] {
    for (const witness::Path &path : paths)
      json.object([&] { writePath(json, path); });
  });
}

} // namespace

void writeWitness(OStream &json, const witness::Witness &witness, const disproof::ByCells &byCells) {
  json.attribute("claim", numberText(witness.claim));
  json.attribute("rank", static_cast<std::int64_t>(witness.rank));
  writeWord(json, witness.word);
  json.attributeObject("first",
                       [&] { writeSide(json, witness.firstPaths, byCells.firstLow, byCells.firstHigh); });
  json.attributeObject("second",
                       [&] { writeSide(json, witness.secondPaths, byCells.secondLow, byCells.secondHigh); });
}

} // namespace plumb::report
