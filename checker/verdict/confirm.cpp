// SPDX-License-Identifier: Apache-2.0
#include "checker/verdict/confirm.h"

#include "checker/smt/afresh.h"

namespace plumb::verdict {

void confirm(smt::TermStore &store, std::vector<Evidence> &evidence) {
  smt::Afresh afresh;
  for (Evidence &each : evidence) {
    if (!each.isProved() || !each.question || each.asksForModel)
      continue;
    const smt::Answer answer = afresh.confirm(store, *each.question);
    each.status = answer.outcome;
    each.reason = answer.reason;
    // That was the sentence of what is proved.
    if (!each.isProved() && !each.sentence.empty())
      each.sentence = "`" + each.name + "` is not shown";
  }
}

} // namespace plumb::verdict
