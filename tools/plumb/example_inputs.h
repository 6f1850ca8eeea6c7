// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/example_inputs.h - Values to begin with ------*- C++ -*-===//
///
/// \file
/// Parameters and answers for the example program of a mechanism or composition.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_EXAMPLE_INPUTS_H
#define PLUMB_TOOLS_PLUMB_EXAMPLE_INPUTS_H

#include "frontend/ir/program.h"
#include "mechanisms/emit/composition_example.h"
#include "mechanisms/emit/example.h"

#include <optional>

namespace plumb::tool {

/// Small parameters that satisfy the premises of \p mechanism, with answers 7, 8, 9, ...; always the same.
/// Nothing if the search for them ends without success.
std::optional<emit::ExampleInputs> exampleInputs(const ir::Mechanism &mechanism);

/// Small parameters that satisfy the premises of \p composition and, if it samples, a few small records that
/// its data may hold; always the same. Nothing if the search for parameters ends without success.
std::optional<emit::CompositionInputs> exampleInputs(const ir::Composition &composition);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_EXAMPLE_INPUTS_H
