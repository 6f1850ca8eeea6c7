// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/proof/checked_program.h"

using namespace plumb;
using test::CheckedProgram;
using Open = std::vector<std::string>;

// What is proved.

namespace {

struct Accepted {
  const char *title;
  const char *program;
};

const Accepted accepted[] = {
    {"one-sided noise on a decreasing query",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"a scale held in a variable",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  b := 1 / eps
  lam ~ exponential(b) align lam' = lam + (f - f')
  output f + lam
  b := 1000 / eps
}
)plumb"},
    {"mirrored noise on an increasing query",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f increasing by 1
  guarantees private(eps)
{
  lam ~ neg_exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"two-sided noise on a query that changes either way",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f changes by 3
  guarantees private(eps)
{
  lam ~ laplace(3 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"a symbolic sensitivity",
     R"plumb(mechanism m(eps: real, delta: int, f: query)
  requires eps > 0, delta >= 1
  adjacency f decreasing by delta
  guarantees private(eps)
{
  lam ~ exponential(delta / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"the asymmetric sparse vector technique with its claim",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
  claims out[i] = below implies f[i] < T[i]
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above(z); count := count + 1 }
    else { output below }
  }
}
)plumb"},
    {"its mirror, where above is free",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f increasing by 1
  guarantees private(eps)
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ neg_exponential(c / eps) align lam' = lam + (out[i] is below ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above }
    else { output below(z); count := count + 1 }
  }
}
)plumb"},
    {"the asymmetric noisy top k",
     R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
  requires eps > 0, 1 <= k, k <= n
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam[i] ~ exponential(k / eps) align lam'[i] = lam[i] + (i in result.indices ? f[i] - f'[i] : 0)
    v[i] := f[i] + lam[i]
  }
  return top_k(k, v)
}
)plumb"},
    {"noisy max as a loop with a running best",
     R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 1
  adjacency f decreasing by 1
  guarantees private(eps)
{
  arg := 0
  best := 0
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam + (i = result ? f[i] - f'[i] : 0)
    if f[i] + lam > best or i = 0 { arg := i  best := f[i] + lam }
  }
  return arg
}
)plumb"},
    {"a histogram in which one count changes",
     R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 1
  adjacency one f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb"},
    {"the symmetric sparse vector technique over reals",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: real, f: query real[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f changes by 1
  guarantees private(eps)
{
  rho: real ~ laplace(2 / eps) align rho' = rho + 1
  bar := T + rho
  count := 0
  for i in 0 .. n while count < c {
    lam: real ~ laplace(4 * c / eps) align lam' = lam + (out[i] is above ? 2 : 0)
    if f[i] + lam >= bar { output above; count := count + 1 } else { output below }
  }
}
)plumb"},
    {"a cost per iteration that the guarantee covers",
     R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 1
  adjacency f decreasing by 1
  guarantees private(n * eps)
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb"},
    {"a branch that diverges but only assigns",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  z := f + lam
  y := 0
  if z > 10 { y := z - 10 }
  output y
}
)plumb"},
};

} // namespace

TEST_CASE("proved") {
  for (const Accepted &example : accepted)
    DYNAMIC_SECTION(example.title) {
      CheckedProgram checked(example.program);
      proof::Proof proof = test::proveWithZ3(checked);
      CHECK(test::openConditions(proof) == Open{});
      CHECK(proof.verdict() == proof::Verdict::Proved);
    }
}
