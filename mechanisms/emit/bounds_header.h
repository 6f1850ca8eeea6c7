// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/bounds_header.h - The header of expectations --*- C++ -*-===//
///
/// \file
/// The header `<mechanism>_bounds.h`: what to expect of a release. What each claim is worth at each distance
/// from its threshold; bias and variance of each answer; and how often a one-sided answer is right, at most
/// and in fact (Theorems 9 and 11 of Takagi, Cao and Yoshikawa, "Asymmetric Differential Privacy"). The
/// header of the mechanism does not include it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_BOUNDS_HEADER_H
#define PLUMB_MECHANISMS_EMIT_BOUNDS_HEADER_H

#include "checker/claims/claim_terms.h"
#include "mechanisms/emit/emit.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace plumb::emit {

/// What is proved of where neighbour steps lead from data with other answers to a query.
enum class Steps : std::uint8_t {
  /// Wherever some lead, others lead back to data with the answers as before. No answer that is never wrongly
  /// given can be given.
  LeadBack,
  /// All make the answers fall, or all make them rise.
  LeadOneWay,
  /// Neither is known.
  Unknown,
};
using StepsOfQueries = std::map<const ir::Variable *, Steps>;

/// `<mechanism>_bounds.h`, for a mechanism that was emitted without problems: a calculator for each of \p
/// claims; for the laws that it draws from, the estimator of an answer with its bias and variance, and how
/// often a one-sided answer is right, at most and in fact. It includes `<mechanism>.h` and computes with
/// plumb/runtime/otp.
EmittedFile boundsHeader(const report::Certificate &certificate, const StepsOfQueries &steps,
                         const std::vector<claims::ClaimTerms> &claims);

/// `<composition>_bounds.h`, for a composition that was emitted without problems: calculators for the claims
/// of its parts, one list for each, which get the arguments of the part. Nothing if there is none: no part
/// claims anything, or what the whole guarantees is no fraction.
std::optional<EmittedFile> boundsHeader(const report::Certificate &certificate,
                                        const ir::Composition &composition,
                                        const std::vector<std::vector<claims::ClaimTerms>> &claims);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_BOUNDS_HEADER_H
