// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/evaluate.h - The value of an expression ---*- C++ -*-===//
///
/// \file
/// Exact evaluation. What a name means differs between program code, alignments
/// and claims; a Scope says it, the arithmetic is here once.
///
/// `and`, `or`, `implies` and `?:` evaluate from the left and only what they need,
/// so `i < n and f[i] > 0` is defined for every i.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_EVALUATE_H
#define PLUMB_CHECKER_INTERPRETER_EVALUATE_H

#include "checker/interpreter/failure.h"
#include "checker/interpreter/output.h"
#include "checker/interpreter/record_value.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/record.h"

#include <optional>
#include <utility>

namespace plumb::interpreter {

/// The meaning of names at one place of a run. Referenced values live until the run moves on.
class Scope {
public:
  virtual ~Scope() = default;

  /// An element of a variable, or a scalar for no indices. Null if out of bounds.
  virtual const Exact *element(const ir::Variable &variable, bool primed,
                               llvm::ArrayRef<std::int64_t> indices) const = 0;
  /// Null: that iteration did not run.
  virtual const Cell *cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const = 0;
  /// What the mechanism returns, where it may be spoken of.
  virtual const Result &result() const = 0;
  /// What a field of a record holds, where a record may be spoken of. Null if out of bounds.
  virtual const FieldValue *field(const ir::FieldRead &read, llvm::ArrayRef<std::int64_t> indices) const;
};

/// Evaluates expressions of one Scope. After a failure every further value is 0, so callers may
/// ask once at the end of a statement.
class Evaluator {
public:
  /// \p steps counts down, one for each index of a range that is gone through and for each 64 bits of a long
  /// number; where it is 0 that is a StepLimit. Nothing: this evaluator has its own.
  explicit Evaluator(const Scope &names, std::uint64_t *steps = nullptr)
      : scope(names), stepsLeft(steps ? *steps : ownSteps) {}
  Evaluator(const Evaluator &) = delete;
  Evaluator &operator=(const Evaluator &) = delete;

  /// \pre \p expression is no TopK (see select), and holds no Moved or Cost, which are no values
  /// of a single run.
  Exact evaluate(const ir::Expression &expression);
  bool holds(const ir::Expression &expression) { return !evaluate(expression).isZero(); }
  /// The k largest elements, largest first, ties to the smaller index.
  Selection select(const ir::TopK &selection);
  /// What \p expression gives as a returned value; null means `stop`.
  Result resultOf(const ir::Expression *expression);
  Indices subscripts(const std::vector<ir::ExpressionPtr> &expressions);

  /// Gives a quantified variable its value until the matching unbind.
  void bind(const ir::Variable &variable, Exact value) { bound.emplace_back(&variable, std::move(value)); }
  void unbind() { bound.pop_back(); }

  /// One more index of the range in \p words. \returns false, having failed, if there were too many.
  bool step(SourceRange words);

  const std::optional<Failure> &failure() const { return failed; }

private:
  Exact read(const ir::Read &read);
  FieldValue fieldRead(const ir::FieldRead &read);
  FieldValue comparand(const ir::Expression &operand);
  bool fieldComparison(const ir::FieldComparison &comparison);
  Exact unary(const ir::Unary &unary);
  Exact binary(const ir::Binary &binary);
  Exact arithmetic(const ir::Binary &binary, const Exact &left, const Exact &right);
  Exact resultRead(const ir::ResultRead &read);
  bool cellTest(const ir::CellTest &test);
  Exact cellRead(const ir::CellRead &read);
  bool isMember(const ir::Membership &membership);
  bool forall(const ir::Forall &forall);
  Exact aggregate(const ir::Aggregate &aggregate);
  Exact fail(Failure::Kind kind, const ir::Expression &expression);

  bool mayDivide(const ir::Binary &binary, const Exact &left, const Exact &right);
  Exact bounded(Exact value, const ir::Expression &expression);

  const Scope &scope;
  std::uint64_t ownSteps = 1 << 16;
  std::uint64_t &stepsLeft;
  std::optional<Failure> failed;
  llvm::SmallVector<std::pair<const ir::Variable *, Exact>, 2> bound;
};

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_EVALUATE_H
