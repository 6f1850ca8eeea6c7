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

#include "frontend/ir/expression.h"
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
  /// The local for whose values no bound is known, if that is the problem.
  const ir::Variable *unbounded = nullptr;
  /// What else has no bound because of it: not a problem of its own.
  std::vector<SourceRange> others = {};

  friend bool operator==(const Problem &, const Problem &) = default;
};

/// Collects problems; the same one is kept once.
class Problems {
public:
  void add(std::string message, SourceRange range);
  /// One of another collection.
  void add(Problem problem) { add(Found{std::move(problem), {}}); }
  /// That no bound is known of what is computed from \p read: of \p local, or of a term if that is null.
  /// Where one of \p read has this problem itself, it is the cause, and bounds there come first.
  void addUnbounded(std::string message, SourceRange range, const ir::Variable *local,
                    std::vector<const ir::Variable *> read);
  bool empty() const { return found.empty(); }
  /// One for each cause, in the order of the program text.
  std::vector<Problem> sorted() const;

private:
  struct Found {
    Problem problem;
    /// Locals from which it is computed.
    std::vector<const ir::Variable *> read;
  };
  void add(Found next);
  std::vector<std::size_t> causesOf(std::size_t at) const;
  std::size_t firstCauseOf(std::size_t at) const;

  std::vector<Found> found;
};

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_PROBLEM_H
