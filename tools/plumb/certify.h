// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/certify.h - --certify ------------------------*- C++ -*-===//
///
/// \file
/// `--certify`: evidence for each answer of the solver behind what is proved, for `plumb-recheck`.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CERTIFY_H
#define PLUMB_TOOLS_PLUMB_CERTIFY_H

#include "tools/plumb/batch.h"

#include <iosfwd>

namespace plumb::tool {

/// Writes the file of the options, with each program and whatever is proved of it; how much of it has
/// evidence is told on \p err. What is not proved has no part in it.
///
/// Nothing happens if no file is asked for.
void certifyProofs(Batch &batch, const Options &options, std::ostream &err);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CERTIFY_H
