// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "tests/checker/relational/proof_tables.h"

using namespace plumb;
using relational::MovementBound;
using relational::Polynomial;

TEST_CASE("a sum that is multiplied stands in brackets, and a number is multiplied out") {
  test::ProofTables tables("mechanism m(eps: real, a: int, C: int, f: query)\n"
                           "  requires eps > 0\n"
                           "  adjacency f changes by 1\n"
                           "  guarantees private(eps)\n"
                           "{\n"
                           "  lam ~ laplace(1 / eps)\n"
                           "  output f + lam\n"
                           "}\n");
  const auto parameter = [&](const char *name) {
    return Polynomial::atom(tables.symbols.parameter(tables.variable(name), {}));
  };
  const MovementBound one{"1", Polynomial::constant(1)}, single{"C", parameter("C")},
      width{"C - a", parameter("C") - parameter("a")};
  CHECK(inference::times(1, one) == "1");
  CHECK(inference::times(2, one) == "2");
  CHECK(inference::times(1, one, "n - 1") == "n - 1");
  CHECK(inference::times(2, one, "n - 1") == "2 * (n - 1)");
  CHECK(inference::times(1, single) == "C");
  CHECK(inference::times(2, single, "n") == "2 * C * n");
  CHECK(inference::times(1, width) == "C - a");
  CHECK(inference::times(2, width) == "2 * (C - a)");
  CHECK(inference::times(1, width, "the number of iterations") == "(C - a) * (the number of iterations)");
}
