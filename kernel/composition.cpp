// SPDX-License-Identifier: Apache-2.0
// Parts that run one after another on the same data: what a composition rests on besides its parts. For a
// pair D, D' part j has Pr[m_j(D) in S] <= exp(e_j) Pr[m_j(D') in S], whatever the parts before it have
// published; so densities of all that is published differ by exp of the sum of the e_j at most (Theorem 6 of
// Takagi, Cao and Yoshikawa). What is published is a symbol of which nothing is known.
#include "kernel/two_run.h"

#include <deque>

namespace plumb::kernel {

namespace {

class Parts {
public:
  Parts(Terms &terms, const Composition &composition)
      : terms(terms), composition(composition), whole(terms, composition.head) {}

  Obligations obligations() {
    for (const Part &part : composition.parts)
      give(part);
    for (std::size_t i = 0; i < parts.size(); ++i)
      requirements(i);
    defined(whole, result);
    records(whole, result);
    if (composition.head.records)
      neighbours(whole);
    else
      for (World &stated : parts)
        neighbours(stated);
    sum();
    return std::move(result);
  }

private:
  void demand(const std::string &condition, unsigned line, const std::vector<Term> &facts, Term goal) {
    std::vector<Term> hypotheses = whole.known();
    hypotheses.insert(hypotheses.end(), facts.begin(), facts.end());
    if (terms[goal].op != Operator::True)
      emit(whole, result, condition, line, std::move(hypotheses), whole.ground(goal));
  }

  /// Arguments have values, which the part's own formulas speak of.
  void give(const Part &part) {
    const Mechanism &mechanism = *part.mechanism;
    Given given{&whole};
    Evaluator evaluator(whole, start);
    for (std::size_t i = 0; i < part.arguments.size(); ++i) {
      const std::string &name = mechanism.parameters[i];
      const Variable &variable = mechanism.variables.at(name);
      const Expression &argument = *part.arguments[i];
      if (variable.role == Variable::Role::Query || !variable.extents.empty()) {
        given.names[name] = argument.name;
        continue;
      }
      const Term value = evaluator.program(argument, Side::First);
      given.values[name] = variable.sort == Sort::Real ? whole.real(value) : value;
      if (variable.sort != Sort::Bool)
        given.fractions[name] = Evaluator(whole, start).fraction(argument);
    }
    if (part.times)
      evaluator.program(*part.times, Side::First);
    demand("defined", part.line, {}, evaluator.takeDefined());
    parts.emplace_back(terms, mechanism, std::move(given));
  }

  /// What is proved of a part holds where its requirements do, and of arrays as long as it says.
  void requirements(std::size_t i) {
    World &part = parts[i];
    std::vector<Term> goals;
    for (const ExpressionPtr &requirement : part.mechanism.requirements)
      part.assume(goals, *requirement, Side::First);
    for (const auto &[name, given] : part.givens().names) {
      const auto &own = part.mechanism.variables.at(name).extents,
                 &others = composition.head.variables.at(given).extents;
      for (std::size_t at = 0; at < own.size(); ++at)
        goals.push_back(terms.equal(Evaluator(part, start).relational(*own[at]),
                                    Evaluator(whole, start).relational(*others[at])));
    }
    demand("requires", composition.parts[i].line, {}, whole.all(goals));
  }

  /// The neighbours of \p stated are those of each part. Where a composition states its own, a part may also
  /// have the same answers for them; where it does not, its parts are to mean the same by theirs, or nobody
  /// would know whose the guarantee is.
  void neighbours(World &stated) {
    for (Term formula : stated.neighbours)
      for (Term part : terms.subterms(formula))
        if (terms[part].op == Operator::Apply && composition.published.count(terms.symbolOf(part).name))
          throw Rejected("who the neighbours are depends on what was published");
    std::vector<Term> facts = whole.axioms;
    facts.insert(facts.end(), stated.neighbours.begin(), stated.neighbours.end());
    facts.push_back(terms.disjunction(stated.different));
    result.reached[0].push_back(facts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      World &part = parts[i];
      const unsigned line = composition.parts[i].line;
      if (&part == &stated)
        continue;
      if (!part.mechanism.records) {
        demand("inside", line, stated.neighbours, whole.all(part.neighbours));
        continue;
      }
      // Of every record of the data, of which there are as many as one likes.
      std::vector<Term> premises;
      for (const ExpressionPtr &premise : part.mechanism.premises)
        part.assume(premises, *premise, Side::First);
      demand("premise", line, stated.premises, whole.all(premises));
      const Term near = isNeighbour(stated, part);
      demand("inside", line, stated.neighbours,
             &stated == &whole && terms[near].op != Operator::True
                 ? terms.disjunction({near, answersStay(part)})
                 : near);
    }
  }

  /// What changes records for \p stated does so for \p part.
  Term isNeighbour(World &stated, World &part) {
    using Kind = RecordAdjacency::Kind;
    const Kind kind = part.mechanism.records->kind;
    if (stated.isExchange() || part.isExchange())
      return stated.isExchange() && part.isExchange() ? whole.all(part.ofBoth) : terms.boolean(false);
    return kind == Kind::AddOrRemove ? terms.boolean(true)
           : kind == Kind::Add       ? stated.isAdded()
                                     : terms.negation(stated.isAdded());
  }

  /// A program reads queries and nothing else of the data.
  Term answersStay(World &part) {
    std::vector<Term> same;
    for (const auto &[name, query] : part.mechanism.records->queries) {
      const Variable &variable = part.mechanism.variables.at(name);
      same.push_back(part.forElements(variable, [&, &of = name](const auto &indices) {
        return terms.equal(part.differenceAt(of, indices), part.zero(variable.sort));
      }));
    }
    return whole.all(same);
  }

  /// No budget is negative, also where a part costs nothing; and they are at most what is guaranteed.
  void sum() {
    const Fraction guarantee = Evaluator(whole, start).fraction(*composition.head.guarantee);
    Fraction rest = guarantee;
    std::vector<Polynomial> positive = {guarantee.denominator};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part &part = composition.parts[i];
      const Fraction budget = Evaluator(parts[i], start).fraction(*part.mechanism->guarantee);
      demand("budget", part.line, {}, notNegative(whole, budget, {budget.denominator}));
      Fraction times{{1, {}}};
      if (part.times) {
        times = Evaluator(whole, start).fraction(*part.times);
        demand("times", part.line, {}, notNegative(whole, times, {times.denominator}));
      }
      const Fraction cost = product(terms, times, budget);
      positive.push_back(cost.denominator);
      rest = kernel::sum(terms, rest, product(terms, {{-1, {}}}, cost));
    }
    demand("sum", composition.head.guarantee->line, {}, notNegative(whole, rest, positive));
  }

  Terms &terms;
  const Composition &composition;
  const State start{};
  World whole;
  std::deque<World> parts;
  Obligations result;
};

} // namespace

Obligations obligationsOf(Terms &terms, const Composition &composition) {
  return Parts(terms, composition).obligations();
}

} // namespace plumb::kernel
