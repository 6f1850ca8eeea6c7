// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/engines.h - Solvers as the options want them -*- C++ -*-===//
///
/// \file
/// Solvers with the limits of the command line, for whatever is to be proved.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_ENGINES_H
#define PLUMB_TOOLS_PLUMB_ENGINES_H

#include "checker/proof/proof.h"
#include "tools/plumb/options.h"

namespace plumb::tool {

/// Makes solvers with the resource limit of the command line.
proof::EngineMaker engines(const Options &options);

/// One that \p options choose, within \p budget.
std::unique_ptr<smt::Engine> makeEngine(const Options &options, const smt::Budget &budget);

/// "z3", "cvc5" or "z3 and cvc5": who is believed.
std::string engineNames(const Options &options);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_ENGINES_H
