// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/elimination.h - Draws, integrated out ---*- C++ -*-===//
///
/// \file
/// The integral of a joint density. Two draws are joined if a tie compares them. What hangs on one other draw
/// alone is integrated out first; where none is left that does, the ties make a circle, and one draw x is
/// chosen without which they make none. The rest is integrated for all x at a time (see conditioned.h), x in
/// the end: no more than one draw is held so.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_ELIMINATION_H
#define PLUMB_CHECKER_DISPROOF_ELIMINATION_H

#include "checker/disproof/joint.h"
#include "checker/disproof/paths.h"

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
    /// Where it is put, if it was integrated out last of a circle.
    std::optional<Place> at;
  };

  std::optional<std::size_t> nextLeaf(const Joint<A> &joint, std::optional<std::size_t> &parent) const;
  bool integrateOut(Joint<A> &joint, std::size_t draw, std::optional<std::size_t> parent);
  std::optional<Number> throughCircle(Joint<A> joint);
  std::optional<Number> given(const Joint<A> &joint, std::size_t x);

  A &arithmetic;
  PiecewiseAlgebra<A> algebra;
  Work &work;
  std::vector<Step> steps;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_ELIMINATION_H
