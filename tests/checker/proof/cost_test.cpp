// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/rational_text.h"
#include "tests/checker/proof/checked_program.h"

#include <initializer_list>
#include <tuple>

using namespace plumb;
using test::CheckedProgram;
using Open = std::vector<std::string>;

// What an alignment costs, and what it is compared with.

TEST_CASE("the smallest epsilon of an alignment is what its ledger adds up to") {
  auto smallest = [](const std::string &law, const std::string &guarantee) {
    CheckedProgram checked("mechanism m(eps: real, c: int, f: query)\n"
                           "  requires eps > 0, c >= 1\n"
                           "  adjacency f decreasing by 1\n"
                           "  guarantees private(" +
                           guarantee +
                           ")\n"
                           "{\n"
                           "  lam ~ " +
                           law +
                           " align lam' = lam + (f - f')\n"
                           "  output f + lam\n"
                           "}\n");
    proof::Proof proof = test::proveWithZ3(checked);
    CHECK(proof.verdict() == proof::Verdict::Proved);
    return relational::print(*proof.smallestEpsilon());
  };
  CHECK(smallest("exponential(1 / eps)", "eps") == "eps");
  CHECK(smallest("exponential(4 / (3 * eps))", "eps") == "3 * eps / 4");
  CHECK(smallest("laplace(2 * c / eps)", "eps") == "eps / (2 * c)");
  CHECK(smallest("laplace(1 / (eps + 1))", "eps + 1") == "eps + 1");
  CHECK(smallest("laplace(10)", "1") == "1 / 10");
}

TEST_CASE("proved: what is not moved costs nothing, whatever its scale") {
  for (const char *scale : {"b[i] / eps", "1 / (eps * n)"}) {
    CheckedProgram checked(std::string("mechanism m(eps: real, n: int, b: int[n], f: query)\n"
                                       "  requires eps > 0, n >= 1, forall j in 0 .. n : b[j] >= 1\n"
                                       "  adjacency f decreasing by 1\n"
                                       "  guarantees private(eps)\n"
                                       "{\n"
                                       "  for i in 0 .. n {\n"
                                       "    lam ~ laplace(") +
                           scale +
                           ") align lam' = lam\n"
                           "    output lam\n"
                           "  }\n"
                           "}\n");
    CHECK(test::openConditions(test::proveWithZ3(checked)) == Open{});
  }
}

TEST_CASE("an alignment that costs too much as far as is known is open, and nobody has refuted it") {
  CheckedProgram checked("mechanism m(eps: real, f: query)\n"
                         "  requires eps > 0\n"
                         "  adjacency f changes by 1\n"
                         "  guarantees private(eps / 2)\n"
                         "{\n"
                         "  lam ~ laplace(1 / eps) align lam' = lam + (f - f')\n"
                         "  output f + lam\n"
                         "}\n");
  const proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  for (const proof::Evidence &evidence : proof.obligations())
    if (evidence.condition == proof::Condition::Cost) {
      CHECK(evidence.status == smt::Outcome::Unknown);
      CHECK(evidence.engine.empty());
      CHECK(evidence.text() == "the alignment may cost more than what is guaranteed: at scale `1 / eps` "
                               "at most 1 is moved; all that costs up to `eps`, and `eps / 2` is guaranteed");
    }
  CHECK(test::openConditions(proof) == Open{"cost"});
}

namespace {

std::string promising(const std::string &guarantee, const std::string &requirement) {
  return "mechanism m(eps: real, x: real, n: size, T: int[n], price: real[n], f: query[n])\n"
         "  requires eps > 0, " +
         requirement +
         "\n"
         "    , forall i in 0 .. n: 0 < price[i] <= " +
         guarantee +
         "\n"
         "  adjacency one f changes by 1\n"
         "  guarantees private(" +
         guarantee +
         ")\n"
         "{\n"
         "  for i in 0 .. n { lam ~ laplace(1 / price[i]) align lam' = lam + f[i] - f'[i] output f[i] + lam "
         "}\n"
         "}\n";
}

} // namespace

TEST_CASE("a guarantee has a value for all parameters that meet the requirements") {
  for (const auto &[guarantee, requirement, isDefined] :
       std::initializer_list<std::tuple<const char *, const char *, bool>>{
           {"eps * x / x", "x > 0", true},
           {"eps * x / x", "x != 0", true},
           {"eps * x / x", "x >= 0", false},
           {"eps * x / x", "eps <= 9", false},
           // What has no value is not met.
           {"eps * x / x", "1 / x >= 2", true},
           {"eps * x / x", "x = 0 or 1 / x >= 2", false},
           {"eps * x / x", "n > 0 implies 1 / x >= 2", false},
           // There may be no element, and one of two differs.
           {"eps * x / x", "forall i in 0 .. n: 1 / x >= 2", false},
       }) {
    INFO(guarantee << ", " << requirement);
    CheckedProgram checked(promising(guarantee, requirement));
    CHECK(test::openConditions(test::proveWithZ3(checked)) == (isDefined ? Open{} : Open{"defined"}));
  }
}
