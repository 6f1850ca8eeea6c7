// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/check_tables.h"

#include "checker/channel/decomposition.h"
#include "checker/channel/logarithm.h"
#include "checker/channel/table_reader.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/tell.h"

#include <algorithm>
#include <cassert>
#include <ostream>

namespace plumb::tool {

namespace {

using channel::FiniteTable;
using Notion = ir::Channel::Notion::Kind;

/// Marks the named members of \p all; the first name that is none of them, or nothing.
std::optional<std::string> mark(const std::string &names, const std::vector<std::string> &all,
                                std::vector<bool> &marked) {
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string name = names.substr(begin, end - begin);
    const auto found = std::find(all.begin(), all.end(), name);
    if (found == all.end())
      return name;
    marked[static_cast<std::size_t>(found - all.begin())] = true;
    begin = end + 1;
  }
  return std::nullopt;
}

/// Protected unless others are named: what a sensitive input reaches.
void protectReached(const FiniteTable &table, channel::Roles &roles) {
  for (std::size_t x = 0; x < table.inputs.size(); ++x)
    for (std::size_t y = 0; y < table.outputs.size(); ++y)
      if (roles.sensitive[x] && sgn(table.entries[x][y]) != 0)
        roles.guarded[y] = true;
}

Notion notionNamed(const std::string &word) {
  return word == "ldp" ? Notion::Ldp : word == "uldp" ? Notion::Uldp : Notion::Osldp;
}

/// Proposition 14, tried on the table itself.
std::string decompositionText(const FiniteTable &table, const channel::Roles &roles, const Rational &bound) {
  const channel::Decomposition parts = channel::decompose(table, roles.sensitive, bound);
  const bool isOne = channel::afterwards(parts.utility, parts.mixing).entries == table.entries &&
                     !channel::findInvalidRow(parts.utility) && !channel::findInvalidRow(parts.mixing) &&
                     !channel::findViolation(parts.utility, Notion::Uldp, parts.roles, bound);
  assert(isOne && "every one-sided table is such a composition");
  return "  the same as: a uldp mechanism of this eps with " + std::to_string(parts.utility.outputs.size()) +
         " outputs, then a mixing of its outputs\n";
}

std::string reportOn(const FiniteTable &table, const Options &options, const channel::Roles &roles,
                     const std::string &path, ExitCode &exit) {
  const Notion notion = notionNamed(options.tables.notion);
  const std::string head = path + ": " + options.tables.notion + ": ";
  const auto smallest = channel::smallestBound(table, notion, roles);
  if (!smallest) {
    exit = worse(exit, ExitCode::NotPrivate);
    // With e^eps beyond every finite ratio of the table only a hopeless pair is left.
    Rational least = 1;
    for (const auto &row : table.entries)
      for (const Rational &entry : row)
        if (sgn(entry) > 0)
          least = std::min(least, entry);
    const auto violation = channel::findViolation(table, notion, roles, Rational(1 / least));
    assert(violation);
    return head + "with no eps\n  " + channel::describe(*violation) + "\n";
  }
  const channel::Enclosure eps = channel::naturalLogarithm(smallest->bound);
  std::string text = head + "from eps = ln(" + toString(smallest->bound) + ") on\n";
  text += "  eps is between " + toString(eps.low) + "\n            and " + toString(eps.high) + ", about " +
          channel::decimalBelow(eps.low) + "\n";
  if (!smallest->y.empty())
    text += "  attained: x = " + smallest->x + ", x' = " + smallest->otherX + ", y = " + smallest->y + "\n";
  constexpr std::size_t largestDecomposed = 100;
  const bool isSmall = std::max(table.inputs.size(), table.outputs.size()) <= largestDecomposed;
  return notion == Notion::Osldp && isSmall ? text + decompositionText(table, roles, smallest->bound) : text;
}

} // namespace

ExitCode checkTables(const Options &options, std::ostream &out, std::ostream &err) {
  if (options.tables.notion != "ldp" && options.tables.sensitive.empty()) {
    err << "plumb: --notion " << options.tables.notion << " needs --sensitive\nTry `plumb check --help`.\n";
    return ExitCode::Environment;
  }
  Batch batch;
  batch.files.resize(options.files.size());
  std::string text;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    BatchFile &file = batch.files[i];
    file.path = options.files[i];
    const auto refuse = [&](const std::string &reason) {
      batch.report(file, {DiagnosticKind::NotATable, {}, {file.path, reason}, {}, {}}, ExitCode::NotAProgram);
    };
    ReadText read = readFile(file.path);
    if (read.problem) {
      batch.report(file, std::move(*read.problem), ExitCode::Environment);
      continue;
    }
    auto parsed = channel::readTable(read.text);
    if (const auto *problem = std::get_if<std::string>(&parsed)) {
      refuse(*problem);
      continue;
    }
    const FiniteTable &table = std::get<FiniteTable>(parsed);
    if (const auto invalid = channel::findInvalidRow(table)) {
      refuse(channel::describe(*invalid));
      continue;
    }
    channel::Roles roles{std::vector<bool>(table.inputs.size()), std::vector<bool>(table.outputs.size())};
    if (const auto unknown = mark(options.tables.sensitive, table.inputs, roles.sensitive)) {
      refuse("it has no input `" + *unknown + "`");
      continue;
    }
    if (const auto unknown = mark(options.tables.guarded, table.outputs, roles.guarded)) {
      refuse("it has no output `" + *unknown + "`");
      continue;
    }
    if (options.tables.guarded.empty())
      protectReached(table, roles);
    text += reportOn(table, options, roles, file.path, batch.exit);
  }
  tellDiagnostics(batch, err);
  out << text;
  return batch.exit;
}

} // namespace plumb::tool
