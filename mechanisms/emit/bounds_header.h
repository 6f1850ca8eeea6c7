// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/bounds_header.h - The header of expectations --*- C++ -*-===//
///
/// \file
/// The header `<mechanism>_bounds.h`: what to expect of a release. Bias and variance of each answer, and
/// how often a one-sided answer is right, at most and in fact (Theorems 9 and 11 of Takagi, Cao and
/// Yoshikawa, "Asymmetric Differential Privacy").
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_BOUNDS_HEADER_H
#define PLUMB_MECHANISMS_EMIT_BOUNDS_HEADER_H

#include "mechanisms/emit/emit.h"

#include <cstdint>
#include <map>

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

/// `<mechanism>_bounds.h`, for a mechanism that was emitted without problems: for the laws that it draws
/// from, the estimator of an answer with its bias and variance, and how often a one-sided answer is right,
/// at most and in fact. It includes `<mechanism>.h` and computes with plumb/runtime/otp.
EmittedFile boundsHeader(const report::Certificate &certificate, const StepsOfQueries &steps);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_BOUNDS_HEADER_H
