// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_json.h"

#include "checker/report/channel_report.h"
#include "checker/report/evidence_json.h"
#include "checker/report/json_text.h"

namespace plumb::report {

using channel::Result;
using channel::Violation;
using ir::Channel;
using llvm::json::OStream;

namespace {

std::string_view word(Violation::Kind kind) {
  switch (kind) {
  case Violation::Kind::NotAProbability:
    return "notAProbability";
  case Violation::Kind::RowSum:
    return "rowSum";
  case Violation::Kind::Undefined:
    return "undefined";
  case Violation::Kind::NegativeBudget:
    return "negativeBudget";
  case Violation::Kind::Ratio:
    return "ratio";
  case Violation::Kind::SensitiveReaches:
    return "sensitiveReaches";
  case Violation::Kind::TwoInputs:
    return "twoInputs";
  }
  return "undefined";
}

void writeValues(OStream &json, const std::vector<channel::Counterexample::Value> &values) {
  for (const channel::Counterexample::Value &value : values)
    json.object([&] {
      json.attribute("name", jsonText(value.name));
      json.attribute("value", jsonText(value.value));
    });
}

/// What is wrong, with the inputs, the output and the numbers that it is about.
void writeViolation(OStream &json, const Violation &violation) {
  json.object([&] {
    json.attribute("kind", jsonText(word(violation.kind)));
    json.attribute("description", jsonText(describe(violation)));
    json.attribute("x", jsonText(violation.x));
    json.attribute("otherX", jsonText(violation.otherX));
    json.attribute("y", jsonText(violation.y));
    json.attribute("value", jsonText(toString(violation.value)));
    json.attribute("otherValue", jsonText(toString(violation.other)));
    json.attribute("bound", jsonText(toString(violation.bound)));
  });
}

} // namespace

void writeTried(OStream &json, const Result &result) {
  json.attribute("tablesTried", static_cast<std::int64_t>(result.instances()));
  if (!result.firstInstance())
    return json.attribute("firstTable", nullptr);
  json.attributeArray("firstTable", [&] { writeValues(json, *result.firstInstance()); });
}

namespace {

void writeFailure(OStream &json, const Result &result) {
  if (!result.counterexample())
    return json.attribute("counterexample", nullptr);
  const channel::Counterexample &failure = *result.counterexample();
  json.attributeObject("counterexample", [&] {
    json.attribute("guarantee", jsonText(failure.notion ? print(result.channel(),
                                                                result.channel().notions[*failure.notion])
                                                        : std::string()));
    json.attributeArray("parameters", [&] { writeValues(json, failure.values); });
    json.attributeBegin("violation");
    writeViolation(json, failure.violation);
    json.attributeEnd();
  });
}

} // namespace

void writeChannel(OStream &json, const Result &result, const std::string &path) {
  const Channel &channel = result.channel();
  json.object([&] {
    json.attribute("file", jsonText(path));
    json.attribute("channel", jsonText(channel.name));
    json.attribute("verdict", jsonText(verdictText(result)));
    json.attributeArray("guarantees", [&] {
      for (const Channel::Notion &notion : channel.notions)
        json.object([&] {
          json.attribute("notion", jsonText(print(channel, notion)));
          json.attribute("meaning", jsonText(meaning(channel, notion)));
        });
    });
    json.attributeArray("assumptions", [&] {
      for (const Assumption &assumption : assumptionsOf(result))
        json.value(jsonText(assumptionText(assumption)));
    });
    writeObligations(json, result.evidence());
    writeTried(json, result);
    writeFailure(json, result);
  });
}

void writeTable(OStream &json, const TableVerdict &verdict) {
  json.object([&] {
    json.attribute("file", jsonText(verdict.path));
    json.attribute("notion", jsonText(verdict.notion));
    json.attributeArray("sensitive", [&] {
      for (const std::string &input : verdict.sensitive)
        json.value(jsonText(input));
    });
    json.attributeArray("protected", [&] {
      for (const std::string &output : verdict.guarded)
        json.value(jsonText(output));
    });
    if (verdict.violation) {
      json.attribute("smallest", nullptr);
      json.attributeBegin("violation");
      writeViolation(json, *verdict.violation);
      json.attributeEnd();
      return;
    }
    json.attributeObject("smallest", [&] {
      json.attribute("bound", jsonText(toString(verdict.smallest.bound)));
      json.attribute("epsLow", jsonText(toString(verdict.eps.low)));
      json.attribute("epsHigh", jsonText(toString(verdict.eps.high)));
      json.attribute("x", jsonText(verdict.smallest.x));
      json.attribute("otherX", jsonText(verdict.smallest.otherX));
      json.attribute("y", jsonText(verdict.smallest.y));
    });
    json.attribute("violation", nullptr);
  });
}

} // namespace plumb::report
