// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/composed.h - The sum is not private -----*- C++ -*-===//
///
/// \file
/// Violations of what a composition guarantees. Its parts run on the same data with noise of their own, so
/// that what they publish together is as likely as the product says: the losses of words of the parts, on one
/// pair of data sets, add up. Each part is certified to lose more than a rational number, and the sum of
/// these is compared exactly; then a second opinion is asked for (see witness::confirm).
///
/// Where the parts see a sample of the records, data have one record at most, and what is published is a
/// mixture of what is published on this record and without it. What is lost between these data, bounded
/// alike, bounds what is lost on the sample.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_COMPOSED_H
#define PLUMB_CHECKER_DISPROOF_COMPOSED_H

#include "checker/disproof/violation.h"
#include "frontend/ir/composition.h"

namespace plumb::disproof {

/// What one part gives away, each time that it runs.
struct PartLoss {
  /// "daily(eps)"
  std::string call;
  std::int64_t times;
  std::string word;
  /// "1.25", "infinite"; rounded.
  std::string loss;
  ByCells byCells;
  /// See witness::ComposedWitness::unsampled.
  std::optional<ByCells> unsampledByCells;
};

struct ComposedViolation {
  std::vector<refutation::NamedNumber> parameters;
  /// The parameter that is not among them, since it is no rational number.
  std::optional<witness::Between> between;
  /// Of the queries of the parts.
  std::vector<refutation::NamedAnswers> answers;
  /// Nothing in the textbook form.
  std::optional<refutation::NamedRecords> records;
  /// In the order of the text.
  std::vector<PartLoss> parts;
  /// With which probability a record is sampled, "1/10", or as it is written where it is no rational number;
  /// nothing if the parts see all of them.
  std::optional<std::string> sampledWith;
  /// In all, and what is guaranteed.
  std::string loss, epsilon;
  /// Epsilon is a little more than what is guaranteed, which is no rational number.
  bool isEpsilonAbove = false;
  /// Decimal bounds on the products of Pr[D] and of Pr[D'], each as often as its part runs, rounded outward.
  std::string firstLow, secondHigh;
  /// The bounds are on densities, at the published numbers.
  bool isDensity = false;
  bool isImpossibleOnSecond = false;
  /// Confirmed.
  witness::ComposedWitness witness;
};

/// Looks for one on small inputs, in the pairs of data sets that have a row in the ledger (see
/// interpreter::areNeighbours); nothing where a part leaves open what it claims. Deterministic. Nothing means
/// only that none was found that is confirmed.
std::optional<ComposedViolation> examine(const ir::Composition &composition);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_COMPOSED_H
