// SPDX-License-Identifier: Apache-2.0

#include "coin_tree.h"
#include "enclosure.h"
#include "plumb/runtime/reference_one_sided_geometric.h"
#include "plumb/runtime/reference_two_sided_geometric.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb::runtime;
using test::Enclosure;
using test::explore;

namespace {

/// One-sided samples with exact weights, in place of a magnitude sampler.
struct OracleMagnitude {
  double ratio;
  Wide sample(test::TreeBits &bits) const {
    Wide value = 0;
    while (bits.choose({1 - ratio, ratio}) == 1)
      ++value;
    return value;
  }
};

/// Fair signs that are cheaper to enumerate than 256 bytes.
class SignBits : public test::TreeBits {
public:
  using TreeBits::TreeBits;
  std::uint8_t next_byte() { return choose({0.5, 0.5}) == 0 ? 0xAA : 0x55; }
};

} // namespace

TEST_CASE("one-sided geometric has its law, given exponential coins") {
  struct Case {
    unsigned s, t;
    double gap;
  };
  for (const Case &scale : {Case{1, 1, 1e-9},
                            {3, 1, 1e-9},
                            {1, 2, 1e-7},
                            {5, 2, 1e-7},
                            {1, 3, 1e-6},
                            {2, 3, 1e-6},
                            {7, 3, 1e-6},
                            {1, 4, 4e-4},
                            {3, 5, 4e-3}}) {
    INFO("scale " << scale.t << "/" << scale.s);
    const auto tree = explore<std::uint64_t, test::ExponentialOracle>(
        200, scale.gap * 5e-5, [&](test::ExponentialOracle &bits) {
          return static_cast<std::uint64_t>(
              oneSidedGeometric(WideUnsigned(scale.s), WideUnsigned(scale.t), bits));
        });
    CHECK(tree.open <= scale.gap);
    const Rational b = Rational(scale.t) / scale.s;
    for (unsigned x = 0; x < 30; ++x)
      CHECK(tree.allows(x, test::oneSidedMass(b, x)));
  }
}

TEST_CASE("both number types draw the same sample from the same bits") {
  for (unsigned s : {1U, 2U, 7U, 1000U})
    for (unsigned t : {1U, 3U, 100U, 65537U}) {
      test::SeededBits first(s * 31 + t), second(s * 31 + t);
      for (int i = 0; i < 200; ++i)
        REQUIRE(static_cast<std::uint64_t>(oneSidedGeometric(WideUnsigned(s), WideUnsigned(t), first)) ==
                static_cast<std::uint64_t>(oneSidedGeometric(Natural(s), Natural(t), second)));
      REQUIRE(first.next_u64() == second.next_u64());
    }
}

TEST_CASE("two-sided geometric has its law, given one-sided magnitudes") {
  for (unsigned b : {1U, 2U}) {
    const OracleMagnitude magnitude{std::exp(-1.0 / b)};
    const auto tree = explore<std::int64_t, SignBits>(200, 1e-9, [&](SignBits &bits) {
      return static_cast<std::int64_t>(signedOrRedrawn(magnitude, bits));
    });
    CHECK(tree.open <= 1e-6);
    for (int x = -20; x <= 20; ++x)
      CHECK(tree.allows(x, test::twoSidedMass(Rational(b), static_cast<unsigned long>(std::abs(x)))));
  }
}

TEST_CASE("the tree rejects a two-sided law that counts zero twice") {
  const OracleMagnitude magnitude{std::exp(-1.0)};
  const auto tree = explore<std::int64_t, SignBits>(200, 1e-9, [&](SignBits &bits) {
    const bool negative = (bits.next_byte() & 1U) != 0;
    const Wide size = magnitude.sample(bits);
    return static_cast<std::int64_t>(negative ? -size : size);
  });
  CHECK_FALSE(tree.allows(0, test::twoSidedMass(Rational(1), 0)));
}
