// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/place.h - Where elements are kept ---*- C++ -*-===//
///
/// \file
/// The layout of arrays in flat vectors: where an element of a variable or field is, and back.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_PLACE_H
#define PLUMB_CHECKER_INTERPRETER_PLACE_H

#include "checker/interpreter/output.h"

#include <llvm/ADT/STLExtras.h>
#include <optional>

namespace plumb::interpreter {

/// Where a variable, or a field of a record, keeps its elements: side by side, in row-major order.
struct Place {
  enum class Home : std::uint8_t { Parameters, Answers, State, Record };
  Home home = Home::State;
  /// Of the first element, in the flat vector of that home.
  std::size_t offset = 0;
  Indices extents;
  std::size_t size = 1;

  /// Nothing if out of bounds.
  std::optional<std::size_t> find(llvm::ArrayRef<std::int64_t> indices) const;
  /// The subscripts of the element that is \p linear places behind the first. \pre linear < size.
  Indices indicesOf(std::size_t linear) const;
};

/// "f[1][0]"; \p name alone for no indices.
std::string elementName(const std::string &name, const Indices &indices);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_PLACE_H
