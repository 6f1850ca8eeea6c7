// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Selection of the k largest values, ties to the smaller index, as `top_k` of the language means it.

#ifndef PLUMB_RUNTIME_TOP_K_H
#define PLUMB_RUNTIME_TOP_K_H

#include "plumb/runtime/integer.h"
#include "plumb/runtime/wide.h"

#include <cstddef>
#include <span>
#include <vector>

namespace plumb::runtime {

/// The selected positions and their values, in the same order.
struct TopK {
  std::vector<std::size_t> indices;
  std::vector<Integer> values;

  /// "index: value", a line each.
  std::string text() const {
    std::string lines;
    for (std::size_t i = 0; i < indices.size(); ++i)
      lines += std::to_string(indices[i]) + ": " + values[i].text() + "\n";
    return lines;
  }

  friend bool operator==(const TopK &, const TopK &) = default;
};

/// The k largest of values that come one by one, in the order of their indices.
///
/// Candidates pile up to 2k, then the k largest stay: k new ones pay for each
/// such round of O(k). The least that stayed is the bar; what does not exceed it
/// is no candidate, and an equal value comes too late.
class TopKSelection {
public:
  /// \param n the number of values to come at most.
  /// \pre k <= n, both public; aborts otherwise.
  TopKSelection(std::size_t k, std::size_t n);

  /// Whether values up to `bar` are known not to be selected any more.
  bool hasBar() const { return barIsSet; }
  /// \pre hasBar().
  Wide bar() const { return leastKept; }

  /// \pre index is larger than those before.
  void offer(std::size_t index, Wide value) {
    if (barIsSet && value <= leastKept) [[likely]]
      return;
    add(index, value);
  }

  /// The k largest of what was offered, or all of it if there was less.
  TopK result();

private:
  struct Candidate {
    Wide value;
    std::size_t index;
  };

  static bool isLarger(const Candidate &left, const Candidate &right);
  void add(std::size_t index, Wide value);
  void keepLargest();

  std::size_t wanted, capacity;
  std::vector<Candidate> candidates;
  bool barIsSet;
  Wide leastKept = 0;
};

/// The k largest of \p values, largest first; of equal values the one with the
/// smaller index counts as larger, so the result is unique.
///
/// O(n + k log k) comparisons on average, O(k) memory. The time depends on the
/// order of the values; `constantWorkTopK` is for callers who let an adversary
/// measure it.
///
/// \pre k <= n, both public; aborts otherwise.
TopK topK(std::size_t k, std::span<const Wide> values);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_TOP_K_H
