// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/coverage.h"

#include "checker/channel/cases.h"
#include "checker/channel/meetings.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace plumb::channel {

using ir::Channel;
using ir::Relation;

namespace {

bool isAmong(const std::vector<std::size_t> &numbers, std::size_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

/// Does a case speak of these sizes too? It does from its least ones on.
bool reaches(const LeastSizes &least, const LeastSizes &sizes) {
  return std::all_of(least.begin(), least.end(), [&](const auto &entry) {
    const auto here = sizes.find(entry.first);
    return here != sizes.end() && entry.second <= here->second;
  });
}

/// The guards of the table, or of one notion, held against what it asks for.
class Examination {
public:
  Examination(const Channel &subject, const std::vector<Obligation> &all, std::optional<std::size_t> notion);

  void table();
  void notion(const Channel::Notion &notion);

  std::size_t asked = 0, missing = 0;
  /// The first way that is missing.
  std::string first;

private:
  using Number = std::size_t;
  using Key = std::tuple<Topic, Number, Number, Number>;

  void note(bool isSettled, const std::string &way);
  void ask(Topic topic, const Meeting &meeting);
  bool isSettled(Topic topic, const Meeting &meeting) const;
  const std::vector<const Guard *> &guards(Topic topic, Number left, Number right, Number output) const;
  std::string described(const Meeting &meeting) const;
  /// Of a class that has a member, and so has what it hits.
  bool hasRow(Topic topic, Number input) const;
  /// Has the class members for some parameters, and has each of them images?
  bool exists(Number input) const;

  void types(const Channel::Notion &notion);
  void plain(const Channel::Notion &notion, Number output);
  void bitsOutside(const Channel::Notion &notion, Number output);
  void bits(const Channel::Notion &notion, Number left, Number right);
  bool isInProducts(const BitChoice &choice, const Meeting &meeting, std::size_t position) const;
  bool isBounded(const BitChoice &choice, const BitChoice &by, const Meeting &meeting) const;

  bool hasValue(const Obligation &obligation) const;

  const Channel &channel;
  /// From which sizes on a polynomial is asked to be positive.
  std::map<Polynomial, std::vector<const LeastSizes *>> positive;
  /// Of the obligations that compare values; what has none is no case.
  std::map<Key, std::vector<const Guard *>> known;
};

Examination::Examination(const Channel &subject, const std::vector<Obligation> &all,
                         std::optional<std::size_t> notion)
    : channel(subject) {
  for (const Obligation &obligation : all)
    if (obligation.guard.topic == Topic::Defined && obligation.goal.isStrict &&
        (!obligation.notion || obligation.notion == notion))
      positive[obligation.goal.polynomial].push_back(&obligation.guard.sizes);
  for (const Obligation &obligation : all)
    if (const Guard &guard = obligation.guard; obligation.notion == notion && hasValue(obligation))
      known[{guard.topic, guard.left, guard.right, guard.output}].push_back(&guard);
}

/// Is each of its divisors asked to be positive at all sizes that it speaks of?
bool Examination::hasValue(const Obligation &obligation) const {
  return std::all_of(obligation.divisors.begin(), obligation.divisors.end(), [&](const Polynomial &divisor) {
    const auto asked = positive.find(divisor);
    return asked != positive.end() &&
           std::any_of(asked->second.begin(), asked->second.end(),
                       [&](const LeastSizes *sizes) { return reaches(*sizes, obligation.guard.sizes); });
  });
}

void Examination::note(bool isSettled, const std::string &way) {
  ++asked;
  if (isSettled)
    return;
  if (missing++ == 0)
    first = way;
}

const std::vector<const Guard *> &Examination::guards(Topic topic, Number left, Number right,
                                                      Number output) const {
  static const std::vector<const Guard *> none;
  const auto found = known.find({topic, left, right, output});
  return found == known.end() ? none : found->second;
}

bool Examination::isSettled(Topic topic, const Meeting &meeting) const {
  const auto &all = guards(topic, meeting.left, meeting.right, meeting.output);
  return std::any_of(all.begin(), all.end(), [&](const Guard *guard) {
    return guard->leftRelation == meeting.leftRelation && guard->rightRelation == meeting.rightRelation &&
           reaches(guard->sizes, meeting.sizes);
  });
}

void Examination::ask(Topic topic, const Meeting &meeting) {
  note(isSettled(topic, meeting), described(meeting));
}

/// "x in S, which y hits; x' in N; y in S"
std::string Examination::described(const Meeting &meeting) const {
  const auto name = [&](Number number) { return channel.classes[number].name; };
  const auto how = [](Relation relation) {
    return std::string(relation == Relation::Hit    ? ", which is y or maps to y"
                       : relation == Relation::Miss ? ", which is not y and does not map to y"
                                                    : "");
  };
  return "x in " + name(meeting.left) + how(meeting.leftRelation) + "; x' in " + name(meeting.right) +
         how(meeting.rightRelation) + "; y in " + name(meeting.output);
}

bool Examination::hasRow(Topic topic, Number input) const {
  const auto &all = guards(topic, input, 0, 0);
  return std::any_of(all.begin(), all.end(), [](const Guard *guard) {
    return std::all_of(guard->sizes.begin(), guard->sizes.end(),
                       [](const auto &size) { return size.second <= 1; });
  });
}

bool Examination::exists(Number input) const {
  return !isTooSmall(channel, input, 1) &&
         std::all_of(channel.outputs.begin(), channel.outputs.end(), [&](Number output) {
           return !isHitBy(channel, input, output) || !encounters(channel, input, output).empty();
         });
}

/// Every entry is a probability, every row a distribution, and untouched bits have one law.
void Examination::table() {
  for (Number input : inputsOf(channel)) {
    for (Number output : channel.outputs)
      for (const Meeting &meeting : encounters(channel, input, output)) {
        ask(Topic::EntryLeast, meeting);
        if (channel.isBitwise)
          ask(Topic::EntryMost, meeting);
      }
    if (!channel.isBitwise && exists(input))
      for (Topic topic : {Topic::RowLeast, Topic::RowMost})
        note(hasRow(topic, input), "the row of x in " + channel.classes[input].name);
  }
  if (!channel.isBitwise)
    return;
  for (Number left : inputsOf(channel))
    for (Number right : inputsOf(channel))
      for (Number output : channel.outputs)
        for (const Meeting &meeting : meetings(channel, left, right, output))
          // Of one class both have the same entry.
          if (left < right && meeting.leftRelation != Relation::Hit &&
              meeting.rightRelation != Relation::Hit) {
            ask(Topic::UntouchedLeast, meeting);
            ask(Topic::UntouchedMost, meeting);
          }
}

void Examination::notion(const Channel::Notion &notion) {
  if (notion.kind == Channel::Notion::Kind::KeepsTypes)
    return types(notion);
  note(!guards(Topic::Budget, 0, 0, 0).empty(), "x = x'");
  for (Number output : channel.outputs)
    channel.isBitwise ? bitsOutside(notion, output) : plain(notion, output);
  for (Number left : inputsOf(channel))
    for (Number right : inputsOf(channel))
      if (channel.isBitwise &&
          (notion.kind != Channel::Notion::Kind::Osldp || isAmong(notion.sensitive, left)))
        bits(notion, left, right);
}

/// A protected y is reached from protected inputs alone; any other one from one, which is not protected.
void Examination::types(const Channel::Notion &notion) {
  for (Number output : channel.outputs) {
    const bool isOutside = !isAmong(notion.guarded, output);
    for (Number left : inputsOf(channel)) {
      if (isOutside == isAmong(notion.sensitive, left))
        for (const Meeting &meeting : encounters(channel, left, output))
          ask(Topic::Silent, meeting);
      for (Number right : inputsOf(channel))
        for (const Meeting &meeting : meetings(channel, left, right, output))
          if (isOutside)
            ask(Topic::Single, meeting);
    }
  }
}

void Examination::plain(const Channel::Notion &notion, Number output) {
  const bool isOutside = notion.kind == Channel::Notion::Kind::Uldp && !isAmong(notion.guarded, output);
  for (Number left : inputsOf(channel)) {
    const bool isSensitive = isAmong(notion.sensitive, left);
    if (isOutside && isSensitive)
      for (const Meeting &meeting : encounters(channel, left, output))
        ask(Topic::Silent, meeting);
    for (Number right : inputsOf(channel))
      for (const Meeting &meeting : meetings(channel, left, right, output))
        if (isOutside)
          ask(Topic::Single, meeting);
        else if (notion.kind != Channel::Notion::Kind::Osldp || isSensitive)
          ask(Topic::Ratio, meeting);
  }
}

/// A bit that is not protected is set for one input at most, which is not sensitive and hits it.
void Examination::bitsOutside(const Channel::Notion &notion, Number output) {
  if (notion.kind != Channel::Notion::Kind::Uldp || isAmong(notion.guarded, output))
    return;
  for (Number left : inputsOf(channel)) {
    for (const Meeting &meeting : encounters(channel, left, output))
      if (isAmong(notion.sensitive, left) || meeting.leftRelation != Relation::Hit)
        ask(Topic::Silent, meeting);
    for (Number right : inputsOf(channel))
      for (const Meeting &meeting : meetings(channel, left, right, output))
        if (meeting.leftRelation == Relation::Hit && meeting.rightRelation == Relation::Hit)
          ask(Topic::Single, meeting);
  }
}

/// Either none of its probabilities is worse than one that is not below 0, or its ratio is not, and what
/// bounds it can happen.
bool Examination::isBounded(const BitChoice &choice, const BitChoice &by, const Meeting &meeting) const {
  const auto holds = [&](Topic topic) {
    const auto &all = guards(topic, meeting.left, meeting.right, meeting.output);
    return std::any_of(all.begin(), all.end(), [&](const Guard *guard) {
      return guard->choices.size() == 2 && guard->choices[0] == choice && guard->choices[1] == by &&
             reaches(guard->sizes, meeting.sizes);
    });
  };
  // Each of its bits is another member. As a probability it is not below 0.
  const bool exists = meeting.sizes.at(meeting.output) >= by.bits.size();
  return (holds(Topic::NoMoreLikely) && holds(Topic::NoLessLikely) &&
          (exists || holds(Topic::NotNegative))) ||
         (holds(Topic::NoMoreTelling) && holds(Topic::Possible));
}

/// Are there products with this choice of the class of \p meeting, and do they all speak of its sizes? Those
/// of the other classes of outputs are seen to there.
bool Examination::isInProducts(const BitChoice &choice, const Meeting &meeting, std::size_t position) const {
  const unsigned inputs = meeting.left == meeting.right ? 2 : 1;
  const auto isSmall = [&](const auto &size) {
    const auto &[number, least] = size;
    if (number == meeting.output)
      return reaches({size}, meeting.sizes);
    return channel.classes[number].isOutput ||
           ((number == meeting.left || number == meeting.right) && least <= inputs);
  };
  bool isThere = false;
  for (const Guard *product : guards(Topic::BitRatio, meeting.left, meeting.right, 0))
    if (product->choices.size() > position && product->choices[position] == choice) {
      isThere = true;
      if (!std::all_of(product->sizes.begin(), product->sizes.end(), isSmall))
        return false;
    }
  return isThere;
}

/// What x and x' touch in the class of \p meeting, with all values that are asked about.
std::set<BitChoice> touched(const Channel &channel, const Channel::Notion &notion, const Meeting &meeting) {
  const bool isLeft = isHitBy(channel, meeting.left, meeting.output);
  const bool isRight = isHitBy(channel, meeting.right, meeting.output);
  std::vector<TouchedBit> bits;
  if (meeting.isHitTogether)
    bits.push_back({Relation::Hit, Relation::Hit, false});
  if (isLeft && !meeting.isHitTogether)
    bits.push_back({Relation::Hit, isRight ? Relation::Miss : Relation::None, false});
  if (isRight && !meeting.isHitTogether)
    bits.push_back({isLeft ? Relation::Miss : Relation::None, Relation::Hit, false});
  std::set<BitChoice> choices{{meeting.output, bits}};
  const bool mayBeSet = notion.kind != Channel::Notion::Kind::Uldp || isAmong(notion.guarded, meeting.output);
  for (std::size_t i = 0; i < bits.size() && mayBeSet; ++i)
    for (BitChoice choice : std::set<BitChoice>(choices)) {
      choice.bits[i].isSet = true;
      choices.insert(std::move(choice));
    }
  return choices;
}

/// Of all products for a pair of classes: is every choice of each class of outputs in them, or bounded by one
/// that is? And are all combinations of those there?
void Examination::bits(const Channel::Notion &notion, Number left, Number right) {
  // Two inputs of these classes, and what they are mapped to, have to exist.
  const bool exists = !isTooSmall(channel, left, left == right ? 2 : 1) && !isTooSmall(channel, right, 1) &&
                      std::all_of(channel.outputs.begin(), channel.outputs.end(), [&](Number output) {
                        const bool isHit = isHitBy(channel, left, output) || isHitBy(channel, right, output);
                        return !isHit || !meetings(channel, left, right, output).empty();
                      });
  if (!exists)
    return;
  std::set<std::vector<BitChoice>> combinations;
  for (const Guard *product : guards(Topic::BitRatio, left, right, 0))
    if (product->choices.size() == channel.outputs.size())
      combinations.insert(product->choices);
  std::size_t expected = 1;
  for (std::size_t i = 0; i < channel.outputs.size(); ++i) {
    std::set<BitChoice> greater;
    for (const std::vector<BitChoice> &choices : combinations)
      greater.insert(choices[i]);
    // More than there are is wrong anyway.
    expected = std::min(expected * greater.size(), combinations.size() + 1);
    for (const Meeting &meeting : meetings(channel, left, right, channel.outputs[i])) {
      const bool isTouched = meeting.leftRelation == Relation::Hit || meeting.rightRelation == Relation::Hit;
      if (!isTouched && (isHitBy(channel, left, meeting.output) || isHitBy(channel, right, meeting.output)))
        continue;
      for (const BitChoice &choice : touched(channel, notion, meeting))
        note(std::any_of(greater.begin(), greater.end(),
                         [&](const BitChoice &by) {
                           return (by == choice || isBounded(choice, by, meeting)) &&
                                  isInProducts(by, meeting, i);
                         }),
             described(meeting));
    }
  }
  note(!combinations.empty() && expected == combinations.size(),
       "x in " + channel.classes[left].name + ", x' in " + channel.classes[right].name + ", and all bits");
}

Obligation obligationOf(const Examination &found, const Algebra &algebra, std::optional<std::size_t> notion) {
  const Channel &channel = algebra.subject();
  const std::string name =
      "cases." + (notion ? "notion" + std::to_string(*notion + 1) : std::string("table"));
  std::string text = "the cases below are all: each of " + std::to_string(found.asked) +
                     (notion ? " ways in which x, x' and the output can meet is one of them"
                             : " ways in which x and the output can meet is one of them");
  if (found.missing > 0)
    text += "; " + std::to_string(found.missing) + " are not, the first is " + found.first;
  const Rational missing(static_cast<unsigned long>(found.missing));
  return {name,
          std::move(text),
          {},
          {algebra.constant(-missing).numerator, false},
          notion ? channel.notions[*notion].range : channel.nameRange,
          notion,
          {.topic = Topic::Coverage}};
}

} // namespace

std::vector<Obligation> coverage(const Algebra &algebra, const std::vector<Obligation> &all) {
  const Channel &channel = algebra.subject();
  std::vector<Obligation> made;
  Examination table(channel, all, std::nullopt);
  table.table();
  made.push_back(obligationOf(table, algebra, std::nullopt));
  for (std::size_t i = 0; i < channel.notions.size(); ++i) {
    Examination examination(channel, all, i);
    examination.notion(channel.notions[i]);
    made.push_back(obligationOf(examination, algebra, i));
  }
  return made;
}

} // namespace plumb::channel
