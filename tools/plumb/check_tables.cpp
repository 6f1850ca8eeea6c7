// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/check_tables.h"

#include "checker/channel/decomposition.h"
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

void refuse(Batch &batch, BatchFile &file, const std::string &reason) {
  Help help;
  if (std::string_view(file.path).ends_with(".plumb"))
    help = "a program says itself what it guarantees: leave out `--notion`";
  batch.report(file, {DiagnosticKind::NotATable, {}, {file.path, reason}, {}, std::move(help)},
               ExitCode::NotAProgram);
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
  if (report::notionNamed(words.notion) != Notion::Ldp && !isAnySensitive)
    return "no input is sensitive, so that " + words.notion + " protects nobody";
  if (!words.guarded)
    protectReached(table, roles);
  return {};
}

/// \p next with its rows in the order of \p names; nothing if they are others.
std::optional<FiniteTable> withInputs(const FiniteTable &next, const std::vector<std::string> &names) {
  FiniteTable ordered{names, next.outputs, {}};
  for (const std::string &name : names) {
    const auto found = std::find(next.inputs.begin(), next.inputs.end(), name);
    if (found == next.inputs.end())
      return std::nullopt;
    ordered.entries.push_back(next.entries[static_cast<std::size_t>(found - next.inputs.begin())]);
  }
  return next.inputs.size() == names.size() ? std::optional(ordered) : std::nullopt;
}

/// The table in the file; nothing after a report.
std::optional<FiniteTable> readTable(Batch &batch, BatchFile &file) {
  ReadText read = readFile(file.path);
  if (read.problem) {
    batch.report(file, std::move(*read.problem), ExitCode::Environment);
    return std::nullopt;
  }
  auto parsed = channel::readTable(read.text);
  const std::string *problem = std::get_if<std::string>(&parsed);
  const auto invalid = problem ? std::nullopt : channel::findInvalidRow(std::get<FiniteTable>(parsed));
  if (!problem && !invalid)
    return std::get<FiniteTable>(std::move(parsed));
  refuse(batch, file, problem ? *problem : channel::describe(*invalid));
  return std::nullopt;
}

/// Do all of \p following keep data types, behind \p first? Nothing if that is private with no eps.
std::optional<bool> keepTypes(const FiniteTable &first, const std::vector<FiniteTable> &following,
                              const channel::Roles &whole) {
  FiniteTable before = first;
  for (std::size_t i = 0; i < following.size(); ++i) {
    channel::Roles roles{whole.sensitive, std::vector<bool>(before.outputs.size())};
    protectReached(before, roles);
    if (i == 0 && !channel::smallestBound(first, Notion::Uldp, roles))
      return std::nullopt;
    FiniteTable behind = channel::afterwards(before, following[i]);
    channel::Roles next{whole.sensitive, std::vector<bool>(behind.outputs.size())};
    protectReached(behind, next);
    const bool isLast = i + 1 == following.size();
    if (!channel::keepsTypes(following[i], roles.guarded, isLast ? whole.guarded : next.guarded))
      return false;
    before = std::move(behind);
  }
  return true;
}

} // namespace

ExitCode checkTables(const Options &options, std::ostream &out, std::ostream &err) {
  if (options.tables.notion != "ldp" && !options.tables.sensitive) {
    err << "plumb: --notion " << options.tables.notion << " needs --sensitive\nTry `plumb check --help`.\n";
    return ExitCode::Environment;
  }
  Batch batch;
  batch.files.resize(options.files.size());
  std::vector<BatchFile> behind(options.tables.following.size());
  std::vector<std::optional<FiniteTable>> following;
  for (std::size_t i = 0; i < behind.size(); ++i) {
    behind[i].path = options.tables.following[i];
    following.push_back(readTable(batch, behind[i]));
  }
  const bool isReadable =
      std::all_of(following.begin(), following.end(), [](const auto &table) { return table.has_value(); });
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    BatchFile &file = batch.files[i];
    file.path = options.files[i];
    const std::optional<FiniteTable> first = readTable(batch, file);
    if (!first || !isReadable)
      continue;
    FiniteTable table = *first;
    std::vector<FiniteTable> ordered;
    for (std::size_t j = 0; j < behind.size(); ++j) {
      auto next = withInputs(*following[j], table.outputs);
      if (!next) {
        refuse(batch, behind[j],
               "its inputs are not the outputs of what is before it, behind `" + file.path + "`");
        break;
      }
      table = channel::afterwards(table, *next);
      ordered.push_back(std::move(*next));
    }
    if (ordered.size() < behind.size())
      continue;
    channel::Roles roles;
    if (const std::string problem = readRoles(table, options.tables, roles); !problem.empty()) {
      refuse(batch, file, problem);
      continue;
    }
    report::TableResult result = report::check(table, options.tables.notion, roles);
    if (!ordered.empty() && report::notionNamed(options.tables.notion) == Notion::Uldp)
      result.keepsTypes = keepTypes(*first, ordered, roles);
    batch.add(file, std::move(result), options);
  }
  for (BatchFile &file : behind)
    batch.files.push_back(std::move(file));
  keepDocument(batch, options);
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
