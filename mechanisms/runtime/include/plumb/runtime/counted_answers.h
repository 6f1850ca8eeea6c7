// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The answers to one query, as records are counted.

#ifndef PLUMB_RUNTIME_COUNTED_ANSWERS_H
#define PLUMB_RUNTIME_COUNTED_ANSWERS_H

#include "plumb/runtime/wide.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// For \p count rows of \p width numbers. Throws where they are more than any memory holds: where the product
/// would wrap, std::vector is asked for more than it has.
template <class Number> std::vector<Number> zeros(std::size_t count, std::size_t width) {
  const std::size_t most = std::vector<Number>().max_size();
  return std::vector<Number>(width == 0 || count <= most / width ? count * width : most + 1);
}

/// Sums of shares, in rows, of which only those are held that some record counts in. A record counts wholly
/// or not at all: its shares are proposed, and then accepted or withdrawn.
template <class Number> class CountedAnswers {
public:
  /// Rows in front of \p first are not asked for any more, and what counts there is left out.
  explicit CountedAnswers(std::int64_t first = 0) : origin(first), next(first) {}

  /// \p width numbers to a row.
  void propose(std::int64_t row, std::size_t width, std::size_t place, Number share) {
    if (share == 0 || row < origin)
      return;
    // What has been answered cannot change.
    isLate = isLate || row < next;
    if (isLate)
      return;
    std::vector<Number> &numbers = rows.try_emplace(row, width).first->second;
    proposed.push_back({&numbers[place], share});
  }
  /// A proposed share belongs to a row that was answered before.
  bool comesLate() const { return isLate; }
  void withdraw() noexcept {
    proposed.clear();
    isLate = false;
  }
  /// \pre no share comes late.
  void accept() noexcept {
    for (const auto &[number, share] : proposed)
      *number += share;
    proposed.clear();
  }

  /// Row \p row, \p width numbers.
  std::vector<Number> row(std::int64_t row, std::size_t width) const {
    const auto found = rows.find(row);
    return found == rows.end() ? std::vector<Number>(width) : found->second;
  }
  /// The first \p count rows, one behind the other. Throws where they are more than any memory holds.
  std::vector<Number> all(std::size_t count, std::size_t width) const {
    std::vector<Number> numbers = zeros<Number>(count, width);
    for (const auto &[row, held] : rows)
      for (std::size_t i = 0; i < width; ++i)
        numbers[static_cast<std::size_t>(row) * width + i] = held[i];
    return numbers;
  }
  /// Row \p row has been answered, and those in front of it.
  void close(std::int64_t row) noexcept {
    next = row + 1;
    rows.erase(rows.begin(), rows.lower_bound(next));
  }
  /// Of which the next row is to be answered.
  std::int64_t nextRow() const { return next; }

private:
  struct Share {
    /// In a row that is held.
    Number *number;
    Number share;
  };

  std::int64_t origin, next;
  std::map<std::int64_t, std::vector<Number>> rows;
  std::vector<Share> proposed;
  bool isLate = false;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_COUNTED_ANSWERS_H
