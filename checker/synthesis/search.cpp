// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/search.h"

#include "checker/interpreter/replay.h"
#include "checker/synthesis/stored_runs.h"

#include <algorithm>
#include <numeric>

namespace plumb::synthesis {

namespace {

/// Assignments that are kept of one component at one level.
constexpr std::size_t mostOfALevel = 24;
/// What fits these is looked at further when all is chosen.
constexpr std::size_t runsAtFirst = 24;
/// Each is looked at wherever a term is chosen.
constexpr std::size_t mostLessons = 512;
/// Without a budget many fit that nobody would want; so many are kept that move the same slots.
constexpr unsigned mostAlike = 6;

} // namespace

std::vector<bool> movedBy(const Choice &choice) {
  std::vector<bool> moved;
  for (int term : choice)
    moved.push_back(term > Table::zero);
  return moved;
}

Search::Search(Table &slots) : table(slots), blame(slots) {
  for (StoredRun &run : storedRuns(table.mechanism()))
    addRun(std::move(run));
  arrange();
}

void Search::addRun(StoredRun run) {
  const std::vector<std::size_t> slots = table.exercised(run);
  table.see(slots);
  const std::size_t number = runs.size();
  runs.push_back(std::move(run));
  for (Group &group : groups)
    if (group.slots == slots) {
      group.runs.insert(group.runs.begin(), number);
      group.known.clear();
      return;
    }
  groups.push_back({slots, {number}, {}});
}

/// For each slot the smallest one that it is connected with.
std::vector<std::size_t> Search::componentOf() const {
  std::vector<std::size_t> least(table.size());
  std::iota(least.begin(), least.end(), 0);
  const auto root = [&](std::size_t slot) {
    while (least[slot] != slot)
      slot = least[slot];
    return slot;
  };
  for (const Group &group : groups)
    for (std::size_t slot : group.slots) {
      const std::size_t a = root(group.slots.front()), b = root(slot);
      least[std::max(a, b)] = std::min(a, b);
    }
  std::vector<std::size_t> found;
  for (std::size_t slot = 0; slot < least.size(); ++slot)
    found.push_back(root(slot));
  return found;
}

void Search::arrange() {
  components.clear();
  const std::vector<std::size_t> of = componentOf();
  for (std::size_t root = 0; root < of.size(); ++root) {
    std::vector<std::size_t> members;
    for (std::size_t slot = 0; slot < of.size(); ++slot)
      if (of[slot] == root && !table.isSettled(slot))
        members.push_back(slot);
    if (members.empty())
      continue;
    components.emplace_back();
    order(components.back(), members);
  }
}

/// Runs with few open slots first, since they rule out most.
void Search::order(Component &component, const std::vector<std::size_t> &members) {
  std::vector<bool> isOpen(table.size());
  for (std::size_t slot : members)
    isOpen[slot] = true;
  const auto openOf = [&](const Group &group) {
    return static_cast<std::size_t>(std::count_if(group.slots.begin(), group.slots.end(),
                                                  [&](std::size_t slot) { return isOpen[slot]; }));
  };
  const auto choose = [&](std::size_t slot) {
    isOpen[slot] = false;
    component.order.push_back(slot);
    component.closed.emplace_back();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const std::vector<std::size_t> &slots = groups[g].slots;
      if (std::find(slots.begin(), slots.end(), slot) != slots.end() && openOf(groups[g]) == 0)
        component.closed.back().push_back(g);
    }
  };
  for (;;) {
    const Group *fewest = nullptr;
    for (const Group &group : groups)
      if (openOf(group) > 0 && (!fewest || openOf(group) < openOf(*fewest)))
        fewest = &group;
    if (!fewest)
      break;
    const std::vector<std::size_t> slots = fewest->slots;
    for (std::size_t slot : slots)
      if (isOpen[slot])
        choose(slot);
  }
  for (std::size_t slot : members)
    if (isOpen[slot])
      choose(slot);
}

/// \p key is what \p choice says of \p slots, which are those of the run.
bool Search::follows(std::size_t number, const std::vector<std::size_t> &slots, const Choice &key,
                     const Choice &choice) {
  followed.resize(runs.size());
  const auto known = followed[number].find(key);
  if (known != followed[number].end()) {
    steps += stepsToRemember;
    return known->second;
  }
  table.apply(choice);
  StoredRun &run = runs[number];
  ++replays;
  interpreter::Replay replay = interpreter::alignedReplay(
      run.instance, run.first, run.second, std::move(run.run), interpreter::Tracing::Off, longestRun);
  steps += replay.steps;
  const bool isFollowed = !replay.disagreement || replay.tooLong;
  if (!isFollowed && lessons.size() < mostLessons) {
    Lesson lesson{blame.of(replay, slots), {}};
    for (std::size_t slot : lesson.slots)
      lesson.terms.push_back(choice[slot]);
    if (lesson.slots.size() < slots.size())
      lessons.push_back(std::move(lesson));
  }
  run.run = std::move(replay.first);
  return followed[number][key] = isFollowed;
}

bool Search::Lesson::forbids(const Choice &choice) const {
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (choice[slots[i]] != terms[i])
      return false;
  return true;
}

bool Search::isForbidden(const Choice &choice, std::size_t firstLesson) const {
  return std::any_of(lessons.begin() + static_cast<std::ptrdiff_t>(firstLesson), lessons.end(),
                     [&](const Lesson &lesson) { return lesson.forbids(choice); });
}

bool Search::passes(Group &group, const Choice &choice, std::size_t firstRuns) {
  Choice key;
  for (std::size_t slot : group.slots)
    key.push_back(choice[slot]);
  auto [place, isNew] = group.known.try_emplace(key, Followed{});
  Followed &sofar = place->second;
  const std::size_t wanted = std::min(firstRuns, group.runs.size());
  for (std::size_t at = 0; at < wanted && !sofar.fails && sofar.runs < wanted; ++at)
    if (!follows(group.runs[at], group.slots, key, choice)) {
      std::rotate(group.runs.begin(), group.runs.begin() + static_cast<std::ptrdiff_t>(at),
                  group.runs.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      const std::size_t killer = group.runs.front();
      if (std::find(killers.begin(), killers.end(), killer) == killers.end())
        killers.push_back(killer);
      sofar.fails = true;
    }
  sofar.runs = std::max(sofar.runs, wanted);
  return !sofar.fails;
}

bool Search::passes(Component &component, const Choice &choice) {
  for (const std::vector<std::size_t> &closed : component.closed)
    for (std::size_t group : closed)
      if (!passes(groups[group], choice))
        return false;
  return true;
}

/// How many of its slots from \p depth on may not stay where they are, whatever the others do.
std::size_t Search::toBeMoved(const Component &component, std::size_t depth) const {
  return static_cast<std::size_t>(
      std::count_if(component.order.begin() + static_cast<std::ptrdiff_t>(depth), component.order.end(),
                    [&](std::size_t slot) {
                      return std::any_of(lessons.begin(), lessons.end(), [&](const Lesson &lesson) {
                        return lesson.slots.size() == 1 && lesson.slots.front() == slot &&
                               lesson.terms.front() == Table::zero;
                      });
                    }));
}

void Search::descend(Component &component, std::size_t depth, unsigned left, Choice &choice) {
  const bool isFull = component.found.size() >= mostOfALevel && !table.mechanism().guarantee.hole.isOpen;
  component.isCut |= isFull;
  if (isSpent() || isFull || left > component.order.size() - depth)
    return;
  if (depth == component.order.size()) {
    if (passes(component, choice))
      keep(component, choice);
    return;
  }
  if (static_cast<std::size_t>(left) < toBeMoved(component, depth))
    return;
  const std::size_t slot = component.order[depth];
  std::vector<int> terms{Table::zero};
  if (left > 0) {
    const std::vector<int> &more = table.candidates(slot, choice);
    terms.insert(terms.end(), more.begin(), more.end());
  }
  for (int term : terms) {
    choice[slot] = term;
    steps += stepsToRemember;
    if (isForbidden(choice))
      continue;
    const std::size_t learnt = lessons.size();
    const bool fit =
        std::all_of(component.closed[depth].begin(), component.closed[depth].end(),
                    [&](std::size_t group) { return passes(groups[group], choice, runsAtFirst); });
    if (fit)
      descend(component, depth + 1, left - (term == Table::zero ? 0 : 1), choice);
    // It may have turned out to be wrong already.
    choice[slot] = Table::open;
    if (isForbidden(choice, learnt))
      return;
  }
  choice[slot] = Table::open;
}

void Search::keep(Component &component, const Choice &choice) {
  if (!table.mechanism().guarantee.hole.isOpen || component.alike[movedBy(choice)]++ < mostAlike)
    component.found.push_back(choice);
}

/// The next level at which there is something. False if there is none.
bool Search::advance(Component &component) {
  component.found.clear();
  if (component.isCut && hasLearnt)
    --component.level;
  component.isCut = false;
  while (component.found.empty() && component.level <= component.order.size() && !isSpent()) {
    Choice choice(table.size(), Table::open);
    descend(component, 0, component.level++, choice);
  }
  std::stable_sort(component.found.begin(), component.found.end(), [&](const Choice &a, const Choice &b) {
    return table.complexity(a) < table.complexity(b);
  });
  return !component.found.empty();
}

bool Search::fits(const Choice &choice) {
  return std::all_of(groups.begin(), groups.end(), [&](Group &group) { return passes(group, choice); });
}

std::vector<std::pair<const StoredRun *, interpreter::Exact>> Search::costs(const Choice &choice,
                                                                            std::vector<StoredRun> &some) {
  table.apply(choice);
  std::vector<std::pair<const StoredRun *, interpreter::Exact>> found;
  for (StoredRun &run : some) {
    interpreter::Replay replay = interpreter::alignedReplay(
        run.instance, run.first, run.second, std::move(run.run), interpreter::Tracing::Off, longestRun);
    run.run = std::move(replay.first);
    if (!replay.disagreement)
      found.emplace_back(&run, std::move(replay.cost));
  }
  return found;
}

void Search::learn(StoredRun run) {
  hasLearnt = true;
  addRun(std::move(run));
}

std::vector<Choice> Search::next() {
  // A run without a draw that could be moved refutes everything.
  const Choice start(table.size(), Table::open);
  for (Group &group : groups)
    if (group.slots.empty() && !passes(group, start))
      return {};
  const bool isFirst = told.empty();
  bool isMore = false;
  std::vector<std::vector<Choice>> lists;
  for (Component &component : components) {
    std::vector<Choice> before = component.found;
    const bool isMoreOfTheLevel = component.isCut && hasLearnt;
    if (!component.isDone && (isFirst || isMoreOfTheLevel || component.level <= component.order.size())) {
      if (advance(component))
        isMore = true;
      else
        component.isDone = true;
    }
    if (isFirst && component.found.empty())
      return {};
    // What a run refutes that was learnt since is not in the way of what follows it.
    before.insert(isMoreOfTheLevel ? before.begin() : before.end(), component.found.begin(),
                  component.found.end());
    component.found = before;
    lists.push_back(std::move(before));
  }
  hasLearnt = false;
  if (!isMore && !components.empty())
    return {};
  // All combinations, of the simplest few of each component.
  std::vector<Choice> combined{Choice(table.size(), Table::zero)};
  constexpr std::size_t mostCombined = 256;
  for (std::size_t c = 0; c < components.size(); ++c) {
    std::vector<Choice> longer;
    for (const Choice &one : combined)
      for (const Choice &other : lists[c]) {
        if (longer.size() >= mostCombined)
          break;
        longer.push_back(one);
        for (std::size_t slot : components[c].order)
          longer.back()[slot] = other[slot];
      }
    combined = std::move(longer);
  }
  std::stable_sort(combined.begin(), combined.end(), [&](const Choice &a, const Choice &b) {
    return table.complexity(a) < table.complexity(b);
  });
  std::vector<Choice> fresh;
  for (Choice &choice : combined)
    if (std::find(told.begin(), told.end(), choice) == told.end())
      fresh.push_back(choice);
  told.insert(told.end(), fresh.begin(), fresh.end());
  return fresh;
}

std::optional<Choice> Search::repairs(std::size_t number) {
  StoredRun only = runs[number];
  std::vector<Group> allGroups = std::move(groups);
  std::vector<Component> allComponents = std::move(components);
  std::vector<Lesson> allLessons = std::move(lessons);
  lessons.clear();
  groups.clear();
  groups.push_back({table.exercised(only), {number}, {}});
  arrange();
  std::optional<Choice> found;
  Choice choice(table.size(), Table::zero);
  bool isPossible = true;
  for (Component &component : components) {
    if (!advance(component)) {
      isPossible = false;
      break;
    }
    for (std::size_t slot : component.order)
      choice[slot] = component.found.front()[slot];
  }
  if (isPossible && fits(choice))
    found = choice;
  groups = std::move(allGroups);
  components = std::move(allComponents);
  lessons = std::move(allLessons);
  return found;
}

std::vector<std::size_t> Search::conflict() {
  if (!told.empty() || isSpent())
    return {};
  const auto allGroups = groups;
  const auto allComponents = components;
  const auto allLessons = lessons;
  const auto isEmptyWith = [&](const std::vector<std::size_t> &kept) {
    groups = allGroups;
    for (Group &group : groups) {
      group.known.clear();
      group.runs.erase(std::remove_if(group.runs.begin(), group.runs.end(),
                                      [&](std::size_t run) {
                                        return std::find(kept.begin(), kept.end(), run) == kept.end();
                                      }),
                       group.runs.end());
    }
    groups.erase(
        std::remove_if(groups.begin(), groups.end(), [](const Group &group) { return group.runs.empty(); }),
        groups.end());
    lessons.clear();
    arrange();
    told.clear();
    const bool isEmpty = next().empty() && !isSpent();
    told.clear();
    return isEmpty;
  };
  std::vector<std::size_t> kept = killers;
  if (!isEmptyWith(kept))
    kept.clear();
  for (std::size_t at = 0; at < kept.size() && kept.size() > 1;) {
    std::vector<std::size_t> fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    if (isEmptyWith(fewer))
      kept = std::move(fewer);
    else
      ++at;
  }
  groups = allGroups;
  components = allComponents;
  lessons = allLessons;
  return isSpent() ? std::vector<std::size_t>() : kept;
}

} // namespace plumb::synthesis
