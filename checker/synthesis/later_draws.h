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
  /// reads it in one statement for the first time, and what stands between ends nothing. Either that
  /// statement is a branch that reads it on one side alone, and nothing else does, and it is drawn on that
  /// side: what is drawn and not read changes no output. Of a row of draws, some may be read in other
  /// iterations; they are all drawn. Or what stands between computes of the data something that the statement
  /// reads.
  explicit LaterDraws(ir::Mechanism &in);
  LaterDraws(const LaterDraws &) = delete;
  LaterDraws &operator=(const LaterDraws &) = delete;
  ~LaterDraws();

  bool isAny() const { return !moved.empty(); }
  /// Is one of them drawn in fewer runs than it was? That its scale has a meaning in the others as well is
  /// not asked of the mechanism any more.
  bool isAnyOnOneSide() const;

  /// They stay where they are. \p found has their alignments, and gets the draws themselves.
  void keep(std::vector<Found> &found);

private:
  /// In front of a statement of a block, which stands in so many others.
  struct Place {
    ir::Block *block;
    std::size_t at, depth;
  };

  struct Move {
    ir::Block *block;
    std::size_t from;
    Place to;
    /// What stood at \c from, and what stands at \c to; behind that, its reader.
    std::unique_ptr<ir::Statement> before;
    const ir::Sample *after;
    const ir::Statement *reader;
  };

  void walk(ir::Block &block, std::size_t depth);
  Place onOneSide(Place place, const ir::Variable &variable) const;
  void move(ir::Block &block, std::size_t from, Place to);

  ir::Mechanism &mechanism;
  std::vector<Move> moved;
  bool isKept = false;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_LATER_DRAWS_H
