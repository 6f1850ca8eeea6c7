// SPDX-License-Identifier: Apache-2.0
//===- checker/report/boundary.h - Private up to here -----------*- C++ -*-===//
///
/// \file
/// A mechanism that is not private may be so while some whole number is small: violations are found beyond a
/// boundary alone, and with the premise that the number is within it the mechanism is proved. Both are said
/// then.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_BOUNDARY_H
#define PLUMB_CHECKER_REPORT_BOUNDARY_H

#include "checker/disproof/violation.h"
#include "checker/synthesis/alternative.h"

namespace plumb::report {

struct Boundary {
  /// "n <= 4 * c": with this requirement more it is proved.
  std::string premise;
  /// Just beyond, where a violation is confirmed.
  std::vector<refutation::NamedNumber> beyond;
  /// Its word, if it is none that is told otherwise.
  std::string word;
  /// What it is proved with; empty if that is what is written.
  std::vector<std::string> alignments;
  bool isWithoutInvariants = false;
};

using WhenProved = llvm::function_ref<void(const ir::Mechanism &)>;

/// For a whole number n that is k in the smallest violation that is found: the mechanism is proved with
/// `n <= k - 1` among its requirements, or with `n <= a * m` where a * m is k - 1 there. Nothing if that is
/// so of no parameter, as far as is known; for small k nothing is tried.
///
/// The mechanism is changed meanwhile, and as it was in the end.
///
/// \param violation of the mechanism.
/// \param written its own proof, which is open.
/// \param failing runs on which what is written fails; null if none are known. Where they are within a
/// boundary, what is written is no proof there.
/// \param whenProved is given the mechanism as it is proved.
std::optional<Boundary> findBoundary(ir::Mechanism &mechanism, const disproof::Violation &violation,
                                     const proof::Proof &written, const refutation::Counterexample *failing,
                                     const proof::EngineMaker &makeEngine, const synthesis::IsText &isText,
                                     WhenProved whenProved);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_BOUNDARY_H
