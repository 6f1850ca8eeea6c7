// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/figures.cpp - The numbers behind the figures --===//
///
/// \file
/// `clickstream_figures NAME [--fast] < COUNTS` prints one line of CSV for each method, k and eps on one data
/// set. The noise is that of fixed seeds, so the same program prints the same numbers.
///
//===----------------------------------------------------------------------===//

#include "counts.h"
#include "experiment.h"
#include "svt_methods.h"
#include "top_k_methods.h"

#include <cstdio>
#include <exception>
#include <iostream>
#include <string_view>

namespace clickstream {

namespace {

/// One place on the x axis of a figure.
struct Point {
  std::int64_t k;
  Budget eps;

  /// Different for different points.
  std::uint64_t seed() const { return static_cast<std::uint64_t>(k * 1000 + eps.tenths); }
};

/// Which points, and how often.
struct Plan {
  std::vector<Point> points;
  /// Percents of eps for the selection, at k = 100 and eps = 1/2.
  std::vector<std::int64_t> shares;
  std::size_t runs;
};

} // namespace

/// As in the paper: eps at k = 100, and k at eps = 1/2.
static Plan fullPlan() {
  return {{{100, {1}}, {100, {3}}, {100, {5}}, {100, {7}}, {100, {10}}, {10, {5}}, {50, {5}}, {200, {5}}},
          {5, 10, 25, 50, 75, 90, 95},
          400};
}

static Plan fastPlan() {
  return {{{100, {1}}, {100, {3}}, {100, {5}}, {100, {7}}, {100, {10}}, {10, {5}}, {200, {5}}},
          {5, 25, 75, 95},
          60};
}

static void print(std::string_view name, const char *query, Point point, std::size_t runs,
                  const Method &method, const Outcome &outcome) {
  std::printf("%s,%s,%ld,%.1f,%s,%zu,%.2f,%.6g,%.6g,%.6g,%.5f,%.5f,%.5f\n", std::string(name).c_str(), query,
              static_cast<long>(point.k), point.eps.value(), method.name.c_str(), runs, outcome.answered,
              outcome.squaredError.mean, outcome.squaredError.low, outcome.squaredError.high,
              outcome.accuracy.mean, outcome.accuracy.low, outcome.accuracy.high);
}

static void run(std::string_view name, const std::vector<std::int64_t> &counts, const Plan &plan) {
  const auto n = static_cast<std::int64_t>(counts.size());
  std::puts(
      "dataset,query,k,eps,method,runs,answered,mse,mse_low,mse_high,accuracy,accuracy_low,accuracy_high");
  for (const Point &point : plan.points) {
    const auto k = static_cast<std::size_t>(point.k);
    const Repetition repetition{plan.runs, point.seed()};
    for (const Method &method : topKMethods(point.k, n, point.eps))
      print(name, "top_k", point, plan.runs, method, runTopK(method, counts, k, repetition));
    for (const Method &method : svtMethods(point.k, n, point.eps))
      print(name, "svt", point, plan.runs, method, runSvt(method, counts, k, repetition));
  }
  const Point middle{100, {5}};
  for (std::int64_t percent : plan.shares) {
    const Method method =
        measuredTopK("selecting_" + std::to_string(percent), middle.k, n, middle.eps, percent);
    print(name, "share", middle, plan.runs, method, runTopK(method, counts, 100, {plan.runs, middle.seed()}));
  }
}

static int main(const std::vector<std::string> &arguments) {
  const bool isFast = arguments.size() == 2 && arguments[1] == "--fast";
  if (arguments.empty() || (arguments.size() != 1 && !isFast)) {
    std::cerr << "usage: clickstream_figures NAME [--fast] < COUNTS\n";
    return 1;
  }
  const auto counts = readCounts(std::cin);
  if (const auto *problem = std::get_if<Malformed>(&counts)) {
    std::cerr << "stdin:" << problem->line << ":" << problem->column << ": error: " << problem->message
              << "\n";
    return 1;
  }
  const std::vector<std::int64_t> &values = std::get<Counts>(counts).values;
  if (values.size() < 200) {
    std::cerr << "clickstream_figures: error: " << values.size() << " items are too few, 200 are selected\n";
    return 1;
  }
  run(arguments[0], values, isFast ? fastPlan() : fullPlan());
  return std::fflush(stdout) == 0 ? 0 : 1;
}

} // namespace clickstream

int main(int argc, char **argv) {
  try {
    return clickstream::main({argv + 1, argv + argc});
  } catch (const std::exception &problem) {
    std::cerr << "clickstream_figures: error: " << problem.what() << "\n";
    return 1;
  }
}
