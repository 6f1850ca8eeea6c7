// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/violation.h - Not private -------------*- C++ -*-===//
///
/// \file
/// A confirmed violation of a guarantee, whatever the alignment: datasets D -> D' that
/// the adjacency allows, and an event S of published outputs with
///
///   lower(Pr[m(D) in S]) > upper(e^eps) * upper(Pr[m(D') in S]),
///
/// in exact integer arithmetic with outward rounding. The likelihood of all runs that
/// were not walked is added to the right side. The definition is that of asymmetric
/// differential privacy (Definition 9 of Takagi, Cao and Yoshikawa): only D -> D' counts.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_VIOLATION_H
#define PLUMB_CHECKER_REFUTATION_VIOLATION_H

#include "checker/refutation/counterexample.h"

namespace plumb::refutation {

struct Violation {
  std::vector<NamedNumber> parameters;
  std::vector<NamedAnswers> answers;
  /// Nothing in the textbook form. No field is marked as any.
  std::optional<NamedRecords> records;
  /// The event: that one of these is published. At most eight are listed, the likeliest on D first.
  std::vector<std::string> outputs;
  /// How many the event has.
  std::size_t outputCount = 0;
  /// Decimal bounds on Pr[m(D) in S], rounded outward.
  std::string firstLow, firstHigh;
  /// The same for D'.
  std::string secondLow, secondHigh;
  /// "1.99": ln of the ratio is at least this, by the bounds above. "infinite" if the event is
  /// impossible on D'.
  std::string loss;
  interpreter::Exact epsilon;
};

struct ViolationLimits {
  /// Pieces of runs between two draws (see workOf), and assignments to parameters that are looked at.
  std::uint64_t runs = 200'000;
  /// Of an input; see candidates.h.
  unsigned weight = 10;
};

/// Looks for a violation on small inputs, lightest first. Deterministic. Nothing says nothing.
/// Always nothing for a mechanism over reals.
std::optional<Violation> findViolation(const ir::Mechanism &mechanism, const ViolationLimits &limits = {});

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_VIOLATION_H
