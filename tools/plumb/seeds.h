// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/seeds.h - Answers and the solver's seed ------*- C++ -*-===//
///
/// \file
/// A proof that is found with one seed of the solver and not with another may be lost by the next version of
/// the solver, or by the next word that is changed. Here everything is proved again with other seeds.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_SEEDS_H
#define PLUMB_TOOLS_PLUMB_SEEDS_H

#include "tools/plumb/batch.h"

#include <iosfwd>

namespace plumb::tool {

/// Says on \p err which answers of \p batch are others with another of options.seeds seeds; then not all is
/// proved. \pre prove(batch, options)
void compareSeeds(Batch &batch, const Options &options, std::ostream &err);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_SEEDS_H
