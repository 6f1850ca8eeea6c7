// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/judgement.h"

#include "checker/channel/composed_terms.h"

#include <algorithm>

namespace plumb::channel {

using ir::Channel;
using NotionKind = Channel::Notion::Kind;

namespace {

using Classes = std::set<std::size_t>;

Classes inputsOfChannel(const Channel &channel) {
  Classes inputs;
  for (std::size_t i = 0; i < channel.classes.size(); ++i)
    if (channel.classes[i].isInput)
      inputs.insert(i);
  return inputs;
}

bool areAmong(const Classes &some, const Classes &all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// What the channel is proved to be, its inputs by its own numbers.
std::vector<Judgement> ownOf(const ir::ChannelStage &stage) {
  std::vector<Judgement> own;
  for (const Channel::Notion &notion : stage.channel->notions)
    own.push_back({notion.kind,
                   {notion.sensitive.begin(), notion.sensitive.end()},
                   {notion.guarded.begin(), notion.guarded.end()},
                   argumentsPut(*stage.channel, *notion.budget, stage.arguments)});
  return own;
}

/// Adds what is weaker, behind. \p inputs: all that there are.
void addWeaker(std::vector<Judgement> &all, const Classes &inputs, const Classes &outputs) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Judgement from = all[i];
    if (from.kind == NotionKind::Uldp) {
      if (from.guarded == outputs)
        all.push_back({NotionKind::Ldp, {}, {}, from.budget, from.propositions});
      Judgement oneSided{NotionKind::Osldp, from.sensitive, {}, from.budget, from.propositions};
      oneSided.propositions.insert(13);
      all.push_back(std::move(oneSided));
    }
    if (from.kind == NotionKind::Osldp && from.sensitive == inputs)
      all.push_back({NotionKind::Ldp, {}, {}, from.budget, from.propositions});
  }
}

/// By the table above; \p sources are those of the second.
std::vector<Judgement> behind(const std::vector<Judgement> &first, const std::vector<Judgement> &second,
                              const std::optional<std::vector<std::size_t>> &sources) {
  std::vector<Judgement> both;
  for (const Judgement &f : first)
    if (f.kind == NotionKind::Ldp || f.kind == NotionKind::Osldp)
      both.push_back({f.kind, f.sensitive, {}, f.budget, f.propositions});
  for (const Judgement &g : second)
    if (g.kind == NotionKind::Ldp)
      both.push_back({g.kind, {}, {}, g.budget, g.propositions});
  if (!sources)
    return both;
  for (const Judgement &f : first)
    for (const Judgement &g : second) {
      Classes read;
      for (std::size_t input : g.sensitive)
        read.insert((*sources)[input]);
      Judgement result{g.kind, f.sensitive, g.guarded, g.budget, f.propositions};
      result.propositions.insert(g.propositions.begin(), g.propositions.end());
      const bool isKept = g.kind == NotionKind::KeepsTypes && read == f.guarded;
      if (f.kind == NotionKind::Uldp && isKept) {
        result.kind = NotionKind::Uldp;
        result.budget = f.budget;
        result.propositions.insert(11);
      } else if (f.kind == NotionKind::KeepsTypes && g.kind == NotionKind::Uldp &&
                 areAmong(f.guarded, read)) {
        result.propositions.insert(9);
      } else if (f.kind == NotionKind::KeepsTypes && g.kind == NotionKind::Osldp &&
                 areAmong(f.guarded, read)) {
        result.guarded.clear();
      } else if (f.kind != NotionKind::KeepsTypes || !isKept) {
        continue;
      }
      both.push_back(std::move(result));
    }
  return both;
}

} // namespace

Classes outputsOf(const Channel &channel) {
  return {channel.outputs.begin(), channel.outputs.end()};
}

std::vector<Judgement> judgementsOf(const ir::ChannelReport &report) {
  const ir::ChannelStage &first = report.stages.front();
  std::vector<Judgement> known = ownOf(first);
  addWeaker(known, inputsOfChannel(*first.channel), outputsOf(*first.channel));
  for (auto stage = std::next(report.stages.begin()); stage != report.stages.end(); ++stage) {
    std::vector<Judgement> own = ownOf(*stage);
    addWeaker(own, inputsOfChannel(*stage->channel), outputsOf(*stage->channel));
    known = behind(known, own, stage->sources);
    addWeaker(known, inputsOfChannel(*first.channel), outputsOf(*stage->channel));
  }
  std::vector<Judgement> ofHead;
  for (Judgement &judgement : known) {
    // Which inputs are which is not known: of all of them the same can be said.
    if (!first.sources && judgement.kind != NotionKind::Ldp)
      continue;
    Classes sensitive;
    for (std::size_t input : judgement.sensitive)
      sensitive.insert((*first.sources)[input]);
    judgement.sensitive = std::move(sensitive);
    ofHead.push_back(std::move(judgement));
  }
  const auto rank = [](NotionKind kind) {
    return kind == NotionKind::Ldp ? 0 : kind == NotionKind::Uldp ? 1 : kind == NotionKind::Osldp ? 2 : 3;
  };
  std::stable_sort(ofHead.begin(), ofHead.end(),
                   [&](const Judgement &a, const Judgement &b) { return rank(a.kind) < rank(b.kind); });
  return ofHead;
}

} // namespace plumb::channel
