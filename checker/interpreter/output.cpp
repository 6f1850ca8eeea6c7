// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/output.h"

#include <algorithm>

namespace plumb::interpreter {

namespace {

std::size_t numberOf(const ir::Transcript *transcript, const ir::Mechanism &mechanism) {
  std::size_t number = 0;
  while (number < mechanism.transcripts.size() && mechanism.transcripts[number].get() != transcript)
    ++number;
  return number;
}

template <typename Range, typename Print> std::string join(const Range &range, Print print) {
  std::string text;
  for (const auto &element : range)
    text += (text.empty() ? "" : ", ") + print(element);
  return text;
}

} // namespace

const Cell *Output::cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const {
  const auto isIt = [&](const Cell &candidate) {
    if (candidate.transcript != &transcript || candidate.indices.size() != indices.size())
      return false;
    // Inner loops tell cells apart sooner.
    for (std::size_t d = indices.size(); d-- > 0;)
      if (candidate.indices[d] != indices[d])
        return false;
    return true;
  };
  // Where one loop from 0 publishes, there.
  const std::size_t usual =
      indices.empty() || indices.back() < 0 ? 0 : static_cast<std::size_t>(indices.back());
  if (usual < cells.size() && isIt(cells[usual]))
    return &cells[usual];
  const auto found = std::find_if(cells.begin(), cells.end(), isIt);
  return found == cells.end() ? nullptr : &*found;
}

void sortCells(std::vector<Cell> &cells, const ir::Mechanism &mechanism) {
  if (mechanism.transcripts.size() > 1)
    std::stable_sort(cells.begin(), cells.end(), [&](const Cell &a, const Cell &b) {
      return numberOf(a.transcript, mechanism) < numberOf(b.transcript, mechanism);
    });
}

std::string print(const Exact &value, ir::Sort sort) {
  if (sort == ir::Sort::Bool)
    return value.isZero() ? "false" : "true";
  return toString(value);
}

std::string cellName(const Cell &cell) {
  std::string text = "out";
  for (std::int64_t index : cell.indices)
    text += "[" + std::to_string(index) + "]";
  return text;
}

std::string print(const Cell &cell) {
  if (!cell.tag)
    return "none";
  std::string values;
  for (std::size_t i = 0; i < cell.values.size(); ++i)
    values += (i == 0 ? "" : ", ") + print(cell.values[i], cell.tag->components[i]);
  if (cell.tag->name == "value" && !cell.values.empty())
    return cell.values.size() == 1 ? values : "(" + values + ")";
  return cell.values.empty() ? cell.tag->name : cell.tag->name + "(" + values + ")";
}

std::string print(const Result &result) {
  switch (result.kind) {
  case Result::Kind::Nothing:
    return "nothing";
  case Result::Kind::Scalar:
    return print(result.scalar, result.sort);
  case Result::Kind::Selection:
    return "indices [" + join(result.selection.indices, [](std::int64_t i) { return std::to_string(i); }) +
           "], values [" + join(result.selection.values, [](const Exact &v) { return toString(v); }) + "]";
  }
  return {};
}

std::string print(const Output &output) {
  std::string text =
      join(output.cells, [](const Cell &cell) { return cellName(cell) + " = " + print(cell); });
  if (output.result.kind != Result::Kind::Nothing)
    text += (text.empty() ? "" : ", ") + ("result = " + print(output.result));
  return text.empty() ? "nothing" : text;
}

} // namespace plumb::interpreter
