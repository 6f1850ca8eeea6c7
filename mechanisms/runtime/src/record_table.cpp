// SPDX-License-Identifier: Apache-2.0
#include "plumb/runtime/record_table.h"

#include "plumb/runtime/index_range.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <string_view>

namespace plumb::runtime {

bool addColumns(std::vector<std::string> &names, const std::string &field, const std::vector<Wide> &extents) {
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
  names.insert(names.end(), all.begin(), all.end());
  return true;
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

Expected<RecordTable> RecordTable::open(std::istream &stream, std::vector<std::string> columns) {
  RecordTable table(stream, std::move(columns));
  const auto first = table.readLine();
  if (!first)
    return first.error();
  if (!*first)
    return Error{"there is no line with the names of the columns"};
  table.width = table.cells.size();
  std::multimap<std::string_view, std::size_t> columnsByName;
  for (std::size_t i = 0; i < table.width; ++i)
    columnsByName.emplace(table.cells[i], i);
  for (const std::string &name : table.names) {
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
    return errorHere("there are " + std::to_string(cells.size()) + " values instead of " +
                     std::to_string(width));
  return more;
}

void RecordTable::refuse(const char *what) {
  if (!mistake)
    mistake = errorHere("`" + names[column] + "` " + what);
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

Expected<void> RecordTable::complete() const {
  if (mistake)
    return *mistake;
  return {};
}

} // namespace plumb::runtime
