// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/probability_plot.h - Probabilities as SVG ----*- C++ -*-===//
///
/// \file
/// Pictures of probabilities over exact numbers, as self-contained SVG. The same plots give the same bytes:
/// places on the axis are computed exactly, and no locale has a say.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_PROBABILITY_PLOT_H
#define PLUMB_TOOLS_PLUMB_PROBABILITY_PLOT_H

#include "plumb/runtime/rational.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

struct ProbabilityPlot {
  struct Point {
    runtime::Rational at;
    /// Nothing: not known, and the line has a gap there.
    std::optional<double> probability;
  };
  /// Wide lines are seen below plain ones that come later.
  enum class Stroke : std::uint8_t { Plain, Wide, Dashed };
  struct Series {
    /// Below the axis, if there are several.
    std::string name;
    const char *colour;
    std::vector<Point> points;
    Stroke stroke = Stroke::Plain;
  };

  /// Of what is pointed at, and above the axes, line by line. Plain text, as is all here.
  std::string title;
  std::vector<std::string> headings;
  /// What is drawn against.
  std::string axis;
  /// Not empty, rising.
  std::vector<runtime::Rational> marks;
  std::vector<Series> series;
};

/// One below the other, with \p title if they are several. \pre \p plots is not empty.
std::string svgOf(const std::vector<ProbabilityPlot> &plots, const std::string &title);

// Colours of what any mechanism can do, and of what a program does.
constexpr const char *colourOfBound = "#1f4e9c", *colourOfProgram = "#b3541e";

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_PROBABILITY_PLOT_H
