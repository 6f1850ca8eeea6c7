// SPDX-License-Identifier: Apache-2.0
#include "syntax_dump.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("parameters of every type") {
  CHECK(dumpOf("mechanism m(eps: real, c: int, b: bool, T: int[n], w: real[n][m], f: query, g: query[n], "
               "h: query real[n, m], r: query real, size n, m: size) {}") ==
        "(mechanism m (eps real) (c int) (b bool) (T int n) (w real n m) (f query) (g query n) "
        "(h query-real n m) (r query-real) (n size) (m size) (do))");
  CHECK(dumpOf("mechanism m() {}") == "(mechanism m (do))");
  CHECK(dumpOf("mechanism m(T: int[2 * n + 1]) {}") == "(mechanism m (T int (+ (* 2 n) 1)) (do))");
}

TEST_CASE("clauses in any order, repeated or separated by commas") {
  CHECK(dumpOfHead("requires a > 0, b requires c") == "(requires (> a 0)) (requires b) (requires c)");
  CHECK(dumpOfHead("adjacency f decreasing by 1, one g changes by 2 * d adjacency h increasing by 1") ==
        "(adjacency f decreasing 1) (adjacency one g changes (* 2 d)) (adjacency h increasing 1)");
  CHECK(dumpOfHead("guarantees private(eps)") == "(guarantees private eps)");
  CHECK(dumpOfHead("guarantees uldp(S, eps) guarantees nothing()") ==
        "(guarantees uldp S eps) (guarantees nothing)");
  CHECK(dumpOfHead("claims out[i] = below implies f[i] < T[i]") ==
        "(claims (implies (= ([] out i) below) (< ([] f i) ([] T i))))");
  CHECK(dumpOfHead("claims a guarantees private(e) requires b adjacency f changes by 1") ==
        "(requires b) (adjacency f changes 1) (guarantees private e) (claims a)");
}

TEST_CASE("a query may be called like the words of its clause") {
  CHECK(dumpOfHead("adjacency one changes by 1") == "(adjacency one changes 1)");
  CHECK(dumpOfHead("adjacency one one changes by 1") == "(adjacency one one changes 1)");
  CHECK(dumpOfHead("adjacency changes changes by 1") == "(adjacency changes changes 1)");
}

TEST_CASE("samples: scalar or indexed, integer or real, aligned or not") {
  CHECK(dumpOfBody("lam ~ exponential(c / eps) align lam' = lam + 1") ==
        "(~ lam (exponential (/ c eps)) (align lam' (+ lam 1)))");
  CHECK(dumpOfBody("lam[i] ~ laplace(b) align lam'[i] = lam[i]") ==
        "(~ ([] lam i) (laplace b) (align ([] lam' i) ([] lam i)))");
  CHECK(dumpOfBody("lam: real ~ laplace(b)") == "(~real lam (laplace b))");
  CHECK(dumpOfBody("lam[i][j]: real ~ f()") == "(~real ([] lam i j) (f))");
}

TEST_CASE("assignments to names and to elements") {
  CHECK(dumpOfBody("x := 1 v[i] := 2 w[i, j] := 3") == "(:= x 1) (:= ([] v i) 2) (:= ([] w i j) 3)");
  CHECK(dumpOfBody("x ≔ 1 y ← 2") == "(:= x 1) (:= y 2)");
}

TEST_CASE("branches") {
  CHECK(dumpOfBody("if a { x := 1 }") == "(if a (then (:= x 1)))");
  CHECK(dumpOfBody("if a { } else { }") == "(if a (then) (else))");
  CHECK(dumpOfBody("if a { stop } else if b { stop } else { output c }") ==
        "(if a (then stop) (else (if b (then stop) (else (output c)))))");
  CHECK(dumpOfBody("if a { if b { stop } } else { stop }") == "(if a (then (if b (then stop))) (else stop))");
}

TEST_CASE("loops, with guard and invariants") {
  CHECK(dumpOfBody("for i in 0 .. n { }") == "(for i 0 n (do))");
  CHECK(dumpOfBody("for i in a+1 .. 2*n while count < c invariant x' <= x invariant cost <= 1, y { stop }") ==
        "(for i (+ a 1) (* 2 n) (while (< count c)) (invariant (<= x' x)) (invariant (<= cost 1)) "
        "(invariant y) (do stop))");
  CHECK(dumpOfBody("while a < b { a := a + 1 }") == "(while (< a b) (do (:= a (+ a 1))))");
}

TEST_CASE("publications and ends") {
  CHECK(dumpOfBody("output z output below output above(z, 1) output f[i] + lam") ==
        "(output z) (output below) (output (call above z 1)) (output (+ ([] f i) lam))");
  CHECK(dumpOfBody("return top_k(k, v)") == "(return (call top_k k v))");
  CHECK(dumpOfBody("return best stop") == "(return best) stop");
}

TEST_CASE("statements need no separator, and semicolons are allowed anywhere between them") {
  const std::string plain = dumpOfBody("x := a y := b output x");
  CHECK(plain == "(:= x a) (:= y b) (output x)");
  CHECK(dumpOfBody(";;x := a; y := b;\n;output x;") == plain);
  CHECK(dumpOfBody("x := a\ny := b\noutput x") == plain);
}

TEST_CASE("comments are blanks") {
  CHECK(dumpOfBody("x := /* a { ( */ a // b }\n + c /**/") == "(:= x (+ a c))");
  CHECK(dumpOf("// λ {\r\nmechanism/**/m/***/()/* \n\n */{}//") == "(mechanism m (do))");
}

TEST_CASE("a file holds any number of mechanisms") {
  CHECK(dumpOf("mechanism a() {} mechanism b() {}") == "(mechanism a (do))\n(mechanism b (do))");
}

TEST_CASE("the asymmetric sparse vector technique") {
  CHECK(
      dumpOf("mechanism svt(eps: real, c: int, n: int, T: int[n], f: query[n])\n"
             "  requires eps > 0, c >= 1, n >= 0\n"
             "  adjacency f decreasing by 1  // 0 <= f[i] - f'[i] <= 1\n"
             "  guarantees private(eps)\n"
             "  claims out[i] = below implies f[i] < T[i]\n"
             "{\n"
             "  count := 0\n"
             "  for i in 0 .. n while count < c {\n"
             "    lam ~ exponential(c / eps) align lam' = lam + (out[i] is above ? f[i] - f'[i] : 0)\n"
             "    z := f[i] + lam\n"
             "    if z >= T[i] { output above(z); count := count + 1 }\n"
             "    else         { output below }\n"
             "  }\n"
             "}\n") ==
      "(mechanism svt (eps real) (c int) (n int) (T int n) (f query n) (requires (> eps 0)) (requires (>= c "
      "1)) "
      "(requires (>= n 0)) (adjacency f decreasing 1) (guarantees private eps) "
      "(claims (implies (= ([] out i) below) (< ([] f i) ([] T i)))) "
      "(do (:= count 0) (for i 0 n (while (< count c)) (do "
      "(~ lam (exponential (/ c eps)) (align lam' (+ lam (? (is ([] out i) above) (- ([] f i) ([] f' i)) "
      "0)))) "
      "(:= z (+ ([] f i) lam)) "
      "(if (>= z ([] T i)) (then (output (call above z)) (:= count (+ count 1))) (else (output below)))))))");
}

TEST_CASE("the asymmetric report noisy max") {
  CHECK(dumpOf("mechanism top(eps: real, k: int, n: int, f: query[n])\n"
               "  requires eps > 0, 1 <= k, k <= n\n"
               "  adjacency f decreasing by 1\n"
               "  guarantees private(eps)\n"
               "{\n"
               "  for i in 0 .. n {\n"
               "    λ[i] ~ exponential(k / ε) align λ′[i] = λ[i] + (i ∈ result.indices ? f[i] - f'[i] : 0)\n"
               "    v[i] := f[i] + λ[i]\n"
               "  }\n"
               "  return top_k(k, v)\n"
               "}\n") ==
        "(mechanism top (eps real) (k int) (n int) (f query n) (requires (> eps 0)) (requires (<= 1 k)) "
        "(requires (<= k n)) (adjacency f decreasing 1) (guarantees private eps) "
        "(do (for i 0 n (do (~ ([] lam i) (exponential (/ k eps)) "
        "(align ([] lam' i) (+ ([] lam i) (? (in i (. result indices)) (- ([] f i) ([] f' i)) 0)))) "
        "(:= ([] v i) (+ ([] f i) ([] lam i))))) (return (call top_k k v))))");
}

TEST_CASE("the body of a stream mechanism") {
  CHECK(dumpOfBody("silent_until := 0\n"
                   "for t in 0 .. H {\n"
                   "  if t < silent_until { output silent }\n"
                   "  else {\n"
                   "    if f[t] >= threshold { output above(z); silent_until := clear[t] }\n"
                   "    else                 { output below }\n"
                   "  }\n"
                   "}") ==
        "(:= silent_until 0) (for t 0 H (do (if (< t silent_until) (then (output silent)) (else "
        "(if (>= ([] f t) threshold) (then (output (call above z)) (:= silent_until ([] clear t))) "
        "(else (output below)))))))");
  CHECK(dumpOfHead("requires forall t in 0 .. H: t <= clear[t]") ==
        "(requires (forall t 0 H (<= t ([] clear t))))");
}

TEST_CASE("ANTLR's version is known") {
  CHECK(antlrVersion().substr(0, 2) == "4.");
}
