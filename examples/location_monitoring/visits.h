// SPDX-License-Identifier: Apache-2.0
//===- examples/location_monitoring/visits.h - Who comes when ---*- C++ -*-===//
///
/// \file
/// The model of the data: each (visitor, place) pair of the real counts is one visit; all of them are
/// shuffled and dealt in batches, without putting any back. One batch arrives at each update.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_LOCATION_MONITORING_VISITS_H
#define PLUMB_EXAMPLES_LOCATION_MONITORING_VISITS_H

#include "examples/figures/simulation_bits.h"

#include <cstdint>
#include <span>
#include <vector>

namespace location_monitoring {

/// The visits in the order in which they happen, each as the number of its place.
class Deck {
public:
  /// Visits of one batch.
  static constexpr std::size_t batchSize = 500;

  /// visitors[l] visits to place l, not shuffled yet. \pre fewer than 2^32 places, no count negative.
  explicit Deck(const std::vector<std::int64_t> &visitors);

  /// A new order, each as likely as any other.
  void shuffle(figures::SimulationBits &bits);

  std::size_t places() const { return placeCount; }
  /// Full batches; up to 499 visits at the end belong to none.
  std::size_t batches() const { return visits.size() / batchSize; }
  /// \pre number < batches()
  std::span<const std::uint32_t> batch(std::size_t number) const;

private:
  std::size_t placeCount;
  std::vector<std::uint32_t> visits;
};

/// How many visits of the batches that entered and did not leave each place has: the answers f[t][...].
class PlaceCounts {
public:
  explicit PlaceCounts(std::size_t places) : counts(places, 0) {}

  void enter(std::span<const std::uint32_t> batch);
  /// \pre the batch entered.
  void leave(std::span<const std::uint32_t> batch);

  /// The batch of update \p t enters, and the one that entered \p stay updates before leaves.
  void advance(const Deck &deck, std::size_t t, std::size_t stay);

  const std::vector<std::int64_t> &values() const { return counts; }

private:
  std::vector<std::int64_t> counts;
};

} // namespace location_monitoring

#endif // PLUMB_EXAMPLES_LOCATION_MONITORING_VISITS_H
