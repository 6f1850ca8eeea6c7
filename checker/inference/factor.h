// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/factor.h - Factors over parameters -----*- C++ -*-===//
///
/// \file
/// Numbers, and rational functions of scalar parameters. Which of two of these is larger depends on the
/// parameters, so it is asked where they have some values that literal bounds allow. What is made of factors
/// are candidates, so nothing rests on it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_FACTOR_H
#define PLUMB_CHECKER_INFERENCE_FACTOR_H

#include "checker/relational/context.h"
#include "checker/relational/scales.h"

#include <optional>
#include <string>

namespace plumb::inference {

class Factor {
public:
  Factor(const Rational &number = 0); // Implicit: a number is a factor.
  /// Nothing if \p term is no rational function of scalar parameters, or has no value at theirs.
  static std::optional<Factor> of(relational::Context context, const ir::Expression &term);

  /// Where a result would be too large, it is known by its value alone.
  friend Factor operator+(const Factor &a, const Factor &b);
  friend Factor operator-(const Factor &a, const Factor &b);
  friend Factor operator*(const Factor &a, const Factor &b);
  /// \pre \p b is not zero.
  friend Factor operator/(const Factor &a, const Factor &b);
  friend bool operator==(const Factor &a, const Factor &b);
  friend bool operator<(const Factor &a, const Factor &b) { return a.sampled < b.sampled; }
  Factor &operator+=(const Factor &other) { return *this = *this + other; }

  /// Where parameters have the values that were taken for them.
  const Rational &atSample() const { return sampled; }
  bool isKnown() const { return known; }
  bool isZero() const { return value.numerator.isZero(); }
  /// If no parameter is in it.
  std::optional<Rational> number() const;
  /// Factors that are not known have none.
  std::string text() const;

  /// It times \p amount, a sum over atoms of sort Real. What is divided by is divided out as far as it goes,
  /// so that of k / (1 - k) times x + k * y all stands beside x, y, and what one divided by 1 - k makes of
  /// them.
  smt::Term times(relational::Context context, const relational::Polynomial &amount) const;

private:
  using Operation = relational::RationalFunction (*)(const relational::RationalFunction &,
                                                     const relational::RationalFunction &);
  static Factor combined(const Factor &a, const Factor &b, Rational sampled, Operation make);

  Rational sampled;
  relational::RationalFunction value;
  bool known = true;
};

/// Without its sign.
Factor abs(const Factor &factor);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_FACTOR_H
