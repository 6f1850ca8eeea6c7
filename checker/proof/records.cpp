// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/premise_fields.h"
#include "checker/proof/prover.h"
#include "checker/proof/record_values.h"
#include "checker/relational/evaluator.h"

namespace plumb::proof {

using relational::Evaluator;
using relational::Side;
using smt::Term;

namespace {

std::vector<Term> someIndices(relational::Context context, std::size_t count) {
  std::vector<Term> at;
  for (std::size_t i = 0; i < count; ++i)
    at.push_back(context.symbols.unknownIndex("element", relational::Reading::Legend::Element));
  return at;
}

} // namespace

void Prover::records() {
  if (!mechanism.recordAdjacency)
    return;
  askRecordValues(context, solver, inquiry);
  edgesAreSymmetric();
  premisesAreFixed();
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
  state.know(
      there,
      verdict::Reason::of(
          verdict::Reason::Kind::Policy)); // Asked is whether an edge is one in the other direction, too.
  askAlone(Condition::Symmetric, "`" + ir::print(*adjacency.along) + "`", adjacency.along->range(),
           state.facts, back)
      .reasons = state.reasons;
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
      // A formula may say of all elements that they stay.
      for (Term index : at)
        evaluator.instantiation().at(index);
      evaluator.instantiation().atField(*field, at);
      state.know(evaluator.inRange(field->extents, at)); // Asked is about elements that there are.
      same = evaluator.sameField(*field, at);
    }
    askAlone(Condition::PremiseFixed, "`" + field->name + "`", range, state.facts, same).reasons =
        state.reasons;
  }
}

} // namespace plumb::proof
