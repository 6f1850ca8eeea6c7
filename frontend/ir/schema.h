// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/schema.h - Neighbours from records -----------*- C++ -*-===//
///
/// \file
/// The schema form of a neighbouring relation: what one record looks like, how the record r
/// of the real data may differ from the record r' in its place, and which queries,
/// made of one record each, are asked. Differences of answers follow from it; nothing of it is assumed but
/// the ranges of fields and the premises.
///
/// Expressions of records, policies and queries read sizes as the variables of the Program
/// (see Variable::fileSize), those of an adjacency or a premise as the Mechanism's.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_SCHEMA_H
#define PLUMB_FRONTEND_IR_SCHEMA_H

#include "frontend/ir/record.h"

namespace plumb::ir {

/// What a policy in attribute form says of one field.
struct Attribute {
  const Field *field;
  bool isSensitive;
  /// A sensitive array: stand for the subscripts of one element, role Bound. Empty for a single
  /// value and for a public field, which is public as a whole.
  std::vector<const Variable *> indices;
  /// The value (of that element) may become anything if this holds of r, and stays otherwise. Null:
  /// it always may. Reads fields by Policy::pair, unprimed, and the indices.
  ExpressionPtr when;
  SourceRange range;
};

/// Which records r' may stand in the place of r.
struct Policy {
  std::string name;
  const Record *record;
  /// r; its primed FieldReads are those of r'.
  std::unique_ptr<RecordVariable> pair;
  /// Attribute form: every field of the record exactly once, in the order of the text; r' is allowed
  /// if each says so. Empty in the formula form (and for a record without fields).
  std::vector<Attribute> attributes;
  /// Formula form: r' is allowed if this holds of r and r'; a field that it does not mention may
  /// change. Null in the attribute form.
  ExpressionPtr formula;
  /// Owner of what its expressions bind.
  std::vector<std::unique_ptr<Variable>> bound;
  SourceRange range;
};

/// A query to which each record contributes by itself. Additive: f[i] on D is the sum of g(r, i) over the
/// records r of D, where g(r, i) is 0 if not \c where, else 1 (Count) or \c term (Sum). Of an extremum it is
/// the largest (Maximum) or smallest (Minimum) g(r, i), where g(r, i) is what is answered of nobody if not
/// \c where, else \c term; so it is no less, or no more, than that. A record that D' lacks or gains counts
/// there like one that is not \c where.
struct SchemaQuery {
  enum class Aggregate : std::uint8_t { Count, Sum, Maximum, Minimum };

  std::string name;
  Aggregate aggregate;
  /// i, role Bound: one for each dimension; 0 <= indices[d] < extents[d].
  std::vector<const Variable *> indices;
  /// Over sizes.
  std::vector<ExpressionPtr> extents;
  std::unique_ptr<RecordVariable> record;
  /// Sort Int or Real; null for Count.
  ExpressionPtr term;
  /// Null: every record.
  ExpressionPtr where;
  /// Of an extremum: the ends of the range of \c term, both of them its values if any is. Over sizes, of the
  /// sort of \c term. Null for others.
  ExpressionPtr least, greatest;
  /// Owner of the indices and of what the formulas bind.
  std::vector<std::unique_ptr<Variable>> bound;
  SourceRange range;

  /// Of its answers.
  Sort sort() const { return term ? term->sort() : Sort::Int; }
  bool isExtremum() const { return aggregate == Aggregate::Maximum || aggregate == Aggregate::Minimum; }
  /// The answer of an extremum where no record counts.
  const Expression &ofNobody() const { return aggregate == Aggregate::Maximum ? *least : *greatest; }
};

/// How D and D' differ: in one record.
struct RecordAdjacency {
  enum class Kind : std::uint8_t {
    /// D' has r' where D has r.
    Replace,
    /// D has the record r more than D'.
    Add,
    /// D' has the record r' more than D.
    Remove,
    /// Either of these two.
    AddOrRemove,
  };

  Kind kind;
  const Record *record;
  /// Only for Replace. Each that is not null limits r'; with none of them r' is anything. A program has at
  /// most one; pairs that are asked for may be limited by several.
  /// `under`: r' is what this allows. Owned by the Program.
  const Policy *policy;
  /// `when`: a formula over r. r is sensitive, and r' anything, if it holds; else r' = r.
  ExpressionPtr when;
  /// `along`: a formula over r and r', an edge of a graph that has to be symmetric.
  ExpressionPtr along;
  /// The r of `when` and `along`; null where a composition states no neighbours.
  std::unique_ptr<RecordVariable> pair;
  SourceRange range;

  /// r' may be r, so that each data set is a neighbour of itself, also one that has no record.
  bool mayKeep() const { return kind == Kind::Replace && !along && !(policy && policy->formula); }
};

/// `requires forall v in data, i in low .. high: formula`: assumed of every record of D and of D', over
/// fields that must be shown to be alike in r and r'.
struct RecordPremise {
  struct Index {
    /// Role Bound.
    const Variable *variable;
    /// May read v and the indices before; high is excluded.
    ExpressionPtr low, high;
  };

  /// v
  std::unique_ptr<RecordVariable> record;
  std::vector<Index> indices;
  ExpressionPtr formula;
  SourceRange range;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_SCHEMA_H
