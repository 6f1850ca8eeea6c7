// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/channel.h"

#include <cmath>
#include <string>

namespace plumb::runtime::estimate {

namespace {

constexpr double maximalEps = 600;
constexpr std::size_t maximalSize = std::size_t{1} << 31;

std::optional<Error> problemIn(double eps, const Alphabet &alphabet) {
  if (!(eps >= 0 && eps <= maximalEps))
    return Error{"eps is " + std::to_string(eps) + "; it must lie between 0 and 600"};
  if (alphabet.sensitive > maximalSize || alphabet.nonSensitive > maximalSize)
    return Error{"alphabet of more than 2^31 symbols"};
  if (alphabet.size() < 2)
    return Error{"alphabet of " + std::to_string(alphabet.size()) +
                 (alphabet.size() == 1 ? " symbol" : " symbols") + "; an estimate needs at least two"};
  if (alphabet.sensitive == 0 && eps == 0)
    return Error{"no symbol is sensitive and eps is 0; there is no such channel, so let eps be positive"};
  return std::nullopt;
}

std::optional<Error> problemIn(const std::optional<double> &theta) {
  if (theta && !(*theta > 0 && *theta < 1))
    return Error{"theta is " + std::to_string(*theta) + "; it must lie strictly between 0 and 1"};
  return std::nullopt;
}

/// theta and 1 - theta.
struct Keep {
  double one, zero;
};

Keep keepOf(double eps, const std::optional<double> &theta) {
  if (theta)
    return {*theta, 1 - *theta};
  const double r = std::exp(-eps / 2);
  return {1 / (1 + r), r / (1 + r)};
}

} // namespace

Expected<Channel> Channel::rr(double eps, std::size_t size) {
  return urr(eps, {size, 0});
}

/// With r = e^-eps and s = |X_S|, Def. 3 divided by e^eps:
///
///     c1 = 1 / t,  c2 = r / t,  c3 = c1 - c2 = (1 - r) / t,  t = (1 - r) + s r.
Expected<Channel> Channel::urr(double eps, Alphabet alphabet) {
  if (auto problem = problemIn(eps, alphabet))
    return *problem;
  Channel channel(eps, alphabet, Form::OneSymbol, true);
  const auto s = static_cast<double>(alphabet.sensitive);
  const double r = std::exp(-eps), rest = -std::expm1(-eps), t = rest + s * r;
  if (alphabet.sensitive > 0)
    channel.sensitiveMark = {1 / t, (s - 1) * r / t, r / t, (rest + (s - 1) * r) / t, rest / t};
  channel.nonSensitiveMark = {rest / t, s * r / t, 0, 1, rest / t};
  return channel;
}

Expected<Channel> Channel::rappor(double eps, std::size_t size, std::optional<double> theta) {
  return urap(eps, {size, 0}, theta);
}

/// With r = e^-eps, Def. 4 divided by e^eps:
///
///     d2 = (1 - theta) + theta r,  d1 = theta r / d2,  1 - d1 = (1 - theta) / d2,
///     theta - d1 = theta (1 - theta) (1 - r) / d2,     1 - d2 = theta (1 - r).
Expected<Channel> Channel::urap(double eps, Alphabet alphabet, std::optional<double> theta) {
  if (auto problem = problemIn(eps, alphabet))
    return *problem;
  if (auto problem = problemIn(theta))
    return *problem;
  Channel channel(eps, alphabet, Form::BitRow, !theta);
  const Keep keep = keepOf(eps, theta);
  const double r = std::exp(-eps), rest = -std::expm1(-eps), d2 = keep.zero + keep.one * r;
  channel.sensitiveMark = {keep.one, keep.zero, keep.one * r / d2, keep.zero / d2,
                           keep.one * keep.zero * rest / d2};
  channel.nonSensitiveMark = {keep.one * rest, d2, 0, 1, keep.one * rest};
  return channel;
}

double Channel::probability(Symbol y, Symbol x) const {
  if (reported != Form::OneSymbol || y >= symbols.size() || x >= symbols.size())
    abortWith("Channel::probability: not a symbol of this channel");
  return y == x ? mark(y).oneIfOwn : mark(y).oneIfOther;
}

double Channel::probability(Bits y, Symbol x) const {
  if (reported != Form::BitRow || y.size() != wordsFor(symbols.size()) || x >= symbols.size())
    abortWith("Channel::probability: not a report of this channel");
  double product = 1;
  for (Symbol j = 0; j < symbols.size(); ++j) {
    const Mark &law = mark(j);
    if (j == x)
      product *= bitAt(y, j) ? law.oneIfOwn : law.zeroIfOwn;
    else
      product *= bitAt(y, j) ? law.oneIfOther : law.zeroIfOther;
  }
  return product;
}

} // namespace plumb::runtime::estimate
