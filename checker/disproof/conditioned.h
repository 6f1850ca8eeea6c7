// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/conditioned.h - Numbers that depend on a draw -*- C++ -*-===//
///
/// \file
/// The arithmetic in which integrals are computed for all values of one draw x at a time: a place is p + q x,
/// a number is a sum of c x^m e^(r x). How two places compare may depend on x; then it is decided for one x,
/// and where that changes is written down, so that the caller cuts the axis there and asks again. What is
/// computed on a cell without such cuts is exact.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_CONDITIONED_H
#define PLUMB_CHECKER_DISPROOF_CONDITIONED_H

#include "checker/disproof/piecewise.h"

#include <cassert>

namespace plumb::disproof {

/// All x between two ends: integers, with both of them, or reals, of which single ones do not count.
template <class A> struct ConditionCell {
  using Place = typename A::Place;

  bool isDiscrete;
  std::optional<Place> low, high;
  /// Where a comparison turns: the first ones of new cells.
  std::vector<Place> cuts;
  /// Something was rounded that is no integer for all x.
  bool isOutside = false;

  Place inner() const {
    if (low && high && !isDiscrete)
      return (*low + *high) / Place(2);
    const Place step(isDiscrete ? 0 : 1);
    return low ? *low + step : high ? *high - step : Place(0);
  }
  void cutAt(const Place &root) {
    if (!isDiscrete && isBehindLow(root) && (!high || (root < *high && !A::isZero(*high - root))))
      cuts.push_back(root);
    if (isDiscrete)
      for (const Place &place : {A::ceiling(root), A::floor(root) + Place(1)})
        if (isBehindLow(place) && (!high || !(*high < place)))
          cuts.push_back(place);
  }

private:
  bool isBehindLow(const Place &place) const { return !low || (*low < place && !A::isZero(place - *low)); }
};

/// \p A: the arithmetic of what does not depend on x.
template <class A> class Conditioned {
public:
  using Cell = ConditionCell<A>;

  class Place {
  public:
    Place(std::int64_t value) : constant(value) {}
    static Place fixed(typename A::Place value) { return {std::move(value), typename A::Place(0), nullptr}; }
    /// x itself.
    explicit Place(Cell &of) : constant(0), slope(1), cell(&of) {}

    bool isConstant() const { return !cell || A::isZero(slope); }

    friend Place operator+(const Place &a, const Place &b) {
      return {a.constant + b.constant, a.slope + b.slope, a.cell ? a.cell : b.cell};
    }
    friend Place operator-(const Place &a, const Place &b) {
      return {a.constant - b.constant, a.slope - b.slope, a.cell ? a.cell : b.cell};
    }
    friend Place operator-(const Place &a) { return {-a.constant, -a.slope, a.cell}; }
    /// \pre one of them does not depend on x.
    friend Place operator*(const Place &a, const Place &b) {
      assert(a.isConstant() || b.isConstant());
      return {a.constant * b.constant, a.constant * b.slope + a.slope * b.constant, a.cell ? a.cell : b.cell};
    }
    /// \pre \p b does not depend on x.
    friend Place operator/(const Place &a, const Place &b) {
      assert(b.isConstant());
      return {a.constant / b.constant, a.slope / b.constant, a.cell};
    }
    friend bool operator<(const Place &a, const Place &b) {
      const Place difference = b - a;
      if (difference.isConstant())
        return typename A::Place(0) < difference.constant;
      difference.cell->cutAt(-difference.constant / difference.slope);
      return typename A::Place(0) < difference.constant + difference.slope * difference.cell->inner();
    }
    friend bool operator==(const Place &a, const Place &b) { return isZero(b - a); }

    typename A::Place constant, slope{0};
    Cell *cell = nullptr;

  private:
    Place(typename A::Place c, typename A::Place s, Cell *of)
        : constant(std::move(c)), slope(std::move(s)), cell(of) {}
  };

  struct Number {
    Terms<A> terms;

    friend Number operator+(Number a, const Number &b) {
      for (const Term<A> &term : b.terms)
        PiecewiseAlgebra<A>::add(a.terms, term);
      return a;
    }
    friend Number operator-(const Number &a) {
      Number negative = a;
      for (Term<A> &term : negative.terms)
        term.factor = -term.factor;
      return negative;
    }
    friend Number operator-(const Number &a, const Number &b) { return a + -b; }
    friend Number operator*(const Number &a, const Number &b) {
      Number product;
      for (const Term<A> &s : a.terms)
        for (const Term<A> &t : b.terms)
          PiecewiseAlgebra<A>::add(product.terms, {s.rate + t.rate, s.power + t.power, s.factor * t.factor});
      return product;
    }
    /// \pre \p b does not depend on x.
    friend Number operator/(Number a, const Number &b) {
      assert(b.terms.size() == 1 && b.terms.front().power == 0 && A::isZero(b.terms.front().rate));
      for (Term<A> &term : a.terms)
        term.factor = term.factor / b.terms.front().factor;
      return a;
    }
  };

  explicit Conditioned(A &of) : arithmetic(of) {}

  Number number(const Place &value) {
    Number sum;
    if (!A::isZero(value.constant))
      sum.terms.push_back({typename A::Place(0), 0, arithmetic.number(value.constant)});
    if (!A::isZero(value.slope))
      sum.terms.push_back({typename A::Place(0), 1, arithmetic.number(value.slope)});
    return sum;
  }
  /// It does not depend on x.
  static Number constant(typename A::Number value) { return {{{typename A::Place(0), 0, std::move(value)}}}; }
  Number exponential(const Place &value) {
    return {{{value.slope, 0, arithmetic.exponential(value.constant)}}};
  }
  static bool isZero(const Place &value) {
    if (value.isConstant())
      return A::isZero(value.constant);
    value.cell->cutAt(-value.constant / value.slope);
    return A::isZero(value.constant + value.slope * value.cell->inner());
  }
  static Place floor(const Place &value) {
    if (value.isConstant())
      return Place::fixed(A::floor(value.constant));
    value.cell->isOutside |= !value.cell->isDiscrete || !A::isZero(value.slope - A::floor(value.slope));
    Place rounded = value;
    rounded.constant = A::floor(value.constant);
    return rounded;
  }
  static Place ceiling(const Place &value) { return -floor(-value); }
  static std::size_t size(const Number &value) { return value.terms.size(); }

private:
  A &arithmetic;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_CONDITIONED_H
