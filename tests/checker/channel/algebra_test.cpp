// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/algebra.h"
#include "tests/checker/channel/channels.h"

using namespace plumb;
using namespace plumb::channel;
using Kind = ir::ChannelTerm::Kind;

namespace {

/// eps (parameter 0) is an exponent, k (parameter 1) is none.
Written twoParameters() {
  return Written("channel c(eps: real, k: int)\n  requires eps >= 0, k >= 1\n  from S[2] to S\n"
                 "  guarantees ldp(eps)\n{\n  y = x -> exp(eps) / (exp(eps) + 1)\n"
                 "  y != x -> 1 / (exp(eps) + 1)\n}\n");
}

ir::ChannelTermPtr number(int value) {
  return std::make_unique<ir::ChannelTerm>(ir::ChannelTerm{Kind::Number, value, 0, {}, {}});
}
ir::ChannelTermPtr parameter(std::size_t index) {
  return std::make_unique<ir::ChannelTerm>(ir::ChannelTerm{Kind::Parameter, 0, index, {}, {}});
}
ir::ChannelTermPtr term(Kind kind, ir::ChannelTermPtr left, ir::ChannelTermPtr right = nullptr) {
  auto made = std::make_unique<ir::ChannelTerm>(ir::ChannelTerm{kind, 0, 0, {}, {}});
  made->operands.push_back(std::move(left));
  if (right)
    made->operands.push_back(std::move(right));
  return made;
}

} // namespace

// The front end refuses these; what they would be taken for is another number.
TEST_CASE("What is no exponent is refused where it stands in one") {
  const Written written = twoParameters();
  Algebra algebra(written.channel());
  CHECK_NOTHROW(algebra.exponential(*term(Kind::Divide, parameter(0), number(1))));
  CHECK_THROWS_AS(algebra.exponential(*parameter(1)), Unsupported);
  CHECK_THROWS_AS(algebra.exponential(*term(Kind::Multiply, parameter(0), parameter(0))), Unsupported);
  const auto rootedIn = [&](Kind kind) {
    return term(kind, parameter(0), term(Kind::Add, number(1), parameter(0)));
  };
  CHECK_THROWS_AS(algebra.exponential(*rootedIn(Kind::Divide)), Unsupported);
  CHECK_THROWS_AS(algebra.exponential(*rootedIn(Kind::Multiply)), Unsupported);
  CHECK_THROWS_AS(algebra.exponential(*term(Kind::Divide, parameter(0), number(0))), Unsupported);
}

TEST_CASE("An exponent is refused where a number is meant") {
  const Written written = twoParameters();
  Algebra algebra(written.channel());
  CHECK_NOTHROW(algebra.number(*parameter(1)));
  CHECK_THROWS_AS(algebra.number(*parameter(0)), Unsupported);
}

TEST_CASE("A divisor in an exponent keeps the condition under which it has a value") {
  const Written written = twoParameters();
  Algebra algebra(written.channel());
  const auto logarithm = [] { return term(Kind::Logarithm, parameter(1)); };
  const auto one = term(Kind::Add, number(1), term(Kind::Subtract, logarithm(), logarithm()));
  CHECK_FALSE(algebra.exponent(*one).factor.divisors.empty());
  const auto divided = term(Kind::Divide, parameter(0),
                            term(Kind::Add, number(1), term(Kind::Subtract, logarithm(), logarithm())));
  CHECK_FALSE(algebra.exponential(*divided).divisors.empty());
}
