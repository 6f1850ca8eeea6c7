// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/violation.h"
#include "checker/interpreter/record_neighbours.h"
#include "tests/checker/interpreter/program_text.h"
#include "tests/checker/interpreter/record_mechanisms.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::Condition;
using refutation::Counterexample;
using refutation::NamedRecords;
using test::ProgramText;

namespace {

std::string print(const std::optional<interpreter::FieldValue> &value, ir::Sort sort) {
  return value ? interpreter::print(*value, sort) : "-";
}

/// "place=1|none; 2 x place=0"
std::string summary(const NamedRecords &records) {
  std::string text;
  for (const auto &field : records.changed)
    text += (text.empty() ? "" : " ") + field.element.name() + "=" +
            (field.any ? "any" : print(field.first, field.sort) + "|" + print(field.second, field.sort));
  for (const auto &other : records.others) {
    text += "; " + std::to_string(other.copies) + " x";
    for (const auto &field : other.fields)
      text += " " + field.element.name() + "=" + interpreter::print(field.value, field.sort);
  }
  return text;
}

/// "eps=1 n=1; f[0]=1|0"
std::string summary(const std::vector<refutation::NamedNumber> &parameters,
                    const std::vector<refutation::NamedAnswers> &answers) {
  std::string text;
  for (const auto &parameter : parameters)
    text += (text.empty() ? "" : " ") + parameter.element.name() + "=" + toString(parameter.value);
  text += ";";
  for (const auto &answer : answers)
    text += " " + answer.element.name() + "=" + toString(answer.first) + "|" + toString(answer.second);
  return text;
}

interpreter::Inputs inputsOf(const std::vector<refutation::NamedNumber> &parameters) {
  interpreter::Inputs inputs;
  for (const auto &parameter : parameters)
    inputs[parameter.element.declared].push_back(parameter.value);
  return inputs;
}

/// The records as they are told are neighbours, and the answers as they are told are theirs.
void checkReal(const ir::Mechanism &mechanism, const std::vector<refutation::NamedNumber> &parameters,
               const std::vector<refutation::NamedAnswers> &answers, const NamedRecords &records) {
  auto instance = interpreter::Instance::create(mechanism, inputsOf(parameters));
  REQUIRE(instance);
  CHECK(interpreter::requirementsHold(*instance));
  interpreter::RecordPair pair;
  for (const auto &field : records.changed) {
    if (field.first) {
      if (!pair.first)
        pair.first.emplace();
      pair.first->push_back(*field.first);
    }
    if (field.second) {
      if (!pair.second)
        pair.second.emplace();
      pair.second->push_back(*field.second);
    }
  }
  for (const auto &other : records.others) {
    interpreter::RecordValue record;
    for (const auto &field : other.fields)
      record.push_back(field.value);
    pair.others.push_back({record, other.copies});
  }
  CHECK(interpreter::areNeighbours(*instance, pair));
  auto sums = interpreter::answersOf(*instance, pair);
  REQUIRE(sums);
  REQUIRE(sums->first.size() == answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CHECK(sums->first[i] == answers[i].first);
    CHECK(sums->second[i] == answers[i].second);
    CHECK_FALSE(answers[i].any);
  }
}

std::optional<Counterexample> found(const std::string &text, std::uint64_t replays = 30'000) {
  ProgramText program(text);
  refutation::CounterexampleLimits limits;
  limits.replays = replays;
  auto example = refutation::findCounterexample(*program, limits);
  if (example) {
    INFO(example->description);
    CHECK(example->confirmed);
    REQUIRE(example->records);
    checkReal(*program, example->parameters, example->answers, *example->records);
  }
  return example;
}

std::string told(const Counterexample &example) {
  return summary(example.parameters, example.answers) + " " + summary(*example.records);
}

bool isViolated(const std::string &text) {
  ProgramText program(text);
  auto violation = disproof::examine(*program, nullptr).violation;
  if (violation) {
    const disproof::ToldQuestion &question = violation->question;
    REQUIRE(question.records);
    checkReal(*program, question.parameters, question.answers, *question.records);
  }
  return violation.has_value();
}

/// One noisy answer about records {c: bool, x: int}.
std::string oneAnswer(const std::string &adjacency, const std::string &law = "exponential(1 / eps)",
                      const std::string &query = "count s: S where s.c") {
  return "record S { c: bool, x: int }\n"
         "policy hide on S { public x; sensitive c when c }\n"
         "query f = " +
         query + "\nmechanism m(eps: real)\n  requires eps > 0\n  adjacency " + adjacency +
         "\n  guarantees private(eps)\n{\n  lam ~ " + law +
         "   align lam' = lam + f - f'\n  output f + lam\n}\n";
}

/// Publishes whether there are \p t records; \p requires is about t.
std::string atLeast(const std::string &requirement) {
  return "record S { c: bool }\nquery f = count s: S where s.c\nmechanism m(eps: real, t: int)\n"
         "  requires eps > 0, " +
         requirement +
         "\n  adjacency add S\n  guarantees private(eps)\n"
         "{ if f >= t { output yes } else { output no } }\n";
}

} // namespace

TEST_CASE("records: alignments that prove privacy have no counterexample and no violation") {
  for (const std::string &text :
       {test::visitedPlaces(), test::monitor(), test::markedPlaces(), oneAnswer("replace S under hide"),
        oneAnswer("add S"), oneAnswer("remove S", "neg_exponential(1 / eps)"),
        oneAnswer("add or remove S", "laplace(1 / eps)"), oneAnswer("replace S", "laplace(1 / eps)"),
        oneAnswer("replace S when r.c"), oneAnswer("replace S along r.c = r'.c")}) {
    INFO(text);
    CHECK_FALSE(found(text));
    CHECK_FALSE(isViolated(text));
  }
}

TEST_CASE("records: the direction of the adjacency matters") {
  for (const std::string adjacency : {"remove S", "add or remove S", "replace S"}) {
    auto example = found(oneAnswer(adjacency));
    REQUIRE(example);
    CHECK(example->condition == Condition::Support);
    CHECK(summary(example->parameters, example->answers) == "eps=1; f=0|1");
    CHECK(isViolated(oneAnswer(adjacency)));
  }
  auto added = found(oneAnswer("add S", "neg_exponential(1 / eps)"));
  REQUIRE(added);
  CHECK(told(*added) == "eps=1; f=1|0 c=true|- x=any");
  auto removed = found(oneAnswer("remove S"));
  REQUIRE(removed);
  CHECK((added->records->isMissingSecond && !added->records->isMissingFirst));
  CHECK((removed->records->isMissingFirst && !removed->records->isMissingSecond));
  CHECK(told(*removed) == "eps=1; f=0|1 c=-|true x=any");
}

TEST_CASE("records: a policy that is turned round") {
  auto example = found(test::visitedPlaces("visited[i] when not visited[i]"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Support);
  CHECK(told(*example) == "n=1 eps=1; f[0]=0|1 visited[0]=false|true");
  CHECK(example->records->name == "Trajectory");
  CHECK(isViolated(test::visitedPlaces("visited[i] when not visited[i]")));
  example = found(test::markedPlaces("marked[l] := true", "r'.place = r.place or r.place = none"));
  REQUIRE(example);
  CHECK(summary(*example->records) == "place=none|0");
}

TEST_CASE("records: a monitor that goes on speaking, or too early") {
  for (const std::string silence : {"", "silent_until := t + 1"}) {
    auto example = found(test::monitor(silence));
    REQUIRE(example);
    CHECK(example->condition == Condition::Cost);
    CHECK(told(*example) == "H=2 eps=1 threshold=0 clear[0]=2 clear[1]=2; f[0]=1|0 f[1]=1|0 "
                            "enter=0|0 leave=2|2 there=true|false");
    CHECK(isViolated(test::monitor(silence)));
  }
}

TEST_CASE("records: a monitor whose clock does not wait for the last to leave") {
  auto example = found(test::monitor("silent_until := clear[t]", "v.enter <= clear[t]"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Cost);
  CHECK(summary(*example->records) == "enter=0|0 leave=2|2 there=true|false");
}

TEST_CASE("records: places without marks, and a record that may change its place") {
  auto example = found(test::markedPlaces("noisy := 0"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Cost);
  CHECK(told(*example) == "L=1 eps=1 H=2 threshold=0; f[0]=1|0 place=0|none");
  CHECK(isViolated(test::markedPlaces("noisy := 0")));
  example = found(test::markedPlaces("marked[l] := true", "r.place != none"));
  REQUIRE(example);
  CHECK(summary(*example->records) == "place=1|0");
}

TEST_CASE("records: sensitive by a condition, and along an edge") {
  auto example = found(oneAnswer("replace S when not r.c"));
  REQUIRE(example);
  CHECK(summary(*example->records) == "c=false|true x=any");
  example = found(oneAnswer("replace S along r.x != r'.x"));
  REQUIRE(example);
  CHECK(example->records->changed[0].first != example->records->changed[0].second);
  CHECK(example->records->changed[1].first != example->records->changed[1].second);
}

TEST_CASE("records: a sum without a bound costs more than one") {
  auto example = found(oneAnswer("replace S", "laplace(1 / eps)", "sum s: S of s.x"));
  REQUIRE(example);
  CHECK(example->condition == Condition::Cost);
  CHECK(summary(*example->records).substr(0, 5) == "c=any");
  CHECK(isViolated(oneAnswer("replace S", "laplace(1 / eps)", "sum s: S of s.x")));
}

TEST_CASE("records: answers below zero are answers too") {
  auto example = found("record S { x: int in -2 .. 1 }\nquery f = sum s: S of s.x\nmechanism m(eps: real)\n"
                       "  requires eps > 0\n  adjacency add S\n  guarantees private(eps)\n"
                       "{ if f <= -2 { output yes } else { output no } }\n");
  REQUIRE(example);
  CHECK(told(*example) == "eps=1; f=-2|0 x=-2|-");
}

TEST_CASE("records: other records are listed where they are needed, and only there") {
  auto near = found(atLeast("t >= 3")), far = found(atLeast("t >= 100"));
  REQUIRE((near && far));
  CHECK(told(*near) == "eps=1 t=3; f=3|2 c=true|-; 2 x c=true");
  CHECK(told(*far) == "eps=1 t=100; f=100|99 c=true|-; 99 x c=true");
  CHECK(isViolated(atLeast("t >= 3")));
  CHECK(isViolated(atLeast("t >= 100")));
  auto alone = found(atLeast("t >= 1"));
  REQUIRE(alone);
  CHECK(told(*alone) == "eps=1 t=1; f=1|0 c=true|-");
}

TEST_CASE("records: other records of two kinds") {
  auto example = found("record S { a: bool, b: bool }\nquery f = count s: S where s.a\n"
                       "query g = count s: S where s.b and not s.a\n"
                       "mechanism m(eps: real)\n  requires eps > 0\n  adjacency add S\n"
                       "  guarantees private(eps)\n"
                       "{ if f >= 2 and g >= 1 { output yes } else { output no } }\n");
  REQUIRE(example);
  CHECK(example->records->others.size() == 2 - (example->records->others[0].copies == 2));
  CHECK(example->answers[0].first == 2);
  CHECK(example->answers[1].first == 1);
}

TEST_CASE("records: premises are kept, by the others too") {
  const std::string premised = "record S { c: bool, x: int }\nquery f = count s: S where s.c\n"
                               "query g = sum s: S of s.x where s.c\n"
                               "policy p on S { public x; sensitive c when c }\n"
                               "mechanism m(eps: real, k: int)\n  requires eps > 0, 0 <= k <= 1\n"
                               "  requires forall v in data: 0 <= v.x <= k\n"
                               "  adjacency replace S under p\n  guarantees private(eps)\n"
                               "{ if g > f { output yes } else { output no } }\n";
  CHECK_FALSE(found(premised));
  std::string loose = premised;
  loose.replace(loose.find("v.x <= k\n"), 8, "v.x <= 2");
  auto example = found(loose);
  REQUIRE(example);
  CHECK(summary(*example->records) == "c=true|false x=2|2");
}

TEST_CASE("records: a range keeps fields apart, and has ends that are tried") {
  auto ranged = [](const std::string &range) {
    return "record S { x: int in " + range +
           " }\nquery f = count s: S where s.x = 7\nmechanism m(eps: real)\n"
           "  requires eps > 0\n  adjacency add S\n  guarantees private(eps)\n{ output f }\n";
  };
  CHECK_FALSE(found(ranged("0 .. 7")));
  CHECK_FALSE(found(ranged("8 .. 9")));
  auto high = found(ranged("0 .. 8")), low = found(ranged("7 .. 20"));
  REQUIRE((high && low));
  CHECK(summary(*high->records) == "x=7|-");
  CHECK(summary(*low->records) == "x=7|-");
}

TEST_CASE("records: fields that do not matter are marked, and only those") {
  const std::string text =
      "size n\nrecord S { c: bool, x: int, p: int in 4 .. 6 or none, q: int in 4 .. 5, A: bool[n] }\n"
      "policy hide on S { public x, p, q, A; sensitive c }\n"
      "query f = count s: S where s.c and s.x >= 0\n"
      "mechanism m(eps: real)\n  requires eps > 0, n = 2\n"
      "  adjacency replace S under hide\n  guarantees private(eps)\n{ output f }\n";
  auto example = found(text);
  REQUIRE(example);
  // There is one value for q.
  CHECK(summary(*example->records) == "c=true|false x=0|0 p=any q=4|4 A[0]=any A[1]=any");
}

TEST_CASE("records: a size that only the records have is not touched by the search for smaller numbers") {
  auto example = found("size n\nrecord S { A: bool[n] }\nquery f = count s: S where s.A[n - 1]\n"
                       "mechanism m(eps: real)\n  requires eps > 0, n >= 3\n"
                       "  adjacency add S\n  guarantees private(eps)\n{ output f }\n");
  REQUIRE(example);
  CHECK(told(*example) == "n=3 eps=1; f=1|0 A[0]=any A[1]=any A[2]=true|-");
}

TEST_CASE("records: the smallest size is one that the records fit") {
  auto example = found("size n\nrecord S { A: bool[n] }\nquery f = count s: S where s.A[0]\n"
                       "mechanism m(eps: real)\n  requires eps > 0\n"
                       "  adjacency add S\n  guarantees private(eps)\n{ output f }\n");
  REQUIRE(example);
  CHECK(told(*example) == "n=1 eps=1; f=1|0 A[0]=true|-");
}

TEST_CASE("records: an undefined answer is no counterexample") {
  CHECK_FALSE(found("record S { A: bool[2], x: int }\nquery f = count s: S where s.A[s.x] and s.x > 1\n"
                    "mechanism m(eps: real)\n  requires eps > 0\n  adjacency add S\n"
                    "  guarantees private(eps)\n{ output f }\n"));
}

TEST_CASE("records: the cross-examination of a proof sees the small failures") {
  constexpr std::uint64_t crossExamination = 2000;
  CHECK(found(test::visitedPlaces("visited[i] when not visited[i]"), crossExamination));
  CHECK(found(test::markedPlaces("noisy := 0"), crossExamination));
  CHECK(found(test::monitor("silent_until := clear[t]", "v.enter <= clear[t]"), crossExamination));
}

TEST_CASE("records: the search ends with its budget") {
  CHECK_FALSE(found(test::monitor(""), 1));
  CHECK_FALSE(found(test::monitor(""), 100));
}

TEST_CASE("records: a textbook counterexample has none") {
  ProgramText program(test::withHead("output f[0]", "f changes by 1"));
  auto example = refutation::findCounterexample(*program);
  REQUIRE(example);
  CHECK_FALSE(example->records);
}
