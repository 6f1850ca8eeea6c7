// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/later_draws.h - Drawn where it is read -*- C++ -*-===//
///
/// \file
/// An alignment reads what is known where its draw stands. A draw may stand far above the statement that uses
/// it, and what it has to make up for is computed in between. Noise depends on nothing but its scale, so it
/// may as well be drawn just in front of that statement: each output has the same probability. What is found
/// and proved then is the program with the draw there, and that program is what is printed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_LATER_DRAWS_H
#define PLUMB_CHECKER_SYNTHESIS_LATER_DRAWS_H

#include "checker/synthesis/synthesis.h"

#include <vector>

namespace plumb::synthesis {

/// Draws of a mechanism whose alignments are left out, further down for as long as this lives.
class LaterDraws {
public:
  /// Moves each of them that can be moved: its scale is a term over parameters and loop variables, its block
  /// reads it in one statement for the first time, and what stands between ends nothing, and computes of the
  /// data something that this statement reads.
  explicit LaterDraws(ir::Mechanism &in);
  LaterDraws(const LaterDraws &) = delete;
  LaterDraws &operator=(const LaterDraws &) = delete;
  ~LaterDraws();

  bool isAny() const { return !moved.empty(); }

  /// They stay where they are. \p found has their alignments, and gets the draws themselves.
  void keep(std::vector<Found> &found);

private:
  struct Move {
    ir::Block *block;
    std::size_t from, to;
    /// What stood at \c from; what stands behind the statement that is at \c to - 1 without it.
    std::unique_ptr<ir::Statement> before;
    const ir::Sample *after;
    const ir::Statement *reader;
    std::size_t depth;
  };

  void walk(ir::Block &block, std::size_t depth);
  void move(ir::Block &block, std::size_t from, std::size_t to, std::size_t depth);

  std::vector<Move> moved;
  bool isKept = false;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_LATER_DRAWS_H
