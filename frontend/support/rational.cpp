// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/rational.h"

#include <algorithm>

namespace plumb {

namespace {

bool isDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The base is given because GMP would read "010" as eight.
Integer integerFrom(std::string_view digits) {
  return Integer(std::string(digits), 10);
}

std::optional<Rational> quotient(std::string_view numerator, std::string_view denominator) {
  if (!isDigits(numerator) || !isDigits(denominator))
    return std::nullopt;
  const Integer divisor = integerFrom(denominator);
  if (divisor == 0)
    return std::nullopt;
  Rational value(integerFrom(numerator), divisor);
  value.canonicalize();
  return value;
}

std::optional<Rational> decimal(std::string_view whole, std::string_view fraction) {
  if (!isDigits(whole) || !isDigits(fraction))
    return std::nullopt;
  std::string scale(fraction.size() + 1, '0');
  scale.front() = '1';
  return quotient(std::string(whole) + std::string(fraction), scale);
}

} // namespace

std::optional<Rational> parseRational(std::string_view text) {
  if (const auto slash = text.find('/'); slash != std::string_view::npos)
    return quotient(text.substr(0, slash), text.substr(slash + 1));
  if (const auto point = text.find('.'); point != std::string_view::npos)
    return decimal(text.substr(0, point), text.substr(point + 1));
  return quotient(text, "1");
}

std::string toString(const Rational &value) {
  return value.get_str(10);
}

Integer floorOf(const Rational &value) {
  Integer floor;
  mpz_fdiv_q(floor.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return floor;
}

bool isIntegral(const Rational &value) {
  return value.get_den() == 1;
}

} // namespace plumb
