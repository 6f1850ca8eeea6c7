// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/annotations.h - What is written beside a program -*- C++ -*-===//
///
/// \file
/// A mechanism as text, with lines that are no part of it: what a proof has found, for whoever reads both.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_ANNOTATIONS_H
#define PLUMB_FRONTEND_IR_ANNOTATIONS_H

#include "frontend/ir/program.h"

#include <string>
#include <vector>

namespace plumb::ir {

/// Lines, without their indentation.
struct Annotations {
  std::vector<std::string> ofGuarantee;
  /// For each loop in the order of the text, at its head; loops behind the last have none.
  std::vector<std::vector<std::string>> ofLoops;
};

/// The text of print(mechanism), with \p annotations behind the guarantee and the heads of loops; the body of
/// each loop begins on a line of its own.
std::string print(const Mechanism &mechanism, const Annotations &annotations);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_ANNOTATIONS_H
