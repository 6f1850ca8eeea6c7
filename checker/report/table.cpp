// SPDX-License-Identifier: Apache-2.0
#include "checker/report/table.h"

#include "frontend/support/utf8.h"

#include <algorithm>

namespace plumb::report {

namespace {

/// Statements with long alignments would push the numbers off the screen.
constexpr std::size_t widest = 46;

std::string cut(std::string text) {
  if (countCodePoints(text) <= widest)
    return text;
  std::size_t at = 0;
  for (std::size_t shown = 0; shown + 3 < widest; ++shown)
    at += decodeUtf8(text, at).length;
  return text.substr(0, at) + "...";
}

} // namespace

void Table::add(std::string what, std::string first, std::string second) {
  rows.push_back({cut(std::move(what)), std::move(first), std::move(second)});
}

void Table::keepFirst() {
  for (auto &row : rows)
    row[2].clear();
}

std::string Table::text(unsigned indent) const {
  std::array<std::size_t, 3> width{};
  for (const auto &row : rows)
    for (std::size_t column = 0; column < row.size(); ++column)
      width[column] = std::max(width[column], countCodePoints(row[column]));
  std::string result;
  for (const auto &row : rows) {
    std::string line(indent, ' ');
    for (std::size_t column = 0; column < row.size(); ++column)
      line += row[column] + std::string(width[column] - countCodePoints(row[column]) + 3, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

} // namespace plumb::report
