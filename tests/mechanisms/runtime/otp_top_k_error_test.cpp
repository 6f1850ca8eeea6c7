// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "plumb/runtime/otp/top_k_error.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

namespace {

using Matrix = std::vector<std::vector<long double>>;

/// Gauss-Jordan with row pivots.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix result(n, std::vector<long double>(n, 0));
  for (std::size_t i = 0; i < n; ++i)
    result[i][i] = 1;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < n; ++row)
      if (std::fabs(m[row][column]) > std::fabs(m[pivot][column]))
        pivot = row;
    std::swap(m[column], m[pivot]);
    std::swap(result[column], result[pivot]);
    const long double head = m[column][column];
    for (std::size_t j = 0; j < n; ++j) {
      m[column][j] /= head;
      result[column][j] /= head;
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (row == column)
        continue;
      const long double factor = m[row][column];
      for (std::size_t j = 0; j < n; ++j) {
        m[row][j] -= factor * m[column][j];
        result[row][j] -= factor * result[column][j];
      }
    }
  }
  return result;
}

/// Mean of the variances of the generalised least squares estimates of k values from k measurements of
/// variance v and k - 1 gaps of neighbours whose noise has variance r v: the diagonal of the inverse of
/// X' W X, where W is the inverse covariance of all 2k - 1 observations.
long double leastSquaresError(std::size_t k, long double v, long double r) {
  Matrix gapCovariance(k - 1, std::vector<long double>(k - 1, 0));
  for (std::size_t i = 0; i + 1 < k; ++i) {
    gapCovariance[i][i] = 2 * r * v;
    if (i > 0)
      gapCovariance[i][i - 1] = gapCovariance[i - 1][i] = -r * v;
  }
  const Matrix weight = inverse(gapCovariance);
  Matrix information(k, std::vector<long double>(k, 0));
  for (std::size_t i = 0; i < k; ++i)
    information[i][i] = 1 / v;
  // Gap i observes value i less value i + 1.
  for (std::size_t i = 0; i + 1 < k; ++i)
    for (std::size_t j = 0; j + 1 < k; ++j)
      for (std::size_t a : {std::size_t{0}, std::size_t{1}})
        for (std::size_t b : {std::size_t{0}, std::size_t{1}})
          information[i + a][j + b] += (a == b ? 1 : -1) * weight[i][j];
  const Matrix covariance = inverse(information);
  long double sum = 0;
  for (std::size_t i = 0; i < k; ++i)
    sum += covariance[i][i];
  return sum / static_cast<long double>(k);
}

} // namespace

TEST_CASE("the free-gap estimate is generalised least squares") {
  for (unsigned k : {2u, 3u, 5u, 12u}) {
    const long double eps = 0.7L, v = 2 * (2 * k / eps) * (2 * k / eps);
    const auto ratio = [&](long double selectionVariance) { return selectionVariance / v; };
    const long double any = 2 * (4 * k / eps) * (4 * k / eps), monotone = 2 * (2 * k / eps) * (2 * k / eps),
                      exponential = (2 * k / eps) * (2 * k / eps);
    const Epsilon budget = epsilon("0.7");
    CHECK(close(freeGapTopKError(count(k), budget, SelectionNoise::LaplaceForAnyQueries),
                leastSquaresError(k, v, ratio(any))));
    CHECK(close(freeGapTopKError(count(k), budget, SelectionNoise::LaplaceForMonotoneQueries),
                leastSquaresError(k, v, ratio(monotone))));
    CHECK(close(freeGapTopKError(count(k), budget, SelectionNoise::ExponentialForMonotoneQueries),
                leastSquaresError(k, v, ratio(exponential))));
  }
}

TEST_CASE("a single value has no gaps to gain from") {
  const Interval measured(plumb::runtime::Rational(8));
  for (auto noise : {SelectionNoise::LaplaceForAnyQueries, SelectionNoise::LaplaceForMonotoneQueries,
                     SelectionNoise::ExponentialForMonotoneQueries})
    CHECK(freeGapTopKError(count(1), epsilon("1"), noise).lowerText(9) == "8");
}

TEST_CASE("the gap to the threshold has the least variance over all splits") {
  for (unsigned k : {1u, 4u, 30u})
    for (bool monotone : {true, false}) {
      const long double half = 0.25L, shifts = (monotone ? 1 : 2) * static_cast<long double>(k);
      const auto variance = [&](long double forThreshold) {
        const long double rest = half - forThreshold;
        return 2 / (forThreshold * forThreshold) + 2 * shifts * shifts / (rest * rest);
      };
      long double low = 1e-6L, high = half - 1e-6L;
      for (int step = 0; step < 300; ++step) {
        const long double a = low + (high - low) / 3, b = high - (high - low) / 3;
        (variance(a) < variance(b) ? high : low) = variance(a) < variance(b) ? b : a;
      }
      const long double measured = 2 * (2 * k / 0.5L) * (2 * k / 0.5L);
      CHECK(close(freeGapSparseVectorError(count(k), epsilon("0.5"), monotone),
                  1 / (1 / variance(low) + 1 / measured)));
    }
}

TEST_CASE("one-sided noise is at least 8/3 as good as the best free gap") {
  for (unsigned k : {1u, 10u, 1000u}) {
    const double asymmetric = asymmetricTopKError(count(k), epsilon("1/2")).upperDouble();
    CHECK(asymmetric == 4.0 * k * k);
    CHECK(freeGapTopKError(count(k), epsilon("1/2"), SelectionNoise::ExponentialForMonotoneQueries)
              .lowerDouble() > asymmetric * 8 / 3);
  }
}

TEST_CASE("an error among no values is refused, as a value") {
  const auto refused = Count::create(0);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "0 values are published; an error needs one");
}
