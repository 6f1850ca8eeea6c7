// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Polynomials in E = e^eps: the weights of finite mechanisms.

#ifndef PLUMB_RUNTIME_EXP_POLYNOMIAL_H
#define PLUMB_RUNTIME_EXP_POLYNOMIAL_H

#include "plumb/runtime/rational.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// a_0 + a_1 E + ... + a_d E^d with rational coefficients, as a formal
/// polynomial. The last coefficient is not 0; the zero polynomial has none.
class ExpPolynomial {
public:
  /// Zero.
  ExpPolynomial() = default;
  /// The constant \p value.
  ExpPolynomial(const Rational &value) : ExpPolynomial(std::vector<Rational>{value}) {}
  /// Only where it is written out, as for a Rational: the weight 1 / 2, which would be 0, does not compile.
  template <WholeNumber Integer>
  requires true explicit ExpPolynomial(Integer value) : ExpPolynomial(Rational(value)) {}
  template <WholeNumber Integer> ExpPolynomial(Integer) = delete;
  /// \param lowestFirst a_0, a_1, ...; trailing zeros are dropped.
  explicit ExpPolynomial(std::vector<Rational> lowestFirst) : coefficients(std::move(lowestFirst)) {
    while (!coefficients.empty() && coefficients.back().sign() == 0)
      coefficients.pop_back();
  }
  /// E^exponent.
  static ExpPolynomial power(std::size_t exponent) {
    std::vector<Rational> lowestFirst(exponent + 1);
    lowestFirst.back() = Rational(1);
    return ExpPolynomial(std::move(lowestFirst));
  }

  bool isZero() const { return coefficients.empty(); }
  /// a_0, a_1, ..., without trailing zeros.
  const std::vector<Rational> &lowestFirst() const { return coefficients; }

  friend ExpPolynomial operator+(const ExpPolynomial &left, const ExpPolynomial &right);
  friend ExpPolynomial operator*(const Rational &factor, const ExpPolynomial &right);
  friend bool operator==(const ExpPolynomial &, const ExpPolynomial &) = default;

private:
  std::vector<Rational> coefficients;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_EXP_POLYNOMIAL_H
