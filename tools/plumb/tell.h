// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/tell.h - A batch on the two streams ----------*- C++ -*-===//
///
/// \file
/// What a sub-command prints when everything is decided: messages, verdicts, statistics, or JSON in their
/// place.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_TELL_H
#define PLUMB_TOOLS_PLUMB_TELL_H

#include "tools/plumb/batch.h"

#include <iosfwd>

namespace plumb::tool {

/// The messages, in order.
void tellDiagnostics(const Batch &batch, std::ostream &err);

/// Verdicts on \p out, messages and statistics on \p err; or all but the statistics as JSON on \p out.
void tell(const Batch &batch, const Options &options, std::ostream &out, std::ostream &err);

/// Writes the JSON document to the file of the options. Nothing happens if none is asked for.
void keepDocument(Batch &batch, const Options &options);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_TELL_H
