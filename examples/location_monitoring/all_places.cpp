// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 4 watches all places within one designated time: visits are added at each update and none leaves.
// A place is shown as safe only if the update says so; one that was told before is silent, and stays on the
// map as unsafe.
#include "monitor_places.h"
#include "monitor_places_two_sided.h"
#include "watching.h"

namespace location_monitoring {

namespace monitor_places = plumb::monitor_places;
namespace monitor_places_two_sided = plumb::monitor_places_two_sided;

namespace {

/// Places at one update.
struct Map {
  /// Hits: not shown as safe; occasions: safe.
  Tally wronglyUnsafe;
  /// Hits: shown as safe; occasions: unsafe.
  Tally wronglySafe;
};

} // namespace

static monitor_places::Stream oneSided(const Budget &budget, std::int64_t threshold, std::size_t places) {
  monitor_places::Parameters parameters;
  parameters.H = windowLength;
  parameters.L = static_cast<std::int64_t>(places);
  parameters.eps = budget.eps;
  parameters.threshold.assign(places, threshold);
  parameters.clear.assign(windowLength, windowLength);
  return checked(monitor_places::Stream::create(std::move(parameters), unaccounted));
}

static monitor_places_two_sided::Stream twoSided(const Budget &budget, std::int64_t threshold,
                                                 std::size_t places, Run &run) {
  monitor_places_two_sided::Parameters parameters;
  parameters.H = windowLength;
  parameters.L = static_cast<std::int64_t>(places);
  parameters.eps = budget.eps;
  parameters.threshold.assign(places, threshold);
  return checked(monitor_places_two_sided::Stream::create(std::move(parameters), unaccounted, run.noise));
}

/// All visits of one designated time leave at its end, which is what `clear` says.
static auto updated(monitor_places::Stream &stream, const std::vector<std::int64_t> &counts, Run &run) {
  return checked(stream.step(monitor_places::Vouched(), counts, run.noise)).out;
}

static auto updated(monitor_places_two_sided::Stream &stream, const std::vector<std::int64_t> &counts,
                    Run &run) {
  return checked(stream.step(counts, run.noise)).out;
}

/// Makes all updates and calls see(counts, cells) after each.
template <class Stream, class See> static void watch(Stream stream, Run &run, See see) {
  PlaceCounts counts(run.deck.places());
  for (std::size_t t = 0; t < windowLength; ++t) {
    counts.enter(run.deck.batch(t));
    see(counts.values(), updated(stream, counts.values(), run));
  }
}

/// The map after each update.
template <class Stream> static std::vector<Map> maps(Stream stream, Run &run, std::int64_t threshold) {
  std::vector<Map> all;
  watch(std::move(stream), run, [&](const std::vector<std::int64_t> &counts, const auto &cells) {
    Map &map = all.emplace_back();
    for (std::size_t place = 0; place < counts.size(); ++place)
      if (counts[place] < threshold)
        map.wronglyUnsafe.count(!saysSafe(cells[place]));
      else
        map.wronglySafe.count(saysSafe(cells[place]));
  });
  return all;
}

/// Runs both mechanisms and hands their maps to \p see, with 0 for the asymmetric one and 1 for the other.
template <class See>
static void compare(const Setting &setting, const Budget &budget, std::int64_t threshold, See see) {
  for (std::size_t number = 0; number < setting.runs; ++number) {
    Run run(setting, number);
    see(0, maps(oneSided(budget, threshold, run.deck.places()), run, threshold));
    see(1, maps(twoSided(budget, threshold, run.deck.places(), run), run, threshold));
  }
}

static std::string seriesOf(std::size_t mechanism, const Budget &budget) {
  return mechanism == 0 ? asymmetricAt(budget) : twoSidedAt(budget);
}

Rows updates(const Setting &setting) {
  Rows rows;
  for (const Budget &budget : {Budget("1/2"), Budget("1"), Budget("2")}) {
    std::vector<Line> lines(2, Line(windowLength));
    compare(setting, budget, usualThreshold, [&](std::size_t mechanism, const std::vector<Map> &all) {
      for (std::size_t t = 0; t < all.size(); ++t)
        lines[mechanism].at(t) = all[t].wronglyUnsafe;
      lines[mechanism].endRun();
    });
    for (std::size_t mechanism : {0, 1})
      lines[mechanism].addTo(rows, seriesOf(mechanism, budget), [](std::size_t t) { return t + 1; });
  }
  return rows;
}

Rows thresholds(const Setting &setting) {
  const std::vector<std::int64_t> all{1, 2, 3, 5, 7, 10, 15, 20};
  Rows rows;
  for (const Budget &budget : {Budget("1/2"), Budget("1"), Budget("2")}) {
    std::vector<Line> lines(2, Line(all.size()));
    for (std::size_t point = 0; point < all.size(); ++point)
      compare(setting, budget, all[point], [&](std::size_t mechanism, const std::vector<Map> &seen) {
        lines[mechanism].at(point) = seen.back().wronglyUnsafe;
        lines[mechanism].endRun();
      });
    for (std::size_t mechanism : {0, 1})
      lines[mechanism].addTo(rows, seriesOf(mechanism, budget),
                             [&](std::size_t point) { return all[point]; });
  }
  return rows;
}

/// How many in a map of one run.
static Tally perMap(std::int64_t number) {
  return {number, 1};
}

Rows hotSpots(const Setting &setting) {
  const std::vector<std::pair<Budget, double>> budgets{
      {Budget("1/4"), 0.25}, {Budget("1/2"), 0.5}, {Budget("1"), 1}, {Budget("2"), 2}, {Budget("4"), 4}};
  const auto epsOf = [&](std::size_t point) { return budgets[point].second; };
  Line real(budgets.size());
  std::vector<Line> told(2, real), missed(2, real);
  for (std::size_t point = 0; point < budgets.size(); ++point)
    compare(setting, budgets[point].first, usualThreshold,
            [&](std::size_t mechanism, const std::vector<Map> &all) {
              const Map &map = all.back();
              const std::int64_t found = map.wronglySafe.occasions - map.wronglySafe.hits;
              told[mechanism].at(point) = perMap(found + map.wronglyUnsafe.hits);
              missed[mechanism].at(point) = perMap(map.wronglySafe.hits);
              told[mechanism].endRun();
              missed[mechanism].endRun();
              if (mechanism == 0) {
                real.at(point) = perMap(map.wronglySafe.occasions);
                real.endRun();
              }
            });
  Rows rows;
  real.addTo(rows, "unsafe places", epsOf);
  told[0].addTo(rows, "asymmetric: shown as unsafe", epsOf);
  told[1].addTo(rows, "two-sided: shown as unsafe", epsOf);
  missed[0].addTo(rows, "asymmetric: unsafe but shown as safe", epsOf);
  missed[1].addTo(rows, "two-sided: unsafe but shown as safe", epsOf);
  return rows;
}

/// 1 for each place that is unsafe, in the order of the places.
template <class IsUnsafe>
static void addPlaces(Rows &rows, const std::string &panel, std::size_t places, IsUnsafe isUnsafe) {
  for (std::size_t place = 0; place < places; ++place) {
    const double value = isUnsafe(place) ? 1 : 0;
    rows.push_back({panel, static_cast<double>(place), {value, value, value}});
  }
}

/// As shown behind the last update.
template <class Stream> static void addShown(Rows &rows, const std::string &panel, Stream stream, Run &run) {
  Rows last;
  watch(std::move(stream), run, [&](const std::vector<std::int64_t> &counts, const auto &cells) {
    last.clear();
    addPlaces(last, panel, counts.size(), [&](std::size_t place) { return !saysSafe(cells[place]); });
  });
  rows.insert(rows.end(), last.begin(), last.end());
}

Rows oneMap(const Setting &setting) {
  Rows rows;
  Run run(setting, 0);
  const std::size_t places = run.deck.places();
  PlaceCounts counts(places);
  for (std::size_t t = 0; t < windowLength; ++t)
    counts.enter(run.deck.batch(t));
  addPlaces(rows, "ground truth", places,
            [&](std::size_t place) { return counts.values()[place] >= usualThreshold; });
  for (const Budget &budget : {Budget("1/2"), Budget("1"), Budget("2")})
    addShown(rows, asymmetricAt(budget), oneSided(budget, usualThreshold, places), run);
  for (const Budget &budget : {Budget("1/2"), Budget("1"), Budget("2")})
    addShown(rows, twoSidedAt(budget), twoSided(budget, usualThreshold, places, run), run);
  return rows;
}

} // namespace location_monitoring
