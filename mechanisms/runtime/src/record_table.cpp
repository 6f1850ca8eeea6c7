// SPDX-License-Identifier: Apache-2.0
#include "plumb/runtime/record_table.h"

#include "plumb/runtime/index_range.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <string_view>

namespace plumb::runtime {

void RecordColumns::add(const std::string &field) {
  fields.push_back({field, names.size(), 1});
  names.push_back(field);
}

bool RecordColumns::add(const std::string &field, const std::vector<Wide> &extents) {
  std::vector<std::string> all{field};
  for (const Wide extent : extents) {
    if (extent < 0 || extent > Effort::mostIndices / static_cast<Wide>(std::max<std::size_t>(all.size(), 1)))
      return false;
    std::vector<std::string> longer;
    for (const std::string &name : all)
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(extent); ++i)
        longer.push_back(name + "[" + std::to_string(i) + "]");
    all = std::move(longer);
  }
  fields.push_back({field, names.size(), all.size()});
  names.insert(names.end(), all.begin(), all.end());
  return true;
}

/// \p text without blanks around it.
static std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

std::string RecordColumns::refusal(const std::string &name) const {
  const std::string_view base = trimmed(std::string_view(name).substr(0, name.find('[')));
  const auto field =
      std::find_if(fields.begin(), fields.end(), [&](const Field &each) { return each.name == base; });
  if (field == fields.end())
    return {};
  const auto first = names.begin() + static_cast<std::ptrdiff_t>(field->first),
             end = first + static_cast<std::ptrdiff_t>(field->count);
  if (std::find(first, end, name) != end)
    return {};
  const std::string are = field->count == 0   ? "it has no elements here"
                          : field->count == 1 ? "its column is `" + *first + "`"
                                              : "its columns are `" + *first + "` to `" + *(end - 1) + "`";
  return "`" + name + "` is no column of the field `" + field->name + "`: " + are;
}

Error RecordTable::errorHere(const std::string &what) const {
  return {"line " + std::to_string(lineNumber) + ": " + what};
}

/// A value in quotes may hold commas, and a quote as two. Nothing if quotes do not fit.
static std::optional<std::vector<std::string>> cellsOf(std::string_view line) {
  std::vector<std::string> cells{""};
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ',') {
      cells.emplace_back();
    } else if (line[at] != '"') {
      cells.back() += line[at];
    } else {
      if (!cells.back().empty())
        return std::nullopt;
      for (++at; at < line.size() && (line[at] != '"' || line.substr(at, 2) == "\"\""); ++at) {
        cells.back() += line[at];
        at += line[at] == '"' ? 1 : 0;
      }
      if (at >= line.size() || (at + 1 < line.size() && line[at + 1] != ','))
        return std::nullopt;
    }
  }
  return cells;
}

Expected<bool> RecordTable::readLine() {
  std::string line;
  do {
    if (!std::getline(*stream, line)) {
      if (stream->bad())
        return Error{"the records cannot be read behind line " + std::to_string(lineNumber)};
      return false;
    }
    ++lineNumber;
    // Some programs begin a text with it, in front of whatever the first value is.
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (lineNumber == 1 && line.starts_with(mark))
      line.erase(0, mark.size());
    if (!line.empty() && line.back() == '\r')
      line.pop_back();
  } while (line.empty());
  auto found = cellsOf(line);
  if (!found)
    return errorHere("the quotes do not fit");
  cells = *std::move(found);
  return true;
}

Expected<RecordTable> RecordTable::open(std::istream &stream, RecordColumns columns) {
  RecordTable table(stream, std::move(columns));
  // A file that is not there, for instance.
  if (!stream)
    return Error{"it cannot be read"};
  const auto first = table.readLine();
  if (!first)
    return first.error();
  if (!*first)
    return Error{"there is no line with the names of the columns"};
  table.width = table.cells.size();
  std::multimap<std::string_view, std::size_t> columnsByName;
  for (std::size_t i = 0; i < table.width; ++i)
    columnsByName.emplace(table.cells[i], i);
  for (const std::string &name : table.cells)
    if (const std::string refusal = table.columns.refusal(name); !refusal.empty())
      return table.errorHere(refusal);
  for (const std::string &name : table.columns.names) {
    const auto [found, end] = columnsByName.equal_range(name);
    if (found == end)
      return table.errorHere("there is no column `" + name + "`");
    if (std::next(found) != end)
      return table.errorHere("there are two columns `" + name + "`");
    table.places.push_back(found->second);
  }
  return table;
}

Expected<bool> RecordTable::next() {
  column = 0;
  mistake.reset();
  auto more = readLine();
  if (more && *more && cells.size() != width)
    return errorHere(
        (cells.size() == 1 ? "there is 1 value" : "there are " + std::to_string(cells.size()) + " values") +
        std::string(" instead of ") + std::to_string(width));
  return more;
}

void RecordTable::refuse(const char *what) {
  if (!mistake)
    mistake = errorHere("`" + columns.names[column] + "` " + what + (maybeNone ? ", nor `none`" : ""));
}

void RecordTable::take(std::int64_t &value) {
  const std::string &number = text();
  const bool hasPlus = number.size() > 1 && number[0] == '+' && number[1] != '-';
  const char *const begin = number.data() + (hasPlus ? 1 : 0), *const end = number.data() + number.size();
  const auto read = std::from_chars(begin, end, value);
  if (begin == end || read.ec != std::errc() || read.ptr != end)
    refuse("is no integer of 64 bits");
  ++column;
}

void RecordTable::take(bool &value) {
  const std::string &truth = text();
  value = truth == "true" || truth == "1";
  if (!value && truth != "false" && truth != "0")
    refuse("is neither `true` nor `false`");
  ++column;
}

void RecordTable::take(Rational &value) {
  // What is wrong with it is not told: it would show the value.
  if (auto read = Rational::parse(text()))
    value = *std::move(read);
  else
    refuse("is no number like 3, 7.25 or 29/4");
  ++column;
}

Expected<void> RecordTable::complete() const {
  if (mistake)
    return *mistake;
  return {};
}

} // namespace plumb::runtime
