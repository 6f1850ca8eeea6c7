// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/answers_file.h"

#include "frontend/support/printable.h"
#include "tools/plumb/read_file.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

namespace plumb::tool {

namespace {

using runtime::Error;

/// A word between commas, without the spaces around it.
struct Cell {
  std::string word;
  std::size_t column;
};

/// What a part of a composition has published may have more than letters: `seen is busy`, `seen.2`.
bool isName(const std::string &word) {
  const auto isLetter = [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; };
  return !word.empty() && isLetter(static_cast<unsigned char>(word.front())) &&
         std::isdigit(static_cast<unsigned char>(word.front())) == 0 &&
         std::all_of(word.begin(), word.end(), [&](unsigned char letter) {
           return isLetter(letter) || letter == ' ' || letter == '.';
         });
}

std::vector<Cell> cellsOf(std::string line) {
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  std::vector<Cell> cells;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = line.find(',', begin);
    const std::string word = line.substr(begin, end == std::string::npos ? end : end - begin);
    const std::size_t first = std::min(word.find_first_not_of(' '), word.size());
    cells.push_back({word.substr(first, word.find_last_not_of(' ') + 1 - first), begin + first + 1});
  }
  return cells;
}

/// "1 value", "3 values".
std::string counted(std::size_t count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Spreadsheets put the mark of UTF-8 in front.
std::string withoutMark(const std::string &text) {
  static const std::string mark = "\xEF\xBB\xBF";
  return text.compare(0, mark.size(), mark) == 0 ? text.substr(mark.size()) : text;
}

/// Reads line after line; stops at the first mistake.
class Reader {
public:
  explicit Reader(const std::string &text) : lines(withoutMark(text)) {}

  std::optional<std::string> read() {
    std::string line;
    if (!next(line))
      return at(1) + "there is no line with names, such as `T,f`";
    for (const Cell &cell : cellsOf(line))
      if (auto problem = name(cell))
        return problem;
    while (next(line))
      if (!line.empty() && line != "\r")
        if (auto problem = place(cellsOf(line)))
          return problem;
    if (columns.front().values.empty())
      return at(1) + "no line with values follows";
    return std::nullopt;
  }

  std::vector<std::string> names;
  std::vector<claims::Column> columns;

private:
  bool next(std::string &line) {
    ++number;
    return static_cast<bool>(std::getline(lines, line));
  }
  std::string at(std::size_t column) const {
    return std::to_string(number) + ":" + std::to_string(column) + ": ";
  }

  std::optional<std::string> name(const Cell &cell) {
    if (!isName(cell.word))
      return at(cell.column) + "`" + printablePath(cell.word) +
             "` is no name; the first line names answers and arrays";
    if (std::find(names.begin(), names.end(), cell.word) != names.end())
      return at(cell.column) + "`" + cell.word + "` has two columns";
    names.push_back(cell.word);
    columns.push_back({{number, cell.column}, {}, {}});
    return std::nullopt;
  }

  std::optional<std::string> place(const std::vector<Cell> &cells) {
    if (cells.size() != names.size())
      return at(cells.back().column) + counted(cells.size(), "value") + " for " +
             counted(names.size(), "name") + " of the first line";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto value = claims::givenBy(cells[i].word);
      if (!value)
        return at(cells[i].column) + "`" + printablePath(cells[i].word) +
               "` is no number; write it like 3, 1/2 or 0.125";
      columns[i].values.push_back(*value);
      columns[i].origins.push_back({number, cells[i].column});
    }
    if (columns.front().values.size() > mostPlaces)
      return at(1) + "there are more than " + std::to_string(mostPlaces) + " places";
    return std::nullopt;
  }

  static constexpr std::size_t mostPlaces = 10'000;
  std::istringstream lines;
  std::size_t number = 0;
};

} // namespace

std::optional<Error> readAnswers(const std::string &path, claims::GivenValues &values) {
  const ReadText file = readFile(path);
  if (file.problem)
    return Error{"--answers: " + path + ": " + file.problem->message()};
  Reader reader(file.text);
  if (auto problem = reader.read())
    return Error{path + ":" + *problem};
  values.setFile(path);
  for (std::size_t i = 0; i < reader.names.size(); ++i) {
    if (values.has(reader.names[i]))
      return Error{values.at(reader.columns[i].name) + "--let and --answers both give `" + reader.names[i] +
                   "` a value"};
    values.addColumn(reader.names[i], std::move(reader.columns[i]));
  }
  return std::nullopt;
}

} // namespace plumb::tool
