// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/check_tables.h"

#include "checker/channel/decomposition.h"
#include "checker/channel/logarithm.h"
#include "checker/channel/table_reader.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/tell.h"

#include <algorithm>
#include <cassert>

namespace plumb::tool {

namespace {

using channel::FiniteTable;
using Notion = ir::Channel::Notion::Kind;

/// Marks the named members of \p all; the first name that is none of them, or nothing. Spaces around a name
/// do not count.
std::optional<std::string> mark(const std::string &names, const std::vector<std::string> &all,
                                std::vector<bool> &marked) {
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::size_t first = std::min(names.find_first_not_of(' ', begin), end);
    const std::size_t last = names.find_last_not_of(' ', end - 1);
    const std::string name = first == end ? std::string() : names.substr(first, last + 1 - first);
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

report::TableVerdict verdictOn(const FiniteTable &table, const Options &options, const channel::Roles &roles,
                               const std::string &path) {
  const Notion notion = notionNamed(options.tables.notion);
  report::TableVerdict verdict;
  verdict.path = path;
  verdict.notion = options.tables.notion;
  verdict.sensitive = marked(table.inputs, roles.sensitive);
  if (notion == Notion::Uldp)
    verdict.guarded = marked(table.outputs, roles.guarded);
  if (const auto smallest = channel::smallestBound(table, notion, roles)) {
    verdict.smallest = *smallest;
    verdict.eps = channel::naturalLogarithm(smallest->bound);
    constexpr std::size_t largestDecomposed = 100;
    if (notion == Notion::Osldp && std::max(table.inputs.size(), table.outputs.size()) <= largestDecomposed)
      verdict.decomposedOutputs = decomposedOutputs(table, roles, smallest->bound);
  } else {
    verdict.violation = channel::findViolation(table, notion, roles, hopelessBound(table));
    assert(verdict.violation);
  }
  return verdict;
}

/// Which inputs and outputs are meant; why the words of the command line do not fit the table, or nothing.
std::string readRoles(const FiniteTable &table, const TableWords &words, channel::Roles &roles) {
  roles = {std::vector<bool>(table.inputs.size()), std::vector<bool>(table.outputs.size())};
  if (const auto unknown = mark(words.sensitive.value_or(""), table.inputs, roles.sensitive))
    return "it has no input `" + *unknown + "`";
  if (const auto unknown = mark(words.guarded.value_or(""), table.outputs, roles.guarded))
    return "it has no output `" + *unknown + "`";
  const bool isAnySensitive =
      std::find(roles.sensitive.begin(), roles.sensitive.end(), true) != roles.sensitive.end();
  if (notionNamed(words.notion) == Notion::Osldp && !isAnySensitive)
    return "no input is sensitive, so that osldp asks for nothing";
  if (!words.guarded)
    protectReached(table, roles);
  return {};
}

} // namespace

ExitCode checkTables(const Options &options, std::ostream &out, std::ostream &err) {
  if (options.tables.notion != "ldp" && !options.tables.sensitive) {
    err << "plumb: --notion " << options.tables.notion << " needs --sensitive\nTry `plumb check --help`.\n";
    return ExitCode::Environment;
  }
  Batch batch;
  batch.files.resize(options.files.size());
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
    channel::Roles roles;
    if (const auto invalid = channel::findInvalidRow(table)) {
      refuse(channel::describe(*invalid));
    } else if (const std::string problem = readRoles(table, options.tables, roles); !problem.empty()) {
      refuse(problem);
    } else {
      file.tables.push_back(verdictOn(table, options, roles, file.path));
      if (file.tables.back().violation)
        batch.exit = worse(batch.exit, ExitCode::NotPrivate);
    }
  }
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
