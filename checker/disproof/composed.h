// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/composed.h - The sum is not private -----*- C++ -*-===//
///
/// \file
/// Violations of what a composition guarantees. Its parts run on the same data with noise of their own, so
/// that what they publish together is as likely as the product says: the losses of words of the parts, on one
/// pair of data sets, add up. Each part is certified to lose a rational number, and the sum of these is
/// compared exactly.
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
  /// That it loses more than its claim, a rational number, which is set for it here.
  witness::Witness witness;
};

struct ComposedViolation {
  std::vector<refutation::NamedNumber> parameters;
  /// Of the queries of the parts.
  std::vector<refutation::NamedAnswers> answers;
  /// Nothing in the textbook form.
  std::optional<refutation::NamedRecords> records;
  /// In the order of the text.
  std::vector<PartLoss> parts;
  /// In all, and what is guaranteed.
  std::string loss, epsilon;
};

/// Looks for one on small inputs, in the pairs of data sets that have a row in the ledger: those that a part
/// allows; and where all parts say attribute by attribute what may change, those in which each attribute that
/// changes may change for some part. Deterministic. Nothing means only that none was found.
std::optional<ComposedViolation> examine(const ir::Composition &composition);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_COMPOSED_H
