// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/work.h"
#include "tests/mechanisms/emit/analyzed.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace plumb;

namespace {

/// Is \p what among what the time of a mechanism with this body may depend on?
bool varies(const std::string &body, const std::string &what) {
  const test::Analyzed program(
      "mechanism m(eps: real, n: int, f: query[n])\n  requires eps > 0, n >= 1\n  adjacency f changes by 1\n"
      "  guarantees private(eps)\n{\n" +
      body + "\n}\n");
  const std::vector<std::string> all = plan::whatVaries(*program);
  return std::find(all.begin(), all.end(), what) != all.end();
}

} // namespace

TEST_CASE("a loop whose range depends on noise or answers is named") {
  CHECK(varies("lam ~ laplace(1) align lam' = lam for i in 0 .. lam { x := i } output 1",
               "how often the loop over 0 .. lam runs"));
  CHECK(varies("lam ~ laplace(1) align lam' = lam w := lam for i in w .. n { x := i } output 1",
               "how often the loop over w .. n runs"));
  CHECK(varies("for i in 0 .. f[0] { x := i } output 1", "how often the loop over 0 .. f[0] runs"));
  CHECK_FALSE(varies("for j in 0 .. n { for i in j .. n { x := i } } output 1",
                     "how often the loop over j .. n runs"));
}

TEST_CASE("branches, guards and selections are named") {
  CHECK(varies("if f[0] > 0 { x := 1 } else { x := 2 } output 1", "which branch of `if f[0] > 0` is taken"));
  CHECK(varies("x := 0 for i in 0 .. n while f[i] > 0 { x := i } output 1",
               "when `while f[i] > 0` ends the loop"));
  CHECK(varies("lam ~ laplace(1) align lam' = lam x := f[0] > lam ? 1 : 2 output 1", "`f[0] > lam ? 1 : 2`"));
  CHECK(varies("for i in 0 .. n { hit[i] := f[i] > 0 } output 1", "what is stored in `hit`"));
  CHECK_FALSE(varies("for i in 0 .. n { hit[i] := i > 0 } output 1", "what is stored in `hit`"));
  CHECK_FALSE(varies("if n > 1 { x := 1 } else { x := 2 } output 1", "which branch of `if n > 1` is taken"));
}
