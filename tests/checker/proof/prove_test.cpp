// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/rational_text.h"
#include "tests/checker/proof/checked_program.h"

using namespace plumb;
using test::CheckedProgram;
using Open = std::vector<std::string>;

namespace {

struct Example {
  const char *title;
  const char *program;
};

const Example proved[] = {
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

struct Broken {
  const char *title;
  /// A condition that has to be among the open ones.
  const char *condition;
  const char *program;
};

const Broken rejected[] = {
    {"the laws differ between the runs", "same-law",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ laplace(real(f) + 1) align lam' = lam
  output lam
}
)plumb"},
    {"the refund of mirrored noise is claimed with the wrong sign", "cost",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f increasing by 1
  guarantees private(1 / 1000)
{
  lam ~ neg_exponential(1) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"a scale that grows with the loop variable", "cost",
     R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  for i in 0 .. n {
    lam ~ exponential(i + 1) align lam' = lam + (f[i] - f'[i])
    output f[i] + lam
  }
}
)plumb"},
    {"a scale held in a variable, half of what is needed", "cost",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  b := 1 / (2 * eps)
  lam ~ exponential(b) align lam' = lam + (f - f')
  output f + lam
  b := 1000 / eps
}
)plumb"},
    {"a shift of slope one half that reads its own sample", "acyclic",
     R"plumb(mechanism m(eps: real, T: real, f: query real)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1) align lam' = lam + (f >= T and f' < T ? -lam / 2 : 0)
  z := f >= T ? lam : 2 * lam
  if z > -1 and z < 1 { output near(z) } else { output far }
}
)plumb"},
    {"unit slope on pieces, two to one", "acyclic",
     R"plumb(mechanism m(eps: real, T: real, f: query real)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1 / eps) align lam' = lam - (lam >= 1 and f >= T and f' < T ? 1 : 0)
  if (f >= T ? 0 <= lam and lam < 2 : 0 <= lam and lam < 1) { output yes } else { output no }
}
)plumb"},
    {"a deterministic threshold", "same-samples",
     R"plumb(mechanism m(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  if f >= T { output yes } else { output no }
}
)plumb"},
    {"a stop that depends on the data, before a publication", "same-samples",
     R"plumb(mechanism m(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  if f >= T { stop }
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"the answer at an index that each run finds for itself", "outputs",
     R"plumb(mechanism m(eps: real, n: int, f: query[n])
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
)plumb"},
    {"the wrong direction of adjacency", "support",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb"},
    {"half the noise", "cost",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb"},
    {"answers that are not counted", "cost",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb"},
    {"below that outputs the noisy value", "outputs",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb"},
    {"an alignment that misses the published value", "outputs",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb"},
    {"a claim that noise breaks", "claim",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb"},
    {"a guard that the data decides", "same-samples",
     R"plumb(mechanism m(eps: real, c: int, n: int, T: int[n], f: query[n])
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
)plumb"},
    {"top k with the noise of top 1", "cost",
     R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
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
)plumb"},
    {"top k of more than there are", "defined",
     R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
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
)plumb"},
    {"top k that shifts nobody", "outputs",
     R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
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
)plumb"},
    {"top k with the losers growing", "outputs",
     R"plumb(mechanism m(eps: real, k: int, n: int, f: query[n])
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
)plumb"},
    {"three samples in a ring", "acyclic",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  a ~ laplace(1 / eps) align a' = a + (b > 0 ? 1 : 0)
  b ~ laplace(1 / eps) align b' = b + (c > 0 ? 1 : 0)
  c ~ laplace(1 / eps) align c' = c + (a > 0 ? 1 : 0)
  output x
}
)plumb"},
    {"a real-valued output used as a number", "countable",
     R"plumb(mechanism m(eps: real, f: query real)
  requires eps > 0
  adjacency f changes by 1
  guarantees private(eps)
{
  lam: real ~ laplace(1 / eps) align lam' = lam + (f - f') + 0 * out.value
  output f + lam
}
)plumb"},
    {"a subscript out of its array", "defined",
     R"plumb(mechanism m(eps: real, n: int, f: query[n])
  requires eps > 0, n >= 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f[0] - f'[0])
  output f[0] + lam
}
)plumb"},
    {"a scale that may be negative", "same-law",
     R"plumb(mechanism m(eps: real, f: query)
  requires eps >= -1
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output f + lam
}
)plumb"},
    {"a written invariant that does not hold", "invariant",
     R"plumb(mechanism m(eps: real, n: int, f: query[n])
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
)plumb"},
    {"a divisor that may be zero", "defined",
     R"plumb(mechanism m(eps: real, d: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  lam ~ exponential(1 / eps) align lam' = lam + (f - f')
  output (f + lam) div d
}
)plumb"},
    {"noise that is drawn in one run only", "same-samples",
     R"plumb(mechanism m(eps: real, T: int, f: query)
  requires eps > 0
  adjacency f decreasing by 1
  guarantees private(eps)
{
  y := 0
  if f >= T { lam ~ laplace(1 / eps) align lam' = lam
    y := lam }
  output x
}
)plumb"},
    {"a difference bound that only an empty array can meet", "outputs",
     R"plumb(mechanism m(eps: real, b: int, n: size, f: query[n], g: query)
  requires eps > 0
  adjacency f decreasing by b
  adjacency g changes by 1
  guarantees private(eps)
{
  x := n > 0 ? f[0] : 0
  v := b < 0 ? g : 0
  output v
}
)plumb"},
};

const Example vacuous[] = {
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

TEST_CASE("proved") {
  for (const Example &example : proved)
    DYNAMIC_SECTION(example.title) {
      CheckedProgram checked(example.program);
      proof::Proof proof = test::proveWithZ3(checked);
      CHECK(test::openConditions(proof) == Open{});
      CHECK(proof.verdict() == proof::Verdict::Proved);
    }
}

TEST_CASE("rejected for the stated condition") {
  for (const Broken &broken : rejected)
    DYNAMIC_SECTION(broken.title) {
      CheckedProgram checked(broken.program);
      proof::Proof proof = test::proveWithZ3(checked);
      CHECK(proof.verdict() == proof::Verdict::NotProved);
      CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string(broken.condition)));
    }
}

TEST_CASE("vacuous") {
  for (const Example &example : vacuous)
    DYNAMIC_SECTION(example.title) {
      CheckedProgram checked(example.program);
      CHECK(test::proveWithZ3(checked).verdict() == proof::Verdict::Vacuous);
    }
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

namespace {

/// The counts are zeros without noise; what the array has to do with `middle` is that it is empty if n = 0.
std::string selectingFrom(const std::string &middle, const std::string &guarantee) {
  return "mechanism m(eps: real, n: size, f: query)\n"
         "  requires eps > 0\n"
         "  adjacency f decreasing by 1\n"
         "  guarantees private(" +
         guarantee +
         ")\n"
         "{\n"
         "  for i in 0 .. n { v[i] := 0 }\n" +
         middle + "  return top_k(0, v)\n}\n";
}

} // namespace

TEST_CASE("rejected: what holds only if the array that is selected from has an element") {
  CheckedProgram leak(selectingFrom("  output n = 0 ? f : 0\n", "0 * eps"));
  CHECK(test::openConditions(test::proveWithZ3(leak)) == Open{"outputs"});
  CheckedProgram cost(selectingFrom("  lam ~ exponential(1 / eps) align lam' = lam + (f - f')\n"
                                    "  output f + lam\n",
                                    "n * eps"));
  CHECK(test::openConditions(test::proveWithZ3(cost)) == Open{"cost"});
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

TEST_CASE("a large power of unknowns is refused quickly") {
  std::string product = "(f + k + m)";
  for (int i = 0; i < 20; ++i)
    product += " * (f + k + m)";
  CheckedProgram checked("mechanism m(eps: real, k: int, m: int, f: query)\n"
                         "  requires eps > 0\n"
                         "  adjacency f changes by 1\n"
                         "  guarantees private(eps)\n"
                         "{\n"
                         "  output (" +
                         product +
                         ")\n"
                         "}\n");
  CHECK(test::openConditions(test::proveWithZ3(checked)) == Open{"outputs"});
}
