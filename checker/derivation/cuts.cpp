// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/cuts.h"

#include "checker/derivation/formula.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace plumb::derivation {

using kernel::Node;
using kernel::Operator;
using kernel::Sort;
using kernel::Term;

namespace {

constexpr std::size_t candidateLimit = 100;
/// What a lemma may take: its cases are few, but where two indices are the same that are best of all.
constexpr Limits cutWork{100'000, 100}, bestWork{1'000'000, 1000};

/// One use: make it, call run().
class Cuts {
public:
  Cuts(kernel::Terms &ofTerms, const kernel::Obligation &shown, smt::Cores &ofSolver, Questions &ofQuestions)
      : terms(ofTerms), normal(ofTerms), obligation(shown), solver(ofSolver), questions(ofQuestions) {}

  std::optional<Steps> run(const Limits &limits) {
    std::deque<Shown> kept;
    std::vector<Lemma> cuts;
    for (Term lemma : whatFollows(candidates()))
      if (auto shown = deriveFromCore(lemma, {}, terms[lemma].op == Operator::Equal ? bestWork : cutWork)) {
        const Shown &each = kept.emplace_back(std::move(*shown));
        cuts.push_back({lemma, each.obligation.hypotheses, &each.steps});
      }
    if (cuts.empty())
      return std::nullopt;
    const auto shown = deriveFromCore(obligation.goal, cuts, limits);
    if (!shown)
      return std::nullopt;
    return joined(terms, obligation, {}, cuts,
                  {obligation.goal, shown->obligation.hypotheses, &shown->steps});
  }

private:
  std::vector<Term> candidates() {
    std::vector<Term> roots = obligation.hypotheses, choices, equations, found, best;
    std::set<Term> factors, chosen, bounds{terms.real(1)};
    roots.push_back(obligation.goal);
    for (Term part : openSubterms(terms, roots)) {
      const Node &node = terms[part];
      if (isBestIndex(terms, part)) {
        for (Term other : best)
          found.push_back(terms.equal(other, part));
        best.push_back(part);
      }
      if (node.op == Operator::IfThenElse && node.sort != Sort::Bool)
        choices.push_back(part);
      if (node.op == Operator::Equal && terms[node.arguments[0]].sort == Sort::Int)
        equations.push_back(part);
      if (node.op == Operator::Multiply && node.sort == Sort::Real)
        for (Term factor : node.arguments) {
          if (terms[factor].op == Operator::Apply)
            factors.insert(factor);
          if (isOf(factor, Operator::Apply))
            bounds.insert(factor);
        }
      if (node.sort == Sort::Real && isOf(part, Operator::IfThenElse))
        chosen.insert(part);
    }
    for (Term one : choices)
      for (Term other : choices)
        if (found.size() < candidateLimit && isNext(one, other)) {
          found.push_back(terms.lessEqual(one, other));
          const Term step = terms[one].sort == Sort::Int ? terms.integer(1) : terms.real(1),
                     less = terms.lessEqual(terms.add({one, step}), other);
          for (Term equation : equations)
            found.push_back(terms.implies(equation, less));
        }
    for (Term one : chosen)
      for (Term bound : bounds)
        if (found.size() < candidateLimit)
          found.push_back(terms.lessEqual(one, bound));
    for (Term one : factors)
      for (Term other : factors)
        if (found.size() < candidateLimit && one != other)
          found.push_back(terms.lessEqual(one, other));
    return found;
  }

  /// It is such a term, or an Int of this kind as a Real.
  bool isOf(Term number, Operator op) const {
    return terms[terms[number].op == Operator::ToReal ? terms[number].arguments[0] : number].op == op;
  }

  bool isNext(Term one, Term other) {
    std::optional<std::pair<Term, Term>> replaced;
    if (!areAlikeBut(replaced, one, other) || !replaced)
      return false;
    const kernel::Polynomial distance = normal.difference(replaced->second, replaced->first);
    return distance.isConstant() && distance.constant() > 0;
  }

  /// Whether \p other is \p one with one number in place of another, wherever they differ.
  bool areAlikeBut(std::optional<std::pair<Term, Term>> &replaced, Term one, Term other) const {
    if (one == other)
      return true;
    const Node &a = terms[one], &b = terms[other];
    if (a.sort != b.sort)
      return false;
    if (!a.arguments.empty() && a.op == b.op && a.label == b.label &&
        a.arguments.size() == b.arguments.size()) {
      for (std::size_t i = 0; i < a.arguments.size(); ++i)
        if (!areAlikeBut(replaced, a.arguments[i], b.arguments[i]))
          return false;
      return true;
    }
    if (a.sort == Sort::Bool || (replaced && *replaced != std::pair(one, other)))
      return false;
    replaced = {one, other};
    return true;
  }

  std::vector<smt::Term> translated(const std::vector<Term> &formulas) {
    std::vector<smt::Term> result;
    for (Term formula : formulas)
      result.push_back(questions.translate(formula));
    return result;
  }

  /// Models leave those of \p formulas out that do not follow, until none is false in one.
  std::vector<Term> whatFollows(std::vector<Term> formulas) {
    while (!formulas.empty()) {
      std::vector<Term> question = obligation.hypotheses, negations, left;
      for (Term formula : formulas)
        negations.push_back(terms.negation(formula));
      question.push_back(terms.disjunction(negations));
      const auto values = solver.model(translated(question), translated(formulas));
      for (std::size_t i = 0; values && i < formulas.size(); ++i)
        if ((*values)[i] != 0)
          left.push_back(formulas[i]);
      if (!values || left.size() == formulas.size())
        break;
      formulas = std::move(left);
    }
    return formulas;
  }

  /// From \p cuts, and those hypotheses that \p goal needs beside them.
  std::optional<Shown> deriveFromCore(Term goal, const std::vector<Lemma> &cuts, const Limits &limits) {
    kernel::Obligation needed{obligation.name, {}, goal};
    for (const Lemma &cut : cuts)
      needed.hypotheses.push_back(cut.formula);
    std::vector<Term> known = needed.hypotheses;
    known.insert(known.end(), obligation.hypotheses.begin(), obligation.hypotheses.end());
    const auto core = solver.find({obligation.name, translated(known), questions.translate(goal)});
    if (!core)
      return std::nullopt;
    for (std::size_t at : *core)
      if (at >= cuts.size())
        needed.hypotheses.push_back(known[at]);
    auto steps = derive(terms, needed, false, limits);
    if (!steps && speaksOfProducts(terms, needed))
      steps = derive(terms, needed, true, limits);
    if (!steps && speaksOfProducts(terms, needed))
      return deriveWithoutChoices({obligation.name, known, goal}, limits);
    return steps ? std::optional<Shown>({std::move(needed), std::move(*steps)}) : std::nullopt;
  }

  /// Without hypotheses, in which cuts stand first, that are not needed beside the others; each of these
  /// would be multiplied, too. \returns false if they do not imply the goal.
  bool isReduced(kernel::Obligation &shown) {
    const auto find = [&](const std::vector<Term> &hypotheses) {
      return solver.find({shown.name, translated(hypotheses), questions.translate(shown.goal)});
    };
    const auto core = find(shown.hypotheses);
    if (!core)
      return false;
    std::vector<Term> left;
    for (std::size_t at : *core)
      left.push_back(shown.hypotheses[at]);
    for (std::size_t at = left.size(); at-- > 0;) {
      std::vector<Term> fewer = left;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
      if (find(fewer))
        left = std::move(fewer);
    }
    shown.hypotheses = std::move(left);
    return true;
  }

  /// As if each choice were any number: once bounds of it are known, its sides may be in the way where it is
  /// multiplied.
  std::optional<Shown> deriveWithoutChoices(const kernel::Obligation &whole, const Limits &limits) {
    std::vector<Term> roots = whole.hypotheses;
    roots.push_back(whole.goal);
    std::map<Term, Term> numbers, choices;
    for (Term part : openSubterms(terms, roots))
      if (terms[part].op == Operator::IfThenElse && terms[part].sort != Sort::Bool) {
        const Term number =
            terms.variable("choice!" + std::to_string(static_cast<std::size_t>(part)), terms[part].sort);
        numbers.emplace(part, number);
        choices.emplace(number, part);
      }
    const auto with = [&](const std::map<Term, Term> &values, kernel::Obligation of) {
      of.goal = terms.replaced(of.goal, values);
      for (Term &hypothesis : of.hypotheses)
        hypothesis = terms.replaced(hypothesis, values);
      return of;
    };
    kernel::Obligation without = with(numbers, whole);
    if (choices.empty() || !isReduced(without))
      return std::nullopt;
    auto steps = derive(terms, without, true, limits);
    if (!steps)
      return std::nullopt;
    for (Step &step : *steps) {
      for (Term &term : step.terms)
        term = terms.replaced(term, choices);
      for (auto &[factor, source] : step.sources)
        if (source.kind != kernel::Source::Kind::Derived) {
          source.first = static_cast<std::uint32_t>(terms.replaced(Term{source.first}, choices));
          if (source.hasTwo())
            source.second = terms.replaced(source.second, choices);
        }
    }
    Shown shown{with(choices, std::move(without)), std::move(*steps)};
    return isAccepted(terms, shown.obligation, shown.steps) ? std::optional(std::move(shown)) : std::nullopt;
  }

  kernel::Terms &terms;
  kernel::NormalForms normal;
  const kernel::Obligation &obligation;
  smt::Cores &solver;
  Questions &questions;
};

} // namespace

std::optional<Steps> deriveWithCuts(kernel::Terms &terms, const kernel::Obligation &obligation,
                                    smt::Cores &solver, Questions &questions, const Limits &limits) {
  return Cuts(terms, obligation, solver, questions).run(limits);
}

} // namespace plumb::derivation
