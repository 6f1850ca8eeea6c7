// SPDX-License-Identifier: Apache-2.0

#include "otp_close.h"
#include "plumb/runtime/otp/achieved.h"
#include "plumb/runtime/otp/estimator.h"
#include "plumb/runtime/otp/one_sidedness.h"
#include "plumb/runtime/otp/top_k_error.h"
#include "plumb/runtime/otp/upper_bounds.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;
using namespace plumb::runtime::otp::bounds_test;

namespace {

/// The arguments of one row, by their names in the papers.
struct Arguments {
  std::map<std::string, std::string> text;

  Rational number(const std::string &name) const { return rational(text.at(name)); }
  Epsilon eps() const { return epsilon(text.at("eps")); }
  std::uint64_t k() const { return std::stoull(text.at("k")); }
  Probability probabilityOf(const std::string &name) const { return probability(text.at(name)); }
  Estimator estimate(Side side, Values values, Correction correction) const {
    return estimator({side, values, NoiseScale::create(1 / number("eps")).value()}, correction);
  }
};

using Quantity = std::function<Interval(const Arguments &)>;

/// In units of k^2/eps^2, at any eps.
Interval inUnits(const Interval &error, const Arguments &a) {
  return error / asymmetricTopKError(count(a.k()), epsilon("7/10"));
}

const std::map<std::string, Quantity> quantities = {
    {"theorem 8", [](const Arguments &a) { return theorem8Sum(a.eps(), a.probabilityOf("delta"), a.k()); }},
    {"theorems 9 and 11", [](const Arguments &a) { return adpUpperBound(a.eps(), a.k()); }},
    {"figure 4",
     [](const Arguments &a) {
       return Interval(1) - achievedByGeometric(a.number("T") - a.number("x"),
                                                NoiseScale::create(1 / a.number("eps")).value());
     }},
    {"proposition IV.7",
     [](const Arguments &a) { return leastMissedUnderAdp(a.eps(), a.k(), a.probabilityOf("alpha")); }},
    {"condition (7)",
     [](const Arguments &a) { return condition7(a.eps(), a.k(), a.probabilityOf("alpha")); }},
    {"condition (9)",
     [](const Arguments &a) {
       return leastMissedUnderApproximateDp(a.eps(), a.probabilityOf("delta"), a.k(),
                                            a.probabilityOf("alpha"));
     }},
    {"corollary V.5",
     [](const Arguments &a) {
       return Interval(1) -
              achievedByExponential(a.number("t"),
                                    NoiseScale::create(a.number("Delta") / a.number("eps")).value());
     }},
    {"Laplace mae",
     [](const Arguments &a) {
       return a.estimate(Side::TwoSided, Values::Reals, Correction::None).meanAbsoluteError;
     }},
    {"Laplace rmse",
     [](const Arguments &a) {
       return a.estimate(Side::TwoSided, Values::Reals, Correction::None).rootMeanSquaredError;
     }},
    {"Laplace variance",
     [](const Arguments &a) { return a.estimate(Side::TwoSided, Values::Reals, Correction::None).variance; }},
    {"exponential mae, nothing",
     [](const Arguments &a) {
       return a.estimate(Side::OneSided, Values::Reals, Correction::None).meanAbsoluteError;
     }},
    {"exponential mae, mean",
     [](const Arguments &a) {
       return a.estimate(Side::OneSided, Values::Reals, Correction::Mean).meanAbsoluteError;
     }},
    {"exponential mae, median",
     [](const Arguments &a) {
       return a.estimate(Side::OneSided, Values::Reals, Correction::Median).meanAbsoluteError;
     }},
    {"exponential variance",
     [](const Arguments &a) { return a.estimate(Side::OneSided, Values::Reals, Correction::Mean).variance; }},
    {"geometric mae, nothing",
     [](const Arguments &a) {
       return a.estimate(Side::OneSided, Values::Integers, Correction::None).meanAbsoluteError;
     }},
    {"geometric variance",
     [](const Arguments &a) {
       return a.estimate(Side::OneSided, Values::Integers, Correction::Mean).variance;
     }},
    {"two-sided geometric mae",
     [](const Arguments &a) {
       return a.estimate(Side::TwoSided, Values::Integers, Correction::None).meanAbsoluteError;
     }},
    {"two-sided geometric variance",
     [](const Arguments &a) {
       return a.estimate(Side::TwoSided, Values::Integers, Correction::None).variance;
     }},
    {"algorithm 1",
     [](const Arguments &a) { return inUnits(asymmetricTopKError(count(a.k()), epsilon("7/10")), a); }},
    {"free gap, Laplace, any queries",
     [](const Arguments &a) {
       return inUnits(freeGapTopKError(count(a.k()), epsilon("7/10"), SelectionNoise::LaplaceForAnyQueries),
                      a);
     }},
    {"free gap, exponential, monotone queries",
     [](const Arguments &a) {
       return inUnits(
           freeGapTopKError(count(a.k()), epsilon("7/10"), SelectionNoise::ExponentialForMonotoneQueries), a);
     }},
    {"free gap, sparse vector, monotone queries",
     [](const Arguments &a) {
       return inUnits(freeGapSparseVectorError(count(a.k()), epsilon("7/10"), true), a);
     }},
};

Arguments arguments(const std::string &text) {
  Arguments result;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    result.text[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  return result;
}

} // namespace

TEST_CASE("the closed forms of the papers") {
  std::ifstream file(PLUMB_SOURCE_DIR "/tests/mechanisms/runtime/otp_closed_forms.csv");
  std::set<std::string> seen;
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with('#') || line.starts_with("quantity;"))
      continue;
    INFO(line);
    std::istringstream fields(line);
    std::string quantity, given, value;
    std::getline(fields, quantity, ';');
    std::getline(fields, given, ';');
    std::getline(fields, value, ';');
    seen.insert(quantity);
    CHECK(close(quantities.at(quantity)(arguments(given)), std::stold(value), 1e-14L));
  }
  CHECK(seen.size() == quantities.size());
}
