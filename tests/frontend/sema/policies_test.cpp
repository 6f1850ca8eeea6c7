// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/schema.h"

#include <catch2/catch.hpp>
#include <llvm/Support/Casting.h>

using namespace plumb;
using namespace plumb::test;

static std::string printed(const std::string &policy) {
  Analyzed analyzed(declarations + policy + "\n" + publishing("h", "adjacency replace S"));
  for (const Diagnostic &diagnostic : analyzed.sink.diagnostics())
    UNSCOPED_INFO(render(diagnostic, analyzed.file));
  REQUIRE_FALSE(analyzed.sink.hasErrors());
  return print(*analyzed.program.policies.back());
}

TEST_CASE("a policy in attribute form says of every field what may become of it") {
  CHECK(printed(
            "policy z on R { public a sensitive o, b when not b; sensitive A[i] when A[i] > a and i > 0 }") ==
        "policy z on R { public a; sensitive o when not b; sensitive b when not b; "
        "sensitive A[i] when A[i] > a and i > 0 }\n");
  CHECK(mistakesInDeclaration("policy z on R { public a, o, b }") == Told{"UnmentionedField `z`"});
  CHECK(mistakesInDeclaration("policy z on S { public c; sensitive c }") == Told{"FieldMentionedTwice `c`"});
  CHECK(mistakesInDeclaration("policy z on S { public c, d }") == Told{"UnknownField `d`"});
  CHECK(mistakesInDeclaration("policy z on T { public c }") == Told{"UnknownRecord `T`"});
}

TEST_CASE("the message about fields that are not mentioned names them all") {
  Analyzed analyzed(declarations + "policy z on R { public o }\n" + publishing("h", "adjacency replace S"));
  REQUIRE(analyzed.sink.diagnostics().size() == 1);
  CHECK(analyzed.sink.diagnostics()[0].message() ==
        "the policy `z` does not say what may become of `a`, `b`, `A`");
}

TEST_CASE("of an array a policy says it for one element, or that all are public") {
  CHECK(printed("policy z on R { public a, o, b, A[i] }") ==
        "policy z on R { public a; public o; public b; public A }\n");
  std::string others = "policy z on R { public a, o, b ";
  CHECK(mistakesInDeclaration(others + "sensitive A }") == Told{"WrongIndexCount `A`"});
  CHECK(mistakesInDeclaration(others + "sensitive A[i][j] }") == Told{"WrongIndexCount `A[i][j]`"});
  CHECK(mistakesInDeclaration(others + "sensitive A[b] when true }") == Told{"DuplicateName `b`"});
  CHECK(mistakesInDeclaration(others + "sensitive A[n] }") == Told{"DuplicateName `n`"});
  CHECK(mistakesInDeclaration(others + "sensitive A[i] when A[j] = 0 }") == Told{"UnknownName `j`"});
}

TEST_CASE("a rule for a field reads the fields of one record by their names") {
  std::string others = "policy z on R { public a, b, A sensitive o when ";
  CHECK(mistakesInDeclaration(others + "forall i in 0 .. n: A[i] = a or o = none }").empty());
  CHECK(mistakesInDeclaration(others + "r.b }") == Told{"UnknownName `r`"});
  CHECK(mistakesInDeclaration(others + "b' }") == Told{"PrimedRecord `b'`"});
  CHECK(mistakesInDeclaration(others + "k > 0 }") == Told{"UnknownName `k`"});
  CHECK(mistakesInDeclaration(others + "a }") == Told{"SortMismatch `a`"});
}

TEST_CASE("a policy in formula form relates two records") {
  CHECK(printed("policy z on R allows x' where x'.o = none or (forall i in 0 .. n: x'.A[i] <= x.A[i])") ==
        "policy z on R allows x' where x'.o = none or (forall i in 0 .. n: x'.A[i] <= x.A[i])\n");
  CHECK(mistakesInDeclaration("policy z on S allows s' where r.c") == Told{"UnknownName `r`"});
  CHECK(mistakesInDeclaration("policy z on S allows s' where c") == Told{"UnknownName `c`"});
  CHECK(mistakesInDeclaration("policy z on S allows n' where n.c") == Told{"DuplicateName `n`"});
  CHECK(mistakesInDeclaration("policy z on S allows s' where s.d") == Told{"UnknownField `d`"});
  CHECK(mistakesInDeclaration("policy z on S allows s' where n' = 0") == Told{"PrimedPublic `n'`"});
}

TEST_CASE("the primed record of a policy is the one in the neighbouring data") {
  Analyzed analyzed(declarations + publishing("h", "adjacency replace S under q"));
  REQUIRE(analyzed.mistakes() == Told{});
  const ir::Policy &policy = *analyzed.program.policies.back();
  const auto &formula = llvm::cast<ir::Binary>(*policy.formula);
  const auto &left = llvm::cast<ir::FieldRead>(*formula.left);
  const auto &right = llvm::cast<ir::FieldRead>(*llvm::cast<ir::Unary>(*formula.right).operand);
  CHECK_FALSE(left.primed);
  CHECK(right.primed);
  CHECK(&left.record == policy.pair.get());
  CHECK(&right.record == policy.pair.get());
  CHECK(policy.attributes.empty());
}
