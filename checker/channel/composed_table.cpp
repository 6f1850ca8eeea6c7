// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/composed_table.h"

#include "checker/channel/algebra.h"
#include "checker/channel/decomposition.h"
#include "checker/channel/term_value.h"

#include <algorithm>

namespace plumb::channel {

using ir::Channel;
using ir::ChannelComposition;

namespace {

constexpr std::size_t mostInputs = 12, mostOutputs = 4096;

/// One report, from the inputs of its first channel to the outputs of its last.
std::optional<NumberedTable> reportTable(const ChannelComposition &composition,
                                         const ir::ChannelReport &report, const std::vector<Integer> &roots,
                                         const Values &values, bool isSpread) {
  std::optional<NumberedTable> whole;
  for (const ir::ChannelStage &stage : report.stages) {
    const Channel channel = ir::instantiated(*stage.channel, stage.arguments, composition.head);
    auto next = numberedTable(channel, roots, values, isSpread);
    if (!next || next->table.inputs.size() > mostInputs || next->table.outputs.size() > mostOutputs ||
        findInvalidRow(next->table))
      return std::nullopt;
    if (!whole) {
      whole = std::move(next);
      continue;
    }
    // Members have the order of their classes: those of the second are put into that of the first.
    if (next->table.inputs.size() != whole->table.outputs.size())
      return std::nullopt;
    FiniteTable ordered{whole->table.outputs, next->table.outputs, {}};
    std::vector<bool> isTaken(next->inputs.size(), false);
    for (std::size_t y = 0; y < whole->outputs.size(); ++y) {
      std::size_t x = y;
      if (stage.sources) {
        x = 0;
        while (x < isTaken.size() &&
               (isTaken[x] || (*stage.sources)[next->inputs[x]] != whole->outputs[y].front()))
          ++x;
        if (x == isTaken.size())
          return std::nullopt;
        isTaken[x] = true;
      }
      ordered.entries.push_back(next->table.entries[x]);
    }
    whole->table = afterwards(whole->table, ordered);
    whole->outputs = std::move(next->outputs);
  }
  return whole;
}

/// \p whole, and besides one more report, \p next, number \p number; nothing if that is too large.
bool isExtended(ComposedTable &whole, const NumberedTable &next, std::size_t number) {
  ComposedTable longer{{whole.table.inputs, {}, {}}, whole.inputs, {}};
  if (next.table.inputs.size() != whole.table.inputs.size() ||
      whole.table.outputs.size() * next.table.outputs.size() > mostOutputs)
    return false;
  const auto joined = [](const std::string &left, const std::string &right) {
    return left.empty() ? right : left + ", " + right;
  };
  for (std::size_t y = 0; y < whole.table.outputs.size(); ++y)
    for (std::size_t z = 0; z < next.table.outputs.size(); ++z) {
      longer.table.outputs.push_back(joined(whole.table.outputs[y], next.table.outputs[z]));
      longer.outputs.push_back(whole.outputs[y]);
      longer.outputs.back().emplace_back(number, next.outputs[z]);
    }
  for (std::size_t x = 0; x < whole.table.inputs.size(); ++x) {
    longer.table.entries.emplace_back();
    for (const Rational &left : whole.table.entries[x])
      for (const Rational &right : next.table.entries[x])
        longer.table.entries.back().push_back(left * right);
  }
  whole = std::move(longer);
  return true;
}

std::optional<ComposedTable> tableAt(const ChannelComposition &composition, const std::vector<Integer> &roots,
                                     const Values &values, bool isSpread) {
  const TermValues terms(composition.head, roots, values);
  // The inputs of the head, class after class.
  ComposedTable whole;
  const std::vector<Channel::Class> &classes = composition.head.classes;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto size = terms.number(*classes[i].size);
    if (!classes[i].isInput)
      continue;
    if (!size || *size < 0 || *size > mostInputs)
      return std::nullopt;
    for (std::size_t k = 0; k < size->get_num().get_ui(); ++k) {
      const bool isSingle = classes[i].size->kind == ir::ChannelTerm::Kind::Number && *size == 1;
      whole.table.inputs.push_back(classes[i].name + (isSingle ? "" : "[" + std::to_string(k) + "]"));
      whole.inputs.push_back(i);
    }
  }
  if (whole.inputs.size() > mostInputs)
    return std::nullopt;
  whole.table.outputs = {""};
  whole.outputs = {{}};
  whole.table.entries.assign(whole.inputs.size(), {Rational(1)});
  for (std::size_t i = 0; i < composition.reports.size(); ++i) {
    const ir::ChannelReport &report = composition.reports[i];
    const std::optional<Rational> times = report.times ? terms.number(*report.times) : Rational(1);
    if (!times || *times < 0 || *times > mostInputs)
      return std::nullopt;
    auto table = reportTable(composition, report, roots, values, isSpread);
    if (!table || table->table.inputs.size() != whole.inputs.size())
      return std::nullopt;
    // Its inputs in the order of the head.
    if (const auto &sources = report.stages.front().sources) {
      std::vector<std::vector<Rational>> entries;
      std::vector<bool> isTaken(table->inputs.size(), false);
      for (std::size_t input : whole.inputs) {
        std::size_t x = 0;
        while (x < isTaken.size() && (isTaken[x] || (*sources)[table->inputs[x]] != input))
          ++x;
        if (x == isTaken.size())
          return std::nullopt;
        isTaken[x] = true;
        entries.push_back(table->table.entries[x]);
      }
      table->table.entries = std::move(entries);
    }
    for (Rational k = 0; k < *times; k += 1)
      if (!isExtended(whole, *table, i))
        return std::nullopt;
  }
  return whole;
}

} // namespace

std::vector<ComposedTable> composedTables(const ChannelComposition &composition,
                                          const std::vector<Integer> &roots, const Values &values) {
  std::vector<ComposedTable> tables;
  for (bool isSpread : {true, false})
    try {
      if (auto table = tableAt(composition, roots, values, isSpread))
        tables.push_back(std::move(*table));
      const bool hasMaps =
          std::any_of(composition.reports.begin(), composition.reports.end(), [](const auto &report) {
            return std::any_of(report.stages.begin(), report.stages.end(),
                               [](const auto &stage) { return !stage.channel->maps.empty(); });
          });
      if (!hasMaps)
        break;
    } catch (const NotRational &) {
      continue;
    } catch (const TooLarge &) {
      continue;
    }
  return tables;
}

Roles rolesOf(const ComposedTable &table, const std::vector<std::size_t> &sensitive,
              const std::vector<std::set<std::size_t>> &guarded) {
  Roles roles;
  for (std::size_t input : table.inputs)
    roles.sensitive.push_back(std::binary_search(sensitive.begin(), sensitive.end(), input));
  for (const auto &reports : table.outputs)
    roles.guarded.push_back(std::all_of(reports.begin(), reports.end(), [&](const auto &report) {
      const auto &[number, classes] = report;
      return std::all_of(classes.begin(), classes.end(),
                         [&](std::size_t one) { return guarded[number].count(one) != 0; });
    }));
  return roles;
}

} // namespace plumb::channel
