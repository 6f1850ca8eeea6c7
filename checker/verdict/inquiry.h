// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/inquiry.h - Obligations as they are asked -*- C++ -*-===//
///
/// \file
/// What every prover that asks a solver does with an obligation: it records it under a name of its own, puts
/// the question, and keeps the answer. An obligation that is recorded and never settled stays unknown.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_INQUIRY_H
#define PLUMB_CHECKER_VERDICT_INQUIRY_H

#include "checker/smt/solver.h"
#include "checker/verdict/evidence.h"

#include <map>

namespace plumb::verdict {

class Inquiry {
public:
  /// All three outlive this. \p keptIn is where the evidence goes; nobody else adds to it.
  Inquiry(smt::TermStore &ofTerms, smt::Solver &ofAnswers, std::vector<Evidence> &keptIn)
      : store(ofTerms), solver(ofAnswers), evidence(keptIn) {}

  /// A new obligation, unanswered, with a name made of its condition and \p subject. What is returned lives
  /// until the next one is recorded.
  Evidence &record(Condition condition, std::string subject, SourceRange range);
  /// The same under \p name; a number is put behind one that is taken, and what is unfit for a file name
  /// becomes an underscore.
  Evidence &recordAs(std::string name, Condition condition, std::string subject, SourceRange range);

  /// Asks \p goal of the solver in its open scopes, whose formulas are \p hypotheses.
  Evidence &ask(Evidence &obligation, std::vector<smt::Term> hypotheses, smt::Term goal) const;
  /// record(), then that.
  Evidence &ask(Condition condition, std::string subject, SourceRange range,
                std::vector<smt::Term> hypotheses, smt::Term goal);
  /// Keeps \p answer, which is the solver's.
  void settle(Evidence &obligation, const smt::Answer &answer) const;
  /// Keeps what was asked for a model of; nothing is kept of an empty question.
  void keepModelQuestion(Evidence &obligation, std::vector<smt::Term> asked) const;

  /// Takes back what was recorded last, with its name: it was only tried, and nothing depends on it.
  void withdraw();

private:
  std::string unique(std::string name);

  smt::TermStore &store;
  smt::Solver &solver;
  std::vector<Evidence> &evidence;
  /// How often each name was taken.
  std::map<std::string, unsigned> uses;
  /// Of the last one, before a number was put behind it.
  std::string stem;
};

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_INQUIRY_H
