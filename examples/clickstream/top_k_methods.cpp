// SPDX-License-Identifier: Apache-2.0
#include "top_k_methods.h"

#include "asymmetric_noisy_top_k.h"
#include "estimates.h"
#include "measurement.h"
#include "measures.h"
#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/two_sided_geometric.h"
#include "selection.h"
#include "simulation.h"

namespace clickstream {

using plumb::runtime::Integer;
using plumb::runtime::OneSidedGeometric;
using plumb::runtime::Rational;
using plumb::runtime::TopK;
using plumb::runtime::TopKSelection;
using plumb::runtime::TwoSidedGeometric;
using plumb::runtime::Wide;

static Rational exact(Budget eps) {
  return Rational(eps.tenths) / 10;
}

static std::vector<double> asNumbers(const std::vector<Integer> &values) {
  std::vector<double> numbers;
  for (const Integer value : values)
    numbers.push_back(static_cast<double>(value));
  return numbers;
}

static Method algorithm1(std::int64_t k, std::int64_t n, Budget eps) {
  auto mechanism = plumb::asymmetric_noisy_top_k::Mechanism::create({exact(eps), k, n}).value();
  const double bias = meanNoise(eps.value() / static_cast<double>(k));
  return {"algorithm1", [=](const Question &question, figures::SimulationBits &bits) {
            TopK top = mechanism.run(question.counts, unaccounted, bits)->result;
            Release release{std::move(top.indices), asNumbers(top.values)};
            for (double &estimate : release.estimates)
              estimate -= bias;
            return release;
          }};
}

namespace {

/// What the two parts of measured_top_k published.
struct TwoValues {
  std::vector<std::size_t> items;
  std::vector<double> selected, fresh;
};

/// measured_top_k with a budget for each of its parts.
class MeasuredTopK {
public:
  MeasuredTopK(std::int64_t k, std::int64_t n, Rational forSelection, Rational forMeasurement)
      : selection(plumb::selection::Mechanism::create({std::move(forSelection), k, n}).value()),
        measuring{std::move(forMeasurement), k, n, {}} {}

  TwoValues run(const Question &question, figures::SimulationBits &bits) const {
    TopK top = selection.run(question.counts, unaccounted, bits)->result;
    plumb::measurement::Parameters parameters = measuring;
    parameters.chosen.assign(top.indices.begin(), top.indices.end());
    auto measurement = plumb::measurement::Mechanism::create(std::move(parameters)).value();
    TwoValues values{std::move(top.indices), asNumbers(top.values), {}};
    const auto measured = measurement.run(question.counts, unaccounted, bits);
    for (const auto &cell : measured->out)
      values.fresh.push_back(static_cast<double>(cell.value));
    return values;
  }

private:
  plumb::selection::Mechanism selection;
  /// All but what is chosen.
  plumb::measurement::Parameters measuring;
};

/// How selected noise is drawn.
enum class SelectionNoise { Laplace, Exponential };

/// The scales of a free-gap method, over k / eps.
struct FreeGap {
  std::string name;
  SelectionNoise noise;
  int selectionScale, measurementScale;
  double varianceRatio;
};

} // namespace

Method measuredTopK(std::string name, std::int64_t k, std::int64_t n, Budget eps, std::int64_t percent) {
  const MeasuredTopK mechanism(k, n, exact(eps) * percent / 100, exact(eps) * (100 - percent) / 100);
  const double scale = static_cast<double>(k) / eps.value() * 100;
  const double selectedScale = scale / static_cast<double>(percent);
  const double freshScale = scale / static_cast<double>(100 - percent);
  return {std::move(name), [=](const Question &question, figures::SimulationBits &bits) {
            const TwoValues values = mechanism.run(question, bits);
            Release release{values.items, {}};
            for (std::size_t i = 0; i < values.items.size(); ++i)
              release.estimates.push_back(
                  leastOfBoth(values.selected[i], selectedScale, values.fresh[i], freshScale));
            return release;
          }};
}

static Method measuredAware(std::int64_t k, std::int64_t n, Budget eps) {
  const MeasuredTopK mechanism(k, n, exact(eps) / 2, exact(eps) / 2);
  const double scale = 2 * static_cast<double>(k) / eps.value();
  return {"measured_aware", [=](const Question &question, figures::SimulationBits &bits) {
            const TwoValues values = mechanism.run(question, bits);
            Release release{values.items, {}};
            for (std::size_t i = 0; i < values.items.size(); ++i)
              release.estimates.push_back(
                  selectionAware(values.selected[i], scale, values.fresh[i], scale, values.selected.back()));
            return release;
          }};
}

template <class Noise>
static TopK noisyTopK(std::int64_t k, const std::vector<std::int64_t> &counts, const Noise &noise,
                      figures::SimulationBits &bits) {
  TopKSelection selection(static_cast<std::size_t>(k), counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    selection.offer(i, counts[i] + noise.sample(bits));
  return selection.result();
}

/// A free-gap method whose selection draws from a law of the type \p Noise.
template <class Noise> static Method freeGap(std::int64_t k, Budget eps, const FreeGap &form) {
  const Rational unit = k / exact(eps);
  const auto selecting = Noise::create(form.selectionScale * unit).value();
  const auto measuring = TwoSidedGeometric::create(form.measurementScale * unit).value();
  const double ratio = form.varianceRatio;
  return {form.name, [=](const Question &question, figures::SimulationBits &bits) {
            TopK top = noisyTopK(k, question.counts, selecting, bits);
            std::vector<double> measured;
            for (std::size_t item : top.indices)
              measured.push_back(static_cast<double>(question.counts[item] + measuring.sample(bits)));
            return Release{std::move(top.indices), freeGapEstimates(asNumbers(top.values), measured, ratio)};
          }};
}

std::vector<Method> topKMethods(std::int64_t k, std::int64_t n, Budget eps) {
  std::vector<Method> methods{algorithm1(k, n, eps)};
  // A Laplace law of scale b has the variance 2 b^2, an exponential one b^2.
  for (const FreeGap &form :
       {FreeGap{"free_gap_general", SelectionNoise::Laplace, 4, 2, 4.0},
        FreeGap{"free_gap_monotone", SelectionNoise::Laplace, 2, 2, 1.0},
        FreeGap{"free_gap_monotone_exponential", SelectionNoise::Exponential, 2, 2, 0.5},
        FreeGap{"free_gap_as_published", SelectionNoise::Laplace, 4, 4, 1.0}})
    methods.push_back(form.noise == SelectionNoise::Laplace ? freeGap<TwoSidedGeometric>(k, eps, form)
                                                            : freeGap<OneSidedGeometric>(k, eps, form));
  methods.push_back(measuredTopK("measured_least", k, n, eps, 50));
  methods.push_back(measuredAware(k, n, eps));
  return methods;
}

} // namespace clickstream
