// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/proof/checked_program.h"

using namespace plumb;
using test::CheckedProgram;

// What is a proof of nothing, and what is not one.

namespace {

struct Empty {
  const char *title;
  const char *program;
};

const Empty vacuous[] = {
    {"premises that contradict each other",
     R"plumb(mechanism m(eps: real, c: int, f: query)
  requires eps > 0, c > 3, c < 2
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"an adjacency in which nobody differs",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 0
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"an adjacency with a negative bound",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by -1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"a publication that is never reached",
     R"plumb(mechanism m(eps: real, c: int, f: query)
  requires eps > 0, c >= 1
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
  if c < 1 { x ~ laplace(1 / eps) align x' = x }
}
)plumb"},
};

} // namespace

TEST_CASE("vacuous") {
  for (const Empty &example : vacuous)
    DYNAMIC_SECTION(example.title) {
      CheckedProgram checked(example.program);
      CHECK(test::proveWithZ3(checked).verdict() == proof::Verdict::Vacuous);
    }
}

TEST_CASE("vacuous: a quantified premise that no number meets") {
  CheckedProgram checked("mechanism m(eps: real, f: query)\n"
                         "  requires eps > 0, forall t in 0 .. 3 : t < 0\n"
                         "  adjacency f decreasing by 1\n"
                         "  guarantees private(eps)\n"
                         "{\n"
                         "  lam ~ exponential(1 / eps) align lam' = lam + (f - f')\n"
                         "  output f + lam\n"
                         "}\n");
  CHECK(test::proveWithZ3(checked).verdict() == proof::Verdict::Vacuous);
}

TEST_CASE("a contradictory invariant is an open invariant, not a vacuous premise") {
  CheckedProgram checked("mechanism m(eps: real, n: int, f: query)\n"
                         "  requires eps > 0, n >= 1\n"
                         "  adjacency f decreasing by 1\n"
                         "  guarantees private(eps)\n"
                         "{\n"
                         "  for i in 0 .. n invariant false { output f }\n"
                         "}\n");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("invariant")));
}
