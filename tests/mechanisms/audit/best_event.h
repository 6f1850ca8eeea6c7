// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/audit/best_event.h - What to look at ----*- C++ -*-===//
///
/// \file
/// Events by which outputs on D are told from outputs on D'. An output is a row of numbers; an event is that
/// one of them is at least or at most a bound, or that the first few of them are in a set. Events are chosen
/// by some runs and tested by others, so the choice does not favour them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_MECHANISMS_AUDIT_BEST_EVENT_H
#define PLUMB_TESTS_MECHANISMS_AUDIT_BEST_EVENT_H

#include "plumb/runtime/wide.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace plumb::audit {

using runtime::Wide;
using Row = std::vector<Wide>;
using Rows = std::vector<Row>;

struct Event {
  enum class Kind { AtLeast, AtMost, BeginsAs } kind = Kind::AtLeast;
  /// Of the number; for BeginsAs, how many numbers.
  std::size_t place = 0;
  Wide bound = 0;
  /// Beginnings, as hashes.
  std::unordered_set<std::uint64_t> members;

  bool holds(const Row &row) const;
  std::string text() const;
};

/// Of the first \p count numbers, and of whether there are so many.
inline std::uint64_t hashOf(const Row &row, std::size_t count) {
  std::uint64_t hash = 0xcbf29ce484222325 + std::min(row.size(), count);
  for (std::size_t i = 0; i < std::min(row.size(), count); ++i) {
    hash ^=
        static_cast<std::uint64_t>(row[i]) + static_cast<std::uint64_t>(row[i] >> 64) * 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  }
  return hash;
}

inline bool Event::holds(const Row &row) const {
  if (kind == Kind::BeginsAs)
    return members.count(hashOf(row, place)) != 0;
  return place < row.size() && (kind == Kind::AtLeast ? row[place] >= bound : row[place] <= bound);
}

inline std::string Event::text() const {
  if (kind == Kind::BeginsAs)
    return "the first " + std::to_string(place) + " numbers are among " + std::to_string(members.size()) +
           " rows";
  return "number " + std::to_string(place) + (kind == Kind::AtLeast ? " >= " : " <= ") +
         runtime::toText(bound);
}

/// An Event, and about how large the logarithm of the ratio of its probabilities is at least.
struct Rated {
  Event event;
  double rating = -1e9;
};

/// Looks for the event with the highest rating.
class BestEvent {
public:
  /// Runs on D and on D', as many of them.
  BestEvent(const Rows &onFirst, const Rows &onSecond) : first(onFirst), second(onSecond) {
    for (std::size_t place = 0; place < longest(); ++place) {
      tryBounds(place);
      tryBeginnings(place + 1);
    }
  }
  const Rated &best() const { return found; }

private:
  static constexpr std::size_t mostPlaces = 16;

  struct Counts {
    double first = 0, second = 0;
  };

  std::size_t longest() const {
    std::size_t most = 0;
    for (const Rows *rows : {&first, &second})
      for (const Row &row : *rows)
        most = std::max(most, row.size());
    return std::min(most, mostPlaces);
  }

  /// Normal approximation of both logarithms; only a proposal, the test is exact.
  static double rate(Counts seen) {
    constexpr double deviations = 5.5, few = 10;
    if (seen.first < few)
      return -1e9;
    const double other = seen.second + few;
    return std::log(seen.first / other) - deviations * std::sqrt(1 / seen.first + 1 / other) + 1;
  }
  bool isBetter(Counts seen) const { return rate(seen) > found.rating; }

  void tryBounds(std::size_t place) {
    std::map<Wide, Counts> values;
    Counts all;
    for (const Row &row : first)
      if (place < row.size())
        ++values[row[place]].first, ++all.first;
    for (const Row &row : second)
      if (place < row.size())
        ++values[row[place]].second, ++all.second;
    Counts below;
    for (const auto &[value, seen] : values) {
      const Counts atLeast{all.first - below.first, all.second - below.second};
      below = {below.first + seen.first, below.second + seen.second};
      if (isBetter(atLeast))
        found = {{Event::Kind::AtLeast, place, value, {}}, rate(atLeast)};
      if (isBetter(below))
        found = {{Event::Kind::AtMost, place, value, {}}, rate(below)};
    }
  }

  /// Beginnings are ordered by one half of the runs, and sets of them rated by the other: what was seen once
  /// on D and never on D' says nothing.
  void tryBeginnings(std::size_t count) {
    std::unordered_map<std::uint64_t, Counts> ordering, rating;
    for (std::size_t i = 0; i < first.size(); ++i) {
      auto &half = i % 2 == 0 ? ordering : rating;
      ++half[hashOf(first[i], count)].first;
      ++half[hashOf(second[i], count)].second;
    }
    std::vector<std::pair<double, std::uint64_t>> order;
    for (const auto &[hash, seen] : ordering)
      order.push_back({(seen.first + 0.5) / (seen.second + 0.5), hash});
    std::sort(order.rbegin(), order.rend());
    Counts within;
    std::size_t bestSize = 0;
    double best = found.rating;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Counts seen = rating[order[i].second];
      within = {within.first + 2 * seen.first, within.second + 2 * seen.second};
      if (rate(within) > best) {
        best = rate(within);
        bestSize = i + 1;
      }
    }
    if (bestSize == 0)
      return;
    found = {{Event::Kind::BeginsAs, count, 0, {}}, best};
    for (std::size_t i = 0; i < bestSize; ++i)
      found.event.members.insert(order[i].second);
  }

  const Rows &first, &second;
  Rated found;
};

} // namespace plumb::audit

#endif // PLUMB_TESTS_MECHANISMS_AUDIT_BEST_EVENT_H
