// SPDX-License-Identifier: Apache-2.0
#include "kernel/program.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

const std::string head = "mechanism m(eps: real, n: int, T: int, f: query, g: query[n])\n"
                         "  requires eps > 0\n"
                         "  adjacency f decreasing by 1, one g changes by 1\n"
                         "  guarantees private(eps)\n";
const std::string draw = "lam ~ exponential(1 / eps) align lam' = lam + f - f'\n";

std::string rejection(const std::string &text) {
  try {
    readMechanism(text);
  } catch (const Rejected &rejected) {
    return rejected.what();
  }
  return "";
}

} // namespace

TEST_CASE("a mechanism is read as it is written") {
  const Mechanism m =
      readMechanism(head + "spends 1 at 1 / eps\nclaims out.value >= f\n{ " + draw + "output f + lam }");
  CHECK(m.name == "m");
  CHECK(m.requirements.size() == 1);
  CHECK(m.claims.size() == 1);
  CHECK(m.spendings.size() == 1);
  REQUIRE(m.adjacency.size() == 2);
  CHECK(m.adjacency[0].direction == Difference::Direction::Decreasing);
  CHECK_FALSE(m.adjacency[0].onlyOne);
  CHECK(m.adjacency[1].direction == Difference::Direction::Either);
  CHECK(m.adjacency[1].onlyOne);
  REQUIRE(m.body.size() == 2);
  CHECK(m.body[0].kind == Statement::Kind::Sample);
  CHECK(m.body[0].law == Law::Exponential);
  CHECK(m.tags.at("value") == std::vector<Sort>{Sort::Int});
}

TEST_CASE("operators bind as in the grammar") {
  const auto shape = [](const std::string &expression) {
    const Mechanism m = readMechanism(head + "{ x := " + expression + " output 1 }");
    std::string text;
    const auto write = [&](const auto &self, const Expression &e) -> void {
      text += e.kind == Expression::Kind::Number ? e.number.get_str() : std::to_string(int(e.kind)) + "(";
      for (const ExpressionPtr &argument : e.arguments)
        self(self, *argument);
      text += e.kind == Expression::Kind::Number ? " " : ")";
    };
    write(write, *m.body[0].value);
    return text;
  };
  CHECK(shape("1 - 2 - 3") == shape("(1 - 2) - 3"));
  CHECK(shape("1 + 2 * 3") == shape("1 + (2 * 3)"));
  CHECK(shape("- 1 * 2") == shape("(- 1) * 2"));
  CHECK(shape("not 1 = 2") == shape("not (1 = 2)"));
  CHECK(shape("1 < 2 < 3") == shape("1 < 2 and 2 < 3"));
  CHECK(shape("1 > 2") == shape("2 < 1"));
  CHECK(shape("1 = 1 and 1 = 2 or 1 = 3") == shape("(1 = 1 and 1 = 2) or 1 = 3"));
  CHECK(shape("1 = 1 implies 1 = 2 implies 1 = 3") == shape("1 = 1 implies (1 = 2 implies 1 = 3)"));
  CHECK(shape("1 = 1 ? 2 : 1 = 2 ? 3 : 4") == shape("1 = 1 ? 2 : (1 = 2 ? 3 : 4)"));
  CHECK(shape("1 - 2 - 3") != shape("1 - (2 - 3)"));
}

TEST_CASE("what breaks a rule of the language is refused with its line") {
  const auto in = [](const std::string &body) { return rejection(head + "{ " + body + " }"); };
  CHECK(
      rejection(
          "mechanism m(eps: real, f: query) requires f < 3 adjacency f changes by 1 guarantees private(eps)\n"
          "{ output 1 }") == "line 1: a query is not read here");
  CHECK(rejection("mechanism m(eps: real, f: query) guarantees private(eps)\n{ output 1 }") ==
        "no clause says how `f` differs");
  CHECK(
      rejection(
          "mechanism m(eps: real, f: query) adjacency f changes by 1 guarantees private(f)\n{ output 1 }") ==
      "line 1: a query is not read here");
  CHECK(in("output 1 x := out.value") == "line 5: the output is not read here");
  CHECK(in("x := f' output x") == "line 5: the second run is not read here");
  CHECK(in(draw + "lam := 1 output lam").find("is not to be assigned") != std::string::npos);
  CHECK(in("for i in 0 .. n { i := 3 output i }").find("is not to be assigned") != std::string::npos);
  CHECK(in(draw + draw + "output lam").find("is no new name") != std::string::npos);
  CHECK(in("x := 1 for x in 0 .. n { output 1 }").find("hides another name") != std::string::npos);
  CHECK(in("lam ~ gumbel(1) align lam' = lam output lam") == "line 5: this law has no integers");
  CHECK(in("x := 0") == "the mechanism publishes nothing");
  CHECK(in("output y + 1") == "line 5: `y` is unknown");
  CHECK(in("output g") == "line 5: `g` has another number of subscripts");
  CHECK(in("output 1 } x") == "line 5: text behind the declaration");
}

TEST_CASE("what the kernel does not know is outside, and never right") {
  CHECK_THROWS_AS(readMechanism("record R { a: int }\n" + head + "{ output 1 }"), Outside);
  CHECK_THROWS_AS(
      readMechanism(head + "{ lam ~ laplace(1) align lam' = lam + max(g[0], g[1], g[2]) output lam }"),
      Outside);
  CHECK_THROWS_AS(readMechanism(head + "{ lam ~ laplace(1) align ? output lam }"), Outside);
  CHECK_THROWS_AS(readMechanism(head + "{ while f > 0 { } output 1 }"), Outside);
}
