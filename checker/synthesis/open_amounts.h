// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/open_amounts.h - `private(?)`, `laplace(?)` -*- C++ -*-===//
///
/// \file
/// Finds what a ledger determines: the guarantee from the scales, its parts or scales from the guarantee, or
/// the bound of an adjacency from both. What is moved at each scale is a term that the prover knows; the rest
/// is arithmetic. The result is proved like what is written.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_OPEN_AMOUNTS_H
#define PLUMB_CHECKER_SYNTHESIS_OPEN_AMOUNTS_H

#include "checker/synthesis/synthesis.h"

namespace plumb::synthesis {

/// \pre all directions are written, and the guarantee, a part of it, a scale or a bound is left open.
Synthesis findAmounts(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const IsText &isText);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_OPEN_AMOUNTS_H
