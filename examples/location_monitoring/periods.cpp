// SPDX-License-Identifier: Apache-2.0
//
// Several periods are paid from one budget: with P of them each gets 1/P. A person may be anywhere in each of
// them.
#include "monitor_periods.h"
#include "monitor_periods_two_sided.h"
#include "watching.h"

namespace location_monitoring {

namespace monitor_periods = plumb::monitor_periods;
namespace monitor_periods_two_sided = plumb::monitor_periods_two_sided;

/// f[p * windowLength + t] of each place: its visits in period p up to update t.
static std::vector<std::vector<std::int64_t>> countsInPeriods(const Deck &deck, std::int64_t periods) {
  std::vector<std::vector<std::int64_t>> all(deck.places());
  for (std::int64_t p = 0; p < periods; ++p) {
    PlaceCounts counts(deck.places());
    for (std::int64_t t = 0; t < windowLength; ++t) {
      counts.enter(deck.batch(static_cast<std::size_t>(p * windowLength + t)));
      for (std::size_t place = 0; place < deck.places(); ++place)
        all[place].push_back(counts.values()[place]);
    }
  }
  return all;
}

/// Of the (place, period) pairs that are safe at the period's end, which were told as unsafe in it?
template <class Mechanism>
static Tally wronglyUnsafe(const Mechanism &mechanism, const std::vector<std::vector<std::int64_t>> &counts,
                           std::int64_t periods, figures::SimulationBits &noise) {
  Tally tally;
  for (const std::vector<std::int64_t> &f : counts) {
    std::vector<bool> isUnsafe(static_cast<std::size_t>(periods), false);
    const auto output = checked(mechanism.run(f, unaccounted, noise));
    for (const auto &cell : output.out)
      if (!saysSafe(cell))
        isUnsafe[static_cast<std::size_t>(cell.index[0].wide())] = true;
    for (std::size_t p = 0; p < isUnsafe.size(); ++p)
      if (f[(p + 1) * windowLength - 1] < usualThreshold)
        tally.count(isUnsafe[p]);
  }
  return tally;
}

Rows periods(const Setting &setting) {
  const std::vector<std::int64_t> all{1, 2, 3, 5, 10};
  const Budget total("1");
  std::vector<Line> lines(2, Line(all.size()));
  for (std::size_t point = 0; point < all.size(); ++point) {
    const std::int64_t P = all[point];
    const auto eps = total.eps / P;
    const auto oneSided = checked(monitor_periods::Mechanism::create({eps, P, windowLength, usualThreshold}));
    const auto twoSided =
        checked(monitor_periods_two_sided::Mechanism::create({P, windowLength, eps, usualThreshold}));
    for (std::size_t number = 0; number < setting.runs; ++number) {
      Run run(setting, number);
      const auto counts = countsInPeriods(run.deck, P);
      lines[0].at(point) = wronglyUnsafe(oneSided, counts, P, run.noise);
      lines[0].endRun();
      lines[1].at(point) = wronglyUnsafe(twoSided, counts, P, run.noise);
      lines[1].endRun();
    }
  }
  const auto periodsOf = [&](std::size_t point) { return all[point]; };
  Rows rows;
  lines[0].addTo(rows, "asymmetric", periodsOf);
  lines[1].addTo(rows, "two-sided", periodsOf);
  return rows;
}

} // namespace location_monitoring
