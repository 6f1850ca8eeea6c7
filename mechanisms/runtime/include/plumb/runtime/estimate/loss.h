// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// How far the empirical estimate is expected to be from the truth.
///
/// The losses are l1 = sum |p^(x) - p(x)| and l2^2 = sum (p^(x) - p(x))^2, in
/// expectation over users drawn independently from p and their reports. The
/// marks of a symbol x have a binomial law, so with m the probability of a mark
/// and a the slope (see `Mark`)
///
///     E (p^(x) - p(x))^2 = m (1 - m) / (n a^2)                  exactly,
///     E |p^(x) - p(x)|   ~ sqrt(2 m (1 - m) / (pi n a^2))       as n grows.
///
/// Summed over x these are Props. 15 and 18, and Props. 4 and 7 with
/// v = u / u' = (|X_S| + e^eps - 1) / (e^eps - 1): for randomized response
/// m / a = p + 1/u' on X_S and p on X_N, and (1 - m) / a = v - m / a. For basic
/// RAPPOR, where u' = e^(eps/2) - 1 and v_N = e^(eps/2) / u', m / a is the same
/// and (1 - m) / a = v_N - p. The sums above hold for any theta.
///
/// At eps = 0 all losses are infinite.

#ifndef PLUMB_RUNTIME_ESTIMATE_LOSS_H
#define PLUMB_RUNTIME_ESTIMATE_LOSS_H

#include "plumb/runtime/estimate/channel.h"

#include <cstdint>
#include <span>
#include <vector>

namespace plumb::runtime::estimate {

/// E l1 of `empirical`, as the number of users grows; within 2 % where
/// n p(x) >= 1000 for all x.
/// \pre p is a distribution on the channel's alphabet, users > 0; aborts if the
///   sizes do not match.
double expectedL1(const Channel &channel, std::span<const double> p, std::uint64_t users);

/// E l2^2 of `empirical`, exactly. \pre as for `expectedL1`.
double expectedL2(const Channel &channel, std::span<const double> p, std::uint64_t users);

/// The distribution that is hardest to estimate, and what it costs.
struct WorstCase {
  std::vector<double> p;
  double loss = 0;
};

/// The maxima of `expectedL1` and `expectedL2` over all distributions, where
/// one of these says where the maximum is; an error value elsewhere.
///
/// - Randomized response, 0 < eps < ln(|X_N| + 1): uniform on X_N (Prop. 5,
///   where |X_S| <= |X_N|; Prop. 16).
/// - Randomized response, eps >= ln(|X_N| + 1): p* of eq. (13) (Props. 6, 17).
/// - Basic RAPPOR, 0 < eps < 2 ln(|X_N| / 2 + 1): uniform on X_N (Prop. 8, where
///   |X_S| <= |X_N|; Prop. 19).
/// - All symbols sensitive, or none: uniform. (m (1 - m) is concave in p(x) and
///   so is its root, and all symbols share it: moving towards the mean of all
///   permutations of p does not lower the sum.)
///
/// \pre users > 0.
Expected<WorstCase> worstL1(const Channel &channel, std::uint64_t users);
Expected<WorstCase> worstL2(const Channel &channel, std::uint64_t users);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_LOSS_H
