// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_report.h"

#include "checker/report/entry.h"

#include <algorithm>

namespace plumb::report {

using channel::Result;
using channel::Verdict;
using ir::Channel;

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

std::string failureText(const channel::Counterexample &failure) {
  std::string values;
  for (const channel::Counterexample::Value &value : failure.values)
    values += (values.empty() ? " (" : ", ") + value.name + " = " + value.value;
  return describe(failure.violation) + (values.empty() ? "" : values + ")");
}

std::vector<Assumption> assumptionsOf(const Result &result) {
  const Channel &channel = result.channel();
  std::vector<Assumption> assumptions;
  for (const Channel::Requirement &requirement : channel.requirements)
    assumptions.push_back({Assumption::Kind::Premise, ir::print(channel, requirement), requirement.range});
  std::string names;
  for (const Channel::Parameter &parameter : channel.parameters)
    names += (names.empty() ? "" : ", ") + parameter.name;
  for (const Channel::Map &map : channel.maps)
    names += (names.empty() ? "" : ", ") + map.name;
  if (!names.empty())
    assumptions.push_back({Assumption::Kind::PublicParameters,
                           "chosen without looking at the input x: " + names, channel.nameRange});
  return assumptions;
}

std::string verdictText(const Result &result) {
  return verdict::text(result.verdict(), assumptionsOf(result).size());
}

std::string textReport(const Result &result, const std::string &path) {
  const Channel &channel = result.channel();
  std::string text = onOneLine(path) + ": " + channel.name + ": " + verdictText(result) + "\n";
  if (result.verdict() != Verdict::Proved)
    return text;
  for (const Channel::Notion &notion : channel.notions)
    text += entry("guarantee", ir::print(channel, notion) + ": " + meaning(channel, notion));
  text += entry("evidence", evidenceText(result));
  for (const Assumption &assumption : assumptionsOf(result))
    text += "  " + assumptionText(assumption) + "\n";
  return text;
}

void reportFindings(const Result &result, DiagnosticSink &sink) {
  const Channel &channel = result.channel();
  const auto report = [&](DiagnosticKind kind, SourceRange range, std::string message,
                          std::string help = {}) {
    sink.report(kind, range, {std::move(message)}, std::move(help));
  };
  switch (result.verdict()) {
  case Verdict::Proved:
    return;
  case Verdict::Vacuous:
    return report(DiagnosticKind::VacuousPremises, channel.nameRange,
                  "`" + channel.name + "` exists for no parameters that were found: none of them meets the " +
                      "requirements and leaves two inputs to compare",
                  "weaken `requires`, write ranges instead of equations, or give the classes more members");
  case Verdict::NoChannel:
    return report(DiagnosticKind::NotADistribution, channel.nameRange,
                  "`" + channel.name + "` is no channel: " + failureText(*result.counterexample()),
                  "the entries of a row are probabilities, and sum to 1 for all parameters");
  case Verdict::NotPrivate: {
    const Channel::Notion &notion = channel.notions[*result.counterexample()->notion];
    return report(DiagnosticKind::NotionViolated, notion.range,
                  "`" + channel.name + "` is not " + ir::print(channel, notion) + ": " +
                      failureText(*result.counterexample()));
  }
  case Verdict::NotProved:
    break;
  }
  if (!result.unsupported().empty())
    return report(DiagnosticKind::NotionOpen, channel.nameRange,
                  "`" + channel.name + "` is not decided: " + result.unsupported());
  for (const verdict::Evidence &evidence : result.evidence())
    if (!evidence.isProved())
      sink.report(evidence.finding());
}

std::string statisticsText(const Result &result, const std::string &path) {
  return onOneLine(path) + ": " + result.channel().name + ": " + std::to_string(result.evidence().size()) +
         " obligations, " + std::to_string(result.questions()) + " questions, " +
         std::to_string(result.instances()) + " small tables tried in full\n";
}

} // namespace plumb::report
