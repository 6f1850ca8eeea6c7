// SPDX-License-Identifier: Apache-2.0
//===- examples/local_survey/curves.h - The lines of figures ----*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCAL_SURVEY_CURVES_H
#define PLUMB_EXAMPLES_LOCAL_SURVEY_CURVES_H

#include "losses.h"

#include <cstdio>
#include <string>
#include <vector>

namespace local_survey {

/// Losses by figure, line and place on the x axis: one of each run, or one that was computed.
class Curves {
public:
  void add(const std::string &figure, const std::string &series, double x, Losses losses);
  void addMse(const std::string &figure, const std::string &series, double x, double mse);

  /// CSV without a header, `tv_FIGURE,series,x,y,low,high` and the same for mse: means over the runs with
  /// their 95 % confidence bands. Lines stand in the order in which their first point was added.
  void print(std::FILE *out) const;

private:
  struct Point {
    double x;
    std::vector<double> tv, mse;
  };
  struct Line {
    std::string figure, series;
    std::vector<Point> points;
  };

  Point &at(const std::string &figure, const std::string &series, double x);
  static void print(std::FILE *out, const char *measure, const Line &line, std::vector<double> Point::*runs);

  std::vector<Line> lines;
};

} // namespace local_survey

#endif // PLUMB_EXAMPLES_LOCAL_SURVEY_CURVES_H
