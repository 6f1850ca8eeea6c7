// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/smtlib.h"
#include "checker/smt/solver.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <unordered_set>

namespace plumb::smt {

namespace {

std::string assertion(Term formula) {
  return "(assert " + toSmtLib(formula) + ")\n";
}

std::string assertions(const std::vector<Term> &formulas) {
  std::string text;
  for (Term formula : formulas)
    text += assertion(formula);
  return text;
}

// The negation is only written, not made: a script needs no store.
std::string negatedGoal(const Obligation &obligation) {
  return "(assert (not " + toSmtLib(obligation.goal) + "))\n";
}

std::string question(std::string_view status) {
  return "(set-info :status " + std::string(status) + ")\n(check-sat)\n";
}

std::string comment(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' '; }, ' ');
  return "; " + text + "\n";
}

std::string declarations(const std::vector<Term> &formulas) {
  std::string text;
  std::unordered_set<const Symbol *> declared;
  for (Term application : applications(formulas))
    if (declared.insert(&application.symbol()).second)
      text += smtLibDeclaration(application.symbol()) + "\n";
  return text;
}

std::string preamble(const std::vector<Term> &formulas) {
  return "(set-logic " + smallestLogic(formulas) + ")\n" + declarations(formulas);
}

std::vector<Term> formulasOf(const Obligation &obligation) {
  std::vector<Term> formulas = obligation.hypotheses;
  formulas.push_back(obligation.goal);
  return formulas;
}

std::size_t sharedPrefix(const std::vector<Term> &a, const std::vector<Term> &b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::size_t>(end - a.begin());
}

/// The open scopes of a combined script, and the text so far.
class ScopedHypotheses {
public:
  /// Makes \p wanted the hypotheses that hold. A scope ends where \p upcoming, the next one's, differ,
  /// so that what both share stays open.
  void become(const std::vector<Term> &wanted, const std::vector<Term> &upcoming) {
    closeDownTo(sharedPrefix(held, wanted));
    openUpTo(sharedPrefix(wanted, upcoming), wanted);
    openUpTo(wanted.size(), wanted);
  }
  void closeAll() { closeDownTo(0); }

  std::string text;

private:
  void closeDownTo(std::size_t size) {
    for (; held.size() > size; ends.pop_back()) {
      text += "(pop 1)\n";
      held.resize(ends.size() > 1 ? ends[ends.size() - 2] : 0);
    }
  }
  void openUpTo(std::size_t size, const std::vector<Term> &wanted) {
    if (held.size() >= size)
      return;
    text += "(push 1)\n";
    for (; held.size() < size; held.push_back(wanted[held.size()]))
      text += assertion(wanted[held.size()]);
    ends.push_back(size);
  }

  std::vector<Term> held;
  std::vector<std::size_t> ends; // of each open scope, in held
};

} // namespace

std::string obligationScript(const Obligation &obligation) {
  return comment(obligation.name) + preamble(formulasOf(obligation)) + assertions(obligation.hypotheses) +
         negatedGoal(obligation) + question("unsat");
}

std::string vacuityScript(const Obligation &obligation) {
  return comment("the hypotheses of " + obligation.name) + preamble(obligation.hypotheses) +
         assertions(obligation.hypotheses) + question("sat");
}

std::string combinedScript(const std::vector<Obligation> &obligations) {
  std::vector<Term> formulas;
  for (const Obligation &obligation : obligations)
    for (Term formula : formulasOf(obligation))
      formulas.push_back(formula);

  ScopedHypotheses scopes;
  scopes.text = preamble(formulas);
  for (std::size_t i = 0; i < obligations.size(); ++i) {
    const Obligation &obligation = obligations[i];
    const Obligation &upcoming = obligations[std::min(i + 1, obligations.size() - 1)];
    scopes.text += comment(obligation.name);
    scopes.become(obligation.hypotheses, upcoming.hypotheses);
    scopes.text += question("sat") + "(push 1)\n" + negatedGoal(obligation) + question("unsat") + "(pop 1)\n";
  }
  scopes.closeAll();
  return scopes.text;
}

} // namespace plumb::smt
