// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/registers.h"

#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::inference {

using llvm::dyn_cast;

namespace {

/// How often what each variable has is moved from some statement on; of queries, all of their answers
/// together.
using Times = std::map<const ir::Variable *, Rational>;

/// Adds \p times for each time that \p expression reads a value of D.
void addReads(const ir::Expression &expression, const Rational &times, Times &reads) {
  if (const auto *read = dyn_cast<ir::Read>(&expression)) {
    if (!read->primed)
      reads[&read->variable] += times;
    return;
  }
  const auto *binary = dyn_cast<ir::Binary>(&expression);
  if (binary && binary->op == ir::BinaryOperator::Divide)
    if (const auto *divisor = dyn_cast<ir::Number>(binary->right.get()); divisor && divisor->value != 0)
      return addReads(*binary->left, times / abs(divisor->value), reads);
  if (binary && binary->op == ir::BinaryOperator::Multiply)
    for (const bool isLeft : {true, false})
      if (const auto *factor = dyn_cast<ir::Number>((isLeft ? binary->left : binary->right).get()))
        return addReads(isLeft ? *binary->right : *binary->left, times * abs(factor->value), reads);
  ir::forEachOperand(expression, [&](const ir::Expression &part) { addReads(part, times, reads); });
}

class Backwards {
public:
  Backwards(const Templates &of, const relational::Scales::Class &with)
      : scales(of.context.scales), scaleClass(with) {}

  /// From behind \p block to its beginning. False if it has loops.
  bool through(const ir::Block &block, Times &times) const {
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
      if (llvm::isa<ir::For>(**statement))
        return false;
      if (const auto *branch = dyn_cast<ir::If>(statement->get())) {
        Times other = times;
        if (!through(branch->thenBlock, times) || !through(branch->elseBlock, other))
          return false;
        for (const auto &[variable, often] : other)
          times[variable] = std::max(times[variable], often);
      } else if (const auto *sample = dyn_cast<ir::Sample>(statement->get())) {
        if (const Rational weight = weightOf(*sample); sample->aligned && weight != 0)
          addReads(*sample->aligned, weight, times);
      } else if (const auto *assign = dyn_cast<ir::Assign>(statement->get());
                 assign && !assign->target.isArray()) {
        const Rational often = std::exchange(times[&assign->target], 0);
        if (often != 0)
          addReads(*assign->value, often, times);
      }
    }
    return true;
  }

private:
  Rational weightOf(const ir::Sample &sample) const {
    const auto position = scales.of(sample);
    for (const auto &[member, weight] : scaleClass.members)
      if (position && member == *position)
        return weight;
    return 0;
  }

  const relational::Scales &scales;
  const relational::Scales::Class &scaleClass;
};

/// The x with x = c + A x, by elimination. Nothing if there is none, or more than one.
std::optional<std::vector<Rational>> fixedPoint(std::vector<std::vector<Rational>> a,
                                                std::vector<Rational> c) {
  const std::size_t size = c.size();
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t column = 0; column < size; ++column)
      a[row][column] = (row == column ? 1 : 0) - a[row][column];
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    while (pivot < size && a[pivot][column] == 0)
      ++pivot;
    if (pivot == size)
      return std::nullopt;
    std::swap(a[pivot], a[column]);
    std::swap(c[pivot], c[column]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row == column)
        continue;
      const Rational factor = a[row][column] / a[column][column];
      for (std::size_t at = column; at < size; ++at)
        a[row][at] -= factor * a[column][at];
      c[row] -= factor * c[column];
    }
  }
  for (std::size_t row = 0; row < size; ++row)
    c[row] /= a[row][row];
  return c;
}

} // namespace

std::optional<Registers> registersOf(const Templates &templates,
                                     const relational::Scales::Class &scaleClass) {
  const Backwards backwards(templates, scaleClass);
  const std::vector<const ir::Variable *> &numbers = templates.assignedNumbers();
  // From the end of an iteration to its beginning.
  const auto iterated = [&](const std::vector<Rational> &behind) -> std::optional<Times> {
    Times times;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      times[numbers[i]] = behind[i];
    return backwards.through(templates.loop.body, times) ? std::optional(times) : std::nullopt;
  };
  const auto ofNumbers = [&](Times times) {
    std::vector<Rational> list;
    for (const ir::Variable *x : numbers)
      list.push_back(times[x]);
    return list;
  };
  std::vector<Rational> none(numbers.size(), 0);
  const std::optional<Times> once = iterated(none);
  if (!once)
    return std::nullopt;
  const std::vector<Rational> own = ofNumbers(*once);
  std::vector<std::vector<Rational>> handed(numbers.size(), none);
  for (std::size_t from = 0; from < numbers.size(); ++from) {
    std::vector<Rational> unit = none;
    unit[from] = 1;
    const std::vector<Rational> with = ofNumbers(*iterated(unit));
    for (std::size_t to = 0; to < numbers.size(); ++to)
      handed[to][from] = with[to] - own[to];
  }
  const auto waiting = fixedPoint(std::move(handed), own);
  if (!waiting || std::any_of(waiting->begin(), waiting->end(), [](const Rational &x) { return x < 0; }))
    return std::nullopt;
  // Not so where the sides of an `if` differ too much for sums.
  const std::optional<Times> all = iterated(*waiting);
  if (ofNumbers(*all) != *waiting)
    return std::nullopt;
  Registers registers;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if ((*waiting)[i] != 0)
      registers.waiting.emplace_back(numbers[i], (*waiting)[i]);
  for (const auto &[variable, often] : *all)
    if (variable->role == ir::Variable::Role::Query)
      registers.perAnswer = std::max(registers.perAnswer, often);
  if (registers.waiting.empty() || registers.perAnswer == 0)
    return std::nullopt;
  return registers;
}

} // namespace plumb::inference
