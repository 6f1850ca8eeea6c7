// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/released.h - What a release runs ---------*- C++ -*-===//
///
/// \file
/// Which statements of a mechanism run where it is released. What is announced to the proof is published to
/// nobody, so a release does not compute it either: a statement that works for announcements alone is left
/// out. So is a real number that nobody reads, such as the name of a scale (sema::replaceNamedScales). Draws
/// stay, with all that they depend on, so that a release draws what the program draws.
///
/// What stays reads nothing that was left out. So it publishes what the whole program publishes, but for
/// what is announced.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_RELEASED_H
#define PLUMB_MECHANISMS_PLAN_RELEASED_H

#include "frontend/ir/program.h"

#include <set>

namespace plumb::plan {

class Released {
public:
  /// Of what nothing runs on.
  Released() = default;
  explicit Released(const ir::Mechanism &mechanism);

  bool runs(const ir::Statement &statement) const { return leftOut.count(&statement) == 0; }
  /// Those of \p block that run, in their order.
  std::vector<const ir::Statement *> statementsOf(const ir::Block &block) const;
  /// Some statement announces something to the proof.
  bool hidesSomething() const { return announces; }

private:
  // Looked up, never walked through.
  std::set<const ir::Statement *> leftOut;
  bool announces = false;
};

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_RELEASED_H
