// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/interval.h"

#include "beta.h"

#include <algorithm>
#include <string>

namespace plumb::runtime::estimate {

namespace {

/// For the parameter of a binomial law of \p n trials, \p k of them successes.
/// The upper end is the lower one for the failures: 1 - error / 2 has too few
/// digits.
Interval clopperPearson(double k, double n, double error) {
  return {k > 0 ? betaQuantile(error / 2, k, n - k + 1) : 0,
          k < n ? 1 - betaQuantile(error / 2, n - k, k + 1) : 1};
}

/// Up to so many the beta law is accurate to 1e-3 of an interval's width.
constexpr std::uint64_t mostReports = 1'000'000'000'000;

Interval throughChannel(const Mark &mark, const Interval &share) {
  return {std::clamp(mark.probability(share.low), 0.0, 1.0),
          std::clamp(mark.probability(share.high), 0.0, 1.0)};
}

/// \param parts the number of intervals that share \p error.
Expected<std::vector<Interval>> intervalsAt(const Tally &tally, double error, double parts) {
  if (!(error > 0 && error < 1))
    return Error{"error rate is " + std::to_string(error) + "; it must lie strictly between 0 and 1"};
  if (tally.reports() == 0)
    return Error{"no reports"};
  if (tally.reports() > mostReports)
    return Error{"more than 10^12 reports; the intervals are not computed accurately from so many"};
  std::vector<Interval> result(tally.marks().size());
  if (tally.channel().eps() == 0)
    return result;
  const auto n = static_cast<double>(tally.reports());
  for (Symbol x = 0; x < result.size(); ++x) {
    const auto k = static_cast<double>(tally.marks()[x]);
    result[x] = throughChannel(tally.channel().mark(x), clopperPearson(k, n, error / parts));
  }
  return result;
}

} // namespace

Expected<std::vector<Interval>> intervals(const Tally &tally, double error) {
  return intervalsAt(tally, error, 1);
}

Expected<std::vector<Interval>> simultaneousIntervals(const Tally &tally, double error) {
  return intervalsAt(tally, error, static_cast<double>(tally.marks().size()));
}

} // namespace plumb::runtime::estimate
