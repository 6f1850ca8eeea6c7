// SPDX-License-Identifier: Apache-2.0
#include "syntax_dump.h"

#include <catch2/catch.hpp>

using namespace plumb;

TEST_CASE("operators bind from ?: loosest to unary minus tightest") {
  CHECK(dumpOfExpression("a iff b implies c or d and not e = f + g * -h") ==
        "(iff a (implies b (or c (and d (not (= e (+ f (* g (- h)))))))))");
  CHECK(dumpOfExpression("-h * g + f = e and d or c implies b iff a") ==
        "(iff (implies (or (and (= (+ (* (- h) g) f) e) d) c) b) a)");
  CHECK(dumpOfExpression("a iff b ? c : d") == "(? (iff a b) c d)");
  CHECK(dumpOfExpression("-a[i]") == "(- ([] a i))");
  CHECK(dumpOfExpression("not a = b") == "(not (= a b))");
}

TEST_CASE("arithmetic and iff group to the left, implies and ?: to the right") {
  CHECK(dumpOfExpression("a - b - c") == "(- (- a b) c)");
  CHECK(dumpOfExpression("a / b * c div d mod e") == "(mod (div (* (/ a b) c) d) e)");
  CHECK(dumpOfExpression("a iff b iff c") == "(iff (iff a b) c)");
  CHECK(dumpOfExpression("a implies b implies c") == "(implies a (implies b c))");
  CHECK(dumpOfExpression("a ? b : c ? d : e") == "(? a b (? c d e))");
  CHECK(dumpOfExpression("a ? b ? c : d : e") == "(? a (? b c d) e)");
}

TEST_CASE("parentheses override precedence and leave no trace") {
  CHECK(dumpOfExpression("(a + b) * c") == "(* (+ a b) c)");
  CHECK(dumpOfExpression("((a))") == "a");
  CHECK(dumpOfExpression("a - (b - c)") == "(- a (- b c))");
  CHECK(dumpOfExpression("(a implies b) implies c") == "(implies (implies a b) c)");
}

TEST_CASE("a prefix inside an expression takes what it would take in front") {
  CHECK(dumpOfExpression("a * -b") == "(* a (- b))");
  CHECK(dumpOfExpression("- - a") == "(- (- a))");
  CHECK(dumpOfExpression("a and not b and c") == "(and (and a (not b)) c)");
  CHECK(dumpOfExpression("not not a or b") == "(or (not (not a)) b)");
}

TEST_CASE("a chain of comparisons is the conjunction of its links") {
  CHECK(dumpOfExpression("0 <= x < n") == "(and (<= 0 x) (< x n))");
  CHECK(dumpOfExpression("a = b = c = d") == "(and (and (= a b) (= b c)) (= c d))");
  CHECK(dumpOfExpression("0 <= x + 1 <= n and q") == "(and (and (<= 0 (+ x 1)) (<= (+ x 1) n)) q)");
  CHECK(dumpOfExpression("a = b < c") == "(and (= a b) (< b c))");
  CHECK(dumpOfExpression("a < b = c") == "(and (< a b) (= b c))");
  CHECK(dumpOfExpression("(a < b) = c") == "(= (< a b) c)");
  CHECK(dumpOfExpression("a != b > c >= d") == "(and (and (!= a b) (> b c)) (>= c d))");
}

TEST_CASE("`is` takes a tag and `in` a collection") {
  CHECK(dumpOfExpression("out[i] is above ? 1 : 0") == "(? (is ([] out i) above) 1 0)");
  CHECK(dumpOfExpression("not out[i] is above and b") == "(and (not (is ([] out i) above)) b)");
  CHECK(dumpOfExpression("i in result.indices") == "(in i (. result indices))");
  CHECK(dumpOfExpression("i + 1 in result.indices") == "(in (+ i 1) (. result indices))");
}

TEST_CASE("forall reaches as far right as it can, wherever it stands") {
  CHECK(dumpOfExpression("forall i in 0 .. n: a and b implies c") == "(forall i 0 n (implies (and a b) c))");
  CHECK(dumpOfExpression("p and forall i in 0 .. n: a or b") == "(and p (forall i 0 n (or a b)))");
  CHECK(dumpOfExpression("not forall i in lo + 1 .. hi - 1 : forall j in 0 .. i : q ? r : s") ==
        "(not (forall i (+ lo 1) (- hi 1) (forall j 0 i (? q r s))))");
  CHECK(dumpOfExpression("(forall i in 0 .. n: a) and b") == "(and (forall i 0 n a) b)");
}

TEST_CASE("names, members, indices and calls") {
  CHECK(dumpOfExpression("f'[i]") == "([] f' i)");
  CHECK(dumpOfExpression("lam'") == "lam'");
  CHECK(dumpOfExpression("out[t][l]") == "([] out t l)");
  CHECK(dumpOfExpression("out[t, l]") == "([] out t l)");
  CHECK(dumpOfExpression("(a[i])[j]") == "([] ([] a i) j)");
  CHECK(dumpOfExpression("result.indices[0]") == "([] (. result indices) 0)");
  CHECK(dumpOfExpression("out[i].value") == "(. ([] out i) value)");
  CHECK(dumpOfExpression("top_k(k, v)") == "(call top_k k v)");
  CHECK(dumpOfExpression("max(abs(x), 0)") == "(call max (call abs x) 0)");
  CHECK(dumpOfExpression("real(c) / eps") == "(/ (call real c) eps)");
  CHECK(dumpOfExpression("g()") == "(call g)");
}

TEST_CASE("numbers and truth values") {
  CHECK(dumpOfExpression("12") == "12");
  CHECK(dumpOfExpression("0.50") == "0.50");
  CHECK(dumpOfExpression("true and false") == "(and true false)");
}

TEST_CASE("words that begin like a reserved word are names") {
  CHECK(dumpOfExpression("order + andy - inner * iffy") == "(- (+ order andy) (* inner iffy))");
  CHECK(dumpOfExpression("one + changes + decreasing + private") ==
        "(+ (+ (+ one changes) decreasing) private)");
}

TEST_CASE("two dots end a number, one dot with digits continues it") {
  CHECK(dumpOfExpression("forall i in 0..n: a") == "(forall i 0 n a)");
  CHECK(dumpOfExpression("forall i in 0.5..1.5: a") == "(forall i 0.5 1.5 a)");
  CHECK(dumpOfExpression("forall i in 0 ..10: a") == "(forall i 0 10 a)");
}

TEST_CASE("UTF-8 spellings make the same tree as the ASCII ones") {
  const std::pair<const char *, const char *> pairs[] = {
      {"λ'[i] + ε", "lam'[i] + eps"},
      {"λ1 - ϵ_2", "lam1 - eps_2"},
      {"a ≤ b ∧ c ≥ d", "a <= b and c >= d"},
      {"a ≠ b ∨ ¬c", "a != b or not c"},
      {"a → b ↔ c", "a implies b iff c"},
      {"∀ i ∈ 0 .. n: i ∈ s", "forall i in 0 .. n: i in s"},
      {"2·x′", "2 * x'"},
      {"∀i∈0..n:a", "forall i in 0..n: a"},
  };
  for (const auto &[fancy, plain] : pairs) {
    CAPTURE(fancy);
    CHECK(dumpOfExpression(fancy) == dumpOfExpression(plain));
    CHECK(dumpOfExpression(plain).find("error") == std::string::npos);
  }
}

TEST_CASE("other Greek letters are names of their own") {
  CHECK(dumpOfExpression("σ * Δ + θ1") == "(+ (* σ Δ) θ1)");
}

TEST_CASE("an aggregate has a variable, a range, a body and perhaps a condition") {
  CHECK(dumpOfExpression("max(k in 0 .. n: v[k])") == "(max over k 0 n ([] v k))");
  CHECK(dumpOfExpression("1 + argmin(k in a + 1 .. b - 1 where k != w: v[k] - 1) * 2") ==
        "(+ 1 (* (argmin over k (+ a 1) (- b 1) (- ([] v k) 1) (!= k w)) 2))");
  CHECK(dumpOfExpression("sum(k in (c ? a : b) .. c ? a : b where c ? p : q: c ? 1 : 2)") ==
        "(sum over k (? c a b) (? c a b) (? c 1 2) (? c p q))");
  CHECK(dumpOfExpression("c ? max(k in 0 .. n: k) : max(a, b)") == "(? c (max over k 0 n k) (call max a b))");
  CHECK(dumpOfExpression("max(k in 0 .. max(j in 0 .. n: j): k)") == "(max over k 0 (max over j 0 n j) k)");
  CHECK(dumpOfExpression("f(i in result.indices)") == "(call f (in i (. result indices)))");
}

TEST_CASE("several expressions in parentheses are a tuple, numbers behind a point are positions") {
  CHECK(dumpOfExpression("(a, b + 1)") == "(tuple a (+ b 1))");
  CHECK(dumpOfExpression("((a, b), c)") == "(tuple (tuple a b) c)");
  CHECK(dumpOfExpression("(a)") == "a");
  CHECK(dumpOfBody("output (a, b) return (c, d, e)") == "(output (tuple a b)) (return (tuple c d e))");
  CHECK(dumpOfExpression("out[i].winner.1 + out.value.12") ==
        "(+ (. (. ([] out i) winner) 1) (. (. out value) 12))");
  CHECK(dumpOfBody("for i in out.t.1 .. out.t.2 {}").find("(. (. out t) 1) (. (. out t) 2)") !=
        std::string::npos);
}
