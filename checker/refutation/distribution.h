// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/distribution.h - Chances of outputs ---*- C++ -*-===//
///
/// \file
/// The distribution of everything that a discrete mechanism publishes on one dataset,
/// between bounds. The tree of its draws is walked as far as branches are likely
/// enough; all that was not walked is one number, which counts against whatever is
/// to be shown.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_DISTRIBUTION_H
#define PLUMB_CHECKER_REFUTATION_DISTRIBUTION_H

#include "checker/interpreter/machine.h"
#include "checker/refutation/mass.h"
#include "checker/refutation/small_inputs.h"

#include <map>
#include <string>
#include <unordered_map>

namespace plumb::refutation {

/// The masses that were needed, by law and scale.
using Masses = std::map<std::pair<ir::Law, interpreter::Exact>, Mass>;

struct Distribution {
  struct Entry {
    interpreter::Output output;
    /// Of the walked runs that publish it.
    Probability explored;
  };

  /// Each output once, in the order in which it was met.
  std::vector<Entry> entries;
  /// Of all runs that were not walked; any output may have it besides. [0, ...].
  Probability unexplored;
  /// Some run is undefined, too long, or was cut off by the budget: the rest says nothing.
  bool isIncomplete = false;

  /// Null if no walked run publishes it. The key identifies an output within one mechanism.
  const Entry *find(const std::string &key) const;

  std::unordered_map<std::string, std::size_t> places;
};

/// Identifies \p output among the outputs of its mechanism.
std::string keyOf(const interpreter::Output &output);

/// Walks all runs on \p answers whose likelihood is at least about 2^-\p depth. Spends one unit of
/// \p budget for each.
///
/// \pre the mechanism is discrete.
Distribution distributionOf(const interpreter::Instance &instance, const interpreter::Numbers &answers,
                            unsigned depth, Masses &masses, Budget &budget);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_DISTRIBUTION_H
