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

/// Where arrays have their elements, each in row-major order.
struct ArrayPlaces {
  /// The numbers of the elements: of array k those from first[k] to first[k + 1].
  std::vector<std::size_t> first;
  /// How long each array is in each of its dimensions.
  std::vector<std::vector<std::size_t>> lengths;
};

/// \p first is the number of the first element. A dimension whose length is below 0 has no elements. An error
/// value if there are more than 2^20, all of which a run keeps.
inline Expected<ArrayPlaces> placesOf(std::size_t first, const std::vector<std::vector<Wide>> &lengths) {
  constexpr std::size_t most = std::size_t{1} << 20;
  ArrayPlaces places = {{first}, {}};
  for (const std::vector<Wide> &dimensions : lengths) {
    // Many, and none if another dimension is empty.
    std::size_t elements = 1;
    places.lengths.push_back({});
    std::vector<std::size_t> &own = places.lengths.back();
    for (const Wide &length : dimensions) {
      const Wide at = std::clamp<Wide>(length, 0, Wide{most} + 1);
      own.push_back(static_cast<std::size_t>(static_cast<std::int64_t>(at)));
      elements = std::min(most + 1, elements) * own.back();
    }
    if (elements > most || places.first.back() - first + elements > most)
      return Error{"the parts pass on more than " + std::to_string(most) + " values"};
    places.first.push_back(places.first.back() + elements);
  }
  return places;
}

/// \p single, and the numbers of the elements of arrays \p first to \p last, each.
inline std::vector<std::size_t> numbersOf(std::vector<std::size_t> single, const ArrayPlaces &places,
                                          std::initializer_list<std::pair<std::size_t, std::size_t>> arrays) {
  for (const auto &[first, last] : arrays) {
    const std::size_t begin = single.size();
    single.resize(begin + places.first[last] - places.first[first]);
    std::iota(single.begin() + static_cast<std::ptrdiff_t>(begin), single.end(), places.first[first]);
  }
  return single;
}

/// Array \p number among \p values. What is not known there is 0.
template <class Element>
std::vector<Element> arrayOf(const std::vector<ComposedRun::Value> &values, const ArrayPlaces &places,
                             std::size_t number) {
  std::vector<Element> elements;
  for (std::size_t i = places.first[number]; i < places.first[number + 1]; ++i)
    elements.push_back(static_cast<Element>(values[i] ? *values[i] : 0));
  return elements;
}

/// Adds array \p number to \p passed: \p value of the cell of each iteration, the first of which is that of
/// index \p low. It is 0 at indices without a cell.
template <class Cell, class ValueOf>
void addArray(ComposedRun::Passed &passed, const ArrayPlaces &places, std::size_t number,
              const std::vector<Cell> &cells, std::size_t low, const ValueOf &value) {
  for (std::size_t i = 0; i < places.lengths[number].front(); ++i)
    passed.add(i >= low && i - low < cells.size() ? value(cells[i - low]) : passedOn(false));
}

/// The same of loops in each other, whose cells say of which iteration they are.
template <class Cell, class ValueOf>
void addArray(ComposedRun::Passed &passed, const ArrayPlaces &places, std::size_t number,
              const std::vector<Cell> &cells, const ValueOf &value) {
  const std::vector<std::size_t> &lengths = places.lengths[number];
  std::vector<ComposedRun::Value> elements(places.first[number + 1] - places.first[number], passedOn(false));
  for (const Cell &cell : cells) {
    std::size_t at = 0;
    bool isInside = true;
    for (std::size_t d = 0; d < lengths.size(); ++d) {
      const Wide index = cell.index[d].wide();
      isInside = isInside && index >= 0 && index < Wide{lengths[d]};
      at = at * lengths[d] + (isInside ? static_cast<std::size_t>(static_cast<std::int64_t>(index)) : 0);
    }
    if (isInside)
      elements[at] = value(cell);
  }
  for (const ComposedRun::Value &element : elements)
    passed.add(element);
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_PASSED_ARRAYS_H
