// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/certified.h - What may be emitted ------------*- C++ -*-===//
///
/// \file
/// What stands before every emission: a certificate, or a message why there is none; and the messages of one
/// that was tried.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CERTIFIED_H
#define PLUMB_TOOLS_PLUMB_CERTIFIED_H

#include "mechanisms/emit/emit.h"
#include "tools/plumb/batch.h"

#include <optional>

namespace plumb::tool {

/// Nothing, and a message in \p batch, if \p subject is not proved or draws real noise.
std::optional<report::Certificate> certificateFor(Batch &batch, BatchFile &file,
                                                  const report::Subject &subject);

/// Why \p emission has no files, in \p batch.
void reportProblems(Batch &batch, BatchFile &file, const emit::Emission &emission);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CERTIFIED_H
