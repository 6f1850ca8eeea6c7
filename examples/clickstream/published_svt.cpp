// SPDX-License-Identifier: Apache-2.0
#include "published_svt.h"

#include "estimates.h"
#include "plumb/runtime/two_sided_geometric.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace clickstream {

using plumb::runtime::Rational;
using plumb::runtime::TwoSidedGeometric;

namespace {

/// A query above the threshold.
struct Answer {
  std::size_t item;
  double gap;
  /// Spent on it, of the budget for queries, in k-ths.
  double spent;
};

class PublishedSvt {
public:
  PublishedSvt(std::int64_t k, Budget eps)
      : wanted(static_cast<double>(k)), split(std::cbrt(wanted * wanted)),
        forQueries(eps.value() / 2 * split / (1 + split)), sigma(8 * std::sqrt(2.0) * wanted / forQueries),
        thresholdNoise(law(2 * (1 + split) / (eps.value() / 2))), farNoise(law(4 * wanted / forQueries)),
        nearNoise(law(2 * wanted / forQueries)), measuredScale(4 * wanted / eps.value()),
        measuredNoise(law(measuredScale)) {}

  Release run(const Question &question, figures::SimulationBits &bits) const {
    const std::vector<Answer> answers = decide(question, bits);
    std::vector<double> estimates;
    for (const Answer &answer : answers)
      estimates.push_back(estimate(answer, question, bits));
    return largestGapsFirst(answers, estimates);
  }

private:
  static TwoSidedGeometric law(double scale) {
    return TwoSidedGeometric::create(Rational(std::llround(scale * 1000)) / 1000).value();
  }
  static double sample(const TwoSidedGeometric &noise, figures::SimulationBits &bits) {
    return static_cast<double>(noise.sample(bits));
  }

  std::vector<Answer> decide(const Question &question, figures::SimulationBits &bits) const {
    std::vector<Answer> answers;
    double spent = 0;
    for (std::size_t i = 0; i < question.counts.size(); ++i) {
      const std::optional<double> gap = gapOf(question, i, bits);
      if (!gap)
        continue;
      // Which branch answered is told from the value, as published.
      const double price = *gap >= sigma ? forQueries / 2 : forQueries;
      spent += price / wanted;
      if (spent > forQueries)
        break;
      answers.push_back({i, *gap, price});
    }
    return answers;
  }

  std::optional<double> gapOf(const Question &question, std::size_t item,
                              figures::SimulationBits &bits) const {
    const auto count = static_cast<double>(question.counts[item] - question.threshold);
    const double far = count + sample(farNoise, bits) - sample(thresholdNoise, bits);
    if (far <= 0)
      return std::nullopt;
    if (far >= sigma)
      return far;
    const double near = count + sample(nearNoise, bits) - sample(thresholdNoise, bits);
    return near <= 0 ? std::nullopt : std::optional(near);
  }

  double estimate(const Answer &answer, const Question &question, figures::SimulationBits &bits) const {
    const double measured = static_cast<double>(question.counts[answer.item]) + sample(measuredNoise, bits);
    const double gapVariance = 8 * std::pow(1 + split, 3) / (answer.spent * answer.spent);
    return weightedMean(measured, 2 * measuredScale * measuredScale,
                        answer.gap + static_cast<double>(question.threshold), gapVariance);
  }

  static Release largestGapsFirst(const std::vector<Answer> &answers, const std::vector<double> &estimates) {
    std::vector<std::size_t> order(answers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return answers[a].gap > answers[b].gap; });
    Release release;
    for (std::size_t place : order) {
      release.items.push_back(answers[place].item);
      release.estimates.push_back(estimates[place]);
    }
    return release;
  }

  double wanted, split, forQueries, sigma;
  TwoSidedGeometric thresholdNoise, farNoise, nearNoise;
  double measuredScale;
  TwoSidedGeometric measuredNoise;
};

} // namespace

Method publishedSvt(std::int64_t k, Budget eps) {
  return {"free_gap_as_published",
          [svt = PublishedSvt(k, eps)](const Question &question, figures::SimulationBits &bits) {
            return svt.run(question, bits);
          }};
}

} // namespace clickstream
