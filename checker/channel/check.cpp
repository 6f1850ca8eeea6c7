// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/check.h"

#include <algorithm>
#include <stdexcept>

namespace plumb::channel {

/// So many instances are enumerated beside a proof, and so many in search of a refutation.
static constexpr std::size_t crossExamined = 6, searched = 400;

Result check(const ir::Channel &channel, const EngineMaker &makeEngine) {
  Result result;
  result.subject = &channel;
  try {
    Algebra algebra(channel);
    std::vector<bool> isInteger;
    for (const ir::Channel::Parameter &parameter : channel.parameters)
      isInteger.push_back(parameter.sort == ir::Sort::Int);

    // First of all: it tells what is beyond the algebra, which no table can tell.
    std::vector<Obligation> open = obligations(algebra);
    // What fails on small numbers is not asked of anybody.
    std::vector<Values> instances = smallInstances(algebra, crossExamined);
    const auto examineFrom = [&](std::size_t begin) {
      for (std::size_t i = begin; i < instances.size() && !result.failure; ++i) {
        result.failure = examine(algebra, instances[i]);
        ++result.tried;
      }
    };
    examineFrom(0);
    if (!result.failure) {
      Prover prover(isInteger, makeEngine);
      bool isOpen = false;
      for (Obligation &obligation : open) {
        const Engine engine = prover.prove(obligation.facts, obligation.goal);
        result.collected.push_back({std::move(obligation), engine});
        // One open obligation decides.
        isOpen = !result.collected.back().isProved();
        if (isOpen)
          break;
      }
      if (isOpen) {
        const std::size_t known = instances.size();
        instances = smallInstances(algebra, searched);
        examineFrom(known);
      }
      Evidence *last = isOpen && !result.failure ? &result.collected.back() : nullptr;
      if (last && prover.solverAgrees(last->obligation.facts, last->obligation.goal))
        last->engine = Engine::SolverAlone;
      result.asked = prover.questions();
      if (!isOpen && !instances.empty() && !result.collected.empty())
        result.decided = Verdict::Proved;
    }
    if (result.failure)
      result.decided = result.failure->notion ? Verdict::Refuted : Verdict::NoChannel;
    else if (instances.empty())
      result.decided = Verdict::Vacuous;
  } catch (const Unsupported &unsupported) {
    result.beyond = unsupported.what();
  } catch (const TooLarge &tooLarge) {
    result.beyond = tooLarge.what();
  }
  return result;
}

} // namespace plumb::channel
