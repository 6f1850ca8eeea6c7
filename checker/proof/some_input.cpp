// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/some_input.h"

#include "checker/proof/concrete_records.h"
#include "checker/proof/lemmas.h"
#include "checker/proof/meaning_of_products.h"
#include "checker/smt/subterms.h"

#include "llvm/Support/Casting.h"

#include <map>
#include <unordered_set>

namespace plumb::proof {

using relational::Evaluator;
using relational::Side;
using relational::State;
using smt::Satisfiability;
using smt::Term;

namespace {

/// Lengths of ranges that are tried, and how often premises may be put for one of them.
constexpr long lengths[] = {2, 6, 24, 400};
constexpr std::size_t mostInstances = 2000;
/// So many are given their meaning: one `forall` inside of a formula may lead to others without end.
constexpr std::size_t mostMeanings = 64;

/// Which data are looked for.
enum class Data : std::uint8_t { OfNeighbours, WithoutRecords, WithRecord };

/// Puts premises at all indices of ranges of up to \c length.
class Instances {
public:
  Instances(relational::Context context, State &state, Data data, long length)
      : store(context.store), symbols(context.symbols), neighbourhood(symbols.neighbourhood()), state(state),
        data(data), evaluator(context, state), length(length) {}

  /// \returns false if they are too many.
  bool putPremises() {
    for (const auto &premise : neighbourhood.requirements)
      if (const auto *forall = llvm::dyn_cast<ir::Forall>(premise.get()))
        quantified(*forall, store.boolean(true));
      else
        know(store.boolean(true), *premise);
    if (neighbourhood.recordAdjacency && data != Data::WithoutRecords) {
      // Data with a record may have no neighbour, so that no policy and no edge is known of it.
      if (data == Data::OfNeighbours)
        evaluator.instantiation().atRecords();
      for (const auto &field : neighbourhood.recordAdjacency->record->fields)
        evaluator.instantiation().atField(*field, std::vector<Term>(field->extents.size(), store.integer(0)));
      for (const ir::RecordPremise &premise : neighbourhood.premises)
        for (Side record : {Side::First, Side::Second})
          if (evaluator.exists(record))
            aboutRecord(premise, record, 0, store.boolean(true));
    }
    return count <= mostInstances;
  }

  /// Adds what each `forall` inside of \p formulas says, and what those inside of these say.
  /// \returns false if they have too many indices.
  bool explain(const std::vector<Term> &formulas) {
    for (bool isNew = true; isNew && isWithinLimits();) {
      std::vector<Term> all = formulas;
      all.insert(all.end(), state.facts.begin(), state.facts.end());
      all.insert(all.end(), ends.begin(), ends.end());
      isNew = false;
      for (Term symbol : smt::applications(all))
        if (const relational::Quantified *met = symbols.quantifiedOf(symbol);
            met && explained.insert(symbol).second) {
          // Not of what is in the table now: an evaluation may add to it.
          meaning(symbol, relational::Quantified(*met));
          isNew = true;
        }
    }
    return isWithinLimits();
  }

  /// What has to hold so that no range has another index, and all that was put is defined.
  std::vector<Term> ends;

private:
  bool isWithinLimits() const { return count <= mostInstances && explained.size() <= mostMeanings; }

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

  void aboutRecord(const ir::RecordPremise &premise, Side record, std::size_t depth, Term under) {
    evaluator.bind(*premise.record, record);
    if (depth == premise.indices.size())
      return know(under, *premise.formula);
    const ir::RecordPremise::Index &index = premise.indices[depth];
    eachIndex(*index.variable, *index.low, *index.high, under,
              [&](Term within) { aboutRecord(premise, record, depth + 1, within); });
  }

  /// Where the range is longer, only that the formula holds at its first indices if it holds at all.
  void meaning(Term truth, const relational::Quantified &met) {
    for (const auto &[variable, value] : met.bound)
      evaluator.bind(*variable, value);
    for (const auto &[record, side] : met.records)
      evaluator.bind(*record, side);
    const ir::Forall &forall = *met.formula;
    std::vector<Term> each;
    eachIndex(forall.variable, *forall.low, *forall.high, store.boolean(true), [&](Term within) {
      ++count;
      evaluator.takeDefinedness();
      each.push_back(store.implies(within, evaluator.program(*forall.body, met.side)));
      demand(within, evaluator.takeDefinedness());
    });
    Term all = store.conjunction(std::move(each));
    Term isShort = store.lessEqual(evaluator.relational(*forall.high),
                                   store.add(evaluator.relational(*forall.low), store.integer(length)));
    // May be assumed, both, where a model is looked for: they are what the symbol means. Nothing is proved
    // from them but that no input of this length meets the premises.
    state.know(store.implies(truth, all));
    state.know(store.implies(store.conjunction({isShort, all}), truth));
  }

  void know(Term under, const ir::Expression &formula) {
    ++count;
    evaluator.takeDefinedness();
    Term holds = evaluator.program(formula, Side::First);
    demand(under, evaluator.takeDefinedness());
    // May be assumed: asked is for an input that meets the premises.
    state.know(store.implies(under, holds));
  }

  void demand(Term under, Term formula) {
    Term demanded = store.implies(under, formula);
    if (demanded.op() != smt::Operator::True)
      ends.push_back(demanded);
  }

  smt::TermStore &store;
  const relational::Symbols &symbols;
  const ir::Neighbourhood &neighbourhood;
  State &state;
  Data data;
  Evaluator evaluator;
  long length;
  std::size_t count = 0;
  /// Those that have their meaning.
  std::unordered_set<Term, smt::TermHash> explained;
};

/// What \p formulas read of the answers of queries.
std::vector<std::pair<const ir::Variable *, Term>> answersIn(relational::Context context,
                                                             const std::vector<Term> &formulas) {
  std::map<const smt::Symbol *, const ir::Variable *> queries;
  for (const auto &variable : context.symbols.neighbourhood().variables)
    if (variable->role == ir::Variable::Role::Query) {
      const std::vector<Term> somewhere(variable->extents.size(), context.store.integer(0));
      queries.emplace(&context.symbols.query(*variable, somewhere).symbol(), variable.get());
    }
  std::vector<std::pair<const ir::Variable *, Term>> all;
  for (Term application : smt::applications(formulas))
    if (const auto query = queries.find(&application.symbol()); query != queries.end())
      all.emplace_back(query->second, application);
  return all;
}

bool isExtremum(const ir::Variable &query) {
  return query.definition && query.definition->isExtremum();
}

/// That each answer which \p formulas read is the one of no record.
std::vector<Term> answersOfNoRecord(relational::Context context, State &state,
                                    const std::vector<Term> &formulas) {
  std::vector<Term> all;
  for (const auto &[query, answer] : answersIn(context, formulas))
    // May be assumed: looked for is an input without records.
    all.push_back(context.store.equal(answer, isExtremum(*query) ? Evaluator(context, state).ofNobody(*query)
                                                                 : context.store.literal(0, answer.sort())));
  return all;
}

/// Adds that each count which \p formulas read counts the record of \p state, if it meets the filter, and
/// that it is no larger than the largest, and no smaller than the smallest.
void countRecord(relational::Context context, State &state, const std::vector<Term> &formulas) {
  Evaluator evaluator(context, state, Evaluator::Mode::Relational);
  const Side record = evaluator.exists(Side::First) ? Side::First : Side::Second;
  for (const auto &[query, answer] : answersIn(context, formulas))
    if (query->definition && !query->definition->term)
      // May be assumed: the data have this record, and each other counts for 0 or 1.
      state.know(context.store.lessEqual(evaluator.contribution(*query, answer.arguments(), record), answer));
    else if (isExtremum(*query)) {
      const Term own = evaluator.contribution(*query, answer.arguments(), record);
      // May be assumed: the data have this record, too.
      state.know(query->definition->aggregate == ir::SchemaQuery::Aggregate::Maximum
                     ? context.store.lessEqual(own, answer)
                     : context.store.lessEqual(answer, own));
    }
}

class Search {
public:
  Search(relational::Context context, smt::Solver &solver, Data data, const std::vector<Term> &facts,
         Term wanted)
      : context(context), solver(solver), data(data), facts(facts), wanted(wanted) {}

  SomeInput run() {
    SomeInput found{};
    for (long length : lengths) {
      State state =
          data == Data::OfNeighbours ? relational::startState(context) : relational::startOfAnyData(context);
      Instances instances(context, state, data, length);
      if (!instances.putPremises())
        return length == lengths[0] ? SomeInput{none("the premises have too many indices"), {}} : found;
      std::vector<Term> formulas = facts;
      formulas.push_back(wanted);
      if (data == Data::WithRecord)
        countRecord(context, state, formulas);
      if (!instances.explain(formulas))
        return length == lengths[0]
                   ? SomeInput{none("a `forall` inside of a formula has too many indices"), {}}
                   : found;
      known = facts;
      known.insert(known.end(), state.facts.begin(), state.facts.end());
      if (data == Data::WithoutRecords) {
        formulas.insert(formulas.end(), known.begin(), known.end());
        const std::vector<Term> zeros = answersOfNoRecord(context, state, formulas);
        known.insert(known.end(), zeros.begin(), zeros.end());
      }
      known = withLemmas(context, std::move(known), {wanted, context.store.conjunction(instances.ends)});
      smt::Solver::Scope scope(solver, known);
      found = within(instances.ends);
      if (found.answer.isSat() || found.answer.isUnsat() || instances.ends.empty())
        break;
    }
    return found;
  }

private:
  SomeInput within(const std::vector<Term> &ends) {
    std::vector<Term> all = ends;
    all.push_back(wanted);
    smt::ModelAnswer answer = solver.satisfiable(context.store.conjunction(all));
    if (answer.isSat())
      return multiplied(std::move(all));
    if (answer.isUnsat() && !ends.empty()) {
      answer = solver.satisfiable(wanted);
      all = {wanted};
      if (!answer.isUnsat())
        return {none("none was found that has short ranges and on which they are defined"), {}};
    }
    return {answer, asked(all)};
  }

  SomeInput multiplied(std::vector<Term> all) {
    auto meaning = meaningOfProducts(context, solver, known, all);
    if (!meaning)
      return {none("none was found for which its products are what they should be"), {}};
    all.insert(all.end(), meaning->begin(), meaning->end());
    return {{Satisfiability::Sat, smt::UnknownReason::None, ""}, asked(all)};
  }

  smt::ModelAnswer none(const char *reason) const {
    return {Satisfiability::Unknown, smt::UnknownReason::Incomplete, reason};
  }

  std::vector<Term> asked(const std::vector<Term> &more) const {
    std::vector<Term> all = known;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  relational::Context context;
  smt::Solver &solver;
  Data data;
  const std::vector<Term> &facts;
  Term wanted;
  std::vector<Term> known;
};

} // namespace

SomeInput someInput(relational::Context context, smt::Solver &solver, const std::vector<Term> &facts,
                    Term wanted) {
  return Search(context, solver, Data::OfNeighbours, facts, wanted).run();
}

SomeInput someInputWithoutRecords(relational::Context context, smt::Solver &solver,
                                  const std::vector<Term> &facts, Term wanted) {
  return Search(context, solver, Data::WithoutRecords, facts, wanted).run();
}

SomeInput someInputWithRecord(relational::Context context, smt::Solver &solver,
                              const std::vector<Term> &facts, Term wanted) {
  return Search(context, solver, Data::WithRecord, facts, wanted).run();
}

} // namespace plumb::proof
