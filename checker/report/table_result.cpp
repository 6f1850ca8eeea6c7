// SPDX-License-Identifier: Apache-2.0
#include "checker/report/table_result.h"

#include "checker/channel/decomposition.h"
#include "checker/report/channel_result.h"
#include "checker/report/entry.h"
#include "checker/report/json_text.h"

#include <algorithm>
#include <cassert>

namespace plumb::report {

using channel::FiniteTable;
using Notion = ir::Channel::Notion::Kind;

namespace {

/// Proposition 14, tried on the table itself; the number of outputs of its utility-optimised part.
std::size_t decomposedOutputs(const FiniteTable &table, const channel::Roles &roles, const Rational &bound) {
  const channel::Decomposition parts = channel::decompose(table, roles.sensitive, bound);
  const bool isOne = channel::afterwards(parts.utility, parts.mixing).entries == table.entries &&
                     !channel::findInvalidRow(parts.utility) && !channel::findInvalidRow(parts.mixing) &&
                     !channel::findViolation(parts.utility, Notion::Uldp, parts.roles, bound);
  assert(isOne && "every one-sided table is such a composition");
  return parts.utility.outputs.size();
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
      result.decomposedOutputs = decomposedOutputs(table, roles, smallest->bound);
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
  if (decomposedOutputs)
    text += entry("the same as", "a uldp mechanism of this eps with " + std::to_string(*decomposedOutputs) +
                                     " outputs, then a mixing of its outputs");
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
}

} // namespace plumb::report
