// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/record.h - Records and their fields ----------*- C++ -*-===//
///
/// \file
/// The type of one record of the data, and the expressions that read a record.
///
/// A field that is declared `or none` holds a value of its sort or none, which is no value
/// of any sort. Its FieldRead is an operand of NoneTest or FieldComparison and of nothing
/// else (frontend/sema sees to it), so all that is to be known about none is the meaning
/// of these two.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_RECORD_H
#define PLUMB_FRONTEND_IR_RECORD_H

#include "frontend/ir/expression.h"

namespace plumb::ir {

struct Field {
  std::string name;
  /// Bool, Int or Real.
  Sort sort;
  /// Empty for a single value. Over sizes; valid subscripts as for a Variable.
  std::vector<ExpressionPtr> extents;
  /// `in low .. high`, over sizes and of the sort of the field: every value v has low <= v < high if it is
  /// an Int, and low <= v <= high if it is a Real, in the real and in the neighbouring data. Both null if any
  /// number is possible.
  ExpressionPtr low, high;
  /// None is possible besides.
  bool orNone;
  SourceRange range;

  /// Is the end of its range one of its values? Of the reals below an end none is the greatest.
  bool reachesHigh() const { return sort == Sort::Real; }
};

struct Record {
  std::string name;
  /// In the order of the text; compared by address.
  std::vector<std::unique_ptr<Field>> fields;
  SourceRange range;

  /// Null if there is none of that name.
  const Field *field(std::string_view fieldName) const;
};

/// A name for a record of the data: `t` in `count t: Trajectory`, `v` in `forall v in data`, `r` in a
/// policy. Compared by address.
struct RecordVariable {
  /// Empty where fields go by their bare names (attribute form of a policy).
  std::string name;
  const Record *record;
  SourceRange range;
};

/// `t.visited[i]`, `r'.place`.
class FieldRead final : public Expression {
public:
  FieldRead(const RecordVariable &newRecord, bool newPrimed, const Field &newField,
            std::vector<ExpressionPtr> newIndices, SourceRange range)
      : Expression(Kind::FieldRead, newField.sort, range), record(newRecord), primed(newPrimed),
        field(newField), indices(std::move(newIndices)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::FieldRead; }
  const RecordVariable &record;
  /// The record that stands in its place in the neighbouring data.
  bool primed;
  const Field &field;
  std::vector<ExpressionPtr> indices;
};

/// `x.place = none`.
class NoneTest final : public Expression {
public:
  NoneTest(ExpressionPtr newOperand, SourceRange range)
      : Expression(Kind::NoneTest, Sort::Bool, range), operand(std::move(newOperand)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::NoneTest; }
  /// A FieldRead of a field that is `or none`.
  ExpressionPtr operand;
};

/// A comparison in which some operand is the FieldRead of a field that is `or none`.
///
///     a = b    both are none, or neither is and the values are equal
///     a != b   not (a = b)
///     a < b    neither is none, and the values are in this order; so for <=, > and >=
class FieldComparison final : public Expression {
public:
  /// \param newOp Less to NotEqual. Both operands of one sort; Bool only for Equal and NotEqual.
  FieldComparison(BinaryOperator newOp, ExpressionPtr newLeft, ExpressionPtr newRight, SourceRange range)
      : Expression(Kind::FieldComparison, Sort::Bool, range), op(newOp), left(std::move(newLeft)),
        right(std::move(newRight)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::FieldComparison; }
  BinaryOperator op;
  ExpressionPtr left, right;
};

/// True if \p expression is a FieldRead that may give none.
bool mayBeNone(const Expression &expression);

/// \p left and \p right, of one sort, compared by \p op: the kind that fits operands that may be none, or
/// not. \param op Less to NotEqual.
ExpressionPtr comparison(BinaryOperator op, ExpressionPtr left, ExpressionPtr right, SourceRange range);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_RECORD_H
