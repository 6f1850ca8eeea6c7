// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/probability_plot.h"

#include "checker/report/explain_mathml.h"

#include <cmath>
#include <cstddef>

namespace plumb::tool {

namespace {

// In pixels; the y axis of SVG points down.
constexpr long width = 560, left = 60, right = 540, middle = 300, firstTop = 40, plotHeight = 250,
               lineHeight = 16;
/// Fewer values are drawn as dots on the line.
constexpr std::size_t mostDots = 60;

/// Hundredths of a pixel, written without the help of a locale.
std::string pixels(long hundredths) {
  const std::string cents = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (cents.size() < 2 ? "0" : "") + cents;
}

std::string label(const std::string &atX, const std::string &atY, const char *anchor,
                  const std::string &words) {
  return "<text x=\"" + atX + "\" y=\"" + atY + "\" text-anchor=\"" + anchor + "\">" +
         report::escapedHtml(words) + "</text>\n";
}

std::string line(const std::string &x1, const std::string &y1, const std::string &x2, const std::string &y2,
                 const char *colour) {
  return "<line x1=\"" + x1 + "\" y1=\"" + y1 + "\" x2=\"" + x2 + "\" y2=\"" + y2 + "\" stroke=\"" + colour +
         "\"/>\n";
}

const char *attributeOf(ProbabilityPlot::Stroke stroke) {
  switch (stroke) {
  case ProbabilityPlot::Stroke::Plain:
    break;
  case ProbabilityPlot::Stroke::Wide:
    return " stroke-width=\"4\" stroke-opacity=\"0.4\"";
  case ProbabilityPlot::Stroke::Dashed:
    return " stroke-dasharray=\"4 3\"";
  }
  return "";
}

std::string titled(const std::string &words) {
  return "<title>" + report::escapedHtml(words) + "</title>\n";
}

/// The whole part. \pre \p value is not negative, and fits.
long wholePart(const runtime::Rational &value) {
  mpz_t whole;
  mpz_init(whole);
  mpz_fdiv_q(whole, value.numerator(), value.denominator());
  const long result = mpz_get_si(whole);
  mpz_clear(whole);
  return result;
}

class Figure {
public:
  explicit Figure(const ProbabilityPlot &shown)
      : plot(shown), top(firstTop + lineHeight * (static_cast<long>(shown.headings.size()) - 1)),
        bottom(top + plotHeight), first(shown.marks.front()), span(shown.marks.back() - first) {}

  long height() const {
    return bottom + 50 + (hasLegend() ? lineHeight * static_cast<long>((plot.series.size() + 1) / 2) : 0);
  }

  std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < plot.headings.size(); ++i)
      all += label(std::to_string(middle), std::to_string(24 + lineHeight * static_cast<long>(i)), "middle",
                   plot.headings[i]);
    all += label(std::to_string(middle), std::to_string(bottom + 38), "middle", plot.axis);
    all += probabilityMarks() + marksBelow();
    for (const ProbabilityPlot::Series &series : plot.series)
      all += curve(series);
    return hasLegend() ? all + legend() : all;
  }

private:
  bool hasLegend() const { return plot.series.size() > 1; }

  std::string x(const runtime::Rational &at) const {
    return pixels(100 * left + (span.sign() == 0 ? 50 * (right - left)
                                                 : wholePart((at - first) * (100 * (right - left)) / span)));
  }

  std::string y(double probability) const {
    return pixels(100 * bottom - std::lround(100 * (bottom - top) * probability));
  }

  std::string probabilityMarks() const {
    std::string text;
    for (int quarter = 0; quarter <= 4; ++quarter) {
      const std::string at = y(quarter / 4.0);
      text += line(std::to_string(left), at, std::to_string(right), at, quarter == 0 ? "black" : "#dddddd");
      static const char *const names[] = {"0", "0.25", "0.5", "0.75", "1"};
      text += label(std::to_string(left - 8), at, "end", names[quarter]);
    }
    return text;
  }

  std::string marksBelow() const {
    constexpr std::size_t mostMarks = 10;
    const std::size_t stride = (plot.marks.size() - 1) / mostMarks + 1;
    std::string text;
    for (std::size_t i = 0; i < plot.marks.size(); i += stride) {
      const std::string at = x(plot.marks[i]);
      text += line(at, std::to_string(bottom), at, std::to_string(bottom + 5), "black");
      text += label(at, std::to_string(bottom + 20), "middle", plot.marks[i].text());
    }
    return text;
  }

  std::string curve(const ProbabilityPlot::Series &series) const {
    std::string lines, points, dots;
    const auto close = [&] {
      if (!points.empty())
        lines += "<polyline fill=\"none\" stroke=\"" + std::string(series.colour) + "\"" +
                 attributeOf(series.stroke) + " points=\"" + points + "\"/>\n";
      points.clear();
    };
    for (const ProbabilityPlot::Point &point : series.points) {
      if (!point.probability) {
        close();
        continue;
      }
      const std::string atX = x(point.at), atY = y(*point.probability);
      points += (points.empty() ? "" : " ") + atX + "," + atY;
      if (series.points.size() <= mostDots)
        dots += "<circle cx=\"" + atX + "\" cy=\"" + atY + "\" r=\"3\" fill=\"" + series.colour + "\"/>\n";
    }
    close();
    return lines + dots;
  }

  /// Two in each line.
  std::string legend() const {
    std::string text;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const ProbabilityPlot::Series &series = plot.series[i];
      const long from = i % 2 == 0 ? left : middle,
                 at = bottom + 38 + lineHeight * (static_cast<long>(i / 2) + 1);
      const std::string y = std::to_string(at - 4);
      text += "<line x1=\"" + std::to_string(from) + "\" y1=\"" + y + "\" x2=\"" + std::to_string(from + 20) +
              "\" y2=\"" + y + "\" stroke=\"" + series.colour + "\"" + attributeOf(series.stroke) + "/>\n" +
              label(std::to_string(from + 26), std::to_string(at), "start", series.name);
    }
    return text;
  }

  const ProbabilityPlot &plot;
  long top, bottom;
  runtime::Rational first, span;
};

} // namespace

std::string svgOf(const std::vector<ProbabilityPlot> &plots, const std::string &title) {
  const bool areSeveral = plots.size() > 1;
  long height = 0;
  std::string body;
  for (const ProbabilityPlot &plot : plots) {
    const Figure figure(plot);
    body += areSeveral ? "<g transform=\"translate(0," + std::to_string(height) + ")\">\n" +
                             titled(plot.title) + figure.text() + "</g>\n"
                       : figure.text();
    height += figure.height();
  }
  const std::string size = std::to_string(width) + "\" height=\"" + std::to_string(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " +
         std::to_string(width) + " " + std::to_string(height) +
         "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
         titled(areSeveral ? title : plots.front().title) +
         "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + body + "</svg>\n";
}

} // namespace plumb::tool
