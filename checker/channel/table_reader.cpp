// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/table_reader.h"

#include "frontend/support/utf8.h"

#include <algorithm>
#include <optional>

namespace plumb::channel {

namespace {

/// Comparing all pairs of inputs on more would take minutes.
constexpr std::size_t largestCount = 2000, longestNumber = 200;

/// A field of one line, without the blanks around it.
struct Field {
  std::string text;
  /// Of its first character, or of where it should be: in code points, from 1.
  std::size_t column;
};

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<Field> fieldsOf(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    const std::string_view text = trimmed(line.substr(begin, end - begin));
    const std::size_t at = text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data());
    fields.push_back({std::string(text), countCodePoints(line.substr(0, at)) + 1});
    begin = end + 1;
  }
  return fields;
}

std::string counted(std::size_t number, const char *one, const char *many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

/// A slip and the column where it stands.
struct Slip {
  std::size_t column;
  std::string text;
};

/// Why a field is no name, or nothing.
std::optional<Slip> nameSlip(const Field &field, const char *what) {
  if (field.text.empty())
    return Slip{field.column, std::string("the name of an ") + what + " is missing"};
  if (field.text.find('"') != std::string::npos)
    return Slip{field.column,
                "quotation marks are not read; give the " + std::string(what) + " a plain name"};
  return std::nullopt;
}

/// Adds the outputs of the first line.
std::optional<Slip> addOutputs(FiniteTable &table, const std::vector<Field> &fields) {
  if (fields.size() < 2)
    return Slip{1, "it names no outputs" +
                       std::string(fields.front().text.find_first_of(";\t") != std::string::npos
                                       ? ", as names and entries are separated by commas alone"
                                       : "")};
  for (std::size_t i = 1; i < fields.size(); ++i) {
    if (auto slip = nameSlip(fields[i], "output"))
      return slip;
    if (std::find(table.outputs.begin(), table.outputs.end(), fields[i].text) != table.outputs.end())
      return Slip{fields[i].column, "the output `" + fields[i].text + "` stands there a second time"};
    table.outputs.push_back(fields[i].text);
  }
  return std::nullopt;
}

/// Adds the input of one line, with its entries.
std::optional<Slip> addRow(FiniteTable &table, const std::vector<Field> &fields) {
  if (auto slip = nameSlip(fields.front(), "input"))
    return slip;
  const std::size_t wanted = table.outputs.size() + 1;
  if (fields.size() != wanted)
    return Slip{fields[std::min(wanted, fields.size() - 1)].column,
                "there " + std::string(fields.size() == 2 ? "is " : "are ") +
                    counted(fields.size() - 1, "entry", "entries") + ", for " +
                    counted(table.outputs.size(), "output", "outputs")};
  if (std::find(table.inputs.begin(), table.inputs.end(), fields.front().text) != table.inputs.end())
    return Slip{fields.front().column, "a second row for the input `" + fields.front().text + "`"};
  std::vector<Rational> row;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const std::string &text = fields[i].text;
    const bool isNegative = text.starts_with('-');
    auto entry = text.size() <= longestNumber ? parseRational(text.substr(isNegative ? 1 : 0)) : std::nullopt;
    if (!entry)
      return Slip{fields[i].column,
                  "`" + text.substr(0, 40) + "` where a number like 1/3 or 0.25 is expected"};
    row.push_back(isNegative ? Rational(-*entry) : *entry);
  }
  table.inputs.push_back(fields.front().text);
  table.entries.push_back(std::move(row));
  return std::nullopt;
}

} // namespace

std::variant<FiniteTable, std::string> readTable(std::string_view text) {
  // Spreadsheets put the mark of UTF-8 in front.
  constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(byteOrderMark))
    text.remove_prefix(byteOrderMark.size());
  FiniteTable table;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (trimmed(line).empty())
      continue;
    const std::vector<Field> fields = fieldsOf(line);
    if (fields.size() > largestCount || table.inputs.size() >= largestCount)
      return "it has more than " + std::to_string(largestCount) + " inputs or outputs";
    const auto slip = table.outputs.empty() ? addOutputs(table, fields) : addRow(table, fields);
    if (slip)
      return "line " + std::to_string(number) + ", column " + std::to_string(slip->column) + ": " +
             slip->text;
  }
  if (table.inputs.empty())
    return std::string(table.outputs.empty() ? "it is empty" : "it has no row for an input");
  if (table.inputs.size() == 1)
    return "it has one input, `" + table.inputs.front() + "`, and none to compare it with";
  return table;
}

} // namespace plumb::channel
