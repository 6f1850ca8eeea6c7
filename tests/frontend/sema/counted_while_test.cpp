// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/print_expression.h"
#include "frontend/sema/counted_while.h"
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>
#include <llvm/Support/Casting.h>
#include <map>
#include <random>

using namespace plumb;
using namespace plumb::test;

namespace {

/// "k in 0 .. n - i", or the mistakes.
std::string rangeOf(const std::string &body) {
  const Analyzed analyzed(around(body + " output 0"));
  if (!analyzed.mistakes().empty())
    return analyzed.mistakes().front();
  for (const auto &statement : analyzed.only().body)
    if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get()))
      return (loop->leftOut ? "" : "written: ") + loop->index.name + " in " + print(*loop->low) + " .. " +
             print(*loop->high);
  return "no loop";
}

const std::string endless = "UnboundedLoop `while`";

} // namespace

TEST_CASE("a while that counts to a bound is a loop over a range") {
  CHECK(rangeOf("i := 0 while i < n { i := i + 1 }") == "k2 in 0 .. n");
  CHECK(rangeOf("i := g while i < n { i := i + 1 }") == "k2 in 0 .. n - i");
  CHECK(rangeOf("i := 2 while i <= k { i := 2 + i }") == "k2 in 0 .. k - 1");
  CHECK(rangeOf("i := k + 1 while i > 0 { i := i - 1 }") == "k2 in 0 .. k + 1");
  CHECK(rangeOf("i := n i := 7 while 3 <= i and x > 0 { i := i - 1 }") == "k2 in 0 .. 5");
  CHECK(rangeOf("i := n if b { i := 7 } while 3 <= i { i := i - 1 }") == "k2 in 0 .. i - 2");
  CHECK(rangeOf("i := 0 k2 := 1 while k2 + k > i { i := i + 1 }") == "k3 in 0 .. k2 + k");
  CHECK(rangeOf("i := 0 while i < n { if b { i := i + 1 } else { i := i + 2 } }") == "k2 in 0 .. n");
  CHECK(rangeOf("i := 0 hit := 0 while i < n and hit = 0 { if b { hit := 1 } else { i := i + 1 } }") ==
        "k2 in 0 .. n");
  CHECK(rangeOf("i := 0 hit := false while not hit and i < n { if b { hit := true } i := i + 1 }") ==
        "k2 in 0 .. n");
  CHECK(rangeOf("i := 0 while i < n { for j in 0 .. n { i := i + 1 } i := i + 1 }") == "k2 in 0 .. n");
}

TEST_CASE("a while in a while has a range with a name of its own") {
  const Analyzed analyzed(around("i := 0 while i < n { j := 0 while j < i { j := j + 1 } i := i + 1 } while "
                                 "i > 0 { i := i - 1 } output 0"));
  const std::string printed = print(analyzed.only());
  CHECK(printed.find("for k2 in 0 .. n while i < n {") != std::string::npos);
  CHECK(printed.find("for k3 in 0 .. i while j < i {") != std::string::npos);
  CHECK(printed.find("for k2 in 0 .. i while i > 0 {") != std::string::npos);
  CHECK(print(Analyzed(printed).only()) == printed);
}

TEST_CASE("a while that may go on for ever is refused") {
  CHECK(rangeOf("i := 0 while i < n { a := i }") == endless);
  CHECK(rangeOf("i := 0 while i != n { i := i + 1 }") == endless);
  CHECK(rangeOf("i := 0 while i < n or b { i := i + 1 }") == endless);
  CHECK(rangeOf("i := 0 while i < n { if b { i := i + 1 } }") == endless);
  CHECK(rangeOf("i := 0 while i < n { i := i + k }") == endless);
  CHECK(rangeOf("i := 0 while i < n { i := i * 2 }") == endless);
  CHECK(rangeOf("i := 0 while i < n { i := i + 2 if b { i := i - 1 } }") == endless);
  CHECK(rangeOf("i := 0 m := n while i < m { i := i + 1 m := m + 1 }") == endless);
  CHECK(rangeOf("i := 0 while i < n { for j in 0 .. n { i := i + 1 } }") == endless);
  CHECK(rangeOf("i := 0 while i < n { for j in 0 .. n { i := 0 } i := i + 1 }") == endless);
  CHECK(rangeOf("i := 0 hit := false while i < n and not hit { if b { hit := true } else { i := i + 1 } hit "
                ":= false }") == endless);
  CHECK(rangeOf("i := 0 hit := false while i < n and not hit { if b { hit := b } else { i := i + 1 } }") ==
        endless);
  CHECK(rangeOf("y := 0.0 while y < x { y := y + 1 }") == endless);
  CHECK(rangeOf("i := 0 while i < x { i := i + 1 }") == "MixedSorts `i`");
}

TEST_CASE("what stands in a while that is refused is analysed to the end") {
  const std::string refused =
      " while i != n { NOISE ~ laplace(6 / eps) align NOISE' = NOISE + (out[i] is above ? 1 : 0) "
      "if f[i] + NOISE > 1 { output above } else { } }";
  const auto drawing = [&](const std::string &noise) {
    std::string text = refused;
    for (std::size_t at = text.find("NOISE"); at != std::string::npos; at = text.find("NOISE"))
      text.replace(at, 5, noise);
    return text;
  };
  CHECK(mistakesIn("i := 0" + drawing("lam")) == Told{endless});
  CHECK(mistakesIn("i := 0" + drawing("lam") + drawing("nu")) == Told{endless, endless});
}

TEST_CASE("nothing stays silent in a while that counts") {
  CHECK(mistakesIn("i := 0 while i < n { v[i] := 1 i := i + 1 } output 0") == Told{"NotALoopElement `i`"});
  CHECK(mistakesIn("i := 0 while i < n { lam[i] ~ laplace(1 / eps) i := i + 1 } output 0") ==
        Told{"SampleNotPerIteration `lam`"});
  CHECK(mistakesIn(
            "i := 0 while i < n { for j in 0 .. n { lam[j] ~ laplace(1 / eps) } i := i + 1 } output 0") ==
        Told{"SampleNotPerIteration `lam`"});
  CHECK(mistakesIn("while i < n { i := i + 1 } output 0") == Told{"ReadBeforeAssignment `i`"});
  CHECK(mistakesIn("i := 0 while i < f { i := i + 1 } output 0").size() == 1);
  CHECK(mistakesIn("i := 0 while i < n { i := i + 1 } output f[q2]") == Told{"UnknownName `q2`"});
  CHECK(mistakesIn("i := 0 while i < n { output f[k2] i := i + 1 }") == Told{"UnknownName `k2`"});
}

namespace {

/// Whiles at random, and what they do: every path is taken, since conditions in them are unknown.
class Rounds {
public:
  explicit Rounds(unsigned seed) : random(seed) {}

  /// Puts a while behind statements at random, half of the time into a loop of two rounds, and goes round.
  void compare() {
    up = take(2) == 0;
    isStrict = take(2) == 0;
    flag = std::vector<std::string>{"", " and not hit", " and u = 0", " and 1 > u"}[take(4)];
    const std::string bound = take(3) == 0 ? "m" : "3";
    const bool isWrapped = take(2) == 0;
    const std::string loopText = start() + " while i " + (up ? "<" : ">") + (isStrict ? " " : "= ") + bound +
                                 flag + " {" + block(3) + " }";
    const Analyzed analyzed(around("i := 0 hit := false u := 0 m := 3" + start() +
                                   (isWrapped ? " for r in 0 .. 2 {" + loopText + " }" : loopText) +
                                   " output 0"));
    INFO(analyzed.file.text());
    if (!analyzed.mistakes().empty()) {
      REQUIRE(analyzed.mistakes() == Told{"UnboundedLoop `while`"});
      return;
    }
    ++counted;
    range = nullptr;
    collect(analyzed.only().body);
    REQUIRE(range);
    DiagnosticSink sink(100);
    const syntax::Program program = parse(analyzed.file, sink);
    run(program.mechanisms.at(0).body, {State()});
  }

  unsigned counted = 0;

private:
  using State = std::map<std::string, int>;
  using States = std::set<State>;

  void collect(const ir::Block &statements) {
    for (const auto &statement : statements)
      if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
        range = loop->leftOut ? loop->high.get() : range;
        collect(loop->body);
      }
  }

  static int value(const ir::Expression &term, const State &state) {
    if (const auto *number = llvm::dyn_cast<ir::Number>(&term))
      return static_cast<int>(number->value.get_d());
    if (const auto *read = llvm::dyn_cast<ir::Read>(&term))
      return state.at(read->variable.name);
    const auto &sum = llvm::cast<ir::Binary>(term);
    const int left = value(*sum.left, state), right = value(*sum.right, state);
    return sum.op == ir::BinaryOperator::Add ? left + right : left - right;
  }

  bool goesOn(const State &now) const {
    const int i = now.at("i"), end = now.at("m");
    const bool isFlagged = flag == " and not hit" ? now.at("hit") != 0 : !flag.empty() && now.at("u") > 0;
    return ((up ? i < end : i > end) || (!isStrict && i == end)) && !isFlagged;
  }

  /// What holds behind the while, which may not go round more often than its range is long.
  States behind(const syntax::Statement &loop, const State &before) {
    const int most = std::max(0, value(*range, before));
    States ends, heads = {before};
    for (int round = 0; !heads.empty(); ++round) {
      States next;
      for (const State &head : heads)
        if (!goesOn(head)) {
          ends.insert(head);
        } else {
          REQUIRE(round < most);
          next.merge(run(loop.thenBlock, {head}));
        }
      heads = std::move(next);
    }
    return ends;
  }

  /// What i may be when the loop is entered.
  std::string start() {
    std::string text;
    for (unsigned left = take(3); left > 0; --left)
      switch (take(5)) {
      case 0:
        text += " i := " + std::to_string(take(6));
        break;
      case 1:
        text += " if b { i := " + std::to_string(take(6)) + " }";
        break;
      case 2:
        text += " for j in 0 .. 2 { i := i + 1 }";
        break;
      case 3:
        text += " m := 3";
        break;
      case 4:
        text += " i := 1 - 4";
        break;
      }
    return text;
  }

  unsigned take(unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(random); }

  std::string block(unsigned depth) {
    std::string text;
    for (unsigned left = 1 + take(3); left > 0; --left)
      switch (take(depth > 0 ? 9 : 7)) {
      case 0:
      case 1:
        text += " i := i + " + std::to_string(take(3));
        break;
      case 2:
        text += " i := i - " + std::to_string(take(3));
        break;
      case 3:
        text += " hit := true";
        break;
      case 4:
        text += take(4) ? " hit := true" : " hit := false";
        break;
      case 5:
        text += " u := " + std::to_string(take(8) ? 1 : 0);
        break;
      case 6:
        text += " g1 := 1";
        break;
      case 7:
        text += " if b {" + block(depth - 1) + " } else {" + block(depth - 1) + " }";
        break;
      case 8:
        text += " if b {" + block(depth - 1) + " }";
        break;
      }
    return text;
  }

  static int value(const syntax::Expression &expression, const State &state) {
    if (expression.kind == syntax::Expression::Kind::Number)
      return std::stoi(expression.text);
    if (expression.kind == syntax::Expression::Kind::Boolean)
      return expression.text == "true";
    if (expression.kind == syntax::Expression::Kind::Name)
      return state.at(expression.text);
    const int left = value(*expression.operands[0], state), right = value(*expression.operands[1], state);
    return expression.text == "+" ? left + right : left - right;
  }

  States run(const syntax::Block &block, States states) {
    for (const auto &statement : block) {
      States next;
      for (const State &state : states) {
        if (statement->kind == syntax::Statement::Kind::If) {
          next.merge(run(statement->thenBlock, {state}));
          next.merge(run(statement->elseBlock, {state}));
          continue;
        }
        if (statement->kind == syntax::Statement::Kind::For) {
          next.merge(run(statement->thenBlock, run(statement->thenBlock, {state})));
          continue;
        }
        if (statement->kind == syntax::Statement::Kind::While) {
          next.merge(behind(*statement, state));
          continue;
        }
        State after = state;
        if (statement->kind != syntax::Statement::Kind::Assign) {
          next.insert(after);
          continue;
        }
        after[statement->target.text] = value(*statement->value, state);
        next.insert(after);
      }
      states = std::move(next);
    }
    return states;
  }

  std::mt19937 random;
  bool up = true, isStrict = true;
  std::string flag;
  const ir::Expression *range = nullptr;
};

} // namespace

TEST_CASE("no while goes round more often than its range is long") {
  Rounds rounds(20);
  for (int program = 0; program < 4000; ++program)
    rounds.compare();
  CHECK(rounds.counted > 400);
}
