// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// How often an answer that is never wrongly "true" may be "true".
///
/// A mechanism m for a yes-no question q is true-biased if m(D) = 1 never
/// happens while q(D) = 0. Its output 1 is a one-sided true positive (OTP;
/// Takagi, Cao, Yoshikawa, "Asymmetric Differential Privacy", Definition 13).
/// Each privacy notion bounds Pr[OTP], the probability of that output at a D
/// with q(D) = 1. More generally m is (alpha, beta)-one-sided if it is wrongly
/// "true" with probability at most alpha, and misses a "true" with probability
/// at most beta (Definition II.6 of the conference version, ICDM 2022); OTP is
/// the case alpha = 0. The functions below bound Pr[m(D) = 1] by an interval
/// around the exact supremum: quote the upper end. One minus it is the least
/// beta (`one_sidedness.h`).

#ifndef PLUMB_RUNTIME_OTP_UPPER_BOUNDS_H
#define PLUMB_RUNTIME_OTP_UPPER_BOUNDS_H

#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <cstdint>

namespace plumb::runtime::otp {

/// For (P, eps)-ADP: 1 - (1 - alpha) e^(-k eps), with alpha = 0 Theorem 9.
///
/// \param steps k, the fewest steps along the neighbour relation *from* a
/// dataset with q = 0 *to* D. The theorem is printed with the steps counted from
/// D; its proof, and this function, count them towards D. Where no dataset with
/// q = 0 leads to D, k is infinite and there is no bound below 1.
///
/// Reached, for alpha = 0, by one-sided exponential and by one-sided geometric
/// noise (Theorem 11; `achieved.h`).
Interval adpUpperBound(const Epsilon &eps, std::uint64_t steps, const Probability &alpha = {});

/// For (eps, delta)-DP: p_k of the recursion
///
///     p_0 = alpha,  p_j = min(1, e^eps p_(j-1) + delta, 1 - e^-eps (1 - delta - p_(j-1))).
///
/// The second term is the definition of (eps, delta)-DP for the event "true",
/// the third for its complement; nothing else constrains a chain of datasets, so
/// p_k is attained there. For alpha = 0 it replaces the sum of Theorem 8.
///
/// Computed in constant time. Let A(p) be the second term and B(p) the third:
/// A(p) <= B(p) exactly if p <= p* = (1 - delta) / (1 + e^eps), and p_j never
/// falls. So the first m steps are A and the others B, where m is the number of
/// j with p_j <= p* along A, at most k; A and B have closed forms when repeated:
///
///     A^j(p) = e^(j eps) p + d (e^(j eps) - 1),              d = delta / (e^eps - 1)
///     1 - B^j(p) = e^(-j eps) (1 - p) - d (1 - e^(-j eps))
///
/// \param steps k, the Hamming distance from D to the nearest dataset with q = 0.
Interval approximateDpUpperBound(const Epsilon &eps, const Probability &delta, std::uint64_t steps,
                                 const Probability &alpha = {});

/// For eps-DP: the recursion above with delta = 0. It is 0, exactly, for
/// alpha = 0: a true-biased eps-DP mechanism never says "true".
Interval dpUpperBound(const Epsilon &eps, std::uint64_t steps, const Probability &alpha = {});

/// Theorem 8 as printed: delta (e^(k eps) - 1) / (e^eps - 1). Valid and weaker
/// than `approximateDpUpperBound`; can exceed 1.
Interval theorem8Sum(const Epsilon &eps, const Probability &delta, std::uint64_t steps);

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_UPPER_BOUNDS_H
