// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/premise_fields.h"
#include "checker/proof/prover.h"
#include "checker/relational/evaluator.h"

namespace plumb::proof {

using relational::Evaluator;
using relational::Side;
using smt::Term;

namespace {

std::vector<Term> someIndices(relational::Context context, std::size_t count) {
  std::vector<Term> at;
  for (std::size_t i = 0; i < count; ++i)
    at.push_back(context.store.freshVariable("some.index", smt::Sort::Int));
  return at;
}

} // namespace

void Prover::records() {
  if (!mechanism.recordAdjacency)
    return;
  recordsDefined();
  edgesAreSymmetric();
  premisesAreFixed();
}

/// Subscripts of fields, and divisors, for every record and every element of a query.
void Prover::recordsDefined() {
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  auto askDefined = [&](const std::string &subject, SourceRange range,
                        const std::function<void(relational::State &, Evaluator &)> &evaluate) {
    relational::State state = relational::startState(context);
    Evaluator evaluator(context, state);
    evaluate(state, evaluator);
    Term defined = evaluator.takeDefinedness();
    if (defined.op() != smt::Operator::True)
      askAlone(Condition::Defined, subject, range, state.facts, defined);
  };
  for (const auto &variable : mechanism.variables)
    if (const ir::SchemaQuery *query = variable->definition)
      askDefined("query `" + query->name + "`", query->range, [&](auto &state, Evaluator &evaluator) {
        std::vector<Term> at = someIndices(context, query->indices.size());
        for (Term index : at)
          evaluator.instantiation().at(index);
        state.know(evaluator.inRange(variable->extents, at)); // Asked is about elements that there are.
        for (Side side : {Side::First, Side::Second})
          evaluator.programContribution(*variable, at, side);
      });
  if (const ir::Policy *policy = adjacency.policy)
    askDefined("policy `" + policy->name + "`", policy->range, [&](auto &state, Evaluator &evaluator) {
      evaluator.bind(*policy->pair, Side::First);
      if (policy->formula)
        evaluator.program(*policy->formula, Side::First);
      for (const ir::Attribute &attribute : policy->attributes) {
        if (!attribute.when)
          continue;
        std::vector<Term> at = someIndices(context, attribute.indices.size());
        state.know(evaluator.inRange(attribute.field->extents, at)); // As above.
        for (std::size_t i = 0; i < at.size(); ++i)
          evaluator.bind(*attribute.indices[i], at[i]);
        evaluator.program(*attribute.when, Side::First);
      }
    });
  for (const ir::Expression *formula : {adjacency.when.get(), adjacency.along.get()})
    if (formula)
      askDefined("`" + ir::print(adjacency) + "`", adjacency.range, [&](auto &, Evaluator &evaluator) {
        evaluator.bind(*adjacency.pair, Side::First);
        evaluator.program(*formula, Side::First);
      });
}

/// The graph of a Blowfish policy has edges without direction (Definition II.3 of Takagi, Cao and
/// Yoshikawa, ICDM).
void Prover::edgesAreSymmetric() {
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  if (!adjacency.along)
    return;
  relational::State state = relational::startState(context);
  Evaluator evaluator(context, state);
  state.quantified.usesPremises = false;
  evaluator.bind(*adjacency.pair, Side::First);
  Term there = evaluator.relational(*adjacency.along);
  evaluator.bind(*adjacency.pair, Side::Second);
  Term back = evaluator.relational(*adjacency.along);
  state.know(there); // Asked is whether an edge is one in the other direction, too.
  askAlone(Condition::Symmetric, "`" + ir::print(*adjacency.along) + "`", adjacency.along->range(),
           state.facts, back);
}

/// Or a premise could say which of two neighbours is the real one.
void Prover::premisesAreFixed() {
  for (const auto &[field, range] : premiseFields(mechanism)) {
    relational::State state = relational::startState(context);
    Evaluator evaluator(context, state);
    // The premises are about both records, so they must not help here.
    state.quantified.usesPremises = false;
    Term same = store.boolean(true);
    if (mechanism.recordAdjacency->kind == ir::RecordAdjacency::Kind::Replace) {
      std::vector<Term> at = someIndices(context, field->extents.size());
      evaluator.instantiation().atRecords();
      evaluator.instantiation().atField(*field, at);
      state.know(evaluator.inRange(field->extents, at)); // Asked is about elements that there are.
      same = evaluator.sameField(*field, at);
    }
    askAlone(Condition::PremiseFixed, "`" + field->name + "`", range, state.facts, same);
  }
}

} // namespace plumb::proof
