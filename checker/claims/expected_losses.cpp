// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/expected_losses.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plumb::claims {

using runtime::otp::Interval;

namespace {

/// Looks for worst shares with floating point: what it returns is checked by a tangent, not believed.
class Climb {
public:
  Climb(const ShareEstimator &estimator, Loss wanted) : loss(wanted) {
    for (const ShareEstimator::Class &one : estimator.classes)
      members.push_back(one.members.get_d());
    for (const auto &row : estimator.squares) {
      squares.emplace_back();
      for (const Interval &entry : row)
        squares.back().push_back(entry.upperDouble());
    }
    const double all = std::accumulate(members.begin(), members.end(), 0.0);
    for (double number : members)
      shares.push_back(number / all);
  }

  Shares run();

private:
  std::vector<double> slopes() const;
  /// Moves share from one class to another while that raises the loss.
  void move(std::size_t from, std::size_t to);

  Loss loss;
  std::vector<double> members, shares;
  std::vector<std::vector<double>> squares;
};

} // namespace

std::vector<double> Climb::slopes() const {
  const std::size_t count = members.size();
  std::vector<double> weights(count, 1), result(count);
  if (loss == Loss::Absolute)
    for (std::size_t j = 0; j < count; ++j) {
      double variance = -shares[j] / members[j] * (shares[j] / members[j]);
      for (std::size_t i = 0; i < count; ++i)
        variance += shares[i] * squares[i][j];
      weights[j] = 1 / (2 * std::sqrt(std::max(variance, 1e-300)));
    }
  for (std::size_t i = 0; i < count; ++i) {
    result[i] = -2 * weights[i] * shares[i] / members[i];
    for (std::size_t j = 0; j < count; ++j)
      result[i] += weights[j] * members[j] * squares[i][j];
  }
  return result;
}

void Climb::move(std::size_t from, std::size_t to) {
  const double there = shares[from], here = shares[to];
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double part = i == 0 ? 1 : (low + high) / 2;
    shares[from] = there - part * there;
    shares[to] = here + part * there;
    const std::vector<double> slope = slopes();
    (slope[to] > slope[from] ? low : high) = part;
    if (low == 1)
      return;
  }
}

Shares Climb::run() {
  for (int i = 0; i < 400 && members.size() > 1; ++i) {
    const std::vector<double> slope = slopes();
    const auto to = std::max_element(slope.begin(), slope.end()) - slope.begin();
    auto from = to;
    for (std::size_t j = 0; j < slope.size(); ++j)
      if (shares[j] > 0 && slope[j] < slope[static_cast<std::size_t>(from)])
        from = static_cast<std::ptrdiff_t>(j);
    const double gain = slope[static_cast<std::size_t>(to)] - slope[static_cast<std::size_t>(from)];
    if (!(gain > 1e-13 * std::abs(slope[static_cast<std::size_t>(to)])))
      break;
    move(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
  }
  Shares found;
  Rational rest = 1;
  for (double share : shares) {
    const double least = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
    found.push_back(std::min<Rational>(Rational(least), rest));
    rest -= found.back();
  }
  *std::max_element(found.begin(), found.end()) += rest;
  return found;
}

/// Of the estimated share of one member of each class, for one user.
static std::vector<Interval> variances(const ShareEstimator &estimator, const Shares &shares) {
  std::vector<Interval> all;
  for (std::size_t j = 0; j < shares.size(); ++j) {
    const Rational each = shares[j] / estimator.classes[j].members;
    Interval variance = intervalOf(-each * each);
    for (std::size_t i = 0; i < shares.size(); ++i)
      variance = variance + intervalOf(shares[i]) * estimator.squares[i][j];
    // A variance is never negative, whatever rounding makes of it.
    all.push_back(max(variance, Interval(0)));
  }
  return all;
}

static Interval sumFor(const ShareEstimator &estimator, Loss loss, const Shares &shares) {
  const std::vector<Interval> all = variances(estimator, shares);
  Interval sum(0);
  for (std::size_t j = 0; j < shares.size(); ++j)
    sum = sum + intervalOf(estimator.classes[j].members) * (loss == Loss::Squared ? all[j] : sqrt(all[j]));
  return sum;
}

/// The largest sum over all shares, where \p shares are near to where it is.
static Interval largestFor(const ShareEstimator &estimator, Loss loss, const Shares &shares) {
  const Interval here = sumFor(estimator, loss, shares);
  if (shares.size() == 1)
    return here;
  const std::vector<Interval> all = variances(estimator, shares);
  std::vector<Interval> weights;
  for (const Interval &variance : all)
    weights.push_back(loss == Loss::Squared ? Interval(1) : Interval(1) / (Interval(2) * sqrt(variance)));
  Interval mean(0);
  std::vector<Interval> slopes;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    Interval slope = -(Interval(2) * weights[i] * intervalOf(shares[i] / estimator.classes[i].members));
    for (std::size_t j = 0; j < shares.size(); ++j)
      slope = slope + weights[j] * intervalOf(estimator.classes[j].members) * estimator.squares[i][j];
    mean = mean + intervalOf(shares[i]) * slope;
    slopes.push_back(slope);
  }
  Interval steepest = slopes[0];
  for (const Interval &slope : slopes)
    steepest = max(steepest, slope);
  return Interval::hull(here, here + max(steepest - mean, Interval(0)));
}

static Interval perUsers(Loss loss, const Interval &sum, const Rational &users) {
  return sum / (loss == Loss::Squared ? intervalOf(users) : sqrt(intervalOf(users)));
}

Interval lossAt(const ShareEstimator &estimator, Loss loss, const Shares &shares, const Rational &users) {
  return perUsers(loss, sumFor(estimator, loss, shares), users);
}

static LossRow rowAt(const ShareEstimator &estimator, LossRow::Kind kind, Shares shares,
                     const Rational &users) {
  Interval squared = lossAt(estimator, Loss::Squared, shares, users);
  Interval absolute = lossAt(estimator, Loss::Absolute, shares, users);
  if (kind == LossRow::Kind::WorstSquared)
    squared = perUsers(Loss::Squared, largestFor(estimator, Loss::Squared, shares), users);
  if (kind == LossRow::Kind::WorstAbsolute)
    absolute = perUsers(Loss::Absolute, largestFor(estimator, Loss::Absolute, shares), users);
  // 50 digits of pi.
  const Integer below("31415926535897932384626433832795028841971693993751"), above = below + 1;
  Integer tens;
  mpz_ui_pow_ui(tens.get_mpz_t(), 10, 49);
  const Interval pi = Interval::hull(intervalOf(Rational(below, tens)), intervalOf(Rational(above, tens)));
  const Interval ofMany = absolute * sqrt(Interval(2) / pi);
  return {kind, std::move(shares), squared, absolute, ofMany};
}

std::vector<LossRow> lossRows(const ShareEstimator &estimator, const Shares &given, const Rational &users) {
  std::vector<LossRow> rows;
  if (!given.empty())
    rows.push_back(rowAt(estimator, LossRow::Kind::Given, given, users));
  Rational all = 0;
  for (const ShareEstimator::Class &one : estimator.classes)
    all += one.members;
  Shares alike;
  for (const ShareEstimator::Class &one : estimator.classes)
    alike.push_back(one.members / all);
  rows.push_back(rowAt(estimator, LossRow::Kind::Uniform, std::move(alike), users));
  rows.push_back(rowAt(estimator, LossRow::Kind::WorstSquared, Climb(estimator, Loss::Squared).run(), users));
  rows.push_back(
      rowAt(estimator, LossRow::Kind::WorstAbsolute, Climb(estimator, Loss::Absolute).run(), users));
  return rows;
}

} // namespace plumb::claims
