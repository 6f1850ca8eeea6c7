// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/claim_bounds.h - Bounds that belong to claims -*- C++ -*-===//
///
/// \file
/// `plumb bounds FILE`: reads the words of the command line and prints what checker/claims says of each
/// composition, and of each mechanism that is no part of one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CLAIM_BOUNDS_H
#define PLUMB_TOOLS_PLUMB_CLAIM_BOUNDS_H

#include "checker/claims/claim_bounds.h"
#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace plumb::tool {

ExitCode runClaimBounds(const Options &options, std::ostream &out, std::ostream &err);

std::string claimBoundsText(const std::vector<claims::ClaimBounds> &all);
/// \param without why something else has none, also told on the standard error.
std::string claimBoundsJson(const std::vector<claims::ClaimBounds> &all,
                            const std::vector<std::string> &without);
std::string claimBoundsCsv(const std::vector<claims::ClaimBounds> &all);
/// How often each answer is given, and the most that any mechanism can do, over the gap: a plot for each
/// claim. \pre \p all is not empty.
std::string claimBoundsSvg(const std::vector<claims::ClaimBounds> &all);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CLAIM_BOUNDS_H
