// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/seeded_engine.h"
#include "checker/smt/z3_memory.h"
#include "checker/smt/z3_translation.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <new>

namespace plumb::smt {

namespace {

/// Z3's spelling of a duration; its largest number means "no bound".
unsigned inMilliseconds(std::chrono::milliseconds duration) {
  assert(duration.count() > 0 && "a question may take some time");
  const std::int64_t longest = std::numeric_limits<unsigned>::max() - 1;
  return static_cast<unsigned>(std::min<std::int64_t>(duration.count(), longest));
}

/// "(incomplete (theory arithmetic))" -> "incomplete (theory arithmetic)".
std::string withoutParentheses(const std::string &text) {
  const bool wrapped = text.size() >= 2 && text.front() == '(' && text.back() == ')';
  return wrapped ? text.substr(1, text.size() - 2) : text;
}

class Z3Engine : public Engine {
public:
  Z3Engine(const Budget &budget, std::uint32_t seed);

  void push() override {
    withMemory([&] { solver.push(); });
  }
  void pop() override {
    withMemory([&] { solver.pop(); });
  }
  void add(Term formula) override {
    withMemory([&] { solver.add(translation.translate(formula)); });
  }
  Satisfiability check() override;
  UnknownReason unknownReason() const override { return reason; }
  std::string unknownText() const override { return text; }
  std::optional<Rational> value(Term term) override;
  bool isSpent() const override { return budget.resourceUnits != 0 && left == 0; }
  void renew() override {
    charge();
    left = budget.forAll();
    mostForOne = budget.resourceUnits;
  }
  std::uint64_t resourceUnits() const override { return spent; }
  std::string name() const override { return "z3"; }

private:
  std::uint32_t charge();
  void limitNextQuestion();
  void explainUnknown(std::uint64_t used, std::chrono::steady_clock::duration elapsed);

  Budget budget;
  /// Of the bound on all questions together; of no account without a bound on one.
  std::uint64_t left;
  /// Of the bound on one question: see check.
  std::uint32_t mostForOne;
  /// Of the next question, or the last one.
  std::uint32_t limit = 0;
  /// What was used when it was charged last.
  std::uint32_t charged = 0;
  /// All that was charged.
  std::uint64_t spent = 0;
  MemoryForContext tested;
  z3::context context;
  z3::solver solver;
  Z3Translation translation;
  std::optional<z3::model> model;
  UnknownReason reason = UnknownReason::None;
  std::string text;
};

// The plain incremental core: the solvers that Z3 builds from a logic's tactics cost more to make than
// most of our questions cost to answer.
Z3Engine::Z3Engine(const Budget &budgetPerQuestion, std::uint32_t seed)
    : budget(budgetPerQuestion), left(budget.forAll()),
      mostForOne(budget.resourceUnits), solver(context, z3::solver::simple()), translation(context) {
  z3::params parameters(context);
  parameters.set("random_seed", static_cast<unsigned>(seed));
  parameters.set("ctrl_c", false);
  parameters.set("rlimit", static_cast<unsigned>(budget.resourceUnits));
  parameters.set("timeout", inMilliseconds(budget.wallClock));
  solver.set(parameters);
}

/// Takes from what is left whatever was used since the last call, also outside of questions: Z3 brings
/// formulas into its own form when a scope is opened over them, and of many formulas this is most of its
/// work. \returns how much that was.
std::uint32_t Z3Engine::charge() {
  const std::uint32_t used = resourceUnitsUsed(solver);
  const std::uint32_t since = used - charged;
  charged = used;
  spent += since;
  left -= std::min<std::uint64_t>(left, since);
  return since;
}

/// A question that is stopped at its limit leaves less for the next one: where some are that hard, others
/// are, and a proof that fails after all should not take as long as several that do not.
Satisfiability Z3Engine::check() {
  model.reset();
  reason = UnknownReason::None;
  text.clear();
  charge();
  left -= std::min<std::uint64_t>(left, Budget::unitsOfAQuestion);
  const auto start = std::chrono::steady_clock::now();
  limitNextQuestion();
  const z3::check_result result = withMemory([&] { return solver.check(); });
  const std::uint32_t used = charge();
  switch (result) {
  case z3::unsat:
    return Satisfiability::Unsat;
  case z3::sat:
    withMemory([&] { model = solver.get_model(); });
    return Satisfiability::Sat;
  case z3::unknown:
    break;
  }
  explainUnknown(used, std::chrono::steady_clock::now() - start);
  constexpr std::uint32_t shareOfTheNext = 2, leastShare = 16;
  if (reason == UnknownReason::ResourceLimit)
    mostForOne = std::max(mostForOne / shareOfTheNext, budget.resourceUnits / leastShare);
  return Satisfiability::Unknown;
}

/// What is left for all questions may be less than one question may cost.
void Z3Engine::limitNextQuestion() {
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, mostForOne));
  if (budget.resourceUnits == 0 || limit == std::max(most, 1U))
    return;
  limit = std::max(most, 1U);
  z3::params parameters(context);
  parameters.set("rlimit", static_cast<unsigned>(limit));
  solver.set(parameters);
}

// Z3 says "canceled" whichever bound stopped it, and sometimes "incomplete", when one stopped a part of it.
void Z3Engine::explainUnknown(std::uint64_t used, std::chrono::steady_clock::duration elapsed) {
  text = withoutParentheses(solver.reason_unknown());
  if (tellsOfMemory(text))
    throw std::bad_alloc();
  if (budget.resourceUnits != 0 && (used >= limit || left == 0))
    reason = UnknownReason::ResourceLimit;
  else if (elapsed >= budget.wallClock)
    reason = UnknownReason::TimeOut;
  else if (text.find("incomplete") != std::string::npos)
    reason = UnknownReason::Incomplete;
  else
    reason = UnknownReason::SolverError;
}

std::optional<Rational> Z3Engine::value(Term term) {
  if (!model)
    return std::nullopt;
  const z3::expr value = withMemory([&] { return model->eval(translation.translate(term), true); });
  if (value.is_true() || value.is_false())
    return Rational(value.is_true() ? 1 : 0);
  // Z3 calls a root of a polynomial a numeral too.
  if (!value.is_numeral() || value.is_algebraic())
    return std::nullopt;
  Rational number(Z3_get_numeral_string(context, value));
  number.canonicalize();
  return number;
}

} // namespace

std::unique_ptr<Engine> makeZ3Engine(const Budget &budget) {
  return makeZ3Engine(budget, 0);
}

std::unique_ptr<Engine> makeZ3Engine(const Budget &budget, std::uint32_t seed) {
  return std::make_unique<Z3Engine>(budget, seed);
}

std::string z3Version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

} // namespace plumb::smt
