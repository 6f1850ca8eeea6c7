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
#include "plumb/runtime/otp/claimed_answer.h"

#include <string>
#include <vector>

namespace plumb::claims {

/// What is asked of every claim.
struct Request {
  GivenValues values;
  /// From the threshold. None: they follow from the values at each place.
  std::vector<runtime::Rational> distances;
  runtime::otp::Wish wish;
};

using runtime::otp::ClaimRow;

struct ClaimBounds {
  /// Of the file, as the user wrote it; for whoever asks to fill in.
  std::string path;
  std::string mechanism, claim;
  /// Of a composition: "daily(eps / 14)", and "7" for as many times; empty else, or once.
  std::string part, times;
  /// The mechanism in whose names all of this is: of a composition that of the part.
  std::string named;
  /// "f falls by at most 1", "the gap is T - f + 1", "eps = 1/2, b = 2".
  std::string movement, gap, values;
  /// Of a composition: what its own parameters are.
  std::string valuesOfWhole;
  bool hasBeta = false;
  /// Several distances have one gap.
  bool isGapRounded = false;
  /// What is given is so in runs that take the branch to the draw (ofRunsAtDraw); `movement` says so, too.
  bool isOfRunsAtDraw = false;
  std::vector<ClaimRow> rows;
};

/// Of all claims of a mechanism or composition.
struct AllClaimBounds {
  std::vector<ClaimBounds> bounds;
  /// Why others have none: "out is below implies f < T: ...".
  std::vector<std::string> without;
};

/// Of each claim that is a question about one answer; an error value if there is none, or if the request fits
/// none. \pre \p mechanism is proved.
runtime::Expected<AllClaimBounds> boundsOf(const ir::Mechanism &mechanism, const Request &request,
                                           const proof::EngineMaker &makeEngine);
/// Of each such claim of a part, which has the budget of the part, beside what any mechanism can do with that
/// of the whole. \pre \p composition is proved.
runtime::Expected<AllClaimBounds> boundsOf(const ir::Composition &composition, const Request &request,
                                           const proof::EngineMaker &makeEngine);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_CLAIM_BOUNDS_H
