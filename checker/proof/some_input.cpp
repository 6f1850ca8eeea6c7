// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/some_input.h"

#include "checker/alignment/walk.h"
#include "checker/proof/concrete_records.h"
#include "checker/proof/lemmas.h"

#include "llvm/Support/Casting.h"

namespace plumb::proof {

using alignment::Evaluator;
using alignment::Run;
using alignment::State;
using smt::Outcome;
using smt::Term;

namespace {

/// Lengths of ranges that are tried, and how often premises may be put for one of them.
constexpr long lengths[] = {2, 6, 24, 400};
constexpr std::size_t mostInstances = 2000;

/// What the factors of products are tried at, beside the values of the solver's model.
constexpr long factors[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,   10, 11, 12, 13, 14,
                            15, 16, 17, 18, 19, 20, 25, 50, 100, 0,  -1, -2, -3};

/// Puts premises at all indices of ranges of up to \c length.
class Instances {
public:
  Instances(alignment::Context context, State &state, long length)
      : store(context.store), mechanism(context.symbols.mechanism()), state(state), evaluator(context, state),
        length(length) {}

  /// \returns false if they are too many.
  bool tell() {
    for (const auto &premise : mechanism.requirements)
      if (const auto *forall = llvm::dyn_cast<ir::Forall>(premise.get()))
        quantified(*forall, store.boolean(true));
      else
        know(store.boolean(true), *premise);
    if (mechanism.recordAdjacency) {
      evaluator.noteRecords();
      for (const auto &field : mechanism.recordAdjacency->record->fields)
        evaluator.noteField(*field, std::vector<Term>(field->extents.size(), store.integer(0)));
      for (const ir::RecordPremise &premise : mechanism.premises)
        for (Run record : {Run::First, Run::Second})
          if (evaluator.exists(record))
            aboutRecord(premise, record, 0, store.boolean(true));
    }
    return count <= mostInstances;
  }

  /// What has to hold so that no range has another index, and all that was told is defined.
  std::vector<Term> ends;

private:
  template <typename At>
  void eachIndex(const ir::Variable &variable, const ir::Expression &low, const ir::Expression &high,
                 Term under, At at) {
    Term first = evaluator.relational(low), end = evaluator.relational(high);
    demand(under, store.lessEqual(end, store.add(first, store.integer(length))));
    for (long i = 0; i < length && count <= mostInstances; ++i) {
      Term index = store.add(first, store.integer(i));
      evaluator.bind(variable, index);
      at(store.conjunction({under, store.less(index, end)}));
    }
  }

  void quantified(const ir::Forall &forall, Term under) {
    eachIndex(forall.variable, *forall.low, *forall.high, under, [&](Term within) {
      if (const auto *inner = llvm::dyn_cast<ir::Forall>(forall.body.get()))
        quantified(*inner, within);
      else
        know(within, *forall.body);
    });
  }

  void aboutRecord(const ir::RecordPremise &premise, Run record, std::size_t depth, Term under) {
    evaluator.bind(*premise.record, record);
    if (depth == premise.indices.size())
      return know(under, *premise.formula);
    const ir::RecordPremise::Index &index = premise.indices[depth];
    eachIndex(*index.variable, *index.low, *index.high, under,
              [&](Term within) { aboutRecord(premise, record, depth + 1, within); });
  }

  void know(Term under, const ir::Expression &formula) {
    ++count;
    evaluator.takeDefinedness();
    Term holds = evaluator.program(formula, Run::First);
    demand(under, evaluator.takeDefinedness());
    state.know(store.implies(under, holds));
  }

  void demand(Term under, Term formula) {
    Term demanded = store.implies(under, formula);
    if (demanded.op() != smt::Operator::True)
      ends.push_back(demanded);
  }

  smt::TermStore &store;
  const ir::Mechanism &mechanism;
  State &state;
  Evaluator evaluator;
  long length;
  std::size_t count = 0;
};

/// Of such a quantifier nothing is told.
bool hasForall(const ir::Expression &formula) {
  bool found = false;
  alignment::forEachExpression(formula,
                               [&](const ir::Expression &part) { found |= llvm::isa<ir::Forall>(part); });
  return found;
}

bool hasInnerForall(const ir::Expression &formula) {
  const auto *forall = llvm::dyn_cast<ir::Forall>(&formula);
  return forall ? hasInnerForall(*forall->body) : hasForall(formula);
}

bool hasInnerForall(const ir::Mechanism &mechanism) {
  bool found = false;
  for (const auto &premise : mechanism.requirements)
    found |= hasInnerForall(*premise);
  for (const ir::RecordPremise &premise : mechanism.premises)
    found |= hasForall(*premise.formula);
  if (const auto &adjacency = mechanism.recordAdjacency)
    for (const ir::Expression *formula : {adjacency->when.get(), adjacency->along.get(),
                                          adjacency->policy ? adjacency->policy->formula.get() : nullptr})
      found |= formula && hasForall(*formula);
  return found;
}

class Search {
public:
  Search(alignment::Context context, smt::Solver &solver, const std::vector<Term> &facts, Term wanted)
      : context(context), solver(solver), facts(facts), wanted(wanted) {}

  SomeInput run() {
    SomeInput found{};
    if (hasInnerForall(context.symbols.mechanism()))
      return {none("a `forall` stands inside of another formula; make it a requirement of its own"), {}};
    for (long length : lengths) {
      State state = stateOfPremises(context);
      Instances instances(context, state, length);
      if (!instances.tell())
        return length == lengths[0] ? SomeInput{none("the premises have too many indices"), {}} : found;
      known = facts;
      known.insert(known.end(), state.facts.begin(), state.facts.end());
      known = withLemmas(context, std::move(known), {wanted, context.store.conjunction(instances.ends)});
      smt::Solver::Scope scope(solver, known);
      found = within(instances.ends);
      if (found.answer.outcome != Outcome::Unknown || instances.ends.empty())
        break;
    }
    return found;
  }

private:
  SomeInput within(const std::vector<Term> &ends) {
    std::vector<Term> all = ends;
    all.push_back(wanted);
    smt::Answer answer = solver.satisfiable(context.store.conjunction(all));
    if (answer.outcome == Outcome::Proved)
      return multiplied(std::move(all));
    if (answer.outcome == Outcome::Refuted && !ends.empty()) {
      answer = solver.satisfiable(wanted);
      all = {wanted};
      if (answer.outcome != Outcome::Refuted)
        return {none("none was found that has short ranges and on which they are defined"), {}};
    }
    return {answer, asked(all)};
  }

  /// Right after a model was found: is there one in which products are products?
  SomeInput multiplied(std::vector<Term> all) {
    std::vector<Term> terms = known;
    terms.insert(terms.end(), all.begin(), all.end());
    using Side = alignment::Products::Factor;
    auto ofModel = [&](Term factor) {
      const std::optional<Rational> value = solver.value(factor);
      return value ? std::vector<Rational>{*value} : std::vector<Rational>{};
    };
    auto small = [&](Term factor) {
      std::vector<Rational> values = ofModel(factor);
      values.insert(values.end(), std::begin(factors), std::end(factors));
      if (factor.sort() == smt::Sort::Real)
        values.push_back(Rational(1, 2));
      return values;
    };
    // All of them before the next question: that ends the model.
    const std::vector<std::vector<Term>> attempts = {
        context.products.multiplication(terms, Side::Left, ofModel),
        context.products.multiplication(terms, Side::Left, small),
        context.products.multiplication(terms, Side::Right, small)};
    for (const std::vector<Term> &meaning : attempts) {
      std::vector<Term> exact = all;
      exact.insert(exact.end(), meaning.begin(), meaning.end());
      if (meaning.empty() || solver.satisfiable(context.store.conjunction(exact)).outcome == Outcome::Proved)
        return {{Outcome::Proved, smt::UnknownReason::None, ""}, asked(exact)};
    }
    return {none("none was found for which its products are what they should be"), {}};
  }

  smt::Answer none(const char *reason) const {
    return {Outcome::Unknown, smt::UnknownReason::Incomplete, reason};
  }

  std::vector<Term> asked(const std::vector<Term> &more) const {
    std::vector<Term> all = known;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  alignment::Context context;
  smt::Solver &solver;
  const std::vector<Term> &facts;
  Term wanted;
  std::vector<Term> known;
};

} // namespace

SomeInput someInput(alignment::Context context, smt::Solver &solver, const std::vector<Term> &facts,
                    Term wanted) {
  return Search(context, solver, facts, wanted).run();
}

} // namespace plumb::proof
