// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/certify.h - --certify ------------------------*- C++ -*-===//
///
/// \file
/// `--certify`: evidence for each answer of the solver behind what is proved, for `plumb-recheck`; and
/// `--no-assumptions`, as far as it refuses what has none.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CERTIFY_H
#define PLUMB_TOOLS_PLUMB_CERTIFY_H

#include "tools/plumb/batch.h"

#include <iosfwd>

namespace plumb::tool {

/// Writes the file of the options, with each program and whatever is proved of it; how much of it has
/// evidence is told on \p err. What is not proved has no part in it. The exit code stays that of the
/// verdicts, also if there is no evidence at all.
///
/// With `--no-assumptions` it is reported, in the place of a file or besides, of which proofs a part is only
/// believed of a solver. Without either option nothing happens.
void certifyProofs(Batch &batch, const Options &options, std::ostream &err);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CERTIFY_H
