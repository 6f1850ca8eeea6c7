// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/hole.h - What is left open -------------------*- C++ -*-===//
///
/// \file
/// A place of a clause that the text leaves open, `?`: the guarantee, a scale, a direction or a bound. What
/// stands in its place until it is filled means nothing, and no proof, replay or emission may rest on it. (An
/// alignment that is left open is a null pointer: Sample::aligned.)
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_HOLE_H
#define PLUMB_FRONTEND_IR_HOLE_H

#include "frontend/support/source_file.h"

namespace plumb::ir {

struct Hole {
  /// Not filled yet.
  bool isOpen = false;
  /// Where `?` stands in the text; empty if nothing was left open.
  SourceRange range;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_HOLE_H
