// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/channel/channels.h"

using namespace plumb;
using namespace plumb::channel;

/// Each number of a proved channel off by a little: the proof has to go, whichever it is.
TEST_CASE("A changed entry is never proved") {
  const std::vector<std::string> entries = {"E / (s + E - 1)", "1 / (s + E - 1)", "(E - 1) / (s + E - 1)"};
  const auto text = [](const std::string &a, const std::string &b, const std::string &c,
                       const std::string &d) {
    return "channel urr(eps: real, s: int, n: int)\n  requires eps > 0, s >= 2, n >= 2\n"
           "  from S[s] | N[n] to S | N\n  guarantees uldp(S, eps)\n{\n  let E = exp(eps)\n  x in S, y = x "
           "-> " +
           a + "\n  x in S, y in S -> " + b + "\n  x in N, y in S -> " + c + "\n  x in N, y = x -> " + d +
           "\n}\n";
  };
  REQUIRE(Written(text(entries[0], entries[1], entries[1], entries[2])).checked().verdict() ==
          Verdict::Proved);
  unsigned proved = 0;
  for (const std::string &a : entries)
    for (const std::string &b : entries)
      for (const std::string &c : entries)
        for (const std::string &d : entries)
          proved += Written(text(a, b, c, d)).checked().verdict() == Verdict::Proved ? 1 : 0;
  CHECK(proved == 1);
}

/// n * (1 / n) is 1 for all n but 0, where the row is empty.
TEST_CASE("An entry for no member at all fills no row") {
  const auto text = [](const std::string &least) {
    return "channel c(n: int)\n  requires n >= " + least +
           "\n  from A | B to N[n]\n  guarantees ldp(0)\n{\n  y in N -> 1 / n\n}\n";
  };
  CHECK(Written(text("1")).checked().verdict() == Verdict::Proved);
  CHECK(Written(text("0")).checked().verdict() != Verdict::Proved);
  // The same for the members that are not x.
  const auto others = [](const std::string &least) {
    return "channel c(k: int)\n  requires k >= " + least +
           "\n  from X[k] to X | Z\n  guarantees ldp(ln(2))\n{\n  y != x, y in X -> 1 / (k - 1) / 2\n  y in "
           "Z -> 1 / 2\n}\n";
  };
  CHECK(Written(others("1")).checked().verdict() != Verdict::Proved);
}

/// The symbolic verdict and the smallest eps of concrete tables agree for budgets around the right one.
TEST_CASE("The bitwise channel needs exactly its budget") {
  const auto text = [](const std::string &budget) {
    return "channel c(eps: real, k: int)\n  requires eps > 0, k >= 2\n  from X[k] to bits of X\n  guarantees "
           "ldp(" +
           budget + ")\n{\n  let R = exp(eps / 2)\n  j = x -> R / (R + 1)\n  j != x -> 1 / (R + 1)\n}\n";
  };
  CHECK(Written(text("eps")).checked().verdict() == Verdict::Proved);
  CHECK(Written(text("eps + ln(101/100)")).checked().verdict() == Verdict::Proved);
  CHECK(Written(text("eps - ln(101/100)")).checked().verdict() == Verdict::NotPrivate);
  CHECK(Written(text("99 / 100 * eps")).checked().verdict() != Verdict::Proved);
}
