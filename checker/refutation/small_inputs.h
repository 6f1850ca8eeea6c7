// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/small_inputs.h - Inputs by weight -----*- C++ -*-===//

#ifndef PLUMB_CHECKER_REFUTATION_SMALL_INPUTS_H
#define PLUMB_CHECKER_REFUTATION_SMALL_INPUTS_H

#include "checker/refutation/candidates.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::refutation {

/// A number of units of work that a search may do. Counted, never timed, so that a search finds the
/// same on every machine.
class Budget {
public:
  explicit Budget(std::uint64_t units) : left(units) {}
  /// False if nothing is left.
  bool spend(std::uint64_t units = 1) {
    left -= units < left ? units : left;
    return left != 0;
  }
  bool isSpent() const { return left == 0; }
  std::uint64_t remaining() const { return left; }

private:
  std::uint64_t left;
};

/// All assignments to the parameters of a mechanism that satisfy its requirements, by weight.
class SmallInstances {
public:
  enum class Epsilon : std::uint8_t {
    /// Real parameters are any candidate.
    Any,
    /// Only 1, 1/2 and 2, where probabilities are neither tiny nor nearly equal.
    Moderate,
  };

  /// \p parameters' mechanism outlives this.
  SmallInstances(const ir::Mechanism &of, Epsilon range);

  /// Those that weigh exactly \p weight. Spends one unit for each assignment that is looked at for
  /// the first time.
  /// \pre called with 0, 1, 2, ... in this order at first.
  const std::vector<run::Instance> &ofWeight(unsigned weight, Budget &budget);

private:
  void chooseScalars(std::size_t next, unsigned left, run::Inputs &chosen, Budget &budget);
  void chooseElements(const run::Instance &instance, std::size_t next, unsigned left, run::Numbers &chosen,
                      Budget &budget);

  struct Choice {
    const ir::Variable *variable;
    Candidates candidates;
  };

  const ir::Mechanism &mechanism;
  std::vector<Choice> scalars;
  std::vector<std::vector<run::Instance>> byWeight;
};

/// Calls \p visit for all answers (D, D') of \p instance that are neighbours, non-negative, and weigh
/// exactly \p weight, until it returns true. Returns whether it did.
bool forEachNeighbours(const run::Instance &instance, unsigned weight,
                       llvm::function_ref<bool(const run::Numbers &first, const run::Numbers &second)> visit);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_SMALL_INPUTS_H
