// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/output.h - What one run publishes ---*- C++ -*-===//
///
/// \file
/// Everything that leaves a mechanism: the cells of its transcript and what it
/// returns. Two runs agree exactly if these are equal.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_OUTPUT_H
#define PLUMB_CHECKER_INTERPRETER_OUTPUT_H

#include "checker/interpreter/exact.h"
#include "frontend/ir/program.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <string>
#include <vector>

namespace plumb::interpreter {

/// Values of loop variables or subscripts, outermost first.
using Indices = llvm::SmallVector<std::int64_t, 2>;

/// Cell of one iteration that ran. An iteration that did not run has no cell, which is
/// what the tag `unreached` means.
struct Cell {
  const ir::Transcript *transcript;
  Indices indices;
  /// Null for `none`: the iteration ran and published nothing.
  const ir::Tag *tag = nullptr;
  llvm::SmallVector<Exact, 1> values;

  friend bool operator==(const Cell &, const Cell &) = default;
};

/// What `top_k` gives: as many indices as values, largest value first.
struct Selection {
  std::vector<std::int64_t> indices;
  std::vector<Exact> values;

  friend bool operator==(const Selection &, const Selection &) = default;
};

/// What a run returns. Falling off the end and `stop` both return nothing; an observer sees no
/// difference between them.
struct Result {
  enum class Kind : std::uint8_t { Nothing, Scalar, Selection };
  Kind kind = Kind::Nothing;
  /// For Scalar; a Bool is 0 or 1.
  Exact scalar;
  ir::Sort sort = ir::Sort::Int;
  Selection selection;

  friend bool operator==(const Result &, const Result &) = default;
};

struct Output {
  /// By transcript in the mechanism's order, then by indices; no two for one iteration.
  std::vector<Cell> cells;
  Result result;

  /// Null if that iteration did not run.
  const Cell *cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const;

  friend bool operator==(const Output &, const Output &) = default;
};

/// Puts \p cells, which stand in the order in which their iterations began, into the order that
/// Output asks for.
void sortCells(std::vector<Cell> &cells, const ir::Mechanism &mechanism);

/// "true", "-3/4".
std::string print(const Exact &value, ir::Sort sort);
/// "out[0]", "out[1][2]", or "out" outside all loops.
std::string cellName(const Cell &cell);
/// "above(2)", "below", "none"; an untagged publication is its value.
std::string print(const Cell &cell);
/// "3", "indices [1, 0], values [5, 2]", "nothing".
std::string print(const Result &result);
/// "out[0] = above(2), out[1] = below, result = 3"; "nothing" if there is neither.
std::string print(const Output &output);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_OUTPUT_H
