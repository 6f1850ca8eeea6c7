// SPDX-License-Identifier: Apache-2.0
#include "checker/report/consequence.h"

#include "checker/relational/walk.h"
#include "checker/report/undefined_at.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>
#include <set>

namespace plumb::report {

using verdict::Condition;
using verdict::Evidence;

namespace {

/// The more basic a condition, the smaller; nothing if it is not about shifts.
std::optional<unsigned> rankOf(Condition condition) {
  constexpr Condition order[] = {Condition::Acyclic,   Condition::Countable,   Condition::Support,
                                 Condition::Direction, Condition::SameSamples, Condition::Outputs,
                                 Condition::Cost};
  const auto *found = std::find(std::begin(order), std::end(order), condition);
  return found == std::end(order) ? std::nullopt
                                  : std::optional(static_cast<unsigned>(found - std::begin(order)));
}

} // namespace

// Those with a rank stand side by side in the table.
bool isMoreBasic(Condition a, Condition b) {
  const auto first = rankOf(a), second = rankOf(b);
  return first && second ? *first < *second : a < b;
}

void leaveOutWhatScalesExplain(const ir::Mechanism &mechanism, bool isViolated, OpenObligations &open) {
  std::set<std::uint32_t> scales, draws;
  for (const Evidence *evidence : open)
    if (evidence->condition == Condition::SameLaw)
      scales.insert(evidence->range.begin);
  bool isCostOfItsOwn = isViolated;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    if (scales.count(sample->scale->range().begin) != 0)
      draws.insert(sample->range().begin);
    else
      isCostOfItsOwn = true;
  });
  if (draws.empty())
    return;
  llvm::erase_if(open, [&](const Evidence *evidence) {
    return (evidence->condition == Condition::Cost && !isCostOfItsOwn) ||
           (evidence->condition == Condition::Defined && draws.count(evidence->range.begin) != 0);
  });
}

namespace {

/// What obligations about \p statement point at.
bool isAbout(const ir::Statement &statement, SourceRange range) {
  if (statement.range().begin == range.begin)
    return true;
  if (const auto *branch = llvm::dyn_cast<ir::If>(&statement))
    return branch->condition->range() == range;
  const auto *loop = llvm::dyn_cast<ir::For>(&statement);
  return loop && loop->guard && loop->guard->range() == range;
}

/// The statement that computes what stands at \p place; null if there is none.
const ir::Statement *statementAround(const ir::Mechanism &mechanism, SourceRange place) {
  const ir::Statement *found = nullptr;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const bool isAround = llvm::any_of(relational::expressionsOf(statement), [&](const auto *expression) {
      return expression->range().begin <= place.begin && place.end <= expression->range().end;
    });
    if (!found && (isAround || statement.range() == place))
      found = &statement;
  });
  return found;
}

/// Null if there is none.
const ir::Statement *statementAt(const ir::Mechanism &mechanism, SourceRange range) {
  const ir::Statement *found = nullptr;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (!found && isAbout(statement, range))
      found = &statement;
  });
  return found;
}

std::vector<const ir::Block *> blocksOf(const ir::Statement &statement) {
  if (const auto *branch = llvm::dyn_cast<ir::If>(&statement))
    return {&branch->thenBlock, &branch->elseBlock};
  if (const auto *loop = llvm::dyn_cast<ir::For>(&statement))
    return {&loop->body};
  return {};
}

bool contains(const ir::Statement &statement, const ir::Statement &other) {
  return &statement == &other || llvm::any_of(blocksOf(statement), [&](const ir::Block *block) {
    return llvm::any_of(*block, [&](const auto &inner) { return contains(*inner, other); });
  });
}

/// Does a run come to \p other only behind \p first?
bool isBehind(const ir::Block &block, const ir::Statement &first, const ir::Statement &other) {
  bool hasPassed = false;
  for (const auto &statement : block) {
    if (hasPassed && contains(*statement, other))
      return true;
    hasPassed = hasPassed || statement.get() == &first;
    for (const ir::Block *inner : blocksOf(*statement))
      if (isBehind(*inner, first, other))
        return true;
  }
  return false;
}

/// Free indices of a claim, and the loops for whose iterations they stand.
using Iterations = std::map<const ir::Variable *, const ir::Variable *>;

Iterations iterationsOf(const ir::Claim &claim) {
  Iterations iterations;
  const auto add = [&](const ir::Transcript &transcript, const std::vector<ir::ExpressionPtr> &indices) {
    for (std::size_t i = 0; i < indices.size() && i < transcript.loops.size(); ++i)
      if (const auto *read = llvm::dyn_cast<ir::Read>(indices[i].get()))
        iterations.emplace(&read->variable, &transcript.loops[i]->index);
  };
  relational::forEachExpression(*claim.formula, [&](const ir::Expression &part) {
    if (const auto *test = llvm::dyn_cast<ir::CellTest>(&part))
      add(test->transcript, test->indices);
    else if (const auto *read = llvm::dyn_cast<ir::CellRead>(&part))
      add(read->transcript, read->indices);
  });
  return iterations;
}

/// Where a term may have no value: its subscripts with the lengths of their arrays, and what it divides by.
class Partialities {
public:
  void add(const ir::Expression &expression, Iterations which) {
    iterations = std::move(which);
    relational::forEachExpression(expression, [&](const ir::Expression &part) { addPart(part); });
  }

  /// Has the term a value wherever \p other has one?
  bool follows(const Partialities &other) const {
    return isSimple && other.isSimple && llvm::all_of(places, [&](const Place &place) {
             return llvm::any_of(other.places, [&](const Place &same) { return isSame(place, same); });
           });
  }

private:
  struct Place {
    const ir::Expression *term;
    /// Null: it is divided by the term.
    const ir::Expression *extent;
    /// The loop in whose iterations a free index of a claim runs.
    const ir::Variable *iteration;
  };

  void addPart(const ir::Expression &part) {
    if (const auto *read = llvm::dyn_cast<ir::Read>(&part)) {
      isSimple = isSimple && read->variable.extents.size() == read->indices.size();
      for (std::size_t i = 0; isSimple && i < read->indices.size(); ++i)
        addPlace(*read->indices[i], read->variable.extents[i].get());
    } else if (const auto *binary = llvm::dyn_cast<ir::Binary>(&part)) {
      const ir::BinaryOperator op = binary->op;
      if (op == ir::BinaryOperator::Divide || op == ir::BinaryOperator::IntegerDivide ||
          op == ir::BinaryOperator::Modulo)
        addPlace(*binary->right, nullptr);
    } else {
      isSimple = isSimple && !llvm::isa<ir::TopK, ir::ResultRead, ir::Forall, ir::Aggregate>(&part);
    }
  }

  void addPlace(const ir::Expression &term, const ir::Expression *extent) {
    // What is assigned may have another value there.
    isSimple = isSimple && ir::isPublic(term) && (!extent || ir::isPublic(*extent));
    const auto *read = llvm::dyn_cast<ir::Read>(&term);
    const auto iteration = read ? iterations.find(&read->variable) : iterations.end();
    places.push_back({&term, extent, iteration == iterations.end() ? nullptr : iteration->second});
  }

  static bool isSame(const Place &place, const Place &other) {
    if ((place.extent == nullptr) != (other.extent == nullptr) ||
        (place.extent && !ir::isSameTerm(*place.extent, *other.extent)))
      return false;
    const auto *read = llvm::dyn_cast<ir::Read>(other.term);
    return place.iteration ? read && &read->variable == place.iteration
                           : ir::isSameTerm(*place.term, *other.term);
  }

  std::vector<Place> places;
  Iterations iterations;
  bool isSimple = true;
};

Partialities partialitiesOf(const ir::Statement &statement) {
  Partialities result;
  for (const ir::Expression *expression : relational::expressionsOf(statement))
    result.add(*expression, {});
  return result;
}

const ir::Claim *claimAt(const ir::Mechanism &mechanism, const Evidence &evidence) {
  const auto found = llvm::find_if(
      mechanism.claims, [&](const ir::Claim &claim) { return claim.range.begin == evidence.range.begin; });
  return found == mechanism.claims.end() ? nullptr : &*found;
}

/// Is the scale at \p range made of \p variable?
bool isScaleOf(const ir::Mechanism &mechanism, SourceRange range, const ir::Variable &variable) {
  bool isMade = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample || sample->scale->range().begin != range.begin)
      return;
    std::set<const ir::Variable *> read;
    relational::collectVariables(*sample->scale, read);
    isMade = isMade || read.contains(&ir::identityOf(variable));
  });
  return isMade;
}

/// Has what \p evidence is about a value wherever \p shown has one?
bool followsFrom(const ir::Mechanism &mechanism, const ir::Statement &shown, const Evidence &evidence) {
  if (evidence.condition == Condition::SameLaw) {
    const auto *assign = llvm::dyn_cast<ir::Assign>(&shown);
    return assign && isScaleOf(mechanism, evidence.range, assign->target);
  }
  const Partialities known = partialitiesOf(shown);
  if (evidence.condition == Condition::ClaimDefined) {
    Partialities claimed;
    const ir::Claim *claim = claimAt(mechanism, evidence);
    if (claim)
      claimed.add(*claim->formula, iterationsOf(*claim));
    return claim && claimed.follows(known);
  }
  const ir::Statement *other = statementAt(mechanism, evidence.range);
  return evidence.condition == Condition::Defined && other && isBehind(mechanism.body, shown, *other) &&
         partialitiesOf(*other).follows(known);
}

} // namespace

void leaveOutWhatMissingValuesExplain(const ir::Mechanism &mechanism, const refutation::Counterexample &run,
                                      OpenObligations &open) {
  if (llvm::none_of(open, [](const Evidence *one) { return one->condition == Condition::Defined; }))
    return;
  llvm::erase_if(open, [](const Evidence *evidence) {
    return evidence->condition == Condition::SameSamples || evidence->condition == Condition::Support ||
           evidence->condition == Condition::Direction || evidence->condition == Condition::Outputs ||
           evidence->condition == Condition::Cost || evidence->condition == Condition::Claim;
  });
  const ir::Statement *shown = statementAround(mechanism, run.range);
  // Its message is the one that stays.
  if (shown && llvm::any_of(open, [&](const Evidence *evidence) {
        return evidence->condition == Condition::Defined && isAbout(*shown, evidence->range);
      }))
    llvm::erase_if(open, [&](const Evidence *evidence) { return followsFrom(mechanism, *shown, *evidence); });
}

namespace {

const ir::Sample *sampleOfScale(const ir::Mechanism &mechanism, SourceRange scale) {
  const ir::Sample *found = nullptr;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (sample && sample->scale->range() == scale)
      found = sample;
  });
  return found;
}

/// Is \p evidence that \p place has a value?
bool asksOf(const ir::Mechanism &mechanism, const ir::Statement &place, const Evidence &evidence) {
  return evidence.condition == Condition::SameLaw
             ? sampleOfScale(mechanism, evidence.range) == &place
             : evidence.condition == Condition::Defined && isAbout(place, evidence.range);
}

bool followsFromRun(const ir::Mechanism &mechanism, const UndefinedAt &input, const Evidence &evidence) {
  if (evidence.condition == Condition::SameLaw) {
    const ir::Sample *sample = sampleOfScale(mechanism, evidence.range);
    return sample && input.isNoScale(*sample->scale);
  }
  if (evidence.condition == Condition::ClaimDefined) {
    const ir::Claim *claim = claimAt(mechanism, evidence);
    return claim && input.isUndefined(*claim->formula);
  }
  // What holds in loops is not known of runs that have no meaning. An alignment is wrong by itself.
  if (evidence.condition != Condition::Defined)
    return evidence.condition == Condition::Invariant;
  const ir::Statement *statement = statementAt(mechanism, evidence.range);
  return statement && llvm::any_of(relational::expressionsOf(*statement),
                                   [&](const auto *expression) { return input.isUndefined(*expression); });
}

} // namespace

MissingValue takeWhatShowsIn(const ir::Mechanism &mechanism, const refutation::Counterexample &run,
                             OpenObligations &open) {
  MissingValue shown;
  const ir::Statement *place = statementAround(mechanism, run.range);
  const auto reason = llvm::find_if(
      open, [&](const Evidence *evidence) { return place && asksOf(mechanism, *place, *evidence); });
  if (reason == open.end())
    return shown;
  shown.reason = *reason;
  open.erase(reason);
  const UndefinedAt input(mechanism, run);
  const auto follows = [&](const Evidence *evidence) { return followsFromRun(mechanism, input, *evidence); };
  llvm::copy_if(open, std::back_inserter(shown.following), follows);
  llvm::erase_if(open, follows);
  return shown;
}

namespace {

using Draws = std::set<const ir::Variable *>;

/// Which draws decide the values of variables, and so what a statement does.
class DrawsBehind {
public:
  explicit DrawsBehind(const ir::Block &body) {
    for (std::size_t before = ~std::size_t{0}, now = 0; before != now;) {
      before = now;
      collect(body, {});
      now = 0;
      for (const auto &[variable, draws] : behind)
        now += draws.size();
    }
  }

  Draws of(const ir::Expression &expression) const {
    std::set<const ir::Variable *> variables;
    relational::collectVariables(expression, variables);
    Draws all;
    for (const ir::Variable *variable : variables)
      if (const auto found = behind.find(variable); found != behind.end())
        all.insert(found->second.begin(), found->second.end());
    return all;
  }

private:
  /// \param around decide whether the block is run.
  void collect(const ir::Block &block, const Draws &around) {
    for (const auto &statement : block) {
      Draws inside = around;
      for (const ir::Expression *expression : relational::expressionsOf(*statement))
        inside.merge(of(*expression));
      if (const auto *sample = llvm::dyn_cast<ir::Sample>(statement.get())) {
        behind[&sample->target].insert(&sample->target);
      } else if (const auto *assign = llvm::dyn_cast<ir::Assign>(statement.get())) {
        behind[&assign->target].insert(inside.begin(), inside.end());
      } else if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
        collect(branch->thenBlock, inside);
        collect(branch->elseBlock, inside);
      } else if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
        collect(loop->body, inside);
      }
    }
  }

  std::map<const ir::Variable *, Draws> behind;
};

/// The draws whose shifts decide what \p evidence is about; none if that is not known.
Draws drawsOf(const ir::Mechanism &mechanism, const DrawsBehind &behind, const Evidence &evidence) {
  Draws draws;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    const bool isOfSample = sample && (evidence.condition == Condition::Cost ||
                                       (sample->aligned && sample->aligned->range() == evidence.range) ||
                                       isAbout(statement, evidence.range));
    if (isOfSample)
      draws.insert(&sample->target);
    else if (evidence.condition != Condition::Cost && isAbout(statement, evidence.range))
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        draws.merge(behind.of(*expression));
  });
  return draws;
}

} // namespace

void leaveOutWhatOneShiftExplains(const ir::Mechanism &mechanism, OpenObligations &open) {
  const DrawsBehind behind(mechanism.body);
  // Of each draw whose shift is told to be wrong, the most basic condition.
  std::map<const ir::Variable *, const Evidence *> told;
  const auto drawOf = [&](const Evidence &evidence) -> const ir::Variable * {
    const Draws draws = rankOf(evidence.condition) ? drawsOf(mechanism, behind, evidence) : Draws{};
    return draws.size() == 1 ? *draws.begin() : nullptr;
  };
  for (const Evidence *evidence : open)
    if (const ir::Variable *draw = drawOf(*evidence)) {
      const Evidence *&first = told.emplace(draw, evidence).first->second;
      if (*rankOf(evidence->condition) < *rankOf(first->condition))
        first = evidence;
    }
  llvm::erase_if(open, [&](const Evidence *evidence) {
    const ir::Variable *draw = drawOf(*evidence);
    return draw && told.at(draw) != evidence;
  });
}

void leaveOutWhatUnreachedCellsExplain(const ir::Mechanism &mechanism, OpenObligations &open) {
  std::set<const ir::Transcript *> unreached, reached;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = llvm::dyn_cast<ir::Output>(&statement);
    if (!output)
      return;
    const bool isNever = llvm::any_of(open, [&](const Evidence *evidence) {
      return evidence->condition == Condition::Premises && evidence->range.begin == statement.range().begin;
    });
    (isNever ? unreached : reached).insert(&output->transcript);
  });
  const auto isEmpty = [&](const ir::Transcript &transcript) {
    return unreached.contains(&transcript) && !reached.contains(&transcript);
  };
  Draws shifted;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned)
      return;
    relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
      const auto *test = llvm::dyn_cast<ir::CellTest>(&part);
      const auto *read = llvm::dyn_cast<ir::CellRead>(&part);
      if ((test && isEmpty(test->transcript)) || (read && isEmpty(read->transcript)))
        shifted.insert(&sample->target);
    });
  });
  if (shifted.empty())
    return;
  const DrawsBehind behind(mechanism.body);
  llvm::erase_if(open, [&](const Evidence *evidence) {
    return rankOf(evidence->condition) &&
           llvm::any_of(drawsOf(mechanism, behind, *evidence),
                        [&](const ir::Variable *draw) { return shifted.contains(draw); });
  });
}

} // namespace plumb::report
