// SPDX-License-Identifier: Apache-2.0
// From the evidence to the verdict: nothing may be open, and nothing may be missing.
#include "checker/noise/distribution.h"
#include "checker/proof/premise_fields.h"
#include "checker/proof/prover.h"
#include "checker/relational/countability.h"
#include "checker/relational/walk.h"

#include <algorithm>

namespace plumb::proof {

using smt::Outcome;

bool Proof::isOpenAlone() const {
  return !answers.empty() && std::all_of(evidence.begin(), evidence.end(), [](const Evidence &one) {
    return one.isProved() || one.condition == Condition::Open;
  });
}

/// Is \p condition asked of what the paths of both runs are, and then assumed? What runs do at the end of a
/// path, or with the noise that is there, is assumed by no invariant.
static bool isAssumedOfPaths(verdict::Condition condition) {
  switch (condition) {
  case Condition::Symmetric:
  case Condition::PremiseFixed:
  case Condition::Open:
  case Condition::Alignment:
  case Condition::SameLaw:
  case Condition::SameSamples:
  case Condition::DeadPath:
  case Condition::Coverage:
  case Condition::Defined:
  case Condition::Invariant:
  case Condition::Termination:
    return true;
  case Condition::Premises:
  case Condition::Support:
  case Condition::Direction:
  case Condition::Outputs:
  case Condition::Acyclic:
  case Condition::Countable:
  case Condition::Cost:
  case Condition::Claim:
  case Condition::ClaimDefined:
  case Condition::Part:
  case Condition::Sum:
  case Condition::Cases:
  case Condition::Inequality:
    return false;
  }
  return true;
}

bool Proof::keepsInvariants() const {
  return std::all_of(evidence.begin(), evidence.end(),
                     [](const Evidence &one) { return one.isProved() || !isAssumedOfPaths(one.condition); });
}

bool Prover::publishes(const ir::Statement &statement) {
  const auto *exit = llvm::dyn_cast<ir::Return>(&statement);
  return llvm::isa<ir::Output>(statement) || (exit && exit->value);
}

/// Nothing may be missing: every sample has its law and its support, every publication its equality, and so
/// on.
bool Prover::complete() const {
  std::map<Condition, unsigned> count;
  // Names of variables and fields are unique in a mechanism; statements and claims that read alike are not
  // one, so these go by where they stand.
  std::set<std::pair<Condition, std::string>> about;
  std::set<std::pair<Condition, std::size_t>> at;
  for (const Evidence &evidence : proof.evidence) {
    ++count[evidence.condition];
    about.insert({evidence.condition, evidence.subject});
    at.insert({evidence.condition, evidence.range.begin});
  }
  bool all = true;
  for (Condition condition :
       {Condition::Termination, Condition::Premises, Condition::Acyclic, Condition::Cost})
    all &= count[condition] > 0;
  bool publishesSomething = false;
  // Where runs part, it was asked whether some way was left out.
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *branch = llvm::dyn_cast<ir::If>(&statement);
    if (branch && apart.count(branch) != 0)
      all &= at.count({Condition::Outputs, branch->condition->range().begin}) > 0;
    if (relational::isFork(statement))
      all &= at.count({Condition::Coverage, relational::placeOf(statement).begin}) > 0;
  });
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement)) {
      for (Condition condition : {Condition::SameLaw, Condition::Support, Condition::Countable})
        all &= about.count({condition, sample->target.name}) > 0;
      all &= !noise::hasForbiddenDirection(sample->law) ||
             about.count({Condition::Direction, sample->target.name}) > 0;
    }
    if (publishes(statement)) {
      publishesSomething = true;
      // What no pair of neighbours reaches, which is proved of each way there, is equal for none; that it is
      // reached at all was asked then.
      all &= at.count({Condition::Outputs, statement.range().begin}) > 0 ||
             (at.count({Condition::Premises, statement.range().begin}) > 0 && count[Condition::DeadPath] > 0);
    }
  });
  if (const auto &adjacency = mechanism.recordAdjacency) {
    all &= !adjacency->along || count[Condition::Symmetric] > 0;
    for (const PremiseField &premise : premiseFields(mechanism))
      all &= about.count({Condition::PremiseFixed, "`" + premise.field->name + "`"}) > 0;
  }
  for (const ir::Claim &claim : mechanism.claims)
    all &= at.count({Condition::Claim, claim.range.begin}) > 0;
  return all && publishesSomething;
}

bool Prover::allProved() const {
  return std::all_of(proof.evidence.begin(), proof.evidence.end(),
                     [](const Evidence &evidence) { return evidence.isProved(); });
}

Verdict Prover::conclude() const {
  bool vacuous = std::any_of(proof.evidence.begin(), proof.evidence.end(), [](const Evidence &evidence) {
    return evidence.condition == Condition::Premises && evidence.status == Outcome::Refuted;
  });
  const bool isDone = allProved() && complete() && !mechanism.hasHoles();
  return vacuous ? Verdict::Vacuous : isDone ? Verdict::Proved : Verdict::NotProved;
}

/// Claims say something of each run by itself, and rest on no alignment.
bool Prover::guaranteeIsProved() const {
  return complete() && !mechanism.hasHoles() &&
         std::all_of(proof.evidence.begin(), proof.evidence.end(), [](const Evidence &evidence) {
           return evidence.isProved() || evidence.condition == Condition::Claim ||
                  evidence.condition == Condition::ClaimDefined;
         });
}

} // namespace plumb::proof
