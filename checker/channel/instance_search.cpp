// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/instance_search.h"

#include "checker/channel/term_value.h"

#include <algorithm>

namespace plumb::channel {

namespace {

using ir::Channel;

void collectNumbers(const ir::ChannelTerm &term, std::vector<Rational> &numbers) {
  if (term.kind == ir::ChannelTerm::Kind::Number)
    numbers.push_back(term.number);
  for (const ir::ChannelTermPtr &operand : term.operands)
    collectNumbers(*operand, numbers);
}

/// e^exponent rounded down and up, for an exponent that is worth it: three digits behind the point.
std::vector<Rational> rootsNear(const Rational &exponent) {
  constexpr long most = 200;
  if (!isIntegral(exponent) || exponent < 1 || exponent > most)
    return {};
  const Rational below(Integer(2718281828), Integer(1000000000)),
      above(Integer(2718281829), Integer(1000000000));
  Rational low = 1, high = 1;
  for (Integer i = 0; i < exponent.get_num(); ++i) {
    low *= below;
    high *= above;
  }
  return {Rational(floorOf(low * 1000)) / 1000, Rational(floorOf(high * 1000) + 1) / 1000};
}

/// What a parameter is tried with; negative budgets and probabilities last, which requirements seldom allow.
/// The numbers of the requirements are often the ends of its range.
std::vector<Rational> candidates(const Channel &channel, std::size_t parameter, const Integer &root) {
  const auto fraction = [](long above, long below) { return Rational(Integer(above), Integer(below)); };
  std::vector<Rational> result;
  if (channel.parameters[parameter].isExponent)
    result = {2, 3, fraction(3, 2), 4, 10, fraction(11, 10), 6, 100, 1, fraction(1, 2)};
  else if (channel.parameters[parameter].sort == ir::Sort::Int)
    result = {1, 2, 3, 0};
  else
    result = {fraction(1, 2), fraction(1, 3), fraction(3, 4), fraction(1, 10), fraction(9, 10), 0, 1, 2,
              fraction(-1, 2)};
  std::vector<Rational> numbers;
  for (const Channel::Requirement &requirement : channel.requirements) {
    collectNumbers(*requirement.left, numbers);
    collectNumbers(*requirement.right, numbers);
  }
  for (const Rational &number : numbers)
    for (const Rational &near : channel.parameters[parameter].isExponent
                                    ? rootsNear(number / Rational(root))
                                    : std::vector<Rational>{number, number + 1}) {
      const bool fits = channel.parameters[parameter].sort == ir::Sort::Real ||
                        (isIntegral(near) && near >= 1 && near <= 1000000);
      if (fits && std::find(result.begin(), result.end(), near) == result.end() && result.size() < 13)
        result.push_back(near);
    }
  return result;
}

/// What an instance has members in.
enum class Members : std::uint8_t { InEveryClass, InSomeClasses };

bool protectsSomebody(const Channel::Notion &notion, const Channel &channel, const TermValues &terms) {
  return notion.kind == Channel::Notion::Kind::Ldp ||
         std::any_of(notion.sensitive.begin(), notion.sensitive.end(), [&](std::size_t number) {
           const auto size = terms.number(*channel.classes[number].size);
           return size && *size >= 1;
         });
}

/// Two inputs at least, and an image for each member that a map has to send somewhere.
bool hasUsefulSizes(const Channel &channel, const TermValues &terms, Members members) {
  std::vector<Rational> sizes;
  Rational inputs = 0;
  bool isFull = true;
  for (const Channel::Class &declared : channel.classes) {
    const auto size = terms.number(*declared.size);
    if (!size || *size < 0)
      return false;
    isFull = isFull && *size >= 1;
    inputs += declared.isInput ? *size : Rational(0);
    sizes.push_back(*size);
  }
  const auto isEmpty = [&](std::size_t number) { return sizes[number] == 0; };
  for (const Channel::Map &map : channel.maps)
    if (isEmpty(map.to) && !isEmpty(map.from))
      return false;
  return inputs >= 2 && isFull == (members == Members::InEveryClass);
}

/// For each requirement the last parameter in it, from 1; 0 without one.
std::vector<std::size_t> lastParameters(const Channel &channel) {
  const auto last = [&](const auto &self, const ir::ChannelTerm &term) -> std::size_t {
    if (term.kind == ir::ChannelTerm::Kind::Parameter)
      return term.index + 1;
    if (term.kind == ir::ChannelTerm::Kind::Definition)
      return self(self, *channel.definitions[term.index].value);
    std::size_t found = 0;
    for (const ir::ChannelTermPtr &operand : term.operands)
      found = std::max(found, self(self, *operand));
    return found;
  };
  std::vector<std::size_t> positions;
  for (const Channel::Requirement &requirement : channel.requirements)
    positions.push_back(std::max(last(last, *requirement.left), last(last, *requirement.right)));
  return positions;
}

/// Walks through the choices for all parameters.
class InstanceSearch {
public:
  InstanceSearch(const Channel &of, const std::vector<Integer> &rootNumbers, Protecting protecting)
      : channel(of), wanted(protecting), roots(rootNumbers), positions(lastParameters(channel)),
        values(channel.parameters.size(), 1) {
    for (std::size_t i = 0; i < values.size(); ++i)
      choices.push_back(candidates(channel, i, roots[i]));
    reach.assign(choices.size() + 1, 0);
    for (std::size_t i = choices.size(); i > 0; --i)
      reach[i - 1] = reach[i] + choices[i - 1].size() - 1;
  }

  /// In the order of the sum of the numbers of the choices: small sizes and plain numbers first. At most
  /// \p mostTried steps.
  void collect(std::vector<Values> &found, std::size_t limit, Members members, std::size_t mostTried) {
    room = mostTried;
    for (std::size_t distance = 0; distance <= reach[0] && found.size() < limit; ++distance)
      spend(found, limit, members, 0, distance);
  }

private:
  void spend(std::vector<Values> &found, std::size_t limit, Members members, std::size_t position,
             std::size_t distance);
  /// Do the requirements hold whose last parameter is the one before \p position?
  bool holdUpTo(std::size_t position) const;

  bool isUseful(Members members) const;

  const Channel &channel;
  const Protecting wanted;
  const std::vector<Integer> &roots;
  const std::vector<std::size_t> positions;
  std::vector<std::vector<Rational>> choices;
  /// For each parameter how far it and those behind it can go.
  std::vector<std::size_t> reach;
  Values values;
  /// Steps that are left.
  std::size_t room = 0;
};

bool InstanceSearch::holdUpTo(std::size_t position) const {
  if (std::find(positions.begin(), positions.end(), position) == positions.end())
    return true;
  const TermValues terms(channel, roots, values);
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (positions[i] == position && !terms.holds(channel.requirements[i]))
      return false;
  return true;
}

bool InstanceSearch::isUseful(Members members) const {
  const TermValues terms(channel, roots, values);
  const auto counts = [&](const Channel::Notion &notion) { return protectsSomebody(notion, channel, terms); };
  return hasUsefulSizes(channel, terms, members) &&
         (wanted.notion
              ? counts(channel.notions[*wanted.notion])
              : wanted.nobodyToo || std::any_of(channel.notions.begin(), channel.notions.end(), counts));
}

void InstanceSearch::spend(std::vector<Values> &found, std::size_t limit, Members members,
                           std::size_t position, std::size_t distance) {
  if (distance > reach[position] || found.size() >= limit || room == 0)
    return;
  --room;
  if (!holdUpTo(position))
    return;
  if (position == choices.size()) {
    if (isUseful(members))
      found.push_back(values);
    return;
  }
  for (std::size_t i = 0; i < choices[position].size() && i <= distance; ++i) {
    values[position] = choices[position][i];
    spend(found, limit, members, position + 1, distance - i);
  }
  values[position] = 1;
}

} // namespace

bool protects(const Algebra &algebra, std::size_t notion, const Values &values) {
  return protects(algebra.subject(), algebra.allRoots(), notion, values);
}

bool protects(const Channel &channel, const std::vector<Integer> &roots, std::size_t notion,
              const Values &values) {
  return protectsSomebody(channel.notions[notion], channel, TermValues(channel, roots, values));
}

std::vector<Values> smallInstances(const Algebra &algebra, std::size_t limit, Protecting protecting) {
  return smallInstances(algebra.subject(), algebra.allRoots(), limit, protecting);
}

std::vector<Values> smallInstances(const Channel &channel, const std::vector<Integer> &roots,
                                   std::size_t limit, Protecting protecting) {
  InstanceSearch search(channel, roots, protecting);
  std::vector<Values> found, others;
  search.collect(found, limit, Members::InEveryClass, 40000);
  const bool someMayBeEmpty =
      std::any_of(channel.classes.begin(), channel.classes.end(), [](const auto &declared) {
        return declared.size->kind != ir::ChannelTerm::Kind::Number || declared.size->number == 0;
      });
  if (someMayBeEmpty)
    search.collect(others, std::max<std::size_t>(limit / 3, 1), Members::InSomeClasses, 4000);
  found.insert(found.end(), others.begin(), others.end());
  return found;
}

std::optional<std::uint64_t> effort(const Algebra &algebra, const Values &values) {
  constexpr std::uint64_t mostMembers = 40, mostCompared = 2'000'000;
  const Channel &channel = algebra.subject();
  const TermValues terms(channel, algebra.allRoots(), values);
  std::uint64_t inputs = 0, outputs = 0;
  for (const Channel::Class &declared : channel.classes) {
    const auto size = terms.number(*declared.size);
    if (!size || *size > mostMembers || inputs > mostCompared || outputs > mostCompared)
      return std::nullopt;
    const std::uint64_t members = size->get_num().get_ui();
    inputs += declared.isInput ? members : 0;
    outputs += declared.isOutput ? members : 0;
  }
  // A few bits have 2^bits outputs, and of many bits products are taken.
  if (channel.isBitwise)
    outputs *= outputs;
  if (inputs * inputs > mostCompared || inputs * inputs * outputs > mostCompared)
    return std::nullopt;
  return inputs * inputs * outputs;
}

} // namespace plumb::channel
