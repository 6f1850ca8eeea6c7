// SPDX-License-Identifier: Apache-2.0
#include "checker/report/examination.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/stand_ins.h"
#include "frontend/support/time_allowed.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <stdexcept>

namespace plumb::report {

namespace {

using Condition = proof::Condition;

bool isOpen(const proof::Proof &proof, llvm::function_ref<bool(Condition)> which) {
  return llvm::any_of(proof.obligations(), [&](const proof::Evidence &evidence) {
    return !evidence.isProved() && which(evidence.condition);
  });
}

/// Is there an open condition that says something about privacy? Claims, vacuity and what makes
/// a graph one do not, and a search of small inputs could not speak about them.
bool privacyIsOpen(const proof::Proof &proof) {
  return isOpen(proof, [](Condition condition) {
    return condition != Condition::Claim && condition != Condition::ClaimDefined &&
           condition != Condition::Premises && condition != Condition::Symmetric;
  });
}

/// Is there one that a single run could break?
bool runsAreOpen(const proof::Proof &proof) {
  return isOpen(proof, [](Condition condition) {
    return condition == Condition::Claim || condition == Condition::ClaimDefined ||
           condition == Condition::Defined || condition == Condition::SameLaw;
  });
}

/// Has every run a meaning, at all sizes? A failed proof may know that: none of this rests on an alignment
/// that leads one run along the other, or on what was not proved.
bool runsHaveMeaning(const ir::Mechanism &mechanism, const proof::Proof &proof) {
  const bool isKnown = !isOpen(proof, [](Condition condition) {
    return condition == Condition::Termination || condition == Condition::Defined ||
           condition == Condition::SameLaw || condition == Condition::Invariant ||
           condition == Condition::Coverage || condition == Condition::DeadPath;
  });
  // A sample that no path came to was not asked about.
  bool isEverySampleAsked = true;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
      isEverySampleAsked &= llvm::any_of(proof.obligations(), [&](const proof::Evidence &evidence) {
        return evidence.condition == Condition::SameLaw && evidence.subject == sample->target.name;
      });
  });
  return isKnown && isEverySampleAsked;
}

/// Replays of a proved mechanism, some 5 ms.
constexpr std::uint64_t crossExamination = 2000;

/// What is looked for beside a proof is left where it takes longer, or its numbers get too long; what the
/// proof says stands. \returns whether it came to its end.
bool withinTime(llvm::function_ref<void()> search) {
  constexpr std::chrono::seconds longest{30};
  try {
    const TimeAllowed allowed(longest);
    search();
    return true;
  } catch (const OutOfTime &) {
    return false;
  } catch (const NumberTooLong &) {
    return false;
  }
}

/// A proof says that no aligned pair of runs fails. The exact interpreter shares no code with the formulas,
/// so it is asked too, on small inputs. If it disagrees, one of the two is wrong and no verdict can be given.
refutation::Tried crossExamine(const ir::Mechanism &mechanism) {
  refutation::CounterexampleLimits limits;
  limits.replays = crossExamination;
  limits.alignmentsHaveValues = false;
  refutation::Tried tried;
  std::optional<refutation::Counterexample> failure;
  withinTime([&] { failure = refutation::findCounterexample(mechanism, limits, &tried); });
  if (failure && failure->confirmed)
    throw std::logic_error("the proof of `" + mechanism.name +
                           "` and the exact interpreter disagree: " + failure->description);
  if (tried.movedToOne)
    throw std::logic_error("the proof of `" + mechanism.name +
                           "` and the exact interpreter disagree: two draws of the noise are moved to one");
  return tried;
}

std::optional<refutation::Counterexample> confirmed(std::optional<refutation::Counterexample> example) {
  if (example && !example->confirmed)
    example.reset();
  return example;
}

/// Two records that show what is open of the neighbouring relation, if it is.
std::optional<refutation::BadPair> badPair(const ir::Mechanism &mechanism, const proof::Proof &proof) {
  const auto isAbout = [&](Condition condition) {
    return isOpen(proof, [&](Condition open) { return open == condition; });
  };
  std::optional<refutation::BadPair> pair;
  if (isAbout(Condition::Symmetric))
    pair = refutation::findDirectedPair(mechanism);
  if (!pair && isAbout(Condition::PremiseFixed))
    pair = refutation::findPremisePair(mechanism);
  return pair;
}

/// Parameters with which no data have a neighbour, if it is open that there are none.
std::optional<refutation::BadParameters> negativeBound(const ir::Mechanism &mechanism,
                                                       const proof::Proof &proof) {
  const bool isOpen = llvm::any_of(proof.obligations(), [&](const proof::Evidence &evidence) {
    return !evidence.isProved() && evidence.condition == Condition::Defined &&
           llvm::any_of(mechanism.adjacency, [&](const ir::Difference &stated) {
             return evidence.range == stated.bound->range();
           });
  });
  return isOpen ? refutation::findNegativeBound(mechanism) : std::nullopt;
}

/// What else may be wrong, or right after all, where no violation is known. False: a violation would say
/// no more.
bool examineOtherwise(Result &result, bool isPrivacyOpen, FindAlternative another) {
  const ir::Mechanism &mechanism = *result.mechanism;
  const auto isAbout = [&](Condition condition) {
    return isOpen(result.proof, [&](Condition open) { return open == condition; });
  };
  // Where no input is known that meets the premises, more of the same search finds none.
  if (isAbout(Condition::Premises))
    return false;
  if (!result.badRun && runsAreOpen(result.proof))
    result.badRun = confirmed(refutation::findBadRun(mechanism));
  if (result.badRun) {
    const bool isClaim = result.badRun->condition == interpreter::Condition::Claim;
    result.verdict = isClaim ? Verdict::ClaimFalse : Verdict::IllFormed;
    // It would say nothing else.
    if (!isClaim)
      result.counterexample.reset();
  }
  if (!result.badPair)
    result.badPair = badPair(mechanism, result.proof);
  if (!result.badParameters)
    result.badParameters = negativeBound(mechanism, result.proof);
  if (result.badPair || result.badParameters)
    result.verdict = Verdict::IllFormed;
  if (!isPrivacyOpen || result.verdict == Verdict::IllFormed)
    return false;
  if (result.verdict == Verdict::NotProved && !mechanism.hasHoles()) {
    result.alternative =
        another(result.proof, [](const ir::Mechanism &proved) { (void)crossExamine(proved); });
    if (result.alternative)
      result.verdict = Verdict::OtherAlignment;
  }
  return !result.alternative;
}

/// Most violations are found with so little work; another alignment is found with less than the rest.
constexpr std::uint64_t shallow = 1'000'000;

void examineOpen(Result &result, FindAlternative another) {
  const ir::Mechanism &mechanism = *result.mechanism;
  result.verdict = result.proof.verdict();
  // Without a claim there is nothing to violate, and no run is looked at whose scales are not known.
  if (!mechanism.isStated()) {
    if (result.badRun || result.badPair || result.badParameters)
      result.verdict = Verdict::IllFormed;
    return;
  }
  if (!privacyIsOpen(result.proof)) {
    (void)examineOtherwise(result, false, another);
    return;
  }
  // Without an alignment there is none to refute.
  if (!mechanism.hasHoles())
    withinTime([&] { result.counterexample = confirmed(refutation::findCounterexample(mechanism)); });
  const auto start = result.counterexample;
  bool isAsked = false;
  const auto goesOn = [&] {
    isAsked = true;
    return examineOtherwise(result, true, another);
  };
  disproof::SearchLimits limits;
  limits.goesOn = goesOn;
  limits.askedAfter = shallow;
  const bool isEnded = withinTime([&] {
    result.disproof = disproof::examine(mechanism, start ? &*start : nullptr, witness::mostCells, limits);
  });
  if (!isEnded)
    result.disproof.silence = "to look for more takes more time than is allowed";
  auto &violation = result.disproof.violation;
  // Of runs that have no meaning nothing is said.
  if (violation && violation->reach.sizes && !runsHaveMeaning(mechanism, result.proof))
    violation->reach.sizes.reset();
  if (violation)
    result.verdict = Verdict::NotPrivate;
  else if (!isAsked)
    (void)goesOn();
}

} // namespace

Result examined(Result result, FindAlternative another, FindBoundary boundary) {
  result.assumptions = assumptionsOf(*result.mechanism);
  result.verdict = result.proof.verdict();
  if (result.verdict == Verdict::Proved)
    result.tried = crossExamine(*result.mechanism);
  else
    examineOpen(result, another);
  if (result.verdict == Verdict::NotPrivate)
    result.boundary = boundary(result, [](const ir::Mechanism &proved) { (void)crossExamine(proved); });
  return result;
}

std::optional<Result> illFormed(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                std::vector<Diagnostic> &missing) {
  if (synthesis::readsOpenParts(mechanism))
    return std::nullopt;
  std::optional<Result> result;
  {
    const synthesis::StandIns standIns(mechanism);
    result.emplace(mechanism, proof::proveMeaning(mechanism, makeEngine));
    if (runsAreOpen(result->proof))
      result->badRun = confirmed(refutation::findBadRun(mechanism));
    if (result->badRun && result->badRun->condition == interpreter::Condition::Claim)
      result->badRun.reset();
    result->badPair = badPair(mechanism, result->proof);
    result->badParameters = negativeBound(mechanism, result->proof);
  }
  if (!result->badRun && !result->badPair && !result->badParameters)
    return std::nullopt;
  const auto none = [](const auto &, auto) { return std::nullopt; };
  *result = examined(std::move(*result), none, none);
  // Where it is violated on other inputs, it is asked what noise would do.
  if (result->verdict == Verdict::IllFormed)
    return result;
  if (result->badRun && result->disproof.violation) {
    result->verdict = Verdict::IllFormed;
    result->disproof.violation.reset();
    missing = result->findings();
  }
  return std::nullopt;
}

} // namespace plumb::report
