// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/rows.h"

namespace plumb::interpreter {

namespace {

bool together(const Step &a, const Step &b) {
  return a.instruction == b.instruction && a.iteration == b.iteration;
}

Row rowOf(const Step &step) {
  Row row{ir::printHead(*step.instruction->statement), {}, {}, {}};
  for (std::size_t l = 0; l < step.iteration.size(); ++l)
    row.iteration += (l == 0 ? "" : ", ") + step.instruction->enclosing[l]->index.name + "=" +
                     std::to_string(step.iteration[l]);
  return row;
}

Row firstOnly(const Step &step) {
  Row row = rowOf(step);
  row.first = step.effect;
  return row;
}

} // namespace

std::vector<Row> sideBySide(const std::vector<Step> &first, const std::vector<Step> &second) {
  std::vector<Row> rows;
  std::size_t next = 0;
  for (const Step &step : second) {
    std::size_t match = next;
    while (match < first.size() && !together(first[match], step))
      ++match;
    Row row = rowOf(step);
    row.second = step.effect;
    if (match < first.size()) {
      for (; next < match; ++next)
        rows.push_back(firstOnly(first[next]));
      row.first = first[next++].effect;
    }
    rows.push_back(std::move(row));
  }
  // If the last line is the second run's alone, what the first did there belongs to the picture.
  bool parted = rows.empty() || rows.back().first.empty();
  if (parted && next < first.size())
    rows.push_back(firstOnly(first[next]));
  return rows;
}

std::vector<Row> firstColumn(const std::vector<Step> &steps) {
  std::vector<Row> rows;
  for (const Step &step : steps)
    rows.push_back(firstOnly(step));
  return rows;
}

} // namespace plumb::interpreter
