// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/pairs.h - What holds of a class ------*- C++ -*-===//
///
/// \file
/// The pairs of records of one class of changes, as symbols, and what is stated of all of them. For the
/// questions of Composer: does an answer change, does a part allow this pair, is the class empty?
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_PAIRS_H
#define PLUMB_CHECKER_COMPOSITION_PAIRS_H

#include "checker/composition/change_class.h"
#include "checker/composition/composed.h"
#include "checker/relational/evaluator.h"
#include "frontend/ir/substitution.h"

#include <map>

namespace plumb::composition {

/// What may stand in the one place where D and D' differ.
struct Point {
  /// False: the data have no record there.
  bool exists;
  /// The fields that are those of r'; the others are those of r, or on the way to r'.
  Fields taken;
  std::map<const ir::Field *, ir::Way> underway = {};
};

/// Formulas made for a question. What is known of symbols may point to them.
struct Copies {
  std::vector<ir::ExpressionPtr> terms;
  ir::BoundVariables bound;
};

/// The symbols of one class of changes: any of its pairs.
class Pairs {
public:
  /// \param composition and \param store outlive this.
  Pairs(const ir::Composition &composition, ChangeClass changes, smt::TermStore &store);

  relational::Context context() { return {store, symbols, products, scales}; }

  class Writer;

private:
  const ir::Composition &composition;
  Copies copies;
  ChangeClass pairs;
  smt::TermStore &store;
  relational::Symbols symbols;
  relational::Products products;
  relational::Scales scales;
};

/// States something of the pairs of one class; what is known of them for it is in facts().
///
/// A statement about all elements of an array is put at one element of which nothing is known: it may be a
/// goal, or its negation a fact, and not a fact itself. Each statement has an element of its own, the one
/// where it fails if there is one, wherever it is put: so it may stand in a goal anywhere, also negated. With
/// a \c length it is put at each element of arrays that have no more than that in each dimension, and may
/// stand anywhere if that is known of all fields.
class Pairs::Writer {
public:
  explicit Writer(Pairs &pairs);
  /// Of the pairs of \p context, a neighbouring relation of records.
  /// \param copies outlives \p context.
  Writer(const ir::Composition &composition, relational::Context context, long length, Copies &copies);

  smt::TermStore &terms() { return store; }

  /// No answer to a query of \p neighbourhood changes.
  smt::Term answersStay(const ir::Neighbourhood &neighbourhood);
  /// They are the same for both points.
  smt::Term answersStay(const ir::Neighbourhood &neighbourhood, const Point &from, const Point &to);
  /// r' is one that \p changes lets stand in the place of r.
  smt::Term allows(const ChangeClass &changes);
  /// \p changes, which replace records, let \p to stand in the place of \p from.
  /// \pre both exist, and what is taken of r' in \p from is taken of it in \p to. Nothing is underway if
  /// \p changes limit each field for itself.
  smt::Term allows(const ChangeClass &changes, const Point &from, const Point &to);
  /// What \p formula says of r' and r, each in the place of the other.
  smt::Term reversed(const ir::RecordVariable &pair, const ir::Expression &formula);
  /// \p premise has a value for r, and is true of it: it may be a goal.
  smt::Term isMet(const ir::RecordPremise &premise, std::size_t index = 0);
  /// D has the record more. \pre records are added or removed.
  smt::Term isAdded() { return context.symbols.isAdded(); }
  smt::Term allowsAll(const std::vector<std::shared_ptr<const ChangeClass>> &classes);
  /// The pair is one that \p row is about.
  smt::Term isIn(const Row &row);
  /// What \p part lets change changes only where it does. \pre isByAttributes(part)
  smt::Term allowsSensitive(const ir::Part &part);
  /// \p field stays.
  smt::Term keeps(const ir::Field &field);
  /// r' = r.
  smt::Term keepsAll();
  /// No field has more than \c length elements in a dimension, nor none.
  smt::Term isShort();

  /// A term over parameters that points speak of, which lives as long as the pairs.
  const ir::Expression &keep(ir::ExpressionPtr term) { return *copies.terms.emplace_back(std::move(term)); }
  /// Its value.
  smt::Term value(const ir::Expression &term) { return evaluator.relational(term); }

  /// \p fact holds of the pairs that are asked about. Whoever calls this says why.
  void know(smt::Term fact) { state.know(fact); }
  const std::vector<smt::Term> &facts() const { return state.facts; }

private:
  const ir::Record &record() const;
  std::vector<std::vector<smt::Term>> places(std::size_t dimensions, const std::string &name);
  smt::Term about(const ir::RecordVariable &pair, const ir::Expression &formula, const Point &from,
                  const Point &to);
  smt::Term contribution(const ir::Variable &query, const std::vector<smt::Term> &at, const Point &of);
  /// What is said of all elements of a field, and of which record.
  using Statement = std::pair<const void *, Fields>;
  /// Those that \p statement, about all elements of \p field, is put at.
  std::vector<std::vector<smt::Term>> elementsOf(const ir::Field &field, const Statement &statement);
  smt::Term allowsField(const ir::Policy &policy, const ir::Attribute &attribute, const Point &from,
                        const Point &to);
  Point other() const;

  relational::Context context;
  smt::TermStore &store;
  relational::State state;
  relational::Evaluator evaluator;
  long length = 0;
  Copies &copies;
  std::map<Statement, std::vector<std::vector<smt::Term>>> elements;
};

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_PAIRS_H
