// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/place.h"

#include <cassert>

namespace plumb::interpreter {

std::optional<std::size_t> Place::find(llvm::ArrayRef<std::int64_t> indices) const {
  assert(indices.size() == extents.size() && "as many subscripts as dimensions");
  std::size_t linear = 0;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (indices[d] < 0 || indices[d] >= extents[d])
      return std::nullopt;
    linear = linear * static_cast<std::size_t>(extents[d]) + static_cast<std::size_t>(indices[d]);
  }
  return offset + linear;
}

Indices Place::indicesOf(std::size_t linear) const {
  assert(linear < size);
  Indices indices(extents.size());
  for (std::size_t d = extents.size(); d-- > 0;) {
    auto extent = static_cast<std::size_t>(extents[d]);
    indices[d] = static_cast<std::int64_t>(linear % extent);
    linear /= extent;
  }
  return indices;
}

std::string elementName(const std::string &name, const Indices &indices) {
  std::string text = name;
  for (std::int64_t index : indices)
    text += "[" + std::to_string(index) + "]";
  return text;
}

} // namespace plumb::interpreter
