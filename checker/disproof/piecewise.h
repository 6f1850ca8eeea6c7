// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/piecewise.h - Sums of x^m e^(r x) -------*- C++ -*-===//
///
/// \file
/// Functions of one draw that are, piece by piece, sums of c x^m e^(r x). They hold the densities and masses
/// of the laws and are closed under product, restriction, linear change of the variable, and the integral
/// (over integers: the sum) between bounds that are lines in another variable. So the probability of what a
/// mechanism publishes is computed without any approximation but that of exp.
///
/// Antiderivatives are found by back substitution; over the integers antidifferences, G(x + 1) - G(x) = x^m
/// e^(r x), so that geometric series need not be cut off. One-sided integrals are taken from the far end and
/// never as 1 - F: nothing cancels in tails.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_PIECEWISE_H
#define PLUMB_CHECKER_DISPROOF_PIECEWISE_H

#include "frontend/ir/law.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace plumb::disproof {

/// c x^power e^(rate x).
template <class A> struct Term {
  typename A::Place rate;
  unsigned power;
  typename A::Number factor;
};

/// A sum of terms, no two of which have the same rate and power.
template <class A> using Terms = std::vector<Term<A>>;

template <class A> struct Piece {
  /// Nothing: no end. Over the integers both ends belong to the piece.
  std::optional<typename A::Place> low, high;
  Terms<A> terms;
};

/// 0 outside of all pieces, which stand in ascending order and share at most ends (over the integers,
/// nothing).
template <class A> struct Piecewise {
  bool isDiscrete = false;
  std::vector<Piece<A>> pieces;
};

/// slope * y + offset. The slope is not 0; over the integers it is 1 or -1 and the offset is integral.
template <class A> struct Line {
  typename A::Place slope, offset;
  typename A::Place at(const typename A::Place &y) const { return slope * y + offset; }
};

/// The functions, computed with one arithmetic.
template <class A> class PiecewiseAlgebra {
public:
  using Place = typename A::Place;
  using Number = typename A::Number;

  explicit PiecewiseAlgebra(A &of) : arithmetic(of) {}

  /// Density, or mass, of \p law. \pre its row says how it decays.
  Piecewise<A> density(ir::Law law, const Place &scale, bool isDiscrete);

  /// 1 everywhere.
  Piecewise<A> one(bool isDiscrete) {
    return {isDiscrete, {{std::nullopt, std::nullopt, {{Place(0), 0, arithmetic.number(Place(1))}}}}};
  }

  Piecewise<A> product(const Piecewise<A> &f, const Piecewise<A> &g);

  /// f where low <= x <= high.
  Piecewise<A> restriction(const Piecewise<A> &f, const std::optional<Place> &low,
                           const std::optional<Place> &high) {
    Piecewise<A> window{f.isDiscrete, {{low, high, one(f.isDiscrete).pieces.front().terms}}};
    return product(f, window);
  }

  /// x -> f(slope x + offset), of a variable that is integral or not.
  Piecewise<A> composition(const Piecewise<A> &f, const Line<A> &line, bool isDiscrete);

  /// x -> factor e^(rate x).
  void scale(Piecewise<A> &f, const Place &rate, const Number &factor) {
    for (Piece<A> &piece : f.pieces)
      for (Term<A> &term : piece.terms) {
        term.rate = term.rate + rate;
        term.factor = term.factor * factor;
      }
  }

  /// Of the whole axis. Nothing if it is infinite. 0 exactly if there are no pieces.
  std::optional<Number> integral(const Piecewise<A> &f);

  /// y -> integral of f over all x with x >= l(y) for each of \p lowers and x <= u(y) for each of \p uppers,
  /// where that is not empty. At least one line. Nothing if it is infinite.
  std::optional<Piecewise<A>> integral(const Piecewise<A> &f, const std::vector<Line<A>> &lowers,
                                       const std::vector<Line<A>> &uppers, bool isDiscrete);

  /// f at x, from the piece that has it.
  Number value(const Piecewise<A> &f, const Place &x);
  Number value(const Terms<A> &terms, const Place &x);

  /// To a sum, of which it becomes part.
  static void add(Terms<A> &sum, Term<A> term);

private:
  /// F with F' = f, or F(x + 1) - F(x) = f(x).
  Terms<A> antiderivative(const Terms<A> &terms, bool isDiscrete);
  void antidifference(const Term<A> &term, Terms<A> &sum);
  /// y -> terms at line(y).
  Terms<A> composed(const Terms<A> &terms, const Line<A> &line);
  /// Of the antiderivative F over a piece, from \p low to \p high. Nothing if infinite.
  std::optional<Number> between(const Terms<A> &F, const std::optional<Place> &low,
                                const std::optional<Place> &high, bool isDiscrete);
  /// Does F fall to 0 at that infinite end?
  static bool vanishes(const Terms<A> &F, bool atHighEnd) {
    return std::all_of(F.begin(), F.end(), [&](const Term<A> &term) {
      return !A::isZero(term.rate) && (term.rate < Place(0)) == atHighEnd;
    });
  }
  Terms<A> constant(Number number) { return {{Place(0), 0, std::move(number)}}; }
  void addTo(Terms<A> &sum, const Terms<A> &more, bool isNegative) {
    for (Term<A> term : more) {
      if (isNegative)
        term.factor = -term.factor;
      add(sum, std::move(term));
    }
  }

  A &arithmetic;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_PIECEWISE_H
