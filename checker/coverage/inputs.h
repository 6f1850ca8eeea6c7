// SPDX-License-Identifier: Apache-2.0
//===- checker/coverage/inputs.h - Inputs that go every way -----*- C++ -*-===//
///
/// \file
/// Inputs on which a mechanism goes ways that random ones rarely go: behind `z = 1237 * k + 5`, behind
/// several conditions, under premises that couple many parameters. One run is followed symbolically, loops
/// for some iterations, and a solver is asked for a model of each way (King, 1976). What is found is a place
/// to begin for a replay, which runs it; nothing is proved by it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COVERAGE_INPUTS_H
#define PLUMB_CHECKER_COVERAGE_INPUTS_H

#include "checker/proof/proof.h"

#include <optional>
#include <vector>

namespace plumb::coverage {

/// In row-major order; a truth value is 0 or 1.
struct Values {
  const ir::Variable *variable;
  std::vector<Rational> elements;
};

struct Input {
  /// Of all parameters and all queries, in the order of their declaration.
  std::vector<Values> values;
  /// The first draws, in the order in which a run makes them.
  std::vector<Rational> noise;
};

/// Inputs that satisfy the premises and go, together, both ways of each branch and each guard, into each loop
/// and once more, to each publication, and to equal numbers in each comparison, as far as models are found.
/// Always the same ones for a deterministic engine. Empty if not even the premises have a model.
///
/// \pre the mechanism is proved.
std::vector<Input> inputsOfWays(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine);

/// For each premise parameters that break it and no other, as far as they are found. Arrays have few
/// elements.
std::vector<std::optional<std::vector<Values>>> parametersThatBreak(const ir::Mechanism &mechanism,
                                                                    const proof::EngineMaker &makeEngine);

} // namespace plumb::coverage

#endif // PLUMB_CHECKER_COVERAGE_INPUTS_H
