// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 3 watches one place: its stream gets one count at each update. As many places are watched as are
// needed to meet all true counts often enough; each has a stream of its own, at the full eps.
#include "monitor_location.h"
#include "monitor_places_two_sided.h"
#include "watching.h"

#include <algorithm>
#include <functional>

namespace location_monitoring {

namespace monitor_location = plumb::monitor_location;
namespace monitor_places_two_sided = plumb::monitor_places_two_sided;

/// The most visited ones. Others are hardly ever visited, and no visit is what these meet too.
constexpr std::size_t watchedPlaces = 300;
/// Counts above the threshold that get a point.
constexpr std::int64_t countsAbove = 10;

namespace {

/// Lines by true count.
struct Lines {
  std::int64_t threshold;
  Line wronglyUnsafe{static_cast<std::size_t>(threshold)};
  Line wronglySafe{static_cast<std::size_t>(countsAbove)};
  Line silent{static_cast<std::size_t>(threshold + countsAbove)};

  template <class Cell> void judge(const Cell &cell, std::int64_t count) {
    const bool isSilent = cell.tag == Cell::Tag::silent;
    if (count < threshold + countsAbove)
      silent.at(static_cast<std::size_t>(count)).count(isSilent);
    if (isSilent)
      return;
    if (count < threshold)
      wronglyUnsafe.at(static_cast<std::size_t>(count)).count(!saysSafe(cell));
    else if (count < threshold + countsAbove)
      wronglySafe.at(static_cast<std::size_t>(count - threshold)).count(saysSafe(cell));
  }
  void endRun() {
    wronglyUnsafe.endRun();
    wronglySafe.endRun();
    silent.endRun();
  }
  void addTo(OnePlace &result, const std::string &series) const {
    const auto asCount = [](std::size_t point) { return point; };
    wronglyUnsafe.addTo(result.wronglyUnsafe, series, asCount);
    wronglySafe.addTo(result.wronglySafe, series, asCount);
  }
};

} // namespace

/// A visit that enters at update t is in the queue up to update t + windowLength - 1, so that `clear` holds
/// of all.
static std::vector<monitor_location::Stream> oneSidedStreams(const Budget &budget, std::int64_t threshold,
                                                             std::size_t updates, std::size_t places) {
  monitor_location::Parameters parameters;
  parameters.H = static_cast<std::int64_t>(updates);
  parameters.eps = budget.eps;
  parameters.threshold = threshold;
  for (std::int64_t t = 0; t < parameters.H; ++t)
    parameters.clear.push_back(t + windowLength);
  std::vector<monitor_location::Stream> streams;
  for (std::size_t place = 0; place < places; ++place)
    streams.push_back(checked(monitor_location::Stream::create(parameters, unaccounted)));
  return streams;
}

static void watchOneSided(Run run, const Budget &budget, std::size_t places, Lines &lines) {
  auto streams = oneSidedStreams(budget, lines.threshold, run.deck.batches(), places);
  PlaceCounts counts(run.deck.places());
  for (std::size_t t = 0; t < run.deck.batches(); ++t) {
    counts.advance(run.deck, t, windowLength);
    for (std::size_t place = 0; place < places; ++place) {
      const std::int64_t count = counts.values()[place];
      lines.judge(checked(streams[place].step(monitor_location::Vouched(), count, run.noise)), count);
    }
  }
}

/// Counts start anew in each period, as the proof of the competitor needs.
static void watchTwoSided(Run run, const Budget &budget, std::size_t places, Lines &lines) {
  const auto L = static_cast<std::int64_t>(places);
  const std::vector<std::int64_t> threshold(places, lines.threshold);
  for (std::size_t first = 0; first + windowLength <= run.deck.batches(); first += windowLength) {
    auto stream = checked(monitor_places_two_sided::Stream::create({windowLength, L, budget.eps, threshold},
                                                                   unaccounted, run.noise));
    PlaceCounts counts(run.deck.places());
    for (std::size_t t = first; t < first + windowLength; ++t) {
      counts.enter(run.deck.batch(t));
      const auto output = checked(stream.step(std::span(counts.values()).first(places), run.noise));
      for (std::size_t place = 0; place < places; ++place)
        lines.judge(output.out[place], counts.values()[place]);
    }
  }
}

OnePlace watchOnePlace(Setting setting, std::int64_t threshold) {
  std::sort(setting.visitors.begin(), setting.visitors.end(), std::greater<>());
  const std::size_t places = std::min(watchedPlaces, setting.visitors.size());
  OnePlace result;
  for (const Budget &budget : {Budget("1/2"), Budget("1"), Budget("2")}) {
    Lines oneSided{threshold}, twoSided{threshold};
    for (std::size_t number = 0; number < setting.runs; ++number) {
      watchOneSided(Run(setting, number), budget, places, oneSided);
      oneSided.endRun();
      watchTwoSided(Run(setting, number), budget, places, twoSided);
      twoSided.endRun();
    }
    oneSided.addTo(result, asymmetricAt(budget));
    twoSided.addTo(result, twoSidedAt(budget));
    oneSided.silent.addTo(result.silent, asymmetricAt(budget), [](std::size_t count) { return count; });
  }
  return result;
}

} // namespace location_monitoring
