// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/symbol_client.h"

#include "plumb/runtime/exp_ratio.h"
#include "plumb/runtime/fatal.h"

#include <algorithm>

namespace plumb::runtime::local {

void SymbolClient::addGroups(const Law &law, const InputClass &input, std::vector<Group> &groups,
                             std::vector<Number> &probabilities) {
  const auto add = [&](Group::Kind kind, std::size_t o, std::int64_t size, const Number &entry) {
    if (size == 0 || law.powers().isEqual(entry, Number(0)))
      return;
    const Block &block = input.blocks[o];
    groups.push_back(
        {kind, law.firstOutput(o), static_cast<std::uint64_t>(size),
         block.partner == Block::Partner::Image ? std::optional<std::size_t>(block.map) : std::nullopt});
    probabilities.push_back(size * entry);
  };
  for (std::size_t o = 0; o < law.outputs().size(); ++o) {
    const Block &block = input.blocks[o];
    const std::int64_t size = law.outputs()[o].size;
    if (block.partner == Block::Partner::None) {
      add(Group::Kind::All, o, size, block.miss);
    } else {
      add(Group::Kind::Partner, o, 1, block.hit);
      add(Group::Kind::Others, o, size - 1, block.miss);
    }
  }
}

Expected<FiniteTable> SymbolClient::tableOf(const Powers &powers, const std::vector<Number> &probabilities) {
  std::vector<ExpPolynomial> divisors;
  int sign = 1;
  for (const Number &probability : probabilities)
    if (std::find(divisors.begin(), divisors.end(), probability.below()) == divisors.end()) {
      divisors.push_back(probability.below());
      sign *= signAt(probability.below(), powers.unit());
    }
  // Every probability times the product of all divisors, and its sign.
  std::vector<ExpPolynomial> weights;
  for (const Number &probability : probabilities) {
    Number weight = sign * Number(probability.above());
    for (const ExpPolynomial &divisor : divisors)
      if (divisor != probability.below())
        weight = weight * Number(divisor);
    weights.push_back(weight.above());
  }
  return FiniteTable::create(powers.unit(), std::move(weights));
}

Expected<SymbolClient> SymbolClient::create(const Law &law, std::vector<Map> maps) {
  if (law.form() != Law::Form::Symbol)
    abortWith("a client of symbols for a law of bits");
  if (auto problem = problemOf(law, maps))
    return *problem;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < law.inputs().size(); ++i) {
    const InputClass &input = law.inputs()[i];
    if (input.size == 0)
      continue;
    std::vector<Group> groups;
    std::vector<Number> probabilities;
    addGroups(law, input, groups, probabilities);
    auto table = tableOf(law.powers(), probabilities);
    if (!table)
      return table.error();
    rows.push_back({law.firstInput(i + 1), std::move(groups), *std::move(table)});
  }
  return SymbolClient(std::move(rows), std::move(maps));
}

} // namespace plumb::runtime::local
