// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/answers.h"

#include "checker/channel/written_term.h"

#include <algorithm>
#include <set>
#include <utility>

namespace plumb::channel {

using ir::Channel;
using ir::ChannelTermPtr;
using ir::Relation;

/// So many answers are tried on numbers, and so many terms are made on the way to them.
static constexpr std::size_t mostAnswers = 4000;
static constexpr std::uint64_t mostTerms = 200'000;
static constexpr std::size_t mostSamples = 24;

AnswerSearch::AnswerSearch(const Channel &of, const std::vector<Hole> &open)
    : channel(of), holes(open), translation(of, 2) {
  // Which bits bound others is not asked: the holes are not known yet.
  obligations = channel::obligations(translation, [](const auto &, const auto &) { return false; });
  for (const bool isEquation : {true, false})
    for (const Obligation &obligation : obligations) {
      const Topic topic = obligation.guard.topic;
      if ((topic == Topic::RowLeast || topic == Topic::UntouchedLeast) != isEquation)
        continue;
      Goal goal{obligation.goal, &obligation, {}};
      for (const Hole &hole : holes)
        if (goal.fact.polynomial.degreeIn(hole.parameter) > 0)
          goal.holes.push_back(hole.parameter);
      goals.push_back(std::move(goal));
      equations += isEquation ? 1 : 0;
    }
  takeSamples();
}

void AnswerSearch::takeSamples() {
  for (Values values : smallInstances(translation, mostSamples * 10)) {
    for (const Hole &hole : holes)
      values[hole.parameter] = 1;
    if (samples.size() < mostSamples && std::find(samples.begin(), samples.end(), values) == samples.end())
      samples.push_back(std::move(values));
  }
  for (const Values &values : samples) {
    concerned.emplace_back();
    for (std::size_t i = 0; i < goals.size(); ++i)
      if (std::all_of(goals[i].obligation->facts.begin(), goals[i].obligation->facts.end(),
                      [&](const Fact &fact) {
                        const bool isOfHole = std::any_of(holes.begin(), holes.end(), [&](const Hole &hole) {
                          return fact.polynomial.degreeIn(hole.parameter) > 0;
                        });
                        const int sign = sgn(fact.polynomial.at(values));
                        return isOfHole || (fact.isStrict ? sign > 0 : sign >= 0);
                      }))
        concerned.back().push_back(i);
  }
}

bool AnswerSearch::isSpent() const {
  return tried > mostAnswers || made > mostTerms;
}

std::optional<Quotient> AnswerSearch::inserted(const Polynomial &goal, const Solution &solution) const {
  Quotient value{goal, Polynomial::constant(goal.variableCount(), 1)};
  ++made;
  // What stands for one hole may mention others, which were solved later.
  for (std::size_t round = 0; round <= holes.size(); ++round) {
    bool isDone = true;
    for (const auto &[parameter, quotient] : solution)
      if (value.mentions(parameter)) {
        isDone = false;
        auto next = value.with(parameter, quotient);
        if (!next)
          return std::nullopt;
        value = std::move(*next);
        made += value.above.terms().size() + value.below.terms().size();
      }
    if (isDone)
      return value;
  }
  return std::nullopt;
}

bool AnswerSearch::isKnown(const Solution &solution, const std::vector<std::size_t> &wanted) const {
  return std::all_of(wanted.begin(), wanted.end(), [&](std::size_t parameter) {
    const auto known = solution.find(parameter);
    return known != solution.end() && std::none_of(holes.begin(), holes.end(), [&](const Hole &hole) {
             return known->second.mentions(hole.parameter);
           });
  });
}

std::optional<Values> AnswerSearch::valuesAt(std::size_t number, const Solution &solution) const {
  Values values = samples[number];
  for (const auto &[parameter, quotient] : solution) {
    const auto value = quotient.at(samples[number]);
    if (!value || (channel.parameters[parameter].isExponent && sgn(*value) <= 0))
      return std::nullopt;
    values[parameter] = *value;
  }
  return values;
}

/// Does everything hold at all samples of which the values are known?
bool AnswerSearch::mayHold(const Solution &solution) const {
  for (std::size_t number = 0; number < samples.size(); ++number) {
    const bool isNeeded = !concerned[number].empty();
    std::optional<Values> values;
    if (isNeeded && !(values = valuesAt(number, solution)))
      return false;
    for (std::size_t i : concerned[number]) {
      if (!isKnown(solution, goals[i].holes))
        continue;
      const int sign = sgn(goals[i].fact.polynomial.at(*values));
      if (sign < 0 || (sign == 0 && goals[i].fact.isStrict) || (sign != 0 && i < equations))
        return false;
    }
  }
  return true;
}

/// Solves \p goal = 0 for one hole.
void AnswerSearch::extendBy(const Polynomial &goal, const Solution &solution, std::size_t next) {
  for (const Hole &hole : holes) {
    if (solution.count(hole.parameter) != 0 || goal.degreeIn(hole.parameter) == 0)
      continue;
    for (Quotient &zero : zeros(goal, hole.parameter)) {
      Solution longer;
      bool isWhole = true;
      for (const auto &[parameter, quotient] : solution) {
        auto now = quotient.mentions(hole.parameter) ? quotient.with(hole.parameter, zero) : quotient;
        isWhole = isWhole && now;
        if (now)
          longer.emplace(parameter, std::move(*now));
      }
      longer.emplace(hole.parameter, std::move(zero));
      if (isWhole)
        extend(longer, next);
    }
    return;
  }
}

/// Equations from number \p next on have to be solved first; then inequalities are made tight.
void AnswerSearch::extend(const Solution &solution, std::size_t next) {
  ++tried;
  if (isSpent())
    return;
  const bool isWhole = solution.size() == holes.size();
  const bool dependsOnHoles = std::any_of(solution.begin(), solution.end(), [&](const auto &one) {
    return std::any_of(holes.begin(), holes.end(),
                       [&](const Hole &hole) { return one.second.mentions(hole.parameter); });
  });
  if ((isWhole || !dependsOnHoles) && !mayHold(solution))
    return;
  if (isWhole)
    return complete.push_back(solution);
  for (std::size_t i = next; i < equations; ++i) {
    const auto goal = inserted(goals[i].fact.polynomial, solution);
    const bool isOpen = goal && std::any_of(holes.begin(), holes.end(), [&](const Hole &hole) {
                          return goal->above.degreeIn(hole.parameter) > 0;
                        });
    if (isOpen)
      return extendBy(goal->above, solution, i + 1);
  }
  std::set<Polynomial> seen;
  for (std::size_t i = equations; i < goals.size(); ++i) {
    if (isSpent())
      return;
    if (goals[i].holes.empty())
      continue;
    const auto goal = inserted(goals[i].fact.polynomial, solution);
    if (!goal || goal->above.isZero())
      continue;
    const Polynomial plain = goal->above * (1 / goal->above.terms().rbegin()->second);
    if (seen.insert(plain).second)
      extendBy(plain, solution, equations);
  }
}

std::optional<Rational> AnswerSearch::entryAt(std::size_t input, std::size_t output, Relation relation,
                                              const Values &values) {
  const Channel::Rule *rule = ir::ruleFor(channel, input, output, relation);
  if (!rule)
    return Rational(0);
  const Fraction entry = translation.number(*rule->entry);
  const Rational divisor = entry.denominator.at(values);
  if (sgn(divisor) == 0)
    return std::nullopt;
  return entry.numerator.at(values) / divisor;
}

/// Is there such an x and y at these sizes?
bool AnswerSearch::existsAt(const Cell &cell, std::size_t output, const Values &values) {
  const LeastSizes sizes = sizesFor(cell, output);
  return std::all_of(sizes.begin(), sizes.end(), [&](const auto &least) {
    const Fraction size = translation.number(*channel.classes[least.first].size);
    return size.numerator.at(values) >= size.denominator.at(values) * least.second;
  });
}

/// How likely each class of inputs is told as it is, and, of bits, how unlikely the others are set.
void AnswerSearch::meritsAt(const Values &values, std::vector<Rational> &merits, bool &tells) {
  for (std::size_t output : channel.outputs) {
    std::vector<Rational> column;
    for (std::size_t input = 0; input < channel.classes.size(); ++input) {
      if (!channel.classes[input].isInput)
        continue;
      for (Relation relation : relationsBetween(channel, input, output)) {
        const auto entry = entryAt(input, output, relation, values);
        if (!entry || !existsAt({input, relation}, output, values))
          continue;
        column.push_back(*entry);
        if (relation == Relation::Hit)
          merits.push_back(*entry);
        else if (channel.isBitwise)
          merits.push_back(-*entry);
      }
    }
    tells = tells || std::any_of(column.begin(), column.end(),
                                 [&](const Rational &entry) { return entry != column.front(); });
  }
}

/// Larger is better; nothing if the outputs tell nothing.
std::optional<std::vector<Rational>> AnswerSearch::merits(const Solution &solution) {
  std::vector<Rational> all;
  bool tells = false;
  for (std::size_t number = 0; number < samples.size(); ++number) {
    const auto values = valuesAt(number, solution);
    if (!values)
      continue;
    meritsAt(*values, all, tells);
    for (const Hole &hole : holes)
      if (hole.isBudget())
        all.push_back(-(*values)[hole.parameter]);
  }
  if (!tells && std::none_of(holes.begin(), holes.end(), [](const Hole &hole) { return hole.isBudget(); }))
    return std::nullopt;
  return all;
}

static std::size_t sizeOf(const Answer &answer) {
  std::size_t size = 0;
  for (const Quotient &quotient : answer)
    size += quotient.above.terms().size() + quotient.below.terms().size() + quotient.above.degree() +
            quotient.below.degree();
  return size;
}

std::vector<Answer> AnswerSearch::answers() {
  extend({}, 0);
  struct Rated {
    Answer answer;
    std::vector<Rational> merits;
    Rational sum;
  };
  std::vector<Rated> rated;
  for (const Solution &solution : complete) {
    auto merit = merits(solution);
    if (!merit)
      continue;
    Rated one{{}, std::move(*merit), 0};
    for (const Hole &hole : holes)
      one.answer.push_back(solution.at(hole.parameter));
    for (const Rational &each : one.merits)
      one.sum += each;
    rated.push_back(std::move(one));
  }
  // Of those that look alike at all samples the shortest is tried first.
  std::stable_sort(rated.begin(), rated.end(), [](const Rated &a, const Rated &b) {
    return a.sum != b.sum ? a.sum > b.sum : sizeOf(a.answer) < sizeOf(b.answer);
  });
  const auto isBetter = [](const Rated &a, const Rated &b) {
    bool isNowhereWorse = a.merits.size() == b.merits.size();
    for (std::size_t i = 0; isNowhereWorse && i < a.merits.size(); ++i)
      isNowhereWorse = a.merits[i] >= b.merits[i];
    return isNowhereWorse && a.merits != b.merits;
  };
  std::vector<Answer> best;
  for (const Rated &one : rated)
    if (std::none_of(rated.begin(), rated.end(), [&](const Rated &other) { return isBetter(other, one); }) &&
        std::find(best.begin(), best.end(), one.answer) == best.end())
      best.push_back(one.answer);
  for (Answer &answer : best)
    for (Quotient &quotient : answer)
      quotient = turned(quotient);
  return best;
}

/// With the sign below that is positive at the first sample.
Quotient AnswerSearch::turned(const Quotient &quotient) const {
  for (const Values &values : samples)
    if (const int sign = sgn(quotient.below.at(values)); sign != 0)
      return {quotient.above * Rational(sign), quotient.below * Rational(sign)};
  return quotient;
}

std::string AnswerSearch::told(const Quotient &quotient, const Hole &hole) const {
  const bool isExponent = channel.parameters[hole.parameter].isExponent;
  const ChannelTermPtr term = isExponent ? exponentOf(turned(quotient), translation, {})
                                         : numberOf(turned(quotient), translation, {});
  return ir::print(channel, *term);
}

std::vector<std::string> AnswerSearch::conflict() {
  if (samples.empty())
    return {"no parameters were found that meet the requirements and leave two inputs to compare"};
  std::vector<std::string> idle;
  for (const Hole &hole : holes)
    if (std::none_of(goals.begin(), goals.end(), [&](const Goal &goal) {
          return std::find(goal.holes.begin(), goal.holes.end(), hole.parameter) != goal.holes.end();
        }))
      idle.push_back("nothing that is to be shown depends on `" + lineOf(channel, hole) +
                     "`: write any value, or leave it out");
  if (!idle.empty())
    return idle;
  if (std::any_of(holes.begin(), holes.end(), [](const Hole &hole) { return !hole.isBudget(); }))
    return {isSpent() ? "too much is left open to try all that may be best; write some of the "
                        "numbers that are left open"
            : complete.empty()
                ? "no values were found that make the rows sum to 1 and meet what is guaranteed at all "
                  "parameters that were tried"
                : "what was found tells nothing of the input; write one of the numbers that are left open"};
  std::vector<std::string> reasons;
  for (const Hole &hole : holes) {
    // The largest ratio at each sample, if there is one.
    std::vector<Quotient> largest;
    for (std::size_t number = 0; number < samples.size() && reasons.empty(); ++number) {
      std::optional<Rational> most;
      std::vector<Quotient> equal;
      for (std::size_t i : concerned[number]) {
        const Polynomial &goal = goals[i].fact.polynomial;
        if (goals[i].holes != std::vector<std::size_t>{hole.parameter})
          continue;
        for (const Quotient &ratio : zeros(goal, hole.parameter)) {
          const auto value = ratio.at(samples[number]);
          if (value && (!most || *value > *most)) {
            most = *value;
            equal.clear();
          }
          if (value && *value == *most && std::find(equal.begin(), equal.end(), ratio) == equal.end())
            equal.push_back(ratio);
          const bool isUnbounded = !value && sgn(goal.at(samples[number])) < 0;
          if (isUnbounded && reasons.empty())
            reasons.push_back("no budget is enough where Q(y|x') is 0 and Q(y|x) is not: " +
                              goals[i].obligation->text);
        }
      }
      // Where several are equal it is not known which one counts.
      if (equal.size() == 1 && std::find(largest.begin(), largest.end(), equal.front()) == largest.end())
        largest.push_back(equal.front());
    }
    if (largest.size() > 1 && reasons.empty())
      for (const Quotient &ratio : largest)
        reasons.push_back("for some parameters `" + told(ratio, hole) +
                          "` is the least; say in `requires` which of these is larger");
  }
  if (reasons.empty())
    reasons.emplace_back("no ratio of two entries bounds all others at the parameters that were tried");
  return reasons;
}

} // namespace plumb::channel
