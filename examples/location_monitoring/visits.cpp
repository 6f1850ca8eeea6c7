// SPDX-License-Identifier: Apache-2.0
#include "visits.h"

#include <utility>

namespace location_monitoring {

Deck::Deck(const std::vector<std::int64_t> &visitors) : placeCount(visitors.size()) {
  for (std::size_t place = 0; place < visitors.size(); ++place)
    visits.insert(visits.end(), static_cast<std::size_t>(visitors[place]), static_cast<std::uint32_t>(place));
}

void Deck::shuffle(figures::SimulationBits &bits) {
  for (std::size_t rest = visits.size(); rest > 1; --rest)
    std::swap(visits[rest - 1], visits[bits.below(rest)]);
}

std::span<const std::uint32_t> Deck::batch(std::size_t number) const {
  return std::span(visits).subspan(number * batchSize, batchSize);
}

void PlaceCounts::enter(std::span<const std::uint32_t> batch) {
  for (std::uint32_t place : batch)
    ++counts[place];
}

void PlaceCounts::leave(std::span<const std::uint32_t> batch) {
  for (std::uint32_t place : batch)
    --counts[place];
}

void PlaceCounts::advance(const Deck &deck, std::size_t t, std::size_t stay) {
  enter(deck.batch(t));
  if (t >= stay)
    leave(deck.batch(t - stay));
}

} // namespace location_monitoring
