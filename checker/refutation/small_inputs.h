// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/small_inputs.h - Inputs by weight -----*- C++ -*-===//
///
/// \file
/// Inputs in the order of their weight (how many numbers are not 0, and how large they are), so that the
/// first failing one is small.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_SMALL_INPUTS_H
#define PLUMB_CHECKER_REFUTATION_SMALL_INPUTS_H

#include "checker/refutation/small_records.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::refutation {

/// One assignment to the parameters, and what may be asked of the data under it.
class SmallInstance {
public:
  explicit SmallInstance(interpreter::Instance of);

  const interpreter::Instance &instance() const { return parameters; }

  /// Calls \p visit for all data (D, D') that are neighbours and weigh exactly \p weight, until it returns
  /// true: non-negative answers in the textbook form, small records otherwise. Returns whether it did.
  bool forEachNeighbours(unsigned weight, Budget &budget,
                         llvm::function_ref<bool(const Neighbours &neighbours)> visit);

private:
  interpreter::Instance parameters;
  /// Nothing in the textbook form.
  std::optional<SmallRecords> records;
};

/// All assignments to the parameters of a mechanism that satisfy its requirements, by weight.
class SmallInstances {
public:
  /// What \p of is made of outlives this.
  explicit SmallInstances(ir::Setting of);

  /// Those that weigh exactly \p weight. Spends one unit for each assignment that is looked at for
  /// the first time.
  /// \pre called with 0, 1, 2, ... in this order at first.
  std::vector<SmallInstance> &ofWeight(unsigned weight, Budget &budget);

private:
  /// Numbers that the requirements speak of, as they may hold of no other; for sizes also those behind
  /// constants in conditions, as only then an index gets there.
  void addConstants(Candidates &candidates, ir::Sort sort, ParameterUse use) const;
  void chooseScalars(std::size_t next, unsigned left, interpreter::Inputs &chosen, Budget &budget);
  void chooseElements(const interpreter::Instance &instance, std::size_t next, unsigned left,
                      interpreter::Numbers &chosen, Budget &budget);

  struct Choice {
    const ir::Variable *variable;
    Candidates candidates;
  };

  ir::Setting setting;
  std::vector<Choice> scalars;
  /// Of the requirements, and of the conditions.
  interpreter::Numbers required, compared;
  /// Some requirement compares elements with their index, as `forall t in 0 .. H: t < clear[t]`.
  bool comparesIndices = false;
  std::vector<std::vector<SmallInstance>> byWeight;
};

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_SMALL_INPUTS_H
