// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/publications.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::plan {

using llvm::dyn_cast;

static ValueType typeOf(const ir::Expression &value, const ValueRanges &ranges) {
  if (value.sort() == ir::Sort::Bool)
    return ValueType::Bool;
  std::optional<Range> range = value.sort() == ir::Sort::Int ? ranges.of(value) : std::nullopt;
  return range && fitsWord(*range) ? ValueType::Word : ValueType::Wide;
}

/// A truth value among numbers is published as 0 or 1.
static ValueType both(ValueType a, ValueType b) {
  return a == b ? a : std::max({a, b, ValueType::Word});
}

static bool startsAtZero(const ir::For &loop) {
  const auto *low = dyn_cast<ir::Number>(loop.low.get());
  return low && low->value == 0;
}

static void addOutput(CellShape &shape, const ir::Output &output, const ValueRanges &ranges) {
  if (std::find(shape.tags.begin(), shape.tags.end(), &output.tag) == shape.tags.end())
    shape.tags.push_back(&output.tag);
  for (std::size_t i = 0; i < output.values.size(); ++i) {
    ValueType type = typeOf(*output.values[i], ranges);
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
  ValueType type = isSelection ? ValueType::Wide : typeOf(*end.value, ranges);
  if (!result)
    result = ResultShape{isSelection, type};
  result->type = both(result->type, type);
}

Publications publicationsOf(const ir::Mechanism &mechanism, const ValueRanges &ranges) {
  Publications all;
  for (const auto &transcript : mechanism.transcripts) {
    if (!transcript->isSeen)
      continue;
    bool isSimple = transcript->loops.size() == 1 && startsAtZero(*transcript->loops.front());
    all.cells.push_back({transcript.get(), {}, {}, isSimple});
  }
  forEachStatement(mechanism, [&](const ir::Statement &statement, const Nest &) {
    for (CellShape &shape : all.cells)
      if (const auto *output = dyn_cast<ir::Output>(&statement);
          output && &output->transcript == shape.transcript)
        addOutput(shape, *output, ranges);
    if (const auto *end = dyn_cast<ir::Return>(&statement))
      addReturn(all.result, *end, ranges);
  });
  return all;
}

} // namespace plumb::plan
