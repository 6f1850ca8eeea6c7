// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The table of a channel at some parameters, as the program says it.

#ifndef PLUMB_RUNTIME_REPLAY_CHANNEL_TABLE_H
#define PLUMB_RUNTIME_REPLAY_CHANNEL_TABLE_H

#include "plumb/runtime/replay/channel_program.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plumb::runtime::replay {

/// The table of the program at some parameters.
class Table {
public:
  /// Throws Undefined.
  Table(const ChannelProgram &of, const Arguments &at) : program(of), arguments(at) {
    const auto list = [&](const std::vector<std::size_t> &classes, std::vector<Member> &members) {
      for (std::size_t ofClass : classes) {
        const std::uint64_t size = program.classes[ofClass].size(arguments).words(0)->front();
        for (std::uint64_t number = 0; number < size; ++number)
          members.push_back({ofClass, number});
      }
    };
    list(program.inputs, values);
    list(program.outputs, reports);
  }

  /// The probability of each report, or that each bit is 1.
  std::vector<Enclosure> row(const Member &x, Coverage *coverage = nullptr) const {
    std::vector<Enclosure> entries;
    Conditions conditions(coverage);
    for (const Member &y : reports) {
      const std::size_t rule = program.rule(arguments, x, y, conditions);
      entries.push_back(rule == program.rules.size() ? Enclosure(0) : program.entry(arguments, rule));
      if (coverage && rule != program.rules.size())
        coverage->meet(program.conditions.size() + rule, 0);
    }
    return entries;
  }
  /// The report that belongs to \p x: itself, or where it is mapped to. Nothing if there is none.
  std::optional<std::size_t> own(const Member &x) const {
    for (std::size_t y = 0; y < reports.size(); ++y) {
      if (reports[y] == x)
        return y;
      for (std::size_t map = 0; map < program.maps.size(); ++map)
        if (program.maps[map].from == x.ofClass && program.maps[map].to == reports[y].ofClass &&
            arguments.maps[map][x.number] == reports[y].number)
          return y;
    }
    return std::nullopt;
  }

  const ChannelProgram &program;
  Arguments arguments;
  /// In the order of their numbers.
  std::vector<Member> values, reports;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_CHANNEL_TABLE_H
