// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/approximation.h"

#include "../real.h"
#include "plumb/runtime/fatal.h"

namespace plumb::runtime::local {

namespace {

void evaluate(Real &value, const ExpPolynomial &polynomial, const Real &base) {
  mpfr_set_zero(value, 1);
  const auto &lowestFirst = polynomial.lowestFirst();
  for (auto coefficient = lowestFirst.rbegin(); coefficient != lowestFirst.rend(); ++coefficient) {
    mpfr_mul(value, value, base, MPFR_RNDN);
    mpfr_add_q(value, value, Quotient(*coefficient).get(), MPFR_RNDN);
  }
}

double evaluated(const Powers &powers, const Number &value, bool asLogarithm, mpfr_prec_t precision) {
  Real base(precision), above(precision), below(precision);
  mpfr_set_q(base, Quotient(powers.unit()).get(), MPFR_RNDN);
  mpfr_exp(base, base, MPFR_RNDN);
  evaluate(above, value.above(), base);
  evaluate(below, value.below(), base);
  mpfr_div(above, above, below, MPFR_RNDN);
  if (asLogarithm)
    mpfr_log(above, above, MPFR_RNDN);
  return mpfr_get_d(above, MPFR_RNDN);
}

/// Until two precisions agree: terms may cancel, for tiny exponents nearly all of them.
double settled(const Powers &powers, const Number &value, bool asLogarithm) {
  if (!value.isDefined())
    abortWith("an entry that is not defined has no approximation");
  double last = evaluated(powers, value, asLogarithm, 256);
  for (mpfr_prec_t precision = 1024; precision <= 65536; precision *= 4) {
    const double next = evaluated(powers, value, asLogarithm, precision);
    if (next == last)
      break;
    last = next;
  }
  mpfr_free_cache(); // the calling thread may end without doing so
  return last;
}

} // namespace

double approximately(const Powers &powers, const Number &value) {
  return settled(powers, value, false);
}

double logarithm(const Powers &powers, const Number &value) {
  return settled(powers, value, true);
}

} // namespace plumb::runtime::local
