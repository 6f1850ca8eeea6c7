// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/bounds_table.h"

#include <algorithm>
#include <cmath>

namespace plumb::tool {

namespace {

// In pixels; the y axis of SVG points down.
constexpr long width = 560, height = 340, left = 60, right = 540, top = 40, bottom = 290;
/// Fewer values are drawn as dots on the line.
constexpr std::size_t mostDots = 60;
constexpr std::uint64_t mostMarks = 10;

/// Hundredths of a pixel, written without the help of a locale.
std::string pixels(long hundredths) {
  const std::string cents = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (cents.size() < 2 ? "0" : "") + cents;
}

class Figure {
public:
  Figure(const BoundsRequest &shown, const std::vector<BoundsRow> &drawn) : request(shown), rows(drawn) {}

  std::string text() const { return head() + probabilityMarks() + stepMarks() + curve() + "</svg>\n"; }

private:
  std::string x(std::uint64_t steps) const {
    const long span = static_cast<long>(request.last - request.first);
    const long offset = static_cast<long>(steps - request.first);
    return pixels(100 * left + (span == 0 ? 50 * (right - left) : 100 * (right - left) * offset / span));
  }

  static std::string y(double probability) {
    return pixels(100 * bottom - std::lround(100 * (bottom - top) * probability));
  }

  std::string head() const {
    const std::string size = std::to_string(width) + "\" height=\"" + std::to_string(height);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " +
           std::to_string(width) + " " + std::to_string(height) +
           "\" font-family=\"sans-serif\" font-size=\"12\">\n<title>" + boundedEvent(request) +
           " at most, for each k</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
           label("300", "24", "middle", boundedEvent(request) + " at most: " + boundsTitle(request)) +
           label("300", "328", "middle", "k");
  }

  static std::string label(const std::string &atX, const std::string &atY, const char *anchor,
                           const std::string &words) {
    return "<text x=\"" + atX + "\" y=\"" + atY + "\" text-anchor=\"" + anchor + "\">" + words + "</text>\n";
  }

  static std::string line(const std::string &x1, const std::string &y1, const std::string &x2,
                          const std::string &y2, const char *colour) {
    return "<line x1=\"" + x1 + "\" y1=\"" + y1 + "\" x2=\"" + x2 + "\" y2=\"" + y2 + "\" stroke=\"" +
           colour + "\"/>\n";
  }

  static std::string probabilityMarks() {
    std::string text;
    for (int quarter = 0; quarter <= 4; ++quarter) {
      const std::string at = y(quarter / 4.0);
      text += line(std::to_string(left), at, std::to_string(right), at, quarter == 0 ? "black" : "#dddddd");
      static const char *const names[] = {"0", "0.25", "0.5", "0.75", "1"};
      text += label(std::to_string(left - 8), at, "end", names[quarter]);
    }
    return text;
  }

  std::string stepMarks() const {
    const std::uint64_t stride = (request.last - request.first) / mostMarks + 1;
    std::string text;
    for (std::uint64_t steps = request.first; steps <= request.last; steps += stride) {
      text += line(x(steps), std::to_string(bottom), x(steps), std::to_string(bottom + 5), "black");
      text += label(x(steps), std::to_string(bottom + 20), "middle", std::to_string(steps));
    }
    return text;
  }

  std::string curve() const {
    std::string points, dots;
    for (const BoundsRow &row : rows) {
      const std::string atX = x(row.steps), atY = y(row.truth->upperDouble());
      points += (points.empty() ? "" : " ") + atX + "," + atY;
      if (rows.size() <= mostDots)
        dots += "<circle cx=\"" + atX + "\" cy=\"" + atY + "\" r=\"3\" fill=\"#1f4e9c\"/>\n";
    }
    return "<polyline fill=\"none\" stroke=\"#1f4e9c\" points=\"" + points + "\"/>\n" + dots;
  }

  const BoundsRequest &request;
  const std::vector<BoundsRow> &rows;
};

} // namespace

std::string boundsSvg(const BoundsRequest &request, const std::vector<BoundsRow> &rows) {
  return Figure(request, rows).text();
}

} // namespace plumb::tool
