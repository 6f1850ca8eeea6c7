// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/channel/channels.h"

using namespace plumb;
using namespace plumb::channel;

/// Utility-optimised randomised response with a last entry and a guarantee of choice.
static std::string urr(const std::string &entry, const std::string &guarantee) {
  return "channel urr(eps: real, s: int, n: int)\n"
         "  requires eps >= 0, s >= 1, n >= 0\n"
         "  from S[s] | N[n] to S | N\n"
         "  guarantees " +
         guarantee +
         "\n{\n"
         "  let E = exp(eps)\n"
         "  x in S, y = x  -> E / (s + E - 1)\n"
         "  y in S -> 1 / (s + E - 1)\n"
         "  x in N, y = x  -> " +
         entry + "\n}\n";
}
static const char *const right = "(E - 1) / (s + E - 1)";

static Verdict verdictOn(const std::string &text) {
  return Written(text).checked().verdict();
}

TEST_CASE("Utility-optimised randomised response for all sizes") {
  const Written written(urr(right, "uldp(S, eps), osldp(S, eps)"));
  const Result result = written.checked();
  CHECK(result.verdict() == Verdict::Proved);
  for (const Evidence &evidence : result.evidence()) {
    INFO(evidence.name);
    CHECK(evidence.isProved());
  }
}

TEST_CASE("A smaller budget than the least is refuted") {
  CHECK(verdictOn(urr(right, "uldp(S, eps / 2)")) == Verdict::NotPrivate);
  CHECK(verdictOn(urr(right, "uldp(S, eps)")) == Verdict::Proved);
  CHECK(verdictOn(urr(right, "uldp(S, 2 * eps)")) == Verdict::Proved);
  CHECK(verdictOn(urr(right, "uldp(S, eps + ln(2))")) == Verdict::Proved);
  CHECK(verdictOn(urr(right, "uldp(S, eps - ln(2))")) == Verdict::NotPrivate);
}

TEST_CASE("The three notions are told apart") {
  CHECK(verdictOn(urr(right, "ldp(eps)")) == Verdict::NotPrivate);
  CHECK(verdictOn(urr(right, "uldp(N, eps)")) == Verdict::NotPrivate);
  CHECK(verdictOn(urr(right, "uldp(S, S | N, eps)")) == Verdict::NotPrivate);
  CHECK(verdictOn(urr(right, "osldp(N, eps)")) == Verdict::NotPrivate);
  CHECK(verdictOn(urr(right, "uldp(S | N, S, eps)")) == Verdict::NotPrivate);
}

TEST_CASE("A counterexample names the pair, and is exact") {
  const Written written(urr(right, "ldp(eps)"));
  const Result result = written.checked();
  REQUIRE(result.counterexample());
  const Violation &violation = result.counterexample()->violation;
  CHECK(violation.kind == Violation::Kind::Ratio);
  CHECK(violation.value > violation.bound * violation.other);
}

TEST_CASE("Rows that are no distributions are no channel") {
  CHECK(verdictOn(urr("E / (s + E - 1)", "uldp(S, eps)")) == Verdict::NoChannel);
  CHECK(verdictOn(urr("(E - 1) / (s + E - 1) / n", "uldp(S, eps)")) == Verdict::NoChannel);
  CHECK(verdictOn(urr("(E - 1) / (s + E - 1) / (n - 1)", "uldp(S, eps)")) == Verdict::NoChannel);
}

/// A mistake that only sizes show which are not tried must stay open, not become a proof.
TEST_CASE("What small tables do not show is not proved either") {
  const std::string text =
      "channel late(eps: real, k: int)\n"
      "  requires eps >= 0, k >= 1\n"
      "  from X[k] to X\n"
      "  guarantees ldp(eps)\n"
      "{\n"
      "  let E = exp(eps)\n"
      "  y = x  -> E / (k + E - 1) + (k - 1) * (k - 2) * (k - 3) * (k - 4) / 1000000000\n"
      "  y != x -> 1 / (k + E - 1) - (k - 2) * (k - 3) * (k - 4) / 1000000000\n"
      "}\n";
  const Verdict verdict = verdictOn(text);
  CHECK(verdict != Verdict::Proved);
  CHECK(verdict != Verdict::Vacuous);
}

TEST_CASE("A channel that exists for no parameters is vacuous") {
  const std::string text = "channel c(eps: real, s: int)\n"
                           "  requires eps > 0, eps < 0, s >= 1\n"
                           "  from S[s] to S\n"
                           "  guarantees ldp(eps)\n"
                           "{ y = x -> 1 }\n";
  CHECK(verdictOn(text) == Verdict::Vacuous);
}

TEST_CASE("A channel whose parameters are not found is not vacuous") {
  // Met by many parameters, between those that are tried.
  const std::string text = "channel c(eps: real, del: real)\n"
                           "  requires eps = 2 * del, del <= 1/3, del >= 1/4\n"
                           "  from S[2] to S\n"
                           "  guarantees ldp(eps)\n"
                           "{\n"
                           "  x in S, y = x -> exp(del) * exp(del) / (1 + exp(eps))\n"
                           "  x in S, y in S -> 1 / (1 + exp(2 * del))\n"
                           "}\n";
  CHECK(verdictOn(text) == Verdict::NotProved);
}

TEST_CASE("A class of size 0 is no premise for the others") {
  // With s = 0 nobody compares N with P through S.
  const std::string text = "channel c(eps: real, s: int)\n"
                           "  requires eps >= 0, s >= 0\n"
                           "  from S[s] | N | P to bits of N\n"
                           "  guarantees ldp(eps)\n"
                           "{\n"
                           "  let R = exp(eps / 2)\n"
                           "  x in P, j in N -> 1 / (1000 * R + 1)\n"
                           "  x in N, j in N -> R / (R + 1)\n"
                           "  x in S, j in N -> 1 / (R + 1)\n"
                           "}\n";
  CHECK(verdictOn(text) == Verdict::NotPrivate);
}

TEST_CASE("Bits that ask for the class of x differ everywhere") {
  const std::string text = "channel c(eps: real, k: int)\n"
                           "  requires eps >= 0, k >= 1\n"
                           "  from A | B to bits of Z[k]\n"
                           "  guarantees ldp(eps)\n"
                           "{\n"
                           "  let E = exp(eps)\n"
                           "  x in A, j in Z -> E / (E + 1)\n"
                           "  x in B, j in Z -> 1 / (E + 1)\n"
                           "}\n";
  // For one bit this is private, for two it is not.
  CHECK(verdictOn(text) == Verdict::NotPrivate);
}

TEST_CASE("Requirements on eps count") {
  const auto withPremise = [](const std::string &premise) {
    return "channel c(eps: real)\n  requires " + premise +
           "\n  from a | b to a | b\n  guarantees ldp(ln(3))\n{\n  let E = exp(eps)\n"
           "  y = x -> E / (E + 1)\n  y != x -> 1 / (E + 1)\n}\n";
  };
  CHECK(verdictOn(withPremise("0 <= eps, eps <= ln(3)")) == Verdict::Proved);
  CHECK(verdictOn(withPremise("0 <= eps")) == Verdict::NotPrivate);
  CHECK(verdictOn(withPremise("0 <= eps, eps <= 2")) == Verdict::NotPrivate);
  // True, since e < 3, but no certificate knows more of e^1 than that it exists.
  CHECK(verdictOn(withPremise("0 <= eps, eps <= 1")) == Verdict::NotProved);
}
