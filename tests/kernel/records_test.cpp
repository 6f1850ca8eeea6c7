// SPDX-License-Identifier: Apache-2.0
// D and D' differ in one record: what is known of it, and what is asked of it.
#include "kernel/model.h"
#include "kernel/two_run.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

const std::string file =
    "size n\n"
    "record P { age: int in 0 .. n, ill: bool, bin: int in 0 .. 9 or none, was: bool[n] }\n"
    "record Q { age: int }\n"
    "policy hide on P { public age; sensitive ill when ill; sensitive bin; sensitive was[t] "
    "when was[t] and ill }\n"
    "policy leaves on P allows r' where r'.bin = r.bin or r'.bin = none\n"
    "policy other on Q { public age }\n"
    "policy hides_a_field on P { sensitive was[ill] when ill > 0 }\n"
    "query sick = count p: P where p.ill\n"
    "query binned = count p: P where p.bin = 3\n"
    "query low = count p: P where p.bin < 3\n"
    "query ages = sum p: P of p.age where p.ill\n"
    "query at[i in 0 .. n] = count p: P where p.was[i]\n"
    "query next[i in 0 .. n] = count p: P where p.was[i + 1]\n"
    "query shares = count p: P where 1 div p.age = 1\n"
    "query pairs = count p: P, q: P where p.ill\n"
    "query oldest = max p: P of p.age where p.ill\n"
    "query first = min p: P of p.age where p.ill\n"
    "query of_none = max p: P of p.bin\n"
    "query of_two = min p: P of p.age + 1\n"
    "query endless = max q: Q of q.age\n"
    "query some[k in 0 .. n] = count p: P where exists j in 0 .. n: p.was[j] and j >= k\n"
    "query from[k in 0 .. n] = sum p: P of k\n"
    "query elsewhere = count q: Q\n";

std::string mechanism(const std::string &adjacency, const std::string &query,
                      const std::string &requirement = "eps > 0", const std::string &body = "") {
  return "mechanism m(eps: real)\n  requires " + requirement + "\n  adjacency " + adjacency +
         "\n  guarantees private(eps)\n{\n" + body + "lam ~ laplace(1 / eps) align lam' = lam + " + query +
         " - " + query + "'\noutput " + query + " + lam\n}\n";
}

std::string rejection(const std::string &text) {
  try {
    Terms terms;
    obligationsOf(terms, readMechanism(text, file));
  } catch (const Rejected &rejected) {
    return rejected.what();
  }
  return "";
}

std::vector<std::string> conditions(const std::string &text) {
  Terms terms;
  const Mechanism read = readMechanism(text, file);
  std::vector<std::string> names;
  for (const Obligation &obligation : obligationsOf(terms, read).all)
    names.push_back(obligation.name.substr(0, obligation.name.find('.')));
  return names;
}

long count(const std::string &text, const std::string &condition) {
  const std::vector<std::string> all = conditions(text);
  return std::count(all.begin(), all.end(), condition);
}

/// Are there neighbours with these values? Of names that are not set all is 0, false and none is not.
bool areNeighbours(const std::string &text, const std::map<std::string, mpq_class> &values,
                   const std::map<std::string, std::map<long, long>> &arrays = {}) {
  Terms terms;
  const Mechanism read = readMechanism(text, file);
  const Obligations obligations = obligationsOf(terms, read);
  Model model(terms);
  const auto sort = [](const std::string &name) {
    return name == "eps" ? Sort::Real
           : name.find("ill") != std::string::npos || name.find("was") != std::string::npos ||
                   name.find("none") != std::string::npos || name == "record.add"
               ? Sort::Bool
               : Sort::Int;
  };
  model.set(terms.symbol("eps", {}, Sort::Real), {}, 1);
  for (const auto &[name, value] : values)
    model.set(terms.symbol(name, {}, sort(name)), {}, value);
  for (const auto &[name, elements] : arrays)
    for (const auto &[index, value] : elements)
      model.set(terms.symbol(name, {Sort::Int}, sort(name)), {index}, value);
  const std::vector<Term> &formulas = obligations.reached.at(0).at(0);
  // Whether answers differ is another question.
  return std::all_of(formulas.begin(), formulas.end() - 1,
                     [&](Term formula) { return model.satisfies(formula); });
}

} // namespace

TEST_CASE("an answer changes by what r adds less what r' adds") {
  const std::string replaced = mechanism("replace P", "sick");
  const std::map<std::string, mpq_class> fell = {
      {"n", 1}, {"record.ill", 1}, {"record.ill'", 0}, {"sick", 1}, {"sick-sick'", 1}};
  CHECK(areNeighbours(replaced, fell));
  for (const auto &[name, value] : std::map<std::string, mpq_class>{{"sick-sick'", 0},
                                                                    {"sick-sick'", 2},
                                                                    {"sick-sick'", -1},
                                                                    {"sick", 0},
                                                                    {"record.ill'", 1},
                                                                    {"n", 0}}) {
    auto other = fell;
    other[name] = value;
    CHECK_FALSE(areNeighbours(replaced, other));
  }
  CHECK(areNeighbours(replaced, {{"n", 1}, {"record.ill'", 1}, {"sick-sick'", -1}}));
  const std::string summed = mechanism("replace P", "ages");
  CHECK(areNeighbours(
      summed, {{"n", 9}, {"record.ill", 1}, {"record.age", 5}, {"record.age'", 8}, {"ages-ages'", 5}}));
  CHECK_FALSE(areNeighbours(summed, {{"n", 9}, {"record.ill", 1}, {"record.age", 5}, {"ages-ages'", 4}}));
  CHECK_FALSE(areNeighbours(summed, {{"n", 5}, {"record.ill", 1}, {"record.age", 5}, {"ages-ages'", 5}}));
  const std::string array = mechanism("replace P", "sick", "eps > 0", "x := at[0]\n");
  CHECK(areNeighbours(array, {{"n", 2}}, {{"record.was", {{1, 1}}}, {"at-at'", {{1, 1}}}, {"at", {{1, 1}}}}));
  CHECK_FALSE(
      areNeighbours(array, {{"n", 2}}, {{"record.was", {{1, 1}}}, {"at-at'", {{0, 1}}}, {"at", {{0, 1}}}}));
}

TEST_CASE("the largest of D is that of all others, or what r has if that is more") {
  const std::string largest = mechanism("replace P", "oldest"), least = mechanism("replace P", "first");
  using Values = std::map<std::string, mpq_class>;
  const Values r = {{"n", 9}, {"record.ill", 1}, {"record.ill'", 1}, {"record.age", 5}, {"record.age'", 2}};
  const auto of = [&](const std::string &text, const std::string &name, long answer, long others, long change,
                      Values values) {
    values[name] = answer;
    values[name + " of others"] = others;
    values[name + "-" + name + "'"] = change;
    return areNeighbours(text, values);
  };
  CHECK(of(largest, "oldest", 5, 3, 2, r));
  CHECK(of(largest, "oldest", 5, 0, 3, r));
  CHECK(of(largest, "oldest", 7, 7, 0, r));
  CHECK(of(largest, "oldest", 5, 5, 0, r));
  // Too far apart, not as large as what r has, or beyond the range.
  CHECK_FALSE(of(largest, "oldest", 5, 3, 3, r));
  CHECK_FALSE(of(largest, "oldest", 3, 3, 1, r));
  CHECK_FALSE(of(largest, "oldest", 9, 9, 0, r));
  CHECK_FALSE(of(largest, "oldest", 5, -1, 3, r));
  CHECK(of(least, "first", 5, 8, 3, r));
  CHECK(of(least, "first", 3, 3, 1, r));
  CHECK(of(least, "first", 1, 1, 0, r));
  CHECK_FALSE(of(least, "first", 8, 8, 6, r));
  CHECK_FALSE(of(least, "first", 5, 9, 3, r));
  // Who does not count is nobody: the first value of a maximum, the last of a minimum.
  Values healthy = r;
  healthy["record.ill'"] = 0;
  CHECK(of(largest, "oldest", 5, 3, 2, healthy));
  CHECK(of(largest, "oldest", 5, 0, 5, healthy));
  CHECK(of(least, "first", 5, 8, -3, healthy));
  CHECK_FALSE(of(least, "first", 5, 8, 3, healthy));
  // A record that D has more makes the largest no smaller, and one that it has less no larger.
  const Values one = {{"n", 9}, {"record.ill", 1}, {"record.age", 5}};
  CHECK(of(mechanism("add P", "oldest"), "oldest", 5, 3, 2, one));
  CHECK_FALSE(of(mechanism("remove P", "oldest"), "oldest", 5, 3, 2, one));
  CHECK(of(mechanism("remove P", "oldest"), "oldest", 3, 3, -2, one));
  CHECK(of(mechanism("remove P", "first"), "first", 8, 8, 3, one));
}

TEST_CASE("what the file binds is called as one likes, also as a parameter is") {
  for (const std::string query : {"some[0]", "from[0]"}) {
    const std::string text = mechanism("replace P", "sick", "n > 1", "x := " + query + "\n");
    const std::string named = "mechanism m(eps: real, k: real, j: int[n])";
    CHECK(conditions(text) == conditions(named + text.substr(text.find(')') + 1)));
  }
}

TEST_CASE("D has the record that is added, and D' the one that is removed") {
  const std::map<std::string, mpq_class> ill = {{"n", 1}, {"record.ill", 1}, {"sick", 1}};
  const auto with = [&](const std::string &adjacency, long d, long added) {
    auto values = ill;
    values["sick-sick'"] = d;
    values["record.add"] = added;
    return areNeighbours(mechanism(adjacency, "sick"), values);
  };
  CHECK(with("add P", 1, 0));
  CHECK_FALSE(with("add P", -1, 0));
  CHECK(with("remove P", -1, 0));
  CHECK_FALSE(with("remove P", 1, 0));
  CHECK(with("add or remove P", 1, 1));
  CHECK(with("add or remove P", -1, 0));
  CHECK_FALSE(with("add or remove P", 1, 0));
  CHECK_FALSE(with("add P", 0, 0));
  // A count of D is at least what D's own record adds.
  auto none = ill;
  none["sick"] = 0;
  none["sick-sick'"] = 1;
  CHECK_FALSE(areNeighbours(mechanism("add P", "sick"), none));
  none["sick-sick'"] = -1;
  CHECK(areNeighbours(mechanism("remove P", "sick"), none));
  none["sick"] = -1;
  CHECK_FALSE(areNeighbours(mechanism("remove P", "sick"), none));
}

TEST_CASE("policies, edges and premises say which record may stand in the place of another") {
  const auto under = [](const std::string &adjacency, std::map<std::string, mpq_class> values,
                        const std::map<std::string, std::map<long, long>> &arrays = {}) {
    values["n"] = 5;
    return areNeighbours(mechanism(adjacency, "sick"), values, arrays);
  };
  CHECK(under("replace P under hide", {{"record.ill", 1}, {"sick", 1}, {"sick-sick'", 1}}));
  CHECK_FALSE(under("replace P under hide", {{"record.ill'", 1}, {"sick-sick'", -1}}));
  CHECK_FALSE(under("replace P under hide", {{"record.age", 1}}));
  CHECK(under("replace P", {{"record.age", 1}}));
  CHECK(under("replace P under hide", {{"record.ill", 1}, {"record.ill'", 1}, {"sick", 1}},
              {{"record.was", {{2, 1}}}}));
  CHECK_FALSE(under("replace P under hide", {{"record.ill", 1}, {"record.ill'", 1}, {"sick", 1}},
                    {{"record.was'", {{2, 1}}}}));
  CHECK_FALSE(under("replace P under hide", {}, {{"record.was", {{2, 1}}}}));
  CHECK(under("replace P under leaves", {{"record.bin", 3}, {"record.bin is none'", 1}}));
  CHECK(under("replace P under leaves", {{"record.bin", 3}, {"record.bin'", 3}}));
  CHECK_FALSE(under("replace P under leaves", {{"record.bin", 3}, {"record.bin'", 4}}));
  CHECK_FALSE(under("replace P under leaves", {{"record.bin is none", 1}}));
  CHECK(
      under("replace P when r.ill", {{"record.ill", 1}, {"sick", 1}, {"sick-sick'", 1}, {"record.age", 3}}));
  CHECK_FALSE(under("replace P when r.ill", {{"record.age", 3}}));
  CHECK(under("replace P along abs(r.age - r'.age) <= 1", {{"record.age", 1}}));
  CHECK_FALSE(under("replace P along abs(r.age - r'.age) <= 1", {{"record.age", 2}}));
  CHECK_FALSE(under("replace P", {{"record.age", 5}}));
  CHECK_FALSE(under("replace P", {{"record.age", -1}}));
  CHECK_FALSE(under("replace P", {{"record.bin", 9}}));
  CHECK(under("replace P", {{"record.bin", 9}, {"record.bin is none", 1}}));
  const std::string premised = mechanism("replace P", "sick", "eps > 0, forall v in data: v.age >= 2");
  CHECK(areNeighbours(premised, {{"n", 5}, {"record.age", 2}, {"record.age'", 3}}));
  CHECK_FALSE(areNeighbours(premised, {{"n", 5}, {"record.age", 2}, {"record.age'", 1}}));
  CHECK_FALSE(areNeighbours(premised, {{"n", 5}, {"record.age'", 2}, {"record.age", 1}}));
  const std::string of = "eps > 0, forall v in data, t in 0 .. n: v.was[t]";
  CHECK_FALSE(areNeighbours(mechanism("add P", "sick", of), {{"n", 2}}, {{"record.was", {{0, 1}}}}));
  CHECK(areNeighbours(mechanism("add P", "sick", of), {{"n", 2}}, {{"record.was", {{0, 1}, {1, 1}}}}));
}

TEST_CASE("a premise without a value is met by no record") {
  const auto meets = [](const std::string &premise, long age) {
    return areNeighbours(mechanism("add P", "sick", "eps > 0, forall v in data: " + premise),
                         {{"n", 5}, {"record.age", age}});
  };
  CHECK(meets("4 div v.age = 2", 2));
  CHECK_FALSE(meets("1 div v.age = 0", 0));
  CHECK_FALSE(meets("1 div (v.age - v.age) = 0", 2));
  CHECK(meets("v.ill implies 1 div v.age = 0", 0));
  CHECK(meets("not v.was[4]", 1));
  CHECK_FALSE(meets("not v.was[5]", 1));
}

TEST_CASE("none is equal to none alone, and in no order") {
  const auto with = [](const std::string &query, std::map<std::string, mpq_class> values) {
    values["n"] = 1;
    return areNeighbours(mechanism("add P", query), values);
  };
  CHECK(with("binned", {{"record.bin", 3}, {"binned", 1}, {"binned-binned'", 1}}));
  CHECK(with("binned", {{"record.bin", 3}, {"record.bin is none", 1}}));
  CHECK_FALSE(
      with("binned", {{"record.bin", 3}, {"record.bin is none", 1}, {"binned", 1}, {"binned-binned'", 1}}));
  CHECK(with("low", {{"record.bin", 2}, {"low", 1}, {"low-low'", 1}}));
  CHECK(with("low", {{"record.bin", 2}, {"record.bin is none", 1}}));
}

TEST_CASE("what is said of records has a value, edges go both ways, and premises tell no neighbours apart") {
  const std::string plain = mechanism("replace P", "sick");
  // The one run by itself: data without a record, and records without a neighbour.
  CHECK(conditions(plain) ==
        std::vector<std::string>{"defined", "same-law", "outputs", "cost", "defined", "same-law"});
  CHECK(count(mechanism("replace P", "shares"), "defined") == count(plain, "defined") + 1);
  CHECK(count(mechanism("replace P", "sick", "eps > 0", "x := at[0]\n"), "defined") ==
        count(mechanism("replace P", "sick", "eps > 0", "x := 1 / eps\n"), "defined") + 1);
  CHECK(count(mechanism("replace P along r.age div r'.age = 1", "sick"), "defined") ==
        count(plain, "defined") + 1);
  CHECK(count(plain, "symmetric") == 0);
  CHECK(count(mechanism("replace P along r.age < r'.age", "sick"), "symmetric") == 1);
  const std::string premised = "eps > 0, forall v in data: v.age >= 2 and v.was[0]";
  CHECK(count(mechanism("replace P", "sick", premised), "premise-fixed") == 2);
  CHECK(count(mechanism("add P", "sick", premised), "premise-fixed") == 0);
}

TEST_CASE("what is no record, no policy and no query of one is refused") {
  const auto in = [](const std::string &adjacency, const std::string &query,
                     const std::string &requirement = "eps > 0", const std::string &body = "") {
    return rejection(mechanism(adjacency, query, requirement, body));
  };
  const auto says = [](const std::string &all, const std::string &part) {
    return all.find(part) != std::string::npos;
  };
  CHECK(in("replace P", "sick").empty());
  CHECK(says(in("replace R", "sick"), "`R` is no record of the file"));
  CHECK(says(in("replace P under nobody", "sick"), "`nobody` is no policy of the file"));
  CHECK(says(in("replace P under other", "sick"), "the policy is about another record"));
  CHECK(says(in("replace P under hides_a_field", "sick"), "`ill` hides another name"));
  CHECK(says(in("replace P, f changes by 1", "sick"), "`f` is no query"));
  CHECK(says(in("replace P", "elsewhere"), "a query of another record"));
  CHECK(says(in("replace P", "of_none"), "what may be none is not read here"));
  CHECK(says(in("replace P", "of_two"), "a maximum or minimum is one of a field that has a range"));
  CHECK(says(in("add Q", "endless"), "a maximum or minimum is one of a field that has a range"));
  CHECK(says(in("replace P", "sick", "eps > 0, exists v in data: v.ill"), "is expected"));
  CHECK(says(in("replace P", "sick", "(forall v in data: v.ill) or eps > 0"), "is expected"));
  CHECK(says(in("replace P", "sick", "forall v in data, w in data: v.ill"), "is expected"));
  CHECK(says(in("replace P", "sick", "forall v in data: v.bin > 2 + v.bin"),
             "what may be none is not read here"));
  CHECK(says(in("replace P", "sick", "forall v in data: v'.ill"), "the second run is not read here"));
  CHECK(says(in("replace P", "sick", "forall v in data: r.ill"), "is missing"));
  CHECK(says(in("replace P", "sick", "r.ill"), "a field is not read here"));
  CHECK(says(in("replace P", "sick", "eps > 0", "x := r.age\n"), "a field is not read here"));
  CHECK(says(in("replace P", "sick", "forall v in data: v.add"), "has a meaning of its own"));
  CHECK(says(in("replace P", "sick", "eps = none"), "`none` is not read here"));
  CHECK(says(in("replace P", "pairs"), "text behind a declaration"));
  const std::string stated = "mechanism m(eps: real, f: query)\n  requires ";
  const std::string behind = "  adjacency f changes by 1\n  guarantees private(eps)\n{ output 1 }\n";
  CHECK(says(rejection(stated + "forall v in data: eps > 0\n" + behind), "not one of records"));
  CHECK(says(rejection(stated + "eps > 0\n  adjacency replace P\n" + behind), "not one of records"));
  CHECK(says(rejection(stated + "eps > 0\n  adjacency add P\n  guarantees private(eps)\n{ output 1 }\n"),
             "no clause says how `f` differs"));
  CHECK(says(rejection("mechanism m(n: int)\n  adjacency add P\n  guarantees private(1)\n{ output 1 }\n"),
             "`n` is declared twice"));
}

TEST_CASE("where not all is so there is one of which it is not, and each index has its own") {
  const std::string seen = file + "query somebody[i in 0 .. n] = count p: P where exists t in 0 .. n: "
                                  "p.was[t] and t >= i\n";
  const std::string text = mechanism("replace P", "sick", "eps > 0", "x := somebody[0]\n");
  Terms terms;
  const Mechanism read = readMechanism(text, seen);
  const Obligations obligations = obligationsOf(terms, read);
  const std::vector<Term> &hypotheses = obligations.all.front().hypotheses;
  std::vector<Term> aboutWitnesses;
  for (Term hypothesis : hypotheses)
    for (Term part : terms.subterms(hypothesis))
      if (terms[part].op == Operator::Apply && terms.symbolOf(part).name.starts_with("witness")) {
        aboutWitnesses.push_back(hypothesis);
        // A function of the index: no one time is that of all indices.
        CHECK(terms.symbolOf(part).domain == std::vector{Sort::Int});
        break;
      }
  // Of r and of r'.
  REQUIRE(aboutWitnesses.size() == 2);
}
