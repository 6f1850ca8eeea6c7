// SPDX-License-Identifier: Apache-2.0
//===- kernel/polynomial.h - Numbers in normal form -------------*- C++ -*-===//
///
/// \file
/// Terms of numbers as polynomials with exact coefficients, so that equal polynomials are written alike. An
/// Int is the Real of the same value here, and to_real does nothing.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_POLYNOMIAL_H
#define PLUMB_KERNEL_POLYNOMIAL_H

#include "kernel/term.h"

#include <map>
#include <vector>

namespace plumb::kernel {

/// A product of atoms: Apply, Bound, Divide, Modulo or IfThenElse, in order of their places, with repetition.
using Monomial = std::vector<Term>;

/// A sum of monomials with coefficients other than 0. The constant is the coefficient of the empty monomial.
/// What gets larger than these limits throws.
class Polynomial {
public:
  static constexpr std::size_t lengthLimit = 4096, degreeLimit = 64, wordLimit = 1u << 10;

  Polynomial() = default;
  Polynomial(const mpq_class &coefficient, Monomial monomial) { add(coefficient, std::move(monomial)); }

  /// Adds \p factor times \p other.
  void add(const mpq_class &factor, const Polynomial &other);
  Polynomial times(const Polynomial &other) const;
  /// The product, which is paid for before it is made.
  Polynomial timesWithin(const Terms &terms, const Polynomial &other) const {
    terms.spend(size() * other.size());
    return times(other);
  }

  const std::map<Monomial, mpq_class> &summands() const { return coefficients; }
  /// The coefficient of the empty monomial.
  mpq_class constant() const;
  bool isConstant() const;
  /// In machine words, about.
  std::size_t size() const;
  friend bool operator==(const Polynomial &, const Polynomial &) = default;

private:
  void add(const mpq_class &coefficient, Monomial monomial);
  std::map<Monomial, mpq_class> coefficients;
};

/// The polynomials of the terms of one Terms, each computed once.
class NormalForms {
public:
  explicit NormalForms(const Terms &ofTerms) : terms(ofTerms) {}

  /// \pre \p term is an Int or a Real.
  const Polynomial &of(Term term);
  /// Of a - b.
  Polynomial difference(Term a, Term b);

  /// Forgets all of them, so that memory is bounded by one obligation.
  void clear();

private:
  Polynomial compute(Term term) const;

  const Terms &terms;
  std::map<Term, Polynomial> known;
  /// What was paid for their memory.
  std::size_t kept = 0;
};

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_POLYNOMIAL_H
