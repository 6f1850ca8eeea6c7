// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/decomposition.h"
#include "checker/channel/logarithm.h"
#include "checker/channel/table_reader.h"

#include <catch2/catch.hpp>
#include <set>

using namespace plumb;
using namespace plumb::channel;
using Notion = ir::Channel::Notion::Kind;

static FiniteTable tableOf(const char *text) {
  auto read = readTable(text);
  REQUIRE(std::holds_alternative<FiniteTable>(read));
  return std::get<FiniteTable>(read);
}

static std::string problemOf(const std::string &text) {
  const auto read = readTable(text);
  return std::holds_alternative<FiniteTable>(read) ? "" : std::get<std::string>(read);
}

/// Utility-optimised randomised response for s = 2, n = 1 and e^eps = 3.
static const char *const urr = "x, a, b, c\n"
                               "a, 3/4, 1/4, 0\n"
                               "b, 0.25, 0.75, 0\n"
                               "c, 1/4, 1/4, 1/2\n";

TEST_CASE("A table is read exactly, or not at all") {
  const FiniteTable table = tableOf(urr);
  CHECK(table.inputs == std::vector<std::string>{"a", "b", "c"});
  CHECK(table.entries[1][1] == Rational(3, 4));
  CHECK(problemOf("") == "it is empty");
  CHECK(problemOf("x,a\n") == "it has no row for an input");
  CHECK(problemOf("x,a,b\nu,1/2\n") == "line 2, column 3: there is 1 entry, for 2 outputs");
  CHECK(problemOf("x,a\nu,1,0,0\n") == "line 2, column 5: there are 3 entries, for 1 output");
  CHECK(problemOf("x,a,a\nu,1/2,1/2\n") == "line 1, column 5: the output `a` stands there a second time");
  CHECK(problemOf("x,a,b\nu,1,0\n u,0,1\n") == "line 3, column 2: a second row for the input `u`");
  CHECK(problemOf("x,a\n\nu,1/0\n") == "line 3, column 3: `1/0` where a number like 1/3 or 0.25 is expected");
  CHECK(problemOf("x,a\nu,nan\n") == "line 2, column 3: `nan` where a number like 1/3 or 0.25 is expected");
  // Columns are those of characters.
  CHECK(problemOf("x,a,b\n\u00e9\u00e9, 1, .\n") ==
        "line 2, column 8: `.` where a number like 1/3 or 0.25 is expected");
  CHECK(problemOf("x,a\nu,1\n") == "it has one input, `u`, and none to compare it with");
}

TEST_CASE("Rows have to be distributions") {
  CHECK(!findInvalidRow(tableOf(urr)));
  CHECK(findInvalidRow(tableOf("x,a,b\nu,1/2,1/3\nv,1,0\n"))->kind == Violation::Kind::RowSum);
  CHECK(findInvalidRow(tableOf("x,a,b\nu,3/2,-1/2\nv,1,0\n"))->kind == Violation::Kind::NotAProbability);
}

TEST_CASE("The smallest bound of each notion") {
  const FiniteTable table = tableOf(urr);
  const Roles roles{{true, true, false}, {true, true, false}};
  CHECK(smallestBound(table, Notion::Uldp, roles)->bound == 3);
  CHECK(smallestBound(table, Notion::Osldp, roles)->bound == 3);
  CHECK(!smallestBound(table, Notion::Ldp, roles));
  CHECK(!findViolation(table, Notion::Uldp, roles, 3));
  CHECK(findViolation(table, Notion::Uldp, roles, Rational(299, 100))->kind == Violation::Kind::Ratio);
  CHECK(findViolation(table, Notion::Ldp, roles, 1000)->y == "c");
}

TEST_CASE("Outputs that are not protected tell their one input, and no sensitive one") {
  const Roles roles{{true, false, false}, {true, false, false}};
  const FiniteTable reached = tableOf("x,a,b,c\na,1/2,1/2,0\nb,1/2,1/2,0\nc,1/2,0,1/2\n");
  CHECK(findViolation(reached, Notion::Uldp, roles, 3)->kind == Violation::Kind::SensitiveReaches);
  const FiniteTable mixed = tableOf("x,a,b,c\na,1,0,0\nb,1/2,1/4,1/4\nc,1/2,1/4,1/4\n");
  CHECK(findViolation(mixed, Notion::Uldp, roles, 3)->kind == Violation::Kind::TwoInputs);
  // An output that no input reaches is none.
  const FiniteTable unreached = tableOf("x,a,b,c\na,1,0,0\nb,1/2,1/2,0\nc,1,0,0\n");
  CHECK(!findViolation(unreached, Notion::Uldp, roles, 2));
}

TEST_CASE("One-sided privacy bounds sensitive inputs only") {
  const FiniteTable table = tableOf("x,a,b\na,1,0\nb,1/3,2/3\n");
  CHECK(smallestBound(table, Notion::Osldp, {{true, false}, {true, false}})->bound == 3);
  CHECK(!smallestBound(table, Notion::Osldp, {{false, true}, {true, false}}));
}

TEST_CASE("A one-sided table is a utility-optimised one and a mixing of outputs") {
  const FiniteTable table = tableOf("x,a,b,c\na,1/2,1/4,1/4\nb,1/4,1/2,1/4\nc,1/4,1/4,1/2\nd,1/2,1/3,1/6\n");
  const std::vector<bool> sensitive{true, true, false, false};
  const auto smallest = smallestBound(table, Notion::Osldp, {sensitive, {}});
  REQUIRE(smallest);
  CHECK(smallest->bound == 2);
  const Decomposition parts = decompose(table, sensitive, smallest->bound);
  CHECK(!findInvalidRow(parts.utility));
  CHECK(!findInvalidRow(parts.mixing));
  CHECK(!findViolation(parts.utility, Notion::Uldp, parts.roles, smallest->bound));
  CHECK(afterwards(parts.utility, parts.mixing).entries == table.entries);
  // With a smaller budget the first part is none.
  CHECK(findViolation(parts.utility, Notion::Uldp, parts.roles, Rational(3, 2)));
}

TEST_CASE("The outputs of a decomposition have different names, whatever those of the table are") {
  // Two inputs that are not sensitive, and outputs that are called as theirs would be.
  const FiniteTable table = tableOf("x,only a,only only a,v\n"
                                    "s,1/2,1/4,1/4\n"
                                    "a,1/4,1/4,1/2\n"
                                    "only a,1/4,1/2,1/4\n");
  const std::vector<bool> sensitive = {true, false, false};
  const auto smallest = smallestBound(table, Notion::Osldp, {sensitive, {}});
  REQUIRE(smallest);
  const Decomposition parts = decompose(table, sensitive, smallest->bound);
  const std::vector<std::string> &names = parts.utility.outputs;
  CHECK(names.size() == 5);
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  CHECK(parts.mixing.inputs == names);
}

TEST_CASE("Logarithms are enclosed") {
  CHECK(naturalLogarithm(1).low == 0);
  CHECK(naturalLogarithm(1).high == 0);
  const Enclosure three = naturalLogarithm(3);
  CHECK(three.low > Rational("1098612288668109691/1000000000000000000"));
  CHECK(three.high < Rational("1098612288668109692/1000000000000000000"));
  const Enclosure tenth = naturalLogarithm(Rational(1, 10));
  CHECK(tenth.low > Rational("-2302585092994045685/1000000000000000000"));
  CHECK(tenth.high < Rational("-2302585092994045684/1000000000000000000"));
  CHECK(naturalLogarithm(Rational(2)).high - naturalLogarithm(Rational(2)).low <
        Rational(1) / Rational(Integer(1) << 60));
  CHECK(isLogarithmAtLeast(3, 1, false));
  CHECK(!isLogarithmAtLeast(2, 1, false));
  CHECK(isLogarithmAtLeast(1, 0, false));
  CHECK(!isLogarithmAtLeast(1, 0, true));
  CHECK(decimalBelow(three.low) == "1.098612");
  CHECK(decimalBelow(Rational(-1, 2)) == "-0.500000");
}

TEST_CASE("Composition of two tables adds budgets (Propositions 1 and 12)") {
  // The pair of outputs of two mechanisms on one input, as a table of its own.
  const auto both = [](const FiniteTable &a, const FiniteTable &b) {
    FiniteTable pair{a.inputs, {}, {}};
    for (const std::string &y : a.outputs)
      for (const std::string &z : b.outputs)
        pair.outputs.push_back(y + z);
    for (std::size_t x = 0; x < a.inputs.size(); ++x) {
      pair.entries.emplace_back();
      for (const Rational &p : a.entries[x])
        for (const Rational &q : b.entries[x])
          pair.entries.back().push_back(p * q);
    }
    return pair;
  };
  const FiniteTable table = tableOf(urr);
  // Protected: both parts are. A pair with one invertible part tells the input too.
  const Roles roles{{true, true, false}, {true, true, false, true, true, false, false, false, false}};
  CHECK(smallestBound(both(table, table), Notion::Uldp, roles)->bound == 9);
}
