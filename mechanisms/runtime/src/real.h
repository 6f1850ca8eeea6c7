// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// MPFR numbers and GMP rationals with owners, so that every path frees them. For what needs more than a
/// double has.

#ifndef PLUMB_RUNTIME_SRC_REAL_H
#define PLUMB_RUNTIME_SRC_REAL_H

#include "plumb/runtime/natural.h"
#include "plumb/runtime/rational.h"

#include <mpfr.h>

namespace plumb::runtime {

/// An owned MPFR number.
class Real {
public:
  explicit Real(mpfr_prec_t precision) { mpfr_init2(number, precision); }
  Real(const Real &) = delete;
  Real &operator=(const Real &) = delete;
  ~Real() { mpfr_clear(number); }
  operator mpfr_ptr() { return number; }
  operator mpfr_srcptr() const { return number; }

private:
  mpfr_t number;
};

/// An owned GMP rational, because MPFR wants an mpq_t.
class Quotient {
public:
  explicit Quotient(const Rational &value) {
    mpq_init(number);
    mpz_set(mpq_numref(number), value.numerator());
    mpz_set(mpq_denref(number), value.denominator());
  }
  Quotient(const Quotient &) = delete;
  Quotient &operator=(const Quotient &) = delete;
  ~Quotient() { mpq_clear(number); }
  mpq_srcptr get() const { return number; }

private:
  mpq_t number;
};

/// floor(2^bits value). \pre value >= 0; it is scaled in place.
inline Natural scaledFloor(Real &value, unsigned long bits) {
  mpz_t whole;
  mpz_init(whole);
  mpfr_mul_2ui(value, value, bits, MPFR_RNDD); // exact: only the exponent grows
  mpfr_get_z(whole, value, MPFR_RNDD);
  Natural result = Natural::copyOf(whole);
  mpz_clear(whole);
  return result;
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_SRC_REAL_H
