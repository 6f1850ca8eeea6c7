// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/snapshot.h - What a program leaves open -*- C++ -*-===//
///
/// \file
/// All places of a mechanism that can be left open, as they are at one time: so that one way to fill them can
/// be put aside while others are tried.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SNAPSHOT_H
#define PLUMB_CHECKER_SYNTHESIS_SNAPSHOT_H

#include "checker/synthesis/terms.h"

#include <vector>

namespace plumb::synthesis {

class Snapshot {
public:
  /// Takes the terms themselves and leaves copies, since a proof may point to them. \p of outlives it.
  explicit Snapshot(ir::Mechanism &of);

  /// Puts copies of them back.
  void restoreCopies() const;
  /// Puts the terms themselves back. \pre for the first time.
  void restore();

private:
  struct Scale {
    ir::Sample *sample;
    ExpressionPtr scale;
    ir::Hole hole;
    /// Null: open.
    ExpressionPtr aligned;
  };
  ir::Mechanism &mechanism;
  ir::Guarantee guarantee;
  std::vector<ir::Difference> adjacency;
  std::vector<Scale> samples;
  /// Parts of the guarantee that are open, or were, are among them.
  std::vector<ExpressionPtr> requirements;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SNAPSHOT_H
