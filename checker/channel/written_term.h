// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/written_term.h - Quotients as terms ------*- C++ -*-===//
///
/// \file
/// Back from polynomials to what stands in a text: a quotient as a number of a channel, such as
/// `exp(eps) / (exp(eps) + s - 1)`, or its logarithm as an exponent, such as `eps / 2 + ln(s)`.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_WRITTEN_TERM_H
#define PLUMB_CHECKER_CHANNEL_WRITTEN_TERM_H

#include "checker/channel/algebra.h"
#include "checker/channel/quotient.h"

namespace plumb::channel {

/// Divisors have to be positive where a term has a value, so the sign of quotient.below matters here.
///
/// \returns a term over the parameters of \p algebra 's channel with this value where both have one. All of
/// its parts have the place \p range.
ir::ChannelTermPtr numberOf(const Quotient &quotient, const Algebra &algebra, SourceRange range);

/// A sum of multiples of exponents and a logarithm, as it stands in `exp` and in budgets: e to its power is
/// \p quotient where that is positive.
ir::ChannelTermPtr exponentOf(const Quotient &quotient, const Algebra &algebra, SourceRange range);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_WRITTEN_TERM_H
