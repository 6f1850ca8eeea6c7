// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/claim_bounds.h - Bounds that belong to claims -*- C++ -*-===//
///
/// \file
/// For each claim of a proved mechanism or composition the steps that its relation, query and comparison make
/// of a distance from the threshold, how often the answer is given, and the most that any mechanism under the
/// relation can do (Takagi, Cao and Yoshikawa, asymmetric differential privacy, section 4). Exact numbers,
/// and intervals around what is no fraction.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_CLAIM_BOUNDS_H
#define PLUMB_CHECKER_CLAIMS_CLAIM_BOUNDS_H

#include "checker/claims/given_values.h"
#include "checker/proof/proof.h"
#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::claims {

/// What is asked of every claim.
struct Request {
  GivenValues values;
  /// From the threshold. None: they follow from the values at each place.
  std::vector<runtime::Rational> distances;
  runtime::otp::Probability alpha;
  std::optional<runtime::otp::Probability> beta;
};

/// At one distance from the threshold.
struct ClaimRow {
  /// As given, and to the nearest answer for which the claim is false.
  runtime::Rational distance, gap;
  /// Nothing if it is not known how far neighbours of a whole composition move the answer.
  std::optional<std::uint64_t> steps;
  /// One draw; and this answer together with those of the rows before. Nothing where no single draw decides,
  /// or where draws are not made anew.
  std::optional<runtime::otp::Interval> given, allGiven;
  /// In one run at least, of those that a composition makes of a part.
  std::optional<runtime::otp::Interval> someGiven;
  /// The most that any mechanism can do; of as many steps.
  std::optional<runtime::otp::Interval> most;
  /// The least eps for alpha and beta, if a beta is asked for and some eps is enough.
  std::optional<runtime::otp::Interval> enoughEps;
  /// The least delta that (eps, delta)-DP needs for the same, with the eps of the guarantee.
  std::optional<runtime::otp::Interval> deltaOfDp;
};

struct ClaimBounds {
  /// Of the file, as the user wrote it; for whoever asks to fill in.
  std::string path;
  std::string mechanism, claim;
  /// Of a composition: "daily(eps / 14)", and "7" for as many times; empty else, or once.
  std::string part, times;
  /// "f falls by at most 1", "the gap is T - f + 1", "eps = 1/2, b = 2".
  std::string movement, gap, values;
  bool hasBeta = false;
  std::vector<ClaimRow> rows;
};

/// Of each claim that is a question about one answer; an error value if there is none, or if the request does
/// not fit. \pre \p mechanism is proved.
runtime::Expected<std::vector<ClaimBounds>> boundsOf(const ir::Mechanism &mechanism, const Request &request,
                                                     const proof::EngineMaker &makeEngine);
/// Of each such claim of a part, which has the budget of the part, beside what any mechanism can do with that
/// of the whole. \pre \p composition is proved.
runtime::Expected<std::vector<ClaimBounds>>
boundsOf(const ir::Composition &composition, const Request &request, const proof::EngineMaker &makeEngine);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_CLAIM_BOUNDS_H
