// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/em.h"

#include "em_step.h"
#include "extrapolation.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace plumb::runtime::estimate {

namespace {

std::optional<Error> problemIn(const Tally &tally, std::span<const double> p) {
  if (tally.reports() == 0)
    return Error{"no reports"};
  if (tally.channel().form() == Channel::Form::BitRow && tally.kept() != Tally::Keep::Rows)
    return Error{"only marks were kept of the reports; EM on a channel of bits needs their rows"};
  if (p.size() != tally.channel().alphabet().size())
    return Error{"distribution of " + std::to_string(p.size()) + " symbols; the alphabet has " +
                 std::to_string(tally.channel().alphabet().size())};
  double sum = 0;
  for (double entry : p) {
    if (!(entry >= 0))
      return Error{"distribution with an entry that is negative or no number"};
    sum += entry;
  }
  if (!(std::fabs(sum - 1) <= 1e-6))
    return Error{"distribution that sums to " + std::to_string(sum) + " instead of 1"};
  return std::nullopt;
}

std::optional<Error> problemIn(const EmOptions &options) {
  if (!(options.step >= 0))
    return Error{"step at which to stop is negative or no number"};
  if (options.threads == 0)
    return Error{"number of threads is 0; it must be positive"};
  return std::nullopt;
}

} // namespace

EmState uniformStart(const Channel &channel) {
  const std::size_t size = channel.alphabet().size();
  return {std::vector<double>(size, 1 / static_cast<double>(size)), 0};
}

Expected<EmResult> em(const Tally &tally, EmState start, const EmOptions &options) {
  if (auto problem = problemIn(tally, start.p))
    return *problem;
  if (auto problem = problemIn(options))
    return *problem;
  EmResult result{std::move(start), std::numeric_limits<double>::infinity(), EmStop::IterationLimit};
  EmState &state = result.state;
  EmStep step(tally, options.threads);
  Extrapolation extrapolation(step, state.p.size());
  while (state.iterations < options.iterationLimit) {
    result.step = options.accelerate ? extrapolation(state.p, options.step) : step(state.p, state.p);
    ++state.iterations;
    if (options.progress)
      options.progress({state.iterations, result.step, state.p});
    if (result.step < options.step) {
      result.stop = EmStop::Step;
      break;
    }
  }
  return result;
}

Expected<double> logLikelihood(const Tally &tally, std::span<const double> p) {
  if (auto problem = problemIn(tally, p))
    return *problem;
  return EmStep(tally, 1).logLikelihood(p);
}

} // namespace plumb::runtime::estimate
