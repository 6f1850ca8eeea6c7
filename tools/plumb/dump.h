// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/dump.h - --dump-smt2 -------------------------*- C++ -*-===//
///
/// \file
/// `--dump-smt2`: every question of a call as SMT-LIB scripts, for other solvers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_DUMP_H
#define PLUMB_TOOLS_PLUMB_DUMP_H

#include "tools/plumb/batch.h"

namespace plumb::tool {

/// Writes <mechanism>.<obligation>.smt2, <mechanism>.<obligation>.vacuity.smt2 and all.smt2 into the folder
/// of the options, all of them or none. A second one of the same name is called <name>-2.
///
/// Nothing happens if no dump is asked for.
void dumpQuestions(Batch &batch, const Options &options);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_DUMP_H
