// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/passed_on.h - What parts pass on, in C++ -*- C++ -*-===//
///
/// \file
/// A part of a composition may pass on what it published: one value, tags and values of its cell, or arrays
/// of them. Here is how a part is written down for the header of its composition, and the C++ that takes out
/// of its output what it passes on.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_PASSED_ON_H
#define PLUMB_MECHANISMS_EMIT_PASSED_ON_H

#include "frontend/ir/composition.h"
#include "mechanisms/emit/unit.h"

#include <set>
#include <string>
#include <vector>

namespace plumb::emit {

/// Something that a part passes on, by the number that the runtime knows it by: a value (ComposedRun::Part),
/// or an array (ArrayPlaces).
struct Passed {
  const ir::Variable *variable;
  std::size_t number;
};

/// What is written of one part.
struct PartText {
  const ir::Part &part;
  std::size_t position;
  /// Numbers of the values, and of the arrays, that its arguments, or how often it runs, read.
  std::vector<std::size_t> reads, readArrays;
  /// Values alone, or arrays alone.
  std::vector<Passed> passed;
  /// "::plumb::daily"
  std::string space;
  /// Parameters of its mechanism that get a logarithm. If there are any, the header has a mechanism of its
  /// own.
  std::set<const ir::Variable *> logarithms;

  std::string number() const { return std::to_string(position + 1); }
  /// Its mechanism is made with the composition, since nothing in it waits for what is published.
  bool isFixed() const { return reads.empty() && readArrays.empty(); }
  bool passesArrays() const { return !passed.empty() && passed.front().variable->isArray(); }
};

/// The cell that \p part of \p unit passes on by tags; null if it passes on a whole value, or nothing.
const CellShape *cellOf(const PartText &part, const Unit &unit);

/// All that \p part passes on of a `cell`.
std::string partsOfCell(const PartText &part);

/// Statements that add the arrays of \p part to what it has `passed`.
std::string arraysOf(const PartText &part, const Unit &unit);

/// The member of the output of \p unit that is the one value which is passed on.
std::string wholeValue(const Unit &unit);

/// "Its value is passed on as `seen`."
std::string passedNames(const PartText &part);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_PASSED_ON_H
