// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/symbolic_evaluator.h - Values in draws --*- C++ -*-===//
///
/// \file
/// The expressions of program code, evaluated while the draws are not known: a value is a linear form in
/// them, and where it depends on a comparison of draws, each outcome is a choice with its tests.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_SYMBOLIC_EVALUATOR_H
#define PLUMB_CHECKER_DISPROOF_SYMBOLIC_EVALUATOR_H

#include "checker/disproof/form.h"
#include "frontend/ir/aggregate.h"

#include <utility>

namespace plumb::disproof {

/// Why the paths to a word are not known, or why a path ends.
enum class Obstacle : std::uint8_t {
  /// Not an obstacle of the question: this path cannot go on.
  Impossible,
  /// A test that moves with a published number is met with equality at the number.
  Tie,
  /// A product of draws, a draw in a scale or a subscript, a law without a closed form.
  Outside,
  /// The run has no meaning.
  Undefined,
  /// The budget is spent.
  Spent,
};

/// form > 0 or form >= 0 has to hold.
struct Demand {
  Form form;
  bool isStrict;
};

/// One choice of many that an evaluation came to.
struct Choice {
  std::size_t taken;
  std::size_t count;
};

/// Sets \p choices to those of the next evaluation, in lexicographic order. False after the last.
bool advance(std::vector<Choice> &choices);

/// What a symbolic run knows.
class SymbolicScope {
public:
  virtual ~SymbolicScope() = default;
  /// Null if out of bounds.
  virtual const Form *element(const ir::Variable &variable, llvm::ArrayRef<std::int64_t> indices) const = 0;
  virtual ir::Sort sortOf(std::size_t draw) const = 0;
  /// What holds already.
  virtual const std::vector<Demand> &demands() const = 0;
};

/// Evaluates along one row of choices; those that \p row does not say are taken to be the first and
/// recorded. After an obstacle every value is 0. More steps than \p steps are one: Obstacle::Spent.
class SymbolicEvaluator {
public:
  SymbolicEvaluator(const SymbolicScope &names, std::vector<Choice> &row, std::uint64_t steps)
      : scope(names), choices(row), most(steps) {}

  Form evaluate(const ir::Expression &expression);
  bool holds(const ir::Expression &condition);
  /// A number without draws.
  Exact fixed(const ir::Expression &expression);
  interpreter::Indices subscripts(const std::vector<ir::ExpressionPtr> &expressions);
  /// The indices of the largest elements and what they hold, as interpreter::Evaluator::select.
  std::vector<std::pair<std::int64_t, Form>> select(const ir::TopK &selection);

  /// Goes on only where \p form > 0, or >= 0.
  void require(const Form &form, bool isStrict);

  const std::optional<Obstacle> &obstacle() const { return stopped; }
  /// What the choices demand.
  std::vector<Demand> &added() { return news; }
  /// Collects the difference of each comparison in \p differences, which outlives this: what is above, equal
  /// or below 0. Of a quotient or a remainder, how far the dividend is above the next multiple below it.
  void watch(std::vector<Form> &differences) { watched = &differences; }
  /// What it took: parts of expressions that were evaluated, demands that were compared, and what long
  /// numbers and forms cost beyond that.
  std::uint64_t steps() const { return taken; }

private:
  Form read(const ir::Read &read);
  Form binary(const ir::Binary &binary);
  Form product(const Form &left, const Form &right);
  Form aggregate(const ir::Aggregate &aggregate);
  bool comparison(const ir::Binary &binary);
  bool isEqual(const Form &difference);
  /// form > 0, or form >= 0?
  bool isAbove(const Form &form, bool isStrict);
  /// What is known of form > 0 (>= 0) without a choice.
  std::optional<bool> known(const Form &form, bool isStrict);
  bool hasRealDraw(const Form &form) const;
  bool spend(std::uint64_t steps);
  bool mayScale(const Form &form, const Exact &factor);
  std::size_t choose(std::size_t count);
  /// The place of the largest of \p values, ties to the first.
  std::size_t largest(const std::vector<Form> &values);
  Form stop(Obstacle why) {
    if (!stopped)
      stopped = why;
    return 0;
  }

  const SymbolicScope &scope;
  std::vector<Choice> &choices;
  std::size_t next = 0;
  const std::uint64_t most;
  std::uint64_t taken = 0;
  std::vector<Demand> news;
  /// Null if nobody watches.
  std::vector<Form> *watched = nullptr;
  std::optional<Obstacle> stopped;
  llvm::SmallVector<std::pair<const ir::Variable *, Form>, 2> bound;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_SYMBOLIC_EVALUATOR_H
