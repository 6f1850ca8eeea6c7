// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/claim_bounds.h"
#include "tools/plumb/probability_plot.h"

#include <algorithm>
#include <utility>

namespace plumb::tool {

namespace {

using claims::ClaimBounds;
using claims::ClaimRow;
using runtime::otp::Interval;

/// As much as fits above a plot.
std::string cut(const std::string &text) {
  constexpr std::size_t most = 84;
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

/// One probability of every row; \p isLower: that it has at least.
ProbabilityPlot::Series seriesOf(const std::vector<const ClaimRow *> &rows,
                                 std::optional<Interval> ClaimRow::*probability, bool isLower) {
  ProbabilityPlot::Series series{{}, isLower ? colourOfProgram : colourOfBound, {}};
  bool isKnown = false;
  for (const ClaimRow *row : rows) {
    const auto &ends = row->*probability;
    isKnown |= ends.has_value();
    series.points.push_back(
        {row->gap, ends ? std::optional(isLower ? ends->lowerDouble() : ends->upperDouble()) : std::nullopt});
  }
  series.name = isKnown ? "" : ": not derived";
  return series;
}

/// Of a part, and of the whole.
std::string valuesOf(const ClaimBounds &bounds) {
  return bounds.values + (bounds.values.empty() || bounds.valuesOfWhole.empty() ? "" : "; ") +
         bounds.valuesOfWhole;
}

ProbabilityPlot plotOf(const ClaimBounds &bounds) {
  const std::string subject = bounds.path + ": " + bounds.mechanism +
                              (bounds.part.empty() ? "" : ": " + bounds.part) +
                              (bounds.times.empty() ? "" : ", " + bounds.times + " times");
  ProbabilityPlot plot{subject + ": " + bounds.claim,
                       {cut(subject), cut(bounds.claim), cut(valuesOf(bounds))},
                       "gap: " + bounds.gap,
                       {},
                       {}};
  std::vector<const ClaimRow *> rising;
  for (const ClaimRow &row : bounds.rows)
    rising.push_back(&row);
  // The order of places is that of a run, in which all so far are given.
  const std::vector<const ClaimRow *> inOrder = rising;
  std::stable_sort(rising.begin(), rising.end(),
                   [](const ClaimRow *a, const ClaimRow *b) { return a->gap < b->gap; });
  for (const ClaimRow *row : rising)
    if (plot.marks.empty() || plot.marks.back() < row->gap)
      plot.marks.push_back(row->gap);
  if (rising.empty())
    plot.marks.emplace_back(0);
  using Stroke = ProbabilityPlot::Stroke;
  const auto draw = [&](ProbabilityPlot::Series series, const std::string &name, Stroke stroke) {
    series.name = name + series.name;
    series.stroke = stroke;
    plot.series.push_back(std::move(series));
  };
  draw(seriesOf(rising, &ClaimRow::most, false), "any mechanism at most", Stroke::Wide);
  draw(seriesOf(rising, &ClaimRow::given, true),
       bounds.isOfRunsAtDraw ? "at the draw, given at least" : "given at least", Stroke::Plain);
  if (bounds.rows.size() > 1)
    draw(seriesOf(inOrder, &ClaimRow::allGiven, true), "all so far at least", Stroke::Dashed);
  if (!bounds.times.empty())
    draw(seriesOf(inOrder, &ClaimRow::someGiven, true), "some of " + bounds.times + " at least",
         Stroke::Dashed);
  return plot;
}

} // namespace

std::string claimBoundsSvg(const std::vector<ClaimBounds> &all) {
  std::vector<ProbabilityPlot> plots;
  for (const ClaimBounds &bounds : all)
    plots.push_back(plotOf(bounds));
  return svgOf(plots, "How often claimed answers are given");
}

} // namespace plumb::tool
