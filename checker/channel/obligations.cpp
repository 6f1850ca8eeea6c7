// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/obligations.h"

#include "checker/channel/obligation_maker.h"

#include <algorithm>

namespace plumb::channel {

using ir::Channel;
using ir::Relation;

/// Each costs a certificate; more would take minutes.
static constexpr std::size_t mostObligations = 50000;

std::string ObligationMaker::cellName(const Cell &cell) const {
  const std::string relation = word(cell.relation);
  return className(cell.input) + (relation.empty() ? "" : "." + relation);
}

/// "x in S, y = x"
std::string ObligationMaker::described(const Cell &cell, Number output, const char *prime) const {
  std::string text = std::string("x") + prime + " in " + className(cell.input);
  if (cell.relation == Relation::None)
    return text;
  const auto map = ir::mapBetween(channel, cell.input, output);
  const std::string image =
      (map ? channel.maps[*map].name + "(x" : std::string("x")) + prime + (map ? ")" : "");
  return text + ", " + outputName() + (cell.relation == Relation::Hit ? " = " : " != ") + image;
}

ObligationMaker::Entry ObligationMaker::entry(const Cell &cell, Number output) {
  const Channel::Rule *rule = ir::ruleFor(channel, cell.input, output, cell.relation);
  if (!rule)
    return {algebra.constant(0), channel.nameRange};
  return {algebra.number(*rule->entry), rule->range};
}

std::optional<std::vector<Fact>> ObligationMaker::factsFor(const LeastSizes &sizes) const {
  std::vector<Fact> facts = algebra.facts();
  for (const auto &[number, least] : sizes) {
    if (isTooSmall(channel, number, least))
      return std::nullopt;
    const Polynomial surplus = algebra.sizeOf(number) - algebra.constant(least).numerator;
    if (surplus.degree() > 0)
      facts.push_back({surplus, false});
  }
  return facts;
}

std::string ObligationMaker::unusedName(const std::string &stem) {
  std::string name = stem;
  for (unsigned i = 2; !names.insert(name).second; ++i)
    name = stem + ".again" + std::to_string(i);
  return name;
}

void ObligationMaker::add(const std::string &name, std::string text, Guard guard, const Fraction &greater,
                          const Fraction &lesser, SourceRange range, bool isStrict) {
  auto facts = factsFor(guard.sizes);
  if (!facts)
    return;
  if (made.size() >= mostObligations)
    throw TooLarge("x, x' and " + outputName() + " meet in more than " + std::to_string(mostObligations) +
                   " ways, each of which is an inequality to be proved; merge classes whose members are " +
                   "treated alike, as in `S[3]`");
  std::set<Polynomial> divisors = greater.divisors;
  divisors.insert(lesser.divisors.begin(), lesser.divisors.end());
  made.push_back({unusedName(prefix + name),
                  std::move(text),
                  std::move(*facts),
                  {greater.signOfDifference(lesser), isStrict},
                  range,
                  current,
                  std::move(guard),
                  std::move(divisors)});
}

void ObligationMaker::addDefined(const std::string &name, const std::string &text, const LeastSizes &sizes,
                                 const Fraction &value, SourceRange range) {
  unsigned count = 0;
  for (const Polynomial &divisor : value.divisors)
    add(name + ".defined" + (count++ == 0 ? "" : "." + std::to_string(count)),
        "divisors are positive for " + text, {.sizes = sizes}, Fraction::of(divisor), algebra.constant(0),
        range,
        /*isStrict=*/true);
}

void ObligationMaker::entries(Number input, Number output) {
  for (Relation relation : relationsBetween(channel, input, output)) {
    const Cell cell{input, relation};
    const auto [value, range] = entry(cell, output);
    const auto guard = [&](Topic topic) {
      return Guard{topic, input, input, output, relation, Relation::None, {}, sizesFor(cell, output)};
    };
    std::string where = described(cell, output, "");
    if (relation == Relation::None)
      where += ", " + outputName() + " in " + className(output);
    const std::string name = "entry." + cellName(cell) + "." + className(output);
    addDefined(name, where, sizesFor(cell, output), value, range);
    add(name + ".least", "the entry for " + where + " is at least 0", guard(Topic::EntryLeast), value,
        algebra.constant(0), range);
    if (channel.isBitwise)
      add(name + ".most", "the entry for " + where + " is at most 1", guard(Topic::EntryMost),
          algebra.constant(1), value, range);
  }
}

/// Of class A, with y = x once and y != x for the |A| - 1 others; likewise y = f(x) for a map.
void ObligationMaker::row(Number input) {
  Fraction sum = algebra.constant(0);
  LeastSizes sizes{{input, 1u}};
  for (Number output : channel.outputs) {
    Fraction members = Fraction::of(algebra.sizeOf(output));
    for (Relation relation : relationsBetween(channel, input, output)) {
      const Fraction value = entry({input, relation}, output).value;
      const Fraction one = algebra.constant(1);
      if (relation == Relation::Hit) {
        sum = sum + value;
        sizes[output] = 1;
      } else {
        sum = sum + value * (relation == Relation::Miss ? members - one : members);
      }
    }
  }
  // Also of entries for no member at all, such as 1 / n for n = 0: n * (1 / n) is not 1 there.
  addDefined("row." + className(input), "the row of x in " + className(input), sizes, sum, channel.nameRange);
  const std::string name = "row." + className(input), text = "of the row of x in " + className(input);
  add(name + ".least", "the entries " + text + " sum to 1, and to no less",
      {.topic = Topic::RowLeast, .left = input, .sizes = sizes}, sum, algebra.constant(1), channel.nameRange);
  add(name + ".most", "the entries " + text + " sum to 1, and to no more",
      {.topic = Topic::RowMost, .left = input, .sizes = sizes}, algebra.constant(1), sum, channel.nameRange);
}

void ObligationMaker::table() {
  for (Number input : inputsOf(channel)) {
    for (Number output : channel.outputs)
      entries(input, output);
    if (!channel.isBitwise)
      row(input);
  }
  if (channel.isBitwise)
    untouchedBits();
}

bool ObligationMaker::isSensitive(const Notion &notion, Number input) {
  return std::binary_search(notion.sensitive.begin(), notion.sensitive.end(), input);
}

bool ObligationMaker::isGuarded(const Notion &notion, Number output) const {
  return (notion.kind != Notion::Kind::Uldp && notion.kind != Notion::Kind::KeepsTypes) ||
         std::binary_search(notion.guarded.begin(), notion.guarded.end(), output);
}

/// Is Q(y|x) bounded for x of this class? In OSLDP only for sensitive ones.
bool ObligationMaker::compares(const Notion &notion, Number left) const {
  return notion.kind != Notion::Kind::Osldp || isSensitive(notion, left);
}

static Guard guardOf(Topic topic, const PairCase &pair, std::size_t output) {
  return {topic, pair.left.input, pair.right.input, output, pair.left.relation, pair.right.relation,
          {},    pair.sizes};
}

void ObligationMaker::ratios(const Notion &notion, Number output) {
  for (const PairCase &pair : pairCases(channel, output)) {
    if (!compares(notion, pair.left.input))
      continue;
    const Entry left = entry(pair.left, output), right = entry(pair.right, output);
    add("ratio." + className(output) + "." + cellName(pair.left) + "." + cellName(pair.right),
        "Q(y|x) <= e^budget Q(y|x') for y in " + className(output) + "; " + described(pair.left, output, "") +
            "; " + described(pair.right, output, "'"),
        guardOf(Topic::Ratio, pair, output), *bound * right.value, left.value, left.range);
  }
}

void ObligationMaker::silent(const Cell &cell, Number output, const std::string &name,
                             const std::string &text) {
  const Entry reached = entry(cell, output);
  add(name + cellName(cell) + "." + className(output), text,
      {Topic::Silent,
       cell.input,
       cell.input,
       output,
       cell.relation,
       Relation::None,
       {},
       sizesFor(cell, output)},
      algebra.constant(0), reached.value, reached.range);
}

void ObligationMaker::single(const PairCase &pair, Number output, const std::string &text) {
  const Entry left = entry(pair.left, output), right = entry(pair.right, output);
  add("invertible." + className(output) + "." + cellName(pair.left) + "." + cellName(pair.right),
      "at most one input " + text + " in " + className(output) + "; " + described(pair.left, output, "") +
          "; " + described(pair.right, output, "'"),
      guardOf(Topic::Single, pair, output), algebra.constant(0), left.value * right.value, left.range);
}

/// At most one x reaches y, and it is not sensitive.
void ObligationMaker::invertible(const Notion &notion, Number output) {
  for (Number input : inputsOf(channel))
    for (Relation relation : relationsBetween(channel, input, output))
      if (isSensitive(notion, input))
        silent({input, relation}, output, "sensitive.",
               "no sensitive input reaches y in " + className(output) + "; " +
                   described({input, relation}, output, ""));
  for (const PairCase &pair : pairCases(channel, output))
    single(pair, output, "reaches y");
}

/// No input reaches y that is not protected itself.
void ObligationMaker::protectedAlone(const Notion &notion, Number output) {
  for (Number input : inputsOf(channel))
    for (Relation relation : relationsBetween(channel, input, output))
      if (!isSensitive(notion, input))
        silent({input, relation}, output, "protected.",
               "only protected inputs reach y in " + className(output) + "; " +
                   described({input, relation}, output, ""));
}

/// A 1 among the bits of \p output tells the input: only a hit sets such a bit, and one single input hits it.
void ObligationMaker::bitsInvertible(const Notion &notion, Number output) {
  for (Number input : inputsOf(channel))
    for (Relation relation : relationsBetween(channel, input, output))
      if (relation != Relation::Hit || isSensitive(notion, input))
        silent({input, relation}, output, "invertible.",
               "no bit j in " + className(output) + " is set for " +
                   described({input, relation}, output, ""));
  for (const PairCase &pair : pairCases(channel, output))
    if (pair.left.relation == Relation::Hit && pair.right.relation == Relation::Hit)
      single(pair, output, "sets a bit j");
}

void ObligationMaker::notion(std::size_t number) {
  const Notion &notion = channel.notions[number];
  current = number;
  prefix = std::string(notion.kind == Notion::Kind::Ldp     ? "ldp."
                       : notion.kind == Notion::Kind::Uldp  ? "uldp."
                       : notion.kind == Notion::Kind::Osldp ? "osldp."
                                                            : "types.") +
           (number == 0 ? "" : std::to_string(number + 1) + ".");
  if (notion.kind == Notion::Kind::KeepsTypes) {
    for (Number output : channel.outputs)
      isGuarded(notion, output) ? protectedAlone(notion, output) : invertible(notion, output);
    return;
  }
  bound = algebra.exponential(*notion.budget);
  addDefined("budget", "the budget", {}, *bound, notion.range);
  // For x = x' the notion says 1 <= e^budget.
  add("budget.least", "the budget is at least 0", {.topic = Topic::Budget}, *bound, algebra.constant(1),
      notion.range);
  if (channel.isBitwise)
    bitRatios(notion);
  for (Number output : channel.outputs) {
    if (!channel.isBitwise && isGuarded(notion, output))
      ratios(notion, output);
    else if (!isGuarded(notion, output))
      channel.isBitwise ? bitsInvertible(notion, output) : invertible(notion, output);
  }
}

std::vector<Obligation> obligations(Algebra &algebra, const Guess &guess) {
  ObligationMaker maker(algebra, guess);
  maker.table();
  for (std::size_t i = 0; i < algebra.subject().notions.size(); ++i)
    maker.notion(i);
  return std::move(maker.made);
}

} // namespace plumb::channel
