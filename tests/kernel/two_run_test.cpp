// SPDX-License-Identifier: Apache-2.0
#include "kernel/model.h"
#include "kernel/two_run.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

const std::string head = "mechanism m(eps: real, n: int, T: int, f: query, g: query[n])\n"
                         "  requires eps > 0\n"
                         "  adjacency f decreasing by 1, one g changes by 1\n"
                         "  guarantees private(eps)\n";
const std::string draw = "lam ~ exponential(1 / eps) align lam' = lam + f - f'\n";

/// The conditions of what has to be shown, without lines and numbers, in order.
std::vector<std::string> conditions(const std::string &text) {
  Terms terms;
  const Mechanism mechanism = readMechanism(text);
  std::vector<std::string> names;
  for (const Obligation &obligation : obligationsOf(terms, mechanism).all)
    names.push_back(obligation.name.substr(0, obligation.name.find('.')));
  return names;
}

bool has(const std::string &text, const std::string &condition) {
  const std::vector<std::string> all = conditions(text);
  return std::count(all.begin(), all.end(), condition) > 0;
}

std::string rejection(const std::string &text) {
  try {
    conditions(text);
  } catch (const Rejected &rejected) {
    return rejected.what();
  }
  return "";
}

} // namespace

TEST_CASE("a count with noise has the obligations of the theorem") {
  CHECK(conditions(head + "{ " + draw + "output f + lam }") ==
        std::vector<std::string>{"defined", "same-law", "support", "outputs", "cost"});
  // Nothing can fail in a division by a number.
  CHECK(conditions(head + "{ lam ~ laplace(1) align lam' = lam output lam }") ==
        std::vector<std::string>{"same-law", "outputs", "cost"});
}

TEST_CASE("each condition is asked where it can fail") {
  CHECK(has(head + "{ if f >= T { output yes } else { output no } }", "same-samples"));
  CHECK(has(head + "{ x := 0 if f >= T { stop } " + draw + "output f + lam }", "same-samples"));
  CHECK_FALSE(has(head + "{ x := 0 if f >= T { x := 1 } " + draw + "output f + lam }", "same-samples"));
  CHECK(has(head + "{ lam ~ laplace(1 / eps) align lam' = lam + (lam > 0 ? 1 : 0) output lam }", "acyclic"));
  CHECK_FALSE(has(head + "{ lam ~ laplace(1 / eps) align lam' = lam + (out.value > 0 ? 1 : 0) output lam }",
                  "acyclic"));
  CHECK(has(head + "{ lam ~ laplace(1) align lam' = lam + (mu > 0 ? 1 : 0)\n"
                   "mu ~ laplace(1) align mu' = mu + (lam > 0 ? 1 : 0) output lam }",
            "acyclic"));
  CHECK(has(head + "{ lam: real ~ laplace(1) align lam' = lam + out.value output lam }", "countable"));
  CHECK(has(head + "{ lam: real ~ gumbel(1) align lam' = lam + 1 output lam }", "direction"));
  CHECK(has(head + "{ for i in 0 .. n invariant i >= 0 { output 1 } }", "invariant"));
  CHECK(has(head + "claims out.value >= f\n{ " + draw + "output f + lam }", "claim"));
}

TEST_CASE("where the runs go apart, what they publish is asked, and not whether they decide alike") {
  const std::string guarded = head + "apart 0\n{ x := 0\n" + draw;
  const std::string alike = "if f >= 0 { output 0 } else { output f * 0 }";
  CHECK(has(head + "{ " + draw + alike + " }", "same-samples"));
  CHECK_FALSE(has(guarded + alike + " }", "same-samples"));
  CHECK_FALSE(
      has(guarded + "if f >= 0 { if lam > 0 { output 0 } else { x := x + 1 output 0 } } else { output 0 } }",
          "same-samples"));
  // Behind it the runs are led again.
  CHECK(has(guarded + alike + "\nif x > f { return 1 } else { return 0 } }", "same-samples"));

  // Do goals of some pair of runs fail, where f is 1 on D and 0 on D'?
  const auto fails = [](const std::string &text) {
    Terms terms;
    const Mechanism mechanism = readMechanism(text);
    std::size_t count = 0;
    for (const Obligation &obligation : obligationsOf(terms, mechanism).all) {
      Model model(terms);
      for (Term term :
           terms.subterms(terms.conjunction({obligation.goal, terms.conjunction(obligation.hypotheses)})))
        if (terms[term].op == Operator::Apply && terms.symbolOf(term).name == "f")
          model.set(Symbol{terms[term].label}, {}, 1);
      if (obligation.name.starts_with("outputs"))
        count += model.satisfies(terms.negation(obligation.goal));
    }
    return count;
  };
  const auto apart = [&](const std::string &branch) { return fails(guarded + branch + " }"); };
  CHECK(apart("if f >= 1 { output 5 } else { output 5 }") == 0);
  CHECK(apart("if f >= 1 { output 5 } else { output 6 }") > 0);
  CHECK(apart("if f >= 1 { output a(5) } else { output b(5) }") > 0);
  CHECK(apart("if f >= 1 { output 5 } else { x := 1 }") > 0);
  CHECK(apart("if f >= 1 { x := 1 } else { output 5 }") > 0);
  CHECK(apart("if f >= 1 { x := 2 output x } else { x := 1 output x }") > 0);
  CHECK(apart("if f >= 1 { x := 2 output x } else { x := 1 output x + 1 }") == 0);

  CHECK(rejection(head + "apart 0\n{ if f >= T { " + draw + "output lam } else { output 1 } }") ==
        "line 6: runs go apart where they assign and publish, and nothing else");
  const std::string returns = "{ if f >= T { return 1 } else { return 2 } }";
  CHECK(rejection(head + returns).empty());
  CHECK(rejection(head + "apart 0\n" + returns) ==
        "line 6: runs go apart where they assign and publish, and nothing else");
  CHECK(rejection(head + "apart 0\n{ if f >= T { for i in 0 .. n { output 1 } } }") != "");
  CHECK(rejection(head + "apart 1\n{ " + draw + alike + " }") ==
        "the runs go apart at a branch that there is not");
  CHECK(rejection(head + "apart x\n{ " + draw + alike + " }") != "");
  CHECK(rejection(guarded + "if f >= 0 { output 0 output 1 } else { output 0 } }") != "");
}

TEST_CASE("behind a branch that runs go apart, what was assigned there may depend on any draw before") {
  const auto moved = [](const std::string &branch, const std::string &read) {
    return head + "apart 0\n{ x := 0\na ~ laplace(1) align a' = a + (b = 1 ? 1 : 0)\n" + branch +
           "\nb ~ laplace(1) align b' = b + (" + read + " = 1 ? 1 : 0) }";
  };
  const std::string within = "if f >= 1 { if a > 0 { x := 1 output 0 } else { output 0 } } else { output 0 }";
  CHECK(has(moved(within, "x"), "acyclic"));
  CHECK_FALSE(has(moved(within, "T"), "acyclic"));
  CHECK(has(moved("if a > 0 { x := 1 output 0 } else { x := 0 output 0 }", "x"), "acyclic"));
  // On one of the ways alone.
  CHECK(has(moved("if f >= 1 { if a > 0 { output 0 } else { x := 2 output 0 } } else { output 0 }", "x"),
            "acyclic"));
  const auto ofElement = [](const std::string &read) {
    return head +
           "apart 0\n{ for i in 0 .. n { a[i] ~ laplace(1) align a'[i] = a[i] + (b[i] = 1 ? 1 : 0)\n"
           "seen[i] := 0\nif f >= 1 { if a[i] > 0 { seen[i] := 1 output 0 } else { output 0 } } else { "
           "output 0 }\n"
           "b[i] ~ laplace(1) align b'[i] = b[i] + (" +
           read + " = 1 ? 1 : 0) } }";
  };
  CHECK(has(ofElement("seen[i]"), "acyclic"));
}

TEST_CASE("of a draw that an index is chosen by no two values are compared, under whatever name it is read") {
  const auto moved = [](const std::string &condition) {
    return head + "{ a ~ laplace(1) align a' = a + (" + condition +
           " ? 1 : 0)\nb ~ laplace(1) align b' = b + (a = 1 ? 1 : 0)\noutput 0 }";
  };
  const std::string chosen = "argmax(j in 0 .. 2: j = 1 ? (b = 1 ? 1 : 0) : 0) = 1";
  CHECK(rejection(moved(chosen)).find("later ones choose") != std::string::npos);
  CHECK(rejection(moved("(b > 0 or b < 1) and " + chosen)).find("later ones choose") != std::string::npos);
  CHECK(rejection(moved("(b > 0 or b < 1) and argmax(j in 0 .. 2: T * j) = 1")).empty());
}

TEST_CASE("loops count what they assign in the first run") {
  // Of the two goals of an invariant, at the entry and behind an iteration, those that a model of zeros
  // denies.
  const auto denied = [](const std::string &said, const std::string &body) {
    Terms terms;
    const Mechanism mechanism =
        readMechanism(head + "{ x := 0.0 y := 0.0\n x := 1.0\n for i in 0 .. n invariant " + said + " { " +
                      body + " output 1 } }");
    std::size_t count = 0;
    for (const Obligation &obligation : obligationsOf(terms, mechanism).all)
      if (obligation.name.starts_with("invariant"))
        count += Model(terms).satisfies(terms.negation(obligation.goal));
    return count;
  };
  CHECK(denied("times(x) = 0", "x := x + 1.0") == 1);
  CHECK(denied("times(x) = 0", "x := x + 1.0 x := x + 1.0") == 1);
  CHECK(denied("times(x) <= 1", "x := x + 1.0 x := x + 1.0") == 1);
  CHECK(denied("times(x) <= 1", "x := x + 1.0") == 0);
  CHECK(denied("times(x) = 0", "y := y + 1.0") == 0);
  // The model decides so: 0 >= 0.
  CHECK(denied("times(x) = 0", "if T >= 0 { x := x + 1.0 } else { y := 0.0 }") == 1);
  CHECK(denied("times(x) = 0", "if T < 0 { x := x + 1.0 } else { y := 0.0 }") == 0);
  CHECK(denied("entry(times(x)) = 1", "x := x + 1.0") == 2);
  CHECK(rejection(head + "{ x := 0.0 y := times(x) output y }") != "");
  // Nothing but assignments is counted, and loops forget only what they assign: of a loop's own variable an
  // invariant could be assumed that was not shown.
  const std::string loops = "{ for i in 0 .. 1 { for j in 0 .. 5 invariant ",
                    body = " { lam ~ laplace(1 / eps) align lam' = lam output lam } } }";
  CHECK(rejection(head + loops + "j >= 0" + body).empty());
  for (const char *name : {"i", "j", "lam", "f", "g", "eps", "nothing"})
    CHECK(rejection(head + loops + "times(" + name + ") = 0" + body) != "");
}

TEST_CASE("a selection of an array that nobody declares is refused") {
  CHECK(rejection(head + "{ return top_k(1, nothing) output result.values[0] }") != "");
}

TEST_CASE("a draw that is read under several names is one draw") {
  // What most of three names say changes with none of them alone.
  const std::string first = "lam[i] >= 1", second = "lam[out.w.1] >= 1", third = "lam[out.w.2] >= 1";
  const std::string most = "(" + first + " and " + second + " or " + first + " and " + third + " or " +
                           second + " and " + third + " ? 1 : 0)";
  Terms terms;
  const Mechanism mechanism =
      readMechanism(head + "{ for i in 0 .. n { lam[i] ~ laplace(1) align lam'[i] = lam[i] - " + most +
                    " }\noutput w(0, 0) }");
  std::size_t asked = 0;
  for (const Obligation &obligation : obligationsOf(terms, mechanism).all)
    if (obligation.name.rfind("acyclic", 0) == 0) {
      // All draws are 0, all names are lam[0], and its other value is 1.
      Model model(terms);
      for (Term term : terms.subterms(obligation.goal))
        if (terms[term].op == Operator::Apply && terms.symbolOf(term).name.rfind("another", 0) == 0)
          model.set(Symbol{terms[term].label}, {}, 1);
      CHECK(model.satisfies(terms.negation(obligation.goal)));
      ++asked;
    }
  CHECK(asked == 3);
}

TEST_CASE("the ledger is one obligation over parameters, and one at each exit") {
  const std::string spent = head + "spends 1 at 1 / eps\n{ " + draw + "output f + lam }";
  const std::vector<std::string> all = conditions(spent);
  CHECK(std::count(all.begin(), all.end(), "cost") == 2);
}

TEST_CASE("what an amount and its scale have in common need not be positive, and no charge is negative") {
  const auto holds = [](const std::string &spent, int n) {
    Terms terms;
    const Mechanism mechanism = readMechanism(head + spent + "\n{ output 1 }");
    Model model(terms);
    const Obligations obligations = obligationsOf(terms, mechanism);
    const Term goal = obligations.all.back().goal;
    for (Term term : terms.subterms(goal))
      if (terms[term].op == Operator::Apply)
        model.set(Symbol{terms[term].label}, {}, terms.symbolOf(term).name == "n" ? n : 1);
    return model.satisfies(goal);
  };
  // There is no draw at a scale of 0, and so nothing is divided by it.
  for (int n : {-1, 0, 1, 2})
    CHECK(holds("spends n at n / eps", n));
  CHECK_FALSE(holds("spends 2 * n at n / eps", 1));
  // Of these what is left may be too much, or nothing that pays for others.
  CHECK_FALSE(holds("spends n + 1 at n / eps", 0));
  CHECK_FALSE(holds("spends 0 - n at n / eps", 0));
  CHECK_FALSE(holds("spends 0 - n at n / eps spends 2 at 1 / eps", 1));
  CHECK_FALSE(holds("spends n at n / eps spends n at 1 / eps", 1));
  CHECK(holds("spends 0 at n / eps spends 1 at 1 / eps", 0));
}

TEST_CASE("a draw whose scale a local holds is charged where loops forget it") {
  const auto first = GENERATE(as<std::string>{}, "b", "1 / (0 > 0 ? 10 : b)", "min(b, b + 0)");
  const auto second = GENERATE(as<std::string>{}, "s", "1 / (x[0] > 0 ? 10 : b)", "min(b, b + x[0])");
  Terms terms;
  const Mechanism mechanism =
      readMechanism("mechanism m(b: real, n: int, f: query)\n  requires b > 0\n  adjacency f changes by 1\n"
                    "  guarantees private(1 / b)\n{ s := b\n mu ~ laplace(" +
                    first +
                    ") align mu' = mu\n output mu\n"
                    "for i in 0 .. n invariant moved(cost) <= 0.0 {\n x[i] := b\n"
                    "lam ~ laplace(" +
                    second + ") align lam' = lam + f - f'\n output f + lam } }");
  std::size_t atTheEnd = 0;
  for (const Obligation &obligation : obligationsOf(terms, mechanism).all) {
    if (!obligation.name.starts_with("invariant") || terms[obligation.goal].op == Operator::True)
      continue;
    const auto &known = obligation.hypotheses;
    atTheEnd += std::count(known.begin(), known.end(), obligation.goal) == 0;
  }
  CHECK(atTheEnd == 2);
}

TEST_CASE("a claim about the cells of all iterations is none about one of them") {
  const auto goals = [](const std::string &claim) {
    Terms terms;
    const Mechanism mechanism =
        readMechanism(head + "claims " + claim + "\n{ for i in 0 .. n { " + draw + "output f + lam stop } }");
    std::size_t unprovable = 0;
    for (const Obligation &obligation : obligationsOf(terms, mechanism).all)
      unprovable += obligation.name.starts_with("claim") && terms[obligation.goal].op == Operator::False;
    return unprovable;
  };
  CHECK(goals("out[j] is value implies out[j].value >= f") == 0);
  CHECK(goals("forall j in 0 .. 2: out[j] is value") > 0);
  CHECK(goals("forall k in 0 .. 2: forall j in 0 .. 2: out[j] is value") > 0);
}

TEST_CASE("what only a run meets is refused with its line") {
  const auto in = [](const std::string &body) { return rejection(head + "{ " + body + " }"); };
  CHECK(in("output f output f") == "line 5: two publications in one cell");
  CHECK(in("lam ~ laplace(1) align lam' = lam + 1 / 2 output lam") ==
        "line 5: integer noise is moved by an integer");
  CHECK(in("if f > 0 { return 1 }") == "one path returns a value and another none");
  CHECK(in("output 1 + true") == "line 5: '+' takes numbers of one sort");
}

TEST_CASE("a name means what it means in the language, or the text is refused") {
  const auto in = [](const std::string &body) { return rejection(head + "{ " + body + " }"); };
  // Read as `lam` and `eps`.
  for (const std::string letter : {"\xce\xbb", "\xce\xb5", "\xcf\xb5"})
    CHECK(in(letter + " := f output eps") == "line 5: a character that no program has");
  CHECK(in("\xce\xb8 := 1 output \xce\xb8").empty());
  CHECK(in("for i in 0 .. n { x := i } output i") == "line 5: `i` is read outside of its loop");
  CHECK(in("for i in i .. n { x := 1 } output 1") == "line 5: `i` is read outside of its loop");
  CHECK(in("if f > 0 { x := 0 } output x - x") == "line 5: `x` has no value on some path");
  CHECK(in("for i in 0 .. n { x := 0 } output x") == "line 5: `x` has no value on some path");
  CHECK(in("if f > 0 { stop } else { x := 0 } output x").empty());
  CHECK(in("if f > 0 { x := 1 } else { x := 0 } for i in 0 .. n while x = 0 { x := x } output x").empty());
}

TEST_CASE("an account is paid for at a scale that every draw in it has") {
  Terms terms;
  const auto ofSecondDraw = [&](const std::string &body) {
    const Mechanism mechanism =
        readMechanism(head + "{ " + body + " b ~ laplace(1) align b' = b + f - f' output f + b }");
    const Obligations obligations = obligationsOf(terms, mechanism);
    std::vector<Term> goals;
    for (const Obligation &obligation : obligations.all)
      if (obligation.name.rfind("same-law", 0) == 0)
        goals.push_back(obligation.goal);
    REQUIRE(goals.size() == 2);
    return goals[1];
  };
  const Term alone = ofSecondDraw("a ~ laplace(n) align a' = a");
  CHECK(ofSecondDraw("a ~ laplace(1) align a' = a") == alone);
  // n / n has no value at n = 0, where 1 has one.
  CHECK(ofSecondDraw("a ~ laplace(n / n) align a' = a") != alone);
}

TEST_CASE("a scale that is asked for is made of parameters") {
  // At the head of a loop another scale than where it is entered would be another account.
  for (const std::string bound : {"i", "j"})
    CHECK(rejection(head + "{ lam ~ laplace(n) align lam' = lam + 1\n for i in n .. n + 1 invariant forall " +
                    bound + " in int: moved(" + bound + ") >= 1 { x := i } output 1 }") ==
          "line 6: the variable of a quantifier is not read here");
  CHECK(has(head + "{ for i in 0 .. n invariant forall j in int: moved(n) >= j { output 1 } }", "invariant"));
}

TEST_CASE("what is announced is asked as a publication, and claimed of by nobody") {
  const std::string body =
      "{ lam ~ laplace(1) align lam' = lam + f - f'\nannounce (f + lam, 1)\nreturn f + lam }";
  CHECK(has(head + body, "outputs"));
  CHECK_THROWS_AS(conditions(head + "claims out is none implies f < 0\n" + body), Rejected);
  CHECK_THROWS_AS(conditions(head + "claims out.announced.1 = f\n" + body), Rejected);
  CHECK_NOTHROW(conditions(head + "claims result = result\n" + body));
}

TEST_CASE("`.value` is of one tag, or outside of what is known") {
  const std::string two = "{ for i in 0 .. n { output above(g[i]) } output 5 }";
  CHECK_THROWS_AS(conditions(head + "claims out[i].value <= 0\n" + two), Outside);
  CHECK(has(head + "claims out[i].above <= 0\n" + two, "claim"));
  const std::string pair = "{ if n > 0 { output above(0) } else { output (5, 6) } }";
  CHECK_THROWS_AS(conditions(head + "claims out.value.1 <= 0\n" + pair), Outside);
  CHECK(has(head + "claims out.value.2 >= 0\n{ output (5, 6) }", "claim"));
}

TEST_CASE("a bound that may be negative is asked about, as nobody would be compared") {
  const auto with = [](const std::string &adjacency) {
    return has("mechanism m(eps: real, c: int, n: int, f: query, g: query[n])\n  requires eps > 0, c >= 1\n"
               "  adjacency " +
                   adjacency + "\n  guarantees private(1)\n{ lam ~ laplace(1) align lam' = lam output lam }",
               "defined");
  };
  CHECK_FALSE(with("f changes by 1, one g decreasing by 0"));
  CHECK(with("f changes by c, g changes by 1"));
  CHECK(with("f changes by 1, one g increasing by n - c"));
  CHECK(with("f changes by 0 - 1, g changes by 1"));
}

TEST_CASE("what has no value is not met, guaranteed, or claimed") {
  const std::string adjacent = "adjacency f changes by 1\n", body = "{ output 1 }";
  const std::string x = "mechanism m(x: real, T: int[2], f: query)\n";
  CHECK(has(x + adjacent + "guarantees private(1 + 0 / x)\n" + body, "defined"));
  CHECK(has(x + "adjacency f changes by 1 / x\nguarantees private(1)\n" + body, "defined"));
  CHECK_FALSE(has(x + adjacent + "guarantees private(1 / 2)\n" + body, "defined"));
  CHECK(has(x + adjacent +
                "guarantees private(1) spends x / x at 1\n{ lam ~ laplace(1) align lam' = lam output lam }",
            "defined"));
  const std::string one = "{ for i in 0 .. 2 { v[i] := i } return top_k(1, v) }";
  CHECK(has(x + adjacent + "guarantees private(1) claims result.values[7] = result.values[7]\n" + one,
            "claim-defined"));
}

TEST_CASE("the first of the best indices is chosen, in each run by itself") {
  Terms terms;
  const Mechanism mechanism = readMechanism(head + "{ output argmax(k in 0 .. n where k != 2: g[k]) }");
  const Obligations obligations = obligationsOf(terms, mechanism);
  const Obligation &outputs = obligations.all[1];
  REQUIRE(outputs.name.starts_with("outputs"));
  const auto chosen = [&](bool isSecond) {
    return Symbol{terms[terms[outputs.goal].arguments[isSecond ? 1 : 0]].label};
  };
  const auto areChosen = [&](long first, long second) {
    Model model(terms);
    const auto set = [&](const std::string &name, Sort sort, long value) {
      model.set(terms.symbol(name, {}, sort), {}, value);
    };
    set("eps", Sort::Real, 1);
    set("n", Sort::Int, 4);
    set("g.at0", Sort::Int, 1);
    set("out0.value.0", Sort::Int, first);
    set("out0.tag", Sort::Int, 2);
    // g is 4 5 9 4 on D, and 4 4 9 4 on D'; 2 does not count.
    for (const auto &[index, value] : std::map<long, long>{{0, 4}, {1, 5}, {2, 9}, {3, 4}})
      model.set(terms.symbol("g", {Sort::Int}, Sort::Int), {index}, value);
    model.set(terms.symbol("g-g'", {Sort::Int}, Sort::Int), {1}, 1);
    model.set(chosen(false), {}, first);
    model.set(chosen(true), {}, second);
    return std::all_of(outputs.hypotheses.begin(), outputs.hypotheses.end(),
                       [&](Term hypothesis) { return model.satisfies(hypothesis); });
  };
  CHECK(areChosen(1, 0));
  CHECK_FALSE(areChosen(1, 1));
  CHECK_FALSE(areChosen(1, 3));
  CHECK_FALSE(areChosen(0, 0));
  CHECK_FALSE(areChosen(2, 0));
  CHECK_FALSE(areChosen(4, 0));
}

TEST_CASE("a best index is one of those that there are") {
  const auto count = [](const std::string &body) {
    const std::vector<std::string> all = conditions(head + "{ x := " + body + " output 1 }");
    return std::count(all.begin(), all.end(), "defined");
  };
  CHECK(count("max(k in 0 .. 3: k)") == count("max(k in 0 .. 3: g[k])"));
  CHECK(count("max(k in 0 .. 3: k)") == 2); // One of each run.
  CHECK(has(head + "{ x := min(k in 0 .. n where k > 0: k) output 1 }", "defined"));
  CHECK(rejection(head + "{ x := max(k in 0 .. n: argmin(j in 0 .. k: g[j])) output 1 }")
            .find("inside of another") != std::string::npos);
  CHECK(rejection(head + "claims out.value < max(k in 0 .. n: g[k])\n{ output 1 }")
            .find("beside the program") != std::string::npos);
  CHECK(rejection(head + "{ x := max(k in 0 .. k: g[k]) output 1 }").find("`k` is unknown") !=
        std::string::npos);
  CHECK(rejection(head + "{ x := sum(k in 0 .. n: g[k]) output 1 }").find("no function `sum`") !=
        std::string::npos);
  // What is chosen is read when it is chosen, so no draw is moved by what comes later.
  CHECK_FALSE(has(head + "{ lam ~ laplace(1) align lam' = lam\nx := argmax(k in 0 .. n: g[k])\n"
                         "mu ~ laplace(1) align mu' = mu + g[x] - g'[x'] output mu }",
                  "acyclic"));
}

TEST_CASE("of a row of draws those may come last of which z says the index, if they read no others of them") {
  const auto row = [](const std::string &shift) {
    return head + "{ for i in 0 .. n { lam[i] ~ laplace(1) align lam'[i] = lam[i] + " + shift +
           " }\noutput w(0) }";
  };
  // Two draws, of which \p moved is looked at; the other one is \p another; \p chosen is best.
  const auto denied = [&](const std::string &shift, int winner, int moved, int another, int chosen) {
    Terms terms;
    const Mechanism mechanism = readMechanism(row(shift));
    std::size_t count = 0;
    for (const Obligation &obligation : obligationsOf(terms, mechanism).all) {
      if (!obligation.name.starts_with("acyclic"))
        continue;
      std::vector<Term> formulas = obligation.hypotheses;
      formulas.push_back(terms.negation(obligation.goal));
      Model model(terms);
      for (Term term : terms.subterms(terms.conjunction(formulas))) {
        if (terms[term].op != Operator::Apply || !terms[term].open.empty())
          continue;
        const std::string &name = terms.symbolOf(term).name;
        const bool isNumber = terms[term].arguments.empty();
        const auto set = [&](int value) { model.set(Symbol{terms[term].label}, {}, value); };
        if (name == "n")
          set(2);
        else if (name == "eps")
          set(1);
        else if (name == "out0.w.0")
          set(winner);
        else if (name.starts_with("i!"))
          set(moved);
        else if (isNumber && (name.starts_with("chosen!") || name.starts_with("another!")))
          set(chosen);
      }
      std::set<std::uint32_t> rows;
      for (Term term : terms.subterms(terms.conjunction(formulas)))
        if (terms[term].op == Operator::Apply && terms.symbolOf(term).name.starts_with("another!") &&
            !terms[term].arguments.empty() && rows.insert(terms[term].label).second)
          model.set(Symbol{terms[term].label}, {1 - moved}, another);
      count +=
          std::all_of(formulas.begin(), formulas.end(), [&](Term each) { return model.satisfies(each); });
    }
    return count;
  };
  const std::string others = "max(j in 0 .. n where j != out.w.1: g[j] + lam[j])";
  CHECK(has(row("(i = out.w.1 ? " + others + " : 0)"), "acyclic"));
  // The winner's amount reads the noise of the others, which is the same before it.
  CHECK(denied("(i = out.w.1 ? " + others + " : 0)", 0, 0, 1, 1) == 0);
  // A loser is moved by the noise of another loser; and a winner by that of anybody.
  CHECK(denied("(i = out.w.1 ? 0 : max(j in 0 .. n where j != i: g[j] + lam[j]))", 1, 0, 1, 1) == 1);
  CHECK(denied("(i = out.w.1 ? 0 : max(j in 0 .. n where j != i: g[j] + lam[j]))", 1, 0, 0, 1) == 0);
  CHECK(denied("max(j in 0 .. n where j != i: g[j] + lam[j])", 0, 1, 1, 0) == 1);
  // What is read by its name is read, too.
  CHECK(denied("(i = out.w.1 ? " + others + " : lam[1 - i])", 1, 0, 1, 0) == 1);
  const std::string both = head + "{ for i in 0 .. n {\n"
                                  "lam[i] ~ laplace(1) align lam'[i] = lam[i] + max(j in 0 .. n: mu[j])\n"
                                  "mu[i] ~ laplace(1) align mu'[i] = mu[i] + max(j in 0 .. n: lam[j]) }\n"
                                  "output w(0) }";
  CHECK(rejection(both).find("later ones choose") != std::string::npos);
  CHECK(rejection(head + "{ for i in 0 .. n { for k in 0 .. n { lam[i][k] ~ laplace(1)\n"
                         "align lam'[i][k] = lam[i][k] + max(j in 0 .. n: lam[j][k]) } }\noutput w(0) }")
            .find("none of a row") != std::string::npos);
}

TEST_CASE("an invariant may speak of draws that are not made yet, and of the first best index") {
  const auto said = [](const std::string &formula) {
    return head + "{ for i in 0 .. n invariant " + formula +
           " { lam[i] ~ laplace(1 / eps) align lam'[i] = lam[i] }\noutput 1 }";
  };
  CHECK(rejection(said("draw(lam[i]) <= max(j in 0 .. n: draw(lam[j]))")).empty());
  CHECK(rejection(said("argmax(j in 0 .. n where not (forall k in 0 .. n: k = j): 0) >= 0")).empty());
  CHECK(rejection(head + "{ lam ~ laplace(1) align lam' = lam x := draw(lam) output x }") != "");
  // One choice has one name, however it is written and whatever is bound around it; and another one another.
  const auto areOne = [&](const std::string &one, const std::string &other) {
    Terms terms;
    const Mechanism mechanism = readMechanism(said("forall a in int: " + one + " + a = " + other + " + a"));
    std::set<Term> chosen;
    for (const Obligation &obligation : obligationsOf(terms, mechanism).all)
      if (obligation.name.starts_with("invariant"))
        for (Term part : terms.subterms(obligation.goal))
          if (terms[part].op == Operator::Apply && terms.symbolOf(part).name.starts_with("chosen!"))
            chosen.insert(part);
    CHECK((chosen.size() == 1 || chosen.size() == 2));
    return chosen.size() == 1;
  };
  CHECK(areOne("argmax(j in 0 .. n: g[j])", "argmax(k in 0 .. n: g[k])"));
  CHECK(areOne("argmax(j in 0 .. n where j != T: g[j] + (g[j] - g'[j]))",
               "argmax(k in 0 .. n where not (T = k): 2 * g[k] - g'[k])"));
  CHECK(areOne("argmax(j in 0 .. n where forall k in 0 .. n: k = j or T = k: g[j])",
               "argmax(j in 0 .. n where forall k in 0 .. n: j = k or k = T: g[j])"));
  CHECK_FALSE(areOne("argmax(j in 0 .. n where forall k in 0 .. n: k = j or T = k: g[j])",
                     "argmax(j in 0 .. n where forall k in 0 .. n: k = T or T = k: g[j])"));
  CHECK_FALSE(areOne("argmax(j in 0 .. n where j != T: g[j])", "argmax(j in 0 .. n where j != f: g[j])"));
  CHECK_FALSE(areOne("argmax(j in 0 .. n where j != T: g[j])", "argmax(j in 0 .. n where j = T: g[j])"));
  CHECK_FALSE(areOne("argmax(j in 0 .. n: g[j])", "argmax(j in 0 .. n: g'[j])"));
  CHECK_FALSE(areOne("argmax(j in 0 .. n: g[j])", "argmin(j in 0 .. n: g[j])"));
  CHECK_FALSE(areOne("argmax(j in 0 .. n: g[j])", "argmax(j in 1 .. n: g[j])"));
  const auto inside = [](const std::string &text) {
    return text.find("a maximum or minimum inside of another") != std::string::npos;
  };
  CHECK(inside(rejection(said("argmax(j in 0 .. n: max(k in 0 .. n: g[k] + j)) >= 0"))));
  CHECK(inside(rejection(said("argmax(j in 0 .. n where j = argmax(k in 0 .. n: g[k]): g[j]) >= 0"))));
  CHECK(inside(rejection(
      said("argmax(j in 0 .. n where forall k in 0 .. n: argmax(i in 0 .. n: g[i]) = k: j) >= 0"))));
}

TEST_CASE("whatever the text is, its obligations are made, or it is refused") {
  const std::string text =
      head + "claims out[i] is above implies g[i] > T\n{ told := 0\n"
             "for i in 0 .. n while told < 3 invariant told' = told {\n"
             "lam ~ laplace(1 / eps) align lam' = lam + (out[i] is above ? g[i] - g'[i] : 0)\n"
             "if g[i] + lam > T { output above(g[i] + lam) told := told + 1 } else { output below }\n"
             "} }";
  REQUIRE(rejection(text).empty());
  for (std::size_t i = 0; i < text.size(); ++i) {
    CHECK_FALSE(rejection(text.substr(0, i)).empty());
    std::string without = text;
    without.erase(i, 1);
    rejection(without);
    for (char c : {'(', ']', '\'', '\xce', '?'}) {
      std::string other = text;
      other[i] = c;
      rejection(other);
    }
  }
  const std::string deep(50000, '(');
  CHECK(rejection(head + "{ output " + deep) == "line 5: the text is nested too deeply");
  std::string row = "0";
  for (int i = 0; i < 20000; ++i)
    row += "+1";
  CHECK(rejection(head + "{ output " + row + " }") == "line 5: an expression is too large");
  // Each part is looked at once, or this never ends.
  CHECK(rejection(head + "{ x := " + row.substr(0, 1 + 2 * 300) + " output x }").empty());
  std::string chain = "1";
  for (int i = 0; i < 60; ++i)
    chain = "(0 < " + chain + " < 2 ? 1 : 0)";
  CHECK(rejection(head + "{ output " + chain + " }") ==
        "line 5: chains of comparisons stand inside of each other too often");
}

TEST_CASE("what a reading looks for is paid for: tags, cells, and the sort of the result") {
  const auto isDone = [](const std::string &text) {
    Terms terms(std::make_shared<Budget>(std::size_t{1} << 18));
    try {
      obligationsOf(terms, readMechanism(text));
      return true;
    } catch (const Rejected &rejected) {
      CHECK(std::string(rejected.what()).find("more work") != std::string::npos);
      return false;
    }
  };
  const auto many = [](const std::string &one, const std::string &joins, int height) {
    std::string all = one;
    for (int i = 0; i < height; ++i)
      all = "(" + all + joins + all + ")";
    return all;
  };
  const std::string moved = head + "{ u ~ laplace(1) align u' = u + ";
  for (const bool areMany : {false, true}) {
    std::string tags, loops;
    for (int i = 0; i < (areMany ? 1000 : 10); ++i) {
      tags += " output t" + std::to_string(i);
      loops += " for i in 0 .. 1 { output t }";
    }
    CHECK(isDone(moved + "(" + many("out is t9", " or ", 9) + " ? 0 : 1) output a stop" + tags + " }") !=
          areMany);
    CHECK(isDone(moved + "(" + many("out is t", " or ", 9) + " ? 0 : 1) output t stop" + loops + " }") !=
          areMany);
    CHECK(isDone(moved + many("result", " + ", 9) + " return 0 return " + many("1", " + ", areMany ? 10 : 1) +
                 " }") != areMany);
  }
}

TEST_CASE("what names an int names no other one") {
  const auto loop = [](const std::string &count) {
    return "mechanism m(eps: real, n: int, k: int, p: int, f: query[n])\n"
           "  requires eps > 0, n >= 0\n"
           "  adjacency f changes by 1\n"
           "  guarantees private(eps)\n"
           "{ for i in 0 .. n\n  invariant " +
           count +
           " <= k\n"
           "  { lam[i] ~ laplace(1 / eps) align lam'[i] = lam[i] }\n"
           "  for r in 0 .. k { output w(r) } }";
  };
  const auto named = [&](const std::string &formula) { return loop("named(j from 0: " + formula + ")"); };
  CHECK(has(named("exists r in 0 .. k: out[r].w = j"), "invariant"));
  CHECK(has(named("exists r in p .. k: out[r] is w and j = 2 * out[r].w + p"), "invariant"));
  CHECK(has(named("not (forall r in 0 .. k: out[r] is w implies out[r].w != j)"), "invariant"));
  const std::string complaint = "line 6: `named` counts the ints of which there is an index that names them";
  for (const char *formula :
       {"true", "j = 0", "forall r in 0 .. k: out[r].w = j", "exists r in 0 .. k: out[r].w <= j",
        "exists r in 0 .. k: out[r].w != j", "exists r in 0 .. k: out[r].w = j or r = 0",
        "exists r in 0 .. k: out[r].w + j = j", "exists r in 0 .. k: j = j",
        "exists r in 0 .. j: out[r].w = j", "exists r in j .. k: out[r].w = j", "exists r in int: r = j",
        "exists r in 0 .. k: not (out[r].w = j)", "exists r in 0 .. k: r = 0 implies out[r].w = j",
        "exists r in 0 .. k, s in 0 .. k: r + s = j"})
    CHECK(rejection(named(formula)) == complaint);
  // Of two that are both of any int one would be put for the other.
  CHECK(rejection(named("exists r in 0 .. 1: r = j and named(l from 0: exists s in 0 .. 1: j = l) >= 0")) ==
        "line 6: `named` inside of another is outside of what the kernel re-derives");
  CHECK(rejection(
            loop("(forall l in 0 .. n: named(j from 0: exists r in 0 .. k: out[r].w = j + l) >= 0 ? 0 : 1)"))
            .find("variable of a quantifier") == std::string::npos);
  CHECK(
      rejection(loop(
          "((forall l in 0 .. n: named(j from 0: exists r in 0 .. k: out[r].w + l = j) >= 0) ? 0 : 1)")) ==
      "line 6: `named` of what reads the variable of a quantifier is outside of what the kernel re-derives");
  CHECK_FALSE(rejection(named("exists j in 0 .. k: j = j")).empty());
  CHECK_FALSE(rejection(loop("named(n from 0: exists r in 0 .. k: r = n)")).empty());
  // Only what is found speaks of it.
  CHECK_FALSE(rejection(head + "claims named(j from 0: exists r in 0 .. n: r = j) <= n\n{ " + draw +
                        "output f + lam }")
                  .empty());
}

TEST_CASE("what is known of how many ints are named is true of those that are") {
  const std::string text = "mechanism m(eps: real, n: int, k: int, f: query[n])\n"
                           "  requires eps > 0\n"
                           "  adjacency f changes by 1\n"
                           "  guarantees private(eps)\n"
                           "{ for i in 0 .. n\n"
                           "  invariant named(j from i: exists r in 0 .. k: out[r].w = j) <= k\n"
                           "  { lam[i] ~ laplace(1 / eps) align lam'[i] = lam[i] }\n"
                           "  for r in 0 .. k { output w(r) } }";
  Terms terms;
  const Mechanism mechanism = readMechanism(text);
  const Obligations obligations = obligationsOf(terms, mechanism);
  const auto symbolNamed = [&](Term formula, const std::string &name) {
    for (Term part : terms.subterms(formula))
      if (terms[part].op == Operator::Apply && terms.symbolOf(part).name.starts_with(name))
        return std::optional(Symbol{terms[part].label});
    return std::optional<Symbol>();
  };
  std::optional<Term> known;
  for (Term hypothesis : obligations.all.back().hypotheses)
    if (terms[hypothesis].op == Operator::Forall && symbolNamed(hypothesis, "named!"))
      known = hypothesis;
  REQUIRE(known);
  const Symbol cell = *symbolNamed(*known, "out0.w"), count = *symbolNamed(*known, "named!"),
               length = *symbolNamed(*known, "k");
  CHECK(terms[count].origin == Origin::Count);
  constexpr long most = 3;
  // All cells of up to three winners among -1 .. 3, with the counts that they have, and with one that is
  // wrong.
  for (long k = 0; k <= most; ++k)
    for (long code = 0; code < 125; ++code)
      for (long wrong = -1; wrong <= most; ++wrong) {
        Model model(terms);
        const long winners[] = {code % 5 - 1, code / 5 % 5 - 1, code / 25 - 1};
        model.set(length, {}, k);
        for (long r = 0; r < most; ++r)
          model.set(cell, {r}, winners[r]);
        for (long from = 0; from <= most; ++from) {
          const std::set<long> all(winners, winners + k);
          model.set(count, {from}, std::count_if(all.begin(), all.end(), [&](long each) {
                                     return each >= from;
                                   }) + (from == wrong ? 1 : 0));
        }
        if (model.satisfies(*known) != (wrong < 0))
          FAIL("k = " << k << ", winners " << code << ", wrong at " << wrong);
      }
}
