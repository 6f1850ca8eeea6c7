// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/violation.h"

#include "checker/refutation/event.h"
#include "checker/refutation/named.h"
#include "checker/refutation/trial.h"

#include <algorithm>
#include <cassert>

namespace plumb::refutation {

using interpreter::Numbers;

namespace {

/// The largest hundredth l with e^l certainly at most \p ratio.
std::string lossBelow(const Rational &ratio) {
  unsigned low = 0, high = 7'900;
  while (low + 1 < high) {
    unsigned middle = (low + high) / 2;
    (exponentialOf(Rational(middle, 100u)).high <= ratio ? low : high) = middle;
  }
  std::string cents = std::to_string(low % 100);
  return std::to_string(low / 100) + "." + (cents.size() < 2 ? "0" : "") + cents;
}

/// Two datasets are compared roughly at first, and farther only if what is known then leaves hope:
/// see EventSearch::isPromising. The shares were tuned on private mechanisms, for which every walk
/// is in vain.
struct Stage {
  unsigned depth;
  std::uint64_t runs;
  Rational share;
};

class Search {
public:
  Search(const ir::Mechanism &of, const ViolationLimits &within)
      : instances(of, SmallInstances::Epsilon::Moderate), limits(within), budget(within.runs) {}

  std::optional<Violation> run() {
    for (unsigned weight = 0; weight <= limits.weight && !budget.isSpent(); ++weight)
      for (unsigned parameters = 0; parameters <= weight; ++parameters)
        for (SmallInstance &small : instances.ofWeight(parameters, budget))
          if (searchInstance(small, weight - parameters))
            return found;
    return std::nullopt;
  }

private:
  bool searchInstance(SmallInstance &small, unsigned weight) {
    const interpreter::Instance &instance = small.instance();
    auto epsilon = interpreter::claimedEpsilon(instance);
    // A negative claim is no guarantee, and a large one is not violated by what can be enumerated.
    if (!epsilon || epsilon->sign() < 0 || *epsilon > 20)
      return false;
    Rational factor = exponentialOf(epsilon->rational()).high;
    bool over = small.forEachNeighbours(weight, budget, [&](const Neighbours &neighbours) {
      if (neighbours.first != neighbours.second)
        compare(instance, neighbours, *epsilon, factor);
      return found.has_value() || budget.isSpent();
    });
    return over && found;
  }

  void compare(const interpreter::Instance &instance, const Neighbours &neighbours,
               const interpreter::Exact &epsilon, const Rational &factor) {
    for (const Stage &stage : stages) {
      Distribution onFirst = walk(instance, neighbours.first, stage);
      Distribution onSecond = walk(instance, neighbours.second, stage);
      if (onFirst.isIncomplete || onSecond.isIncomplete)
        return;
      EventSearch events(onFirst, onSecond, factor);
      if (auto event = events.find())
        return report(instance, neighbours, epsilon, *event);
      if (!events.isPromising(stage.share))
        return;
    }
  }

  /// No pair of datasets may use up what the others need.
  Distribution walk(const interpreter::Instance &instance, const Numbers &answers, const Stage &stage) {
    std::uint64_t granted = std::min(stage.runs, budget.remaining());
    Budget own(granted);
    Distribution distribution = distributionOf(instance, answers, stage.depth, masses, own);
    budget.spend(granted - own.remaining());
    return distribution;
  }

  void report(const interpreter::Instance &instance, const Neighbours &neighbours,
              const interpreter::Exact &epsilon, const Event &event) {
    constexpr std::size_t listed = 8;
    assert(isAdmissible({instance, neighbours.first, neighbours.second, {}, neighbours.records}));
    Violation violation;
    violation.parameters = namedParameters(instance);
    violation.answers = namedAnswers(instance, neighbours.first, neighbours.second);
    if (neighbours.records)
      violation.records = namedRecords(instance, *neighbours.records);
    for (std::size_t i = 0; i < std::min(event.outputs.size(), listed); ++i)
      violation.outputs.push_back(interpreter::print(*event.outputs[i]));
    violation.outputCount = event.outputs.size();
    violation.firstLow = decimalBelow(event.firstLow);
    violation.firstHigh = decimalAbove(std::min(event.firstHigh, Rational(1)));
    violation.secondLow = decimalBelow(event.secondLow);
    violation.secondHigh = decimalAbove(std::min(event.secondHigh, Rational(1)));
    violation.loss = sgn(event.secondHigh) == 0 ? "infinite" : lossBelow(event.firstLow / event.secondHigh);
    violation.epsilon = epsilon;
    found = std::move(violation);
  }

  const Stage stages[3] = {
      {10, 3'000, Rational(1, 3)}, {15, 10'000, Rational(1, 2)}, {20, 40'000, Rational(1)}};
  SmallInstances instances;
  const ViolationLimits &limits;
  Budget budget;
  Masses masses;
  std::optional<Violation> found;
};

} // namespace

std::optional<Violation> findViolation(const ir::Mechanism &mechanism, const ViolationLimits &limits) {
  if (!mechanism.isDiscrete())
    return std::nullopt;
  return Search(mechanism, limits).run();
}

} // namespace plumb::refutation
