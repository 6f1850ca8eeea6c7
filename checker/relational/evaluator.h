// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/evaluator.h - Expressions to terms ---*- C++ -*-===//
///
/// \file
/// The value of an expression in one of the two runs, as a term. What is read on the way (an index, an array,
/// a query, a field) is a trigger at which quantified facts are instantiated: see instantiation.h.
///
/// A program expression is partial: where it is defined is collected beside its value. A relational one (an
/// alignment, an invariant, a premise, a claim) is mathematics and total.
///
/// evaluator.cpp has what every program has, evaluator_records.cpp the fields of r and r' and the differences
/// that follow from them, evaluator_aggregates.cpp what chooses an index, evaluator_quantified.cpp a `forall`
/// in the midst of a formula.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_EVALUATOR_H
#define PLUMB_CHECKER_RELATIONAL_EVALUATOR_H

#include "checker/relational/context.h"
#include "checker/relational/instantiation.h"
#include "checker/relational/products.h"
#include "checker/relational/scales.h"
#include "checker/relational/state.h"
#include "checker/relational/symbols.h"
#include "frontend/ir/aggregate.h"

#include <map>
#include <optional>
#include <vector>

namespace plumb::relational {

/// What is moved at the scales of one class, measured at the largest: a weighted sum of \p moved.
smt::Term movedInClass(Context context, const Scales::Class &scaleClass, const std::vector<smt::Term> &moved);

/// What it costs to move by \p moved at \p scale: moved / scale.
smt::Term chargeFor(Context context, smt::Term moved, const RationalFunction &scale);

/// Of an alignment that has moved \p moved at the scales, and costs \p otherCost beside that.
smt::Term totalCost(Context context, const std::vector<smt::Term> &moved, smt::Term otherCost);

/// For claims, which speak of one run: what that run has published or returned stands for the output.
struct OwnOutput {
  const ir::Transcript *transcript = nullptr;
  /// Null if the cell is `none`.
  const ir::Tag *tag = nullptr;
  std::vector<smt::Term> values;
  smt::Term result;
};

class Evaluator {
public:
  enum class Mode {
    /// Code of one run.
    Program,
    /// A formula about both.
    Relational,
  };

  /// \param state receives the facts that come with what is read; outlives the evaluator.
  Evaluator(Context context, State &state, Mode mode = Mode::Program)
      : context(context), state(state), mode(mode) {}
  /// With what \p other has bound.
  Evaluator(const Evaluator &other, State &newState)
      : context(other.context), state(newState), mode(other.mode), bound(other.bound), records(other.records),
        ownOutput(other.ownOutput) {}

  /// Program code, in \p side. Definedness conditions are collected (see takeDefinedness).
  smt::Term program(const ir::Expression &expression, Side side);

  /// An alignment, an invariant or a claim: unprimed names are the first run, primed ones the second.
  /// In an alignment `lam[j]` is any draw of the first run, later ones included.
  smt::Term relational(const ir::Expression &expression);

  /// The conditions under which everything evaluated since the last call is defined, as one formula.
  smt::Term takeDefinedness();

  /// True if a relational expression read an aligned draw that is not drawn yet, or a quantifier whose
  /// draws cannot be seen: no order of the draws is known to serve it.
  bool readUndrawn() const { return undrawn; }

  /// A formula that holds for a bound variable: `forall` in premises and claims.
  void bind(const ir::Variable &variable, smt::Term value) { bound[&variable] = value; }
  void setOwnOutput(const OwnOutput *output) { ownOutput = output; }

  /// Element \p indices of \p array, a Local, Sample or Query, in \p side.
  smt::Term element(const ir::Variable &array, const std::vector<smt::Term> &indices, Side side);

  /// How many ints from 0 on are named that are smaller than what its named index stands for: see image.h.
  /// Some number if it reads something else than parameters, loop variables and z.
  /// \pre namedIndex(formula) is not null.
  smt::Term namedBelow(const ir::Forall &formula);

  /// For triggers that no expression reads.
  Instantiation instantiation() { return {context, state}; }

  /// 0 <= index < extent, in every dimension.
  smt::Term inRange(const std::vector<ir::ExpressionPtr> &extents, const std::vector<smt::Term> &indices);

  // Records (evaluator_records.cpp). First is r, the record of D; Second is r', the one of D'.

  /// \p record stands for that one of the two in what is evaluated next; its primed fields are the other's.
  void bind(const ir::RecordVariable &record, Side side) { records[&record] = side; }
  /// False if that side has no such record, which one of the two has more.
  bool exists(Side record) const;
  /// What that record adds to the answer of \p query at \p indices; 0, or the answer of nobody for an
  /// extremum, if the data have no such record.
  smt::Term contribution(const ir::Variable &query, const std::vector<smt::Term> &indices, Side side);
  /// The same as program code: its definedness conditions are collected.
  void programContribution(const ir::Variable &query, const std::vector<smt::Term> &indices, Side side);
  /// f(D) - f(D') where no other record counts. Of an additive query it is that of all neighbours.
  smt::Term differenceOfOne(const ir::Variable &query, const std::vector<smt::Term> &indices);
  /// The answer of \p query, an extremum, where no record counts.
  smt::Term ofNobody(const ir::Variable &query);
  /// r and r' agree in \p field at \p indices.
  smt::Term sameField(const ir::Field &field, const std::vector<smt::Term> &indices);

private:
  smt::Term evaluate(const ir::Expression &expression, Side side);
  smt::Term read(const ir::Read &read, Side side);
  smt::Term unary(const ir::Unary &unary, Side side);
  smt::Term binary(const ir::Binary &binary, Side side);
  smt::Term conditional(const ir::Conditional &conditional, Side side);
  smt::Term cellTest(const ir::CellTest &test, Side side);
  smt::Term resultRead(const ir::ResultRead &read, Side side);
  smt::Term integerDivision(smt::Term a, smt::Term b, bool remainder);
  smt::Term query(const ir::Variable &query, const std::vector<smt::Term> &indices, Side side);
  smt::Term relationalSample(const ir::Variable &sample, const std::vector<smt::Term> &indices, Side side);
  std::vector<smt::Term> indices(const std::vector<ir::ExpressionPtr> &expressions, Side side);
  void requireInRange(const ir::Variable &array, const std::vector<smt::Term> &indices);
  void requireDefined(smt::Term condition);

  // Aggregates (evaluator_aggregates.cpp).
  struct Candidate;
  smt::Term aggregate(const ir::Aggregate &aggregate, Side side);
  Candidate candidate(const ir::Aggregate &aggregate, Side side, smt::Term index);
  void aggregateDefined(const ir::Aggregate &aggregate, Side side, smt::Term low, smt::Term high);

  // A `forall` inside of a formula (evaluator_quantified.cpp).
  struct Instance;
  smt::Term forall(const ir::Forall &formula, Side side);
  void forallDefined(const ir::Forall &formula, Side side);
  std::optional<Quantified> met(const ir::Forall &formula, Side side);
  void knowMeaning(smt::Term truth, const Quantified &met);

  smt::Term fieldRead(const ir::FieldRead &read, Side side);
  smt::Term noneTest(const ir::Expression &operand, Side side);
  smt::Term fieldComparison(const ir::FieldComparison &comparison, Side side);
  smt::Term extremum(const ir::Variable &query, const std::vector<smt::Term> &indices, Side side);
  void knowRange(const ir::Variable &query, smt::Term answer);
  bool mayKeepRecord() const;
  smt::Term leastCount(const ir::Variable &query, const std::vector<smt::Term> &indices);

  Context context;
  State &state;
  Mode mode;
  std::vector<smt::Term> guards;
  std::vector<smt::Term> definedness;
  std::map<const ir::Variable *, smt::Term> bound;
  std::map<const ir::RecordVariable *, Side> records;
  const OwnOutput *ownOutput = nullptr;
  bool undrawn = false;
  bool choosing = false;
};

/// Before anything has run: no variable has a value, and the requirements on public parameters are known. Two
/// neighbours are spoken of, one of which has a record.
State startState(Context context);
/// The same for one run by itself, or for nothing but parameters: any data may be there, also those that no
/// record is in, and these meet each premise on records, so that none tells anything.
State startOfAnyData(Context context);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_EVALUATOR_H
