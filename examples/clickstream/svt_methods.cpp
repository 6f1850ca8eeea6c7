// SPDX-License-Identifier: Apache-2.0
#include "svt_methods.h"

#include "asymmetric_svt.h"
#include "estimates.h"
#include "free_gap_svt.h"
#include "free_gap_svt_increasing.h"
#include "measured_svt.h"
#include "measures.h"
#include "published_svt.h"
#include "simulation.h"

#include <cmath>

namespace clickstream {

using plumb::runtime::Rational;

static Rational exact(Budget eps) {
  return Rational(eps.tenths) / 10;
}

/// One public threshold for each of n questions.
static std::vector<std::int64_t> thresholds(std::int64_t n, double threshold) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(n), std::llround(threshold));
}

static Method algorithm2(std::int64_t k, std::int64_t n, Budget eps) {
  using plumb::asymmetric_svt::Cell;
  using plumb::asymmetric_svt::Mechanism;
  const double bias = meanNoise(eps.value() / static_cast<double>(k));
  return {"algorithm2", [=](const Question &question, figures::SimulationBits &bits) {
            const double bar = static_cast<double>(question.threshold) + bias;
            const auto output = Mechanism::create({exact(eps), k, n, thresholds(n, bar)})
                                    .value()
                                    .run(question.counts, unaccounted, bits)
                                    .value();
            Release release;
            for (std::size_t i = 0; i < output.out.size(); ++i) {
              if (output.out[i].tag != Cell::Tag::above)
                continue;
              release.items.push_back(i);
              release.estimates.push_back(static_cast<double>(output.out[i].value) - bias);
            }
            return release;
          }};
}

/// `measured_svt` with an estimate made of the value that passed, the fresh one, the scale of both and the
/// bar.
template <class Estimate>
static Method measuredSvt(std::string name, std::int64_t k, std::int64_t n, Budget eps, Estimate estimate) {
  using plumb::measured_svt::Cell;
  using plumb::measured_svt::Mechanism;
  const double scale = 2 * static_cast<double>(k) / eps.value();
  return {std::move(name), [=](const Question &question, figures::SimulationBits &bits) {
            const std::vector<std::int64_t> bars =
                thresholds(n, static_cast<double>(question.threshold) + meanNoise(1 / scale));
            const auto output = Mechanism::create({exact(eps) / 2, exact(eps) / 2, k, n, bars})
                                    .value()
                                    .run(question.counts, unaccounted, bits)
                                    .value();
            Release release;
            for (std::size_t i = 0; i < output.out.size(); ++i) {
              const Cell &cell = output.out[i];
              if (cell.tag != Cell::Tag::above)
                continue;
              release.items.push_back(i);
              release.estimates.push_back(estimate(static_cast<double>(cell.value),
                                                   static_cast<double>(cell.value2), scale,
                                                   static_cast<double>(bars[i])));
            }
            return release;
          }};
}

/// A free-gap mechanism whose threshold and queries share half of eps as 1 : \p parts.
template <class Mechanism, class Parameters>
static Method freeGap(std::string name, std::int64_t k, std::int64_t n, Budget eps, double queryScale,
                      double parts) {
  // The best split is irrational; a thousandth off it is as good, and the parts add up to eps / 2 exactly.
  const Rational split = Rational(std::llround(parts * 1000)) / 1000;
  const Rational half = exact(eps) / 2;
  const Rational forThreshold = half / (1 + split);
  const Rational forQueries = half - forThreshold;
  const double deciding = eps.value() / 2;
  const double thresholdScale = (1 + parts) / deciding;
  const double decisionScale = queryScale * (1 + parts) / parts / deciding;
  // Laplace laws of scale b have the variance 2 b^2.
  const double gapVariance = 2 * (thresholdScale * thresholdScale + decisionScale * decisionScale);
  const double measuredScale = 2 * static_cast<double>(k) / eps.value();
  const double measuredVariance = 2 * measuredScale * measuredScale;
  return {std::move(name), [=](const Question &question, figures::SimulationBits &bits) {
            const auto threshold = static_cast<double>(question.threshold);
            const auto output =
                Mechanism::create(Parameters{forThreshold, forQueries, half, k, n, thresholds(n, threshold)})
                    .value()
                    .run(question.counts, unaccounted, bits)
                    .value();
            Release release;
            for (std::size_t i = 0; i < output.out.size(); ++i) {
              const auto &cell = output.out[i];
              if (cell.tag != std::remove_cvref_t<decltype(cell)>::Tag::above)
                continue;
              release.items.push_back(i);
              release.estimates.push_back(weightedMean(threshold + static_cast<double>(cell.value),
                                                       gapVariance, static_cast<double>(cell.value2),
                                                       measuredVariance));
            }
            return release;
          }};
}

std::vector<Method> svtMethods(std::int64_t k, std::int64_t n, Budget eps) {
  const auto wanted = static_cast<double>(k);
  const auto least = [](double passed, double fresh, double scale, double) {
    return leastOfBoth(passed, scale, fresh, scale);
  };
  const auto aware = [](double passed, double fresh, double scale, double bar) {
    return selectionAware(passed, scale, fresh, scale, bar);
  };
  namespace general = plumb::free_gap_svt;
  namespace monotone = plumb::free_gap_svt_increasing;
  return {algorithm2(k, n, eps),
          freeGap<general::Mechanism, general::Parameters>("free_gap_general", k, n, eps, 2 * wanted,
                                                           std::cbrt(4 * wanted * wanted)),
          freeGap<monotone::Mechanism, monotone::Parameters>("free_gap_monotone", k, n, eps, wanted,
                                                             std::cbrt(wanted * wanted)),
          publishedSvt(k, eps),
          measuredSvt("measured_least", k, n, eps, least),
          measuredSvt("measured_aware", k, n, eps, aware)};
}

} // namespace clickstream
