// SPDX-License-Identifier: Apache-2.0
#include "checker/report/chain_cases.h"

#include "checker/report/chain_reasons.h"
#include "checker/report/explain_mathml_parts.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::report {

using derivation::Case;
using derivation::Chain;
using derivation::Given;
using derivation::Grounds;
using derivation::Inequality;
using derivation::Leaf;
using kernel::Polynomial;
using kernel::Relation;
using kernel::Term;
using verdict::Reason;

namespace {

Span spanOf(const ir::Expression &expression) {
  return formula(expression).front();
}

/// One of the numbers between which relations stand: a choice binds less than these.
Span sideOf(const ir::Expression &number) {
  Span side = spanOf(number);
  if (llvm::isa<ir::Conditional>(number)) {
    side.text = "(" + side.text + ")";
    side.mathml = parts::parenthesized(side.mathml);
  }
  return side;
}

/// One obligation with its evidence.
class Teller {
public:
  Teller(const Result &result, derivation::Certifier &ofCertifier, const verdict::Evidence &ofEvidence,
         const derivation::Shown &ofShown, Chain ofChain)
      : certifier(ofCertifier), evidence(ofEvidence), shown(ofShown), chain(std::move(ofChain)),
        words(*result.mechanism, result.proof.vocabulary(), certifier, *evidence.question, shown.obligation),
        goal(certifier.allTerms(), chain, shown.obligation.goal), hypotheses(reasonsOfHypotheses()),
        reasons(result, chain, goal, words, hypotheses) {}

  std::vector<ChainCase> cases() {
    for (Leaf &leaf : chain.leaves)
      leaveUnrounded(leaf);
    std::vector<ChainCase> all;
    const Leaf *before = nullptr;
    for (const Leaf &leaf : chain.leaves) {
      if (before == nullptr || !isMirrored(leaf, *before))
        if (auto told = tell(leaf))
          all.push_back(std::move(*told));
      before = &leaf;
    }
    return all;
  }

  /// Why all of it holds, if it makes use of no hypothesis; else empty.
  Line withoutHypotheses() const {
    return restsOnHypotheses() ? Line() : reasons.ofTruth(shown.obligation.goal);
  }

  bool restsOnHypotheses() const {
    return std::any_of(chain.leaves.begin(), chain.leaves.end(), [](const Leaf &leaf) {
      return std::any_of(leaf.grounds.begin(), leaf.grounds.end(),
                         [](const Given &ground) { return ground.kind == Given::Kind::Hypothesis; });
    });
  }

  UsedInvariants used() const {
    UsedInvariants all;
    for (const Leaf &leaf : chain.leaves)
      for (const Given &ground : leaf.grounds)
        if (ground.kind == Given::Kind::Hypothesis)
          for (const Reason &reason : hypotheses[ground.number])
            if (reason.kind == Reason::Kind::Invariant || reason.kind == Reason::Kind::InvariantAlone)
              (reason.kind == Reason::Kind::Invariant ? all.ofPair : all.alone)
                  .emplace(reason.statement, reason.number);
    return all;
  }

private:
  /// Why each hypothesis that is used may be assumed. Two of the question may be one of the kernel's.
  std::vector<std::vector<Reason>> reasonsOfHypotheses() const {
    const auto &asked = evidence.question->hypotheses;
    std::vector<std::vector<Reason>> all;
    for (Term hypothesis : shown.obligation.hypotheses) {
      std::vector<Reason> &reasonsOfOne = all.emplace_back();
      for (std::size_t i = 0; i < asked.size(); ++i)
        if (certifier.termOf(asked[i]) == hypothesis) {
          reasonsOfOne.push_back(i < evidence.reasons.size() ? evidence.reasons[i] : Reason());
          break;
        }
    }
    return all;
  }

  /// A comparison that was rounded is told as it is, where that is enough.
  static void leaveUnrounded(Leaf &leaf) {
    for (std::size_t at = 0; at < leaf.sum.size(); ++at) {
      const Inequality &one = leaf.inequalities[leaf.sum[at].inequality];
      if (one.kind != Inequality::Kind::Rounded || one.of[0].size() != 1)
        continue;
      const derivation::Summand &inner = one.of[0][0];
      const auto &summands = leaf.inequalities[inner.inequality].row.polynomial.summands();
      const auto first = std::find_if(summands.begin(), summands.end(),
                                      [](const auto &summand) { return !summand.first.empty(); });
      if (first == summands.end() || one.row.relation == Relation::Zero)
        continue;
      const mpq_class ratio = one.row.polynomial.summands().at(first->first) / first->second;
      std::vector<derivation::Summand> other = leaf.sum;
      other[at] = {other[at].factor * ratio, inner.inequality};
      if (kernel::isAbsurd(derivation::sumOf(leaf.inequalities, other)))
        leaf.sum = std::move(other);
    }
  }

  /// Cells of the output, each of which has one tag.
  std::optional<ChainCase> tellTags(const Leaf &leaf, const std::set<Given> &conditions) const {
    if (leaf.sum.size() != 2)
      return std::nullopt;
    const Inequality &one = leaf.inequalities[leaf.sum[0].inequality],
                     &other = leaf.inequalities[leaf.sum[1].inequality];
    if (!words.isTag(one.formula) || !words.isTag(other.formula) || !one.isTrue || !other.isTrue ||
        one.kind != Inequality::Kind::Comparison || other.kind != Inequality::Kind::Comparison)
      return std::nullopt;
    ChainCase told{ChainCase::Kind::Impossible, {}, spanOf(*words.formula(one.formula, true))};
    told.reason = reasons.of(one, conditions) + line("; but ") +
                  Line{spanOf(*words.formula(other.formula, true))} + line(", since ") +
                  reasons.of(other, conditions);
    return told;
  }

  /// What is to be shown, or what is impossible: one of the rows that are added up.
  std::size_t target(const Leaf &leaf) const {
    const auto rank = [&](const derivation::Summand &summand) {
      const Inequality &one = leaf.inequalities[summand.inequality];
      const bool isComparison = one.kind == Inequality::Kind::Comparison;
      if (goal.isMissingBy(one.grounds) && isComparison) {
        const auto place = goal.placeOf(one.formula, one.isTrue);
        return std::pair<int, std::size_t>(4, place ? *place + 1 : 0);
      }
      if (goal.isMissingBy(one.grounds))
        return std::pair<int, std::size_t>(3, 0);
      for (const Given &ground : one.grounds.from)
        if (ground.kind == Given::Kind::Case && !chain.cases[ground.number].isTrueOfAll)
          return std::pair<int, std::size_t>(2, ground.number);
      return std::pair<int, std::size_t>(isComparison && !one.grounds.from.empty() ? 1 : 0, 0);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < leaf.sum.size(); ++i)
      if (rank(leaf.sum[i]) > rank(leaf.sum[best]))
        best = i;
    return best;
  }

  bool areEquations(const Leaf &leaf, std::size_t but) const {
    for (std::size_t i = 0; i < leaf.sum.size(); ++i)
      if (i != but && leaf.inequalities[leaf.sum[i].inequality].row.relation != Relation::Zero)
        return false;
    return !leaf.sum.empty();
  }

  /// The other half of an equation that was shown by equations.
  bool isMirrored(const Leaf &leaf, const Leaf &before) const {
    if (leaf.sum.empty() || before.sum.empty())
      return false;
    const std::size_t here = target(leaf), there = target(before);
    const Inequality &one = leaf.inequalities[leaf.sum[here].inequality],
                     &other = before.inequalities[before.sum[there].inequality];
    if (!goal.isHalf(one.formula) || !goal.isHalf(other.formula) || !areEquations(leaf, here) ||
        !areEquations(before, there))
      return false;
    Polynomial both = one.row.polynomial;
    both.add(1, other.row.polynomial);
    return both == Polynomial();
  }

  /// What is told before what is claimed: the cases and suppositions that all but \p aim, the contrary of it,
  /// rests on.
  std::set<Given> conditionsOf(const Leaf &leaf, const Grounds &aim) const {
    std::set<Given> all;
    for (const Given &ground : restOf(leaf, aim))
      addCondition(all, ground);
    return all;
  }

  /// A part of the goal that is shown beside rests on what it is shown from.
  void addCondition(std::set<Given> &conditions, const Given &ground) const {
    if (ground.kind == Given::Kind::Hypothesis)
      return;
    if (ground.kind == Given::Kind::Case) {
      const Case &one = chain.cases[ground.number];
      if (one.isTrueOfAll)
        return;
      if (goal.isShownBeside(one)) {
        for (const Given &each : one.shownFrom)
          addCondition(conditions, each);
        return;
      }
    }
    conditions.insert(ground);
  }

  std::set<Given> restOf(const Leaf &leaf, const Grounds &aim) const {
    std::set<Given> rest = aim.all;
    for (const Given &ground : aim.from)
      rest.erase(ground);
    const auto add = [&](const Grounds &grounds) { rest.insert(grounds.all.begin(), grounds.all.end()); };
    if (leaf.sum.empty()) {
      for (const Grounds &why : {leaf.whyTrue, leaf.whyFalse})
        if (aim.from.empty() || why.from != aim.from)
          add(why);
    } else {
      const std::size_t at = target(leaf);
      for (std::size_t i = 0; i < leaf.sum.size(); ++i)
        if (i != at || aim.from.empty())
          add(leaf.inequalities[leaf.sum[i].inequality].grounds);
    }
    return rest;
  }

  /// Of what no case is needed for there is nothing to read in the conditions.
  static bool isTheCase(const Grounds &grounds, const std::set<Given> &conditions) {
    return std::includes(conditions.begin(), conditions.end(), grounds.from.begin(), grounds.from.end()) &&
           (grounds.from.empty() ||
            std::none_of(grounds.all.begin(), grounds.all.end(),
                         [](const Given &ground) { return ground.kind == Given::Kind::Hypothesis; }));
  }

  std::optional<ChainCase> tell(const Leaf &leaf) {
    (void)words.takeForeignNames();
    const Grounds aim = aimOf(leaf);
    const std::set<Given> conditions = conditionsOf(leaf, aim);
    // What is used on the way to it is not what is told.
    const bool isShown = !aim.from.empty() && !conditions.count(*aim.from.begin());
    auto told = leaf.sum.empty() ? tellKnown(leaf, conditions, isShown) : tellSum(leaf, conditions, isShown);
    if (!told)
      return std::nullopt;
    for (const Given &condition : conditions) {
      const auto [formula, value] = supposed(condition);
      told->conditions.push_back(spanOf(*words.formula(formula, value)));
    }
    told->names = words.takeForeignNames();
    const bool isOfCases = !leaf.grounds.empty() && !rests(leaf);
    told->isTrueOfAll =
        isOfCases && std::all_of(leaf.grounds.begin(), leaf.grounds.end(),
                                 [&](const Given &ground) { return !chain.cases[ground.number].value; });
    told->saysNothing = (isOfCases && told->kind == ChainCase::Kind::Impossible) ||
                        (isShown && claimsACondition(leaf, aim, conditions));
    return told;
  }

  /// "if a < b: a < b": \p aim is the contrary of what is claimed. Of different terms the words may be one.
  bool claimsACondition(const Leaf &leaf, const Grounds &aim, const std::set<Given> &conditions) const {
    const auto [formula, value] = supposed(*aim.from.begin());
    const ir::ExpressionPtr shown = words.formula(formula, !value), claimed = claimOf(leaf, aim);
    return std::any_of(conditions.begin(), conditions.end(), [&](const Given &condition) {
      const auto [other, otherValue] = supposed(condition);
      const ir::ExpressionPtr told = words.formula(other, otherValue);
      return ir::isSameTerm(*told, *shown) || ir::isSameTerm(*told, *claimed);
    });
  }

  /// What is told of \p leaf where \p aim, its aimOf(), is shown to be false.
  ir::ExpressionPtr claimOf(const Leaf &leaf, const Grounds &aim) const {
    if (leaf.sum.empty())
      return words.formula(leaf.formula, aim.from == leaf.whyFalse.from);
    const Inequality &last = leaf.inequalities[leaf.sum[target(leaf)].inequality];
    return words.formula(last.formula, !last.isTrue);
  }

  /// \pre \p ground is no hypothesis.
  derivation::Literal supposed(const Given &ground) const {
    if (ground.kind == Given::Kind::Goal)
      return chain.suppositions[ground.number];
    return {chain.cases[ground.number].formula, chain.cases[ground.number].value};
  }

  /// What says that the goal, or a part of it, is false, and nothing else, where the contrary can be told;
  /// else nothing.
  Grounds aimOf(const Leaf &leaf) const {
    const auto isAim = [&](const Grounds &grounds) {
      return grounds.from.size() == 1 && goal.isMissingBy(grounds);
    };
    if (leaf.sum.empty())
      return isAim(leaf.whyFalse) ? leaf.whyFalse : isAim(leaf.whyTrue) ? leaf.whyTrue : Grounds();
    const Inequality &last = leaf.inequalities[leaf.sum[target(leaf)].inequality];
    return isAim(last.grounds) && last.kind == Inequality::Kind::Comparison ? last.grounds : Grounds();
  }

  /// On some hypothesis, or on the goal.
  bool rests(const Leaf &leaf) const {
    return std::any_of(leaf.grounds.begin(), leaf.grounds.end(), [&](const Given &ground) {
      return ground.kind != Given::Kind::Case || goal.isMissingIn(chain.cases[ground.number]);
    });
  }

  std::optional<ChainCase> tellKnown(const Leaf &leaf, const std::set<Given> &conditions,
                                     bool isShown) const {
    // That all parts of a goal are shown is nothing to be told.
    if (std::none_of(leaf.grounds.begin(), leaf.grounds.end(), [&](const Given &ground) {
          return ground.kind == Given::Kind::Hypothesis ||
                 (ground.kind == Given::Kind::Case && !goal.isShownBeside(chain.cases[ground.number]) &&
                  !goal.isMissingIn(chain.cases[ground.number]) && !goal.isHalf(chain.cases[ground.number]));
        }))
      return std::nullopt;
    ChainCase told{ChainCase::Kind::Known, {}, {Span::Kind::Formula, {}}};
    if (isShown) {
      const bool value = aimOf(leaf).from == leaf.whyFalse.from;
      told.claim = spanOf(*words.formula(leaf.formula, value));
      told.reason = reasons.of(value ? leaf.whyTrue : leaf.whyFalse, conditions);
      return told;
    }
    told.kind = ChainCase::Kind::Impossible;
    // What is true of all numbers is nothing that could not be.
    const bool value = !reasons.areTrueOfAll(leaf.whyTrue);
    const Grounds &why = value ? leaf.whyTrue : leaf.whyFalse, &whyNot = value ? leaf.whyFalse : leaf.whyTrue;
    told.claim = spanOf(*words.formula(leaf.formula, value));
    const Line because = reasons.of(why, conditions), becauseNot = reasons.of(whyNot, conditions);
    if (isTheCase(whyNot, conditions)) {
      told.reason = because + line("; in this case it does not hold");
      return told;
    }
    const Line contrary = reasons.areTrueOfAll(whyNot) ? Line{spanOf(*words.formula(leaf.formula, !value))}
                                                       : line("it does not hold");
    told.reason =
        because + line("; but ") + contrary +
        (isSame(because, becauseNot) ? line(", for the same reason") : line(", since ") + becauseNot);
    return told;
  }

  struct Part {
    Polynomial polynomial;
    Rational factor;
    const Inequality *inequality;
  };

  std::optional<ChainCase> tellSum(const Leaf &leaf, const std::set<Given> &conditions, bool isShown) {
    if (auto tags = tellTags(leaf, conditions))
      return tags;
    const std::size_t at = target(leaf);
    const Inequality &last = leaf.inequalities[leaf.sum[at].inequality];
    const mpq_class scale = abs(leaf.sum[at].factor);
    mpq_class sign = leaf.sum[at].factor < 0 ? -1 : 1;
    kernel::Row total = derivation::sumOf(leaf.inequalities, leaf.sum);
    // Equations may be read from right to left.
    const bool areAllEquations = total.relation == Relation::Zero;
    const int direction = areAllEquations && total.polynomial.constant() > 0 ? -1 : 1;
    sign *= direction;
    std::vector<Part> parts;
    for (std::size_t i = 0; i < leaf.sum.size(); ++i) {
      if (i == at)
        continue;
      const Inequality &one = leaf.inequalities[leaf.sum[i].inequality];
      Part part{{}, leaf.sum[i].factor * direction / scale, &one};
      part.polynomial.add(part.factor, words.read(one.row.polynomial));
      // Only names: an equation that says what something is called.
      if (!(part.polynomial == Polynomial()))
        parts.push_back(std::move(part));
    }
    Polynomial assumed;
    assumed.add(sign, words.read(last.row.polynomial));
    const auto [low, high] = words.sides(assumed);
    ChainCase told{
        isShown ? ChainCase::Kind::Shown : ChainCase::Kind::Impossible, {}, {Span::Kind::Formula, {}}};
    const bool isEquation =
        goal.isHalf(last.formula) && areEquations(leaf, at) && total.polynomial.constant() == 0;
    if (told.kind == ChainCase::Kind::Shown)
      told.claim = isEquation ? spanOf(*words.comparison(assumed, Relation::Zero))
                              : spanOf(*words.formula(last.formula, !last.isTrue));
    else {
      told.claim = spanOf(*words.comparison(assumed, last.row.relation));
      told.reason = reasons.of(last, conditions);
      told.isClaimTheCase = isTheCase(last.grounds, conditions);
    }
    Polynomial reached = high, rest = low;
    told.start = sideOf(*words.expression(reached));
    rest.add(-1, reached);
    for (const Part &part : parts)
      rest.add(-1, part.polynomial);
    const auto addRest = [&] {
      reached.add(1, rest);
      told.steps.push_back({Relation::Above,
                            sideOf(*words.expression(reached)),
                            1,
                            spanOf(*words.comparison(rest, Relation::Above)),
                            {}});
      rest = {};
    };
    // "0 < 1 <= c" is read more easily than "0 <= c - 1 < c".
    if (rest != Polynomial() && reached.isConstant())
      addRest();
    while (!parts.empty()) {
      const auto next = nearest(parts, reached, low);
      reached.add(1, next->polynomial);
      Polynomial row;
      row.add(next->factor < 0 ? -1 : 1, words.read(next->inequality->row.polynomial));
      told.steps.push_back(
          {next->inequality->row.relation, sideOf(*words.expression(reached)), Rational(abs(next->factor)),
           spanOf(*words.comparison(row, next->inequality->row.relation)),
           reasons.of(*next->inequality, conditions),
           !reasons.isOfRecords(*next->inequality) && isTheCase(next->inequality->grounds, conditions)});
      parts.erase(next);
    }
    if (rest != Polynomial())
      addRest();
    return told;
  }

  /// The part that leaves the least when it is added; of equal ones an equation.
  static std::vector<Part>::iterator nearest(std::vector<Part> &parts, const Polynomial &reached,
                                             const Polynomial &end) {
    const auto cost = [&](const Part &part) {
      Polynomial after = reached;
      after.add(1, part.polynomial);
      Polynomial left = end;
      left.add(-1, after);
      return std::tuple(after.summands().size() + left.summands().size(),
                        part.inequality->row.relation != Relation::Zero);
    };
    auto best = parts.begin();
    for (auto one = parts.begin(); one != parts.end(); ++one)
      if (cost(*one) < cost(*best))
        best = one;
    return best;
  }

  derivation::Certifier &certifier;
  const verdict::Evidence &evidence;
  const derivation::Shown &shown;
  Chain chain;
  ChainTerms words;
  const ChainGoal goal;
  const std::vector<std::vector<Reason>> hypotheses;
  const ChainReasons reasons;
};

} // namespace

ToldChain told(const Result &result, derivation::Certifier &certifier, const verdict::Evidence &evidence,
               const derivation::Shown &shown, Chain chain) {
  Teller teller(result, certifier, evidence, shown, std::move(chain));
  return {teller.cases(), teller.withoutHypotheses(), teller.used()};
}

} // namespace plumb::report
