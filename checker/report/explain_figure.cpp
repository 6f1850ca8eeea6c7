// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_figure.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace plumb::report {

namespace {

constexpr int width = 420, top = 24, highest = 140, ground = top + highest, barWidth = 110, firstX = 40,
              secondX = 200;

std::string attribute(const std::string &name, int value) {
  return " " + name + "=\"" + std::to_string(value) + "\"";
}

/// A bar that stands on the ground, with a number above it and a name below.
std::string bar(const std::string &kind, int x, int height, const std::string &number,
                const std::string &name) {
  const auto text = [&](int y, const std::string &words) {
    return "<text" + attribute("x", x + barWidth / 2) + attribute("y", y) + ">" + words + "</text>\n";
  };
  return "<rect class=\"" + kind + "\"" + attribute("x", x) + attribute("y", ground - height) +
         attribute("width", barWidth) + attribute("height", height) + "></rect>\n" +
         text(ground - height - 8, number) + text(ground + 20, name);
}

std::string acrossAt(const std::string &kind, int height) {
  return "<line class=\"" + kind + "\"" + attribute("x1", firstX - 20) + attribute("y1", ground - height) +
         attribute("x2", secondX + barWidth + 20) + attribute("y2", ground - height) + "></line>\n";
}

/// What both kinds of violations are told by.
struct Bars {
  bool isDensity, isImpossibleOnSecond;
  const std::string &firstLow, &secondHigh, &loss, &epsilon;
};

std::string figure(const Bars &bars) {
  const std::string measure = bars.isDensity ? "density" : "probability";
  const bool isImpossible = bars.isImpossibleOnSecond;
  // Of the second relative to the first, by logarithms: both may be as small as 1e-300.
  const double loss = isImpossible ? 0 : std::strtod(bars.loss.c_str(), nullptr);
  const double claim = interpreter::Exact(Rational(bars.epsilon)).rational().get_d();
  const auto heightOf = [](double share) { return static_cast<int>(std::lround(highest * share)); };
  const int second = isImpossible ? 0 : std::max(1, heightOf(std::exp(-loss)));
  // A violation by little has to be seen as one.
  const int allowed = isImpossible ? 0 : std::min(highest - 1, heightOf(std::exp(claim - loss)));
  return "<svg role=\"img\" viewBox=\"0 0 " + std::to_string(width) + " " + std::to_string(ground + 30) +
         "\">\n<title>" + measure + " on D and on D'</title>\n" +
         bar("first", firstX, highest, bars.firstLow, "on D") +
         bar("second", secondX, second, isImpossible ? "0: impossible" : bars.secondHigh, "on D'") +
         acrossAt("ground", 0) + acrossAt("allowed", allowed) + "<text class=\"aside\"" +
         attribute("x", secondX + barWidth + 26) + attribute("y", ground - allowed + 4) +
         ">allowed</text>\n</svg>";
}

} // namespace

std::string outcomesFigure(const disproof::Outcomes &outcomes) {
  std::vector<std::pair<double, double>> rows;
  for (const disproof::Outcomes::Word &word : outcomes.words)
    rows.emplace_back(word.first, word.second);
  if (outcomes.rest)
    rows.emplace_back(outcomes.rest->first, outcomes.rest->second);
  const int count = static_cast<int>(rows.size());
  const int each = (width - 2 * firstX) / count, thick = each * 2 / 5;
  double most = 0;
  for (const auto &[first, second] : rows)
    most = std::max({most, first, second});
  const auto heightOf = [&](double share) {
    return share > 0 ? std::max(1, static_cast<int>(std::lround(highest * share / most))) : 0;
  };
  std::string svg = "<svg role=\"img\" viewBox=\"0 0 " + std::to_string(width) + " " +
                    std::to_string(ground + 30) +
                    "\">\n<title>what can be published, on D and on D'</title>\n";
  for (int i = 0; i < count; ++i) {
    const auto [first, second] = rows[static_cast<std::size_t>(i)];
    const int x = firstX + i * each;
    const auto rect = [&](const char *kind, int at, int height) {
      return "<rect class=\"" + std::string(kind) + "\"" + attribute("x", at) +
             attribute("y", ground - height) + attribute("width", thick) + attribute("height", height) +
             "></rect>\n";
    };
    svg += rect("first", x, heightOf(first)) + rect("second", x + thick, heightOf(second));
    const int allowed = heightOf(std::exp(outcomes.epsilon) * second);
    if (allowed <= highest + top / 2)
      svg += "<line class=\"allowed\"" + attribute("x1", x - 3) + attribute("y1", ground - allowed) +
             attribute("x2", x + thick + 3) + attribute("y2", ground - allowed) + "></line>\n";
    svg += "<text" + attribute("x", x + thick) + attribute("y", ground + 20) + ">" + std::to_string(i + 1) +
           "</text>\n";
  }
  return svg + "<line class=\"ground\"" + attribute("x1", firstX - 20) + attribute("y1", ground) +
         attribute("x2", width - firstX + 20) + attribute("y2", ground) + "></line>\n</svg>";
}

std::string violationFigure(const disproof::Violation &violation) {
  return figure({violation.isDensity, violation.isImpossibleOnSecond, violation.firstLow,
                 violation.secondHigh, violation.question.loss, violation.question.epsilon});
}

std::string violationFigure(const disproof::ComposedViolation &violation) {
  return figure({violation.isDensity, violation.isImpossibleOnSecond, violation.firstLow,
                 violation.secondHigh, violation.loss, violation.epsilon});
}

} // namespace plumb::report
