// SPDX-License-Identifier: Apache-2.0
#include "checker/report/table_result.h"

#include "checker/report/channel_result.h"
#include "checker/report/entry.h"
#include "checker/report/json_text.h"

#include <algorithm>
#include <cassert>

namespace plumb::report {

using channel::FiniteTable;
using Notion = ir::Channel::Notion::Kind;

namespace {

/// Proposition 14, tried on the table itself.
channel::Decomposition factorsOf(const FiniteTable &table, const channel::Roles &roles,
                                 const Rational &bound) {
  channel::Decomposition parts = channel::decompose(table, roles.sensitive, bound);
  const bool isOne = channel::afterwards(parts.utility, parts.mixing).entries == table.entries &&
                     !channel::findInvalidRow(parts.utility) && !channel::findInvalidRow(parts.mixing) &&
                     !channel::findViolation(parts.utility, Notion::Uldp, parts.roles, bound);
  assert(isOne && "every one-sided table is such a composition");
  return parts;
}

/// In columns, a row for each input; empty if that is too much for a reader.
std::string columns(const std::string &name, const FiniteTable &table) {
  constexpr std::size_t most = 12;
  if (std::max(table.inputs.size(), table.outputs.size()) > most)
    return {};
  std::vector<std::vector<std::string>> rows{{name}};
  rows.front().insert(rows.front().end(), table.outputs.begin(), table.outputs.end());
  for (std::size_t x = 0; x < table.inputs.size(); ++x) {
    rows.push_back({table.inputs[x]});
    for (const Rational &entry : table.entries[x])
      rows.back().push_back(toString(entry));
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto &cells : rows)
    for (std::size_t i = 0; i < cells.size(); ++i)
      widths[i] = std::max(widths[i], cells[i].size());
  std::string text;
  for (const auto &cells : rows) {
    text += "   ";
    for (std::size_t i = 0; i < cells.size(); ++i)
      text +=
          " " + cells[i] + (i + 1 < cells.size() ? std::string(widths[i] - cells[i].size() + 1, ' ') : "");
    text += "\n";
  }
  return text;
}

/// e^eps beyond every finite ratio of the table, with which only a hopeless pair is left.
Rational hopelessBound(const FiniteTable &table) {
  Rational least = 1;
  for (const auto &row : table.entries)
    for (const Rational &entry : row)
      if (sgn(entry) > 0)
        least = std::min(least, entry);
  return 1 / least;
}

std::vector<std::string> marked(const std::vector<std::string> &all, const std::vector<bool> &marks) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (marks[i])
      names.push_back(all[i]);
  return names;
}

void writeNames(llvm::json::OStream &json, const char *key, const std::vector<std::string> &names) {
  json.attributeArray(key, [&] {
    for (const std::string &name : names)
      json.value(jsonText(name));
  });
}

void writeTable(llvm::json::OStream &json, const char *key, const FiniteTable &table) {
  json.attributeObject(key, [&] {
    writeNames(json, "inputs", table.inputs);
    writeNames(json, "outputs", table.outputs);
    json.attributeArray("entries", [&] {
      for (const auto &row : table.entries)
        json.array([&] {
          for (const Rational &entry : row)
            json.value(jsonText(toString(entry)));
        });
    });
  });
}

} // namespace

Notion notionNamed(const std::string &word) {
  return word == "ldp" ? Notion::Ldp : word == "uldp" ? Notion::Uldp : Notion::Osldp;
}

TableResult check(const FiniteTable &table, const std::string &word, const channel::Roles &roles) {
  const Notion notion = notionNamed(word);
  TableResult result;
  result.notion = word;
  result.sensitive = marked(table.inputs, roles.sensitive);
  if (notion == Notion::Uldp)
    result.guarded = marked(table.outputs, roles.guarded);
  if (const auto smallest = channel::smallestBound(table, notion, roles)) {
    result.verdict = Verdict::Proved;
    result.smallest = *smallest;
    result.eps = channel::naturalLogarithm(smallest->bound);
    constexpr std::size_t largestDecomposed = 100;
    if (notion == Notion::Osldp && std::max(table.inputs.size(), table.outputs.size()) <= largestDecomposed)
      result.factors = factorsOf(table, roles, smallest->bound);
  } else {
    result.verdict = Verdict::NotPrivate;
    result.violation = channel::findViolation(table, notion, roles, hopelessBound(table));
    assert(result.violation);
  }
  return result;
}

/// Every entry is compared, so that nothing is left to be proved.
const std::vector<Evidence> &TableResult::obligations() const {
  static const std::vector<Evidence> none;
  return none;
}

std::string TableResult::verdictText() const {
  return violation ? "with no eps" : "from eps = ln(" + toString(smallest.bound) + ") on";
}

std::string TableResult::details() const {
  if (violation)
    return "  " + describe(*violation) + "\n";
  std::string text = "  eps is between " + toString(eps.low) + "\n            and " + toString(eps.high) +
                     ", about " + channel::decimalBelow(eps.low) + "\n";
  if (!smallest.y.empty())
    text += entry("attained", "x = " + smallest.x + ", x' = " + smallest.otherX + ", y = " + smallest.y);
  if (keepsTypes)
    text +=
        entry("data types", *keepsTypes ? "kept by what is behind the first table, so that its eps is enough "
                                          "(Proposition 11)"
                                        : "not kept by what is behind the first table");
  if (factors)
    text += entry("the same as", "a uldp mechanism Q_U of this eps with " +
                                     std::to_string(factors->utility.outputs.size()) +
                                     " outputs, then a mixing Q_R of its outputs") +
            columns("Q_U", factors->utility) + columns("Q_R", factors->mixing);
  return text;
}

void TableResult::writeClaims(llvm::json::OStream &json) const {
  writeNames(json, "sensitive", sensitive);
  writeNames(json, "protected", guarded);
}

void TableResult::writeDetails(llvm::json::OStream &json) const {
  if (violation) {
    json.attribute("smallest", nullptr);
    json.attributeBegin("violation");
    writeViolation(json, *violation);
    json.attributeEnd();
    return;
  }
  json.attributeObject("smallest", [&] {
    json.attribute("bound", jsonText(toString(smallest.bound)));
    json.attribute("epsLow", jsonText(toString(eps.low)));
    json.attribute("epsHigh", jsonText(toString(eps.high)));
    json.attribute("x", jsonText(smallest.x));
    json.attribute("otherX", jsonText(smallest.otherX));
    json.attribute("y", jsonText(smallest.y));
  });
  json.attribute("violation", nullptr);
  if (keepsTypes)
    json.attribute("keepsTypes", *keepsTypes);
  if (!factors)
    return;
  json.attributeObject("factors", [&] {
    writeTable(json, "utility", factors->utility);
    writeTable(json, "mixing", factors->mixing);
  });
}

} // namespace plumb::report
