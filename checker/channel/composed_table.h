// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/composed_table.h - All reports at numbers -*- C++ -*-===//
///
/// \file
/// The table of a composition of channels for given parameters, in exact rationals: from each input to the
/// rows of all reports. It is made from the rules of the parts alone, and knows nothing of what follows from
/// what.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_COMPOSED_TABLE_H
#define PLUMB_CHECKER_CHANNEL_COMPOSED_TABLE_H

#include "checker/channel/instance.h"
#include "frontend/ir/channel_composition.h"

#include <set>

namespace plumb::channel {

struct ComposedTable {
  FiniteTable table;
  /// For each input its class of the head; empty where it is not known.
  std::vector<std::size_t> inputs;
  /// For each output, for each report that is in it the report's number, and its classes as in NumberedTable.
  std::vector<std::vector<std::pair<std::size_t, std::vector<std::size_t>>>> outputs;
};

/// The tables at these parameters, one or two of them: for two choices of the maps. None if they are too
/// large to be tried, or some number in them cannot be told in rational numbers.
std::vector<ComposedTable> composedTables(const ir::ChannelComposition &composition,
                                          const std::vector<Integer> &roots, const Values &values);

/// Sensitive are the inputs of these classes, protected the rows in which each report is in the classes of
/// \p guarded for it.
Roles rolesOf(const ComposedTable &table, const std::vector<std::size_t> &sensitive,
              const std::vector<std::set<std::size_t>> &guarded);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_COMPOSED_TABLE_H
