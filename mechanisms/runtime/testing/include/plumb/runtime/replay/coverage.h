// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What runs of a program have met of it.

#ifndef PLUMB_RUNTIME_REPLAY_COVERAGE_H
#define PLUMB_RUNTIME_REPLAY_COVERAGE_H

#include "plumb/runtime/replay/terms.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace plumb::runtime::replay {

/// A place of a program where it goes one way or another.
struct Point {
  /// Of a mechanism; of a channel are conditions of rules, rules, classes of values and of reports, and
  /// premises.
  enum class Kind { Branch, Guard, Loop, Output, Condition, Rule, Value, Report, Comparison };
  Kind kind;
  /// As the program says it.
  const char *text;
};

/// By which a run goes on: a condition is false or true, a loop is entered and runs a second time, an output
/// is made, a rule applies, a class is met, and two numbers are less, equal or greater.
inline constexpr std::size_t mostWays = 3;
inline std::size_t waysOf(Point::Kind kind) {
  switch (kind) {
  case Point::Kind::Output:
  case Point::Kind::Rule:
  case Point::Kind::Value:
  case Point::Kind::Report:
    return 1;
  case Point::Kind::Comparison:
    return 3;
  default:
    return 2;
  }
}

/// The ways that were gone. Of a comparison it is the tie that counts: the others are seen at the branches.
class Coverage {
public:
  explicit Coverage(std::span<const Point> all) : points(all), ways(all.size()) {}

  /// True if it is new.
  bool meet(std::size_t point, std::size_t way) {
    const bool isNew = !ways[point][way];
    ways[point][way] = true;
    return isNew;
  }
  bool isMet(std::size_t point, std::size_t way) const { return ways[point][way]; }

  /// "branches 4 of 4, guards 2 of 2, ..."
  std::string text() const {
    using Kind = Point::Kind;
    std::string all;
    for (const auto &[kind, name] : {std::pair(Kind::Branch, "branches"),
                                     {Kind::Guard, "guards"},
                                     {Kind::Loop, "loops"},
                                     {Kind::Output, "outputs"},
                                     {Kind::Condition, "conditions"},
                                     {Kind::Rule, "rules"},
                                     {Kind::Value, "classes of values"},
                                     {Kind::Report, "classes of reports"},
                                     {Kind::Comparison, "ties"}}) {
      std::size_t met = 0, possible = 0;
      for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t way = 0; points[i].kind == kind && way < waysOf(kind); ++way)
          if (counts(kind, way)) {
            ++possible;
            met += ways[i][way];
          }
      if (possible != 0)
        all += (all.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(met) + " of " +
               std::to_string(possible);
    }
    return all;
  }
  /// What was not met, a line each.
  std::vector<std::string> missing() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t way = 0; way < waysOf(points[i].kind); ++way)
        if (counts(points[i].kind, way) && !ways[i][way])
          lines.push_back(std::string("`") + points[i].text + "` " + missed(points[i].kind, way));
    return lines;
  }

private:
  static bool counts(Point::Kind kind, std::size_t way) {
    return kind != Point::Kind::Comparison || way == 1;
  }
  static const char *missed(Point::Kind kind, std::size_t way) {
    switch (kind) {
    case Point::Kind::Branch:
    case Point::Kind::Guard:
    case Point::Kind::Condition:
      return way == 0 ? "is never false" : "is never true";
    case Point::Kind::Loop:
      return way == 0 ? "is never entered" : "never runs twice";
    case Point::Kind::Output:
      return "is never made";
    case Point::Kind::Rule:
      return "never applies";
    case Point::Kind::Value:
      return "is never perturbed";
    case Point::Kind::Report:
      return "is never reported";
    case Point::Kind::Comparison:
      break;
    }
    return "never compares equal numbers";
  }

  std::span<const Point> points;
  std::vector<std::array<bool, mostWays>> ways;
};

/// A run of the program that nobody watches.
struct Unwatched {
  bool decide(std::size_t, bool holds) { return holds; }
  void iterate(std::size_t, Int) {}
  void publish(std::size_t) {}
  /// Negative, 0 or positive.
  template <class Number> int compare(std::size_t, const Number &a, const Number &b) {
    return a < b ? -1 : b < a ? 1 : 0;
  }
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_COVERAGE_H
