// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/search.h"

#include "checker/disproof/moves.h"
#include "checker/disproof/turning_points.h"
#include "checker/refutation/candidates.h"
#include "checker/refutation/named.h"
#include "checker/refutation/small_inputs.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <limits>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::disproof {

using interpreter::Inputs;
using interpreter::Instance;
using interpreter::Numbers;
using interpreter::Output;

namespace {

/// A question with its answer.
struct Candidate {
  Question question;
  /// The loss in units of what is guaranteed, less 1: so near misses of different parameters compare.
  double excess;
};

/// The tags of a word, each row of equal ones told once: what a word is like, however long it is.
std::string patternOf(const Output &word) {
  std::string pattern, last;
  for (const interpreter::Cell &cell : word.cells) {
    const std::string tag = cell.tag ? cell.tag->name : "none";
    if (tag != last)
      pattern += tag + " ";
    last = tag;
  }
  return pattern + interpreter::print(word.result);
}

std::string tagsOf(const Output &word) {
  std::string tags;
  for (const interpreter::Cell &cell : word.cells)
    tags += (cell.tag ? cell.tag->name : "none") + " ";
  return tags + interpreter::print(word.result);
}

bool areAlike(const Question &a, const Question &b) {
  return a.word == b.word && a.instance.parameters() == b.instance.parameters();
}

bool haveOnePattern(const Question &a, const Question &b) {
  return patternOf(a.word) == patternOf(b.word);
}

/// The best of those that are alike, largest excess first.
class Candidates {
public:
  using Alike = bool (*)(const Question &, const Question &);
  explicit Candidates(std::size_t atMost, Alike when = areAlike) : most(atMost), isAlike(when) {}

  void offer(const Question &question, double excess) {
    if (list.size() == most && excess <= list.back().excess)
      return;
    auto alike = llvm::find_if(
        list, [&](const Candidate &candidate) { return isAlike(candidate.question, question); });
    if (alike != list.end()) {
      if (alike->excess >= excess)
        return;
      list.erase(alike);
    }
    auto place = llvm::find_if(list, [&](const Candidate &candidate) { return candidate.excess < excess; });
    list.insert(place, {question, excess});
    if (list.size() > most)
      list.pop_back();
  }

  const std::vector<Candidate> &best() const { return list; }

private:
  std::size_t most;
  Alike isAlike;
  std::vector<Candidate> list;
};

class Search {
public:
  Search(const ir::Mechanism &of, IsConfirmed opinion, const SearchLimits &within)
      : mechanism(of), isConfirmed(opinion), limits(within), work(within.work),
        seeds(keptSeeds, haveOnePattern) {}

  void startAt(const refutation::Counterexample &example) {
    Inputs first, second;
    auto add = [](Inputs &inputs, const refutation::Element &element, const Exact &value) {
      inputs[element.declared].push_back(value);
    };
    for (const refutation::NamedNumber &parameter : example.parameters) {
      add(first, parameter.element, parameter.value);
      add(second, parameter.element, parameter.value);
    }
    for (const refutation::NamedAnswers &answer : example.answers) {
      add(first, answer.element, answer.first);
      add(second, answer.element, answer.second);
    }
    auto instance = Instance::create(mechanism, first);
    if (!instance || !enter(*instance))
      return;
    auto answers = instance->answers(first), answersPrimed = instance->answers(second);
    std::optional<interpreter::RecordPair> records;
    if (example.records)
      records = refutation::recordsOf(*example.records, *instance->recordShape());
    if (!answers || !answersPrimed || example.records.has_value() != records.has_value())
      return;
    Candidates best(2);
    for (const Exact &offset : offsets())
      for (Output &word : wordsAt(*instance, *answers, offset, 16))
        ask({*instance, *answers, *answersPrimed, std::move(word), records}, best);
    climbFrom(best);
  }

  void run() {
    refutation::Budget looked(200'000);
    refutation::SmallInstances instances(mechanism);
    if (mechanism.recordAdjacency)
      return searchAllRecords(instances, looked);
    searchAllAnswers(instances, looked);
    searchAllEdges();
  }

  SearchResult result;

private:
  static constexpr std::size_t keptSeeds = 6, assignmentsBetweenGrowth = 3, wordsOfData = 32,
                               mostTailWords = 16, wordsOfTurn = 8, pairsTurned = 4;
  static constexpr std::size_t instancesWithEdges = 6;
  static constexpr unsigned heaviest = 12;
  static constexpr std::int64_t mostCells = 15;

  bool isOver() const { return result.violation || work.isSpent() || doubts == limits.doubts || isStopped; }

  void pause() {
    if (isAsked || !limits.goesOn || limits.work - work.remaining() < limits.askedAfter)
      return;
    isAsked = true;
    isStopped = !limits.goesOn();
  }

  /// False if nothing is guaranteed that could be violated.
  bool enter(const Instance &instance) {
    auto epsilon = interpreter::claimedEpsilon(instance);
    return epsilon && epsilon->sign() >= 0 && *epsilon <= 50 && instance.answerCount() > 0;
  }

  static std::vector<Exact> offsets() { return {0, 1, -1}; }

  /// Nothing if it has no answer.
  std::optional<double> ask(const Question &question) {
    pause();
    if (isOver())
      return std::nullopt;
    ++result.asked;
    auto loss = known.roughLoss(question, work);
    if (!loss)
      return std::nullopt;
    ++result.answered;
    const double claim = interpreter::claimedEpsilon(question.instance)->rational().get_d();
    const double excess = claim > 0 ? *loss / claim - 1 : *loss;
    // Losses that are equal to the guarantee differ from it by rounding.
    constexpr double rounding = 1e-9;
    bool isFirstDoubt = false;
    if (excess > rounding) {
      refutation::Budget own(1'000'000);
      auto certified = certify(question, own);
      if (certified && isConfirmed(*certified))
        result.violation = std::move(certified);
      else if (certified)
        isFirstDoubt = doubts++ == 0;
    }
    const bool isNearest = doubts == 0 && excess > largest + rounding && excess <= rounding;
    if (result.violation || isFirstDoubt || isNearest) {
      largest = excess;
      result.question = question;
      result.loss = claim > 0 && std::abs(excess) <= rounding ? claim : *loss;
      result.claim = claim;
    }
    return excess <= rounding || result.violation ? std::optional(excess) : std::nullopt;
  }

  std::vector<Output> wordsAt(const Instance &instance, const Numbers &answers, const Exact &offset,
                              std::size_t most) {
    std::vector<Output> words = wordsOn(instance, answers, offset, most, work, atEdges);
    if (words.empty() && !result.isOutside)
      result.isOutside = isOutside(instance, answers, work);
    return words;
  }

  /// Those of noise that is 0, and of noise that is not: each once.
  std::vector<Output> wordsAtOffsets(const Instance &instance, const Numbers &answers, std::size_t most) {
    std::vector<Output> words;
    for (const Exact &offset : offsets())
      for (Output &word : wordsAt(instance, answers, offset, most))
        if (!llvm::is_contained(words, word))
          words.push_back(std::move(word));
    return words;
  }

  void ask(const Question &question, Candidates &best) {
    if (auto excess = ask(question))
      best.offer(question, *excess);
  }

  void climbFrom(const Candidates &best) {
    for (const Candidate &candidate : best.best())
      if (!isOver())
        climb(candidate);
  }

  /// Larger data come with their own words.
  std::vector<Question> stepsFrom(const Question &question) {
    std::vector<Question> all = steps(question);
    for (const Question &moved : larger(question))
      for (Output &word : wordsAt(moved.instance, moved.first, 0, wordsOfTurn)) {
        all.push_back(moved);
        all.back().word = std::move(word);
      }
    return all;
  }

  /// Takes steps as long as one leads higher.
  void climb(Candidate at, unsigned rounds = 8) {
    bool isHigher = true;
    while (isHigher && rounds-- > 0 && !isOver()) {
      isHigher = false;
      Candidates best(1);
      for (Question &step : stepsFrom(at.question)) {
        ask(step, best);
        // What is clearly higher is taken at once.
        if (isOver() || (!best.best().empty() && best.best().front().excess > at.excess + 0.05))
          break;
      }
      constexpr double least = 1e-6;
      if (!best.best().empty() && best.best().front().excess > at.excess + least) {
        at = best.best().front();
        isHigher = true;
      }
    }
    // What loses all that is guaranteed is no near miss: another alignment may show that it loses no more.
    constexpr double tight = -1e-6;
    (at.excess > tight ? tightSeeds : seeds).offer(at.question, at.excess);
  }

  void searchAllAnswers(refutation::SmallInstances &instances, refutation::Budget &looked) {
    // Two and three answers tell more than other parameters, so that they come earlier than their weight
    // says.
    std::vector<std::pair<std::size_t, Instance>> order;
    for (unsigned weight = 0; weight <= heaviest && order.size() < 4 * limits.assignments; ++weight)
      for (refutation::SmallInstance &small : instances.ofWeight(weight, looked))
        if (enter(small.instance())) {
          const std::size_t answers = small.instance().answerCount();
          const std::size_t place = answers == 2 ? 0 : answers == 3 ? 2 : answers < 2 ? 1 : 4;
          const std::size_t discount = std::min<std::size_t>({weight, answers - 1, 2});
          const std::size_t rescaled = isRescaled(small.instance()) ? 3 : 0;
          order.emplace_back((weight - discount + rescaled) * 8 + place, small.instance());
        }
    llvm::stable_sort(order, [](const auto &a, const auto &b) { return a.first < b.first; });
    for (std::size_t i = 0; i < std::min(order.size(), instancesWithEdges); ++i)
      ofEdges.push_back(order[i].second);
    for (std::size_t i = 0; i < std::min(order.size(), limits.assignments) && !isOver(); ++i) {
      searchAnswers(order[i].second);
      if ((i + 1) % assignmentsBetweenGrowth == 0)
        grow(false);
    }
    grow(true);
    stretch();
  }

  /// What is told where a test ends, or where one-sided noise begins to decide, may be impossible on other
  /// data, and nothing leads there: a little farther inside nothing is lost. Tried last, with work of its
  /// own.
  void searchAllEdges() {
    if (result.violation || doubts == limits.doubts || isStopped)
      return;
    constexpr std::uint64_t part = 16;
    const SearchResult before = result;
    work = refutation::Budget(limits.work / part);
    atEdges = true;
    for (const Instance &instance : ofEdges)
      if (!isOver())
        searchEdges(instance);
    // Of what was not found it says nothing.
    if (!result.violation)
      result = before;
  }

  void searchEdges(const Instance &instance) {
    auto ranges = answerRanges(instance);
    if (!ranges)
      return;
    Candidates best(2);
    for (const Numbers &answers : bases(instance.answerCount()))
      for (Output &word : wordsAt(instance, answers, 0, wordsOfData))
        askAllDirections({instance, answers, answers, std::move(word), std::nullopt}, *ranges, best);
    climbFrom(best);
    searchTurns(AnswerCoordinates(instance, *ranges), &*ranges);
  }

  /// Other budgets show little that a budget of 1 does not.
  bool isRescaled(const Instance &instance) const {
    return llvm::any_of(mechanism.variables, [&](const auto &variable) {
      return variable->role == ir::Variable::Role::Parameter && variable->sort == ir::Sort::Real &&
             !variable->isArray() && ir::reads(*mechanism.guarantee.epsilon, *variable) &&
             instance.parameters()[instance.place(*variable).offset] != 1;
    });
  }

  void searchAllRecords(refutation::SmallInstances &instances, refutation::Budget &looked) {
    for (bool areRescaled : {false, true})
      searchAllRecords(instances, looked, areRescaled);
  }

  /// Parameters and records weigh \p heaviest together, at most.
  void searchAllRecords(refutation::SmallInstances &instances, refutation::Budget &looked, bool areRescaled) {
    for (unsigned weight = 0; weight <= heaviest; ++weight)
      for (unsigned parameters = 0; parameters <= weight; ++parameters) {
        std::vector<refutation::SmallInstance> &list = instances.ofWeight(parameters, looked);
        if (longest.size() == parameters)
          longest.push_back(withLongArrays(list));
        for (auto *either : {&list, &longest[parameters]})
          for (refutation::SmallInstance &small : *either) {
            if (isOver())
              return;
            if (isRescaled(small.instance()) == areRescaled && enter(small.instance()))
              searchRecords(small, weight - parameters, looked);
          }
      }
  }

  /// The same with each element of each array the largest size: until the end, for what stands for times.
  /// What promises that something is over is promised best so.
  std::vector<refutation::SmallInstance>
  withLongArrays(const std::vector<refutation::SmallInstance> &list) const {
    std::vector<refutation::SmallInstance> found;
    std::set<Numbers> known;
    for (const refutation::SmallInstance &small : list)
      known.insert(small.instance().parameters());
    for (const refutation::SmallInstance &small : list) {
      const Instance &instance = small.instance();
      Numbers values = instance.parameters();
      Exact longest;
      for (const ir::Variable *size : refutation::sizeParameters(mechanism))
        longest = std::max(longest, values[instance.place(*size).offset]);
      for (const auto &variable : mechanism.variables) {
        if (variable->role != ir::Variable::Role::Parameter || !variable->isArray())
          continue;
        const interpreter::Place &place = instance.place(*variable);
        std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(place.offset), place.size, longest);
      }
      Instance changed = instance.with(values);
      if (known.insert(values).second && interpreter::requirementsHold(changed))
        found.emplace_back(std::move(changed));
    }
    return found;
  }

  /// All 0; all 1; and those of which one leads, without which some words are impossible.
  static std::vector<Numbers> bases(std::size_t count) {
    std::vector<Numbers> list{Numbers(count, 0), Numbers(count, 1)};
    if (count > 1)
      for (std::size_t leader : {std::size_t(0), count - 1}) {
        list.emplace_back(count, 0);
        list.back()[leader] = 1;
      }
    return list;
  }

  void searchAnswers(const Instance &instance) {
    auto ranges = answerRanges(instance);
    if (!ranges)
      return;
    Candidates best(3);
    std::vector<Output> tailWords;
    std::set<std::string> tagsOfTails;
    for (const Numbers &answers : bases(instance.answerCount())) {
      std::vector<Output> words = wordsAtOffsets(instance, answers, wordsOfData);
      for (const Output &word : words)
        if (tailWords.size() < mostTailWords && tagsOfTails.insert(tagsOf(word)).second)
          tailWords.push_back(word);
      for (Output &word : words)
        askAllDirections({instance, answers, answers, std::move(word), std::nullopt}, *ranges, best);
    }
    climbFrom(best);
    searchTurns(AnswerCoordinates(instance, *ranges), &*ranges);
    Candidates deep(2);
    for (const Output &word : tailWords)
      askTails({instance, Numbers(instance.answerCount()), {}, word, std::nullopt}, *ranges, deep);
    climbFrom(deep);
  }

  /// All answers that are told about alike stand far on one side, and move either way: what an alignment
  /// costs is lost in tails.
  void askTails(Question question, const std::vector<AnswerRange> &ranges, Candidates &best) {
    const std::vector<std::size_t> groups = groupsOf(question);
    const std::size_t count = 1 + *std::max_element(groups.begin(), groups.end());
    constexpr std::size_t mostGroups = 2;
    if (ranges.front().isOnlyOne || count > mostGroups)
      return;
    constexpr std::int64_t depth = 20;
    for (std::size_t sides = 0; sides < (std::size_t(1) << count); ++sides) {
      for (std::size_t at = 0; at < groups.size(); ++at)
        question.first[at] = (sides >> groups[at]) & 1 ? depth : -depth;
      question.second = question.first;
      askAllDirections(question, ranges, best);
    }
  }

  /// All answers that are told about alike change alike; or one answer changes.
  void askAllDirections(const Question &question, const std::vector<AnswerRange> &ranges, Candidates &best) {
    const std::vector<std::size_t> groups = groupsOf(question);
    const std::size_t count = 1 + *std::max_element(groups.begin(), groups.end());
    const bool isOnlyOne = ranges.front().isOnlyOne;
    if (isOnlyOne || count > 3) {
      for (std::size_t at = 0; at < groups.size(); ++at)
        for (bool isUp : {true, false}) {
          Question moved = question;
          setDifference(moved, ranges, at, isUp ? ranges[at].lowest : ranges[at].highest);
          ask(moved, best);
        }
      return;
    }
    for (std::size_t mask = 0; mask < (std::size_t(1) << count); ++mask) {
      Question moved = question;
      for (std::size_t at = 0; at < groups.size(); ++at)
        setDifference(moved, ranges, at, (mask >> groups[at]) & 1 ? ranges[at].highest : ranges[at].lowest);
      ask(moved, best);
    }
  }

  /// Starts where comparisons of data turn.
  void searchTurns(const Coordinates &coordinates, const std::vector<AnswerRange> *ranges) {
    Candidates best(2);
    for (const Numbers &turn : turningPoints(coordinates, work, atEdges)) {
      auto point = coordinates.at(turn);
      if (isOver() || !point || !enter(point->instance))
        continue;
      for (Output &word : wordsAtOffsets(point->instance, point->first, wordsOfTurn)) {
        Question question{point->instance, point->first, point->second, std::move(word), point->records};
        if (ranges)
          askAllDirections(question, *ranges, best);
        else
          ask(question, best);
      }
    }
    climbFrom(best);
  }

  void searchRecords(refutation::SmallInstance &small, unsigned weight, refutation::Budget &looked) {
    Candidates best(2);
    std::vector<interpreter::RecordPair> pairs;
    small.forEachNeighbours(weight, looked, [&](const refutation::Neighbours &neighbours) {
      if (neighbours.first != neighbours.second) {
        for (const Exact &offset : offsets())
          for (Output &word : wordsAt(small.instance(), neighbours.first, offset, 8))
            ask({small.instance(), neighbours.first, neighbours.second, std::move(word), neighbours.records},
                best);
        if (neighbours.records->others.empty())
          pairs.push_back(*neighbours.records);
      }
      return isOver();
    });
    climbFrom(best);
    if (pairs.empty())
      return;
    const std::vector<interpreter::RecordValue> kinds = kindsOf(small.instance());
    for (std::size_t i = 0; i < std::min(pairs.size(), pairsTurned) && !isOver(); ++i)
      searchTurns(RecordCoordinates(small.instance(), pairs[i], kinds), nullptr);
  }

  /// Light records, one for each contribution to the answers.
  static std::vector<interpreter::RecordValue> kindsOf(const Instance &instance) {
    constexpr std::size_t most = 6, looked = 64;
    std::vector<interpreter::RecordValue> kinds;
    std::set<Numbers> contributions;
    if (auto nobody = interpreter::answersOfNobody(instance))
      contributions.insert(*std::move(nobody));
    for (interpreter::RecordValue &record : refutation::lightRecords(instance, looked)) {
      if (kinds.size() == most || !interpreter::isPossible(instance, record))
        continue;
      auto contribution = interpreter::contribution(instance, record);
      if (contribution && contributions.insert(std::move(*contribution)).second)
        kinds.push_back(std::move(record));
    }
    return kinds;
  }

  /// Longer words, from the best so far. A word without cells gets no longer, only its data do: other
  /// parameters tell more, and come first.
  void grow(bool isLast) {
    for (unsigned round = 0; round < 4 && !isOver(); ++round) {
      std::vector<Candidate> from = seeds.best();
      llvm::append_range(from, tightSeeds.best());
      for (const Candidate &seed : from) {
        if (isOver() || !enter(seed.question.instance))
          return;
        if (!isLast && seed.question.word.cells.empty())
          continue;
        Candidates best(2);
        for (const Question &longer : grown(seed.question, mostCells))
          ask(longer, best);
        for (const Candidate &candidate : best.best())
          if (!isOver() && candidate.excess > seed.excess)
            climb(candidate, 3);
      }
    }
  }

  /// An element far out shows nothing until the answers that it weighs differ.
  void stretch() {
    std::vector<Candidate> from = tightSeeds.best();
    llvm::append_range(from, seeds.best());
    constexpr std::size_t stretchedSeeds = 2;
    for (std::size_t i = 0; i < std::min(from.size(), stretchedSeeds); ++i)
      for (const Question &moved : stretched(from[i].question)) {
        if (isOver())
          return;
        if (auto excess = ask(moved))
          climb({moved, *excess}, 1);
      }
  }

  const ir::Mechanism &mechanism;
  IsConfirmed isConfirmed;
  const SearchLimits &limits;
  refutation::Budget work;
  KnownSides known;
  unsigned doubts = 0;
  bool isAsked = false, isStopped = false;
  /// See searchAllEdges.
  bool atEdges = false;
  std::vector<Instance> ofEdges;
  double largest = -std::numeric_limits<double>::infinity();
  Candidates seeds, tightSeeds{2, haveOnePattern};
  /// By weight: see withLongArrays.
  std::vector<std::vector<refutation::SmallInstance>> longest;
};

} // namespace

SearchResult search(const ir::Mechanism &mechanism, const refutation::Counterexample *start,
                    IsConfirmed isConfirmed, const SearchLimits &limits) {
  Search search(mechanism, isConfirmed, limits);
  if (start)
    search.startAt(*start);
  search.run();
  return std::move(search.result);
}

} // namespace plumb::disproof
