// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The indices at which a record is looked at, with a limit: a record that names a long range is refused,
/// and nobody waits for it.

#ifndef PLUMB_RUNTIME_INDEX_RANGE_H
#define PLUMB_RUNTIME_INDEX_RANGE_H

#include "plumb/runtime/rational.h"
#include "plumb/runtime/wide.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace plumb::runtime {

/// How many indices may still be looked at for one record.
class Effort {
public:
  /// Enough for a record that counts in millions of answers, and done in a second.
  static constexpr std::int64_t mostIndices = std::int64_t{1} << 24;

  /// False if there were more than are left; then there is nothing left.
  bool take(Wide indices) {
    isOver = isOver || indices > left;
    left = isOver ? 0 : left - indices;
    return !isOver;
  }
  bool isExceeded() const { return isOver; }

private:
  Wide left = mostIndices;
  bool isOver = false;
};

/// The integers from `low` up to, not including, `high`; each fits into an `Index`.
template <class Index> class IndexRange {
public:
  constexpr IndexRange(Wide newLow, Wide newHigh) : low(newLow), high(newHigh) {}

  // The part of it that a condition leaves.
  constexpr IndexRange atLeast(Wide bound) const { return {bound > low ? bound : low, high}; }
  constexpr IndexRange above(Wide bound) const {
    return bound < low ? *this : bound >= high ? IndexRange{high, high} : IndexRange{bound + 1, high};
  }
  constexpr IndexRange below(Wide bound) const { return {low, bound < high ? bound : high}; }
  constexpr IndexRange atMost(Wide bound) const {
    return bound >= high ? *this : bound < low ? IndexRange{low, low} : IndexRange{low, bound + 1};
  }
  /// Itself, or nothing if \p effort has less left.
  constexpr IndexRange within(Effort &effort) const {
    return low < high && effort.take(length()) ? *this : IndexRange{low, low};
  }

  /// One behind the last.
  constexpr Wide behind() const { return low < high ? high : low; }

  class Iterator {
  public:
    constexpr explicit Iterator(Wide start) : index(start) {}
    constexpr Index operator*() const { return static_cast<Index>(index); }
    constexpr Iterator &operator++() {
      ++index;
      return *this;
    }
    friend constexpr bool operator==(Iterator left, Iterator right) = default;

  private:
    Wide index;
  };
  constexpr Iterator begin() const { return Iterator(low); }
  constexpr Iterator end() const { return Iterator(low < high ? high : low); }

private:
  /// How many they are. Of a long range something less, which is more than anybody looks at: the ends of one
  /// may lie further apart than a Wide can say.
  constexpr Wide length() const {
    const Wide half = high / 2 - low / 2;
    return half > Effort::mostIndices ? half : high - low;
  }

  Wide low, high;
};

/// Does \p holds hold of each index of \p range? False if \p effort is not enough to tell.
template <class Index, class Predicate>
bool holdsForEach(IndexRange<Index> range, Effort &effort, Predicate holds) {
  for (const Index index : range.within(effort))
    if (!holds(index))
      return false;
  return !effort.isExceeded();
}

// Does a field hold only integers from \p low up to, not including, \p high, or none?
constexpr bool isIn(Wide low, Wide high, std::int64_t value) {
  return low <= value && value < high;
}
constexpr bool isIn(Wide low, Wide high, const std::optional<std::int64_t> &value) {
  return !value || isIn(low, high, *value);
}
template <class Value> bool isIn(Wide low, Wide high, const std::vector<Value> &values) {
  return std::all_of(values.begin(), values.end(),
                     [&](const Value &value) { return isIn(low, high, value); });
}

// Does a field hold only numbers from \p low to \p high, both included, or none?
inline bool isFrom(const Rational &low, const Rational &high, const Rational &value) {
  return low <= value && value <= high;
}
inline bool isFrom(const Rational &low, const Rational &high, const std::optional<Rational> &value) {
  return !value || isFrom(low, high, *value);
}
template <class Value>
bool isFrom(const Rational &low, const Rational &high, const std::vector<Value> &values) {
  return std::all_of(values.begin(), values.end(),
                     [&](const Value &value) { return isFrom(low, high, value); });
}

/// The number of elements of an array with these extents; -1 if one is negative, or if there are more than
/// `Effort::mostIndices`.
constexpr Wide elementsOf(std::initializer_list<Wide> extents) {
  Wide product = 1;
  for (const Wide extent : extents)
    if (extent < 0)
      return -1;
  for (const Wide extent : extents)
    if (extent == 0)
      return 0;
  for (const Wide extent : extents) {
    if (extent > Effort::mostIndices || product * extent > Effort::mostIndices)
      return -1;
    product *= extent;
  }
  return product;
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_INDEX_RANGE_H
