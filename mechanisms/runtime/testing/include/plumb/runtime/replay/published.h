// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What leaves a run: cells and result, in a form in which the outputs of two runs can be compared.

#ifndef PLUMB_RUNTIME_REPLAY_PUBLISHED_H
#define PLUMB_RUNTIME_REPLAY_PUBLISHED_H

#include "plumb/runtime/replay/terms.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

namespace plumb::runtime::replay {

/// What one iteration published. A value that the tag does not carry is 0.
struct Cell {
  Indices indices;
  /// A number of the program's; 0: nothing.
  std::size_t tag = 0;
  std::vector<Int> values;
  friend bool operator==(const Cell &, const Cell &) = default;
};

/// All that leaves a run.
struct Published {
  explicit Published(std::size_t transcripts) : cells(transcripts) {}

  /// By transcript, in the order in which the iterations ran.
  std::vector<std::vector<Cell>> cells;
  bool hasResult = false;
  Int result;
  std::vector<Int> indices, values;
  friend bool operator==(const Published &, const Published &) = default;

  /// Null: that iteration did not run.
  const Cell *cell(std::size_t transcript, const Indices &place) const {
    for (const Cell &candidate : cells[transcript])
      if (std::equal(candidate.indices.begin(), candidate.indices.end(), place.begin(), place.end()))
        return &candidate;
    return nullptr;
  }
  bool holds(std::size_t transcript, const Indices &place, std::size_t tag) const {
    const Cell *found = cell(transcript, place);
    return found && found->tag == tag;
  }
  /// Whatever is not there may have any value.
  Int value(std::size_t transcript, const Indices &place, std::size_t tag, std::size_t component) const {
    return holds(transcript, place, tag) ? cell(transcript, place)->values[component] : Int(0);
  }
  Int chosen(const std::vector<Int> &list, Int position) const {
    if (position < 0 || position >= Int(list.size()))
      throw Undefined{"a subscript is out of bounds"};
    return list[static_cast<std::size_t>(position.wide())];
  }
  bool isChosen(Int index) const { return std::find(indices.begin(), indices.end(), index) != indices.end(); }
};

/// The k largest, largest first, ties to the smaller index.
inline void select(Published &published, Int count, const Array<Int> &array) {
  if (count < 0 || count > Int(array.items.size()))
    throw Undefined{"the selection is larger than the array"};
  std::vector<std::size_t> order(array.items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return array.items[a] > array.items[b]; });
  order.resize(static_cast<std::size_t>(count.wide()));
  published.hasResult = true;
  for (std::size_t index : order) {
    published.indices.push_back(index);
    published.values.push_back(array.items[index]);
  }
}

/// A tag of the program, and how many values it carries.
struct TagName {
  const char *name;
  std::size_t values;
};
/// "out[0] = above(3), result = 2"
inline std::string textOf(const Published &published, const TagName *tags) {
  std::string text;
  const auto add = [&](const std::string &part) { text += (text.empty() ? "" : ", ") + part; };
  for (const auto &transcript : published.cells)
    for (const Cell &cell : transcript) {
      std::string place = "out", carried;
      for (Int index : cell.indices)
        place += "[" + index.text() + "]";
      for (std::size_t i = 0; i < tags[cell.tag].values; ++i)
        carried += (i == 0 ? "" : ", ") + cell.values[i].text();
      add(place + " = " + tags[cell.tag].name + (carried.empty() ? "" : "(" + carried + ")"));
    }
  const auto listOf = [](const std::vector<Int> &numbers) {
    std::string items;
    for (Int number : numbers)
      items += (items.empty() ? "" : ", ") + number.text();
    return "[" + items + "]";
  };
  if (!published.indices.empty())
    add("result = indices " + listOf(published.indices) + ", values " + listOf(published.values));
  else if (published.hasResult)
    add("result = " + published.result.text());
  return text.empty() ? "nothing" : text;
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_PUBLISHED_H
