// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/stream.h - A run in steps ----------------*- C++ -*-===//
///
/// \file
/// Which mechanisms can be fed one update at a time.
///
/// In a stream the answers of iteration t arrive when iterations 0 to t - 1 have
/// published. So nothing may look ahead: all publications are in one outermost loop,
/// and its iteration t reads of each query f only f[t] or, of more dimensions, the
/// row f[t][...]. What stands in front of the loop reads no data, and the loop's ends
/// are public terms. Then the run is the same, with pauses.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_STREAM_H
#define PLUMB_MECHANISMS_PLAN_STREAM_H

#include "mechanisms/plan/storage.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::plan {

struct StreamPlan {
  const ir::For *loop;
  /// The statements in front of the loop.
  std::vector<const ir::Statement *> prefix;
  /// Samples and Locals whose values pass from one step to the next, in the order of declaration.
  std::vector<const ir::Variable *> kept;
  /// Of these, what is computed from noise or answers, not counting what merely depends on a test of them.
  std::vector<const ir::Variable *> secret;
  /// A prefix statement draws noise.
  bool startsWithNoise;
  /// What ends the loop and does nothing else (open_end.h), so that nobody has to choose it. Null if somebody
  /// has to.
  const ir::Variable *openEnd = nullptr;

  /// One of `kept`, or the index of the loop.
  bool isState(const ir::Variable &variable) const;
  /// A row of answers to \p query grows with the number of steps that there can be.
  bool hasLongRows(const ir::Variable &query) const;
};

/// Nothing if \p mechanism has no such form.
std::optional<StreamPlan> streamOf(const ir::Mechanism &mechanism, const Storage &storage);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_STREAM_H
