// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/table_reader.h"

#include <algorithm>

namespace plumb::channel {

namespace {

/// Comparing all pairs of inputs on more would take minutes.
constexpr std::size_t largestCount = 2000, longestNumber = 200;

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string> fieldsOf(std::string_view line) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    fields.emplace_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return fields;
}

std::string counted(std::size_t number, const char *one, const char *many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

/// Adds one line; why it cannot, or nothing.
std::string addRow(FiniteTable &table, std::vector<std::string> fields) {
  if (fields.size() != table.outputs.size() + 1)
    return "has " + counted(fields.size() - 1, "entry", "entries") + ", but there " +
           (table.outputs.size() == 1 ? "is " : "are ") + counted(table.outputs.size(), "output", "outputs");
  if (std::find(table.inputs.begin(), table.inputs.end(), fields.front()) != table.inputs.end())
    return "is a second row for the input `" + fields.front() + "`";
  std::vector<Rational> row;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const bool isNegative = fields[i].starts_with('-');
    auto entry = fields[i].size() <= longestNumber ? parseRational(fields[i].substr(isNegative ? 1 : 0))
                                                   : std::nullopt;
    if (entry && isNegative)
      *entry = -*entry;
    if (!entry)
      return "has `" + fields[i].substr(0, 40) + "` where a number like 1/3 or 0.25 is expected";
    row.push_back(*entry);
  }
  table.inputs.push_back(std::move(fields.front()));
  table.entries.push_back(std::move(row));
  return {};
}

} // namespace

std::variant<FiniteTable, std::string> readTable(std::string_view text) {
  FiniteTable table;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    ++number;
    if (line.empty())
      continue;
    std::vector<std::string> fields = fieldsOf(line);
    if (fields.size() > largestCount || table.inputs.size() >= largestCount)
      return "it has more than " + std::to_string(largestCount) + " inputs or outputs";
    if (table.outputs.empty()) {
      fields.erase(fields.begin());
      table.outputs = std::move(fields);
      for (auto output = table.outputs.begin(); output != table.outputs.end(); ++output)
        if (std::find(table.outputs.begin(), output, *output) != output)
          return "line " + std::to_string(number) + " has the output `" + *output + "` twice";
      if (table.outputs.empty())
        return "line " + std::to_string(number) + " names no outputs";
      continue;
    }
    if (const std::string problem = addRow(table, std::move(fields)); !problem.empty())
      return "line " + std::to_string(number) + " " + problem;
  }
  if (table.inputs.empty())
    return std::string(table.outputs.empty() ? "it is empty" : "it has no row for an input");
  return table;
}

} // namespace plumb::channel
