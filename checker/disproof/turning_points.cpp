// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/turning_points.h"

#include <llvm/ADT/STLExtras.h>
#include <set>

namespace plumb::disproof {

using interpreter::Numbers;

namespace {

class Turns {
public:
  Turns(const Coordinates &of, Work &budget, bool withEdges)
      : coordinates(of), work(budget), atEdges(withEdges) {}

  std::vector<Numbers> run() {
    Numbers start;
    for (const Coordinates::Axis &axis : coordinates.axes())
      start.push_back(axis.start);
    met.insert(start);
    visit(start);
    for (std::size_t next = 0; next < waiting.size() && next < mostVisits && !isOver(); ++next)
      leave(waiting[next]);
    return std::move(found);
  }

private:
  static constexpr std::size_t mostFound = 32, mostVisits = 12, mostRuns = 6;
  /// Nearer than this the search comes by its own steps.
  static constexpr std::int64_t near = 12;

  struct Visited {
    Numbers at;
    std::vector<Comparisons> runs;
  };

  bool isOver() const { return found.size() >= mostFound || work.isSpent(); }

  std::optional<std::vector<Comparisons>> runsAt(const Numbers &at) {
    auto place = coordinates.at(at);
    if (!place)
      return std::nullopt;
    return comparisonsOn(place->instance, place->first, mostRuns, work, atEdges);
  }

  /// Signs of comparisons of data, run by run.
  using Outcomes = std::vector<std::vector<int>>;

  static Outcomes outcomesOf(const std::vector<Comparisons> &runs) {
    Outcomes outcomes;
    for (const Comparisons &run : runs) {
      outcomes.emplace_back();
      for (const Form &difference : run)
        if (difference.isConstant())
          outcomes.back().push_back(difference.constant().sign());
    }
    return outcomes;
  }

  /// Goes on from \p at later, if comparisons of data come out as nowhere before. Returns whether they do.
  bool visit(const Numbers &at) {
    auto runs = runsAt(at);
    if (!runs || !known.insert(outcomesOf(*runs)).second)
      return false;
    waiting.push_back({at, std::move(*runs)});
    return true;
  }

  bool find(const Numbers &at) {
    if (isOver() || !met.insert(at).second || !coordinates.at(at))
      return false;
    found.push_back(at);
    return visit(at);
  }

  /// \pre a copy: what waits moves while this adds to it.
  void leave(Visited from) {
    for (const std::vector<std::size_t> &direction : coordinates.directions()) {
      auto runs = runsAt(moved(from.at, direction, 1));
      if (!runs)
        continue;
      std::set<Exact> steps;
      for (std::size_t i = 0; i < std::min(runs->size(), from.runs.size()); ++i)
        compare(from.runs[i], (*runs)[i], steps);
      const bool isWhole =
          llvm::all_of(direction, [&](std::size_t i) { return coordinates.axes()[i].isIntegral; });
      for (const Exact &step : steps)
        for (const Exact &by : closeTo(step, isWhole, coordinates.axes()[direction.front()].reach))
          if (find(moved(from.at, direction, by)))
            approach(from, direction, by, isWhole);
    }
  }

  /// Where comparisons turn between \p from and \p by: what is no linear function of data does not turn where
  /// it would as one.
  void approach(const Visited &from, const std::vector<std::size_t> &direction, Exact by, bool isWhole) {
    const Outcomes here = outcomesOf(from.runs);
    const Exact width = isWhole ? 1 : coordinates.axes()[direction.front()].reach;
    Exact before = 0;
    for (unsigned halvings = 0; halvings < 16 && (by - before).absolute() > width; ++halvings) {
      Exact middle = (before + by) / Exact(2);
      if (isWhole)
        middle = Exact(Rational(floorOf(middle.rational())));
      auto runs = runsAt(moved(from.at, direction, middle));
      if (!runs)
        return;
      (outcomesOf(*runs) == here ? before : by) = middle;
    }
    for (const Exact &end : {before, by})
      find(moved(from.at, direction, end));
  }

  /// How far to go until a comparison turns, if it goes on as it does between \p here and \p there, a step
  /// away.
  static void compare(const Comparisons &here, const Comparisons &there, std::set<Exact> &steps) {
    for (std::size_t k = 0; k < std::min(here.size(), there.size()); ++k) {
      const Exact &distance = here[k].constant(), slope = there[k].constant() - distance;
      const bool isData = here[k].isConstant() && there[k].isConstant();
      if (!slope.isZero() && (isData || distance.absolute() > near))
        steps.insert(Exact(0) - distance / slope);
      if (isData && distance.sign() != there[k].constant().sign())
        return;
    }
  }

  static std::vector<Exact> closeTo(const Exact &step, bool isWhole, const Exact &reach) {
    if (!isWhole || step.isIntegral())
      return {step, step - reach, step + reach};
    const Exact below(Rational(floorOf(step.rational())));
    return {below, below + 1};
  }

  static Numbers moved(const Numbers &at, const std::vector<std::size_t> &direction, const Exact &by) {
    Numbers there = at;
    for (std::size_t i : direction)
      there[i] = there[i] + by;
    return there;
  }

  const Coordinates &coordinates;
  Work &work;
  const bool atEdges;
  std::vector<Numbers> found;
  std::vector<Visited> waiting;
  std::set<Numbers> met;
  std::set<Outcomes> known;
};

} // namespace

std::vector<Numbers> turningPoints(const Coordinates &coordinates, Work &work, bool atEdges) {
  return Turns(coordinates, work, atEdges).run();
}

} // namespace plumb::disproof
