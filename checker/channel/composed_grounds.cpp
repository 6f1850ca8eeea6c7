// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/composed_grounds.h"

#include "frontend/ir/print_channel.h"

#include <algorithm>
#include <iterator>

namespace plumb::channel {

using ir::Channel;
using ir::ChannelTerm;
using NotionKind = Channel::Notion::Kind;

namespace {

/// So many ways to use what is known of the reports are tried for one notion.
constexpr std::size_t mostWays = 32;

bool areAmong(const std::vector<std::size_t> &some, const std::set<std::size_t> &all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

} // namespace

ComposedGrounds::ComposedGrounds(const ir::ChannelComposition &ofComposition) : composition(ofComposition) {
  for (const ir::ChannelReport &report : composition.reports)
    known.push_back(judgementsOf(report));
}

/// The protected outputs of a report where the notion names classes: those of them that it sends; all, if it
/// sends none of them.
std::optional<ComposedGrounds::Classes> ComposedGrounds::named(const Channel::Notion &notion,
                                                               std::size_t report) const {
  if (notion.guarded.empty())
    return std::nullopt;
  const ir::ChannelReport &sent = composition.reports[report];
  const Classes all = outputsOf(*sent.stages.back().channel);
  Classes protectedOnes;
  for (std::size_t output : all)
    if (std::binary_search(notion.guarded.begin(), notion.guarded.end(), sent.outputs[output]))
      protectedOnes.insert(output);
  return protectedOnes.empty() ? all : protectedOnes;
}

std::vector<std::vector<ComposedGrounds::Classes>>
ComposedGrounds::readings(const Channel::Notion &notion) const {
  const bool isByOutputs = notion.kind == NotionKind::Uldp || notion.kind == NotionKind::KeepsTypes;
  std::vector<std::vector<Classes>> found;
  const auto add = [&](const Ground *way) {
    std::vector<Classes> reading;
    for (std::size_t k = 0; k < composition.reports.size(); ++k) {
      const bool isByPart = way && way->reports[k].kind != NotionKind::Ldp;
      reading.push_back(
          isByPart ? way->reports[k].guarded
                   : named(notion, k).value_or(outputsOf(*composition.reports[k].stages.back().channel)));
    }
    if (std::find(found.begin(), found.end(), reading) == found.end())
      found.push_back(std::move(reading));
  };
  if (!isByOutputs || !notion.guarded.empty())
    add(nullptr);
  else
    for (const Ground &way : waysTo(notion))
      add(&way);
  return found;
}

/// What is known of a report that serves for \p notion; nothing if the notion is none of several reports.
std::optional<std::vector<Judgement>> ComposedGrounds::fitting(const Channel::Notion &notion,
                                                               std::size_t report) const {
  const ir::ChannelReport &sent = composition.reports[report];
  const bool isAlone = composition.reports.size() == 1 && !sent.times;
  if (notion.kind == NotionKind::KeepsTypes && !isAlone)
    return std::nullopt;
  const Classes all = outputsOf(*sent.stages.back().channel);
  const std::optional<Classes> wanted = named(notion, report);
  std::vector<Judgement> fit;
  for (const Judgement &judgement : known[report]) {
    const bool covers = areAmong(notion.sensitive, judgement.sensitive);
    bool isFit = false;
    switch (notion.kind) {
    case NotionKind::Ldp:
      isFit = judgement.kind == NotionKind::Ldp;
      break;
    case NotionKind::Osldp:
      isFit = judgement.kind == NotionKind::Ldp || (judgement.kind == NotionKind::Osldp && covers);
      break;
    case NotionKind::Uldp:
      isFit = judgement.kind == NotionKind::Ldp
                  ? !wanted || *wanted == all
                  : judgement.kind == NotionKind::Uldp && covers && (!wanted || *wanted == judgement.guarded);
      break;
    case NotionKind::KeepsTypes:
      isFit = judgement.kind == NotionKind::KeepsTypes &&
              std::equal(notion.sensitive.begin(), notion.sensitive.end(), judgement.sensitive.begin(),
                         judgement.sensitive.end()) &&
              (!wanted || *wanted == judgement.guarded);
      break;
    }
    if (isFit)
      fit.push_back(judgement);
  }
  return fit;
}

bool Ground::hasBudget() const {
  return std::any_of(reports.begin(), reports.end(),
                     [](const Judgement &judgement) { return judgement.kind != NotionKind::KeepsTypes; });
}

std::vector<Ground> ComposedGrounds::waysTo(const Channel::Notion &notion) const {
  std::vector<Ground> ways{{{}, ir::numberTerm(0)}};
  for (std::size_t i = 0; i < composition.reports.size(); ++i) {
    const auto fit = fitting(notion, i);
    std::vector<Ground> longer;
    for (const Ground &way : ways)
      for (const Judgement &judgement : fit.value_or(std::vector<Judgement>{})) {
        if (longer.size() >= mostWays)
          break;
        Ground next = way;
        next.reports.push_back(judgement);
        const ir::ChannelReport &report = composition.reports[i];
        std::shared_ptr<const ChannelTerm> cost = judgement.budget;
        if (report.times)
          cost = ir::combined(ChannelTerm::Kind::Multiply, *report.times, *cost);
        next.total = i == 0 ? cost : ir::combined(ChannelTerm::Kind::Add, *next.total, *cost);
        longer.push_back(std::move(next));
      }
    ways = std::move(longer);
  }
  return ways;
}

/// Names the classes that the parts protect, where these names mean just that.
void ComposedGrounds::nameProtected(Channel::Notion &notion) const {
  const auto all = readings(notion);
  if (all.empty() || (notion.kind != NotionKind::Uldp && notion.kind != NotionKind::KeepsTypes))
    return;
  // What protects all its outputs need not be named if it shares no class with another.
  for (bool areAllNamed : {false, true}) {
    Channel::Notion stated{notion.kind, notion.sensitive, {}, ir::copied(*notion.budget), notion.range};
    std::set<std::size_t> names;
    for (std::size_t k = 0; k < composition.reports.size(); ++k) {
      const ir::ChannelReport &report = composition.reports[k];
      if (areAllNamed || all.front()[k] != outputsOf(*report.stages.back().channel))
        for (std::size_t output : all.front()[k])
          names.insert(report.outputs[output]);
    }
    stated.guarded.assign(names.begin(), names.end());
    if (!names.empty() && readings(stated).front() == all.front()) {
      notion.guarded = std::move(stated.guarded);
      return;
    }
  }
}

std::vector<Channel::Notion> ComposedGrounds::derived() const {
  for (NotionKind kind : {NotionKind::Ldp, NotionKind::Uldp, NotionKind::Osldp, NotionKind::KeepsTypes}) {
    std::set<std::size_t> sensitive;
    for (std::size_t i = 0; i < composition.head.classes.size(); ++i)
      if (composition.head.classes[i].isInput)
        sensitive.insert(i);
    bool isRestricted = false;
    for (std::size_t i = 0; i < composition.reports.size(); ++i)
      for (const Judgement &judgement : known[i])
        if (judgement.kind == kind && kind != NotionKind::Ldp) {
          isRestricted = true;
          std::set<std::size_t> both;
          std::set_intersection(sensitive.begin(), sensitive.end(), judgement.sensitive.begin(),
                                judgement.sensitive.end(), std::inserter(both, both.end()));
          sensitive = std::move(both);
          break;
        }
    if (kind != NotionKind::Ldp && (!isRestricted || sensitive.empty()))
      continue;
    Channel::Notion notion;
    notion.kind = kind;
    notion.range = composition.head.nameRange;
    if (kind != NotionKind::Ldp)
      notion.sensitive.assign(sensitive.begin(), sensitive.end());
    auto ways = waysTo(notion);
    if (ways.empty())
      continue;
    notion.budget = ir::copied(*ways.front().total);
    nameProtected(notion);
    std::vector<Channel::Notion> strongest;
    strongest.push_back(std::move(notion));
    return strongest;
  }
  return {};
}

std::string ComposedGrounds::lackOf(const Channel::Notion &notion) const {
  for (std::size_t i = 0; i < composition.reports.size(); ++i) {
    const auto fit = fitting(notion, i);
    if (!fit)
      return "`keeps_types` is said of one report alone, which is sent once";
    if (!fit->empty())
      continue;
    const ir::ChannelReport &report = composition.reports[i];
    std::string text = "what is proved of `" + print(composition, report) + "` does not give it";
    for (std::size_t k = 0; k < report.stages.size(); ++k)
      if (!report.stages[k].sources) {
        text += k == 0 ? ": its classes of inputs are others than those of `" + composition.head.name +
                             "`, so that only `ldp` can be used of it"
                       : ": `" + report.stages[k].channel->name + "` has other classes of inputs than `" +
                             report.stages[k - 1].channel->name + "` has of outputs";
        return text;
      }
    if (report.stages.size() > 1 && notion.kind == NotionKind::Uldp)
      text += ": what stands behind has to keep types (`keeps_types`), with the protected outputs of what "
              "stands before as its protected inputs";
    return text;
  }
  return "nothing gives it";
}

} // namespace plumb::channel
