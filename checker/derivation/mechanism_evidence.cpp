// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/mechanism_evidence.h"

#include "checker/derivation/certificate_text.h"
#include "checker/derivation/cuts.h"
#include "checker/derivation/formula.h"
#include "checker/derivation/question.h"
#include "checker/derivation/search.h"
#include "checker/smt/core.h"
#include "kernel/model.h"
#include "kernel/two_run.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace plumb::derivation {

namespace {

using kernel::Operator;
using kernel::Sort;
using kernel::Term;

/// Instances of instances: so many.
constexpr unsigned instanceRounds = 3;

/// What is tried before an obligation is taken apart.
constexpr Limits littleWork{300'000, 300};

/// How large ints of a model may be: those that may say how long arrays are, and all others.
struct Bounds {
  long index, value;
};
constexpr Bounds someBounds[] = {{2, 2}, {4, 4}, {12, 12}, {4, kernel::Model::reachLimit - 1}, {12, 1 << 20}};

class MechanismCertifier {
public:
  explicit MechanismCertifier(const smt::Budget &budget) : questions(terms), cores(budget) {}

  /// \p entry is the text of which \p make makes the obligations.
  MechanismEvidence certify(const std::string &entry,
                            const std::function<kernel::Obligations(kernel::Terms &)> &make) {
    MechanismEvidence result;
    try {
      const kernel::Obligations obligations = make(terms);
      SubjectText lines(terms, entry);
      // Where these are not found no obligation helps, and there may be many of them.
      std::vector<Reached> inputs;
      for (const auto &[line, alternatives] : obligations.reached) {
        auto input = reach(line, alternatives);
        if (!input) {
          result.outside = "no input was found that reaches line " + std::to_string(line);
          return result;
        }
        inputs.push_back(std::move(*input));
      }
      for (const kernel::Obligation &obligation : obligations.all)
        certify(obligation, lines, result);
      for (const Reached &input : inputs)
        lines.addReached(input.line, input.alternative, input.values);
      result.certified.text = lines.text();
    } catch (const kernel::Rejected &rejected) {
      result.outside = rejected.what();
    }
    return result;
  }

private:
  void certify(const kernel::Obligation &obligation, SubjectText &lines, MechanismEvidence &result) {
    std::vector<Term> used;
    if (const auto steps = show(obligation, obligation.goal, used)) {
      lines.addShown({obligation.name, used, obligation.goal}, *steps);
      ++result.certified.shown;
      return;
    }
    lines.addBelieved(obligation.name);
    result.certified.believed.push_back(obligation.name);
    if (isBelieved || !result.refuted.empty())
      return;
    std::vector<Term> against = obligation.hypotheses;
    against.push_back(terms.negation(obligation.goal));
    if (modelOf(against)) {
      result.refuted = obligation.name;
      result.refutedCondition = obligation.condition;
    } else {
      result.outside = "no solver decides `" + obligation.name + "` as it asks it";
    }
  }

  /// Steps that show \p goal, and the hypotheses that they use; of a conjunction perhaps part by part.
  /// Without steps isBelieved says whether the solver has shown all of it.
  std::optional<Steps> show(const kernel::Obligation &obligation, Term goal, std::vector<Term> &used) {
    const bool hasParts = terms[goal].op == Operator::And;
    isBelieved = false;
    // Of what is best of all one part is seldom shown without those before.
    const bool arePartsFirst = hasParts && comparesBest(obligation);
    if (arePartsFirst)
      if (auto steps = showParts(obligation, goal, used, true))
        return steps;
    auto steps = showWhole(obligation, goal, used);
    if (!steps && hasParts && !arePartsFirst) {
      const bool isBelievedWhole = isBelieved;
      steps = showParts(obligation, goal, used, false);
      isBelieved = isBelievedWhole;
    }
    return steps;
  }

  /// Each from the hypotheses, and perhaps from the parts before it.
  std::optional<Steps> showParts(const kernel::Obligation &obligation, Term goal, std::vector<Term> &used,
                                 bool usesOthers) {
    const std::vector<Term> parts = terms[goal].arguments;
    std::deque<Steps> kept;
    std::vector<Lemma> lemmas;
    std::set<Term> all;
    kernel::Obligation rest = obligation;
    for (Term part : parts) {
      std::vector<Term> ofPart;
      const auto steps = show(rest, part, ofPart);
      if (!steps)
        return std::nullopt;
      if (usesOthers)
        rest.hypotheses.push_back(part);
      all.insert(ofPart.begin(), ofPart.end());
      lemmas.push_back({part, ofPart, &kept.emplace_back(*steps)});
    }
    for (Term part : parts)
      if (usesOthers && std::count(obligation.hypotheses.begin(), obligation.hypotheses.end(), part) == 0)
        all.erase(part);
    used.assign(all.begin(), all.end());
    const Steps unit{{Step::Kind::Unit, {goal}}};
    return joined(terms, {obligation.name, used, goal}, {}, lemmas, {goal, parts, &unit});
  }

  std::optional<Steps> showWhole(const kernel::Obligation &obligation, Term goal, std::vector<Term> &used) {
    std::size_t known = 0;
    // That something is there is shown by the contradiction that for all it is not.
    const bool isExistence =
        terms[goal].op == Operator::Not && terms[terms[goal].arguments[0]].op == Operator::Forall;
    const Term absent = isExistence ? terms[goal].arguments[0] : goal,
               target = isExistence ? terms.boolean(false) : goal;
    std::vector<Term> all = obligation.hypotheses;
    if (isExistence)
      all.push_back(absent);
    for (unsigned rounds = 0; rounds <= instanceRounds; ++rounds) {
      const Ground ground =
          instantiate(terms, all, target, isExistence ? endsIn(terms, absent) : std::vector<Term>(), rounds);
      if (rounds > 0 && ground.formulas.size() == known)
        break;
      known = ground.formulas.size();
      smt::Obligation question{obligation.name, {}, questions.translate(target)};
      for (Term formula : ground.formulas)
        question.hypotheses.push_back(questions.translate(formula));
      const auto core = cores.find(question);
      if (!core)
        continue;
      isBelieved = true;
      kernel::Obligation needed{obligation.name, {}, target};
      std::set<Term> hypotheses;
      Steps instances;
      for (std::size_t at : *core) {
        needed.hypotheses.push_back(ground.formulas[at]);
        explain(ground.formulas[at], ground, hypotheses, instances);
      }
      // That two indices of what is best are the same is worth more than what follows from it case by case.
      const bool hasCutsFirst = comparesBest(needed);
      auto steps = derive(terms, needed, false, hasCutsFirst ? littleWork : Limits{});
      if (!steps && hasCutsFirst)
        steps = deriveWithCuts(terms, needed, cores, questions, {});
      if (!steps && hasCutsFirst)
        steps = derive(terms, needed, false);
      if (!steps && speaksOfProducts(terms, needed))
        steps = derive(terms, needed, true);
      if (!steps && !hasCutsFirst)
        steps = deriveWithCuts(terms, needed, cores, questions, {});
      if (steps) {
        if (isExistence)
          hypotheses.erase(absent);
        used.assign(hypotheses.begin(), hypotheses.end());
        return joined(terms, {obligation.name, used, goal}, instances, {},
                      {target, needed.hypotheses, &*steps});
      }
    }
    return std::nullopt;
  }

  /// It speaks of two that are best of all.
  bool comparesBest(const kernel::Obligation &obligation) const {
    std::vector<Term> roots = obligation.hypotheses;
    roots.push_back(obligation.goal);
    const std::set<Term> all = openSubterms(terms, roots);
    return std::count_if(all.begin(), all.end(), [&](Term term) { return isBestIndex(terms, term); }) > 1;
  }

  /// The hypothesis behind \p formula, and the steps that lead from it.
  void explain(Term formula, const Ground &ground, std::set<Term> &hypotheses, Steps &instances) {
    Steps chain;
    for (auto origin = ground.origins.find(formula); origin != ground.origins.end();
         origin = ground.origins.find(formula)) {
      chain.push_back(origin->second);
      formula = origin->second.terms[0];
    }
    hypotheses.insert(formula);
    instances.insert(instances.end(), chain.rbegin(), chain.rend());
  }

  /// \p formula, in which each Forall is said of \p indices alone.
  Term withoutForall(Term formula, const std::vector<Term> &indices) {
    std::map<Term, Term> instead;
    for (Term part : openSubterms(terms, {formula})) {
      if (terms[part].op != Operator::Forall)
        continue;
      const std::vector<Term> of = terms[part].arguments;
      std::vector<Term> each;
      if (terms[of[0]].sort == Sort::Int)
        for (Term index : indices)
          each.push_back(withoutForall(terms.instance(of[1], of[0], index), indices));
      instead.emplace(part, terms.conjunction(each));
    }
    return instead.empty() ? formula : terms.replaced(formula, instead);
  }

  struct Reached {
    unsigned line;
    std::size_t alternative;
    Values values;
  };

  std::optional<Reached> reach(unsigned line, const std::vector<std::vector<Term>> &alternatives) {
    for (std::size_t i = 0; i < alternatives.size(); ++i)
      if (auto values = modelOf(alternatives[i]))
        return Reached{line, i, std::move(*values)};
    return std::nullopt;
  }

  /// Values of which the kernel says that \p formulas are true. Small ones first.
  std::optional<Values> modelOf(const std::vector<Term> &formulas) {
    for (const auto &[index, value] : someBounds) {
      std::vector<Term> indices;
      for (long i = -1; i <= index; ++i)
        indices.push_back(terms.integer(i));
      const Ground ground = instantiate(terms, formulas, terms.boolean(true), indices, 1);
      std::vector<smt::Term> asked, question, wishes;
      std::vector<Term> all, applications;
      for (Term formula : ground.formulas)
        all.push_back(withoutForall(formula, indices));
      for (Term term : openSubterms(terms, all))
        if (terms[term].op == Operator::Apply) {
          applications.push_back(term);
          // As the kernel evaluates it; a solver knows no more of it than of other functions.
          if (terms.symbolOf(term).name == "1/") {
            const Term divisor = terms[term].arguments[0];
            all.push_back(terms.disjunction({terms.equal(divisor, terms.real(0)),
                                             terms.equal(terms.multiply({divisor, term}), terms.real(1))}));
          }
          // Nothing is named beyond what is looked at.
          if (terms.symbolOf(term).origin == kernel::Origin::Count)
            all.push_back(terms.disjunction({terms.lessEqual(terms[term].arguments[0], indices.back()),
                                             terms.equal(term, terms.integer(0))}));
          if (terms[term].sort == Sort::Int) {
            const bool isValue =
                !terms[term].arguments.empty() || terms.symbolOf(term).name.starts_with("record.");
            const long bound = isValue ? value : index;
            all.push_back(terms.lessEqual(terms.integer(-bound), term));
            all.push_back(terms.lessEqual(term, terms.integer(bound)));
          }
        }
      for (Term formula : all)
        question.push_back(questions.translate(formula));
      for (Term application : applications) {
        for (Term argument : terms[application].arguments)
          asked.push_back(questions.translate(argument));
        asked.push_back(questions.translate(application));
      }
      const bool hasBest = std::any_of(applications.begin(), applications.end(),
                                       [&](Term application) { return isBestIndex(terms, application); });
      for (Term application : applications)
        if (const auto wished = hasBest ? wishedValue(application, std::min(value, 9L)) : std::nullopt)
          wishes.push_back(questions.translate(terms.equal(application, *wished)));
      const auto found = cores.model(question, asked, wishes);
      if (!found)
        continue;
      Values values;
      auto next = found->begin();
      for (Term application : applications) {
        const auto end = next + static_cast<std::ptrdiff_t>(terms[application].arguments.size());
        const std::string &name = terms.symbolOf(application).name;
        // The kernel knows what these are.
        if (name != "1/" && name != "div")
          values[{kernel::Symbol{terms[application].label}, {next, end}}] = *end;
        next = end + 1;
      }
      if (isModel(values, formulas))
        return values;
    }
    return std::nullopt;
  }

  /// Answers and draws that are scattered over -\p most .. \p most, so that few of them are equal and what is
  /// best of all is decided. What is new in a state follows from them.
  std::optional<Term> wishedValue(Term application, long most) {
    const std::vector<Term> arguments = terms[application].arguments;
    const Sort sort = terms[application].sort;
    if (sort == Sort::Bool || arguments.empty() ||
        terms.symbolOf(application).origin != kernel::Origin::Named)
      return std::nullopt;
    constexpr long multiplier = 7919;
    const long width = 2 * most + 1;
    long scattered = static_cast<long>(terms[application].label) % width;
    for (Term argument : arguments) {
      if (terms[argument].op != Operator::Number)
        return std::nullopt;
      const mpz_class at = (scattered + terms[argument].number.get_num()) * multiplier;
      scattered = static_cast<long>(mpz_fdiv_ui(at.get_mpz_t(), static_cast<unsigned long>(width)));
    }
    const long number = scattered - most;
    return sort == Sort::Int ? terms.integer(number) : terms.real(number);
  }

  bool isModel(const Values &values, const std::vector<Term> &formulas) {
    try {
      kernel::Model model(terms);
      for (const auto &[application, value] : values)
        model.set(application.first, application.second, value);
      return std::all_of(formulas.begin(), formulas.end(),
                         [&](Term formula) { return model.satisfies(formula); });
    } catch (const kernel::Rejected &) {
      return false;
    }
  }

  kernel::Terms terms;
  /// Z3 has said of what show() was asked for last that it holds.
  bool isBelieved = false;
  Questions questions;
  smt::Cores cores;
};

} // namespace

MechanismEvidence certifyMechanism(const std::string &text, const std::string &program,
                                   const smt::Budget &budget) {
  return MechanismCertifier(budget).certify(textEntry("mechanism", text), [&](kernel::Terms &terms) {
    return kernel::obligationsOf(terms, kernel::readMechanism(text, program));
  });
}

MechanismEvidence certifyComposition(const std::string &text, const std::string &program,
                                     const std::vector<std::string> &parts, const smt::Budget &budget) {
  return MechanismCertifier(budget).certify(textEntry("composition", text), [&](kernel::Terms &terms) {
    std::map<std::string, kernel::Mechanism> mechanisms;
    for (const std::string &part : parts) {
      kernel::Mechanism mechanism = kernel::readMechanism(part, program);
      const std::string name = mechanism.name;
      mechanisms.emplace(name, std::move(mechanism));
    }
    return kernel::obligationsOf(terms, kernel::readComposition(text, program, mechanisms));
  });
}

} // namespace plumb::derivation
