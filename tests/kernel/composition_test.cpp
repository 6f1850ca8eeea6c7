// SPDX-License-Identifier: Apache-2.0
// Parts that run one after another: what is read, what is refused, and what is asked. Compositions that are
// not what they say stand in tests/kernel_twins/forged_*.plumb, where a solver looks for what shows them.
#include "kernel/certificate.h"
#include "kernel/model.h"
#include "kernel/two_run.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace plumb::kernel;

namespace {

const std::string declared = "size n\n"
                             "record P { age: int in 0 .. 9, ill: bool }\n"
                             "record Q { age: int in 0 .. 9 }\n"
                             "query sick = count p: P where p.ill\n"
                             "query ages = sum p: P of p.age\n"
                             "query others = count q: Q\n"
                             "policy hide_ill on P { public age; sensitive ill when ill }\n"
                             "policy hide_age on P { sensitive age; public ill }\n";

std::string mechanism(const std::string &head, const std::string &clauses, const std::string &body) {
  return "mechanism " + head + "\n  requires eps > 0\n" + clauses + "\n  guarantees private(eps)\n{\n" +
         body + "\n}\n";
}

const std::vector<std::string> texts = {
    mechanism("count(eps: real)", "adjacency replace P",
              "lam ~ laplace(1 / eps) align lam' = lam + sick - sick'\noutput sick + lam"),
    mechanism("added(eps: real)", "adjacency add P",
              "lam ~ exponential(1 / eps) align lam' = lam + sick - sick'\noutput sick + lam"),
    mechanism("sum(eps: real, most: int)", "requires most >= 9\nadjacency replace P along r.age <= most",
              "lam ~ laplace(most / eps) align lam' = lam + ages - ages'\noutput ages + lam"),
    mechanism("tags(eps: real)", "adjacency replace P",
              "lam ~ laplace(1 / eps) align lam' = lam + sick - sick'\nannounce sick + lam\n"
              "if sick + lam >= 3 { output many(sick + lam, true) } else { output few }"),
    mechanism("elsewhere(eps: real)", "adjacency replace Q",
              "lam ~ laplace(1 / eps) align lam' = lam + others - others'\noutput others + lam"),
    mechanism("stated(eps: real, m: int, at: int[m], f: query[m], g: query[m])",
              "requires m >= 1\nadjacency f changes by 1, g changes by 1",
              "lam ~ laplace(1 / eps) align lam' = lam + f[0] - f'[0]\noutput f[0] + lam"),
    mechanism("told(eps: real, k: int, m: int)", "requires k >= 1\nadjacency replace P",
              "for i in 1 .. k {\nlam ~ laplace(k / eps) align lam' = lam + sick - sick'\n"
              "if sick + lam >= i { output many(sick + lam) }\n}"),
    mechanism("ended(eps: real, k: int)", "requires k >= 1\nadjacency replace P",
              "e := k\nfor i in 0 .. e {\nlam ~ laplace(k / eps) align lam' = lam + sick - sick'\noutput "
              "sick + lam\n}"),
    mechanism(
        "twice(eps: real, k: int)", "requires k >= 1\nadjacency replace P",
        "for i in 0 .. k {\nlam ~ laplace(k / eps) align lam' = lam + sick - sick'\noutput sick + lam\n}\n"
        "output done"),
    mechanism("taking(eps: real, k: int, w: int[k])", "requires k >= 1\nadjacency replace P",
              "lam ~ laplace(1 / eps) align lam' = lam + sick - sick'\noutput sick + lam"),
    mechanism("ills(eps: real)", "adjacency replace P under hide_ill",
              "lam ~ exponential(1 / eps) align lam' = lam + sick - sick'\noutput sick + lam"),
    mechanism("years(eps: real)", "adjacency replace P under hide_age",
              "lam ~ laplace(8 / eps) align lam' = lam + ages - ages'\noutput ages + lam"),
};

const std::map<std::string, Mechanism> &mechanisms() {
  static const std::map<std::string, Mechanism> all = [] {
    std::map<std::string, Mechanism> read;
    for (const std::string &text : texts) {
      Mechanism one = readMechanism(text, declared);
      const std::string name = one.name;
      read.emplace(name, std::move(one));
    }
    return read;
  }();
  return all;
}

std::string composition(const std::string &parts, const std::string &parameters = "eps: real",
                        const std::string &clauses = "adjacency replace P\n",
                        const std::string &guarantee = "eps") {
  return "compose c(" + parameters + ")\n  requires eps > 0\n" + clauses + "  guarantees private(" +
         guarantee + ") {\n" + parts + "\n}\n";
}

std::string rejection(const std::string &text, const std::string &behind = "") {
  try {
    Terms terms;
    obligationsOf(terms, readComposition(text, declared + behind, mechanisms()));
  } catch (const Rejected &rejected) {
    return rejected.what();
  }
  return "";
}

bool speaksOfAnswers(const Terms &terms, Term formula) {
  for (Term part : terms.subterms(formula))
    if (terms[part].op == Operator::Apply &&
        (terms.symbolOf(part).name.starts_with("sick") || terms.symbolOf(part).name.starts_with("ages")))
      return true;
  return false;
}

std::vector<std::string> conditions(const std::string &text) {
  Terms terms;
  const Composition read = readComposition(text, declared, mechanisms());
  std::vector<std::string> names;
  for (const Obligation &obligation : obligationsOf(terms, read).all)
    names.push_back(obligation.name.substr(0, obligation.name.find('.')));
  return names;
}

/// Is some goal of \p condition false, and all that it may use true? Of names that are not set all is 0.
bool isFalse(const std::string &text, const std::string &condition,
             const std::map<std::string, mpq_class> &values) {
  Terms terms;
  const Composition read = readComposition(text, declared, mechanisms());
  const Obligations obligations = obligationsOf(terms, read);
  Model model(terms);
  for (const auto &[name, value] : values) {
    const Sort sort = name.starts_with("record.ill")                              ? Sort::Bool
                      : name.starts_with("record.") || name == "k" || name == "m" ? Sort::Int
                                                                                  : Sort::Real;
    model.set(terms.symbol(name, {}, sort), {}, value);
  }
  return std::any_of(obligations.all.begin(), obligations.all.end(), [&](const Obligation &each) {
    return each.name.starts_with(condition + ".") && model.satisfies(terms.negation(each.goal)) &&
           std::all_of(each.hypotheses.begin(), each.hypotheses.end(), [&](Term formula) {
             // Answers are what the records make them.
             return speaksOfAnswers(terms, formula) || model.satisfies(formula);
           });
  });
}

std::string complaint(const std::string &text) {
  try {
    readCertificate(text);
    return "";
  } catch (const std::runtime_error &found) {
    return found.what();
  }
}

std::string entry(const std::string &word, const std::string &text) {
  return word + " " + std::to_string(std::count(text.begin(), text.end(), '\n')) + "\n" + text;
}

} // namespace

TEST_CASE("of each part its requirements, its neighbours and its budget are asked, and the sum of all") {
  using Names = std::vector<std::string>;
  CHECK(conditions(composition("count(eps)")) == Names{"requires", "budget", "sum"});
  CHECK(conditions(composition("seen := count(eps / 2)\nsum(eps / 2, max(9, seen)) n times")) ==
        Names{"requires", "requires", "inside", "budget", "budget", "times", "sum"});
  CHECK(conditions(composition("count(eps / n) (n + 1) times"))[0] == "defined");
  // Without neighbours of its own each part means the others'.
  const std::string parameters = "eps: real, m: int, at: int[m], f: query[m], g: query[m]";
  const std::string twice = composition("stated(eps, m, at, f, g)\nstated(eps, m, at, f, g)", parameters, "");
  const Names of = conditions(twice);
  CHECK(std::count(of.begin(), of.end(), "inside") == 2);
}

TEST_CASE("what the file declares reads sizes, and no parameter of a mechanism") {
  const auto asRead = [](const std::string &declarations) -> std::string {
    try {
      readMechanism(mechanism("sum(eps: real, most: int)", "requires most >= 0\nadjacency replace P",
                              "lam ~ laplace(most / eps) align lam' = lam + ages - ages'\noutput ages + lam"),
                    declarations);
    } catch (const Rejected &rejected) {
      return rejected.what();
    }
    return "";
  };
  const std::string record = "record P { age: int in 0 .. most + 1 }\n",
                    sum = "query ages = sum p: P of p.age\n";
  const std::string complaint = "`most` is unknown where the file declares records and queries";
  CHECK(asRead(record + sum).find(complaint) != std::string::npos);
  CHECK(asRead("record P { age: int in 0 .. 3 }\nquery ages = sum p: P of p.age where p.age < most\n")
            .find(complaint) != std::string::npos);
  CHECK(asRead("record P { age: int in 0 .. 3 }\nquery ages = sum p: P of min(p.age, most)\n")
            .find(complaint) != std::string::npos);
  CHECK(asRead("size top\nrecord P { age: int in 0 .. top + 1 }\n" + sum).empty());
  // A field may be called as a parameter is.
  CHECK(asRead("record P { most: int in 0 .. 3, age: int in 0 .. 3 }\n"
               "query ages = sum p: P of p.most where p.most <= p.age\n")
            .empty());
}

TEST_CASE("what a part publishes is read behind it, and nothing is known of it") {
  CHECK(rejection(composition("seen := tags(eps)\ncount(seen is many ? eps : eps + seen.many.1)")).empty());
  CHECK(rejection(composition("seen := tags(eps)\ncount(seen.many.2 ? eps : 2 * eps)")).empty());
  CHECK(rejection(composition("seen := tags(seen.many.1)")) == "line 5: `)` is expected, and not `.`");
  CHECK(rejection(composition("seen := tags(eps)\ncount(seen)")) == "line 6: `published seen` is unknown");
  CHECK(rejection(composition("seen := tags(eps)\ncount(seen.many)")) ==
        "line 6: `published seen.many` is unknown");
  CHECK(rejection(composition("seen := tags(eps)\ncount(seen is none ? eps : 2 * eps)")) ==
        "line 6: `published seen is none` is unknown");
  CHECK(rejection(composition("seen := tags(eps)\ncount(seen.announced)")) ==
        "line 6: `published seen.announced` is unknown");
  CHECK(rejection(composition("seen := count(eps) 2 times")) ==
        "line 5: `seen` has another meaning, or its part runs more than once");
  CHECK(rejection(composition("eps := count(eps)")) ==
        "line 5: `eps` has another meaning, or its part runs more than once");
  CHECK(rejection(composition("seen := count(eps)\nseen := count(eps)")) ==
        "line 6: `seen` has another meaning, or its part runs more than once");
  // Not above it: what is assumed and what is guaranteed hold whatever is published.
  const std::string seen = "seen := count(eps)";
  CHECK(rejection(composition(seen, "eps: real", "requires seen >= 1\nadjacency replace P\n")) ==
        "line 3: `seen` is unknown");
  CHECK(rejection(composition(seen, "eps: real", "adjacency replace P\n", "eps + seen")) ==
        "line 4: `seen` is unknown");
  CHECK(rejection(composition(seen + "\nsum(eps, seen)", "eps: real", "")) ==
        "who the neighbours are depends on what was published");
}

TEST_CASE("what a part publishes in a loop is an array as long as the loop") {
  const std::string parameters = "eps: real, k: int, m: int",
                    clauses = "requires k >= 1, m >= 1\nadjacency replace P\n";
  const auto together = [&](const std::string &first, const std::string &second) {
    return composition("seen := " + first + "\n" + second, parameters, clauses, "2 * eps");
  };
  const std::map<std::string, mpq_class> apart = {{"eps", 1}, {"k", 2}, {"m", 3}};
  CHECK(rejection(together("told(eps, k, m)", "taking(eps, k, seen.many)")).empty());
  // The k of one part is not that of the other.
  CHECK_FALSE(isFalse(together("told(eps, k, m)", "taking(eps, k, seen.many)"), "requires", apart));
  CHECK(isFalse(together("told(eps, k, m)", "taking(eps, m, seen.many)"), "requires", apart));
  CHECK(isFalse(together("told(eps, m, k)", "taking(eps, k, seen.many)"), "requires", apart));
  CHECK_FALSE(isFalse(together("told(eps, m, k)", "taking(eps, m, seen.many.1)"), "requires", apart));
  const std::string otherwise = "line 7: `w` is given what is declared otherwise, or twice";
  CHECK(rejection(together("told(eps, k, m)", "taking(eps, k, seen is many)")) == otherwise);
  CHECK(rejection(together("count(eps)", "taking(eps, k, seen)")) == otherwise);
  CHECK_FALSE(rejection(together("told(eps, k, m)", "taking(eps, seen.many, seen.many)")).empty());
  CHECK(rejection(together("ended(eps, k)", "taking(eps, k, seen)"))
            .find("an array as long as no parameters tell") != std::string::npos);
  CHECK(
      rejection(together("twice(eps, k)", "taking(eps, k, seen)")).find("that publishes in several places") !=
      std::string::npos);
}

TEST_CASE("an element of what a part publishes in a loop lies in the array of that part") {
  const auto together = [&](const std::string &first, const std::string &second) {
    return composition("seen := " + first + "\n" + second, "eps: real, k: int, m: int",
                       "requires k >= 1, m >= 1\nadjacency replace P\n", "2 * eps");
  };
  const std::map<std::string, mpq_class> apart = {{"eps", 1}, {"k", 2}, {"m", 3}};
  const auto isOpen = [&](const std::string &first, const std::string &second) {
    return isFalse(together(first, second), "defined", apart);
  };
  CHECK_FALSE(isOpen("told(eps, k, m)", "sum(eps, seen[0].many)"));
  CHECK_FALSE(isOpen("told(eps, k, m)", "sum(eps, seen[k - 1].many.1)"));
  CHECK(isOpen("told(eps, k, m)", "sum(eps, seen[k].many)"));
  CHECK(isOpen("told(eps, k, m)", "sum(eps, seen[m - 1] is many ? 1 : 2)"));
  CHECK_FALSE(isOpen("told(eps, m, k)", "sum(eps, seen[m - 1] is many ? 1 : 2)"));
  CHECK(isOpen("told(eps, k, m)", "sum(eps, seen[0 - 1].many)"));
  for (const char *wrong : {"seen.many", "seen[0][0].many", "seen[0]", "seen[0].few.1.1"})
    CHECK(rejection(together("told(eps, k, m)", "sum(eps, " + std::string(wrong) + ")")) != "");
  CHECK(rejection(together("told(eps, k, m)", "taking(eps, k, seen[0].many)")) != "");
  CHECK(rejection(together("count(eps)", "sum(eps, seen[0])")) != "");
}

TEST_CASE("parts are mechanisms that are given what they have") {
  CHECK(rejection(composition("other(eps)")).find("`other`, of which not all is shown above, is outside") !=
        std::string::npos);
  CHECK(rejection(composition("count()")) == "line 5: `count` has another number of arguments");
  CHECK(rejection(composition("count(eps, eps)")) == "line 5: `count` has another number of arguments");
  CHECK(rejection(composition("count(true)")) == "line 5: `eps` is given a value of another sort");
  CHECK(rejection(composition("sum(eps, 9.5)")) == "line 5: `most` is given a value of another sort");
  CHECK(rejection(composition("sum(eps, r.age)")) == "line 5: a field is not read here");
  CHECK(rejection(composition("count(sick)")) == "line 5: `sick` is unknown");
  CHECK(rejection(composition("count(eps)\ncount(sick)")) == "line 6: a query is not read here");
  CHECK(rejection(composition("count(eps) eps times")) == "line 5: a part runs an integer number of times");
  CHECK(rejection(composition("")) == "line 7: a composition has parts");
  CHECK(rejection(composition("elsewhere(eps)")).find("a part that is about other records") !=
        std::string::npos);
  CHECK(rejection(composition("count(eps)\nelsewhere(eps)", "eps: real", ""))
            .find("a part that is about other records") != std::string::npos);
  CHECK(rejection(composition("count(sick)", "eps: real, sick: real", "adjacency replace P\n")) ==
        "line 6: `sick` is a query of the file");
  CHECK(rejection(composition("count(eps)", "eps: real", "sample each with 1 / 2\nadjacency replace P\n"))
            .find("a sample hides who is in the data") != std::string::npos);
  const std::string sampled = "adjacency add P\nsample each with ";
  // A part that is about two records has ranges of the second; of one that is added or removed there is none.
  const std::vector<std::string> removed =
      conditions(composition("count(eps)", "eps: real", "adjacency remove P\nsample each with 1 / 2\n"));
  CHECK(std::count(removed.begin(), removed.end(), "premise") == 0);
  CHECK(rejection(composition("seen := count(eps)", "eps: real", sampled + "seen\n")) ==
        "line 4: `seen` is unknown");
  CHECK(rejection(composition("count(eps)", "eps: real", sampled + "1 / 2\nsample each with 1 / 3\n")) ==
        "line 5: there are two samples");
  CHECK(rejection(composition("count(eps)", "eps: real", "adjacency replace P\nspends 1 at 1\n")) ==
        "line 5: a composition has no such clause");
}

TEST_CASE("arrays and queries are whole, alike, and no query is two") {
  const auto given = [](const std::string &arguments, const std::string &more = "") {
    return rejection(composition("stated(eps, m, " + arguments + ")",
                                 "eps: real, m: int, at: int[m], f: query[m], g: query[m]" + more, ""));
  };
  const std::string complains = "is given what is declared otherwise, or twice";
  CHECK(given("at, f, g").empty());
  CHECK(given("at, g, f").empty());
  CHECK(given("at, f, f").find(complains) != std::string::npos);
  CHECK(given("f, f, g").find(complains) != std::string::npos);
  CHECK(given("at, at, g").find(complains) != std::string::npos);
  CHECK(given("at[0], f, g").find(complains) != std::string::npos);
  CHECK(given("m, f, g").find(complains) != std::string::npos);
  CHECK(given("at, f', g").find(complains) != std::string::npos);
  CHECK(given("at, r, g", ", r: query real[m]").find(complains) != std::string::npos);
  CHECK(given("at, two, g", ", two: query[m, m]").find(complains) != std::string::npos);
}

TEST_CASE("a text ends where it ends, whatever stands in the program") {
  CHECK(
      rejection("compose c(eps: real)\nadjacency replace P\nguarantees private(eps)\n{\nseen := count(eps)\n"
                "sum(eps, seen.",
                "many) }") != "");
  const std::string good = composition("count(eps)");
  CHECK(isDeclaredIn(good, declared + texts[0] + good, mechanisms()));
  CHECK_FALSE(isDeclaredIn(good, declared + texts[0], mechanisms()));
  CHECK_FALSE(isDeclaredIn(good, declared + good + good, mechanisms()));
  CHECK_FALSE(isDeclaredIn(good, declared + composition("count(2 * eps)"), mechanisms()));
}

TEST_CASE("a part is shown above the composition") {
  const std::string head = "plumb-evidence 2\n", good = composition("count(eps)"),
                    program = declared + texts[0] + good;
  CHECK(complaint(head + entry("program", program) + entry("composition", good) + "done\n")
            .find("of which not all is shown above") != std::string::npos);
}

TEST_CASE("of several ways the dearest is paid for, and some one has to lead") {
  const std::string both = "nobody, same { age, ill } or same nobody, { age, ill }", all = "{ age, ill }";
  const auto isRefuted = [](const std::string &condition, const std::string &points, const std::string &price,
                            const std::map<std::string, mpq_class> &values) {
    return isFalse(composition("added(eps) through " + points, "eps: real", "adjacency replace P\n", price),
                   condition, values);
  };
  const std::map<std::string, mpq_class> paid = {{"eps", 1}}, falls = {{"record.ill", 1}, {"eps", 1}},
                                         stay = {{"record.ill", 1}, {"record.ill'", 1}, {"eps", 1}};
  CHECK_FALSE(isRefuted("sum", both, "eps", paid));
  CHECK(isRefuted("sum", both, "eps / 2", paid));
  CHECK(isRefuted("sum", "nobody, " + all + " or same " + all, "eps", paid));
  CHECK_FALSE(isRefuted("sum", "nobody, " + all + " or same " + all, "2 * eps", paid));
  // Who is ill is removed, and nobody shows there; of two who are ill both steps are seen, or none.
  CHECK_FALSE(isRefuted("inside", both, "eps", falls));
  CHECK(isRefuted("inside", both, "eps", stay));
  CHECK_FALSE(isRefuted("inside", both + " or same " + all, "eps", stay));
  CHECK(isRefuted("inside", "same nobody, same " + all + " or same " + all, "eps", falls));
  // A record is removed by a part that is about one that is added.
  CHECK(isRefuted("inside", "same nobody, " + all, "eps", {{"record.ill'", 1}, {"eps", 1}}));
}

TEST_CASE("of a power of e and its logarithm is known on which side of 1 and 0 they are") {
  const auto defined = [](const std::string &definitions, const std::string &part, const std::string &price,
                          const std::string &sample = "") {
    return composition(part, "eps: real", definitions + "adjacency add P\n" + sample, price);
  };
  const std::string power = "let E = exp(eps)\n", added = "added(eps)";
  const std::map<std::string, mpq_class> at = {{"eps", 1}, {"E", 3}, {"c", 1}};
  // exp(ln(t)) = t, and exp of sums are products.
  const std::string twoE = power + "let c = ln(2 * E)\n";
  CHECK(isFalse(defined(twoE, "added(c)", "eps"), "sum", at));
  CHECK_FALSE(isFalse(defined(power + "let c = ln(E)\n", "added(c)", "eps"), "sum", at));
  CHECK(isFalse(defined(power + "let c = ln(E)\n", "added(c)\nadded(c)", "eps"), "sum", at));
  CHECK_FALSE(isFalse(defined(power + "let c = ln(E)\n", "added(c)\nadded(c)", "2 * eps"), "sum", at));
  // No half of one: then c is any number that has its sign.
  CHECK(isFalse(defined(power + "let c = ln(E * E)\n", "added(c / 2)\nadded(c)", "2 * eps"), "sum",
                {{"eps", 1}, {"E", 3}, {"c", 2}}));
  CHECK_FALSE(
      isFalse(defined(power + "let c = ln(E * E)\n", "added(c / 2)\nadded(c / 2)", "2 * eps"), "sum", at));
  // Of an added record 1 + p (exp(e) - 1), and of a removed one 1 / (1 - p).
  const std::string half = "sample each with 1 / 2\n", most = power + "let c = ln(2 * E - 1)\n";
  CHECK_FALSE(isFalse(defined(most, "added(c)", "eps", half), "sum", at));
  CHECK(isFalse(defined(power + "let c = ln(2 * E)\n", "added(c)", "eps", half), "sum", at));
  const auto removed = [&](const std::string &p) {
    return composition("added(eps)", "eps: real", power + "adjacency remove P\nsample each with " + p + "\n");
  };
  CHECK_FALSE(isFalse(removed("2 / 3"), "sum", at));
  CHECK(isFalse(removed("3 / 4"), "sum", at));
  CHECK(isFalse(removed("1"), "sum", at));
  // A logarithm is one of a number that is positive, without what is known of the logarithm.
  CHECK(isFalse(defined(power + "let c = ln(2 - E)\n", added, "eps"), "defined", at));
  CHECK(isFalse(defined("let c = ln(eps - 2)\n", "added(c)", "eps"), "defined", at));
  CHECK(isFalse(defined(power + "let c = ln(E / 2)\n", "added(c)", "eps"), "requires",
                {{"eps", 1}, {"E", mpq_class(3, 2)}, {"c", -1}}));
  // What defines another stands above it, and nothing that is assumed reads it.
  CHECK(rejection(defined("let c = ln(E)\nlet E = exp(eps)\n", added, "eps")) == "line 3: `E` is unknown");
  CHECK(rejection(defined("let c = ln(c)\n", added, "eps")) == "line 3: `c` is unknown");
  CHECK(rejection(defined("let c = ln(eps)\nrequires c > 0\n", added, "eps")) == "line 4: `c` is unknown");
  CHECK(rejection(composition("count(eps)", "eps: real", power + "adjacency replace P along r.age < E\n")) ==
        "line 4: `E` is unknown");
  CHECK(rejection(defined("let eps = exp(eps)\n", added, "eps")) ==
        "line 3: `eps` is no new name of a number");
  CHECK(rejection(defined("let E = log(eps)\n", added, "eps")) == "line 3: `exp` is expected, and not `log`");
  CHECK(rejection("mechanism m(eps: real)\n" + power).find("expected") != std::string::npos);
  CHECK(conditions(defined(power, "added(eps / 0)", "eps"))[0] == "defined");
}

TEST_CASE("where each part has its own neighbours, each field may change as some part lets it") {
  const std::string all = "same { age, ill }", ills = "ills(eps / 2) through { ill }, " + all + "\n",
                    years = "years(eps / 2) through { age }, " + all + "\n";
  const auto isOpen = [](const std::string &parts, const std::string &condition,
                         std::map<std::string, mpq_class> values, const std::string &price = "eps") {
    values["eps"] = 1;
    return isFalse(composition(parts, "eps: real", "", price), condition, values);
  };
  using Names = std::vector<std::string>;
  const Names of = conditions(composition(ills + years, "eps: real", ""));
  CHECK(std::count(of.begin(), of.end(), "inside") == 2);
  CHECK(std::count(of.begin(), of.end(), "sum") == 1);
  const std::map<std::string, mpq_class> heals = {{"record.ill", 1}, {"record.age", 3}, {"record.age'", 3}},
                                         ages = {{"record.age", 3}, {"record.age'", 5}},
                                         both = {{"record.ill", 1}, {"record.age", 3}, {"record.age'", 5}},
                                         falls = {{"record.ill'", 1}},
                                         worst = {{"record.ill'", 1}, {"record.age", 3}, {"record.age'", 5}},
                                         old = {{"record.age", 3}, {"record.age'", 9}};
  for (const auto &values : {heals, ages, both, falls, worst, old}) {
    CHECK_FALSE(isOpen(ills + years, "inside", values));
    CHECK_FALSE(isOpen(years + ills, "inside", values));
  }
  // That both change at once is among them, and so is what one of them alone changes.
  CHECK(isOpen("ills(eps) through " + all + "\n" + years, "inside", heals, "2 * eps"));
  CHECK(isOpen("ills(eps) through " + all + "\n" + years, "inside", both, "2 * eps"));
  CHECK_FALSE(isOpen("ills(eps) through " + all + "\n" + years, "inside", ages, "2 * eps"));
  CHECK(isOpen(ills + "years(eps / 2) through " + all, "inside", ages));
  CHECK(isOpen(ills + "years(eps / 2) through { ill }, " + all, "inside", both));
  CHECK(isOpen("ills(eps / 2) through { age }, " + all + "\n" + years, "inside", both));
  // As the parts have their neighbours, and not through ways.
  CHECK(isOpen(ills + "years(eps / 2)", "inside", both));
  CHECK_FALSE(isOpen(ills + "years(eps / 2)", "inside", ages));
  CHECK(isOpen("ills(eps / 2)\n" + years, "inside", both));
  // One part lets all change, before the others or behind them, so that who is not ill may become it.
  for (const std::string &parts : {"count(eps)\n" + ills + years, ills + years + "count(eps)"}) {
    CHECK(isOpen(parts, "inside", falls));
    CHECK(isOpen(parts, "inside", worst));
    CHECK_FALSE(isOpen(parts, "inside", both));
  }
  // Both are paid for.
  CHECK_FALSE(isOpen(ills + years, "sum", {}));
  CHECK(isOpen(ills + years, "sum", {}, "eps / 2"));
  CHECK(isOpen("ills(eps) through { ill }, " + all + "\n" + years, "sum", {}));
  // A record that can be stands between: age 9 cannot.
  CHECK(isOpen("ills(eps / 2) through { ill, age: r.age + 6 }, " + all + "\n" + years, "premise", ages));
  CHECK(rejection(composition(ills + "added(eps)", "eps: real", "")) ==
        "line 3: a part that replaces no record, beside one that does, is outside of what the kernel "
        "re-derives");
  // The first part that says ways is not the first part, and the composition has the records of that one.
  for (const std::string &parts : {"elsewhere(eps)\n" + ills, ills + "elsewhere(eps)"})
    CHECK(rejection(composition(parts, "eps: real", "")).find("a part that is about other records") !=
          std::string::npos);
}

TEST_CASE("a way leads from r to the other record, through records that can be") {
  const auto way = [](const std::string &points, const std::string &adjacency = "replace P") {
    return rejection(
        composition("count(eps) through " + points, "eps: real", "adjacency " + adjacency + "\n"));
  };
  CHECK(way("nobody, { age, ill }").empty());
  CHECK(way("{ age: min(r.age + 1, r'.age) }, same { age, ill }").empty());
  for (const std::string points : {"nobody", "{ age }", "{ age, ill: r'.ill }", "{ age, ill }, nobody"})
    CHECK(way(points) == "line 5: a way leads to the other record");
  CHECK(way("{ age, ill }", "add P") == "line 5: a way leads through fields of records that are replaced");
  CHECK(way("nobody", "add P") == "line 5: a way leads to the other record");
  CHECK(way("{ wage }, { age, ill }") == "line 5: a way leads through fields of records that are replaced");
  CHECK(way("{ age: 1.5 }, { age, ill }") == "line 5: what is put in for a field is always one number");
  CHECK(way("{ age: sick }, { age, ill }") == "line 5: `sick` is unknown");
  CHECK(way("{ age: wage }, { age, ill }") == "line 5: `wage` is unknown");
  CHECK(rejection(composition("count(eps) through { age, ill }", "eps: real", "")).empty());
  CHECK(rejection(composition("added(eps) through { age, ill }", "eps: real", "")) ==
        "line 4: a way leads through fields of records that are replaced");
  // Each point is asked whether it can be, and each step whether it is one.
  const auto of = conditions(composition("sum(eps, 9) through { age: r.age }, { age, ill }"));
  CHECK(std::count(of.begin(), of.end(), "inside") == 1);
  CHECK(std::count(of.begin(), of.end(), "premise") == 1);
  // Of several, each does.
  CHECK(way("nobody, same { age, ill } or same nobody, { age, ill }").empty());
  CHECK(way("nobody, { age, ill } or same nobody") == "line 5: a way leads to the other record");
  CHECK(way("nobody or nobody, { age, ill }") == "line 5: a way leads to the other record");
  // It is for the proof alone, and the program need not have it.
  const std::string good = composition("count(eps) through nobody, { age, ill }");
  CHECK(isDeclaredIn(good, declared + texts[0] + composition("count(eps)"), mechanisms()));
  CHECK_FALSE(isDeclaredIn(good, declared + texts[0] + composition("count(eps) 2 times"), mechanisms()));
}
