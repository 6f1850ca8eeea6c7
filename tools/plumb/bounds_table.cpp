// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/bounds_table.h"

#include "plumb/runtime/otp/one_sidedness.h"
#include "plumb/runtime/otp/smallest_delta.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "plumb/runtime/otp/upper_bounds.h"

namespace plumb::tool {

namespace {

using namespace runtime::otp;

Probability alphaOf(const BoundsRequest &request) {
  return request.alpha.value_or(Probability());
}

Interval largestTruth(const BoundsRequest &request, std::uint64_t steps) {
  // delta is 0 for eps-DP.
  return request.notion == Notion::Adp
             ? adpUpperBound(*request.eps, steps, alphaOf(request))
             : approximateDpUpperBound(*request.eps, *request.delta, steps, alphaOf(request));
}

Interval leastMissed(const BoundsRequest &request, std::uint64_t steps) {
  return request.notion == Notion::Adp
             ? leastMissedUnderAdp(*request.eps, steps, alphaOf(request))
             : leastMissedUnderApproximateDp(*request.eps, *request.delta, steps, alphaOf(request));
}

std::optional<Interval> smallestEps(const BoundsRequest &request, std::uint64_t steps) {
  auto smallest =
      request.notion == Notion::Adp
          ? smallestEpsilonUnderAdp(steps, alphaOf(request), *request.beta)
          : smallestEpsilonUnderApproximateDp(*request.delta, steps, alphaOf(request), *request.beta);
  return smallest ? std::optional(*smallest) : std::nullopt;
}

std::optional<Interval> leastDelta(const BoundsRequest &request, std::uint64_t steps) {
  auto smallest = smallestDelta(*request.eps, steps, alphaOf(request), *request.beta);
  return smallest ? std::optional(*smallest) : std::nullopt;
}

} // namespace

std::vector<BoundsRow> boundsTable(const BoundsRequest &request) {
  std::vector<BoundsRow> rows;
  for (std::uint64_t steps = request.first; steps <= request.last; ++steps) {
    BoundsRow &row = rows.emplace_back(BoundsRow{steps, {}, {}, {}, {}});
    if (request.hasGuarantee()) {
      row.truth = largestTruth(request, steps);
      row.missed = leastMissed(request, steps);
    }
    if (!request.delta)
      row.smallestDelta = leastDelta(request, steps);
    else if (request.beta)
      row.smallestEps = smallestEps(request, steps);
  }
  return rows;
}

std::string boundsTitle(const BoundsRequest &request) {
  std::string title = request.notion == Notion::Adp  ? "(P, eps)-ADP"
                      : request.notion == Notion::Dp ? "eps-DP"
                                                     : "(eps, delta)-DP";
  const auto add = [&](const std::string &name, const runtime::Rational &value) {
    title += ", " + name + " = " + value.text();
  };
  if (request.eps)
    add("eps", request.eps->value());
  if (request.notion == Notion::Approximate && request.delta)
    add("delta", request.delta->value());
  if (request.alpha)
    add("alpha", request.alpha->value());
  if (request.beta)
    add("beta", request.beta->value());
  return title;
}

std::string boundedEvent(const BoundsRequest &request) {
  return alphaOf(request).value().sign() == 0 ? "Pr[OTP]" : "Pr[true]";
}

} // namespace plumb::tool
