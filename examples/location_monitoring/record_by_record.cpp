// SPDX-License-Identifier: Apache-2.0
//
// One place is watched by a monitor that gets every visit as a record, also those to other places, and counts
// by itself: who is there when, and when silence ends. Beside it the monitor that gets counts and a list of
// times.
#include "monitor_location.h"
#include "monitor_retention.h"
#include "watching.h"

#include <algorithm>

namespace location_monitoring {

namespace monitor_location = plumb::monitor_location;
namespace monitor_retention = plumb::monitor_retention;

/// Nearly the mean of the most visited place.
constexpr std::int64_t busyThreshold = 25;

static std::size_t busiestPlace(const Setting &setting) {
  return static_cast<std::size_t>(std::max_element(setting.visitors.begin(), setting.visitors.end()) -
                                  setting.visitors.begin());
}

/// How many are at \p place and what is told, at each update: "safe" stands at the threshold, "unsafe" at the
/// count that is told with it. \param step (update, visits at the place) to the cell that is published.
template <class Step> static Rows watch(const Deck &deck, std::size_t place, Step step) {
  Rows rows;
  PlaceCounts counts(deck.places());
  for (std::size_t t = 0; t < deck.batches(); ++t) {
    const auto add = [&](const char *series, std::int64_t value) {
      const auto y = static_cast<double>(value);
      rows.push_back({series, static_cast<double>(t), {y, y, y}});
    };
    counts.advance(deck, t, windowLength);
    add("visits", counts.values()[place]);
    const auto cell = step(t, counts.values()[place]);
    if (saysSafe(cell))
      add("told: safe", busyThreshold);
    else if (cell.tag == decltype(cell)::Tag::above)
      add("told: unsafe", checked(cell.value.int64()));
  }
  return rows;
}

Rows recordByRecord(const Setting &setting) {
  Run run(setting, 0);
  const std::size_t place = busiestPlace(setting);
  // For as long as anybody watches.
  monitor_retention::EndlessParameters parameters;
  parameters.eps = Budget("1").eps;
  parameters.threshold = busyThreshold;
  parameters.W = windowLength;
  auto stream = checked(monitor_retention::Stream::create(parameters, unaccounted));
  auto visits = stream.data();
  return watch(run.deck, place, [&](std::size_t t, std::int64_t) {
    const auto now = static_cast<std::int64_t>(t);
    for (const std::uint32_t visited : run.deck.batch(t))
      if (const auto added = visits.add({now, now + windowLength, visited == place}); !added)
        throw std::runtime_error(added.error().message);
    return checked(stream.step(visits, run.noise));
  });
}

Rows countByCount(const Setting &setting) {
  Run run(setting, 0);
  monitor_location::Parameters parameters;
  parameters.H = static_cast<std::int64_t>(run.deck.batches());
  parameters.eps = Budget("1").eps;
  parameters.threshold = busyThreshold;
  for (std::int64_t t = 0; t < parameters.H; ++t)
    parameters.clear.push_back(t + windowLength);
  auto stream = checked(monitor_location::Stream::create(parameters, unaccounted));
  return watch(run.deck, busiestPlace(setting), [&](std::size_t, std::int64_t count) {
    return checked(stream.step(monitor_location::Vouched(), count, run.noise));
  });
}

} // namespace location_monitoring
