// SPDX-License-Identifier: Apache-2.0
#include "checker/report/finding_kind.h"

#include <array>
#include <cassert>

namespace plumb::report {

using proof::Condition;

namespace {

struct Entry {
  Condition condition;
  FindingKind finding;
};

/// In the order of messages.
constexpr std::array table = {
    Entry{Condition::Premises,
          {DiagnosticKind::VacuousPremises, "correct the `requires` clauses, the bound of the adjacency, or "
                                            "the test that keeps every run away"}},
    Entry{Condition::Symmetric,
          {DiagnosticKind::AsymmetricEdges, "add the edges back, or state a directed relation as a policy: "
                                            "`policy p on R allows r' where ...`"}},
    Entry{Condition::PremiseFixed,
          {DiagnosticKind::PremiseMayDiffer,
           "let the policy keep this field public, or take it out of the premise"}},
    Entry{Condition::SameLaw,
          {DiagnosticKind::DifferentLaw,
           "make the scale of public values only, and let `requires` say that it is positive"}},
    Entry{Condition::SameSamples,
          {DiagnosticKind::DifferentSamples,
           "decide on public values, or on a noisy value whose aligned noise lets both runs decide alike"}},
    Entry{Condition::Support,
          {DiagnosticKind::OutOfSupport,
           "one-sided noise can only be moved away from 0: check the direction of the adjacency, the law and "
           "the sign of the shift"}},
    Entry{Condition::Outputs,
          {DiagnosticKind::DifferentOutputs,
           "shift the noise in what is published by the difference of the answers in it, and publish nothing "
           "that has no noise"}},
    Entry{
        Condition::Acyclic,
        {DiagnosticKind::CyclicShift,
         "let the shift read parameters, answers, the output and draws made before, but no draw of its own"}},
    Entry{Condition::Countable,
          {DiagnosticKind::UncountableShift,
           "only compare a real-valued output in a shift, or use integer noise"}},
    Entry{Condition::Cost,
          {DiagnosticKind::CostOverBudget,
           "give the noise a larger scale, shift fewer draws, or guarantee less privacy"}},
    Entry{Condition::Claim,
          {DiagnosticKind::ClaimNotProved,
           "compare what the program tests before it publishes this with the side to which the noise falls"}},
    Entry{Condition::DeadPath,
          {DiagnosticKind::UndecidedPath,
           "give the solver more room with --resource-limit, or make the tests that lead here simpler"}},
    Entry{Condition::Coverage,
          {DiagnosticKind::UndecidedPath, "give the solver more room with --resource-limit"}},
    Entry{Condition::Defined,
          {DiagnosticKind::UndefinedValue,
           "say with `requires` what the parameters satisfy, or test it first"}},
    Entry{Condition::Invariant,
          {DiagnosticKind::InvariantNotProved,
           "an invariant has to hold before the first iteration and to follow from the invariants of the "
           "iteration before; weaken it, or add what it needs"}},
};

constexpr std::size_t conditions = 0
#define CONDITION(id, shortName, holds, fails) +1
#include "checker/alignment/conditions.def"
#undef CONDITION
    ;
static_assert(table.size() + 1 == conditions, "every condition but termination has its message");

const Entry *entryOf(Condition condition) {
  for (const Entry &entry : table)
    if (entry.condition == condition)
      return &entry;
  return nullptr;
}

} // namespace

const FindingKind &findingKind(Condition condition) {
  const Entry *entry = entryOf(condition);
  assert(entry && "termination is decided by the syntax");
  return entry->finding;
}

unsigned findingRank(Condition condition) {
  const Entry *entry = entryOf(condition);
  return entry ? static_cast<unsigned>(entry - table.data()) : static_cast<unsigned>(table.size());
}

} // namespace plumb::report
