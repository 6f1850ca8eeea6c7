// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/aligned_lines.h"

#include <algorithm>

namespace plumb::tool {

std::string alignedText(const std::vector<TableLine> &lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const TableLine &line : lines)
    for (std::size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], line[column].size());
  std::string text;
  for (const TableLine &line : lines) {
    std::string row;
    for (std::size_t column = 0; column < line.size(); ++column)
      row += "  " + line[column] + std::string(widths[column] - line[column].size(), ' ');
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

} // namespace plumb::tool
