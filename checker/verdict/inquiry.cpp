// SPDX-License-Identifier: Apache-2.0
#include "checker/verdict/inquiry.h"

#include <cassert>
#include <cctype>

namespace plumb::verdict {

/// Letters of other alphabets are fit for names of programs only.
std::string Inquiry::unique(std::string name) {
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-')
      c = '_';
  stem = name;
  const unsigned count = ++uses[name];
  return count == 1 ? name : name + "." + std::to_string(count);
}

Evidence &Inquiry::record(Condition condition, std::string subject, SourceRange range) {
  std::string name(info(condition).shortName);
  if (!subject.empty())
    name += "." + asName(subject);
  return recordAs(std::move(name), condition, std::move(subject), range);
}

Evidence &Inquiry::recordAs(std::string name, Condition condition, std::string subject, SourceRange range) {
  return evidence.emplace_back(Evidence{unique(std::move(name)), condition, std::move(subject), range});
}

Evidence &Inquiry::ask(Evidence &obligation, std::vector<smt::Term> hypotheses, smt::Term goal) const {
  obligation.question = smt::Obligation{obligation.name, std::move(hypotheses), goal};
  obligation.logic = smt::logicOf(*obligation.question);
  settle(obligation, solver.proves(goal));
  return obligation;
}

Evidence &Inquiry::ask(Condition condition, std::string subject, SourceRange range,
                       std::vector<smt::Term> hypotheses, smt::Term goal) {
  return ask(record(condition, std::move(subject), range), std::move(hypotheses), goal);
}

void Inquiry::settle(Evidence &obligation, const smt::Answer &answer) const {
  obligation.engine = solver.engineName();
  obligation.effort = answer.effort;
  obligation.status = answer.outcome;
  if (obligation.status == smt::Outcome::Unknown)
    obligation.reason = answer.reason;
  if (answer.unknown == smt::UnknownReason::SolverError)
    obligation.advice = "nothing is known to be wrong with the program: ask another solver with --engine";
}

void Inquiry::keepModelQuestion(Evidence &obligation, std::vector<smt::Term> asked) const {
  if (asked.empty())
    return;
  obligation.question = smt::Obligation{obligation.name, std::move(asked), store.boolean(false)};
  obligation.logic = smt::logicOf(*obligation.question);
}

void Inquiry::withdraw() {
  assert(!stem.empty());
  evidence.pop_back();
  --uses[stem];
  stem.clear();
}

} // namespace plumb::verdict
