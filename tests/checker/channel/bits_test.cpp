// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/bit_table.h"
#include "tests/checker/channel/channels.h"

#include <random>

using namespace plumb;
using namespace plumb::channel;

/// `count` classes of bits, each with a map from P; rules about j = f0(x) and so on, and one for the rest.
static std::string mapped(unsigned count, const std::string &size, const std::string &guarantee,
                          const std::string &hit, const std::string &rest) {
  std::string outputs, rules;
  for (unsigned i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    outputs += (i == 0 ? "B" : " | B") + number + size;
    rules += "  map f" + number + ": P -> B" + number + "\n";
  }
  for (unsigned i = 0; i < count; ++i)
    rules += "  j = f" + std::to_string(i) + "(x) -> " + hit + "\n";
  return "channel c(eps: real, k: int)\n  requires eps >= 0, k >= 1\n  from P" + size + " | Q to bits of " +
         outputs + "\n  guarantees " + guarantee + "\n{\n  let R = exp(eps / 2)\n" + rules +
         "  x in P | Q -> " + rest + "\n}\n";
}

TEST_CASE("Many classes of bits are as many factors of one ratio") {
  for (unsigned count : {1u, 3u, 31u, 32u, 33u, 64u}) {
    INFO(count);
    // Bit 0 is set for Q and never for P.
    CHECK(Written(mapped(count, "", "osldp(Q, eps)", "0", "1/2")).checked().verdict() == Verdict::NotPrivate);
  }
}

TEST_CASE("A proof says which table was tried, or that none was small enough") {
  const Result small = Written(mapped(2, "[k]", "ldp(2 * eps)", "R / (R + 1)", "1 / (R + 1)")).checked();
  REQUIRE(small.verdict() == Verdict::Proved);
  REQUIRE(small.firstInstance());
  CHECK(small.firstInstance()->size() == 2);
  CHECK(small.instances() > 0);
  const Result large = Written(mapped(2, "[5000]", "ldp(2 * eps)", "R / (R + 1)", "1 / (R + 1)")).checked();
  REQUIRE(large.verdict() == Verdict::Proved);
  CHECK_FALSE(large.firstInstance());
  CHECK(large.instances() == 0);
}

TEST_CASE("A ratio for every bit that a map hits, whatever their number") {
  for (unsigned count : {1u, 2u, 7u, 12u}) {
    const std::string enough = std::to_string(count) + " * eps",
                      less = std::to_string(count) + " * eps - ln(101/100)";
    const auto verdict = [&](const std::string &budget) {
      const std::string text = mapped(count, "[k]", "ldp(" + budget + ")", "R / (R + 1)", "1 / (R + 1)");
      return Written(text).checked().verdict();
    };
    INFO(count);
    CHECK(verdict(enough) == Verdict::Proved);
    CHECK(verdict(less) == Verdict::NotPrivate);
  }
}

/// p and q are at most a factor of 2 apart, and so are 1 - p and 1 - q; which of both is worse nobody says.
static std::string eitherWay(unsigned count, const std::string &budget) {
  std::string outputs, maps, rules, parameters, requirements;
  for (unsigned i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    outputs += (i == 0 ? "B" : " | B") + n;
    parameters += ", p" + n + ": real, q" + n + ": real";
    requirements += ", 1/3 <= p" + n + ", p" + n + " <= 2/3, 1/3 <= q" + n + ", q" + n + " <= 2/3";
    maps += "  map f" + n + ": P -> B" + n + "\n";
    rules += "  j = f" + n + "(x) -> p" + n + "\n  j in B" + n + " -> q" + n + "\n";
  }
  return "channel c(eps: real" + parameters + ")\n  requires eps >= ln(2)" + requirements +
         "\n  from P | Q to bits of " + outputs + "\n  guarantees ldp(" + budget + ")\n{\n" + maps + rules +
         "}\n";
}

TEST_CASE("Bits whose worse value nobody knows are told apart while they are few") {
  CHECK(Written(eitherWay(1, "eps")).checked().verdict() == Verdict::Proved);
  CHECK(Written(eitherWay(2, "2 * eps")).checked().verdict() == Verdict::Proved);
  CHECK(Written(eitherWay(2, "0")).checked().verdict() == Verdict::NotPrivate);
  // A limit of the proof is none of the search.
  CHECK(Written(eitherWay(11, "0")).checked().verdict() == Verdict::NotPrivate);
}

TEST_CASE("What bounds a bit has to be possible") {
  // A 1 tells P from Q with certainty; its ratio 1 : 0 must not bound the other value.
  const std::string text = "channel c(eps: real)\n  requires eps >= 0\n  from P | Q to bits of B | C\n"
                           "  guarantees ldp(eps)\n{\n  map f: P -> B\n  map g: P -> C\n"
                           "  j = f(x) -> 1/2\n  j = g(x) -> 1\n  j in C -> 1/2\n}\n";
  CHECK(Written(text).checked().verdict() == Verdict::NotPrivate);
}

TEST_CASE("Bit by bit and output by output are one verdict") {
  std::mt19937 random(7);
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  const std::vector<Rational> laws = {0, Rational(1, 2), Rational(1, 3), Rational(2, 3), 1, Rational(1, 2)};
  unsigned violated = 0;
  for (unsigned round = 0; round < 600; ++round) {
    const std::size_t inputs = 2 + below(2), bits = 1 + below(3);
    BitTable table;
    FiniteTable full;
    Roles roles, fullRoles;
    for (std::size_t j = 0; j < bits; ++j) {
      table.bits.push_back(std::to_string(j));
      roles.guarded.push_back(below(2) == 0);
    }
    for (std::size_t v = 0; v < std::size_t{1} << bits; ++v) {
      full.outputs.push_back(std::to_string(v));
      fullRoles.guarded.push_back(true);
      for (std::size_t j = 0; j < bits; ++j)
        if (v >> j & 1u && !roles.guarded[j])
          fullRoles.guarded.back() = false;
    }
    for (std::size_t x = 0; x < inputs; ++x) {
      table.inputs.push_back("x" + std::to_string(x));
      table.ones.emplace_back();
      for (std::size_t j = 0; j < bits; ++j)
        table.ones.back().push_back(laws[below(6)]);
      full.entries.emplace_back();
      for (std::size_t v = 0; v < std::size_t{1} << bits; ++v) {
        Rational product = 1;
        for (std::size_t j = 0; j < bits; ++j)
          product *= v >> j & 1u ? table.ones[x][j] : Rational(1 - table.ones[x][j]);
        full.entries.back().push_back(product);
      }
      roles.sensitive.push_back(below(2) == 0);
    }
    full.inputs = table.inputs;
    fullRoles.sensitive = roles.sensitive;
    using Kind = ir::Channel::Notion::Kind;
    for (Kind kind : {Kind::Ldp, Kind::Uldp, Kind::Osldp})
      for (const Rational &bound : {Rational(1), Rational(2), Rational(4), Rational(16)}) {
        const auto found = findViolation(table, kind, roles, bound);
        INFO("round " << round);
        CHECK(found.has_value() == findViolation(full, kind, fullRoles, bound).has_value());
        if (found && found->kind == Violation::Kind::Ratio)
          CHECK(found->value > bound * found->other);
        violated += found ? 1 : 0;
      }
  }
  CHECK(violated > 1000);
  CHECK(violated < 6000);
}

TEST_CASE("Numbers with thousands of digits end with a reason") {
  std::string squares = "  let a0 = 3\n";
  for (unsigned i = 0; i < 26; ++i)
    squares +=
        "  let a" + std::to_string(i + 1) + " = a" + std::to_string(i) + " * a" + std::to_string(i) + "\n";
  const Written written(
      "channel c(eps: real)\n  requires eps >= 0\n  from X[2] to X\n  guarantees ldp(eps)\n{\n" + squares +
      "  y = x -> a26 / (a26 + 1)\n  y != x -> 1 / (a26 + 1)\n}\n");
  const Result result = written.checked();
  CHECK(result.verdict() == Verdict::NotProved);
  CHECK(result.unsupported().find("digits") != std::string::npos);
}

TEST_CASE("A budget of its own for each of many bits") {
  std::string parameters, requirements, outputs, rules, budget;
  for (unsigned i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i), separator = i == 0 ? "" : ", ";
    parameters += separator + "e" + n + ": real";
    requirements += separator + "e" + n + " >= 0";
    outputs += (i == 0 ? "B" : " | B") + n;
    budget += (i == 0 ? "e" : " + e") + n;
    rules += "  map f" + n + ": P -> B" + n + "\n  j = f" + n + "(x) -> exp(e" + n + ") / (exp(e" + n +
             ") + 1)\n  j in B" + n + " -> 1 / (exp(e" + n + ") + 1)\n";
  }
  const auto text = [&](const std::string &bound) {
    return "channel c(" + parameters + ")\n  requires " + requirements + "\n  from P | Q to bits of " +
           outputs + "\n  guarantees ldp(" + bound + ")\n{\n" + rules + "}\n";
  };
  CHECK(Written(text(budget)).checked().verdict() == Verdict::Proved);
  CHECK(Written(text(budget + " - e7")).checked().verdict() == Verdict::NotPrivate);
}
