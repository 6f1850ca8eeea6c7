// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/path_integral.h - How likely a path is --*- C++ -*-===//
///
/// \file
/// The probability of one path, or its density: two draws are joined if a test compares them, and along the
/// forest that this makes the draws are integrated out, leaves first.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_PATH_INTEGRAL_H
#define PLUMB_CHECKER_DISPROOF_PATH_INTEGRAL_H

#include "checker/disproof/paths.h"
#include "checker/disproof/piecewise.h"

#include <map>

namespace plumb::disproof {

template <class A> class PathIntegral {
public:
  using Place = typename A::Place;
  using Number = typename A::Number;

  PathIntegral(A &of, Work &budget) : arithmetic(of), algebra(of), work(budget) {}

  struct Likelihood {
    /// No draws at all lead along the path: then it is exactly 0.
    bool isImpossible;
    Number value;
  };

  /// Nothing if the path has no closed form here: three draws in one test, comparisons in a circle, a law
  /// whose density is no exponential, but for what closed_form.h knows; or if the budget is spent.
  std::optional<Likelihood> likelihood(const witness::Path &path);

  /// The draws of a run inside the region of the path that was integrated last. Nothing if none was found.
  std::optional<std::vector<Place>> innerPoint(const witness::Path &path) const;

private:
  /// a x + b y + c >= 0, or > 0.
  struct Comparison {
    std::size_t x, y;
    Place a, b, c;
    bool isStrict;
  };
  /// A draw that was integrated out, given the draw that it hung on.
  struct Elimination {
    std::size_t draw;
    std::optional<std::size_t> parent;
    Piecewise<A> f;
    std::vector<Line<A>> lowers, uppers;
  };

  struct State {
    /// Of each free draw.
    std::map<std::size_t, Piecewise<A>> functions;
    std::vector<Comparison> comparisons;
    Number factor;
    bool isImpossible = false;
  };

  bool start(const witness::Path &path, State &state);
  bool addTest(const witness::Path &path, State &state, const LinearForm &form, bool isStrict);
  /// The densities of draws whose value is a form in several draws: one state for each side of 0.
  bool addDensities(const witness::Path &path, std::vector<State> &states);
  bool addCoupled(const witness::Path &path, const witness::Draw &draw, std::vector<State> &states);
  std::optional<Number> eliminate(State state);
  std::optional<std::size_t> nextLeaf(const State &state, std::optional<std::size_t> &parent) const;
  bool integrateOut(State &state, std::size_t draw, std::optional<std::size_t> parent);
  bool isDiscrete(const State &state, std::size_t draw) const { return state.functions.at(draw).isDiscrete; }
  bool spend(const Piecewise<A> &f) {
    std::uint64_t terms = 1;
    for (const Piece<A> &piece : f.pieces)
      terms += 1 + piece.terms.size();
    return work.spend(terms);
  }

  A &arithmetic;
  PiecewiseAlgebra<A> algebra;
  Work &work;
  std::vector<Elimination> eliminations;
  /// Of the path that was looked at last, if it has a closed form.
  std::optional<std::vector<Place>> closedPoint;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_PATH_INTEGRAL_H
