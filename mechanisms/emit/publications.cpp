// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/publications.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::emit {

using llvm::dyn_cast;

const CellShape &Publications::of(const ir::Transcript &transcript) const {
  auto found = std::find_if(cells.begin(), cells.end(),
                            [&](const CellShape &shape) { return shape.transcript == &transcript; });
  assert(found != cells.end() && "every transcript has a shape");
  return *found;
}

bool Publications::isOneCellEach() const {
  return cells.size() == 1 && cells.front().transcript->loops.size() == 1;
}

static CppType typeOf(const ir::Expression &value, const ValueRanges &ranges) {
  if (value.sort() == ir::Sort::Bool)
    return CppType::Bool;
  std::optional<Range> range = value.sort() == ir::Sort::Int ? ranges.of(value) : std::nullopt;
  return range && fitsWord(*range) ? CppType::Word : CppType::Wide;
}

/// A truth value among numbers is published as 0 or 1.
static CppType both(CppType a, CppType b) {
  return a == b ? a : std::max({a, b, CppType::Word});
}

static bool startsAtZero(const ir::For &loop) {
  const auto *low = dyn_cast<ir::Number>(loop.low.get());
  return low && low->value == 0;
}

static void addOutput(CellShape &shape, const ir::Output &output, const ValueRanges &ranges) {
  if (std::find(shape.tags.begin(), shape.tags.end(), &output.tag) == shape.tags.end())
    shape.tags.push_back(&output.tag);
  for (std::size_t i = 0; i < output.values.size(); ++i) {
    CppType type = typeOf(*output.values[i], ranges);
    if (i < shape.values.size())
      shape.values[i] = both(shape.values[i], type);
    else
      shape.values.push_back(type);
  }
}

static void addReturn(std::optional<ResultShape> &result, const ir::Return &end, const ValueRanges &ranges) {
  if (!end.value)
    return;
  bool isSelection = llvm::isa<ir::TopK>(*end.value);
  CppType type = isSelection ? CppType::Wide : typeOf(*end.value, ranges);
  if (!result)
    result = ResultShape{isSelection, type};
  result->type = both(result->type, type);
}

Publications publicationsOf(const ir::Mechanism &mechanism, const ValueRanges &ranges, Identifiers &names) {
  Publications all;
  for (const auto &transcript : mechanism.transcripts) {
    std::string number = all.cells.empty() ? "" : std::to_string(all.cells.size() + 1);
    bool isSimple = transcript->loops.size() == 1 && startsAtZero(*transcript->loops.front());
    all.cells.push_back(
        {transcript.get(), "Cell" + number, "out" + number, names.fresh("cell" + number), {}, {}, isSimple});
  }
  forEachStatement(mechanism.body, [&](const ir::Statement &statement, const Nest &) {
    for (CellShape &shape : all.cells)
      if (const auto *output = dyn_cast<ir::Output>(&statement);
          output && &output->transcript == shape.transcript)
        addOutput(shape, *output, ranges);
    if (const auto *end = dyn_cast<ir::Return>(&statement))
      addReturn(all.result, *end, ranges);
  });
  return all;
}

std::string valueMember(std::size_t position) {
  return position == 0 ? "value" : "value" + std::to_string(position + 1);
}

} // namespace plumb::emit
