// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/directions.h"

#include "checker/synthesis/affordable.h"
#include "checker/synthesis/filling.h"
#include "checker/synthesis/snapshot.h"

namespace plumb::synthesis {

namespace {

using Direction = ir::Difference::Direction;

/// So many queries may have an open direction: of more, there are too many combinations to try.
constexpr std::size_t mostOpen = 3;

class Directions {
public:
  Directions(ir::Mechanism &of, const proof::EngineMaker &engines, const IsText &test)
      : mechanism(of), makeEngine(engines), isText(test), before(of) {
    for (std::size_t at = 0; at < mechanism.adjacency.size(); ++at)
      if (mechanism.adjacency[at].openDirection.isOpen)
        open.push_back(at);
  }

  Synthesis run() {
    if (open.size() > mostOpen) {
      result.conflict.push_back("the directions of " + std::to_string(open.size()) +
                                " queries are open; of more than " + std::to_string(mostOpen) +
                                " there are too many to try");
      return std::move(result);
    }
    if (std::optional<Synthesis> made = tried(std::vector<Direction>(open.size(), Direction::Changes)))
      return std::move(*made);
    // All combinations of the two, falling first.
    std::optional<Synthesis> first;
    std::optional<Snapshot> filled;
    for (std::size_t number = 0; number < std::size_t(1) << open.size(); ++number) {
      std::vector<Direction> directions;
      for (std::size_t at = 0; at < open.size(); ++at)
        directions.push_back((number >> at) % 2 == 0 ? Direction::Decreasing : Direction::Increasing);
      std::optional<Synthesis> made = tried(directions);
      if (made && first)
        first->others.push_back(toldTogether(made->found));
      else if (made) {
        first = std::move(made);
        filled.emplace(mechanism);
      }
    }
    if (!first) {
      before.restore();
      return std::move(result);
    }
    filled->restore();
    return std::move(*first);
  }

private:
  void fill(const std::vector<Direction> &directions) {
    for (std::size_t at = 0; at < open.size(); ++at) {
      ir::Difference &difference = mechanism.adjacency[open[at]];
      difference.direction = directions[at];
      difference.openDirection.isOpen = false;
    }
  }

  /// Nothing if the mechanism is not proved with \p directions; why is in the result then.
  std::optional<Synthesis> tried(const std::vector<Direction> &directions) {
    before.restoreCopies();
    fill(directions);
    Synthesis made;
    if (mechanism.hasHoles())
      made = synthesize(mechanism, makeEngine, isText);
    else if (isText(mechanism))
      made.proof = proof::prove(mechanism, makeEngine);
    if (made.proof && made.proof->provesGuarantee()) {
      std::vector<Found> all;
      for (std::size_t at : open) {
        const ir::Difference &difference = mechanism.adjacency[at];
        all.push_back({difference.openDirection.range, "adjacency " + ir::print(difference),
                       std::string(ir::name(difference.direction))});
      }
      all.insert(all.end(), made.found.begin(), made.found.end());
      made.found = std::move(all);
      return made;
    }
    std::string names;
    for (std::size_t at : open)
      names += (names.empty() ? "with `" : ", `") + ir::print(mechanism.adjacency[at]) + "`";
    const std::string why = !made.conflict.empty() ? made.conflict.front()
                            : made.proof           ? whatIsOpen(*made.proof)
                                                   : "it cannot be written";
    result.conflict.push_back(names + ": " + why);
    return std::nullopt;
  }

  ir::Mechanism &mechanism;
  const proof::EngineMaker &makeEngine;
  const IsText &isText;
  Snapshot before;
  /// Positions among the clauses of the adjacency.
  std::vector<std::size_t> open;
  Synthesis result;
};

} // namespace

Synthesis findDirections(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                         const IsText &isText) {
  return Directions(mechanism, makeEngine, isText).run();
}

} // namespace plumb::synthesis
