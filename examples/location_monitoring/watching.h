// SPDX-License-Identifier: Apache-2.0
//===- examples/location_monitoring/watching.h - Common to figures -*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_LOCATION_MONITORING_WATCHING_H
#define PLUMB_EXAMPLES_LOCATION_MONITORING_WATCHING_H

#include "figures.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/ledger.h"
#include "plumb/runtime/rational.h"
#include "visits.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace location_monitoring {

/// Updates until a visit is forgotten, or of a period: 2,500 visits.
constexpr std::int64_t windowLength = 5;
/// The paper's threshold where it is not what varies.
constexpr std::int64_t usualThreshold = 10;

/// A guarantee that is compared, with its name in the figure.
struct Budget {
  plumb::runtime::Rational eps;
  std::string text;

  /// \param text a rational, as in "1/2".
  explicit Budget(const char *text) : eps(*plumb::runtime::Rational::parse(text)), text(text) {}
};

/// The names of lines.
inline std::string asymmetricAt(const Budget &budget) {
  return "asymmetric (eps = " + budget.text + ")";
}
inline std::string twoSidedAt(const Budget &budget) {
  return "two-sided (eps = " + budget.text + ")";
}

/// Simulations release nothing, and nobody pays for them.
inline const plumb::runtime::Budget unaccounted = plumb::runtime::Ledger::unaccounted();

/// The value, or an exception with the reason: here all parameters are written by us.
template <class Value> Value checked(plumb::runtime::Expected<Value> value) {
  if (!value)
    throw std::runtime_error(value.error().message);
  return *std::move(value);
}

/// Does this cell say that the count is below the threshold?
template <class Cell> bool saysSafe(const Cell &cell) {
  return cell.tag == Cell::Tag::below;
}

/// The visits and the noise of one run. Whatever is compared meets the same visits.
struct Run {
  Deck deck;
  figures::SimulationBits noise;

  Run(const Setting &setting, std::size_t number) : deck(setting.visitors), noise(2 * number + 1) {
    figures::SimulationBits order(2 * number);
    deck.shuffle(order);
  }
};

/// A share for each of the points of a line; a run may leave points out.
class Line {
public:
  explicit Line(std::size_t points) : current(points), shares(points) {}

  Tally &at(std::size_t point) { return current[point]; }
  void endRun() {
    for (std::size_t point = 0; point < current.size(); ++point)
      shares[point].add(std::exchange(current[point], {}));
  }
  /// \param xOf the x of a point.
  template <class XOf> void addTo(Rows &rows, const std::string &series, XOf xOf) const {
    for (std::size_t point = 0; point < shares.size(); ++point)
      if (shares[point].isKnown())
        rows.push_back({series, static_cast<double>(xOf(point)), shares[point].band()});
  }

private:
  std::vector<Tally> current;
  std::vector<Share> shares;
};

} // namespace location_monitoring

#endif // PLUMB_EXAMPLES_LOCATION_MONITORING_WATCHING_H
