// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/polynomial.h - Normal form of products -*- C++ -*-===//
///
/// \file
/// Exact polynomials over terms of the solver, in normal form: products of unknowns are told apart by them
/// (products.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_POLYNOMIAL_H
#define PLUMB_CHECKER_RELATIONAL_POLYNOMIAL_H

#include "checker/smt/term.h"

#include <map>
#include <vector>

namespace plumb::relational {

/// A product of atoms (terms that are no sum, literal or product), sorted by id, with repetition.
using Monomial = std::vector<smt::Term>;

struct MonomialOrder {
  bool operator()(const Monomial &a, const Monomial &b) const;
};

/// An exact polynomial over atoms of one sort (Int or Real), in normal form: equal polynomials have
/// equal coefficients.
class Polynomial {
public:
  Polynomial() = default;
  static Polynomial constant(const Rational &value);
  static Polynomial atom(smt::Term term);

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  friend bool operator==(const Polynomial &, const Polynomial &) = default;

  bool isZero() const { return coefficients.empty(); }
  bool isConstant() const;
  const std::map<Monomial, Rational, MonomialOrder> &terms() const { return coefficients; }

  /// Beyond these a product stays a single atom: the normal form would grow exponentially with the depth of
  /// the program, and nothing is proved with such terms anyway.
  static constexpr std::size_t mostTerms = 32, largestDegree = 6;
  std::size_t degree() const;
  /// True if the product of both is not worth having: too many terms, or too high a degree.
  bool growsTooLargeWith(const Polynomial &other) const;

  /// The largest monomial that divides every term; empty for a constant term or for zero.
  Monomial commonFactor() const;
  /// \pre \p factor divides every term.
  Polynomial dividedBy(const Monomial &factor) const;

private:
  void addTerm(Monomial monomial, const Rational &coefficient);
  std::map<Monomial, Rational, MonomialOrder> coefficients;
};

/// The largest monomial that divides both.
Monomial commonFactor(const Monomial &a, const Monomial &b);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_POLYNOMIAL_H
