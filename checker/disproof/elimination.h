// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/elimination.h - Draws, integrated out ---*- C++ -*-===//
///
/// \file
/// The integral of a joint density. Two draws are joined if a tie compares them. What hangs on one other draw
/// alone is integrated out first; where none is left that does, the ties make circles. Then some draws hang
/// together on one draw x, and without it they make no circle: they are integrated for all x at a time (see
/// conditioned.h), and x goes on with what they come to. So one draw at a time is held; a circle in which two
/// would have to be has no closed form here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_ELIMINATION_H
#define PLUMB_CHECKER_DISPROOF_ELIMINATION_H

#include "checker/disproof/joint.h"
#include "checker/disproof/paths.h"

#include <set>

namespace plumb::disproof {

template <class A> class Elimination {
public:
  using Place = typename A::Place;
  using Number = typename A::Number;

  Elimination(A &of, Work &budget) : arithmetic(of), algebra(of), work(budget) {}

  /// Nothing if it has no closed form here, or if the budget is spent.
  std::optional<Number> integral(Joint<A> joint);

  /// Is there no place at all at which the last joint density was more than 0?
  bool isEmpty() const;

  /// Puts draws of that kind to their places in \p point. False if none were found.
  bool putInnerPoint(std::vector<Place> &point) const;

  bool spend(const Piecewise<A> &f) {
    std::uint64_t terms = 1;
    for (const Piece<A> &piece : f.pieces) {
      ++terms;
      for (const Term<A> &term : piece.terms)
        terms += A::size(term.factor);
    }
    return work.spend(terms);
  }

private:
  template <class> friend class Elimination;

  /// A draw that was integrated out, given the draw that it hung on.
  struct Step {
    std::size_t draw;
    std::optional<std::size_t> parent;
    Piecewise<A> f;
    std::vector<Line<A>> lowers, uppers;
    /// Several draws, which hung together on the parent; of no other meaning is the rest then.
    std::optional<Joint<A>> together;
  };

  std::optional<std::size_t> nextLeaf(const Joint<A> &joint, std::optional<std::size_t> &parent) const;
  bool integrateOut(Joint<A> &joint, std::size_t draw, std::optional<std::size_t> parent);
  bool integrateCircle(Joint<A> &joint);
  /// Puts what hung on \p x, which has its place in \p point.
  bool putTogether(const Joint<A> &together, std::size_t x, std::vector<Place> &point) const;
  /// \param others that hang on \p x alone, together.
  bool integrateGiven(Joint<A> &joint, std::size_t x, const std::set<std::size_t> &others);

  A &arithmetic;
  PiecewiseAlgebra<A> algebra;
  Work &work;
  std::vector<Step> steps;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_ELIMINATION_H
