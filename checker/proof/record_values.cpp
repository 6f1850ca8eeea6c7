// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/record_values.h"

#include "checker/proof/lemmas.h"
#include "checker/relational/evaluator.h"

namespace plumb::proof {

using relational::Evaluator;
using relational::Side;
using relational::State;
using smt::Term;

namespace {

class ValueQuestions {
public:
  ValueQuestions(relational::Context of, smt::Solver &asked, verdict::Inquiry &kept)
      : context(of), solver(asked), inquiry(kept) {}

  /// \p evaluate gives what has to hold so that all of it is defined.
  template <typename Evaluate>
  void ask(const std::string &subject, SourceRange range, const Evaluate &evaluate,
           const char *adviceWhenRefuted = "") {
    State state = relational::startState(context);
    Evaluator evaluator(context, state);
    const Term defined = evaluate(state, evaluator);
    if (defined.op() == smt::Operator::True)
      return;
    const std::vector<Term> facts = withLemmas(context, state.facts, {defined});
    smt::Solver::Scope scope(solver, facts);
    verdict::Evidence &evidence = inquiry.ask(verdict::Condition::Defined, subject, range, facts, defined);
    evidence.reasons = state.reasons;
    if (evidence.status == smt::Outcome::Refuted)
      evidence.advice = adviceWhenRefuted;
  }

  void query(const ir::Variable &query) {
    ask(
        "query `" + query.name + "`", query.definition->range,
        [&](State &state, Evaluator &evaluator) {
          const std::vector<Term> at = someIndices(query.extents.size());
          for (Term index : at)
            evaluator.instantiation().at(index);
          // Asked is about elements that there are.
          state.know(evaluator.inRange(query.extents, at),
                     verdict::Reason::of(verdict::Reason::Kind::Meaning));
          for (Side side : {Side::First, Side::Second})
            evaluator.programContribution(query, at, side);
          return evaluator.takeDefinedness();
        },
        "let `where` choose the records for which it has a value, as in `where t.a != 0`, or say of sizes "
        "with "
        "`requires` what they satisfy");
  }

  void policy(const ir::Policy &policy) {
    ask("policy `" + policy.name + "`", policy.range, [&](State &, Evaluator &evaluator) {
      evaluator.bind(*policy.pair, Side::First);
      if (policy.formula)
        evaluator.program(*policy.formula, Side::First);
      std::vector<Term> each{evaluator.takeDefinedness()};
      for (const ir::Attribute &attribute : policy.attributes) {
        if (!attribute.when)
          continue;
        const std::vector<Term> at = someIndices(attribute.indices.size());
        // Asked is about the elements of this field, whether or not the others have any.
        const Term within = evaluator.inRange(attribute.field->extents, at);
        for (std::size_t i = 0; i < at.size(); ++i)
          evaluator.bind(*attribute.indices[i], at[i]);
        evaluator.program(*attribute.when, Side::First);
        each.push_back(context.store.implies(within, evaluator.takeDefinedness()));
      }
      return context.store.conjunction(std::move(each));
    });
  }

  void formula(const ir::RecordAdjacency &adjacency, const ir::Expression &formula) {
    ask("`" + ir::print(adjacency) + "`", adjacency.range, [&](State &, Evaluator &evaluator) {
      evaluator.bind(*adjacency.pair, Side::First);
      evaluator.program(formula, Side::First);
      return evaluator.takeDefinedness();
    });
  }

private:
  std::vector<Term> someIndices(std::size_t count) {
    std::vector<Term> at;
    for (std::size_t i = 0; i < count; ++i)
      at.push_back(context.symbols.unknownIndex("element", relational::Reading::Legend::Element));
    return at;
  }

  relational::Context context;
  smt::Solver &solver;
  verdict::Inquiry &inquiry;
};

} // namespace

void askRecordValues(relational::Context context, smt::Solver &solver, verdict::Inquiry &inquiry) {
  const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
  const ir::RecordAdjacency &adjacency = *neighbourhood.recordAdjacency;
  ValueQuestions values(context, solver, inquiry);
  for (const auto &variable : neighbourhood.variables)
    if (variable->definition)
      values.query(*variable);
  if (adjacency.policy)
    values.policy(*adjacency.policy);
  for (const ir::Expression *formula : {adjacency.when.get(), adjacency.along.get()})
    if (formula)
      values.formula(adjacency, *formula);
}

} // namespace plumb::proof
