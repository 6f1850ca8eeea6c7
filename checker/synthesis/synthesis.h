// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/synthesis.h - What is left open --------*- C++ -*-===//
///
/// \file
/// Finds what a program leaves open: alignments, the guarantee, scales, directions, bounds. Nothing that is
/// found here is trusted: it goes into the program as if it had been written, is read again as text, and is
/// proved by the prover like everything else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SYNTHESIS_H
#define PLUMB_CHECKER_SYNTHESIS_SYNTHESIS_H

#include "checker/proof/proof.h"
#include "frontend/ir/program.h"
#include "frontend/support/diagnostic.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace plumb::synthesis {

/// What was found for one place that was left open.
struct Found {
  /// Where it goes; empty behind a statement whose clause was left out.
  SourceRange range;
  /// "align lam' = lam + 1", "guarantees private(eps)": as it is told.
  std::string clause;
  /// "align lam' = lam + 1", "eps": what stands at that place then.
  std::string text;
  /// A statement in front of the one that stands there: it brings with it what keeps them apart.
  bool isInFront = false;
  /// The draw of which it is the alignment; else null.
  const ir::Sample *aligned = nullptr;
  /// Here a draw stood that stands further down now; \c text is empty.
  bool isGone = false;
  /// Of that draw where it stands now: where it stood.
  std::optional<SourceRange> from = {};
};

/// What is told of them: one clause with two holes once.
std::vector<std::string> clauses(const std::vector<Found> &found);

/// What became of the holes of one mechanism.
struct Synthesis {
  /// In the order of the text; empty if nothing was found, and then the holes are still there.
  std::vector<Found> found;
  /// Other answers, each of them proved too: "guarantees private(n * eps / (4 * c)) with align ...".
  std::vector<std::string> others;
  /// The guarantee was left open: the one that was found is the smallest that was found, and no more.
  bool isSmallestFound = false;
  /// Of the mechanism as it is filled now; nothing if nothing was found. Proved or not.
  std::optional<proof::Proof> proof;
  /// Why nothing was found: the smallest set of demands that no shift meets, a sentence each.
  std::vector<std::string> conflict;
  /// What to do about it, if that is known; else empty.
  std::string advice = {};
  /// What else there is to say of what was found.
  std::vector<std::string> remarks;
  /// More alignments follow all runs than proofs were tried of.
  bool isCutShort = false;
};

/// Proofs that are tried of one mechanism in all.
inline constexpr unsigned mostProofs = 12;

struct FillingLimits {
  unsigned proofs = mostProofs;
  /// Of the solver, for proofs that fail. Where so many are spent, no further one is tried.
  std::uint64_t resourceUnits = 4'000'000; ///< Some 1.3 s.
  /// Nothing else is asked for: neither the simplest alignments that are not proved, nor why none are found,
  /// which may take as long as all the search.
  bool isForProofAlone = false;
};

/// Is a filled mechanism a program that can be written, printed and read back to the same IR?
using IsText = std::function<bool(const ir::Mechanism &)>;

/// Fills the holes of \p mechanism so that what it guarantees is proved, whatever it claims. If nothing is,
/// and alignments alone are open, with the simplest ones that follow all runs that were tried; else with
/// nothing. Deterministic.
///
/// \param limits where alignments alone are open.
Synthesis synthesize(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const IsText &isText,
                     const FillingLimits &limits = {});

/// The ranges of loops that are a bare `while` in the text, in the order of the text: read off by the
/// analysis, and found for whoever reads the program.
std::vector<Found> foundRanges(const ir::Mechanism &mechanism);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SYNTHESIS_H
