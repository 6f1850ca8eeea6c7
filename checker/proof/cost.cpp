// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/comparison.h"
#include "checker/proof/prover.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <limits>
#include <llvm/Support/Casting.h>

namespace plumb::proof {

using relational::Segment;
using smt::Outcome;
using smt::Term;

namespace {

/// So many combinations of bounds are tried.
constexpr std::size_t combinationLimit = 64;

/// One of each list, the first lists changing fastest, as long as \p action says to go on. Nothing if a list
/// is empty.
void forEachCombination(const std::vector<std::vector<std::size_t>> &lists,
                        llvm::function_ref<bool(const std::vector<std::size_t> &)> action) {
  for (const auto &list : lists)
    if (list.empty())
      return;
  std::vector<std::size_t> position(lists.size(), 0);
  for (std::size_t tries = 0; tries < combinationLimit; ++tries) {
    std::vector<std::size_t> chosen;
    for (std::size_t at = 0; at < lists.size(); ++at)
      chosen.push_back(lists[at][position[at]]);
    if (!action(chosen))
      return;
    std::size_t at = 0;
    while (at < position.size() && ++position[at] == lists[at].size())
      position[at++] = 0;
    if (at == position.size())
      return;
  }
}

/// Where nothing bounds what is moved at the scale \p text.
std::string adviceForUnknownBound(const ir::Mechanism &mechanism, const std::string &text) {
  bool hasLoop = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    hasLoop = hasLoop || llvm::isa<ir::For>(statement);
  });
  if (hasLoop)
    return "if less is moved, say so in the loop with `invariant moved(" + text +
           ") <= ...`; if not, shift fewer draws";
  return "shift by differences that the adjacency bounds, as in `lam' = lam + f - f'`, or bound with "
         "`requires` what else the shift reads";
}

/// Of whole numbers, though its sort does not say so.
bool isWhole(const ir::Expression &value, const ir::Variable &counter) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&value))
    return isIntegral(number->value);
  if (const auto *read = llvm::dyn_cast<ir::Read>(&value))
    return &read->variable == &counter;
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&value))
    return unary->op == ir::UnaryOperator::ToReal;
  const auto *binary = llvm::dyn_cast<ir::Binary>(&value);
  return binary && (binary->op == ir::BinaryOperator::Add || binary->op == ir::BinaryOperator::Subtract) &&
         isWhole(*binary->left, counter) && isWhole(*binary->right, counter);
}

/// The local real that \p guard compares with what was an int; null if there is none.
const ir::Variable *comparedWithInt(const ir::Expression &guard) {
  if (const auto *binary = llvm::dyn_cast<ir::Binary>(&guard)) {
    const auto isInt = [](const ir::Expression &side) {
      const auto *unary = llvm::dyn_cast<ir::Unary>(&side);
      return unary && unary->op == ir::UnaryOperator::ToReal;
    };
    const auto *left = llvm::dyn_cast<ir::Read>(binary->left.get()),
               *right = llvm::dyn_cast<ir::Read>(binary->right.get());
    for (const auto &[read, other] : {std::pair(left, binary->right.get()), {right, binary->left.get()}})
      if (read && isInt(*other) && read->variable.role == ir::Variable::Role::Local &&
          read->variable.sort == ir::Sort::Real && !read->variable.isArray())
        return &read->variable;
  }
  const ir::Variable *found = nullptr;
  ir::forEachOperand(guard,
                     [&](const ir::Expression &part) { found = found ? found : comparedWithInt(part); });
  return found;
}

/// A counter that holds reals and by which a loop ends: that it goes in whole steps, and so reaches its
/// limit, is known of ints alone. Null if there is none.
const ir::Variable *counterOfReals(const ir::Mechanism &mechanism) {
  const ir::Variable *counter = nullptr;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *loop = llvm::dyn_cast<ir::For>(&statement);
    if (loop && loop->guard && !counter)
      counter = comparedWithInt(*loop->guard);
  });
  bool isAlwaysWhole = true;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assignment = llvm::dyn_cast<ir::Assign>(&statement);
    if (counter && assignment && &assignment->target == counter)
      isAlwaysWhole = isAlwaysWhole && isWhole(*assignment->value, *counter);
  });
  return isAlwaysWhole ? counter : nullptr;
}

} // namespace

Term Prover::atMost(Term moved, std::size_t bound) {
  const relational::RationalFunction &value = bounds[bound].value;
  return store.lessEqual(moved, products.quotient(products.term(value.numerator, smt::Sort::Real),
                                                  products.term(value.denominator, smt::Sort::Real)));
}

Term Prover::movedAt(const Segment &exit, std::size_t scaleClass) {
  return relational::movedInClass(context, scales.classes()[scaleClass], exit.exit->moved);
}

const std::string &Prover::baseText(std::size_t scaleClass) const {
  return scales.all()[scales.classes()[scaleClass].base].text;
}

/// For each class of scales, the smallest bound of each family that holds at every exit; of as many families
/// as hold at the first one.
std::vector<std::vector<std::size_t>> Prover::movementAtExits(const std::vector<Segment> &exits,
                                                              std::size_t families) {
  std::vector<std::size_t> smallest;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (i == 0 || bounds[i].family != bounds[i - 1].family)
      smallest.push_back(i);
  std::vector<std::vector<std::size_t>> holding(scales.classes().size(), smallest);
  for (const Segment &exit : exits) {
    std::vector<Term> questions;
    for (std::size_t scale = 0; scale < holding.size(); ++scale)
      for (std::size_t bound : holding[scale])
        for (std::size_t i = bound; isOfFamily(i, bound); ++i)
          // A family without quotients has the same products throughout.
          if (i == bound || !isOfFamily(i + 1, bound) || !bounds[i].value.denominator.isConstant())
            questions.push_back(atMost(movedAt(exit, scale), i));
    smt::Solver::Scope scope(solver, withLemmas(exit.facts, questions));
    for (std::size_t scale = 0; scale < holding.size(); ++scale)
      holding[scale] = smallestThatHold(movedAt(exit, scale), holding[scale], families);
  }
  return holding;
}

/// From each of \p from onward in its family, of the first \p families that have one. What is below a bound
/// is below the larger ones of its family, so it is looked for by halving.
std::vector<std::size_t> Prover::smallestThatHold(Term moved, const std::vector<std::size_t> &from,
                                                  std::size_t families) {
  const auto lastOf = [&](std::size_t bound) {
    while (isOfFamily(bound + 1, bound))
      ++bound;
    return bound;
  };
  std::vector<bool> fails(bounds.size());
  // Runs that move more than one bound mostly move more than others, also than those of other families.
  const auto learn = [&](std::size_t refuted) {
    const auto isTooSmall = [&](std::size_t bound) {
      return solver.value(atMost(moved, bound)) == Rational(0);
    };
    for (std::size_t i = refuted; isOfFamily(i, refuted) && (i == refuted || isTooSmall(i)); ++i)
      fails[i] = true;
    for (const std::size_t first : from)
      for (const std::size_t bound : {first, lastOf(first)})
        fails[bound] = fails[bound] || isTooSmall(bound);
  };
  const auto holds = [&](std::size_t bound) {
    if (fails[bound])
      return false;
    const Outcome outcome = solver.proves(atMost(moved, bound)).outcome;
    if (outcome == Outcome::Refuted)
      learn(bound);
    fails[bound] = outcome != Outcome::Proved;
    return outcome == Outcome::Proved;
  };
  std::vector<std::size_t> found;
  for (const std::size_t first : from) {
    if (found.size() == families)
      break;
    std::size_t last = lastOf(first);
    if (fails[last])
      continue;
    // What held at the exits before is the smallest more often than not.
    if (holds(first)) {
      found.push_back(first);
      continue;
    }
    if (!holds(last))
      continue;
    std::size_t below = first;
    while (below + 1 < last) {
      const std::size_t middle = below + (last - below) / 2;
      if (holds(middle))
        last = middle;
      else
        below = middle;
    }
    found.push_back(last);
  }
  return found;
}

bool Prover::isOfFamily(std::size_t bound, std::size_t other) const {
  return bound < bounds.size() && bounds[bound].family == bounds[other].family;
}

std::vector<relational::RationalFunction> Prover::amountsOf(const std::vector<std::size_t> &chosen) const {
  std::vector<relational::RationalFunction> amounts;
  for (std::size_t bound : chosen)
    amounts.push_back(bounds[bound].value);
  return amounts;
}

/// The first combination, in the order of the candidates, whose sum the guarantee covers.
std::optional<std::vector<std::size_t>>
Prover::affordable(const std::vector<std::vector<std::size_t>> &candidates,
                   const std::vector<Term> &premises) {
  std::optional<std::vector<std::size_t>> found;
  forEachCombination(candidates, [&](const std::vector<std::size_t> &chosen) {
    const std::vector<relational::RationalFunction> amounts = amountsOf(chosen);
    auto formula = relational::costWithinEpsilon(context, amounts);
    if (!formula)
      return false;
    smt::Solver::Scope scope(solver, withLemmas(premises, {*formula}));
    if (solver.proves(*formula).outcome == Outcome::Proved)
      found = chosen;
    return !found;
  });
  return found;
}

std::vector<LedgerEntry> Prover::ledgerOf(const std::vector<std::size_t> &chosen) const {
  std::vector<LedgerEntry> ledger;
  for (std::size_t scale = 0; scale < chosen.size(); ++scale) {
    const auto &base = scales.all()[scales.classes()[scale].base];
    ledger.push_back({base.written, base.value, bounds[chosen[scale]].value, {}});
    for (const auto &[position, weight] : scales.classes()[scale].members)
      if (weight != 1)
        ledger.back().others.emplace_back(scales.all()[position].written, weight);
  }
  return ledger;
}

/// What the alignment costs with each combination of bounds; of two of which one is at most the other, the
/// smaller, and of two equal ones the first.
void Prover::afford(const std::vector<std::vector<std::size_t>> &candidates,
                    const std::vector<Term> &premises) {
  const auto isAtMost = [&](const Affordable &a, const Affordable &b) {
    const Term goal = proof::isAtMost(context, a.epsilon, b.epsilon);
    smt::Solver::Scope scope(solver, withLemmas(premises, {goal}));
    return solver.proves(goal).outcome == Outcome::Proved;
  };
  const auto add = [&](const std::vector<std::size_t> &chosen) {
    const std::vector<relational::RationalFunction> amounts = amountsOf(chosen);
    Affordable answer{relational::privacyCost(context, amounts), ledgerOf(chosen)};
    auto &answers = proof.answers;
    if (std::any_of(answers.begin(), answers.end(),
                    [&](const Affordable &known) { return isAtMost(known, answer); }))
      return;
    answers.erase(std::remove_if(answers.begin(), answers.end(),
                                 [&](const Affordable &known) { return isAtMost(answer, known); }),
                  answers.end());
    answers.push_back(std::move(answer));
  };
  forEachCombination(candidates, [&](const std::vector<std::size_t> &chosen) {
    add(chosen);
    return true;
  });
}

/// Without those that are at least another one, as far as that is proved; of equal ones the first is left. So
/// few combinations are tried that none of them may be one too many.
std::vector<std::size_t> Prover::leastOnes(const std::vector<std::size_t> &candidates,
                                           const std::vector<Term> &premises) {
  const auto isAtMost = [&](std::size_t one, std::size_t other) {
    const Term goal = proof::isAtMost(context, bounds[one].value, bounds[other].value);
    smt::Solver::Scope scope(solver, withLemmas(premises, {goal}));
    return solver.proves(goal).outcome == Outcome::Proved;
  };
  std::vector<std::size_t> least;
  for (const std::size_t candidate : candidates) {
    if (std::any_of(least.begin(), least.end(),
                    [&](std::size_t known) { return isAtMost(known, candidate); }))
      continue;
    std::erase_if(least, [&](std::size_t known) { return isAtMost(candidate, known); });
    least.push_back(candidate);
  }
  return least;
}

/// What is moved at the other scales of a class is counted as so many times what is moved at its base.
std::string Prover::conversions(std::size_t scaleClass) const {
  std::string text;
  for (const auto &[position, weight] : scales.classes()[scaleClass].members)
    if (weight != 1)
      text += (text.empty() ? ", where what is moved at scale `" : ", and at `") +
              scales.all()[position].text + "` counts " + toString(weight) + " times";
  return text;
}

void Prover::recordMovement(const std::vector<Segment> &exits, const std::vector<std::size_t> &chosen) {
  for (const Segment &exit : exits)
    for (std::size_t scale = 0; scale < chosen.size(); ++scale) {
      Term goal = atMost(movedAt(exit, scale), chosen[scale]);
      // That a share of 1 / n is moved may be why no more than 1 is.
      std::vector<Term> comparisons = {goal};
      for (std::size_t i = 0; i < bounds.size(); ++i)
        if (!bounds[i].value.denominator.isConstant() && (i == 0 || !isOfFamily(i - 1, i)))
          comparisons.push_back(atMost(movedAt(exit, scale), i));
      std::vector<Term> facts = withLemmas(exit.facts, comparisons);
      smt::Solver::Scope scope(solver, facts);
      inquiry.ask(Condition::Cost, "moved at " + baseText(scale), mechanism.guarantee.range, facts, goal)
          .reasons = exit.reasons;
    }
}

/// At each exit the sum of all charges, at whatever scale, is within the guarantee; whether that is so.
bool Prover::totalAtExits(const std::vector<Segment> &exits) {
  std::vector<std::pair<std::vector<Term>, Term>> questions;
  for (const Segment &exit : exits) {
    relational::State state = relational::startState(context);
    Term guaranteed = relational::Evaluator(context, state).relational(*mechanism.guarantee.epsilon);
    Term goal =
        store.lessEqual(relational::totalCost(context, exit.exit->moved, exit.exit->otherCost), guaranteed);
    questions.emplace_back(withLemmas(exit.facts, {goal}), goal);
    smt::Solver::Scope scope(solver, questions.back().first);
    if (solver.proves(goal).outcome != Outcome::Proved)
      return false;
  }
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto &[facts, goal] = questions[i];
    smt::Solver::Scope scope(solver, facts);
    inquiry.ask(Condition::Cost, "total", mechanism.guarantee.range, facts, goal).reasons = exits[i].reasons;
  }
  return !exits.empty();
}

/// Nothing is moved at a scale that is no term over scalar parameters.
bool Prover::chargesParametersOnly(const std::vector<Segment> &exits) {
  return std::all_of(exits.begin(), exits.end(), [&](const Segment &exit) {
    Term nothing = store.lessEqual(exit.exit->otherCost, store.real(0));
    smt::Solver::Scope scope(solver, withLemmas(exit.facts, {nothing}));
    return nothing.op() == smt::Operator::True || solver.proves(nothing).outcome == Outcome::Proved;
  });
}

void Prover::cost(const relational::TwoRun &run) {
  SourceRange range = mechanism.guarantee.range;
  const bool isOpen = mechanism.guarantee.hole.isOpen;
  if (!isOpen && !chargesParametersOnly(feasibleExits) && totalAtExits(feasibleExits))
    return;
  for (const Segment &exit : feasibleExits) {
    Term nothing = store.lessEqual(exit.exit->otherCost, store.real(0));
    if (nothing.op() == smt::Operator::True)
      continue;
    std::vector<Term> facts = withLemmas(exit.facts, {nothing});
    smt::Solver::Scope scope(solver, facts);
    Evidence &evidence = inquiry.ask(Condition::Cost, "other scales", range, facts, nothing);
    evidence.reasons = exit.reasons;
    if (evidence.status != Outcome::Proved) {
      evidence.reason = "noise is moved whose scale is not a sum, product or quotient of scalar parameters, "
                        "and no bound on what "
                        "that costs is known";
      evidence.advice = "bound it in the loop with `invariant cost <= ...`, by what the program has spent";
    }
  }
  if (feasibleExits.empty()) {
    inquiry.record(Condition::Cost, "exit", range).reason =
        "no way to the end of the mechanism is known to be possible";
    return;
  }
  // Nobody asks what an alignment costs that fails elsewhere.
  if (isOpen && !allProved())
    return;
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  // Bounds of the first families are the first that are chosen, and mostly the guarantee covers them.
  auto candidates = movementAtExits(feasibleExits, isOpen ? all : 1);
  const auto leaveLeast = [&] {
    for (auto &ofClass : candidates)
      ofClass = leastOnes(ofClass, run.premises());
  };
  if (isOpen) {
    leaveLeast();
    return afford(candidates, run.premises());
  }
  auto chosen = affordable(candidates, run.premises());
  if (!chosen && !isGivenUp()) {
    candidates = movementAtExits(feasibleExits, all);
    leaveLeast();
    chosen = affordable(candidates, run.premises());
  }
  if (!chosen && (isGivenUp() || totalAtExits(feasibleExits)))
    return;
  if (!chosen) {
    // A larger scale is enough where nothing else is open.
    const bool isAlone = allProved();
    // Open, and not refuted: that no bound is known which the guarantee covers is no answer of the solver.
    Evidence &evidence = inquiry.record(Condition::Cost, "ledger", range);
    evidence.advice = std::string(info(Condition::Cost).advice);
    evidence.sentence = textWhenOpen(Condition::Cost, {}) + ": ";
    for (std::size_t scale = 0; scale < candidates.size(); ++scale) {
      std::string text = baseText(scale);
      evidence.sentence += scale ? "; " : "";
      if (candidates[scale].empty()) {
        evidence.advice = adviceForUnknownBound(mechanism, text);
        evidence.sentence += "no bound is known for what is moved at scale `" + text + "`";
        continue;
      }
      evidence.sentence += "at scale `" + text + "` at most " +
                           print(bounds[leastOnes(candidates[scale], run.premises()).front()].value) +
                           " is moved" + conversions(scale);
    }
    const bool isBounded =
        std::none_of(candidates.begin(), candidates.end(), [](const auto &of) { return of.empty(); });
    if (isBounded) {
      std::vector<relational::RationalFunction> least;
      for (const auto &of : candidates)
        least.push_back(bounds[leastOnes(of, run.premises()).front()].value);
      evidence.sentence += "; all that costs up to `" + print(relational::privacyCost(context, least)) +
                           "`, and `" + ir::print(*mechanism.guarantee.epsilon) + "` is guaranteed";
    }
    // With one scale, the one at which what is moved costs what is guaranteed is known to the letter.
    const bool isOneScale =
        candidates.size() == 1 && !candidates.front().empty() && scales.classes().front().members.size() == 1;
    const auto claimed =
        isOneScale ? relational::rationalFunction(*mechanism.guarantee.epsilon, symbols, products, store)
                   : std::nullopt;
    if (claimed && !claimed->numerator.isZero()) {
      const relational::RationalFunction &moved =
          bounds[leastOnes(candidates.front(), run.premises()).front()].value;
      const relational::RationalFunction larger = relational::reduced(
          {moved.numerator * claimed->denominator, moved.denominator * claimed->numerator});
      const auto hasDifference = [](const relational::Polynomial &sum) {
        return std::any_of(sum.terms().begin(), sum.terms().end(),
                           [](const auto &term) { return term.second < 0; });
      };
      const auto isPositive = [&](const relational::Polynomial &of) {
        const Term goal = store.less(store.real(0), products.term(of, smt::Sort::Real));
        smt::Solver::Scope scope(solver, withLemmas(run.premises(), {goal}));
        return solver.proves(goal).outcome == Outcome::Proved;
      };
      // A difference may be 0 for some parameters.
      if (isAlone && !hasDifference(larger.numerator) && !hasDifference(larger.denominator))
        evidence.advice = "give the noise a larger scale, such as `" + print(larger) + "`" +
                          (isPositive(larger.numerator) && isPositive(larger.denominator)
                               ? ""
                               : ", where the premises say that it is positive") +
                          ", shift fewer draws, or guarantee less privacy";
    }
    if (!isAlone && isBounded)
      evidence.advice =
          "mend first what else is open: what an alignment costs counts where both runs publish the same";
    if (const ir::Variable *counter = counterOfReals(mechanism))
      evidence.advice =
          "`" + counter->name +
          "` holds reals, of which nobody knows that they go in whole steps: let it start as an "
          "int, without a point";
    return;
  }
  recordMovement(feasibleExits, *chosen);
  const std::vector<relational::RationalFunction> amounts = amountsOf(*chosen);
  proof.entries = ledgerOf(*chosen);
  proof.smallest = relational::privacyCost(context, amounts);
  if (const auto claimed =
          relational::rationalFunction(*mechanism.guarantee.epsilon, symbols, products, store))
    proof.share = proof.smallest->ratioTo(*claimed);
  Term formula = *relational::costWithinEpsilon(context, amounts);
  std::vector<Term> facts = withLemmas(run.premises(), {formula});
  smt::Solver::Scope scope(solver, facts);
  inquiry.ask(Condition::Cost, "ledger", range, facts, formula).reasons = run.reasonsOfPremises();
}

} // namespace plumb::proof
