// SPDX-License-Identifier: Apache-2.0
#include "tests/checker/proof/checked_program.h"

using namespace plumb;
using test::CheckedProgram;
using Open = std::vector<std::string>;

// What is not proved, and for which reason.

namespace {

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

} // namespace

TEST_CASE("rejected for the stated condition") {
  for (const Broken &broken : rejected)
    DYNAMIC_SECTION(broken.title) {
      CheckedProgram checked(broken.program);
      proof::Proof proof = test::proveWithZ3(checked);
      CHECK(proof.verdict() == proof::Verdict::NotProved);
      CHECK_THAT(test::openConditions(proof), Catch::Matchers::VectorContains(std::string(broken.condition)));
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
