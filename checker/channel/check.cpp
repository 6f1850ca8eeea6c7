// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/check.h"

#include "checker/channel/print_certificate.h"

#include <algorithm>
#include <stdexcept>

namespace plumb::channel {

/// So many instances are enumerated beside a proof, and so many in search of a refutation.
static constexpr std::size_t crossExamined = 6, searched = 400;

/// Is it about these values, and not so there?
static bool fails(const Obligation &obligation, const Values &values) {
  const auto holds = [&](const Fact &fact) {
    const int sign = sgn(fact.polynomial.at(values));
    return fact.isStrict ? sign > 0 : sign >= 0;
  };
  return std::all_of(obligation.facts.begin(), obligation.facts.end(), holds) && !holds(obligation.goal);
}

Result check(const ir::Channel &channel, const EngineMaker &makeEngine) {
  Result result;
  result.subject = &channel;
  try {
    Algebra algebra(channel);
    result.names = variableNames(algebra);
    std::vector<bool> isInteger;
    for (const ir::Channel::Parameter &parameter : channel.parameters)
      isInteger.push_back(parameter.sort == ir::Sort::Int);

    // First of all: it tells what is beyond the algebra, which no table can tell.
    std::vector<Obligation> open = obligations(algebra);
    // What fails on small numbers is not asked of anybody.
    std::vector<Values> instances = smallInstances(algebra, crossExamined);
    const auto examineAll = [&] {
      result.tried = 0;
      for (std::size_t i = 0; i < instances.size() && !result.failure; ++i)
        if (isEnumerable(algebra, instances[i])) {
          result.failure = examine(algebra, instances[i]);
          ++result.tried;
        }
    };
    examineAll();
    if (!result.failure) {
      Prover prover(isInteger, makeEngine);
      bool isOpen = false;
      for (Obligation &obligation : open) {
        auto [engine, certificate] = prover.prove(obligation.facts, obligation.goal);
        result.collected.push_back({std::move(obligation), engine, std::move(certificate)});
        // One open obligation decides.
        isOpen = !result.collected.back().isProved();
        if (isOpen)
          break;
      }
      // Most mistakes show soon, and where the inequality does not hold that has no certificate.
      for (std::size_t limit : {searched / 10, searched})
        if (isOpen && !result.failure) {
          instances = smallInstances(algebra, limit);
          std::stable_partition(instances.begin(), instances.end(), [&](const Values &values) {
            return fails(result.collected.back().obligation, values);
          });
          examineAll();
        }
      Evidence *last = isOpen && !result.failure ? &result.collected.back() : nullptr;
      if (last && prover.solverAgrees(last->obligation.facts, last->obligation.goal))
        last->engine = Engine::SolverAlone;
      result.asked = prover.questions();
      result.isExhausted = isOpen && prover.ranOut();
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
