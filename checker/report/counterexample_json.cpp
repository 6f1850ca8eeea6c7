// SPDX-License-Identifier: Apache-2.0
#include "checker/report/counterexample_json.h"

#include "checker/report/json_text.h"
#include "checker/report/witness_json.h"

namespace plumb::report {

using llvm::json::OStream;

namespace {

/// Nothing where it is this value that counts.
void writeAny(OStream &json, bool any) {
  if (any)
    json.attribute("any", true);
}

void writeNamed(OStream &json, const std::string &name, const std::string &value, bool any) {
  json.object([&] {
    json.attribute("name", jsonText(name));
    json.attribute("value", jsonText(value));
    writeAny(json, any);
  });
}

void writeParameters(OStream &json, const std::vector<refutation::NamedNumber> &parameters) {
  json.attributeArray("parameters", [&] {
    for (const refutation::NamedNumber &parameter : parameters)
      writeNamed(json, parameter.element.name(), interpreter::print(parameter.value, parameter.sort),
                 parameter.any);
  });
}

void writeAnswers(OStream &json, const std::vector<refutation::NamedAnswers> &answers) {
  json.attributeArray("answers", [&] {
    for (const refutation::NamedAnswers &answer : answers)
      json.object([&] {
        json.attribute("name", jsonText(answer.element.name()));
        json.attribute("first", jsonText(interpreter::print(answer.first, answer.sort)));
        json.attribute("second", jsonText(interpreter::print(answer.second, answer.sort)));
        writeAny(json, answer.any);
      });
  });
}

void writeValue(OStream &json, const char *name, const std::optional<interpreter::FieldValue> &value,
                ir::Sort sort) {
  json.attribute(name, value ? jsonText(interpreter::print(*value, sort)) : nullptr);
}

void writeOthers(OStream &json, const refutation::NamedRecords &records) {
  json.attributeArray("others", [&] {
    for (const refutation::NamedRecords::Others &other : records.others)
      json.object([&] {
        json.attribute("copies", other.copies);
        json.attributeArray("fields", [&] {
          for (const refutation::NamedFieldValue &field : other.fields)
            json.object([&] {
              json.attribute("name", jsonText(field.element.name()));
              writeValue(json, "value", field.value, field.sort);
            });
        });
      });
  });
}

/// Nothing in the textbook form.
void writeRecords(OStream &json, const std::optional<refutation::NamedRecords> &records) {
  if (!records)
    return;
  json.attributeObject("records", [&] {
    json.attribute("name", jsonText(records->name));
    json.attributeArray("changed", [&] {
      for (const refutation::NamedField &field : records->changed)
        json.object([&] {
          json.attribute("name", jsonText(field.element.name()));
          writeValue(json, "first", field.first, field.sort);
          writeValue(json, "second", field.second, field.sort);
          writeAny(json, field.any);
        });
    });
    writeOthers(json, *records);
  });
}

/// The data of a run on D alone.
void writeRecordsOfRun(OStream &json, const std::optional<refutation::NamedRecords> &records) {
  if (!records)
    return;
  json.attributeObject("records", [&] {
    json.attribute("name", jsonText(records->name));
    if (records->isMissingFirst)
      json.attribute("one", nullptr);
    else
      json.attributeArray("one", [&] {
        for (const refutation::NamedField &field : records->changed)
          json.object([&] {
            json.attribute("name", jsonText(field.element.name()));
            writeValue(json, "value", field.first, field.sort);
            writeAny(json, field.any);
          });
      });
    writeOthers(json, *records);
  });
}

void writeNoise(OStream &json, const std::vector<refutation::NamedDraw> &noise) {
  json.attributeArray("noise", [&] {
    for (const refutation::NamedDraw &draw : noise)
      json.object([&] {
        json.attribute("name", jsonText(draw.name));
        json.attribute("first", jsonText(interpreter::toString(draw.first)));
        json.attribute("second", draw.second ? jsonText(interpreter::toString(*draw.second)) : nullptr);
        writeAny(json, draw.any);
      });
  });
}

void writeSteps(OStream &json, const std::vector<interpreter::Row> &steps) {
  json.attributeArray("steps", [&] {
    for (const interpreter::Row &row : steps)
      json.object([&] {
        json.attribute("statement", jsonText(row.statement));
        json.attribute("iteration", jsonText(row.iteration));
        json.attribute("first", jsonText(row.first));
        json.attribute("second", jsonText(row.second));
      });
  });
}

} // namespace

void writeCounterexample(OStream &json, const refutation::Counterexample &example) {
  json.attribute("condition", jsonText(interpreter::name(example.condition)));
  json.attribute("description", jsonText(example.description));
  writeParameters(json, example.parameters);
  writeAnswers(json, example.answers);
  writeRecords(json, example.records);
  writeNoise(json, example.noise);
  writeSteps(json, example.steps);
  json.attribute("cost", jsonText(interpreter::toString(example.cost)));
  json.attribute("epsilon", jsonText(interpreter::toString(example.epsilon)));
}

void writeBadRun(OStream &json, const refutation::Counterexample &example) {
  json.attribute("condition", jsonText(interpreter::name(example.condition)));
  json.attribute("description", jsonText(example.description));
  writeParameters(json, example.parameters);
  json.attributeArray("answers", [&] {
    for (const refutation::NamedAnswers &answer : example.answers)
      writeNamed(json, answer.element.name(), interpreter::print(answer.first, answer.sort), answer.any);
  });
  writeRecordsOfRun(json, example.records);
  json.attributeArray("noise", [&] {
    for (const refutation::NamedDraw &draw : example.noise)
      writeNamed(json, draw.name, interpreter::toString(draw.first), draw.any);
  });
  json.attributeArray("steps", [&] {
    for (const interpreter::Row &row : example.steps)
      json.object([&] {
        json.attribute("statement", jsonText(row.statement));
        json.attribute("iteration", jsonText(row.iteration));
        json.attribute("effect", jsonText(row.first));
      });
  });
}

void writeBadPair(OStream &json, const refutation::BadPair &pair) {
  json.attribute("description", jsonText(pair.description));
  writeParameters(json, pair.parameters);
  writeRecords(json, pair.records);
}

void writeBadParameters(OStream &json, const refutation::BadParameters &bad) {
  json.attribute("description", jsonText(bad.description));
  writeParameters(json, bad.parameters);
}

void writeEvent(OStream &json, const disproof::ToldQuestion &question) {
  writeParameters(json, question.parameters);
  writeAnswers(json, question.answers);
  writeRecords(json, question.records);
  json.attributeArray("event", [&] { json.value(jsonText(question.word)); });
}

static void writeLoss(OStream &json, const disproof::ToldQuestion &question) {
  json.attribute("loss", jsonText(question.loss));
  json.attribute("epsilon", jsonText(question.epsilon));
}

void writeQuestion(OStream &json, const disproof::ToldQuestion &question) {
  writeEvent(json, question);
  writeLoss(json, question);
}

/// Nothing where it is not known to stand for other parameters.
static void writeReach(OStream &json, const disproof::ToldReach &reach) {
  if (reach.sizes)
    json.attributeObject("sizes", [&] {
      json.attribute("name", jsonText(reach.sizes->size));
      json.attribute("least", jsonText(reach.sizes->least));
      json.attribute("beginning", jsonText(reach.sizes->word));
    });
  if (reach.budgets)
    json.attributeObject("budgets", [&] {
      json.attribute("name", jsonText(reach.budgets->budget));
      json.attribute("lossPerUnit", jsonText(reach.budgets->loss));
    });
}

void writeViolation(OStream &json, const disproof::Violation &violation) {
  writeEvent(json, violation.question);
  json.attribute("measure", violation.isDensity ? "density" : "probability");
  json.attribute("impossibleOnSecond", violation.isImpossibleOnSecond);
  json.attribute("firstLow", jsonText(violation.firstLow));
  json.attribute("firstHigh", jsonText(violation.firstHigh));
  json.attribute("secondLow", jsonText(violation.secondLow));
  json.attribute("secondHigh", jsonText(violation.secondHigh));
  writeLoss(json, violation.question);
  writeReach(json, violation.reach);
  if (violation.larger)
    json.attributeObject("larger", [&] { writeQuestion(json, *violation.larger); });
  json.attributeObject("witness", [&] { writeWitness(json, violation.witness, violation.byCells); });
}

void writeViolation(OStream &json, const disproof::ComposedViolation &violation) {
  writeParameters(json, violation.parameters);
  if (const auto &between = violation.between)
    json.attributeObject("between", [&] {
      json.attribute("parameter", jsonText(between->parameter));
      json.attribute("low", jsonText(interpreter::toString(between->low)));
      json.attribute("high", jsonText(interpreter::toString(between->high)));
    });
  writeAnswers(json, violation.answers);
  writeRecords(json, violation.records);
  json.attributeArray("parts", [&] {
    for (std::size_t i = 0; i < violation.parts.size(); ++i)
      json.object([&] {
        const disproof::PartLoss &part = violation.parts[i];
        json.attribute("part", jsonText(part.call));
        json.attribute("times", part.times);
        json.attribute("event", jsonText(part.word));
        json.attribute("loss", jsonText(part.loss));
        json.attributeObject("witness",
                             [&] { writeWitness(json, violation.witness.parts[i], part.byCells); });
        if (part.unsampledByCells)
          json.attributeObject("unsampled", [&] {
            writeWitness(json, violation.witness.unsampled[i], *part.unsampledByCells);
          });
      });
  });
  if (violation.sampledWith)
    json.attribute("sampledWith", jsonText(*violation.sampledWith));
  json.attribute("loss", jsonText(violation.loss));
  json.attribute("epsilon", jsonText(violation.epsilon));
  if (violation.isEpsilonAbove)
    json.attribute("epsilonIsAbove", true);
}

} // namespace plumb::report
