// SPDX-License-Identifier: Apache-2.0
#include "curves.h"

#include "examples/clickstream/band.h"

#include <algorithm>

namespace local_survey {

Curves::Point &Curves::at(const std::string &figure, const std::string &series, double x) {
  auto line = std::find_if(lines.begin(), lines.end(), [&](const Line &candidate) {
    return candidate.figure == figure && candidate.series == series;
  });
  if (line == lines.end())
    line = lines.insert(line, {figure, series, {}});
  auto point = std::find_if(line->points.begin(), line->points.end(),
                            [&](const Point &candidate) { return candidate.x == x; });
  if (point == line->points.end())
    point = line->points.insert(point, {x, {}, {}});
  return *point;
}

void Curves::add(const std::string &figure, const std::string &series, double x, Losses losses) {
  at(figure, series, x).tv.push_back(losses.tv);
  addMse(figure, series, x, losses.mse);
}

void Curves::addMse(const std::string &figure, const std::string &series, double x, double mse) {
  at(figure, series, x).mse.push_back(mse);
}

void Curves::print(std::FILE *out, const char *measure, const Line &line, std::vector<double> Point::*runs) {
  for (const Point &point : line.points) {
    if ((point.*runs).empty())
      continue;
    const clickstream::Band band = clickstream::bandOf(point.*runs);
    std::fprintf(out, "%s_%s,\"%s\",%g,%.6g,%.6g,%.6g\n", measure, line.figure.c_str(), line.series.c_str(),
                 point.x, band.mean, band.low, band.high);
  }
}

void Curves::print(std::FILE *out) const {
  for (const Line &line : lines) {
    print(out, "tv", line, &Point::tv);
    print(out, "mse", line, &Point::mse);
  }
}

} // namespace local_survey
