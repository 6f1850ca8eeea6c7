// SPDX-License-Identifier: Apache-2.0
#include "checker/report/chain_reasons.h"

#include "checker/relational/walk.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <iterator>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::report {

using derivation::Case;
using derivation::Given;
using derivation::Grounds;
using derivation::Inequality;
using kernel::Term;
using verdict::Reason;

/// "f decreases by at most 1": what is stated of neighbours.
static Line statedOf(const ir::Difference &difference) {
  const char *how = difference.direction == ir::Difference::Direction::Decreasing   ? " falls by at most "
                    : difference.direction == ir::Difference::Direction::Increasing ? " grows by at most "
                                                                                    : " changes by at most ";
  return code(difference.query->name) + line(how) + formula(*difference.bound) +
         line(difference.onlyOne ? ", in one answer" : "");
}

ChainReasons::ChainReasons(const Result &ofResult, const derivation::Chain &ofChain, const ChainGoal &ofGoal,
                           const ChainTerms &inWords, const std::vector<std::vector<Reason>> &ofHypotheses)
    : result(ofResult), chain(ofChain), goal(ofGoal), words(inWords), hypotheses(ofHypotheses) {
  relational::forEachStatement(result.mechanism->body, [&](const ir::Statement &statement, unsigned) {
    if (llvm::isa<ir::For>(statement))
      loops.push_back(&statement);
  });
}

Line ChainReasons::shownOtherwise(const Case &one) const {
  return formula(*words.formula(one.formula, !one.value)) + line(" is a case of its own");
}

Line ChainReasons::ofInvariant(const std::vector<std::vector<std::string>> &all, const Reason &reason) const {
  const auto loop =
      static_cast<std::size_t>(std::find(loops.begin(), loops.end(), reason.statement) - loops.begin());
  if (loop < all.size() && reason.number < all[loop].size())
    return line("the loop keeps ") + code(all[loop][reason.number]);
  return line("it is kept by the loop");
}

Line ChainReasons::ofTruth(Term formula) const {
  return ofTruth(words.originOf(formula));
}

Line ChainReasons::ofTruth(ChainTerms::Origin origin) const {
  switch (origin) {
  case ChainTerms::Origin::Numbers:
    return line("it is true of all numbers");
  case ChainTerms::Origin::Program:
    return line("it follows from the choices that the program makes");
  case ChainTerms::Origin::Records:
    return line("it follows from what the records in which D and D' differ add to the answers");
  }
  llvm_unreachable("all origins are handled");
}

static bool isAnnouncement(const ir::Statement &statement) {
  const auto *output = llvm::dyn_cast<ir::Output>(&statement);
  return output && ir::isAnnounced(output->tag);
}

Line ChainReasons::of(const Reason &reason) const {
  using Kind = Reason::Kind;
  const auto head = [&] { return code(ir::printHead(*reason.statement)); };
  switch (reason.kind) {
  case Kind::Unstated:
    return line("arithmetic says so");
  case Kind::Meaning:
    return line("that is what the names stand for");
  case Kind::Everywhere:
    return line("what holds for all indices holds for this one");
  case Kind::Somewhere:
    return line("what does not hold for all indices fails at ") + code("witness");
  case Kind::Requirement:
    return code(ir::printPromoted(*reason.formula)) + line(" is required");
  case Kind::Premise:
    return code(ir::printPromoted(*reason.formula)) + line(" is required of every record");
  case Kind::Neighbours:
    return statedOf(*reason.difference);
  case Kind::Policy:
    return line("the records are those of neighbours");
  case Kind::Field:
    return line("fields lie in their ranges");
  case Kind::Count:
    return code(reason.variable->name) + line(" is a number of records");
  case Kind::Extremum:
    return code(reason.variable->name) + line(" is the largest or smallest of what records have");
  case Kind::GoesOn:
    return line("the loop over ") + code(llvm::cast<ir::For>(reason.statement)->index.name) +
           line(" goes on");
  case Kind::Ended:
    return line("the loop over ") + code(llvm::cast<ir::For>(reason.statement)->index.name) +
           line(" has ended");
  case Kind::Invariant:
    return ofInvariant(result.proof.invariants(), reason);
  case Kind::InvariantAlone:
    return ofInvariant(result.proof.invariantsAlone(), reason);
  case Kind::Branch:
    return code(ir::printPromoted(*llvm::cast<ir::If>(reason.statement)->condition)) +
           line(reason.holds ? " holds" : " does not hold");
  case Kind::Published:
    return line(isAnnouncement(*reason.statement) ? "the run on D announces " : "the run on D publishes ") +
           head();
  case Kind::Silent:
    return line("the run on D publishes nothing here");
  case Kind::Selection:
    return line("a selection is a set of so many indices");
  case Kind::Law:
    return code(llvm::cast<ir::Sample>(reason.statement)->target.name) +
           line(" is in the support of its law");
  case Kind::Movement:
    return line("that is how far ") + code(llvm::cast<ir::Sample>(reason.statement)->target.name) +
           line(" is moved");
  case Kind::Choice:
    return line("of the best indices the lowest is chosen, and the lowest of all where none counts");
  }
  llvm_unreachable("all kinds are handled");
}

bool ChainReasons::isTrueOfAll(const Given &ground) const {
  return ground.kind == Given::Kind::Case && chain.cases[ground.number].isTrueOfAll;
}

bool ChainReasons::areTrueOfAll(const Grounds &grounds) const {
  return std::all_of(grounds.all.begin(), grounds.all.end(),
                     [&](const Given &ground) { return isTrueOfAll(ground); });
}

Line ChainReasons::of(const Grounds &grounds, const std::set<Given> &conditions) const {
  return of(grounds, conditions, ChainTerms::Origin::Numbers, false);
}

bool ChainReasons::goesOn(const Given &hypothesis) const {
  const std::vector<Reason> &all = hypotheses[hypothesis.number];
  return std::all_of(all.begin(), all.end(),
                     [](const Reason &reason) { return reason.kind == Reason::Kind::GoesOn; });
}

/// What is a part of something true of all numbers is so for what else had to be known: that is told then.
Line ChainReasons::of(const Grounds &grounds, const std::set<Given> &conditions, ChainTerms::Origin origin,
                      bool isOfInequality) const {
  const bool isOfTruth = std::any_of(grounds.from.begin(), grounds.from.end(),
                                     [&](const Given &ground) { return isTrueOfAll(ground); });
  // A part of a case, and what a fact about numbers says, is so by itself, or for a hypothesis too.
  const auto isStated = [&](const Given &ground) {
    return ground.kind == Given::Kind::Hypothesis &&
           std::any_of(hypotheses[ground.number].begin(), hypotheses[ground.number].end(),
                       [](const Reason &reason) { return reason.kind != Reason::Kind::Unstated; });
  };
  const bool restsOnMore = std::none_of(grounds.from.begin(), grounds.from.end(), isStated) &&
                           std::any_of(grounds.all.begin(), grounds.all.end(), isStated);
  // Every hypothesis is told that had to be known, also where it only says that another one speaks of this:
  // `on' = on` says `on'` on one way, and `not on'` on the other. That a loop goes on says mostly that an
  // index is in its range, and is told of what is no inequality.
  std::set<Given> told = isOfTruth || restsOnMore ? grounds.all : grounds.from;
  std::copy_if(grounds.all.begin(), grounds.all.end(), std::inserter(told, told.end()),
               [&](const Given &ground) { return isStated(ground) && !(isOfInequality && goesOn(ground)); });
  std::vector<Line> reasons;
  for (const Given &ground : told)
    switch (ground.kind) {
    case Given::Kind::Hypothesis:
      for (const Reason &reason : hypotheses[ground.number])
        addOnce(reasons, of(reason));
      break;
    case Given::Kind::Goal:
      if (!(isOfTruth && conditions.count(ground)))
        addOnce(reasons,
                line(conditions.count(ground) ? "it is so in this case" : "otherwise nothing is claimed"));
      break;
    case Given::Kind::Case: {
      const Case &one = chain.cases[ground.number];
      if (one.isTrueOfAll) {
        origin = std::max(origin, words.originOf(one.formula));
        break;
      }
      if (isOfTruth && conditions.count(ground))
        break;
      addOnce(reasons, conditions.count(ground)  ? line("it is so in this case")
                       : goal.isShownBeside(one) ? shownOtherwise(one)
                       : goal.isMissingIn(one)   ? line("otherwise nothing is left to show")
                                                 : line("it is so in this case"));
      break;
    }
    }
  if (isOfTruth)
    addOnce(reasons, areTrueOfAll(grounds) || origin != ChainTerms::Origin::Numbers
                         ? ofTruth(origin) + line(areTrueOfAll(grounds) ? "" : " in this case")
                         : line("arithmetic says so"));
  return joined(reasons, " and ");
}

bool ChainReasons::isOfRecords(const Inequality &one) const {
  return one.kind == Inequality::Kind::Choice && words.originOf(one.formula) == ChainTerms::Origin::Records;
}

Line ChainReasons::of(const Inequality &one, const std::set<Given> &conditions) const {
  const bool isChoice = one.kind == Inequality::Kind::Choice;
  Line reasons =
      of(one.grounds, conditions, isChoice ? words.originOf(one.formula) : ChainTerms::Origin::Numbers, true);
  if (isOfRecords(one) &&
      std::includes(conditions.begin(), conditions.end(), one.grounds.all.begin(), one.grounds.all.end()))
    reasons = ofTruth(ChainTerms::Origin::Records) + line(" in this case");
  switch (one.kind) {
  case Inequality::Kind::Comparison:
  case Inequality::Kind::Choice:
  case Inequality::Kind::Congruence:
    return reasons;
  case Inequality::Kind::Division:
    return line("it is a quotient rounded down");
  case Inequality::Kind::Rounded:
    return reasons.empty() ? line("it is rounded") : reasons + line(", in whole numbers");
  case Inequality::Kind::Product:
    return reasons.empty() ? line("it is a product") : line("both factors are at least 0, as ") + reasons;
  case Inequality::Kind::Multiple:
    return reasons.empty() ? line("it is a product") : reasons;
  }
  llvm_unreachable("all kinds are handled");
}

} // namespace plumb::report
