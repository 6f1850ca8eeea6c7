// SPDX-License-Identifier: Apache-2.0
#include "checker/verdict/confirm.h"

#include "checker/smt/afresh.h"

#include <algorithm>

namespace plumb::verdict {

namespace {

/// What was proved by a solver, together what has the same hypotheses: on one path many things are.
std::vector<std::vector<Evidence *>> byHypotheses(std::vector<Evidence> &evidence) {
  std::vector<std::vector<Evidence *>> groups;
  for (Evidence &each : evidence) {
    if (!each.isProved() || !each.question || each.asksForModel)
      continue;
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const auto &group) {
      return group.front()->question->hypotheses == each.question->hypotheses;
    });
    if (known == groups.end())
      groups.push_back({&each});
    else
      known->push_back(&each);
  }
  return groups;
}

void settle(Evidence &confirmed, const smt::Answer &answer) {
  confirmed.status = answer.outcome;
  confirmed.reason = answer.reason;
  // That was the sentence of what is proved.
  if (!confirmed.isProved() && !confirmed.sentence.empty())
    confirmed.sentence = "`" + confirmed.name + "` is not shown";
}

} // namespace

void confirm(std::vector<Evidence> &evidence) {
  smt::Afresh afresh;
  for (const std::vector<Evidence *> &group : byHypotheses(evidence)) {
    std::vector<const smt::Obligation *> questions;
    for (const Evidence *each : group)
      questions.push_back(&*each->question);
    const smt::Answer together = afresh.confirm(questions);
    for (Evidence *each : group)
      settle(*each, together.outcome == smt::Outcome::Proved || group.size() == 1
                        ? together
                        : afresh.confirm({&*each->question}));
  }
}

} // namespace plumb::verdict
