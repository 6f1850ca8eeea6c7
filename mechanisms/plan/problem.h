// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/problem.h - Proved, but not emittable ----*- C++ -*-===//
///
/// \file
/// Why a proved mechanism is not emitted. Code is emitted only if it is as private as what was proved, so
/// every doubt about ranges, laws or time ends here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_PROBLEM_H
#define PLUMB_MECHANISMS_PLAN_PROBLEM_H

#include "frontend/support/source_file.h"

#include <string>
#include <vector>

namespace plumb::plan {

/// Why a proved mechanism has no C++ that would be just as private.
struct Problem {
  /// One clause without a final period, in the terms of the program, with what to do.
  std::string message;
  /// The words that it is about.
  SourceRange range;

  friend bool operator==(const Problem &, const Problem &) = default;
};

/// Collects problems; the same one is kept once.
class Problems {
public:
  void add(std::string message, SourceRange range);
  bool empty() const { return found.empty(); }
  /// In the order of the program text.
  std::vector<Problem> sorted() const;

private:
  std::vector<Problem> found;
};

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_PROBLEM_H
