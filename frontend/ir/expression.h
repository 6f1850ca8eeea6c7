// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/expression.h - Checked expressions -----------*- C++ -*-===//
///
/// \file
/// Expressions with names resolved and sorts known. Conversions from Int to Real
/// are explicit (UnaryOperator::ToReal), so both operands of an arithmetic or
/// comparison node have one sort.
///
/// A primed Read is the second run's value (f' is f on D', lam' the aligned
/// noise). Program code never contains one; alignments, invariants and
/// `cost` bounds do. See theory: "two-run program".
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_EXPRESSION_H
#define PLUMB_FRONTEND_IR_EXPRESSION_H

#include "frontend/ir/type.h"
#include "frontend/support/rational.h"
#include "frontend/support/source_file.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::ir {

class Expression;
using ExpressionPtr = std::unique_ptr<Expression>;
struct Tag;
struct Transcript;
struct SchemaQuery;

/// A named thing of one mechanism, or of one declaration of frontend/ir/schema.h. Compared by
/// address; owned by the Mechanism or declaration, sizes of the file by the Program.
struct Variable {
  /// What a composition reads of a cell.
  struct CellPart {
    /// "seen", as the cell is called there.
    std::string cell;
    /// Of the mechanism that publishes the cell.
    const Tag *tag;
    /// The value of the tag that is read, `seen.above`; nothing: whether the cell has it, `seen is above`.
    std::optional<std::size_t> component;
  };
  enum class Role : std::uint8_t {
    /// Public: the same value in both runs. Scalars and arrays.
    Parameter,
    /// The data: f on D in the first run, on D' in the second. Scalars and arrays.
    Query,
    /// Noise, drawn by exactly one Sample statement.
    Sample,
    /// Assigned by the program. An array starts as all zeros (or false).
    Local,
    /// Bound by a `for`; not assignable.
    LoopIndex,
    /// Bound by `forall`, or free in a claim (then universally quantified).
    Bound,
  };

  Role role;
  std::string name;
  Sort sort;
  /// Empty for a scalar. Terms over scalar parameters; valid subscripts of dimension d
  /// are 0 <= i < extents[d]. For Sample and Local arrays: the range of the loops that
  /// write them, found by sema.
  std::vector<ExpressionPtr> extents;
  /// Where it is declared or first assigned.
  SourceRange range;
  /// A Query over the records of the data: what it counts or sums. Null for a query parameter.
  const SchemaQuery *definition = nullptr;
  /// A Parameter that is a `size` of the file: the variable of the Program that records, policies
  /// and definitions of queries read in its place. Both have one value. Null otherwise.
  const Variable *fileSize = nullptr;
  /// A Parameter of a composition that stands for a part of the cell that an earlier part of it has
  /// published: called as it is written there. Nothing otherwise.
  std::optional<CellPart> cellPart = {};

  bool isArray() const { return !extents.empty(); }
};

enum class ExpressionKind : std::uint8_t {
#define EXPRESSION_OF_CODE(kind) kind,
#define EXPRESSION_OF_RETURN(kind) kind,
#define EXPRESSION_OF_OUTPUT(kind) kind,
#define EXPRESSION_OF_FORMULA(kind) kind,
#define EXPRESSION_OF_INVARIANT(kind) kind,
#define EXPRESSION_OF_RECORD(kind) kind,
#include "frontend/ir/expression_kinds.def"
};

class Expression {
public:
  using Kind = ExpressionKind;

  virtual ~Expression() = default;
  Kind kind() const { return nodeKind; }
  Sort sort() const { return nodeSort; }
  SourceRange range() const { return nodeRange; }

protected:
  Expression(Kind kind, Sort sort, SourceRange range) : nodeKind(kind), nodeSort(sort), nodeRange(range) {}

private:
  Kind nodeKind;
  Sort nodeSort;
  SourceRange nodeRange;
};

/// A literal. Sort Int exactly if written without a point.
class Number final : public Expression {
public:
  Number(Rational newValue, Sort sort, SourceRange range)
      : Expression(Kind::Number, sort, range), value(std::move(newValue)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Number; }
  Rational value;
};

class Boolean final : public Expression {
public:
  Boolean(bool newValue, SourceRange range) : Expression(Kind::Boolean, Sort::Bool, range), value(newValue) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Boolean; }
  bool value;
};

/// A variable, or one element of an array variable (as many indices as dimensions).
class Read final : public Expression {
public:
  Read(const Variable &newVariable, bool newPrimed, std::vector<ExpressionPtr> newIndices, SourceRange range)
      : Expression(Kind::Read, newVariable.sort, range), variable(newVariable), primed(newPrimed),
        indices(std::move(newIndices)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Read; }
  const Variable &variable;
  bool primed;
  std::vector<ExpressionPtr> indices;
};

enum class UnaryOperator : std::uint8_t { Negate, Not, Absolute, ToReal };

class Unary final : public Expression {
public:
  Unary(UnaryOperator newOp, Sort sort, ExpressionPtr newOperand, SourceRange range)
      : Expression(Kind::Unary, sort, range), op(newOp), operand(std::move(newOperand)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Unary; }
  UnaryOperator op;
  ExpressionPtr operand;
};

enum class BinaryOperator : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  /// Real / Real; the divisor is proved to be non-zero.
  Divide,
  /// Int; rounds so that the remainder is non-negative (Euclidean, as in SMT-LIB).
  IntegerDivide,
  Modulo,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  /// Int, Real or Bool.
  Equal,
  NotEqual,
  And,
  Or,
  Implies,
  Iff,
};

class Binary final : public Expression {
public:
  Binary(BinaryOperator newOp, Sort sort, ExpressionPtr newLeft, ExpressionPtr newRight, SourceRange range)
      : Expression(Kind::Binary, sort, range), op(newOp), left(std::move(newLeft)),
        right(std::move(newRight)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Binary; }
  BinaryOperator op;
  ExpressionPtr left, right;
};

class Conditional final : public Expression {
public:
  Conditional(ExpressionPtr newCondition, ExpressionPtr newWhenTrue, ExpressionPtr newWhenFalse,
              SourceRange range)
      : Expression(Kind::Conditional, newWhenTrue->sort(), range), condition(std::move(newCondition)),
        whenTrue(std::move(newWhenTrue)), whenFalse(std::move(newWhenFalse)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Conditional; }
  ExpressionPtr condition, whenTrue, whenFalse;
};

/// min(a, b) or max(a, b).
class Extremum final : public Expression {
public:
  Extremum(bool newIsMaximum, ExpressionPtr newLeft, ExpressionPtr newRight, SourceRange range)
      : Expression(Kind::Extremum, newLeft->sort(), range), isMaximum(newIsMaximum), left(std::move(newLeft)),
        right(std::move(newRight)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Extremum; }
  bool isMaximum;
  ExpressionPtr left, right;
};

/// top_k(k, v): the k largest elements of the one-dimensional array v, largest first,
/// ties to the smaller index. Defined if 0 <= k <= extent of v. Only as a returned value.
class TopK final : public Expression {
public:
  TopK(ExpressionPtr newCount, const Variable &newArray, bool newPrimed, SourceRange range)
      : Expression(Kind::TopK, Sort::Selection, range), count(std::move(newCount)), array(newArray),
        primed(newPrimed) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::TopK; }
  Sort elementSort() const { return array.sort; }
  ExpressionPtr count;
  const Variable &array;
  bool primed;
};

/// `out[i] is above`, `out[i] = below`: does that cell of the *output* hold that tag?
/// A constant as far as an alignment is concerned (the output is held fixed).
class CellTest final : public Expression {
public:
  CellTest(const Transcript &newTranscript, std::vector<ExpressionPtr> newIndices, const Tag &newTag,
           SourceRange range)
      : Expression(Kind::CellTest, Sort::Bool, range), transcript(newTranscript),
        indices(std::move(newIndices)), tag(newTag) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::CellTest; }
  const Transcript &transcript;
  std::vector<ExpressionPtr> indices;
  const Tag &tag;
};

/// `out[i].value`: component \c component of what the cell carries under \c tag; some
/// arbitrary value of the sort if the cell holds another tag.
class CellRead final : public Expression {
public:
  CellRead(const Transcript &newTranscript, std::vector<ExpressionPtr> newIndices, const Tag &newTag,
           std::size_t newComponent, Sort sort, SourceRange range)
      : Expression(Kind::CellRead, sort, range), transcript(newTranscript), indices(std::move(newIndices)),
        tag(newTag), component(newComponent) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::CellRead; }
  const Transcript &transcript;
  std::vector<ExpressionPtr> indices;
  const Tag &tag;
  std::size_t component;
};

/// The value that the mechanism returns, in an alignment, an invariant or a claim.
/// `result` (a scalar), `result.indices[j]`, `result.values[j]`; `result.indices` alone
/// stands only to the right of `in`.
class ResultRead final : public Expression {
public:
  enum class Part : std::uint8_t { Whole, Index, Value };
  ResultRead(Part newPart, ExpressionPtr newPosition, Sort sort, SourceRange range)
      : Expression(Kind::ResultRead, sort, range), part(newPart), position(std::move(newPosition)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::ResultRead; }
  Part part;
  /// For Index and Value: which of the k; null for Whole.
  ExpressionPtr position;
};

/// `i in result.indices`.
class Membership final : public Expression {
public:
  Membership(ExpressionPtr newElement, SourceRange range)
      : Expression(Kind::Membership, Sort::Bool, range), element(std::move(newElement)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Membership; }
  ExpressionPtr element;
};

/// forall variable in low .. high: body (high excluded).
class Forall final : public Expression {
public:
  Forall(const Variable &newVariable, ExpressionPtr newLow, ExpressionPtr newHigh, ExpressionPtr newBody,
         SourceRange range)
      : Expression(Kind::Forall, Sort::Bool, range), variable(newVariable), low(std::move(newLow)),
        high(std::move(newHigh)), body(std::move(newBody)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Forall; }
  const Variable &variable;
  ExpressionPtr low, high, body;
};

/// moved(b), in an invariant: the sum of |shift| over the samples of scale b so far.
/// Sort Real.
class Moved final : public Expression {
public:
  Moved(ExpressionPtr newScale, SourceRange range)
      : Expression(Kind::Moved, Sort::Real, range), scale(std::move(newScale)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Moved; }
  ExpressionPtr scale;
};

/// cost, in an invariant: the sum of moved(b) / b over all scales. Sort Real.
class Cost final : public Expression {
public:
  explicit Cost(SourceRange range) : Expression(Kind::Cost, Sort::Real, range) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Cost; }
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_EXPRESSION_H
