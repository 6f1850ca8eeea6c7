// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/bounds_table.h"
#include "tools/plumb/probability_plot.h"

namespace plumb::tool {

std::string boundsSvg(const BoundsRequest &request, const std::vector<BoundsRow> &rows) {
  ProbabilityPlot plot{boundedEvent(request) + " at most, for each k",
                       {boundedEvent(request) + " at most: " + boundsTitle(request)},
                       "k",
                       {},
                       {{"at most", colourOfBound, {}}}};
  for (const BoundsRow &row : rows) {
    plot.marks.emplace_back(row.steps);
    plot.series.front().points.push_back({plot.marks.back(), row.truth->upperDouble()});
  }
  return svgOf({plot}, plot.title);
}

} // namespace plumb::tool
