// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_composition_result.h"

#include "checker/report/entry.h"
#include "checker/report/explain_document.h"
#include "checker/report/json_text.h"

#include <algorithm>
#include <set>

namespace plumb::report {

using channel::Ground;
using channel::Judgement;
using ir::Channel;
using ir::ChannelComposition;
using llvm::json::OStream;

ChannelCompositionResult::ChannelCompositionResult(channel::ComposedResult made,
                                                   std::vector<std::string> ofStages)
    : result(std::move(made)), stageVerdicts(std::move(ofStages)) {
  verdict = result.verdict();
  assumptions = assumptionsOf(composition().head);
  std::string maps;
  for (const ir::ChannelReport &report : composition().reports)
    for (const ir::ChannelStage &stage : report.stages)
      for (const Channel::Map &map : stage.channel->maps)
        maps += (maps.empty() ? "" : ", ") + map.name + " of " + stage.channel->name;
  if (!maps.empty())
    assumptions.push_back(
        {Assumption::Kind::PublicParameters, "chosen without looking at the input x: " + maps, nameRange()});
}

ChannelCompositionResult check(const ChannelComposition &composition,
                               const std::vector<const ChannelResult *> &results,
                               const channel::EngineMaker &makeEngine) {
  std::vector<const channel::Result *> ofStages;
  std::vector<std::string> verdicts;
  for (const ir::ChannelReport &report : composition.reports)
    for (const ir::ChannelStage &stage : report.stages) {
      const auto found = std::find_if(results.begin(), results.end(), [&](const ChannelResult *one) {
        return &one->channel() == stage.channel;
      });
      ofStages.push_back(&(*found)->result);
      verdicts.push_back((*found)->isProved() ? "proved" : (*found)->verdictText());
    }
  return {channel::compose(composition, ofStages, makeEngine), std::move(verdicts)};
}

namespace {

const std::vector<Channel::Notion> &notionsOf(const channel::ComposedResult &result) {
  const auto &claimed = result.composition().head.notions;
  return claimed.empty() ? result.derived() : claimed;
}

std::string classNames(const Channel &channel, const std::set<std::size_t> &numbers) {
  std::string text;
  for (std::size_t number : numbers)
    text += (text.empty() ? "" : " | ") + channel.classes[number].name;
  return text.empty() ? "none" : text;
}

/// "uldp(S, T, eps)", of one report.
std::string judgementText(const ChannelComposition &composition, const ir::ChannelReport &report,
                          const Judgement &judgement) {
  using Kind = Channel::Notion::Kind;
  const Channel &last = *report.stages.back().channel;
  const std::string sensitive = classNames(composition.head, judgement.sensitive);
  const std::string budget = ir::print(composition.head, *judgement.budget);
  switch (judgement.kind) {
  case Kind::Ldp:
    return "ldp(" + budget + ")";
  case Kind::Osldp:
    return "osldp(" + sensitive + ", " + budget + ")";
  case Kind::Uldp:
    return "uldp(" + sensitive + ", " + classNames(last, judgement.guarded) + ", " + budget + ")";
  case Kind::KeepsTypes:
    return "keeps_types(" + sensitive + ", " + classNames(last, judgement.guarded) + ")";
  }
  return {};
}

/// "uldp(S, S, eps / 2) for `urr(eps / 2, s, n) 2 times`, by Proposition 13".
std::string chargeText(const ChannelComposition &composition, const Ground &ground, std::size_t report) {
  const Judgement &judgement = ground.reports[report];
  std::string text = judgementText(composition, composition.reports[report], judgement) + " for `" +
                     ir::print(composition, composition.reports[report]) + "`";
  for (unsigned proposition : judgement.propositions)
    text += (proposition != *judgement.propositions.begin() ? " and "
             : judgement.propositions.size() == 1           ? ", by Proposition "
                                                            : ", by Propositions ") +
            std::to_string(proposition);
  return text;
}

std::string totalText(const ChannelComposition &composition, const Ground &ground) {
  return ground.hasBudget() ? ir::print(composition.head, *ground.total) : "no budget";
}

std::string groundText(const ChannelComposition &composition, const Ground &ground) {
  std::string text;
  for (std::size_t i = 0; i < ground.reports.size(); ++i)
    text += (i > 0 ? "; " : "") + chargeText(composition, ground, i);
  return text;
}

/// What a notion says of all reports together.
std::string meaningOf(const ChannelComposition &composition, const Channel::Notion &notion) {
  using Kind = Channel::Notion::Kind;
  const std::string what = composition.reports.size() == 1 && !composition.reports.front().times
                               ? std::string("the report")
                               : std::string("all reports together");
  const std::string bound =
      "Q(y|x) <= exp(" + ir::print(composition.head, *notion.budget) + ") * Q(y|x') for y, " + what;
  std::string sensitive;
  for (std::size_t number : notion.sensitive)
    sensitive += (sensitive.empty() ? "" : " | ") + composition.head.classes[number].name;
  switch (notion.kind) {
  case Kind::Ldp:
    return bound + ", and all x and x'";
  case Kind::Osldp:
    return bound + ", all x in " + sensitive + " and all x'";
  case Kind::Uldp:
    return bound +
           ", each of which is protected, and all x and x'; each other y that is reached is reached "
           "from one x, not in " +
           sensitive;
  case Kind::KeepsTypes:
    return "a protected " + what.substr(4) + " is reached from x in " + sensitive +
           " alone; each other one that is reached is reached from one x, not in " + sensitive;
  }
  return {};
}

std::string triedText(const channel::ComposedResult &result) {
  if (!result.firstInstance())
    return "no table of fractions was small enough to be tried in full";
  std::string values;
  for (const channel::Counterexample::Value &value : *result.firstInstance())
    values += (values.empty() ? "" : ", ") + value.name + " = " + value.value;
  const bool isOne = result.instances() == 1;
  std::string text = std::to_string(result.instances()) + (isOne ? " small table" : " small tables") +
                     " of all reports tried in full";
  return values.empty() ? text : text + (isOne ? ", at " : ", the first at ") + values;
}

} // namespace

std::vector<std::string> ChannelCompositionResult::guarantees() const {
  std::vector<std::string> texts;
  for (const Channel::Notion &notion : notionsOf(result))
    texts.push_back(ir::print(composition(), notion) + ": " + meaningOf(composition(), notion));
  return texts;
}

bool ChannelCompositionResult::hasBudget() const {
  const std::vector<Channel::Notion> &notions = notionsOf(result);
  return std::any_of(notions.begin(), notions.end(), [](const Channel::Notion &notion) {
    return notion.kind != Channel::Notion::Kind::KeepsTypes;
  });
}

std::string ChannelCompositionResult::details() const {
  std::string text;
  if (isProved())
    for (const std::string &guarantee : guarantees())
      text += entry(composition().head.notions.empty() ? "follows" : "guarantee", guarantee);
  for (const std::optional<Ground> &ground : result.grounds())
    if (ground)
      text += entry("ledger",
                    totalText(composition(), *ground) + ", that is " + groundText(composition(), *ground));
  if (isProved())
    text += entry("evidence", std::to_string(obligations().size()) +
                                  " obligations beside those of the parts; all certificates checked "
                                  "exactly; " +
                                  triedText(result));
  return text;
}

std::vector<Diagnostic> ChannelCompositionResult::findings() const {
  std::vector<Diagnostic> found;
  std::size_t number = 0;
  // A channel that is run twice is still mended once.
  std::set<const ir::Channel *> told;
  for (const ir::ChannelReport &report : composition().reports)
    for (const ir::ChannelStage &stage : report.stages) {
      if (std::find(result.openStages().begin(), result.openStages().end(), number) !=
              result.openStages().end() &&
          told.insert(stage.channel).second)
        found.push_back({DiagnosticKind::PartNotProved,
                         stage.range,
                         {stage.channel->name, stageVerdicts[number], name()},
                         {},
                         "a composition adds up what is proved of its parts; mend the part first"});
      ++number;
    }
  if (isProved() || !found.empty())
    return found;
  if (verdict == Verdict::Vacuous)
    found.push_back({DiagnosticKind::VacuousPremises,
                     nameRange(),
                     {"`" + name() +
                      "` exists for no parameters, or protects nobody: none meet what it "
                      "requires and leave two inputs to compare, and a sensitive one where only those are "
                      "protected"},
                     {},
                     "weaken `requires`, or give the classes more members"});
  if (result.counterexample()) {
    const Channel::Notion &notion = notionsOf(result)[*result.counterexample()->notion];
    found.push_back({DiagnosticKind::NotionViolated,
                     notion.range,
                     {"`" + name() + "` is not " + ir::print(composition(), notion) + ": " +
                      failureText(*result.counterexample())},
                     {},
                     "give the reports smaller budgets, make fewer of them, or guarantee more; without "
                     "`guarantees` it is told what follows"});
  }
  for (const Evidence &evidence : obligations())
    if (!evidence.isProved() &&
        !(result.counterexample() && evidence.claim == result.counterexample()->notion))
      found.push_back(evidence.finding());
  if (found.empty())
    found.push_back({DiagnosticKind::NotionOpen,
                     nameRange(),
                     {"`" + name() + "` is not decided: " + result.unsupported()},
                     {},
                     {}});
  return found;
}

std::string ChannelCompositionResult::counters() const {
  return std::to_string(obligations().size()) + " obligations, " + std::to_string(result.questions()) +
         " questions, " + std::to_string(result.instances()) + " small tables tried in full";
}

void ChannelCompositionResult::writeClaims(OStream &json) const {
  json.attributeArray("guarantees", [&] {
    for (const Channel::Notion &notion : notionsOf(result))
      json.object([&] {
        json.attribute("notion", jsonText(ir::print(composition(), notion)));
        json.attribute("meaning", jsonText(meaningOf(composition(), notion)));
        json.attribute("isClaimed", !composition().head.notions.empty());
      });
  });
  json.attributeArray("parts", [&] {
    std::size_t number = 0;
    for (const ir::ChannelReport &report : composition().reports)
      json.object([&] {
        json.attribute("part", jsonText(ir::print(composition(), report)));
        json.attributeArray("verdicts", [&] {
          for (std::size_t i = 0; i < report.stages.size(); ++i)
            json.value(jsonText(stageVerdicts[number++]));
        });
      });
  });
  json.attributeArray("ledger", [&] {
    for (const std::optional<Ground> &ground : result.grounds())
      json.object([&] {
        json.attribute(
            "total",
            jsonText(ground && ground->hasBudget() ? ir::print(composition().head, *ground->total) : ""));
        json.attributeArray("reports", [&] {
          for (std::size_t i = 0; ground && i < ground->reports.size(); ++i)
            json.object([&] {
              json.attribute("notion", jsonText(judgementText(composition(), composition().reports[i],
                                                              ground->reports[i])));
              json.attributeArray("propositions", [&] {
                for (unsigned proposition : ground->reports[i].propositions)
                  json.value(proposition);
              });
            });
        });
      });
  });
}

void ChannelCompositionResult::writeDetails(OStream &json) const {
  json.attribute("tablesTried", static_cast<std::int64_t>(result.instances()));
  writeFirstTable(json, result.firstInstance());
  if (!result.counterexample())
    return json.attribute("counterexample", nullptr);
  const channel::Counterexample &failure = *result.counterexample();
  json.attributeObject("counterexample", [&] {
    json.attribute("guarantee", jsonText(ir::print(composition(), notionsOf(result)[*failure.notion])));
    json.attributeArray("parameters", [&] { writeValues(json, failure.values); });
    json.attributeBegin("violation");
    writeViolation(json, failure.violation);
    json.attributeEnd();
  });
}

void ChannelCompositionResult::explain(Document &document, const SourceFile &,
                                       const proof::EngineMaker &) const {
  std::vector<Line> items;
  document.paragraph(line(isProved() ? "Guaranteed for all parameters that meet the requirements:"
                                     : "Claimed, and not proved:"));
  for (const Channel::Notion &notion : notionsOf(result))
    items.push_back(code(ir::print(composition(), notion)) + line(": " + meaningOf(composition(), notion)));
  document.items(std::move(items));
  if (result.counterexample())
    document.paragraph(line("It fails: " + failureText(*result.counterexample()) + "."));
  if (!result.unsupported().empty())
    document.paragraph(line("Nothing is decided: " + result.unsupported() + "."));
  document.heading(2, line("The parts"));
  std::vector<Line> parts;
  std::size_t number = 0;
  for (const ir::ChannelReport &report : composition().reports)
    for (const ir::ChannelStage &stage : report.stages)
      parts.push_back(code(ir::print(composition(), stage)) + line(": " + stageVerdicts[number++]));
  document.items(std::move(parts));
  document.heading(2, line("The sum"));
  document.paragraph(line(
      hasBudget()
          ? "Reports are drawn independently of each other, so that their ratios are multiplied and their "
            "budgets added. A row of reports is protected if each of them is; outside of that, one report "
            "alone tells the input, which is not sensitive. One channel behind another is read as one "
            "report; it keeps the budget of the first if it keeps the types of its outputs."
          : "There is nothing to add up: what keeps types bounds no ratio, and may tell the value. One "
            "channel behind another is read as one report, and keeps types if each of them does."));
  std::vector<Line> sums;
  for (const std::optional<Ground> &ground : result.grounds())
    if (ground)
      sums.push_back((ground->hasBudget() ? code(ir::print(composition().head, *ground->total))
                                          : line(totalText(composition(), *ground))) +
                     line(", that is " + groundText(composition(), *ground)));
  document.items(std::move(sums));
  document.heading(2, line("What is proved beside the parts"));
  std::vector<Line> obligationItems;
  for (const Evidence &evidence : obligations())
    obligationItems.push_back(!evidence.isProved() ? strong("open") + line(": " + evidence.subject + ": ") +
                                                         code(evidence.identity->goal())
                              : evidence.identity->isTrivial()
                                  ? line(evidence.subject + ": both sides are equal")
                                  : line(evidence.subject + ": ") + code(evidence.identity->goal()) +
                                        line(", since it is ") + code(evidence.identity->sum()));
  document.items(std::move(obligationItems));
  if (isProved())
    document.paragraph(line("Beside the proof: " + triedText(result) + "."));
}

} // namespace plumb::report
