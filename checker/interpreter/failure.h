// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/failure.h - How a run can be undefined ---*- C++ -*-===//
///
/// \file
/// The ways in which a run can have no meaning. For counterexamples, and for the search, which has to tell
/// a program's failure from its own limits.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_FAILURE_H
#define PLUMB_CHECKER_INTERPRETER_FAILURE_H

#include "frontend/support/source_file.h"

#include <cstdint>
#include <string_view>

namespace plumb::interpreter {

/// A run that has no meaning, and the words at which it lost it. A mechanism for which one
/// exists (with its requirements met) cannot be proved private.
struct Failure {
  enum class Kind : std::uint8_t {
    /// A subscript outside its array, or a position outside what `top_k` returned.
    IndexOutOfBounds,
    DivisionByZero,
    /// The scale of a sample is zero or negative.
    NonPositiveScale,
    /// top_k(k, v) with k < 0 or k larger than v.
    SelectionSize,
    /// `max(k in a .. b where c: e)` or a relative, and no index qualifies.
    NothingToChoose,
    /// Two publications in one iteration.
    PublishedTwice,
    /// The noise source gave what the law cannot give.
    DrawOutsideSupport,
    /// More statements and indices of ranges than the caller allowed, or a number of tens of thousands of
    /// digits; says nothing about the program.
    StepLimit,
  };
  Kind kind;
  SourceRange range;
};

/// "divides by zero": fits behind "run 2 ".
std::string_view description(Failure::Kind kind);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_FAILURE_H
