// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_result.h"

#include "checker/report/entry.h"
#include "checker/report/json_text.h"
#include "frontend/ir/open_channel.h"

#include <algorithm>

namespace plumb::report {

using channel::Result;
using channel::Violation;
using ir::Channel;
using llvm::json::OStream;

namespace {

std::string classNames(const Channel &channel, const std::vector<std::size_t> &numbers) {
  std::string text;
  for (std::size_t number : numbers)
    text += (text.empty() ? "" : " | ") + channel.classes[number].name;
  return text;
}

/// e^budget; of ln(a) simply (a).
std::string power(const Channel &channel, const ir::ChannelTerm &budget) {
  return budget.kind == ir::ChannelTerm::Kind::Logarithm
             ? "(" + ir::print(channel, *budget.operands.front()) + ")"
             : "exp(" + ir::print(channel, budget) + ")";
}

} // namespace

std::string meaning(const Channel &channel, const Channel::Notion &notion) {
  const std::string bound = "Q(y|x) <= " + power(channel, *notion.budget) + " * Q(y|x')";
  switch (notion.kind) {
  case Channel::Notion::Kind::Ldp:
    return bound + " for all x, x' and y";
  case Channel::Notion::Kind::Osldp:
    return bound + " for all x in " + classNames(channel, notion.sensitive) + ", all x' and y";
  case Channel::Notion::Kind::KeepsTypes:
    return "each y in " + classNames(channel, notion.guarded) + " is reached from x in " +
           classNames(channel, notion.sensitive) +
           " alone; each other y that is reached is reached from one x, not in " +
           classNames(channel, notion.sensitive);
  case Channel::Notion::Kind::Uldp:
    break;
  }
  const std::string guarded = classNames(channel, notion.guarded);
  return bound + " for all x, x' and every y " +
         (channel.isBitwise ? "whose bits outside of " + guarded + " are 0" : "in " + guarded) +
         "; each other y that is reached is reached from one x, not in " +
         classNames(channel, notion.sensitive);
}

std::string triedText(const Result &result) {
  if (!result.firstInstance())
    return "no table was small enough to be tried in full";
  std::string text = result.instances() == 1
                         ? std::string("1 small table tried in full")
                         : std::to_string(result.instances()) + " small tables tried in full";
  std::string values;
  for (const channel::Counterexample::Value &value : *result.firstInstance())
    values += (values.empty() ? "" : ", ") + value.name + " = " + value.value;
  if (!values.empty())
    text += (result.instances() == 1 ? ", at " : ", the first at ") + values;
  return text;
}

namespace {

/// "s = 2, eps = ln(4)"
std::string listed(const std::vector<channel::Counterexample::Value> &values) {
  std::string text;
  for (const channel::Counterexample::Value &value : values)
    text += (text.empty() ? "" : ", ") + value.name + " = " + value.value;
  return text;
}

std::string smallestText(const channel::Filling &filling) {
  const std::string text = "of all ratios of entries the largest, and no smaller one was found";
  if (!filling.tightAt)
    return text;
  return "tight" + (filling.tightAt->empty() ? std::string() : " at " + listed(*filling.tightAt)) +
         ": a hundredth less of its power of e is too little";
}

std::string evidenceText(const Result &result) {
  std::size_t byCoefficients = 0, byProducts = 0;
  for (const verdict::Evidence &evidence : result.evidence()) {
    byCoefficients += evidence.engine == "coefficients" ? 1 : 0;
    byProducts += evidence.engine == "products" ? 1 : 0;
  }
  std::string text = std::to_string(byCoefficients) + " obligations by the signs of coefficients";
  if (byProducts > 0)
    text += ", " + std::to_string(byProducts) + " as sums of products of requirements";
  return text + "; all certificates checked exactly; " + triedText(result);
}

} // namespace

/// What to do about entries that are no distributions.
static std::string helpForTable(const Violation &violation) {
  switch (violation.kind) {
  case Violation::Kind::RowSum:
    return violation.value < 1
               ? "the entries of a row sum to 1 for all parameters: let a rule say where the rest goes"
               : "the entries of a row sum to 1 for all parameters: make some of them smaller";
  case Violation::Kind::Undefined:
    return "divisors, and what stands in `ln`, are positive for all parameters that meet `requires`: say "
           "there what keeps them so";
  case Violation::Kind::NotAProbability:
  case Violation::Kind::NegativeBudget:
  case Violation::Kind::Ratio:
  case Violation::Kind::SensitiveReaches:
  case Violation::Kind::OpenReaches:
  case Violation::Kind::TwoInputs:
    break;
  }
  return "an entry is from 0 to 1 for all parameters that meet `requires`: correct it, or require more";
}

static std::string helpForNotion(const Violation &violation) {
  switch (violation.kind) {
  case Violation::Kind::SensitiveReaches:
  case Violation::Kind::OpenReaches:
  case Violation::Kind::TwoInputs:
    return "an output that is not protected comes from one input, which is not sensitive: change the entry, "
           "or say in the notion which outputs are protected";
  case Violation::Kind::NegativeBudget:
    return "let `requires` keep the budget from being negative";
  case Violation::Kind::NotAProbability:
  case Violation::Kind::RowSum:
  case Violation::Kind::Undefined:
  case Violation::Kind::Ratio:
    break;
  }
  return "make the two entries more alike, or guarantee more: written as `?`, the budget is looked for";
}

std::string failureText(const channel::Counterexample &failure) {
  std::string values;
  for (const channel::Counterexample::Value &value : failure.values)
    values += (values.empty() ? " (" : ", ") + value.name + " = " + value.value;
  return describe(failure.violation) + (values.empty() ? "" : values + ")");
}

std::vector<Assumption> assumptionsOf(const Channel &channel) {
  std::vector<Assumption> assumptions;
  for (const Channel::Requirement &requirement : channel.requirements)
    assumptions.push_back({Assumption::Kind::Premise, ir::print(channel, requirement), requirement.range});
  std::string names;
  for (const Channel::Parameter &parameter : channel.parameters)
    if (!parameter.isOpen)
      names += (names.empty() ? "" : ", ") + parameter.name;
  for (const Channel::Map &map : channel.maps)
    names += (names.empty() ? "" : ", ") + map.name;
  if (!names.empty())
    assumptions.push_back({Assumption::Kind::PublicParameters,
                           "chosen without looking at the input x: " + names, channel.nameRange});
  return assumptions;
}

ChannelResult::ChannelResult(Result made, channel::Filling filled)
    : result(std::move(made)), filling(std::move(filled)) {
  verdict = result.verdict();
  assumptions = assumptionsOf(channel());
}

ChannelResult check(ir::Channel &channel, const channel::EngineMaker &makeEngine,
                    const channel::IsText &isText) {
  channel::Filling filling;
  if (ir::hasHoles(channel))
    filling = channel::fill(channel, makeEngine, isText);
  return ChannelResult(channel::check(channel, makeEngine), std::move(filling));
}

std::vector<std::string> ChannelResult::guarantees() const {
  std::vector<std::string> texts;
  for (const Channel::Notion &notion : channel().notions)
    texts.push_back(ir::print(channel(), notion) + ": " + meaning(channel(), notion));
  return texts;
}

std::string ChannelResult::details() const {
  if (!isProved())
    return {};
  std::string text;
  for (const channel::Filling::Found &found : filling.found)
    text += entry("found", found.clause);
  for (const std::string &other : filling.others)
    text += entry("also", other);
  if (filling.isSmallestFound)
    text += entry("smallest", smallestText(filling));
  for (const std::string &guarantee : guarantees())
    text += entry("guarantee", guarantee);
  return text + entry("evidence", evidenceText(result));
}

std::vector<Diagnostic> ChannelResult::findings() const {
  const auto one = [&](DiagnosticKind kind, SourceRange range, std::string message, std::string help = {}) {
    return std::vector<Diagnostic>{{kind, range, {std::move(message)}, {}, std::move(help)}};
  };
  const std::string subject = "`" + name() + "`";
  switch (verdict) {
  case Verdict::Proved:
    return {};
  case Verdict::Vacuous:
    return one(DiagnosticKind::VacuousPremises, nameRange(),
               subject + " exists for no parameters, or protects nobody: none meet the requirements and "
                         "leave two inputs to "
                         "compare, and a sensitive one where only those are protected",
               "weaken `requires`, write ranges instead of equations, or give the classes more members");
  case Verdict::NoChannel: {
    const channel::Counterexample &failure = *result.counterexample();
    std::vector<Diagnostic> told =
        one(DiagnosticKind::NotADistribution, failure.rules.empty() ? nameRange() : failure.rules.back(),
            subject + " is no channel: " + failureText(failure), helpForTable(failure.violation));
    for (std::size_t i = 0; i + 1 < failure.rules.size(); ++i)
      told.back().notes.push_back({"the row has entries of this rule, too", failure.rules[i]});
    return told;
  }
  case Verdict::NotPrivate: {
    const channel::Counterexample &failure = *result.counterexample();
    const Channel::Notion &notion = channel().notions[*failure.notion];
    std::vector<Diagnostic> told =
        one(DiagnosticKind::NotionViolated, notion.range,
            subject + " is not " + ir::print(channel(), notion) + ": " + failureText(failure),
            helpForNotion(failure.violation));
    for (const SourceRange rule : failure.rules)
      told.back().notes.push_back({"an entry of this rule", rule});
    return told;
  }
  case Verdict::NotProved:
  case Verdict::IllFormed:
  case Verdict::ClaimFalse:
  case Verdict::OtherAlignment:
    break;
  }
  if (ir::hasHoles(channel())) {
    const auto hole = std::find_if(channel().parameters.begin(), channel().parameters.end(),
                                   [](const Channel::Parameter &parameter) { return parameter.isOpen; });
    std::vector<Diagnostic> open = one(DiagnosticKind::NotionOpen, hole->range,
                                       subject + " is not decided: nothing was found for what is left open",
                                       "write it down; what is found is proved as if you had written it");
    for (const std::string &reason : filling.conflict)
      open.back().notes.push_back({reason, std::nullopt});
    return open;
  }
  if (!result.unsupported().empty())
    return one(DiagnosticKind::NotionOpen, nameRange(), subject + " is not decided: " + result.unsupported());
  std::vector<Diagnostic> open;
  for (const Evidence &evidence : obligations())
    if (!evidence.isProved())
      open.push_back(evidence.finding());
  return open;
}

std::string ChannelResult::counters() const {
  return std::to_string(obligations().size()) + " obligations, " + std::to_string(result.questions()) +
         " questions, " + std::to_string(result.instances()) + " small tables tried in full";
}

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
  case Violation::Kind::OpenReaches:
    return "openReaches";
  case Violation::Kind::TwoInputs:
    return "twoInputs";
  }
  return "undefined";
}

} // namespace

void writeValues(OStream &json, const std::vector<channel::Counterexample::Value> &values) {
  for (const channel::Counterexample::Value &value : values)
    json.object([&] {
      json.attribute("name", jsonText(value.name));
      json.attribute("value", jsonText(value.value));
    });
}

void writeFirstTable(OStream &json,
                     const std::optional<std::vector<channel::Counterexample::Value>> &values) {
  if (!values)
    return json.attribute("firstTable", nullptr);
  json.attributeArray("firstTable", [&] { writeValues(json, *values); });
}

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

void ChannelResult::writeGuarantees(OStream &json) const {
  json.attributeArray("guarantees", [&] {
    for (const std::string &guarantee : guarantees())
      json.value(jsonText(guarantee));
  });
}

void ChannelResult::writeTrials(OStream &json) const {
  json.attribute("tablesTried", static_cast<std::int64_t>(result.instances()));
  writeFirstTable(json, result.firstInstance());
}

void ChannelResult::writeClaims(OStream &json) const {
  if (!filling.found.empty())
    json.attributeArray("found", [&] {
      for (const channel::Filling::Found &found : filling.found)
        json.value(jsonText(found.clause));
    });
  if (!filling.others.empty())
    json.attributeArray("also", [&] {
      for (const std::string &other : filling.others)
        json.value(jsonText(other));
    });
  if (filling.isSmallestFound)
    json.attribute("tight", filling.tightAt.has_value());
  if (filling.tightAt)
    json.attributeArray("tightAt", [&] { writeValues(json, *filling.tightAt); });
  json.attributeArray("guarantees", [&] {
    for (const Channel::Notion &notion : channel().notions)
      json.object([&] {
        json.attribute("notion", jsonText(print(channel(), notion)));
        json.attribute("meaning", jsonText(meaning(channel(), notion)));
      });
  });
}

void ChannelResult::writeDetails(OStream &json) const {
  writeTrials(json);
  if (!result.counterexample())
    return json.attribute("counterexample", nullptr);
  const channel::Counterexample &failure = *result.counterexample();
  json.attributeObject("counterexample", [&] {
    json.attribute("guarantee", jsonText(failure.notion ? print(channel(), channel().notions[*failure.notion])
                                                        : std::string()));
    json.attributeArray("parameters", [&] { writeValues(json, failure.values); });
    json.attributeBegin("violation");
    writeViolation(json, failure.violation);
    json.attributeEnd();
  });
}

} // namespace plumb::report
