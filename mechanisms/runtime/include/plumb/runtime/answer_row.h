// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A row of answers of which a step of a stream reads few: it may be longer than any memory.

#ifndef PLUMB_RUNTIME_ANSWER_ROW_H
#define PLUMB_RUNTIME_ANSWER_ROW_H

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

namespace plumb::runtime {

/// Numbers that are there, or are computed when they are asked for. It owns neither.
template <class Number> class AnswerRow {
public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): steps take either
  AnswerRow(std::span<const Number> all) : numbers(all) {}
  /// \param counted from a place to its number, which is the answer for some records
  explicit AnswerRow(std::function<Number(std::size_t)> counted) : lookUp(std::move(counted)) {}

  /// \pre \p place is in the row.
  Number operator[](std::size_t place) const { return lookUp ? lookUp(place) : numbers[place]; }
  /// Has it \p width numbers? What is computed has any.
  bool isOf(std::size_t width) const { return lookUp || numbers.size() == width; }
  /// Is none of them below 0, or does none have to be looked at, since records were counted?
  bool isCount() const {
    return lookUp ||
           std::none_of(numbers.begin(), numbers.end(), [](const Number &each) { return each < 0; });
  }

private:
  std::span<const Number> numbers;
  std::function<Number(std::size_t)> lookUp;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_ANSWER_ROW_H
