// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/example_parameters.h - For an example ----*- C++ -*-===//
///
/// \file
/// Values of a channel's parameters that its premises allow, for the examples that are emitted with it.
/// Searched among small fractions, in exact numbers; nothing is proved with them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_EXAMPLE_PARAMETERS_H
#define PLUMB_CHECKER_CHANNEL_EXAMPLE_PARAMETERS_H

#include "frontend/ir/channel.h"

#include <optional>
#include <vector>

namespace plumb::channel {

/// One small fraction for each parameter of \p channel, also for exponents, whose powers of e are no
/// fractions then (those of instance_search.h are logarithms). They satisfy the requirements: powers and
/// logarithms are enclosed by fractions, and what cannot be decided so does not count. Always the same;
/// nothing if the search ends without success.
std::optional<std::vector<Rational>> exampleParameters(const ir::Channel &channel);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_EXAMPLE_PARAMETERS_H
