// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/announcing.h - What to announce --------*- C++ -*-===//
///
/// \file
/// Where no alignment is found, one may be found that knows who won: whose draw is the largest or the least
/// of those whose value is compared or published, while its index is not. So the index is announced to the
/// proof, and the search begins again; so is what loops decide and do not publish. An announcement that helps
/// stands in the program then, as if it had been written.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_ANNOUNCING_H
#define PLUMB_CHECKER_SYNTHESIS_ANNOUNCING_H

#include "checker/synthesis/synthesis.h"

namespace plumb::synthesis {

/// As `synthesize`, and with announcements where that finds nothing.
Synthesis synthesizeAnnouncing(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                               const IsText &isText);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_ANNOUNCING_H
