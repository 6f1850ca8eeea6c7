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

#include <set>

namespace plumb::emit {

/// The queries of a mechanism of which it is proved that neighbour steps lead back: to data with the answers
/// as before, from wherever other steps lead. No answer about these that is never wrongly given can be given.
using QueriesThatReturn = std::set<const ir::Variable *>;

/// `<mechanism>_bounds.h`, for a mechanism that was emitted without problems: for the laws that it draws
/// from, the estimator of an answer with its bias and variance, and how often a one-sided answer is right,
/// at most and in fact. It includes `<mechanism>.h` and computes with plumb/runtime/otp.
EmittedFile boundsHeader(const report::Certificate &certificate, const QueriesThatReturn &returning);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_BOUNDS_HEADER_H
