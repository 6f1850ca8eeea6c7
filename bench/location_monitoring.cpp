// SPDX-License-Identifier: Apache-2.0
//
// Location updates per second through `step` of the emitted streams, with exact noise and the operating
// system's randomness: one place with one count per step, and many places with a row of counts per step.
// Beside each, the same decisions written by hand with floating-point noise from std::mt19937_64, which is
// NOT private, as the pace of a program that takes no such care. Both take turns, so that they meet the same
// disturbances.
//
// Usage: location_monitoring_speed [updates [places [repetitions]]], by default 1000000 1000 7, with eps = 1
// and threshold 10. Counts are below the threshold, so that nearly every update draws noise.

#include "monitor_location.h"
#include "monitor_places.h"
#include "plumb/runtime/ledger.h"
#include "plumb/runtime/os_bits.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <span>
#include <vector>

namespace {

using namespace plumb;

constexpr std::int64_t threshold = 10;
/// Updates of silence behind a count that was told.
constexpr std::int64_t window = 5;

struct Size {
  std::int64_t updates, places;
};

/// 0 to 4 visits, as most places have, in an order without meaning.
std::vector<std::int64_t> fewVisits(std::int64_t number) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(number));
  std::uint64_t state = 1;
  for (std::int64_t &count : counts) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    count = static_cast<std::int64_t>((state >> 33) % 5);
  }
  return counts;
}

std::vector<std::int64_t> clearTimes(std::int64_t updates) {
  std::vector<std::int64_t> clear(static_cast<std::size_t>(updates));
  for (std::int64_t t = 0; t < updates; ++t)
    clear[static_cast<std::size_t>(t)] = t + window;
  return clear;
}

/// Each of these makes all updates and returns how many were answered with "above", so that nothing can be
/// left out.
std::int64_t onePlace(const std::vector<std::int64_t> &counts) {
  const auto updates = static_cast<std::int64_t>(counts.size());
  auto stream =
      monitor_location::Stream::create({updates, runtime::Rational(1), threshold, clearTimes(updates)},
                                       runtime::Ledger::unaccounted())
          .value();
  runtime::OsBits bits;
  std::int64_t told = 0;
  for (std::int64_t count : counts)
    told += stream.step(monitor_location::Vouched(), count, bits)->tag == monitor_location::Cell::Tag::above;
  return told;
}

std::int64_t manyPlaces(const std::vector<std::int64_t> &counts, std::int64_t places) {
  const auto updates = static_cast<std::int64_t>(counts.size()) / places;
  const auto row = static_cast<std::size_t>(places);
  auto stream =
      monitor_places::Stream::create({updates, places, runtime::Rational(1),
                                      std::vector<std::int64_t>(row, threshold), clearTimes(updates)},
                                     runtime::Ledger::unaccounted())
          .value();
  runtime::OsBits bits;
  std::int64_t told = 0;
  for (std::size_t t = 0; t < static_cast<std::size_t>(updates); ++t) {
    const auto output = stream.step(monitor_places::Vouched(), std::span(counts).subspan(t * row, row), bits);
    for (const auto &cell : output->out)
      told += cell.tag == monitor_places::Cell::Tag::above;
  }
  return told;
}

std::int64_t withDoubles(const std::vector<std::int64_t> &counts, std::int64_t places) {
  std::mt19937_64 engine(1);
  std::exponential_distribution<double> noise(1);
  std::vector<std::int64_t> silentUntil(static_cast<std::size_t>(places), 0);
  auto count = counts.begin();
  std::int64_t told = 0;
  for (std::int64_t t = 0; count != counts.end(); ++t)
    for (std::int64_t &silent : silentUntil) {
      if (t >= silent && static_cast<double>(*count) + noise(engine) >= threshold) {
        ++told;
        silent = t + window;
      }
      ++count;
    }
  return told;
}

/// Updates per second of one core's time, of the run in the middle.
class Pace {
public:
  void add(const std::function<std::int64_t()> &run, std::int64_t updates) {
    const std::clock_t before = std::clock();
    told += run();
    const double taken = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    paces.push_back(static_cast<double>(updates) / taken);
  }
  double median() {
    std::sort(paces.begin(), paces.end());
    return paces[paces.size() / 2];
  }
  std::int64_t answers() const { return told; }

private:
  std::vector<double> paces;
  std::int64_t told = 0;
};

void compare(const char *name, Size size, std::size_t repetitions,
             const std::function<std::int64_t(const std::vector<std::int64_t> &)> &emitted) {
  const std::vector<std::int64_t> counts = fewVisits(size.updates * size.places);
  const auto all = static_cast<std::int64_t>(counts.size());
  Pace exact, doubles;
  for (std::size_t i = 0; i < repetitions; ++i) {
    exact.add([&] { return emitted(counts); }, all);
    doubles.add([&] { return withDoubles(counts, size.places); }, all);
  }
  std::printf(
      "%s: %.2f million location updates per second of one core; with doubles, not private: %.2f; ratio %.2f "
      "(%lld and %lld answers \"above\")\n",
      name, exact.median() / 1e6, doubles.median() / 1e6, exact.median() / doubles.median(),
      static_cast<long long>(exact.answers()), static_cast<long long>(doubles.answers()));
}

std::int64_t argument(int count, char **values, int position, std::int64_t otherwise) {
  return position < count ? std::strtoll(values[position], nullptr, 10) : otherwise;
}

} // namespace

int main(int count, char **values) {
  const std::int64_t updates = argument(count, values, 1, 1'000'000);
  const std::int64_t places = argument(count, values, 2, 1000);
  const std::int64_t repetitions = argument(count, values, 3, 7);
  if (places < 1 || updates < places || updates > 100'000'000 || repetitions < 1) {
    std::fprintf(stderr,
                 "usage: location_monitoring_speed [updates [places [repetitions]]], updates >= places\n");
    return 2;
  }
  compare("one place, a count per step", {updates, 1}, static_cast<std::size_t>(repetitions), onePlace);
  compare("many places, a row per step", {updates / places, places}, static_cast<std::size_t>(repetitions),
          [&](const std::vector<std::int64_t> &counts) { return manyPlaces(counts, places); });
  return 0;
}
