// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/proof/checked_program.h"

using namespace plumb;
using test::CheckedProgram;
using Open = std::vector<std::string>;

TEST_CASE("proved: one-sided noise on a decreasing query") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: mirrored noise on an increasing query") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f increasing by 1
  guarantees private(eps)
{
  lam ~ neg_exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: two-sided noise on a query that changes either way") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f changes by 3
  guarantees private(eps)
{
  lam ~ laplace(3 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: a symbolic sensitivity") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, delta: int, f: query)
  requires eps > 0, delta >= 1
  adjacency f decreasing by delta
  guarantees private(eps)
{
  lam ~ exponential(delta / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: the asymmetric sparse vector technique with its claim") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: its mirror, where above is free") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: the asymmetric noisy top k") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
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
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: noisy max as a loop with a running best") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, n: int, f: query[n])
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
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: a histogram in which one count changes") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 1
  adjacency one f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: the symmetric sparse vector technique over reals") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: real, f: query real[n])
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
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: a cost per iteration that the guarantee covers") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 1
  adjacency f decreasing by 1
  guarantees private(n * eps)
{
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("proved: a branch that diverges but only assigns") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
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
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(test::openConditions(proof) == Open{});
  CHECK(proof.verdict() == proof::Verdict::Proved);
}

TEST_CASE("rejected: the laws differ between the runs") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ laplace(real(f) + 1) align lam' = lam
  output lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("same-law")));
}

TEST_CASE("rejected: the refund of mirrored noise is claimed with the wrong sign") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f increasing by 1
  guarantees private(1 / 1000)
{
  lam ~ neg_exponential(1) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("cost")));
}

TEST_CASE("rejected: a scale that grows with the loop variable") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ exponential(i + 1) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("cost")));
}

TEST_CASE("rejected: a scale held in a variable") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  b := 1 / eps
  lam ~ exponential(b) align lam' = lam + (f - f')
  output f + lam
  b := 1000 / eps
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("cost")));
}

TEST_CASE("rejected: a shift of slope one half that reads its own sample") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, T: real, f: query real)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1) align lam' = lam + (f >= T and f' < T ? -lam / 2 : 0)
  z := f >= T ? lam : 2 * lam
  if z > -1 and z < 1 { output near(z) } else { output far }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("acyclic")));
}

TEST_CASE("rejected: unit slope on pieces, two to one") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, T: real, f: query real)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1 / eps) align lam' = lam - (lam >= 1 and f >= T and f' < T ? 1 : 0)
  if (f >= T ? 0 <= lam and lam < 2 : 0 <= lam and lam < 1) { output yes } else { output no }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("acyclic")));
}

TEST_CASE("rejected: a deterministic threshold") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  if f >= T { output yes } else { output no }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("same-samples")));
}

TEST_CASE("rejected: a stop that depends on the data, before a publication") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  if f >= T { stop }
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("same-samples")));
}

TEST_CASE("rejected: the answer at an index that each run finds for itself") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 1
  adjacency f decreasing by 1
  guarantees private(eps)
{
  arg := 0
  best := 0
  for i in 0 .. n {
    lam ~ exponential(1 / eps) align lam' = lam
    if f[i] + lam > best { arg := i  best := f[i] + lam }
  }
  return f[arg]
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("outputs")));
}

TEST_CASE("rejected: the wrong direction of adjacency") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f increasing by 1
  guarantees private(eps)
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above(z); count := count + 1 }
    else { output below }
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("support")));
}

TEST_CASE("rejected: half the noise") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(c / (2 * eps)) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above(z); count := count + 1 }
    else { output below }
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("cost")));
}

TEST_CASE("rejected: answers that are not counted") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above(z) } else { output below }
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("cost")));
}

TEST_CASE("rejected: below that outputs the noisy value") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above(z); count := count + 1 } else { output below(z) }
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("outputs")));
}

TEST_CASE("rejected: an alignment that misses the published value") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(c / eps) align lam' = lam + 0
    z := f[i] + lam
    if z >= T[i] { output above(z); count := count + 1 }
    else { output below }
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("outputs")));
}

TEST_CASE("rejected: a claim that noise breaks") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
  claims out[i] is above implies f[i] >= T[i]
{
  count := 0
  for i in 0 .. n while count < c {
    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above(z); count := count + 1 }
    else { output below }
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("claim")));
}

TEST_CASE("rejected: a guard that the data decides") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
  requires eps > 0, c >= 1, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  count := 0
  for i in 0 .. n while f[0] > 3 {
    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)
    z := f[i] + lam
    if z >= T[i] { output above(z); count := count + 1 }
    else { output below }
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("same-samples")));
}

TEST_CASE("rejected: top k with the noise of top 1") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
  requires eps > 0, 1 <= k, k <= n
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam[i] ~ exponential(1 / eps) align lam'[i] = lam[i] + (i in result.indices ? f[i] - f'[i] : 0)
    v[i] := f[i] + lam[i]
  }
  return top_k(k, v)
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("cost")));
}

TEST_CASE("rejected: top k of more than there are") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
  requires eps > 0, 1 <= k
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam[i] ~ exponential(k / eps) align lam'[i] = lam[i] + (i in result.indices ? f[i] - f'[i] : 0)
    v[i] := f[i] + lam[i]
  }
  return top_k(k, v)
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("defined")));
}

TEST_CASE("rejected: top k that shifts nobody") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
  requires eps > 0, 1 <= k, k <= n
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam[i] ~ exponential(k / eps) align lam'[i] = lam[i] + 0
    v[i] := f[i] + lam[i]
  }
  return top_k(k, v)
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("outputs")));
}

TEST_CASE("rejected: top k with the losers growing") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
  requires eps > 0, 1 <= k, k <= n
  adjacency f increasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam[i] ~ laplace(k / eps) align lam'[i] = lam[i] + (i in result.indices ? f[i] - f'[i] : 0)
    v[i] := f[i] + lam[i]
  }
  return top_k(k, v)
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("outputs")));
}

TEST_CASE("rejected: three samples in a ring") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  a ~ laplace(1 / eps) align a' = a + (b > 0 ? 1 : 0)
  b ~ laplace(1 / eps) align b' = b + (c > 0 ? 1 : 0)
  c ~ laplace(1 / eps) align c' = c + (a > 0 ? 1 : 0)
  output x
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("acyclic")));
}

TEST_CASE("rejected: a real-valued output used as a number") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query real)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1 / eps) align lam' = lam + (f - f') + 0 * out.value
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("countable")));
}

TEST_CASE("rejected: a subscript out of its array") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f[0] - f'[0])
  output f[0] + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("defined")));
}

TEST_CASE("rejected: a scale that may be negative") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps >= -1
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("same-law")));
}

TEST_CASE("rejected: a written invariant that does not hold") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 1
  adjacency f decreasing by 1
  guarantees private(n * eps)
{
  count := 0
  for i in 0 .. n invariant count <= 3 {
    lam ~ exponential(1 / eps) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
    count := count + 1
  }
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("invariant")));
}

TEST_CASE("rejected: a divisor that may be zero") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, d: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output (f + lam) div d
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("defined")));
}

TEST_CASE("rejected: noise that is drawn in one run only") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  y := 0
  if f >= T { lam ~ laplace(1 / eps) align lam' = lam
    y := lam }
  output x
}
)plumb");
  proof::Proof proof = test::proveWithZ3(checked);
  CHECK(proof.verdict() == proof::Verdict::NotProved);
  CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string("same-samples")));
}

TEST_CASE("vacuous: premises that contradict each other") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, f: query)
  requires eps > 0, c > 3, c < 2
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  CHECK(test::proveWithZ3(checked).verdict() == proof::Verdict::Vacuous);
}

TEST_CASE("vacuous: an adjacency in which nobody differs") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 0
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  CHECK(test::proveWithZ3(checked).verdict() == proof::Verdict::Vacuous);
}

TEST_CASE("vacuous: an adjacency with a negative bound") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by -1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb");
  CHECK(test::proveWithZ3(checked).verdict() == proof::Verdict::Vacuous);
}

TEST_CASE("vacuous: a publication that is never reached") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, c: int, f: query)
  requires eps > 0, c >= 1
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
  if c < 1 { x ~ laplace(1 / eps) align x' = x }
}
)plumb");
  CHECK(test::proveWithZ3(checked).verdict() == proof::Verdict::Vacuous);
}

namespace {

/// Publishes whether f > 0: the same value is written on both sides, on one of them under a condition of its
/// own.
const char *writesUnderConditions(bool first) {
  return first ? R"plumb(mechanism m(eps: real, b: bool, f: query)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam ~ laplace(1 / eps) align lam' = lam
  for i in 0 .. 1 {
    if f > 0 { if b { a[i] := 5 } } else { a[i] := 5 }
    output a[i]
  }
}
)plumb"
               : R"plumb(mechanism m(eps: real, b: bool, f: query)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam ~ laplace(1 / eps) align lam' = lam
  for i in 0 .. 1 {
    if f > 0 { if b { a[i] := 5 } } else { if not b { a[i] := 5 } }
    output a[i]
  }
}
)plumb";
}

} // namespace

TEST_CASE("rejected: equal writes to an array on both sides of a secret branch, under different conditions") {
  for (bool first : {true, false}) {
    CheckedProgram checked(writesUnderConditions(first));
    CHECK(test::openConditions(test::proveWithZ3(checked)) == Open{"outputs"});
  }
}

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
    return proof.smallestEpsilon();
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

TEST_CASE("rejected: a difference bound that only an empty array can meet") {
  CheckedProgram checked(R"plumb(mechanism m(eps: real, b: int, n: size, f: query[n], g: query)
  requires eps > 0
  adjacency f decreasing by b
  adjacency g changes by 1
  guarantees private(eps)
{
  x := n > 0 ? f[0] : 0
  v := b < 0 ? g : 0
  output v
}
)plumb");
  CHECK(test::openConditions(test::proveWithZ3(checked)) == Open{"outputs"});
}
