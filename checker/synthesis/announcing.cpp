// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/announcing.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/announcement.h"
#include "checker/synthesis/decisions.h"
#include "checker/synthesis/later_draws.h"
#include "checker/synthesis/running_bests.h"
#include "checker/synthesis/sides.h"
#include "checker/synthesis/situations.h"
#include "checker/synthesis/snapshot.h"
#include "checker/synthesis/stand_ins.h"
#include "checker/synthesis/told_later.h"
#include "checker/synthesis/turns.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;
using llvm::isa;
using Role = ir::Variable::Role;

namespace {

/// Announcements that are tried, each with a search of its own.
constexpr std::size_t mostAnnouncements = 3;

/// Proofs that fail one after the other lack what an announcement may give: the others are tried behind
/// those.
constexpr FillingLimits whereMoreMayHelp{.resourceUnits = 400'000};

/// A winner whom nobody is told: the index of one, or which of two.
struct Winner {
  /// A local that holds it; null: \c best or \c ofTwo says who it is.
  const ir::Variable *local;
  /// A greatest or least value, of which the place is the winner's.
  const ir::Aggregate *best;
  /// A greater or lesser value.
  const ir::Extremum *ofTwo;
  /// In front of which statement of the body it is known.
  std::size_t place;
};

void forEachPart(const ir::Expression &whole, llvm::function_ref<void(const ir::Expression &)> visit) {
  visit(whole);
  ir::forEachOperand(whole, [&](const ir::Expression &part) { forEachPart(part, visit); });
}

/// What runs evaluate in \p statement itself, alignments and invariants aside.
std::vector<const ir::Expression *> evaluated(const ir::Statement &statement) {
  std::vector<const ir::Expression *> all;
  if (const auto *assign = dyn_cast<ir::Assign>(&statement))
    all.push_back(assign->value.get());
  else if (const auto *branch = dyn_cast<ir::If>(&statement))
    all.push_back(branch->condition.get());
  else if (const auto *end = dyn_cast<ir::Return>(&statement); end && end->value)
    all.push_back(end->value.get());
  else if (const auto *output = dyn_cast<ir::Output>(&statement))
    for (const ExpressionPtr &value : output->values)
      all.push_back(value.get());
  return all;
}

bool isAssignedIn(const ir::Statement &statement, const ir::Variable &variable) {
  bool found = false;
  relational::forEachIn(statement, [&](const ir::Statement &inner) {
    const auto *assign = dyn_cast<ir::Assign>(&inner);
    found = found || (assign && &assign->target == &variable);
  });
  return found;
}

/// Is \p variable published in \p block as it is, whatever runs do once they have it? Then alignments may
/// read it already.
bool isPublished(const ir::Block &block, const ir::Variable &variable) {
  return llvm::any_of(block, [&](const auto &statement) {
    if (const auto *branch = dyn_cast<ir::If>(statement.get()))
      return isAssignedIn(*branch, variable) &&
             (isPublished(branch->thenBlock, variable) || isPublished(branch->elseBlock, variable));
    if (const auto *loop = dyn_cast<ir::For>(statement.get()))
      return isPublished(loop->body, variable);
    return isa<ir::Output, ir::Return>(statement.get()) &&
           llvm::any_of(evaluated(*statement), [&](const ir::Expression *value) {
             const auto *name = dyn_cast<ir::Read>(value);
             return name && &name->variable == &variable;
           });
  });
}

/// It chooses among elements, and nothing in it belongs to an iteration or to another choice.
bool standsAlone(const ir::Aggregate &best) {
  bool fits = true, hasArray = false;
  forEachPart(best, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    fits = fits && (!isa<ir::Aggregate>(&part) || &part == &best) && !isa<ir::Forall>(&part) &&
           !(read && read->variable.role == Role::LoopIndex);
    hasArray = hasArray || (read && read->variable.isArray() && read->variable.role != Role::Parameter);
  });
  return fits && hasArray;
}

/// Neither of the two is public, and both are known in front of the statement of the body that they stand in.
bool standsAlone(const ir::Extremum &ofTwo, bool isOfBody) {
  return isOfBody && !ir::isPublic(*ofTwo.left) && !ir::isPublic(*ofTwo.right);
}

std::vector<Winner> unpublishedWinners(const ir::Mechanism &mechanism) {
  std::vector<Winner> found;
  const std::vector<const ir::Variable *> indices = winners(mechanism);
  for (std::size_t place = 0; place < mechanism.body.size(); ++place) {
    const ir::Statement &statement = *mechanism.body[place];
    for (const ir::Variable *index : indices) {
      const auto isKnown = [&](const Winner &winner) { return winner.local == index; };
      if (!isAssignedIn(statement, *index) || isPublished(mechanism.body, *index))
        continue;
      llvm::erase_if(found, isKnown);
      found.push_back({index, nullptr, nullptr, place + 1});
    }
    relational::forEachIn(statement, [&](const ir::Statement &inner) {
      for (const ir::Expression *whole : evaluated(inner))
        forEachPart(*whole, [&](const ir::Expression &part) {
          // An index that is a whole value has a name, or is published as it is.
          if (const auto *best = dyn_cast<ir::Aggregate>(&part);
              best && standsAlone(*best) && !(best->givesIndex() && &part == whole))
            found.push_back({nullptr, best, nullptr, place});
          if (const auto *ofTwo = dyn_cast<ir::Extremum>(&part);
              ofTwo && standsAlone(*ofTwo, &inner == &statement))
            found.push_back({nullptr, nullptr, ofTwo, place});
        });
    });
  }
  return found;
}

ExpressionPtr renamed(const ir::Expression &part, const ir::Variable &from, const ir::Variable &to) {
  const auto *name = dyn_cast<ir::Read>(&part);
  if (name && &name->variable == &from)
    return read(to, false);
  return ir::rebuilt(part, {}, [&](const ir::Expression &inner) { return renamed(inner, from, to); });
}

ExpressionPtr whoWins(ir::Mechanism &mechanism, const Winner &winner) {
  if (winner.local)
    return read(*winner.local, false);
  if (winner.ofTwo)
    return std::make_unique<ir::Binary>(
        winner.ofTwo->isMaximum ? ir::BinaryOperator::GreaterEqual : ir::BinaryOperator::LessEqual,
        ir::Sort::Bool, copy(*winner.ofTwo->left), copy(*winner.ofTwo->right), SourceRange{});
  // What it binds is a variable of its own.
  mechanism.variables.push_back(std::make_unique<ir::Variable>(
      ir::Variable{Role::Bound, winner.best->variable.name, ir::Sort::Int, {}, winner.best->range()}));
  const ir::Variable &bound = *mechanism.variables.back();
  const auto own = [&](const ExpressionPtr &part) {
    return part ? renamed(*part, winner.best->variable, bound) : nullptr;
  };
  using Which = ir::Aggregate::Which;
  return std::make_unique<ir::Aggregate>(winner.best->isMaximum() ? Which::FirstMaximum : Which::FirstMinimum,
                                         bound, own(winner.best->low), own(winner.best->high),
                                         own(winner.best->filter), own(winner.best->body), SourceRange{});
}

/// The winner whom \p winner is not, of whom it is told who it is: `max(k in 0 .. n where k != w: v[k])`.
const ir::Variable *winnerAhead(const ir::Mechanism &mechanism, const Winner &winner) {
  if (winner.best && winner.best->filter)
    for (const ir::Variable *index : winners(mechanism))
      if (ir::reads(*winner.best->filter, *index))
        return index;
  return nullptr;
}

/// All winners together, then each of several.
std::vector<std::vector<Winner>> announcements(const std::vector<Winner> &all) {
  std::vector<std::vector<Winner>> list;
  if (!all.empty())
    list.push_back(all);
  for (const Winner &one : all)
    if (all.size() > 1 && list.size() < mostAnnouncements)
      list.push_back({one});
  return list;
}

/// Puts announcements into a mechanism. False: there is nothing to be put there.
using Announce = llvm::function_ref<bool(ir::Mechanism &mechanism, Announcement &announcement)>;

bool growsWithASize(const ir::Mechanism &mechanism) {
  return ir::anyPart(*mechanism.guarantee.epsilon, [](const ir::Expression &part) {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && name->variable.sort == ir::Sort::Int;
  });
}

/// What is found and proved with what \p announce puts into \p mechanism, which stays there then.
/// \param isBounded what is guaranteed may not grow with a size.
std::optional<Synthesis> proved(ir::Mechanism &mechanism, Announce announce,
                                const proof::EngineMaker &makeEngine, const IsText &isText,
                                bool isBounded = false,
                                const FillingLimits &limits = {.isForProofAlone = true}) {
  Announcement announcement(mechanism);
  if (!announce(mechanism, announcement))
    return std::nullopt;
  Snapshot open(mechanism);
  Synthesis made = synthesize(mechanism, makeEngine, isText, limits);
  if (!made.proof || !made.proof->provesGuarantee() || (isBounded && growsWithASize(mechanism))) {
    open.restore();
    return std::nullopt;
  }
  for (Found &said : announcement.keep())
    made.found.push_back(std::move(said));
  std::stable_sort(made.found.begin(), made.found.end(),
                   [](const Found &a, const Found &b) { return a.range.begin < b.range.begin; });
  return made;
}

/// As \ref proved, with winners that nobody is told.
std::optional<Synthesis> withWinners(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                     const IsText &isText) {
  const bool isCellTaken =
      llvm::any_of(mechanism.transcripts, [](const auto &transcript) { return transcript->loops.empty(); });
  for (const std::vector<Winner> &winners : announcements(unpublishedWinners(mechanism))) {
    // Nothing stands in front of it that could be announced.
    if (llvm::any_of(winners, [](const Winner &winner) { return winner.place == 0; }))
      continue;
    const auto announce = [&](ir::Mechanism &into, Announcement &announcement) {
      Place where{&into.body, 0, {}};
      for (const Winner &winner : winners)
        where.position = std::max(where.position, winner.place);
      std::vector<ExpressionPtr> values;
      for (const Winner &winner : winners) {
        const ir::Variable *ahead = winnerAhead(into, winner);
        if (!ahead) {
          values.push_back(whoWins(into, winner));
          continue;
        }
        // Who is best of the others is the same in both runs where the others are. It gets a name: of a
        // choice in an announcement beside one in what is published the solver does not see that they are the
        // same.
        const ir::Variable &next = announcement.addLocal("arg");
        announcement.assign(where, next, whoWins(into, winner));
        ++where.position;
        values.push_back(read(*ahead, false));
        values.push_back(read(next, false));
      }
      if (isCellTaken)
        announcement.addWithOwnCell(where, std::move(values));
      else
        announcement.add(where, std::move(values));
      return true;
    };
    if (auto made = proved(mechanism, announce, makeEngine, isText))
      return made;
  }
  return std::nullopt;
}

std::size_t conditionsOf(const std::vector<Turns> &all) {
  std::size_t count = 0;
  for (const Turns &one : all)
    count += one.conditions.size();
  return count;
}

/// As \ref proved, with all that iterations turn for good, at once.
std::optional<Synthesis> withTurns(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                   const IsText &isText, bool isBounded, Told how) {
  const std::vector<Turns> all = turns(mechanism, how);
  if (how == Told::Apart && conditionsOf(all) == conditionsOf(turns(mechanism, Told::Whole)))
    return std::nullopt;
  // What is one alone is a decision. All announcements have the same sorts.
  const std::size_t each = all.empty() ? 0 : all.front().conditions.size();
  const auto isAlone = [](const Turns &one) { return one.isFirst && one.conditions.size() == 1; };
  if (llvm::all_of(all, isAlone) ||
      llvm::any_of(all, [&](const Turns &one) { return one.conditions.size() != each; }))
    return std::nullopt;
  const auto announce = [&](ir::Mechanism &, Announcement &announcement) {
    // From the back, where nothing comes to stand between that is still to be counted.
    for (const Turns &one : llvm::reverse(all)) {
      std::vector<ExpressionPtr> told;
      for (const ExpressionPtr &condition : one.conditions)
        told.push_back(copy(*condition));
      if (one.isFirst)
        announcement.add(one.place, std::move(told));
      else
        announcement.addWithOwnCell(one.place, std::move(told));
    }
    return true;
  };
  // What helps here is proved soon.
  return proved(mechanism, announce, makeEngine, isText, isBounded,
                {.proofs = 2, .resourceUnits = 500'000, .isForProofAlone = true});
}

/// As \ref proved, with what loops decide and do not tell: where their iterations publish nothing, then
/// wherever it is.
std::optional<Synthesis> withDecisions(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                       const IsText &isText, bool isBounded) {
  const std::vector<Decision> all = untoldDecisions(mechanism);
  const auto isSilent = [](const Decision &decision) { return !decision.isCellTaken; };
  const bool isAnySilent = llvm::any_of(all, isSilent), isEachSilent = llvm::all_of(all, isSilent);
  for (bool isEach : {false, true}) {
    if (all.empty() || (isEach ? isEachSilent : !isAnySilent))
      continue;
    const auto announce = [&](ir::Mechanism &, Announcement &announcement) {
      for (const Decision &decision : all) {
        std::vector<ExpressionPtr> told;
        told.push_back(copy(*decision.condition));
        if (!decision.isCellTaken)
          announcement.add(decision.place, std::move(told));
        else if (isEach)
          announcement.addWithOwnCell(decision.place, std::move(told));
      }
      return true;
    };
    if (auto made = proved(mechanism, announce, makeEngine, isText, isBounded))
      return made;
  }
  return std::nullopt;
}

/// As \ref proved, with the sides of bands that nobody is told.
std::optional<Synthesis> withSides(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                   const IsText &isText) {
  const auto announce = [](ir::Mechanism &into, Announcement &announcement) {
    std::vector<Sides> all = untoldSides(into);
    for (Sides &sides : all)
      announcement.addWithOwnCell(sides.place, std::move(sides.conditions));
    return !all.empty();
  };
  return proved(mechanism, announce, makeEngine, isText);
}

/// As \ref proved, with the iterations that the best of loops come from.
std::optional<Synthesis> withIterations(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                        const IsText &isText) {
  using Bests = std::vector<RunningBest>;
  const Bests all = runningBests(mechanism);
  std::vector<Bests> ofBlocks;
  for (const RunningBest &best : all) {
    const auto known =
        llvm::find_if(ofBlocks, [&](const Bests &some) { return some.front().block == best.block; });
    if (known == ofBlocks.end())
      ofBlocks.push_back({best});
    else
      known->push_back(best);
  }
  // All announcements have the same sorts.
  llvm::erase_if(ofBlocks, [size = ofBlocks.empty() ? 0 : ofBlocks.front().size()](const Bests &some) {
    return some.size() != size;
  });
  std::vector<std::vector<Bests>> tries;
  if (!all.empty())
    tries.push_back(ofBlocks);
  for (const RunningBest &one : all)
    if (all.size() > 1 && tries.size() < mostAnnouncements)
      tries.push_back({{one}});
  for (const std::vector<Bests> &tried : tries) {
    const auto announce = [&](ir::Mechanism &, Announcement &announcement) {
      for (const Bests &ofBlock : tried)
        announceIterations(announcement, ofBlock);
      return true;
    };
    if (auto made = proved(mechanism, announce, makeEngine, isText))
      return made;
  }
  return std::nullopt;
}

/// As \ref proved, with what is acted on first and published afterwards.
std::optional<Synthesis> withToldLater(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                       const IsText &isText) {
  const auto announce = [](ir::Mechanism &into, Announcement &announcement) {
    const std::vector<ToldLater> all = toldLater(into);
    for (const ToldLater &one : all) {
      std::vector<ExpressionPtr> told;
      told.push_back(read(*one.local, false));
      announcement.addWithOwnCell(one.place, std::move(told));
    }
    return !all.empty();
  };
  return proved(mechanism, announce, makeEngine, isText);
}

/// Is the scale of each draw one, in every run that comes to it? What is open of \p mechanism is left open.
bool areScalesKnown(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine) {
  const StandIns standIns(mechanism);
  const proof::Proof meaning = proof::proveMeaning(mechanism, makeEngine);
  return llvm::none_of(meaning.obligations(), [](const proof::Evidence &evidence) {
    using verdict::Condition;
    return (evidence.condition == Condition::SameLaw || evidence.condition == Condition::Defined) &&
           !evidence.isProved();
  });
}

/// As \ref proved, with draws just in front of the statements that read them.
std::optional<Synthesis> withLaterDraws(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                                        const IsText &isText) {
  std::optional<LaterDraws> later(std::in_place, mechanism);
  if (!later->isAny())
    return std::nullopt;
  if (later->isAnyOnOneSide()) {
    later.reset();
    if (readsOpenParts(mechanism) || !areScalesKnown(mechanism, makeEngine))
      return std::nullopt;
    later.emplace(mechanism);
  }
  Synthesis made = synthesizeAnnouncing(mechanism, makeEngine, isText);
  if (!made.proof || !made.proof->provesGuarantee())
    return std::nullopt;
  later->keep(made.found);
  std::stable_sort(made.found.begin(), made.found.end(),
                   [](const Found &a, const Found &b) { return a.range.begin < b.range.begin; });
  return made;
}

} // namespace

Synthesis synthesizeAnnouncing(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine,
                               const IsText &isText) {
  const bool isOpen = mechanism.guarantee.hole.isOpen;
  // What was announced by hand has sorts of its own, and whoever did it has seen what helps.
  const bool isAnnounced =
      llvm::any_of(mechanism.tags, [](const auto &tag) { return ir::isAnnounced(*tag); });
  const Snapshot open(mechanism);
  Synthesis alone =
      synthesize(mechanism, makeEngine, isText, isAnnounced ? FillingLimits() : whereMoreMayHelp);
  const bool isProved = alone.proof && alone.proof->provesGuarantee();
  const bool isEnough = isProved && !(isOpen && growsWithASize(mechanism));
  if (isEnough || isAnnounced)
    return alone;
  Snapshot best(mechanism);
  open.restoreCopies();
  std::optional<Synthesis> made;
  if (alone.found.empty())
    made = withWinners(mechanism, makeEngine, isText);
  if (!made && alone.found.empty())
    made = withIterations(mechanism, makeEngine, isText);
  for (const Told how : {Told::Apart, Told::Whole})
    if (!made)
      made = withTurns(mechanism, makeEngine, isText, isProved, how);
  if (!made)
    made = withDecisions(mechanism, makeEngine, isText, isProved);
  if (!made && alone.found.empty())
    made = withSides(mechanism, makeEngine, isText);
  if (!made && !isProved)
    made = withToldLater(mechanism, makeEngine, isText);
  if (!made && !isProved)
    made = withLaterDraws(mechanism, makeEngine, isText);
  if (made)
    return *std::move(made);
  if (alone.isCutShort)
    return synthesize(mechanism, makeEngine, isText);
  best.restore();
  return alone;
}

} // namespace plumb::synthesis
