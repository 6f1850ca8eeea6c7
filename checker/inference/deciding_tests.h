// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/deciding_tests.h - What draws hang on --*- C++ -*-===//
///
/// \file
/// The conditions of a loop on which it depends whether something is drawn or moved, and the public ends that
/// conditions compare ints with.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_DECIDING_TESTS_H
#define PLUMB_CHECKER_INFERENCE_DECIDING_TESTS_H

#include "checker/inference/templates.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::inference {

/// Where x stands when it is compared with \c other together with \c beside: `x + beside < other`.
struct End {
  const ir::Expression *other;
  /// Null: nothing.
  const ir::Expression *beside;

  bool isSame(const End &as) const;
  std::string text() const;
  smt::Term value(relational::Context c, relational::State state) const;
};

using DecidingTests = std::vector<std::pair<const ir::Expression *, std::vector<const ir::Sample *>>>;

/// Conditions that decide whether something is drawn, or moved, with the draws that they decide about.
DecidingTests decidingTests(const ir::Block &body);

/// What \p x is compared with in \p test: `x < c`, `c != x + 1`.
std::optional<End> endOf(const ir::Expression &test, const ir::Variable &x);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_DECIDING_TESTS_H
