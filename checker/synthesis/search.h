// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/search.h - Assignments that fit --------*- C++ -*-===//
///
/// \file
/// The search for assignments that follow all stored runs: level by level, by the number of draws that are
/// moved, with what a run has ruled out remembered. What fits is no proof of anything; what does not fit is
/// refuted by a run.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SEARCH_H
#define PLUMB_CHECKER_SYNTHESIS_SEARCH_H

#include "checker/synthesis/blame.h"

#include <limits>

namespace plumb::synthesis {

/// Which slots \p choice moves.
std::vector<bool> movedBy(const Choice &choice);

/// Proofs that are tried of what was found at one level.
inline constexpr unsigned mostProofsOfALevel = 4;

class Search {
public:
  /// \p slots outlives the search.
  explicit Search(Table &slots);

  /// The next assignments that fit all runs, the simplest first: those of the next level at which there are
  /// any. Empty: there are no more, or the work that is allowed is done (isSpent).
  std::vector<Choice> next();
  bool isSpent() const { return replays >= mostReplays || steps >= mostSteps; }

  /// Adds a run on which what was found fails. What is found from now on follows it.
  void learn(StoredRun run);
  /// Does \p choice follow all runs?
  bool fits(const Choice &choice);

  std::vector<StoredRun> &stored() { return runs; }
  /// What \p choice costs in each run of \p some that it follows, with the run.
  std::vector<std::pair<const StoredRun *, interpreter::Exact>> costs(const Choice &choice,
                                                                      std::vector<StoredRun> &some);

  /// Runs of which no assignment follows all, as few as could be found; empty if some assignment fits all
  /// runs or that is not known. \pre next() was empty and nothing was found before.
  std::vector<std::size_t> conflict();
  const StoredRun &run(std::size_t number) const { return runs[number]; }
  /// The simplest assignments that follow the run \p number, or nothing if none does.
  std::optional<Choice> repairs(std::size_t number);

private:
  /// Some choice does not follow a run, or follows so many of them.
  struct Followed {
    bool fails = false;
    std::size_t runs = 0;
  };
  /// Runs with the same slots.
  struct Group {
    std::vector<std::size_t> slots;
    /// The one that failed last stands first.
    std::vector<std::size_t> runs;
    std::map<Choice, Followed> known;
  };
  /// Slots that no run connects with others.
  struct Component {
    std::vector<std::size_t> order;
    /// For each place in the order the groups that are decided there.
    std::vector<std::vector<std::size_t>> closed;
    unsigned level = 0;
    std::vector<Choice> found;
    /// How many of them move the same slots.
    std::map<std::vector<bool>, unsigned> alike;
    bool isDone = false;
    /// There may be more at the last level.
    bool isCut = false;
  };

  /// What was chosen for some slots, and a run did not follow, whatever was chosen for the others.
  struct Lesson {
    std::vector<std::size_t> slots;
    Choice terms;

    bool forbids(const Choice &choice) const;
  };

  void addRun(StoredRun run);
  void arrange();
  std::vector<std::size_t> componentOf() const;
  void order(Component &component, const std::vector<std::size_t> &members);
  void descend(Component &component, std::size_t depth, unsigned left, Choice &choice);
  bool follows(std::size_t number, const std::vector<std::size_t> &slots, const Choice &key,
               const Choice &choice);
  /// Does it follow all runs of \p group, or the first ones?
  bool passes(Group &group, const Choice &choice,
              std::size_t firstRuns = std::numeric_limits<std::size_t>::max());
  bool passes(Component &component, const Choice &choice);
  bool advance(Component &component);
  std::size_t toBeMoved(const Component &component, std::size_t depth) const;
  bool isForbidden(const Choice &choice, std::size_t firstLesson = 0) const;
  void keep(Component &component, const Choice &choice);

  Table &table;
  Blame blame;
  /// Of runs in the groups.
  std::vector<Lesson> lessons;
  std::vector<StoredRun> runs;
  /// For each run and what is chosen for the slots of its group: does it follow?
  std::vector<std::map<Choice, bool>> followed;
  std::vector<Group> groups;
  std::vector<Component> components;
  /// Runs that ruled something out.
  std::vector<std::size_t> killers;
  std::uint64_t replays = 0, steps = 0;
  /// A run that was learnt since may leave nothing of what was found at the last levels.
  bool hasLearnt = false;
  std::vector<Choice> told;
  /// A replay takes some hundred steps of runs; beside an alignment that compares all with all it takes
  /// thousands.
  static constexpr std::uint64_t mostReplays = 60'000, mostSteps = 6'000'000;
  /// What is known is asked again where fewer runs are kept.
  static constexpr std::uint64_t stepsToRemember = 20;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SEARCH_H
