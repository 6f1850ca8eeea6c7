// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/check_tables.h"

#include "checker/channel/table_reader.h"
#include "checker/report/table_result.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/tell.h"

#include <algorithm>

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

/// Which inputs and outputs are meant; why the words of the command line do not fit the table, or nothing.
std::string readRoles(const FiniteTable &table, const TableWords &words, channel::Roles &roles) {
  roles = {std::vector<bool>(table.inputs.size()), std::vector<bool>(table.outputs.size())};
  if (const auto unknown = mark(words.sensitive.value_or(""), table.inputs, roles.sensitive))
    return "it has no input `" + *unknown + "`";
  if (const auto unknown = mark(words.guarded.value_or(""), table.outputs, roles.guarded))
    return "it has no output `" + *unknown + "`";
  const bool isAnySensitive =
      std::find(roles.sensitive.begin(), roles.sensitive.end(), true) != roles.sensitive.end();
  if (report::notionNamed(words.notion) == Notion::Osldp && !isAnySensitive)
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
      batch.add(file, report::check(table, options.tables.notion, roles), options);
    }
  }
  keepDocument(batch, options);
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
