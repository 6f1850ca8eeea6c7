// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/loss.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace plumb::runtime::estimate {

namespace {

/// The sum over x of f(n times the variance of x's estimate).
template <class Function>
double sumOverVariances(const Channel &channel, std::span<const double> p, Function f) {
  if (p.size() != channel.alphabet().size())
    abortWith("expected loss: the distribution is on another alphabet than the channel");
  if (channel.eps() == 0)
    return std::numeric_limits<double>::infinity();
  double sum = 0;
  for (Symbol x = 0; x < p.size(); ++x)
    sum += f(channel.mark(x).variance(p[x]));
  return sum;
}

std::vector<double> distribution(const Alphabet &alphabet, double onSensitive, double onOthers) {
  std::vector<double> p(alphabet.size(), onOthers);
  for (Symbol x = 0; x < alphabet.sensitive; ++x)
    p[x] = onSensitive;
  return p;
}

std::vector<double> uniformOnNonSensitive(const Alphabet &alphabet) {
  return distribution(alphabet, 0, 1 / static_cast<double>(alphabet.nonSensitive));
}

/// p* of eq. (13).
std::vector<double> mixture(const Channel &channel) {
  const Alphabet &alphabet = channel.alphabet();
  const auto size = static_cast<double>(alphabet.size());
  const double u = std::expm1(channel.eps());
  return distribution(alphabet, (1 - static_cast<double>(alphabet.nonSensitive) / u) / size,
                      (1 + static_cast<double>(alphabet.sensitive) / u) / size);
}

/// \param needsFewSensitive whether the proposition assumes |X_S| <= |X_N|.
Expected<std::vector<double>> hardest(const Channel &channel, bool needsFewSensitive) {
  const Alphabet &alphabet = channel.alphabet();
  const double eps = channel.eps();
  if (eps == 0)
    return Error{"eps is 0: the loss is infinite whatever the distribution"};
  if (alphabet.sensitive == 0 || alphabet.nonSensitive == 0) {
    const double share = 1 / static_cast<double>(alphabet.size());
    return distribution(alphabet, share, share);
  }

  const auto others = static_cast<double>(alphabet.nonSensitive);
  const bool respondsRandomly = channel.form() == Channel::Form::OneSymbol;
  if (respondsRandomly && eps >= std::log1p(others))
    return mixture(channel);
  if (!channel.isBasic())
    return Error{"the hardest distribution is known for basic RAPPOR only, not for other theta"};
  if (!respondsRandomly && eps >= 2 * std::log1p(others / 2))
    return Error{"the hardest distribution is known below eps = 2 ln(|X_N| / 2 + 1) only"};
  if (needsFewSensitive && alphabet.sensitive > alphabet.nonSensitive)
    return Error{"the hardest distribution is known for |X_S| <= |X_N| only"};
  return uniformOnNonSensitive(alphabet);
}

} // namespace

double expectedL1(const Channel &channel, std::span<const double> p, std::uint64_t users) {
  const double roots = sumOverVariances(channel, p, [](double variance) { return std::sqrt(variance); });
  return std::sqrt(2 / (std::numbers::pi * static_cast<double>(users))) * roots;
}

double expectedL2(const Channel &channel, std::span<const double> p, std::uint64_t users) {
  return sumOverVariances(channel, p, [](double variance) { return variance; }) / static_cast<double>(users);
}

Expected<WorstCase> worstL1(const Channel &channel, std::uint64_t users) {
  auto p = hardest(channel, true);
  if (!p)
    return p.error();
  const double loss = expectedL1(channel, *p, users);
  return WorstCase{*std::move(p), loss};
}

Expected<WorstCase> worstL2(const Channel &channel, std::uint64_t users) {
  auto p = hardest(channel, false);
  if (!p)
    return p.error();
  const double loss = expectedL2(channel, *p, users);
  return WorstCase{*std::move(p), loss};
}

} // namespace plumb::runtime::estimate
