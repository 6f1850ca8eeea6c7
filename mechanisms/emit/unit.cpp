// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/unit.h"

namespace plumb::emit {

Unit::Unit(const ir::Mechanism &proved, Work chosen)
    : mechanism(proved), work(chosen), names(proved, problems), premises(proved), ranges(proved, &premises),
      rawRanges(proved, nullptr), storage(proved), samplers(samplersOf(proved, names, problems)),
      publications(publicationsOf(proved, ranges, names)), stream(streamOf(proved, storage)) {}

std::string sizeText(const ir::Variable &array) {
  std::string text;
  for (const auto &extent : array.extents) {
    bool isAtom = array.extents.size() == 1 || extent->kind() == ir::Expression::Kind::Read;
    text += (text.empty() ? "" : " * ") + (isAtom ? ir::print(*extent) : "(" + ir::print(*extent) + ")");
  }
  return text;
}

} // namespace plumb::emit
