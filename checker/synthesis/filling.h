// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/filling.h - Alignments left out --------*- C++ -*-===//
///
/// \file
/// Finds the alignments that a program leaves out and claims no less for it: the search and the prover take
/// turns, and a run on which a proof fails joins those of the search.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_FILLING_H
#define PLUMB_CHECKER_SYNTHESIS_FILLING_H

#include "checker/synthesis/search.h"
#include "checker/synthesis/synthesis.h"

#include <cstdint>

namespace plumb::synthesis {

/// \pre \p mechanism is stated: alignments alone are left open, at least one.
Synthesis fillAlignments(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const IsText &isText,
                         const FillingLimits &limits = {});

/// As they are now, as what was found.
std::vector<Found> foundAlignments(const std::vector<ir::Sample *> &samples);

/// "guarantees private(eps), align lam' = lam + 1": in one line.
std::string toldTogether(const std::vector<Found> &found);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_FILLING_H
