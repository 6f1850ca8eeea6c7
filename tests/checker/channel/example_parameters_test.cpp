// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/example_parameters.h"
#include "tests/checker/channel/channels.h"

using namespace plumb;
using namespace plumb::channel;

TEST_CASE("Parameters of an example are fractions that are seen to meet the requirements") {
  const auto found = [](const std::string &requirements) {
    return exampleParameters(Written("channel c(eps: real, p: real)\n  requires eps >= 0, " + requirements +
                                     "\n  from X[2] to X\n  guarantees ldp(eps)\n{\n  y = x -> p\n"
                                     "  y != x -> 1 - p\n}\n")
                                 .channel());
  };
  CHECK(found("1 - p <= p, p <= 2 / 3, p < 1") == std::vector<Rational>{1, Rational(1, 2)});
  CHECK(found("p * (1 + exp(eps)) <= exp(eps), p > 1 / 2") == std::vector<Rational>{2, Rational(3, 4)});
  CHECK_FALSE(found("p > 5"));
}
