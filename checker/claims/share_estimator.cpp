// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/share_estimator.h"

#include "checker/channel/algebra.h"

#include <algorithm>
#include <set>

namespace plumb::claims {

using channel::Algebra;
using channel::FiniteTable;
using channel::Fraction;
using ir::Channel;
using ir::Relation;
using runtime::Error;
using runtime::Expected;
using runtime::otp::Interval;

namespace {

/// Is there an output of that class which inputs of this one are asked about apart?
bool isOwner(const Channel &channel, std::size_t input, std::size_t output) {
  return input == output || ir::mapBetween(channel, input, output).has_value();
}

/// The reports of one class of outputs.
struct Mark {
  /// Null: 0.
  const ir::ChannelTerm *own = nullptr, *other = nullptr;
};

/// Finds the owners of outputs, among the classes that have members.
class Marks {
public:
  explicit Marks(const ChannelValues &numbers)
      : values(numbers), channel(numbers.channel()), algebra(numbers.channel()) {}

  Expected<ShareEstimator> estimator();

private:
  /// An entry that both take; false if they are different somewhere.
  bool agree(std::optional<const ir::ChannelTerm *> &common, std::size_t input, std::size_t output,
             Relation relation);
  Fraction fraction(const ir::ChannelTerm *entry) {
    return entry ? algebra.number(*entry) : algebra.constant(0);
  }
  /// Nothing: some owners, or some others, send it with different probabilities. Own and other are the same
  /// if it has no owner, or nobody else.
  std::optional<Mark> markOf(std::size_t output);
  Expected<Interval> number(const ir::ChannelTerm *entry) const;

  const ChannelValues &values;
  const Channel &channel;
  Algebra algebra;
};

} // namespace

bool Marks::agree(std::optional<const ir::ChannelTerm *> &common, std::size_t input, std::size_t output,
                  Relation relation) {
  const Channel::Rule *rule = ir::ruleFor(channel, input, output, relation);
  const ir::ChannelTerm *entry = rule ? rule->entry.get() : nullptr;
  if (!common)
    common = entry;
  return fraction(*common).signOfDifference(fraction(entry)).isZero();
}

std::optional<Mark> Marks::markOf(std::size_t output) {
  std::optional<const ir::ChannelTerm *> own, other;
  bool isOne = true;
  for (std::size_t input = 0; input < channel.classes.size() && isOne; ++input) {
    if (!channel.classes[input].isInput || values.sizeOf(input) == 0)
      continue;
    const bool owns = isOwner(channel, input, output);
    if (owns)
      isOne &= agree(own, input, output, Relation::Hit);
    if (!owns || values.sizeOf(output) > 1)
      isOne &= agree(other, input, output, owns ? Relation::Miss : Relation::None);
  }
  if (!isOne)
    return std::nullopt;
  return Mark{own ? *own : other.value_or(nullptr), other ? *other : own.value_or(nullptr)};
}

Expected<Interval> Marks::number(const ir::ChannelTerm *entry) const {
  if (!entry)
    return Interval(0);
  const auto value = values.value(*entry);
  if (!value)
    return Error{"it cannot be told that `" + ir::print(channel, *entry) + "` has a value"};
  return value->ends;
}

Expected<ShareEstimator> Marks::estimator() {
  ShareEstimator found;
  std::vector<Interval> constants, slopes;
  std::vector<unsigned> owned(channel.classes.size());
  for (std::size_t output : channel.outputs) {
    if (values.sizeOf(output) == 0)
      continue;
    const std::string &name = channel.classes[output].name;
    const auto mark = markOf(output);
    if (!mark)
      return Error{"no estimate is known: reports in `" + name +
                   "` do not come with one probability from their owners and one from all others"};
    const bool isReached =
        !fraction(mark->own).numerator.isZero() || !fraction(mark->other).numerator.isZero();
    if (!isReached)
      continue;
    bool hasOwner = false;
    for (std::size_t input = 0; input < channel.classes.size(); ++input)
      if (channel.classes[input].isInput && values.sizeOf(input) != 0 && isOwner(channel, input, output)) {
        hasOwner = true;
        ++owned[input];
      }
    if (!hasOwner)
      return Error{"no estimate is known: reports in `" + name + "` belong to no value"};
    const auto own = number(mark->own), other = number(mark->other);
    if (!own || !other)
      return (own ? other : own).error();
    const Interval difference = *own - *other;
    if (!difference.above(0) && !difference.below(0))
      return Error{"reports in `" + name +
                   "` tell nothing of who sent them at these values, or it cannot be "
                   "told that they do: no loss is known to be finite"};
    found.classes.push_back({name, values.sizeOf(output)});
    // With m = other + difference p for the share of such reports: m (1 - m) / difference^2.
    constants.push_back(*other * (Interval(1) - *other) / (difference * difference));
    slopes.push_back((Interval(1) - Interval(2) * *other) / difference);
  }
  for (std::size_t input = 0; input < channel.classes.size(); ++input)
    if (channel.classes[input].isInput && values.sizeOf(input) != 0 && owned[input] != 1)
      return Error{"no estimate is known: `" + channel.classes[input].name + "` has reports of its own in " +
                   std::to_string(owned[input]) + " classes"};
  for (std::size_t i = 0; i < found.classes.size(); ++i) {
    found.squares.push_back(constants);
    found.squares[i][i] = constants[i] + slopes[i] / intervalOf(found.classes[i].members);
  }
  return found;
}

Expected<ShareEstimator> estimatorOf(const ChannelValues &values) {
  Rational inputs = 0;
  for (std::size_t i = 0; i < values.channel().classes.size(); ++i)
    if (values.channel().classes[i].isInput)
      inputs += values.sizeOf(i);
  if (inputs < 2)
    return Error{"there are no two values at these sizes"};
  try {
    return Marks(values).estimator();
  } catch (const channel::Unsupported &unsupported) {
    return Error{unsupported.what()};
  } catch (const channel::TooLarge &tooLarge) {
    return Error{tooLarge.what()};
  }
}

/// By Gauss and Jordan; nothing if there is none.
static std::optional<std::vector<std::vector<Rational>>> inverse(std::vector<std::vector<Rational>> matrix) {
  const std::size_t size = matrix.size();
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      matrix[i].emplace_back(i == j ? 1 : 0);
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    while (pivot < size && sgn(matrix[pivot][column]) == 0)
      ++pivot;
    if (pivot == size)
      return std::nullopt;
    std::swap(matrix[column], matrix[pivot]);
    const Rational head = matrix[column][column];
    for (Rational &entry : matrix[column])
      entry /= head;
    for (std::size_t row = 0; row < size; ++row) {
      const Rational factor = matrix[row][column];
      if (row == column || sgn(factor) == 0)
        continue;
      for (std::size_t j = column; j < 2 * size; ++j)
        matrix[row][j] -= factor * matrix[column][j];
    }
  }
  for (auto &row : matrix)
    row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(size));
  return matrix;
}

Expected<ShareEstimator> estimatorOf(const FiniteTable &table) {
  // Exact fractions of longer tables get long, and take minutes.
  constexpr std::size_t mostInputs = 64;
  std::vector<std::size_t> reached;
  for (std::size_t y = 0; y < table.outputs.size(); ++y)
    if (std::any_of(table.entries.begin(), table.entries.end(),
                    [&](const auto &row) { return sgn(row[y]) != 0; }))
      reached.push_back(y);
  const std::size_t size = table.inputs.size();
  if (size > mostInputs)
    return Error{"tables of up to " + std::to_string(mostInputs) + " inputs are inverted, and it has " +
                 std::to_string(size)};
  if (reached.size() != size)
    return Error{"it has no inverse: " + std::to_string(size) + " inputs reach " +
                 std::to_string(reached.size()) + " outputs"};
  std::vector<std::vector<Rational>> entries(size);
  for (std::size_t x = 0; x < size; ++x)
    for (std::size_t y : reached)
      entries[x].push_back(table.entries[x][y]);
  const auto weights = inverse(entries);
  if (!weights)
    return Error{"it has no inverse: different shares of inputs lead to the same reports"};
  ShareEstimator found;
  for (std::size_t x = 0; x < size; ++x) {
    found.classes.push_back({table.inputs[x], 1});
    found.squares.emplace_back();
    for (std::size_t of = 0; of < size; ++of) {
      Rational sum = 0;
      for (std::size_t y = 0; y < size; ++y)
        sum += entries[x][y] * (*weights)[y][of] * (*weights)[y][of];
      found.squares[x].push_back(intervalOf(sum));
    }
  }
  return found;
}

} // namespace plumb::claims
