// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/decomposition.h"

#include <algorithm>
#include <cassert>

namespace plumb::channel {

namespace {

/// A name for the output that \p input alone reaches, which is none of \p outputs: factors are read by their
/// names.
std::string nameForOwn(const std::string &input, const std::vector<std::string> &outputs) {
  std::string name = "only " + input;
  while (std::find(outputs.begin(), outputs.end(), name) != outputs.end())
    name = "only " + name;
  return name;
}

} // namespace

Decomposition decompose(const FiniteTable &table, const std::vector<bool> &sensitive, const Rational &bound) {
  const std::size_t inputs = table.inputs.size(), outputs = table.outputs.size();
  std::vector<Rational> kept(outputs);
  for (std::size_t y = 0; y < outputs; ++y)
    for (std::size_t x = 0; x < inputs; ++x)
      if (sensitive[x])
        kept[y] = std::max(kept[y], Rational(table.entries[x][y] / bound));

  Decomposition result;
  result.utility.inputs = table.inputs;
  result.utility.outputs = table.outputs;
  result.roles = {sensitive, std::vector<bool>(outputs, true)};
  for (std::size_t x = 0; x < inputs; ++x)
    if (!sensitive[x]) {
      result.utility.outputs.push_back(nameForOwn(table.inputs[x], result.utility.outputs));
      result.roles.guarded.push_back(false);
    }
  result.mixing.inputs = result.utility.outputs;
  result.mixing.outputs = table.outputs;
  for (std::size_t y = 0; y < outputs; ++y) {
    result.mixing.entries.emplace_back(outputs);
    result.mixing.entries.back()[y] = 1;
  }
  std::size_t own = outputs;
  for (std::size_t x = 0; x < inputs; ++x) {
    std::vector<Rational> row = sensitive[x] ? table.entries[x] : kept;
    row.resize(result.utility.outputs.size());
    if (!sensitive[x]) {
      Rational rest = 1;
      std::vector<Rational> mixed(outputs);
      for (std::size_t y = 0; y < outputs; ++y) {
        rest -= kept[y];
        mixed[y] = table.entries[x][y] - kept[y];
      }
      row[own++] = rest;
      // Where nothing is left the output is never reached, and any row will do.
      for (std::size_t y = 0; y < outputs; ++y)
        mixed[y] = sgn(rest) == 0 ? Rational(y == 0 ? 1 : 0) : Rational(mixed[y] / rest);
      result.mixing.entries.push_back(std::move(mixed));
    }
    result.utility.entries.push_back(std::move(row));
  }
  return result;
}

FiniteTable afterwards(const FiniteTable &first, const FiniteTable &second) {
  assert(first.outputs == second.inputs);
  FiniteTable result{first.inputs, second.outputs, {}};
  for (const std::vector<Rational> &row : first.entries) {
    result.entries.emplace_back(second.outputs.size());
    for (std::size_t z = 0; z < row.size(); ++z)
      for (std::size_t y = 0; y < second.outputs.size(); ++y)
        result.entries.back()[y] += row[z] * second.entries[z][y];
  }
  return result;
}

bool keepsTypes(const FiniteTable &second, const std::vector<bool> &guarded,
                const std::vector<bool> &guardedBehind) {
  for (std::size_t z = 0; z < second.outputs.size(); ++z) {
    std::size_t fromGuarded = 0, fromOthers = 0;
    for (std::size_t y = 0; y < second.inputs.size(); ++y)
      if (sgn(second.entries[y][z]) != 0)
        ++(guarded[y] ? fromGuarded : fromOthers);
    if (guardedBehind[z] ? fromOthers > 0 : fromGuarded > 0 || fromOthers > 1)
      return false;
  }
  return true;
}

} // namespace plumb::channel
