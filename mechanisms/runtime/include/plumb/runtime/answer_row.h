// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Rows of answers that may be longer than any memory: of those nearly all are 0.

#ifndef PLUMB_RUNTIME_ANSWER_ROW_H
#define PLUMB_RUNTIME_ANSWER_ROW_H

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace plumb::runtime {

/// Numbers of which those are held that were asked for by reference; all others are 0.
template <class Number> class SparseRow {
public:
  /// However long it is.
  explicit SparseRow(std::size_t) {}

  /// Stays where it is.
  Number &operator[](std::size_t place) { return numbers[place]; }
  Number at(std::size_t place) const {
    const auto found = numbers.find(place);
    return found == numbers.end() ? Number() : found->second;
  }
  const std::map<std::size_t, Number> &held() const { return numbers; }

private:
  std::map<std::size_t, Number> numbers;
};

/// \p row, into an array of zeros.
template <class Number> void copyTo(Number *array, const std::vector<Number> &row) {
  std::copy(row.begin(), row.end(), array);
}
template <class Number> void copyTo(Number *array, const SparseRow<Number> &row) {
  for (const auto &[place, number] : row.held())
    array[place] = number;
}

/// What a step of a stream reads of a long row: all of its numbers, or a SparseRow. It owns neither.
template <class Number> class AnswerRow {
public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): steps take either
  AnswerRow(std::span<const Number> all) : numbers(all) {}
  /// \param held null: zeros
  explicit AnswerRow(const SparseRow<Number> *held) : sparse(held), isSparse(true) {}

  /// \pre \p place is in the row.
  Number operator[](std::size_t place) const {
    return !isSparse ? numbers[place] : sparse ? sparse->at(place) : Number();
  }
  /// Has it \p width numbers? A SparseRow may have any.
  bool isOf(std::size_t width) const { return isSparse || numbers.size() == width; }
  /// Is none of them below 0?
  bool isCount() const {
    const auto isBelow = [](const Number &number) { return number < 0; };
    if (!isSparse)
      return std::none_of(numbers.begin(), numbers.end(), isBelow);
    return !sparse || std::none_of(sparse->held().begin(), sparse->held().end(),
                                   [&](const auto &each) { return isBelow(each.second); });
  }

private:
  std::span<const Number> numbers;
  const SparseRow<Number> *sparse = nullptr;
  bool isSparse = false;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_ANSWER_ROW_H
