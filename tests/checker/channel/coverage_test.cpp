// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/coverage.h"
#include "tests/checker/channel/channels.h"

#include <algorithm>
#include <set>

using namespace plumb;
using namespace plumb::channel;

namespace {

/// Classes on both sides and on one, a map onto a class of its own and one into a class of inputs, a class of
/// one member and one of a fixed size.
std::string relations(const std::string &outputs, const std::string &notions) {
  return "channel c(eps: real, s: int, k: int)\n"
         "  requires eps >= 0, s >= 1, k >= 1\n"
         "  from S[s] | P[k] | one | D[2] to " +
         outputs + "\n  guarantees " + notions +
         "\n{\n"
         "  let R = exp(eps / 2)\n"
         "  map bot: P -> B\n"
         "  map into: P -> S\n" +
         (outputs.starts_with("bits") ? "  j = bot(x) -> R / (R + 1)\n  x in S, j = x -> R / (R + 1)\n"
                                      : "  y = bot(x) -> R\n  x in S, y = x -> R\n") +
         "  x in S | P | one | D -> 1 / (R + 1)\n}\n";
}

const std::vector<std::string> texts = {
    relations("S | B[k] | D", "ldp(eps), uldp(S | one, S | B, eps), osldp(P, eps)"),
    relations("bits of S | B[k] | D", "ldp(2 * eps), uldp(S | one, S | B, eps), osldp(P, eps)"),
    relations("bits of S | B | D | Z[k]", "ldp(2 * eps), uldp(S | one, S | B, eps), osldp(P, eps)"),
};

struct Cases {
  explicit Cases(const std::string &text) : written(text), algebra(written.channel()) {
    all = obligations(algebra, [](const auto &, const auto &) { return true; });
  }
  /// Is some way to meet in none of them?
  bool isMissing(const std::vector<Obligation> &some) const {
    const auto found = coverage(algebra, some);
    return std::any_of(found.begin(), found.end(), [](const Obligation &obligation) {
      return sgn(obligation.goal.polynomial.constantTerm()) < 0;
    });
  }

  Written written;
  Algebra algebra;
  std::vector<Obligation> all;
};

} // namespace

TEST_CASE("The cases of a channel are all there are") {
  for (const std::string &text : texts) {
    INFO(text);
    CHECK_FALSE(Cases(text).isMissing(Cases(text).all));
  }
}

TEST_CASE("A case that is lost is missed") {
  for (const std::string &text : texts) {
    const Cases cases(text);
    std::size_t tried = 0;
    // Some of each kind.
    for (std::size_t lost = 0; lost < cases.all.size(); lost += 3) {
      if (cases.all[lost].guard.topic == Topic::Defined)
        continue;
      std::vector<Obligation> some = cases.all;
      some.erase(some.begin() + static_cast<std::ptrdiff_t>(lost));
      INFO(cases.all[lost].name);
      CHECK(cases.isMissing(some));
      ++tried;
    }
    CHECK(tried > 50);
  }
}

TEST_CASE("What bounds fewer members than it is about is shown not to be below 0") {
  const Cases cases(texts[1]);
  std::size_t tried = 0;
  for (std::size_t lost = 0; lost < cases.all.size(); ++lost)
    if (cases.all[lost].guard.topic == Topic::NotNegative) {
      std::vector<Obligation> some = cases.all;
      some.erase(some.begin() + static_cast<std::ptrdiff_t>(lost));
      INFO(cases.all[lost].name);
      CHECK(cases.isMissing(some));
      ++tried;
    }
  CHECK(tried > 0);
}

TEST_CASE("A case whose value nobody asked for is missed") {
  for (const std::string &text : texts) {
    const Cases cases(text);
    std::set<Polynomial> divisors;
    for (const Obligation &obligation : cases.all)
      if (obligation.guard.topic == Topic::Defined)
        divisors.insert(obligation.goal.polynomial);
    CHECK_FALSE(divisors.empty());
    for (const Polynomial &divisor : divisors) {
      const auto isAsked = [&](const Obligation &obligation) {
        return obligation.guard.topic == Topic::Defined && obligation.goal.polynomial == divisor;
      };
      std::vector<Obligation> lost = cases.all, weak = cases.all, larger = cases.all;
      std::erase_if(lost, isAsked);
      CHECK(cases.isMissing(lost));
      for (std::size_t i = 0; i < cases.all.size(); ++i)
        if (isAsked(cases.all[i])) {
          // At least 0 is not enough to divide by.
          weak[i].goal.isStrict = false;
          for (std::size_t number = 0; number < cases.written.channel().classes.size(); ++number)
            larger[i].guard.sizes[number] += 3;
        }
      CHECK(cases.isMissing(weak));
      CHECK(cases.isMissing(larger));
    }
  }
}

TEST_CASE("A case for larger classes than it exists for is missed") {
  for (const std::string &text : texts) {
    const Cases cases(text);
    // Some of each kind.
    for (std::size_t which = 0; which < cases.all.size(); which += 7)
      for (const auto &[number, least] : cases.all[which].guard.sizes) {
        if (cases.all[which].guard.topic == Topic::Defined)
          continue;
        std::vector<Obligation> others = cases.all;
        ++others[which].guard.sizes[number];
        INFO(cases.all[which].name);
        CHECK(cases.isMissing(others));
      }
  }
}

TEST_CASE("A case of another notion does not count") {
  const Cases cases(texts.front());
  std::vector<Obligation> others = cases.all;
  for (Obligation &obligation : others)
    if (obligation.notion == 1)
      obligation.notion = 0;
  CHECK(cases.isMissing(others));
}

TEST_CASE("A proof contains that its cases are all") {
  const Written written(
      "channel c(eps: real, s: int)\n  requires eps >= 0, s >= 1\n  from S[s] to bits of S\n"
      "  guarantees ldp(eps), osldp(S, eps)\n{\n  let R = exp(eps / 2)\n"
      "  j = x -> R / (R + 1)\n  j != x -> 1 / (R + 1)\n}\n");
  const Result result = written.checked();
  REQUIRE(result.verdict() == Verdict::Proved);
  const auto &evidence = result.evidence();
  CHECK(std::count_if(evidence.begin(), evidence.end(), [](const Evidence &one) {
          return one.condition == verdict::Condition::Cases && one.isProved();
        }) == 3);
}
