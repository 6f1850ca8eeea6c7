// SPDX-License-Identifier: Apache-2.0
#include "experiment.h"
#include "measures.h"
#include "svt_methods.h"
#include "top_k_methods.h"

#include <catch2/catch.hpp>

using namespace clickstream;

static const Question question{{7, 900, 30, 500, 700, 12}, 400};

TEST_CASE("with a huge budget every method gives the true histogram") {
  for (const Method &method : topKMethods(3, 6, {100000})) {
    CAPTURE(method.name);
    figures::SimulationBits bits(1);
    const Release release = method.run(question, bits);
    CHECK(release.items == std::vector<std::size_t>{1, 4, 3});
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(release.estimates[i] == Approx(static_cast<double>(question.counts[release.items[i]])));
  }
  for (const Method &method : svtMethods(3, 6, {100000})) {
    CAPTURE(method.name);
    figures::SimulationBits bits(1);
    const Release release = method.run(question, bits);
    const bool bySize = method.name == "free_gap_as_published";
    CHECK(release.items == (bySize ? std::vector<std::size_t>{1, 4, 3} : std::vector<std::size_t>{1, 3, 4}));
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(release.estimates[i] == Approx(static_cast<double>(question.counts[release.items[i]])));
  }
}

TEST_CASE("a private method stops at its k-th answer") {
  for (const Method &method : svtMethods(2, 6, {100000})) {
    CAPTURE(method.name);
    figures::SimulationBits bits(1);
    if (method.name != "free_gap_as_published")
      CHECK(method.run(question, bits).items == std::vector<std::size_t>{1, 3});
  }
}

/// The mean squared error over 4000 runs on counts so far apart that the selection is right in all of them.
static double errorOf(const std::string &name, const std::vector<Method> &methods) {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < 20; ++i)
    counts.push_back(i * 100000);
  for (const Method &method : methods)
    if (method.name == name)
      return runTopK(method, counts, 10, {4000, 5}).squaredError.mean;
  FAIL("no method " << name);
  return 0;
}

TEST_CASE("errors of selections that are sure are those of the noise") {
  // k = 10, eps = 1/2: k^2 / eps^2 = 400. A free-gap estimate has the error v (1 + r k) / (k + r k), where v
  // is the variance of a measurement, 8 or as published 32 of these units, and r v that of a selected value.
  const std::vector<Method> methods = topKMethods(10, 20, {5});
  const double unit = 400;
  CHECK(errorOf("algorithm1", methods) == Approx(unit).epsilon(0.06));
  CHECK(errorOf("measured_least", methods) == Approx(unit).epsilon(0.06));
  // The least selected value is its own bar, and its estimate too small by k / eps.
  CHECK(errorOf("measured_aware", methods) == Approx(unit * 11 / 10).epsilon(0.06));
  CHECK(errorOf("free_gap_general", methods) == Approx(8 * unit * 41 / 50).epsilon(0.06));
  CHECK(errorOf("free_gap_monotone", methods) == Approx(8 * unit * 11 / 20).epsilon(0.06));
  CHECK(errorOf("free_gap_monotone_exponential", methods) == Approx(8 * unit * 6 / 15).epsilon(0.06));
  CHECK(errorOf("free_gap_as_published", methods) == Approx(32 * unit * 11 / 20).epsilon(0.06));
}

TEST_CASE("the same seed gives the same numbers") {
  const Method method = topKMethods(2, 6, {5})[0];
  const Outcome first = runTopK(method, question.counts, 2, {20, 3});
  CHECK(first.squaredError.mean == runTopK(method, question.counts, 2, {20, 3}).squaredError.mean);
  CHECK(first.squaredError.mean != runTopK(method, question.counts, 2, {20, 4}).squaredError.mean);
}
