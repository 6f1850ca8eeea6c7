// SPDX-License-Identifier: Apache-2.0
#include "checker/report/smt_dump.h"

#include "checker/smt/smtlib.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <set>

namespace plumb::report {

using smt::Outcome;
using smt::Term;
using verdict::Evidence;

namespace {

/// What a check-sat is expected to say. Failed: the opposite of what was needed.
std::string_view expected(const Evidence &evidence, std::string_view needed) {
  switch (evidence.status) {
  case Outcome::Proved:
    return needed;
  case Outcome::Refuted:
    return needed == "sat" ? "unsat" : "sat";
  case Outcome::Unknown:
    break;
  }
  return "unknown";
}

/// Whether the hypotheses have a model is a question only where it was decided: before the goal was asked,
/// or as the obligation itself.
bool hasModelQuestion(const Evidence &evidence) {
  return evidence.asksForModel || evidence.hypothesesHold;
}

std::string_view expectedOfModel(const Evidence &evidence) {
  return evidence.asksForModel ? expected(evidence, "sat") : "sat";
}

std::string assertion(const std::string &formula) {
  return "(assert " + formula + ")\n";
}

std::string checkSat(std::string_view status) {
  return "(set-info :status " + std::string(status) + ")\n(check-sat)\n";
}

std::string logicLine(const std::vector<Term> &formulas) {
  return "(set-logic " + smt::smallestLogic(formulas) + ")\n";
}

std::string declarations(const std::vector<Term> &formulas) {
  std::string text;
  std::set<std::string> declared;
  for (Term application : smt::applications(formulas))
    if (std::string line = smt::smtLibDeclaration(application.symbol()); declared.insert(line).second)
      text += line + "\n";
  return text;
}

std::string assertions(const std::vector<Term> &formulas, const std::vector<std::string> &notes = {}) {
  std::string text;
  for (std::size_t i = 0; i < formulas.size(); ++i)
    text += (i < notes.size() ? "; " + notes[i] + "\n" : "") + assertion(smt::toSmtLib(formulas[i]));
  return text;
}

std::string negatedGoal(const smt::Obligation &question) {
  return assertion("(not " + smt::toSmtLib(question.goal) + ")");
}

Script goalScript(const Evidence &evidence, const smt::Obligation &question) {
  std::vector<Term> formulas = question.hypotheses;
  formulas.push_back(question.goal);
  return {evidence.name + ".smt2", "; " + evidence.name + (evidence.identity ? ": " + evidence.subject : "") +
                                       "\n" + logicLine(formulas) + declarations(formulas) +
                                       assertions(question.hypotheses, question.notes) +
                                       negatedGoal(question) + checkSat(expected(evidence, "unsat"))};
}

Script modelScript(const Evidence &evidence) {
  std::vector<Term> formulas = evidence.question->hypotheses;
  formulas.insert(formulas.end(), evidence.witness.begin(), evidence.witness.end());
  return {evidence.name + ".vacuity.smt2", "; the hypotheses of " + evidence.name + "\n" +
                                               logicLine(formulas) + declarations(formulas) +
                                               assertions(formulas) + checkSat(expectedOfModel(evidence))};
}

void collect(const std::vector<Evidence> &obligations, std::vector<Term> &formulas) {
  for (const Evidence &evidence : obligations)
    if (evidence.question) {
      const auto &hypotheses = evidence.question->hypotheses;
      formulas.insert(formulas.end(), hypotheses.begin(), hypotheses.end());
      formulas.insert(formulas.end(), evidence.witness.begin(), evidence.witness.end());
      formulas.push_back(evidence.question->goal);
    }
}

std::size_t sharedPrefix(const std::vector<Term> &a, const std::vector<Term> &b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

/// The questions of one mechanism, in a scope of their own.
class ScopedQuestions {
public:
  explicit ScopedQuestions(const std::string &mechanism) : prefix(mechanism + ".") {}

  void add(const Evidence &evidence) {
    hold(evidence.question->hypotheses);
    text += "; " + prefix + evidence.name + "\n";
    if (hasModelQuestion(evidence))
      text += "(push 1)\n" + assertions(evidence.witness) + checkSat(expectedOfModel(evidence)) + "(pop 1)\n";
    if (!evidence.asksForModel)
      text += "(push 1)\n" + negatedGoal(*evidence.question) + checkSat(expected(evidence, "unsat")) +
              "(pop 1)\n";
  }

  std::string finish() {
    closeDownTo(0);
    return std::move(text);
  }

private:
  void hold(const std::vector<Term> &wanted) {
    closeDownTo(sharedPrefix(held, wanted));
    if (held.size() == wanted.size())
      return;
    text +=
        "(push 1)\n" + assertions({wanted.begin() + static_cast<std::ptrdiff_t>(held.size()), wanted.end()});
    starts.push_back(held.size());
    held = wanted;
  }

  /// Scopes end as a whole, so what else they hold is asserted again.
  void closeDownTo(std::size_t size) {
    for (; held.size() > size; starts.pop_back()) {
      text += "(pop 1)\n";
      held.resize(starts.back());
    }
  }

  std::string prefix, text;
  std::vector<Term> held;
  /// How many were held before each open scope.
  std::vector<std::size_t> starts;
};

} // namespace

std::vector<Script> scripts(const std::vector<Evidence> &obligations) {
  std::vector<Script> list;
  for (const Evidence &evidence : obligations) {
    if (evidence.identity) {
      smt::TermStore store;
      list.push_back(goalScript(evidence, evidence.identity->question(store)));
    }
    if (!evidence.question)
      continue;
    if (!evidence.asksForModel)
      list.push_back(goalScript(evidence, *evidence.question));
    if (hasModelQuestion(evidence))
      list.push_back(modelScript(evidence));
  }
  return list;
}

std::string combinedScript(const std::vector<NamedEvidence> &subjects) {
  std::vector<Term> every;
  for (const auto &[name, obligations] : subjects)
    collect(*obligations, every);
  std::string text = logicLine(every);
  for (const auto &[name, obligations] : subjects) {
    std::vector<Term> formulas;
    collect(*obligations, formulas);
    text += "(push 1)\n" + declarations(formulas);
    ScopedQuestions scoped(name);
    for (const Evidence &evidence : *obligations)
      if (evidence.question)
        scoped.add(evidence);
    text += scoped.finish() + "(pop 1)\n";
  }
  return text;
}

} // namespace plumb::report
