// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Arrays among the values that parts of a composition pass on: cells that a part publishes in a loop, and
/// that a later part takes as an array. How long they are is known from the parameters. All elements are
/// values of a ComposedRun, counted on behind those of single values; the first value of a part with arrays
/// is 0 and read by nobody.

#ifndef PLUMB_RUNTIME_PASSED_ARRAYS_H
#define PLUMB_RUNTIME_PASSED_ARRAYS_H

#include "plumb/runtime/composed_run.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// The numbers of the elements: of array k those from places[k] to places[k + 1].
using ArrayPlaces = std::vector<std::size_t>;

/// \p first is the number of the first element. An array whose length is below 0 has no elements. An error
/// value if there are more than 2^20, all of which a run keeps.
inline Expected<ArrayPlaces> placesOf(std::size_t first, const std::vector<Wide> &lengths) {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  ArrayPlaces places = {first};
  for (const Wide &length : lengths) {
    const auto next = std::max<Wide>(0, length);
    if (next > Wide{most} ||
        places.back() - first + static_cast<std::size_t>(static_cast<std::int64_t>(next)) > most)
      return Error{"the parts pass on more than " + std::to_string(most) + " values"};
    places.push_back(places.back() + static_cast<std::size_t>(static_cast<std::int64_t>(next)));
  }
  return places;
}

/// \p single, and the numbers of the elements of arrays \p first to \p last, each.
inline std::vector<std::size_t> numbersOf(std::vector<std::size_t> single, const ArrayPlaces &places,
                                          std::initializer_list<std::pair<std::size_t, std::size_t>> arrays) {
  for (const auto &[first, last] : arrays) {
    const std::size_t begin = single.size();
    single.resize(begin + places[last] - places[first]);
    std::iota(single.begin() + static_cast<std::ptrdiff_t>(begin), single.end(), places[first]);
  }
  return single;
}

/// Array \p number among \p values. What is not known there is 0.
template <class Element>
std::vector<Element> arrayOf(const std::vector<ComposedRun::Value> &values, const ArrayPlaces &places,
                             std::size_t number) {
  std::vector<Element> elements;
  for (std::size_t i = places[number]; i < places[number + 1]; ++i)
    elements.push_back(static_cast<Element>(values[i] ? *values[i] : 0));
  return elements;
}

/// Adds array \p number to \p passed: \p value of the cell of each iteration, the first of which is that of
/// index \p low. It is 0 at indices without a cell.
template <class Cell, class ValueOf>
void addArray(ComposedRun::Passed &passed, const ArrayPlaces &places, std::size_t number,
              const std::vector<Cell> &cells, std::size_t low, const ValueOf &value) {
  for (std::size_t i = 0; i < places[number + 1] - places[number]; ++i)
    passed.add(i >= low && i - low < cells.size() ? value(cells[i - low]) : passedOn(false));
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_PASSED_ARRAYS_H
