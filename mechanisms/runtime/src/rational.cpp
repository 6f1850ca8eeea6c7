// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/rational.h"

#include <algorithm>
#include <vector>

namespace plumb::runtime {

namespace {

void setWide(mpz_ptr target, Wide value) {
  WideUnsigned magnitude = static_cast<WideUnsigned>(value);
  if (value < 0)
    magnitude = 0 - magnitude;
  mpz_set_ui(target, static_cast<unsigned long>(magnitude >> 64));
  mpz_mul_2exp(target, target, 64);
  mpz_add_ui(target, target, static_cast<unsigned long>(magnitude));
  if (value < 0)
    mpz_neg(target, target);
}

bool isDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The natural number written in \p digits.
Rational naturalFrom(std::string_view digits) {
  constexpr std::size_t chunk = 18; // 10^18 < 2^63
  Rational result;
  while (!digits.empty()) {
    const std::string_view leading = digits.substr(0, chunk);
    std::int64_t value = 0, weight = 1;
    for (char c : leading) {
      value = value * 10 + (c - '0');
      weight *= 10;
    }
    result = result * Rational(weight) + Rational(value);
    digits.remove_prefix(leading.size());
  }
  return result;
}

Rational powerOfTen(std::size_t exponent) {
  std::string digits(exponent + 1, '0');
  digits.front() = '1';
  return naturalFrom(digits);
}

} // namespace

Rational::Rational(Wide value) {
  mpq_init(number);
  setWide(mpq_numref(number), value);
}

Expected<Rational> Rational::fraction(Wide numerator, Wide denominator) {
  return checkedDivide(Rational(numerator), Rational(denominator));
}

Expected<Rational> Rational::parse(std::string_view text) {
  if (text.size() > maximalTextLength)
    return Error{"number of more than " + std::to_string(maximalTextLength) + " characters"};
  const bool negative = text.starts_with('-');
  std::string_view body = text;
  if (negative || text.starts_with('+'))
    body.remove_prefix(1);

  const std::size_t mark = std::min(body.find_first_of("/."), body.size());
  const std::string_view before = body.substr(0, mark);
  const std::string_view after = body.substr(std::min(mark + 1, body.size()));
  if (!isDigits(before) || (mark < body.size() && !isDigits(after)))
    return Error{"not a rational number: '" + std::string(text) + "'; write it like 3, 1/2 or 0.125"};

  Rational result = naturalFrom(before);
  if (mark < body.size() && body[mark] == '.')
    result += naturalFrom(after) / powerOfTen(after.size());
  if (mark < body.size() && body[mark] == '/') {
    const Rational divisor = naturalFrom(after);
    if (divisor.sign() == 0)
      return Error{"denominator 0 in '" + std::string(text) + "'"};
    result /= divisor;
  }
  return negative ? -result : result;
}

std::string Rational::text() const {
  // Sign, slash and the final zero byte, as mpq_get_str asks.
  std::vector<char> buffer(mpz_sizeinbase(numerator(), 10) + mpz_sizeinbase(denominator(), 10) + 3);
  return mpq_get_str(buffer.data(), 10, number);
}

Rational operator+(const Rational &left, const Rational &right) {
  Rational sum;
  mpq_add(sum.number, left.number, right.number);
  return sum;
}

Rational operator-(const Rational &left, const Rational &right) {
  Rational difference;
  mpq_sub(difference.number, left.number, right.number);
  return difference;
}

Rational operator*(const Rational &left, const Rational &right) {
  Rational product;
  mpq_mul(product.number, left.number, right.number);
  return product;
}

Rational operator/(const Rational &left, const Rational &right) {
  if (right.sign() == 0)
    abortWith("division of a rational by 0");
  Rational quotient;
  mpq_div(quotient.number, left.number, right.number);
  return quotient;
}

Rational operator-(const Rational &value) {
  Rational negated;
  mpq_neg(negated.number, value.number);
  return negated;
}

Rational &Rational::operator+=(const Rational &right) {
  return *this = *this + right;
}
Rational &Rational::operator-=(const Rational &right) {
  return *this = *this - right;
}
Rational &Rational::operator*=(const Rational &right) {
  return *this = *this * right;
}
Rational &Rational::operator/=(const Rational &right) {
  return *this = *this / right;
}

Expected<Rational> checkedDivide(const Rational &left, const Rational &right) {
  if (right.sign() == 0)
    return Error{"division of " + left.text() + " by 0"};
  return left / right;
}

} // namespace plumb::runtime
