// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/arithmetic.h"
#include "checker/disproof/path_integral.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace plumb;
using disproof::Doubles;
using disproof::Intervals;
using interpreter::Exact;

namespace {

double massOf(ir::Law law, double b, int x) {
  const double q = std::exp(-1 / b);
  if (law == ir::Law::Laplace)
    return (1 - q) / (1 + q) * std::pow(q, std::abs(x));
  if ((law == ir::Law::Exponential) == (x < 0) && x != 0)
    return 0;
  return (1 - q) * std::pow(q, std::abs(x));
}

witness::Draw over(ir::Law law, int scale) {
  return {law, Exact(scale), ir::Sort::Int, "x", std::nullopt};
}

} // namespace

TEST_CASE("sums of multiples of integers that are compared are summed up as they are, or not at all") {
  constexpr int far = 60;
  for (ir::Law first : {ir::Law::Laplace, ir::Law::Exponential, ir::Law::NegExponential})
    for (ir::Law second : {ir::Law::Laplace, ir::Law::Exponential})
      for (int a : {1, -1, 2, 3})
        for (int b : {1, 2, -2, -3, 5})
          for (int c : {-4, 0, 3})
            for (bool isStrict : {false, true})
              for (bool hasUpper : {false, true}) {
                // a x + b y + c > 0 (>= 0), and x + y <= 2 beside it.
                witness::Path path{{over(first, 2), over(second, 1)}, {{{c, {{0, a}, {1, b}}}, isStrict}}, 1};
                if (hasUpper)
                  path.tests.push_back({{2, {{0, -1}, {1, -1}}}, false});
                double direct = 0;
                for (int x = -far; x <= far; ++x)
                  for (int y = -far; y <= far; ++y)
                    if ((isStrict ? a * x + b * y + c > 0 : a * x + b * y + c >= 0) &&
                        (!hasUpper || x + y <= 2))
                      direct += massOf(first, 2, x) * massOf(second, 1, y);
                disproof::Work work{1'000'000};
                Doubles doubles;
                const auto found = disproof::PathIntegral<Doubles>(doubles, work).likelihood(path);
                // Where neither is a whole multiple of the other, nothing is known.
                if (!found) {
                  CHECK((a % b != 0 && b % a != 0));
                  continue;
                }
                INFO(a << " x + " << b << " y + " << c << (isStrict ? " > 0" : " >= 0") << hasUpper);
                CHECK(found->value == Approx(direct).margin(1e-12));
                Intervals intervals(256);
                const auto certified = disproof::PathIntegral<Intervals>(intervals, work).likelihood(path);
                REQUIRE(certified);
                CHECK(certified->value.lowerDouble() <= direct + 1e-9);
                CHECK(certified->value.upperDouble() >= direct - 1e-9);
              }
}
