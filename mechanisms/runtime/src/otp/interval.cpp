// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/interval.h"

#include "../real.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace plumb::runtime::otp {

struct Interval::Ends {
  explicit Ends(mpfr_prec_t bits) : low(bits), high(bits) {}
  Real low, high;

  mpfr_prec_t bits() const { return mpfr_get_prec(low); }
  /// Both ends infinite: what is said of a number of which nothing is known.
  void setWholeLine() {
    mpfr_set_inf(low, -1);
    mpfr_set_inf(high, 1);
  }
};

namespace {

/// 0 * infinity is 0: an infinite end stands for some finite number.
void multiply(Real &product, mpfr_srcptr left, mpfr_srcptr right, mpfr_rnd_t direction) {
  if (mpfr_zero_p(left) || mpfr_zero_p(right))
    mpfr_set_zero(product, 1);
  else
    mpfr_mul(product, left, right, direction);
}

/// MPFR's own is a macro that wants a pointer.
int signOf(mpfr_srcptr value) {
  return mpfr_sgn(value);
}

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

std::optional<Rational> rationalOf(mpfr_srcptr value, mpfr_rnd_t direction) {
  if (!mpfr_number_p(value))
    return std::nullopt;
  Real rounded(64);
  mpfr_set(rounded, value, direction);
  mpq_t quotient;
  mpq_init(quotient);
  mpfr_get_q(quotient, rounded);
  Rational result = Rational::copyOf(mpq_numref(quotient)) / Rational::copyOf(mpq_denref(quotient));
  mpq_clear(quotient);
  return result;
}

std::optional<Wide> floorOf(mpfr_srcptr value) {
  if (!mpfr_number_p(value) || (!mpfr_zero_p(value) && mpfr_get_exp(value) > 126))
    return std::nullopt;
  mpz_t whole, high;
  mpz_init(whole);
  mpz_init(high);
  mpfr_get_z(whole, value, MPFR_RNDD);
  mpz_fdiv_q_2exp(high, whole, 64);
  mpz_fdiv_r_2exp(whole, whole, 64);
  const Wide result = (static_cast<Wide>(mpz_get_si(high)) << 64) + static_cast<Wide>(mpz_get_ui(whole));
  mpz_clear(whole);
  mpz_clear(high);
  return result;
}

/// "-" digits with the decimal point behind the first \p pointAfter of them.
std::string positional(const std::string &digits, long pointAfter) {
  if (pointAfter <= 0)
    return "0." + std::string(static_cast<std::size_t>(-pointAfter), '0') + digits;
  const std::size_t whole = static_cast<std::size_t>(pointAfter);
  if (digits.size() <= whole)
    return digits + std::string(whole - digits.size(), '0');
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

std::string scientific(const std::string &digits, long exponent) {
  const std::string fraction = digits.size() > 1 ? "." + digits.substr(1) : "";
  return digits.substr(0, 1) + fraction + "e" + std::to_string(exponent);
}

std::string decimal(mpfr_srcptr value, unsigned digits, mpfr_rnd_t direction) {
  if (mpfr_zero_p(value))
    return "0";
  if (mpfr_inf_p(value))
    return mpfr_sgn(value) < 0 ? "-inf" : "inf";
  std::vector<char> buffer(digits + 2);
  mpfr_exp_t pointAfter = 0;
  // MPFR wants room for a single digit as well, and at least 7 bytes.
  buffer.resize(std::max<std::size_t>(buffer.size(), 7));
  mpfr_get_str(buffer.data(), &pointAfter, 10, digits, value, direction);
  std::string mantissa = buffer.data();
  const bool negative = mantissa.front() == '-';
  if (negative)
    mantissa.erase(0, 1);
  mantissa.erase(mantissa.find_last_not_of('0') + 1);
  const bool readable = pointAfter > -6 && pointAfter <= 21;
  const std::string text =
      readable ? positional(mantissa, pointAfter) : scientific(mantissa, static_cast<long>(pointAfter) - 1);
  return negative ? "-" + text : text;
}

} // namespace

Interval Interval::of(std::shared_ptr<Ends> computed) {
  if (!mpfr_lessequal_p(computed->low, computed->high)) // also if one is NaN
    computed->setWholeLine();
  Interval result;
  result.ends = std::move(computed);
  return result;
}

Interval::Interval(const Rational &value) : Interval(value, fewestBits) {}

Interval::Interval(const Rational &value, unsigned bits) {
  auto both = std::make_shared<Ends>(static_cast<mpfr_prec_t>(std::max(bits, fewestBits)));
  const Quotient quotient(value);
  mpfr_set_q(both->low, quotient.get(), MPFR_RNDD);
  mpfr_set_q(both->high, quotient.get(), MPFR_RNDU);
  ends = std::move(both);
}

unsigned Interval::bits() const {
  return static_cast<unsigned>(ends->bits());
}

/// Room for a result as precise as the better of its operands.
std::shared_ptr<Interval::Ends> Interval::roomFor(const Interval &left, const Interval &right) {
  return std::make_shared<Ends>(std::max(left.ends->bits(), right.ends->bits()));
}

Interval Interval::ofInteger(mpz_srcptr value) {
  auto both = std::make_shared<Ends>(static_cast<mpfr_prec_t>(fewestBits));
  mpfr_set_z(both->low, value, MPFR_RNDD);
  mpfr_set_z(both->high, value, MPFR_RNDU);
  return Interval::of(std::move(both));
}

Interval Interval::hull(const Interval &left, const Interval &right) {
  auto both = roomFor(left, right);
  mpfr_min(both->low, left.ends->low, right.ends->low, MPFR_RNDD);
  mpfr_max(both->high, left.ends->high, right.ends->high, MPFR_RNDU);
  return Interval::of(std::move(both));
}

Interval operator+(const Interval &left, const Interval &right) {
  auto sum = Interval::roomFor(left, right);
  mpfr_add(sum->low, left.ends->low, right.ends->low, MPFR_RNDD);
  mpfr_add(sum->high, left.ends->high, right.ends->high, MPFR_RNDU);
  return Interval::of(std::move(sum));
}

Interval operator-(const Interval &left, const Interval &right) {
  return left + (-right);
}

Interval operator-(const Interval &value) {
  auto negated = Interval::roomFor(value, value);
  mpfr_neg(negated->low, value.ends->high, MPFR_RNDD);
  mpfr_neg(negated->high, value.ends->low, MPFR_RNDU);
  return Interval::of(std::move(negated));
}

// The product of two boxes has its extremes at corners.
Interval operator*(const Interval &left, const Interval &right) {
  auto product = Interval::roomFor(left, right);
  multiply(product->low, left.ends->low, right.ends->low, MPFR_RNDD);
  multiply(product->high, left.ends->low, right.ends->low, MPFR_RNDU);
  Real corner(product->bits());
  for (const auto &[a, b] : {std::pair<const Real &, const Real &>(left.ends->low, right.ends->high),
                             std::pair<const Real &, const Real &>(left.ends->high, right.ends->low),
                             std::pair<const Real &, const Real &>(left.ends->high, right.ends->high)}) {
    multiply(corner, a, b, MPFR_RNDD);
    mpfr_min(product->low, product->low, corner, MPFR_RNDD);
    multiply(corner, a, b, MPFR_RNDU);
    mpfr_max(product->high, product->high, corner, MPFR_RNDU);
  }
  return Interval::of(std::move(product));
}

Interval operator/(const Interval &left, const Interval &right) {
  auto reciprocal = Interval::roomFor(left, right);
  if (signOf(right.ends->low) <= 0 && signOf(right.ends->high) >= 0) {
    reciprocal->setWholeLine();
    return Interval::of(std::move(reciprocal));
  }
  mpfr_ui_div(reciprocal->low, 1, right.ends->high, MPFR_RNDD);
  mpfr_ui_div(reciprocal->high, 1, right.ends->low, MPFR_RNDU);
  return left * Interval::of(std::move(reciprocal));
}

namespace {

/// A function that rises, at both ends. \p least is where it begins: what lies below is cut off, as no value
/// of the function belongs to it; if nothing else is there, nothing is known.
template <class Ends>
std::shared_ptr<Ends> risen(Function function, const Ends &of, std::optional<long> least = std::nullopt) {
  auto image = std::make_shared<Ends>(of.bits());
  if (least && mpfr_cmp_si(of.high, *least) < 0) {
    image->setWholeLine();
    return image;
  }
  Real start(of.bits());
  mpfr_set(start, of.low, MPFR_RNDD);
  if (least && mpfr_cmp_si(start, *least) < 0)
    mpfr_set_si(start, *least, MPFR_RNDD);
  function(image->low, start, MPFR_RNDD);
  function(image->high, of.high, MPFR_RNDU);
  mpfr_free_cache(); // the calling thread may end without doing so
  return image;
}

} // namespace

Interval exp(const Interval &value) {
  return Interval::of(risen(mpfr_exp, *value.ends));
}

Interval expMinusOne(const Interval &value) {
  return Interval::of(risen(mpfr_expm1, *value.ends));
}

Interval log(const Interval &value) {
  return Interval::of(risen(mpfr_log, *value.ends, 0));
}

Interval logOnePlus(const Interval &value) {
  return Interval::of(risen(mpfr_log1p, *value.ends, -1));
}

Interval sqrt(const Interval &value) {
  return Interval::of(risen(mpfr_sqrt, *value.ends, 0));
}

Interval min(const Interval &left, const Interval &right) {
  auto least = Interval::roomFor(left, right);
  mpfr_min(least->low, left.ends->low, right.ends->low, MPFR_RNDD);
  mpfr_min(least->high, left.ends->high, right.ends->high, MPFR_RNDU);
  return Interval::of(std::move(least));
}

Interval max(const Interval &left, const Interval &right) {
  return -min(-left, -right);
}

bool Interval::atLeast(const Rational &bound) const {
  return mpfr_cmp_q(ends->low, Quotient(bound).get()) >= 0;
}

bool Interval::atMost(const Rational &bound) const {
  return mpfr_cmp_q(ends->high, Quotient(bound).get()) <= 0;
}

bool Interval::below(const Rational &bound) const {
  return mpfr_cmp_q(ends->high, Quotient(bound).get()) < 0;
}

bool Interval::above(const Rational &bound) const {
  return mpfr_cmp_q(ends->low, Quotient(bound).get()) > 0;
}

bool Interval::isWithin(unsigned relativeBits) const {
  Real width(ends->bits());
  mpfr_sub(width, ends->high, ends->low, MPFR_RNDU);
  if (mpfr_zero_p(static_cast<mpfr_srcptr>(width)))
    return true;
  const bool low = mpfr_cmpabs(ends->low, ends->high) < 0;
  Real nearest(ends->bits());
  mpfr_abs(nearest, low ? ends->low : ends->high, MPFR_RNDD);
  mpfr_div_2ui(nearest, nearest, relativeBits, MPFR_RNDD);
  return mpfr_lessequal_p(width, nearest) != 0;
}

std::optional<Wide> Interval::floorOfLower() const {
  return floorOf(ends->low);
}

std::optional<Wide> Interval::floorOfUpper() const {
  return floorOf(ends->high);
}

std::optional<Rational> Interval::lower() const {
  return rationalOf(ends->low, MPFR_RNDD);
}

std::optional<Rational> Interval::upper() const {
  return rationalOf(ends->high, MPFR_RNDU);
}

double Interval::lowerDouble() const {
  return mpfr_get_d(ends->low, MPFR_RNDD);
}

double Interval::upperDouble() const {
  return mpfr_get_d(ends->high, MPFR_RNDU);
}

std::string Interval::lowerText(unsigned digits) const {
  return decimal(ends->low, digits, MPFR_RNDD);
}

std::string Interval::upperText(unsigned digits) const {
  return decimal(ends->high, digits, MPFR_RNDU);
}

} // namespace plumb::runtime::otp
