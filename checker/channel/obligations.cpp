// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/obligations.h"

#include "checker/channel/cases.h"

#include <algorithm>
#include <set>

namespace plumb::channel {

namespace {

using ir::Channel;
using ir::Relation;

/// Makes the obligations of one channel, in the order of their names' first words.
class Maker {
public:
  explicit Maker(Algebra &translation) : algebra(translation), channel(translation.subject()) {}

  void table();
  void notion(std::size_t number);

  std::vector<Obligation> made;

private:
  using Number = std::size_t;

  /// The entry, and where it stands in the program.
  struct Entry {
    Fraction value;
    SourceRange range;
  };
  Entry entry(const Cell &cell, Number output);

  void add(std::string name, std::string text, const LeastSizes &sizes, Fact goal, SourceRange range);
  void addDefined(const std::string &name, const std::string &text, const LeastSizes &sizes,
                  const Fraction &value, SourceRange range);
  void entries(Number input, Number output);
  void row(Number input);
  void untouchedBits();

  void ratios(const Channel::Notion &notion, Number output);
  void invertible(const Channel::Notion &notion, Number output);
  void bitRatios(const Channel::Notion &notion);
  void bitRatios(const Channel::Notion &notion, Number left, Number right);
  void bitsInvertible(const Channel::Notion &notion, Number output);
  bool isGuarded(const Channel::Notion &notion, Number output) const;
  static bool isSensitive(const Channel::Notion &notion, Number input);
  bool compares(const Channel::Notion &notion, Number left) const;
  Fraction probabilityOf(const Cell &cell, Number output, bool bit);

  std::string className(Number number) const { return channel.classes[number].name; }
  std::string cellName(const Cell &cell) const;
  std::string described(const Cell &cell, Number output, const char *prime) const;
  std::string outputName() const { return channel.isBitwise ? "j" : "y"; }

  Algebra &algebra;
  const Channel &channel;
  std::optional<std::size_t> current;
  /// e^budget of the current notion.
  std::optional<Fraction> bound;
};

std::string Maker::cellName(const Cell &cell) const {
  const std::string relation = word(cell.relation);
  return className(cell.input) + (relation.empty() ? "" : "." + relation);
}

/// "x in S, y = x"
std::string Maker::described(const Cell &cell, Number output, const char *prime) const {
  std::string text = std::string("x") + prime + " in " + className(cell.input);
  if (cell.relation == Relation::None)
    return text;
  const auto map = ir::mapBetween(channel, cell.input, output);
  const std::string image =
      (map ? channel.maps[*map].name + "(x" : std::string("x")) + prime + (map ? ")" : "");
  return text + ", " + outputName() + (cell.relation == Relation::Hit ? " = " : " != ") + image;
}

Maker::Entry Maker::entry(const Cell &cell, Number output) {
  const Channel::Rule *rule = ir::ruleFor(channel, cell.input, output, cell.relation);
  if (!rule)
    return {algebra.constant(0), channel.nameRange};
  return {algebra.number(*rule->entry), rule->range};
}

void Maker::add(std::string name, std::string text, const LeastSizes &sizes, Fact goal, SourceRange range) {
  Obligation obligation{std::move(name), std::move(text), algebra.facts(), std::move(goal), range, current};
  for (const auto &[number, least] : sizes) {
    const Polynomial size = algebra.sizeOf(number);
    const Polynomial surplus = size - algebra.constant(least).numerator;
    // A fixed size: either the fact is idle, or the case does not exist.
    if (size == Polynomial::constant(size.variableCount(), size.constantTerm())) {
      if (size.constantTerm() < least)
        return;
      continue;
    }
    obligation.facts.push_back({surplus, false});
  }
  const std::string stem = obligation.name;
  const auto isTaken = [&](const Obligation &other) { return other.name == obligation.name; };
  for (unsigned i = 2; std::any_of(made.begin(), made.end(), isTaken); ++i)
    obligation.name = stem + ".again" + std::to_string(i);
  made.push_back(std::move(obligation));
}

void Maker::addDefined(const std::string &name, const std::string &text, const LeastSizes &sizes,
                       const Fraction &value, SourceRange range) {
  unsigned count = 0;
  for (const Polynomial &divisor : value.divisors)
    add(name + ".defined" + (count++ == 0 ? "" : "." + std::to_string(count)),
        "divisors are positive for " + text, sizes, {divisor, true}, range);
}

void Maker::entries(Number input, Number output) {
  for (Relation relation : relationsBetween(channel, input, output)) {
    const Cell cell{input, relation};
    const auto [value, range] = entry(cell, output);
    const LeastSizes sizes = sizesFor(cell, output);
    std::string where = described(cell, output, "");
    if (relation == Relation::None)
      where += ", " + outputName() + " in " + className(output);
    const std::string name = "entry." + cellName(cell) + "." + className(output);
    addDefined(name, where, sizes, value, range);
    add(name + ".least", "the entry for " + where + " is at least 0", sizes,
        {value.signOfDifference(algebra.constant(0)), false}, range);
    if (channel.isBitwise)
      add(name + ".most", "the entry for " + where + " is at most 1", sizes,
          {algebra.constant(1).signOfDifference(value), false}, range);
  }
}

/// Of class A, with y = x once and y != x for the |A| - 1 others; likewise y = f(x) for a map.
void Maker::row(Number input) {
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
  add(name + ".least", "the entries " + text + " sum to 1, and to no less", sizes,
      {sum.signOfDifference(algebra.constant(1)), false}, channel.nameRange);
  add(name + ".most", "the entries " + text + " sum to 1, and to no more", sizes,
      {algebra.constant(1).signOfDifference(sum), false}, channel.nameRange);
}

/// A bit j that neither x nor x' hits has the same law for both, so that two inputs differ only in the bits
/// that one of them hits. Proved for the table at hand: a rule may well ask for the class of x.
void Maker::untouchedBits() {
  const std::vector<Number> inputs = inputsOf(channel);
  const auto untouched = [&](Number input, Number output) {
    const Relation relation = relationsBetween(channel, input, output).back();
    return Cell{input, relation};
  };
  for (Number output : channel.outputs)
    for (std::size_t i = 0; i < inputs.size(); ++i)
      for (std::size_t k = 2 * (i + 1); k < 2 * inputs.size(); ++k) {
        const bool isLeast = k % 2 == 0;
        const Cell first = untouched(inputs[i], output), other = untouched(inputs[k / 2], output);
        Entry left = entry(isLeast ? first : other, output), right = entry(isLeast ? other : first, output);
        LeastSizes sizes = sizesFor(first, output);
        for (const auto &[number, least] : sizesFor(other, output))
          sizes[number] = std::max(sizes[number], least);
        add("untouched." + className(output) + "." + className(inputs[i]) + "." + className(inputs[k / 2]) +
                (isLeast ? ".least" : ".most"),
            "bits of " + className(output) + " that neither input hits have one law for x in " +
                className(inputs[i]) + " and for x in " + className(inputs[k / 2]),
            sizes, {left.value.signOfDifference(right.value), false}, right.range);
      }
}

void Maker::table() {
  for (Number input : inputsOf(channel)) {
    for (Number output : channel.outputs)
      entries(input, output);
    if (!channel.isBitwise)
      row(input);
  }
  if (channel.isBitwise)
    untouchedBits();
}

bool Maker::isSensitive(const Channel::Notion &notion, Number input) {
  return std::binary_search(notion.sensitive.begin(), notion.sensitive.end(), input);
}

bool Maker::isGuarded(const Channel::Notion &notion, Number output) const {
  return notion.kind != Channel::Notion::Kind::Uldp ||
         std::binary_search(notion.guarded.begin(), notion.guarded.end(), output);
}

/// Is Q(y|x) bounded for x of this class? In OSLDP only for sensitive ones.
bool Maker::compares(const Channel::Notion &notion, Number left) const {
  return notion.kind != Channel::Notion::Kind::Osldp || isSensitive(notion, left);
}

void Maker::ratios(const Channel::Notion &notion, Number output) {
  for (const PairCase &pair : pairCases(channel, output)) {
    if (!compares(notion, pair.left.input))
      continue;
    const Entry left = entry(pair.left, output), right = entry(pair.right, output);
    add("ratio." + className(output) + "." + cellName(pair.left) + "." + cellName(pair.right),
        "Q(y|x) <= e^budget Q(y|x') for y in " + className(output) + "; " + described(pair.left, output, "") +
            "; " + described(pair.right, output, "'"),
        pair.sizes, {(*bound * right.value).signOfDifference(left.value), false}, left.range);
  }
}

/// At most one x reaches y, and it is not sensitive.
void Maker::invertible(const Channel::Notion &notion, Number output) {
  for (Number input : inputsOf(channel))
    for (Relation relation : relationsBetween(channel, input, output)) {
      const Cell cell{input, relation};
      const Entry reached = entry(cell, output);
      if (isSensitive(notion, input))
        add("sensitive." + cellName(cell) + "." + className(output),
            "no sensitive input reaches y in " + className(output) + "; " + described(cell, output, ""),
            sizesFor(cell, output), {algebra.constant(0).signOfDifference(reached.value), false},
            reached.range);
    }
  for (const PairCase &pair : pairCases(channel, output)) {
    const Entry left = entry(pair.left, output), right = entry(pair.right, output);
    add("invertible." + className(output) + "." + cellName(pair.left) + "." + cellName(pair.right),
        "at most one input reaches y in " + className(output) + "; " + described(pair.left, output, "") +
            "; " + described(pair.right, output, "'"),
        pair.sizes, {algebra.constant(0).signOfDifference(left.value * right.value), false}, left.range);
  }
}

Fraction Maker::probabilityOf(const Cell &cell, Number output, bool bit) {
  const Fraction one = entry(cell, output).value;
  return bit ? one : algebra.constant(1) - one;
}

void Maker::bitRatios(const Channel::Notion &notion) {
  for (Number left : inputsOf(channel))
    for (Number right : inputsOf(channel))
      if (compares(notion, left))
        bitRatios(notion, left, right);
}

/// One bit that x or x' hits, or both.
struct TouchedBit {
  std::size_t output;
  Relation left, right;
};

/// Of x in class \p left and a different x' in class \p right: the sets of bits that they touch. Images of
/// both in one class may be the same bit or two.
static std::vector<std::vector<TouchedBit>> touchedBits(const Channel &channel, std::size_t left,
                                                        std::size_t right) {
  std::vector<std::vector<TouchedBit>> sets{{}};
  for (std::size_t output : channel.outputs) {
    const Relation a = relationsBetween(channel, left, output).front();
    const Relation b = relationsBetween(channel, right, output).front();
    const bool hitsA = a == Relation::Hit, hitsB = b == Relation::Hit;
    const Relation missA = hitsA ? Relation::Miss : Relation::None;
    const Relation missB = hitsB ? Relation::Miss : Relation::None;
    std::vector<std::vector<TouchedBit>> ways;
    std::vector<TouchedBit> apart;
    if (hitsA)
      apart.push_back({output, a, missB});
    if (hitsB)
      apart.push_back({output, missA, b});
    ways.push_back(apart);
    const bool isIdentity = left == output && right == output;
    if (hitsA && hitsB && !isIdentity)
      ways.push_back({{output, a, b}});
    std::vector<std::vector<TouchedBit>> next;
    for (const auto &set : sets)
      for (const auto &way : ways) {
        next.push_back(set);
        next.back().insert(next.back().end(), way.begin(), way.end());
      }
    sets = std::move(next);
  }
  return sets;
}

/// All other bits have one law for both inputs (see untouchedBits()): the same factor on both sides.
void Maker::bitRatios(const Channel::Notion &notion, Number left, Number right) {
  unsigned way = 0;
  for (const std::vector<TouchedBit> &bits : touchedBits(channel, left, right)) {
    ++way;
    LeastSizes sizes{{left, left == right ? 2u : 1u}};
    if (left != right)
      sizes[right] = 1;
    for (const TouchedBit &bit : bits)
      sizes[bit.output] =
          std::max(sizes[bit.output], bit.left == Relation::Miss || bit.right == Relation::Miss ? 2u : 1u);
    for (unsigned values = 0; values < 1u << bits.size(); ++values) {
      Fraction a = algebra.constant(1), b = algebra.constant(1);
      std::string text, name;
      bool isConcerned = true;
      for (std::size_t i = 0; i < bits.size(); ++i) {
        const bool value = (values >> i & 1u) != 0;
        isConcerned = isConcerned && (!value || isGuarded(notion, bits[i].output));
        a = a * probabilityOf({left, bits[i].left}, bits[i].output, value);
        b = b * probabilityOf({right, bits[i].right}, bits[i].output, value);
        const char *hitter = bits[i].left != Relation::Hit    ? "x'"
                             : bits[i].right != Relation::Hit ? "x"
                                                              : "x and x'";
        text += "; the bit of " + className(bits[i].output) + " that " + hitter + " hits is " +
                (value ? "1" : "0");
        name += value ? "1" : "0";
      }
      if (!isConcerned)
        continue;
      add("ratio." + className(left) + "." + className(right) + (way == 1 ? "" : "." + std::to_string(way)) +
              (name.empty() ? "" : "." + name),
          "Q(y|x) <= e^budget Q(y|x') for x in " + className(left) + ", x' in " + className(right) + text,
          sizes, {(*bound * b).signOfDifference(a), false}, notion.range);
    }
  }
}

/// A 1 among the bits of \p output tells the input: only a hit sets such a bit, and one single input hits it.
void Maker::bitsInvertible(const Channel::Notion &notion, Number output) {
  for (Number input : inputsOf(channel))
    for (Relation relation : relationsBetween(channel, input, output)) {
      if (relation == Relation::Hit && !isSensitive(notion, input))
        continue;
      const Cell cell{input, relation};
      const Entry reached = entry(cell, output);
      add("invertible." + cellName(cell) + "." + className(output),
          "no bit j in " + className(output) + " is set for " + described(cell, output, ""),
          sizesFor(cell, output), {algebra.constant(0).signOfDifference(reached.value), false},
          reached.range);
    }
  for (const PairCase &pair : pairCases(channel, output)) {
    if (pair.left.relation != Relation::Hit || pair.right.relation != Relation::Hit)
      continue;
    const Entry left = entry(pair.left, output), right = entry(pair.right, output);
    add("invertible." + className(output) + "." + cellName(pair.left) + "." + cellName(pair.right),
        "at most one input sets a bit j in " + className(output) + "; " + described(pair.left, output, "") +
            "; " + described(pair.right, output, "'"),
        pair.sizes, {algebra.constant(0).signOfDifference(left.value * right.value), false}, left.range);
  }
}

void Maker::notion(std::size_t number) {
  const Channel::Notion &notion = channel.notions[number];
  current = number;
  bound = algebra.exponential(*notion.budget);
  const std::size_t before = made.size();
  addDefined("budget", "the budget", {}, *bound, notion.range);
  // For x = x' the notion says 1 <= e^budget.
  add("budget.least", "the budget is at least 0", {}, {bound->signOfDifference(algebra.constant(1)), false},
      notion.range);
  if (channel.isBitwise)
    bitRatios(notion);
  for (Number output : channel.outputs) {
    if (!channel.isBitwise && isGuarded(notion, output))
      ratios(notion, output);
    else if (!isGuarded(notion, output))
      channel.isBitwise ? bitsInvertible(notion, output) : invertible(notion, output);
  }
  const std::string prefix = notion.kind == Channel::Notion::Kind::Ldp    ? "ldp."
                             : notion.kind == Channel::Notion::Kind::Uldp ? "uldp."
                                                                          : "osldp.";
  for (std::size_t i = before; i < made.size(); ++i)
    made[i].name = prefix + (number == 0 ? "" : std::to_string(number + 1) + ".") + made[i].name;
}

} // namespace

std::vector<Obligation> obligations(Algebra &algebra) {
  Maker maker(algebra);
  maker.table();
  for (std::size_t i = 0; i < algebra.subject().notions.size(); ++i)
    maker.notion(i);
  return std::move(maker.made);
}

} // namespace plumb::channel
