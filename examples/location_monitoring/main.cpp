// SPDX-License-Identifier: Apache-2.0
//===- examples/location_monitoring/main.cpp - Numbers of a figure --------===//
///
/// \file
/// `location_monitoring FIGURE RUNS < VISITORS` prints the lines of one figure as CSV, for
/// examples/figures/draw.py. VISITORS has `place,visitors` in each line.
///
//===----------------------------------------------------------------------===//

#include "examples/clickstream/counts.h"
#include "figures.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <iostream>
#include <numeric>
#include <span>
#include <string_view>

namespace location_monitoring {

namespace {

struct Figure {
  std::string_view name;
  Rows (*rows)(const Setting &);
};

} // namespace

/// Visits that the figure on ten periods deals.
constexpr std::int64_t neededVisits = 10 * 5 * 500;
constexpr std::size_t mostRuns = 100'000;

static const Figure figures[] = {
    {"figure4_threshold5", [](const Setting &setting) { return watchOnePlace(setting, 5).wronglyUnsafe; }},
    {"figure4_threshold10", [](const Setting &setting) { return watchOnePlace(setting, 10).wronglyUnsafe; }},
    {"figure5_hot_spots", hotSpots},
    {"figure5_map", oneMap},
    {"figure6_updates", updates},
    {"location_thresholds", thresholds},
    {"location_periods", periods},
    {"location_wrongly_safe", [](const Setting &setting) { return watchOnePlace(setting, 10).wronglySafe; }},
    {"location_records", recordByRecord},
    {"location_records_as_counts", countByCount},
    {"location_silence", [](const Setting &setting) { return watchOnePlace(setting, 10).silent; }},
};

static int refuse(const std::string &message) {
  std::cerr << "location_monitoring: error: " << message << "\n";
  return 1;
}

static int usage() {
  std::cerr << "usage: location_monitoring FIGURE RUNS < VISITORS\nFIGURE is one of";
  for (const Figure &figure : figures)
    std::cerr << " " << figure.name;
  std::cerr << "\n";
  return 1;
}

static void print(const Rows &rows) {
  std::puts("series,x,y,low,high");
  for (const auto &[series, x, y] : rows)
    std::printf("%s,%g,%.6g,%.6g,%.6g\n", series.c_str(), x, y.value, y.low, y.high);
}

static int run(std::span<char *const> arguments) {
  if (arguments.size() != 2)
    return usage();
  const std::string_view name = arguments[0], runsText = arguments[1];
  const auto *figure = std::find_if(std::begin(figures), std::end(figures),
                                    [&](const Figure &candidate) { return candidate.name == name; });
  Setting setting{{}, 0};
  const auto [end, error] = std::from_chars(runsText.data(), runsText.data() + runsText.size(), setting.runs);
  const bool isNumber = error == std::errc() && end == runsText.data() + runsText.size();
  if (figure == std::end(figures) || !isNumber || setting.runs < 1 || setting.runs > mostRuns)
    return usage();
  const auto read = clickstream::readCounts(std::cin);
  if (const auto *problem = std::get_if<clickstream::Malformed>(&read)) {
    std::cerr << "stdin:" << problem->line << ":" << problem->column << ": error: " << problem->message
              << "\n";
    return 1;
  }
  setting.visitors = std::get<clickstream::Counts>(read).values;
  if (std::accumulate(setting.visitors.begin(), setting.visitors.end(), std::int64_t{0}) < neededVisits)
    return refuse("the counts add up to less than the " + std::to_string(neededVisits) +
                  " visits that are dealt");
  print(figure->rows(setting));
  return std::fflush(stdout) == 0 ? 0 : refuse("the standard output cannot be written");
}

} // namespace location_monitoring

int main(int argc, char **argv) {
  try {
    return location_monitoring::run(std::span<char *const>(argv, static_cast<std::size_t>(argc)).subspan(1));
  } catch (const std::exception &problem) {
    std::cerr << "location_monitoring: error: " << problem.what() << "\n";
    return 1;
  }
}
