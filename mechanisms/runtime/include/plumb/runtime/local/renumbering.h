// SPDX-License-Identifier: Apache-2.0
//===- plumb/runtime/local/renumbering.h - One value, two numbers -*- C++ -*-===//
///
/// \file
/// Channels number values class after class, each in an order of its own. Where several channels report about
/// one value, or one reads what another one sends, its number at the one is not that at the other.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_RUNTIME_LOCAL_RENUMBERING_H
#define PLUMB_RUNTIME_LOCAL_RENUMBERING_H

#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::runtime::local {

class Renumbering {
public:
  /// A class of values.
  struct Range {
    /// How many it has.
    std::uint64_t size;
    /// The number of the first of them at the other end.
    std::uint64_t first;
  };

  /// \p classes in the order of the numbers at this end. With none of them numbers stay.
  explicit Renumbering(std::vector<Range> classes) : ranges(std::move(classes)) {}

  /// The number at the other end. \pre \p number is one at this end. It is private: all classes are looked
  /// at, whichever it is in, and nothing is chosen by it.
  std::uint64_t operator()(std::uint64_t number) const {
    if (ranges.empty())
      return number;
    std::uint64_t result = 0, begin = 0;
    for (const Range &range : ranges) {
      const std::uint64_t isInside = static_cast<std::uint64_t>(number - begin < range.size);
      result += isInside * (range.first + (number - begin));
      begin += range.size;
    }
    return result;
  }

private:
  std::vector<Range> ranges;
};

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_RENUMBERING_H
