// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/composed.h"
#include "checker/witness/confirm.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>
#include <functional>

using namespace plumb;
using witness::ComposedWitness;
using Answer = witness::Opinion::Answer;

namespace {

ir::Program programOf(const std::string &text) {
  const SourceFile file("test.plumb", text);
  DiagnosticSink sink;
  ir::Program program = analyze(parse(file, sink), file, sink);
  REQUIRE_FALSE(sink.hasErrors());
  return program;
}

const std::string answers = R"(
mechanism noisy(eps: real, f: query) requires eps > 0 adjacency f changes by 1 guarantees private(eps)
{ lam ~ laplace(1 / eps) align lam' = lam + f - f'  output f + lam }
compose both(eps: real, f: query) requires eps > 0 guarantees private(3 * eps)
{ noisy(eps, f) 2 times  noisy(2 * eps, f) }
)";

ComposedWitness witnessOf(const ir::Composition &composition) {
  auto violation = disproof::examine(composition);
  REQUIRE(violation);
  return violation->witness;
}

} // namespace

TEST_CASE("the losses of the parts of a composition are confirmed, and add up") {
  const ir::Program program = programOf(answers);
  const ir::Composition &composition = *program.compositions.front();
  const ComposedWitness right = witnessOf(composition);
  CHECK(witness::confirm(composition, right).answer == Answer::Confirmed);

  const auto reason = [&](const std::function<void(ComposedWitness &)> &change) {
    ComposedWitness wrong = right;
    change(wrong);
    const witness::Opinion opinion = witness::confirm(composition, wrong);
    CHECK(opinion.answer != Answer::Confirmed);
    return opinion.reason;
  };
  CHECK(reason([](auto &w) { w.claim = 1; }) == "something else is guaranteed");
  CHECK(reason([](auto &w) { w.parts[1].claim = 0; }) == "the parts lose no more than is guaranteed");
  CHECK(reason([](auto &w) { w.parts[1].claim = 3; }) ==
        "the word is not more than e^eps times as likely on D");
  CHECK(reason([](auto &w) { w.parts.pop_back(); }) == "the inputs do not fit the mechanism");
  CHECK(reason([](auto &w) { std::swap(w.parts[0], w.parts[1]); }) == "a part has other data");
  CHECK(reason([](auto &w) { w.first["f"].front() = 40; }) == "the ledger has no row for these data");
  CHECK(reason([](auto &w) { std::swap(w.first, w.second); }) == "a part has other data");
  CHECK(reason([](auto &w) { w.first["eps"].front() = -1; }) == "the inputs do not fit the mechanism");
  CHECK(reason([](auto &w) { w.first["eps"] = w.second["eps"] = {-1}; }) == "a requirement does not hold");
}

TEST_CASE("on a sample less is lost than by the parts, and the mixture is confirmed") {
  const auto sampled = [](const std::string &stated, const std::string &p, const std::string &claim) {
    return programOf(R"(
record Person { age: int in 0 .. 120, ill: bool }
query all = count p: Person
query sick = count p: Person where p.ill
mechanism daily(eps: real) requires eps > 0 adjacency replace Person guarantees private(eps)
{ lam ~ laplace(1 / eps) align lam' = lam + sick - sick'  output sick + lam }
mechanism counted(eps: real) requires eps > 0 adjacency add or remove Person guarantees private(eps)
{ lam ~ exponential(1 / eps) align lam' = lam + all - all'  output all + lam }
compose both() adjacency )" +
                     stated + " Person sample each with " + p + " guarantees private(" + claim +
                     ") { daily(1) 2 times  counted(1) }");
  };
  const auto isRefuted = [&](const std::string &stated, const std::string &p, const std::string &claim) {
    const ir::Program program = sampled(stated, p, claim);
    return disproof::examine(*program.compositions.front()).has_value();
  };
  // ln(1 + p (e^3 - 1)) of who is added, ln(1 / (1 - p)) of who is removed; and of who is replaced, with q =
  // 1 - p, ln((p + q e^-3) / (p e^-2 + q e^-3)), as two parts tell the one record from none and all from it.
  CHECK(isRefuted("add", "1 / 2", "2.355"));
  CHECK_FALSE(isRefuted("add", "1 / 2", "2.356"));
  CHECK(isRefuted("remove", "1 / 2", "0.693"));
  CHECK_FALSE(isRefuted("remove", "1 / 2", "0.694"));
  CHECK(isRefuted("replace", "1 / 2", "1.735"));
  CHECK_FALSE(isRefuted("replace", "1 / 2", "1.736"));
  CHECK_FALSE(isRefuted("add", "0", "0"));
  CHECK_FALSE(isRefuted("add", "6 / 5", "0"));

  const ir::Program program = sampled("replace", "1 / 2", "1.7");
  const ir::Composition &composition = *program.compositions.front();
  const ComposedWitness right = witnessOf(composition);
  CHECK(witness::confirm(composition, right).unsampled.size() == 2);
  const auto reason = [&](const std::function<void(ComposedWitness &)> &change) {
    ComposedWitness wrong = right;
    change(wrong);
    const witness::Opinion opinion = witness::confirm(composition, wrong);
    CHECK(opinion.answer != Answer::Confirmed);
    return opinion.reason;
  };
  const std::string tooLittle = "the parts lose no more than is guaranteed";
  CHECK(reason([](auto &w) { w.unsampled.clear(); }) == "the inputs do not fit the mechanism");
  CHECK(reason([](auto &w) { w.unsampled[0].claim = w.unsampled[0].claim - 1; }) == tooLittle);
  CHECK(reason([](auto &w) { w.parts[0].claim = 0; }) == tooLittle);
  CHECK(reason([](auto &w) { w.unsampled[0].claim = 3; }) ==
        "the word is not more than e^eps times as likely on D");
  CHECK(reason([](auto &w) { w.unsampled[1] = w.parts[1]; }) == "a part has other data");
  CHECK(reason([](auto &w) { w.unsampled[0].word.cells.front().values.front() = 7; }) ==
        "without a record something else is published");
  CHECK(reason([](auto &w) { w.unsampled[0].isBeginning = true; }) ==
        "without a record something else is published");
  CHECK(reason([](auto &w) {
          w.records->others.push_back({*w.records->first, 1});
        }) == "no sample of one record");
}

TEST_CASE("a part runs with a rational number for a logarithm, and the parameter lies between two") {
  const auto defined = [](const std::string &claim) {
    return programOf(R"(
record Person { age: int in 0 .. 120 }
query all = count p: Person
mechanism counted(c: real) requires c > 0 adjacency add Person guarantees private(c)
{ lam ~ exponential(1 / c) align lam' = lam + all - all'  output all + lam }
compose both(eps: real) requires 0 < eps, eps <= 4 let E = exp(eps) let c = ln(1 + E) adjacency add or remove Person
sample each with 1 - 1 / E guarantees private()" +
                     claim + ") { counted(c) }");
  };
  CHECK_FALSE(disproof::examine(*defined("eps").compositions.front()));
  CHECK_FALSE(disproof::examine(*defined("eps + 1 / 1000").compositions.front()));

  const ir::Program program = defined("eps * 99 / 100");
  const ir::Composition &composition = *program.compositions.front();
  const ComposedWitness right = witnessOf(composition);
  CHECK(witness::confirm(composition, right).answer == Answer::Confirmed);
  REQUIRE(right.between);
  CHECK(right.between->parameter == "eps");
  const auto reason = [&](const std::function<void(ComposedWitness &)> &change) {
    ComposedWitness wrong = right;
    change(wrong);
    const witness::Opinion opinion = witness::confirm(composition, wrong);
    CHECK(opinion.answer != Answer::Confirmed);
    return opinion.reason;
  };
  const std::string unknown = "no parameters are known to give the parts what they run with";
  const interpreter::Exact little = interpreter::Exact(1) / interpreter::Exact(100'000);
  CHECK(reason([](auto &w) { w.between.reset(); }) == unknown);
  CHECK(reason([](auto &w) { w.between->parameter = "c"; }) == unknown);
  CHECK(reason([&](auto &w) { w.between->low = w.between->high - little / 100; }) == unknown);
  CHECK(reason([&](auto &w) {
          w.between->low = w.between->low + little, w.between->high = w.between->high + little;
        }) == unknown);
  CHECK(reason([](auto &w) { w.between->low = -1; }) == unknown);
  CHECK(reason([](auto &w) { w.between->high = 5; }) == unknown);
  CHECK(reason([](auto &w) { std::swap(w.between->low, w.between->high); }) == unknown);
  CHECK(reason([&](auto &w) { w.claim = w.claim - little * 200; }) == "something else is guaranteed");
  CHECK(reason([](auto &w) { w.parts[0].claim = 0; }) == "the parts lose no more than is guaranteed");
}

TEST_CASE("what a part passes on has to be what later parts are given") {
  const ir::Program program = programOf(R"(
mechanism noisy(eps: real, f: query) requires eps > 0 adjacency f changes by 1 guarantees private(eps)
{ lam ~ laplace(1 / eps) align lam' = lam + f - f'  output f + lam }
mechanism limited(eps: real, limit: int, f: query) requires eps > 0 adjacency f changes by 1 guarantees private(eps)
{ lam ~ laplace(1 / eps) align lam' = lam + f - f'  if f + lam < limit { output fewer } else { output more } }
compose visit(eps: real, f: query) requires eps > 0 guarantees private(2 * eps)
{ seen := noisy(eps, f)  limited(seen >= 40 ? 2 * eps : eps, seen + 10, f) }
compose paid(eps: real, f: query) requires eps > 0 guarantees private(3 * eps)
{ seen := noisy(eps, f)  limited(seen >= 40 ? 2 * eps : eps, seen + 10, f) }
)");
  const ir::Composition &visit = *program.compositions.front();
  const ComposedWitness right = witnessOf(visit);
  CHECK(right.first.at("seen") == interpreter::Numbers{40});
  const witness::ComposedOpinion opinion = witness::confirm(visit, right);
  CHECK(opinion.answer == Answer::Confirmed);
  CHECK(opinion.parts.size() == 2);

  ComposedWitness wrong = right;
  wrong.parts[0].word.cells.front().values.front() = 41;
  CHECK(witness::confirm(visit, wrong).reason == "a part passes on something else");
  // Others would be the arguments of the second part.
  wrong = right;
  wrong.first["seen"] = wrong.second["seen"] = {39};
  CHECK(witness::confirm(visit, wrong).answer != Answer::Confirmed);
  CHECK_FALSE(disproof::examine(*program.compositions.back()));
}

TEST_CASE("tags, values and arrays that later parts read have to be those of the word") {
  const ir::Program program = programOf(R"(
mechanism told(eps: real, n: size, f: query[n]) requires eps > 0 adjacency one f changes by 1 guarantees private(eps)
{ for i in 0 .. n while i < 2 {
    lam ~ laplace(1 / eps) align lam' = lam + f[i] - f'[i]
    if f[i] + lam >= 1 { output above(f[i] + lam) } else { output below } } }
mechanism measured(eps: real, n: size, chosen: bool[n], least: int[n], f: query[n])
  requires eps > 0 adjacency one f changes by 1 guarantees private(eps)
{ for i in 0 .. n { if chosen[i] {
    lam ~ laplace(1 / eps) align lam' = lam + f[i] - f'[i]
    if f[i] + lam >= least[i] { output yes } else { output no } } } }
compose both(eps: real, n: size, f: query[n]) requires eps > 0 guarantees private(eps)
{ seen := told(eps, n, f)  measured(eps, n, seen is above, seen.above, f) }
)");
  const ir::Composition &both = *program.compositions.front();
  const ComposedWitness right = witnessOf(both);
  REQUIRE(witness::confirm(both, right).answer == Answer::Confirmed);
  REQUIRE(right.first.at("seen is above") == interpreter::Numbers{1});
  const interpreter::Numbers value = right.first.at("seen.above");
  REQUIRE(value.front() >= 1);

  const auto reason = [&](const std::function<void(ComposedWitness &)> &change) {
    ComposedWitness wrong = right;
    change(wrong);
    const witness::Opinion opinion = witness::confirm(both, wrong);
    CHECK(opinion.answer != Answer::Confirmed);
    return opinion.reason;
  };
  const std::string other = "a part passes on something else";
  const auto give = [](ComposedWitness &w, const char *name, const interpreter::Exact &given) {
    w.first[name] = w.second[name] = {given};
  };
  CHECK(reason([&](auto &w) { give(w, "seen is above", 0); }) == other);
  CHECK(reason([&](auto &w) { give(w, "seen.above", value.front() + 1); }) == other);
  CHECK(reason([&](auto &w) { w.parts[0].word.cells.front().values.front() = value.front() + 1; }) == other);
  CHECK(reason([](auto &w) { w.parts[0].word.cells.clear(); }) == other);
  CHECK(reason([](auto &w) { w.parts[0].isBeginning = true; }) == other);
  CHECK(reason([](auto &w) { w.parts[0].rank = 1; }) == other);
}
