// SPDX-License-Identifier: Apache-2.0
// Fractions beside GMP's, at the edge of what fits into two words as well.
#include "checker/derivation/fraction.h"

#include <catch2/catch.hpp>
#include <limits>
#include <random>
#include <vector>

using plumb::derivation::Fraction;

namespace {

std::vector<mpq_class> numbers() {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::mt19937_64 random(7);
  std::vector<mpz_class> whole{
      0, 1, -1, 2, 3, -6, 1000, most, -most, mpz_class(-most) - 1, mpz_class(most) + 1};
  for (int bits = 2; bits < 80; bits += 7) {
    mpz_class number = static_cast<unsigned long>(random());
    whole.push_back(number >> std::max(0, 64 - bits));
    whole.push_back(-(number << std::max(0, bits - 64)));
  }
  std::vector<mpq_class> all;
  for (const mpz_class &above : whole)
    for (const mpz_class &below : whole)
      if (below > 0) {
        mpq_class number(above, below);
        number.canonicalize();
        all.push_back(number);
      }
  return all;
}

} // namespace

TEST_CASE("fractions are GMP's, whether they are small or large") {
  const std::vector<mpq_class> all = numbers();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const mpq_class &a = all[i];
    const Fraction one(a);
    REQUIRE(one.exact() == a);
    REQUIRE((-one).exact() == -a);
    REQUIRE(one.sign() == sgn(a));
    REQUIRE(one.isZero() == (a == 0));
    REQUIRE(one.isWhole() == (a.get_den() == 1));
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), a.get_num_mpz_t(), a.get_den_mpz_t());
    REQUIRE(one.floor() == floor);
    if (a != 0)
      REQUIRE(one.inverse().exact() == 1 / a);
    for (std::size_t j = i % 5; j < all.size(); j += 5) {
      const mpq_class &b = all[j];
      const Fraction other(b);
      REQUIRE((one + other).exact() == a + b);
      REQUIRE((one * other).exact() == a * b);
      REQUIRE((one < other) == (a < b));
      REQUIRE((one == other) == (a == b));
      // Equal numbers are equal, however they came about.
      REQUIRE(one + other + -other == one);
    }
  }
}
