// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Natural numbers of any size, with the few operations the exact samplers use.
///
/// The samplers are templates over their number type: `WideUnsigned` where the
/// parameters provably fit, `Natural` otherwise, one text for both.

#ifndef PLUMB_RUNTIME_NATURAL_H
#define PLUMB_RUNTIME_NATURAL_H

#include "plumb/runtime/wide.h"

#include <compare>
#include <cstdint>
#include <gmp.h>

namespace plumb::runtime {

/// A natural number; subtraction below zero is the caller's mistake.
class Natural {
public:
  Natural() { mpz_init(number); }
  Natural(std::uint64_t value) { mpz_init_set_ui(number, value); }
  /// \pre value >= 0.
  static Natural copyOf(mpz_srcptr value) {
    Natural copy;
    mpz_set(copy.number, value);
    return copy;
  }
  Natural(const Natural &other) { mpz_init_set(number, other.number); }
  Natural(Natural &&other) noexcept {
    mpz_init(number);
    mpz_swap(number, other.number);
  }
  Natural &operator=(const Natural &other) {
    mpz_set(number, other.number);
    return *this;
  }
  Natural &operator=(Natural &&other) noexcept {
    mpz_swap(number, other.number);
    return *this;
  }
  ~Natural() { mpz_clear(number); }

  friend Natural operator+(const Natural &left, const Natural &right) {
    Natural sum;
    mpz_add(sum.number, left.number, right.number);
    return sum;
  }
  /// \pre left >= right.
  friend Natural operator-(const Natural &left, const Natural &right) {
    Natural difference;
    mpz_sub(difference.number, left.number, right.number);
    return difference;
  }
  friend Natural operator*(const Natural &left, const Natural &right) {
    Natural product;
    mpz_mul(product.number, left.number, right.number);
    return product;
  }
  /// \pre right > 0, here and for the remainder.
  friend Natural operator/(const Natural &left, const Natural &right) {
    Natural quotient;
    mpz_fdiv_q(quotient.number, left.number, right.number);
    return quotient;
  }
  friend Natural operator%(const Natural &left, const Natural &right) {
    Natural remainder;
    mpz_fdiv_r(remainder.number, left.number, right.number);
    return remainder;
  }
  friend Natural operator<<(const Natural &left, unsigned bits) {
    Natural shifted;
    mpz_mul_2exp(shifted.number, left.number, bits);
    return shifted;
  }
  friend bool operator==(const Natural &left, const Natural &right) {
    return mpz_cmp(left.number, right.number) == 0;
  }
  friend std::strong_ordering operator<=>(const Natural &left, const Natural &right) {
    return mpz_cmp(left.number, right.number) <=> 0;
  }

  /// The 64 lowest bits.
  explicit operator std::uint64_t() const { return mpz_get_ui(number); }
  /// The 128 lowest bits.
  explicit operator WideUnsigned() const {
    const Natural high = *this / (Natural(1) << 64);
    return (static_cast<WideUnsigned>(static_cast<std::uint64_t>(high)) << 64) |
           static_cast<std::uint64_t>(*this);
  }

  /// A borrowed view, valid as long as this object and unchanged by others.
  mpz_srcptr get() const { return number; }

  /// Number of binary digits; 0 for 0.
  unsigned bitLength() const {
    return mpz_sgn(number) == 0 ? 0 : static_cast<unsigned>(mpz_sizeinbase(number, 2));
  }

private:
  static_assert(sizeof(unsigned long) == 8, "GMP's words must have 64 bits");
  mpz_t number;
};

inline unsigned bitLength(const Natural &value) {
  return value.bitLength();
}
inline unsigned bitLength(WideUnsigned value) {
  unsigned length = 0;
  for (; value != 0; value >>= 1)
    ++length;
  return length;
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_NATURAL_H
