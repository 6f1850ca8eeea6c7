// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_chain.h"

#include "checker/derivation/chain.h"
#include "checker/derivation/formula.h"
#include "checker/relational/walk.h"
#include "checker/report/chain_terms.h"
#include "checker/report/explain_mathml.h"
#include "checker/report/explain_mathml_parts.h"
#include "checker/report/json_text.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <cstdint>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <numeric>

namespace plumb::report {

using derivation::Case;
using derivation::Chain;
using derivation::Given;
using derivation::Grounds;
using derivation::Inequality;
using derivation::Leaf;
using kernel::Operator;
using kernel::Polynomial;
using kernel::Relation;
using kernel::Term;
using verdict::Reason;

namespace {

/// Of one search. More cases nobody reads.
constexpr derivation::Limits limits{300'000, 150};
constexpr std::uint32_t solverUnits = 300'000;
/// Of one obligation, and of all of a mechanism, some 0.4 s.
constexpr std::uint64_t allowanceOfOne = 350'000, allowanceOfAll = 700'000;
/// To tell one case.
constexpr std::uint64_t workToTell = 2000;

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

const char *markOf(Relation relation) {
  switch (relation) {
  case Relation::AtLeast:
    return "<=";
  case Relation::Above:
    return "<";
  case Relation::Zero:
    return "=";
  }
  llvm_unreachable("all relations are handled");
}

const char *mathMarkOf(Relation relation) {
  return relation == Relation::AtLeast ? "\u2264" : markOf(relation);
}

Line joined(const std::vector<Line> &lines, const std::string &last, const std::string &between = ", ") {
  Line all;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0)
      all = all + line(i + 1 < lines.size() ? between : last);
    all = all + lines[i];
  }
  return all;
}

bool isSame(const Line &one, const Line &other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Span &a, const Span &b) { return a.kind == b.kind && a.text == b.text; });
}

void addOnce(std::vector<Line> &lines, Line more) {
  if (std::none_of(lines.begin(), lines.end(), [&](const Line &known) { return isSame(known, more); }))
    lines.push_back(std::move(more));
}

/// "f decreases by at most 1": what is stated of neighbours.
Line statedOf(const ir::Difference &difference) {
  const char *how = difference.direction == ir::Difference::Direction::Decreasing   ? " falls by at most "
                    : difference.direction == ir::Difference::Direction::Increasing ? " grows by at most "
                                                                                    : " changes by at most ";
  return code(difference.query->name) + line(how) + formula(*difference.bound) +
         line(difference.onlyOne ? ", in one answer" : "");
}

/// One obligation with its evidence.
class Teller {
public:
  Teller(const Result &ofResult, derivation::Certifier &ofCertifier, const verdict::Evidence &ofEvidence,
         const derivation::Shown &ofShown, Chain ofChain)
      : result(ofResult), certifier(ofCertifier), terms(ofCertifier.allTerms()), evidence(ofEvidence),
        shown(ofShown), chain(std::move(ofChain)),
        words(*result.mechanism, result.proof.vocabulary(), certifier, *evidence.question, shown.obligation) {
    readGoal(shown.obligation.goal, true);
    findHypotheses();
    relational::forEachStatement(result.mechanism->body, [&](const ir::Statement &statement, unsigned) {
      if (llvm::isa<ir::For>(statement))
        loops.push_back(&statement);
    });
  }

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
  Line withoutHypotheses() const { return restsOnHypotheses() ? Line() : whyTrue(shown.obligation.goal); }

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
            if (reason.kind == Reason::Kind::Invariant)
              all.emplace(reason.statement, reason.number);
    return all;
  }

private:
  /// What makes a goal hold, part by part, each with its place.
  void readGoal(Term formula, bool value) {
    const auto [plain, plainValue] = derivation::literalOf(terms, formula, value);
    const kernel::Node &node = terms[plain];
    if (derivation::isJunction(node.op)) {
      const auto [all, literals] = derivation::junctionOf(terms, plain, plainValue);
      for (const auto &[part, partValue] : literals)
        readGoal(part, partValue);
      return;
    }
    goal.emplace(std::pair(plain, plainValue), goal.size());
    if (node.op == Operator::Equal && plainValue && terms[node.arguments[0]].sort != kernel::Sort::Bool) {
      const Term a = node.arguments[0], b = node.arguments[1];
      const std::size_t place = goal.size();
      for (Term side : {terms.less(a, b), terms.less(b, a)}) {
        goal.emplace(std::pair(side, false), place);
        halves.insert(side);
      }
    }
  }

  /// Why each hypothesis that is used may be assumed. Two of the question may be one of the kernel's.
  void findHypotheses() {
    const auto &asked = evidence.question->hypotheses;
    for (Term hypothesis : shown.obligation.hypotheses) {
      std::vector<Reason> &reasons = hypotheses.emplace_back();
      for (std::size_t i = 0; i < asked.size(); ++i)
        if (certifier.termOf(asked[i]) == hypothesis) {
          reasons.push_back(i < evidence.reasons.size() ? evidence.reasons[i] : Reason());
          break;
        }
    }
  }

  /// The place in the goal of what is shown by assuming the contrary.
  std::optional<std::size_t> placeInGoal(Term formula, bool value) const {
    const auto found = goal.find({formula, !value});
    return found == goal.end() ? std::nullopt : std::optional<std::size_t>(found->second);
  }

  /// A case in which a part of the goal is false: so that it is to be shown there.
  bool isOfGoal(const Case &one) const {
    const auto [plain, value] = derivation::literalOf(terms, one.formula, one.value);
    return placeInGoal(plain, value).has_value();
  }
  /// A case in which a part of the goal holds, since it is shown in the other one.
  bool isShownBeside(const Case &one) const {
    const auto [plain, value] = derivation::literalOf(terms, one.formula, one.value);
    return goal.count({plain, value}) != 0;
  }
  Line shownOtherwise(const Case &one) const {
    return line("where ") + Line{spanOf(*words.formula(one.formula, !one.value))} +
           line(" this is shown by itself");
  }
  /// A half of an equation that is known to be false: the second run's value is less, or the first one's.
  bool isHalf(const Case &one) const {
    return halves.count(derivation::literalOf(terms, one.formula, true).first) != 0;
  }

  bool isOfGoal(const Grounds &grounds) const {
    return std::any_of(grounds.from.begin(), grounds.from.end(), [&](const Given &ground) {
      return ground.kind == Given::Kind::Goal ||
             (ground.kind == Given::Kind::Case &&
              (isOfGoal(chain.cases[ground.number]) || isHalf(chain.cases[ground.number])));
    });
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
  std::optional<ChainCase> tellTags(const Leaf &leaf) const {
    if (leaf.sum.size() != 2)
      return std::nullopt;
    const Inequality &one = leaf.inequalities[leaf.sum[0].inequality],
                     &other = leaf.inequalities[leaf.sum[1].inequality];
    if (!words.isTag(one.formula) || !words.isTag(other.formula) || !one.isTrue || !other.isTrue ||
        one.kind != Inequality::Kind::Comparison || other.kind != Inequality::Kind::Comparison)
      return std::nullopt;
    ChainCase told{ChainCase::Kind::Impossible, {}, spanOf(*words.formula(one.formula, true))};
    told.reason = text(one) + line("; but ") + Line{spanOf(*words.formula(other.formula, true))} +
                  line(", since ") + text(other);
    return told;
  }

  /// What is to be shown, or what is impossible: one of the rows that are added up.
  std::size_t target(const Leaf &leaf) const {
    const auto rank = [&](const derivation::Summand &summand) {
      const Inequality &one = leaf.inequalities[summand.inequality];
      const bool isComparison = one.kind == Inequality::Kind::Comparison;
      if (isOfGoal(one.grounds) && isComparison) {
        const auto place = placeInGoal(one.formula, one.isTrue);
        return std::pair<int, std::size_t>(4, place ? *place + 1 : 0);
      }
      if (isOfGoal(one.grounds))
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
    if (!halves.count(one.formula) || !halves.count(other.formula) || !areEquations(leaf, here) ||
        !areEquations(before, there))
      return false;
    Polynomial both = one.row.polynomial;
    both.add(1, other.row.polynomial);
    return both == Polynomial();
  }

  std::vector<Span> conditionsOf(const Leaf &leaf) const {
    std::vector<Span> all;
    for (const Given &ground : leaf.grounds) {
      if (ground.kind != Given::Kind::Case)
        continue;
      const Case &one = chain.cases[ground.number];
      if (one.isTrueOfAll || isOfGoal(one) || isShownBeside(one) || isHalf(one))
        continue;
      all.push_back(spanOf(*words.formula(one.formula, one.value)));
    }
    return all;
  }

  Line invariantText(const std::vector<std::vector<std::string>> &all, const Reason &reason) const {
    const auto loop =
        static_cast<std::size_t>(std::find(loops.begin(), loops.end(), reason.statement) - loops.begin());
    if (loop < all.size() && reason.number < all[loop].size())
      return line("the loop keeps ") + code(all[loop][reason.number]);
    return line("it is kept by the loop");
  }

  /// Of what holds without a hypothesis.
  Line whyTrue(Term formula) const {
    switch (words.originOf(formula)) {
    case ChainTerms::Origin::Numbers:
      return line("it is true of all numbers");
    case ChainTerms::Origin::Program:
      return line("it follows from the choices that the program makes");
    case ChainTerms::Origin::Records:
      return line("it follows from what the records in which D and D' differ add to the answers");
    }
    llvm_unreachable("all origins are handled");
  }

  Line text(const Reason &reason) const {
    using Kind = Reason::Kind;
    const auto head = [&] { return code(ir::printHead(*reason.statement)); };
    switch (reason.kind) {
    case Kind::Unstated:
      return line("arithmetic says so");
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
    case Kind::GoesOn:
      return line("the loop over ") + code(llvm::cast<ir::For>(reason.statement)->index.name) +
             line(" goes on");
    case Kind::Ended:
      return line("the loop over ") + code(llvm::cast<ir::For>(reason.statement)->index.name) +
             line(" has ended");
    case Kind::Invariant:
      return invariantText(result.proof.invariants(), reason);
    case Kind::InvariantAlone:
      return invariantText(result.proof.invariantsAlone(), reason);
    case Kind::Branch:
      return code(ir::printPromoted(*llvm::cast<ir::If>(reason.statement)->condition)) +
             line(reason.holds ? " holds" : " does not hold");
    case Kind::Published:
      return line("the run on D publishes ") + head();
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
      return line("no index is better than the one that is chosen");
    }
    llvm_unreachable("all kinds are handled");
  }

  Line text(const Grounds &grounds) const {
    std::vector<Line> reasons;
    for (const Given &ground : grounds.from)
      switch (ground.kind) {
      case Given::Kind::Hypothesis:
        for (const Reason &reason : hypotheses[ground.number])
          addOnce(reasons, text(reason));
        break;
      case Given::Kind::Goal:
        addOnce(reasons, line("otherwise nothing is claimed"));
        break;
      case Given::Kind::Case: {
        const Case &one = chain.cases[ground.number];
        addOnce(reasons, one.isTrueOfAll      ? whyTrue(one.formula)
                         : isShownBeside(one) ? shownOtherwise(one)
                         : isOfGoal(one)      ? line("otherwise nothing is left to show")
                                              : line("it is so in this case"));
        break;
      }
      }
    return joined(reasons, " and ");
  }

  Line text(const Inequality &one) const {
    Line words = text(one.grounds);
    switch (one.kind) {
    case Inequality::Kind::Comparison:
    case Inequality::Kind::Choice:
    case Inequality::Kind::Congruence:
      return words;
    case Inequality::Kind::Division:
      return line("it is a quotient rounded down");
    case Inequality::Kind::Rounded:
      return words.empty() ? line("it is rounded") : words + line(", in whole numbers");
    case Inequality::Kind::Product:
      return words.empty() ? line("it is a product") : line("both factors are at least 0, as ") + words;
    case Inequality::Kind::Multiple:
      return words.empty() ? line("it is a product") : words;
    }
    llvm_unreachable("all kinds are handled");
  }

  bool isTheCase(const Grounds &grounds) const {
    return std::all_of(grounds.from.begin(), grounds.from.end(), [&](const Given &given) {
      return given.kind == Given::Kind::Case && !chain.cases[given.number].isTrueOfAll &&
             !isShownBeside(chain.cases[given.number]) && !isOfGoal(chain.cases[given.number]);
    });
  }

  std::optional<ChainCase> tell(const Leaf &leaf) {
    (void)words.takeForeignNames();
    auto told = leaf.sum.empty() ? tellKnown(leaf) : tellSum(leaf);
    if (!told)
      return std::nullopt;
    told->conditions = conditionsOf(leaf);
    told->names = words.takeForeignNames();
    told->isTrueOfAll =
        std::all_of(leaf.grounds.begin(), leaf.grounds.end(),
                    [&](const Given &ground) {
                      return ground.kind == Given::Kind::Case && !chain.cases[ground.number].value;
                    }) &&
        !leaf.grounds.empty() && !rests(leaf);
    return told;
  }

  /// On some hypothesis, or on the goal.
  bool rests(const Leaf &leaf) const {
    return std::any_of(leaf.grounds.begin(), leaf.grounds.end(), [&](const Given &ground) {
      return ground.kind != Given::Kind::Case || isOfGoal(chain.cases[ground.number]);
    });
  }

  std::optional<ChainCase> tellKnown(const Leaf &leaf) const {
    const bool isTrueOfGoal = isOfGoal(leaf.whyTrue), isFalseOfGoal = isOfGoal(leaf.whyFalse);
    // That all parts of a goal are shown is nothing to be told.
    if (std::none_of(leaf.grounds.begin(), leaf.grounds.end(), [&](const Given &ground) {
          return ground.kind == Given::Kind::Hypothesis ||
                 (ground.kind == Given::Kind::Case && !isShownBeside(chain.cases[ground.number]) &&
                  !isOfGoal(chain.cases[ground.number]) && !isHalf(chain.cases[ground.number]));
        }))
      return std::nullopt;
    ChainCase told{ChainCase::Kind::Known, {}, {Span::Kind::Formula, {}}};
    if (isTrueOfGoal || isFalseOfGoal) {
      const bool value = isFalseOfGoal;
      told.claim = spanOf(*words.formula(leaf.formula, value));
      told.reason = text(value ? leaf.whyTrue : leaf.whyFalse);
      return told;
    }
    told.kind = ChainCase::Kind::Impossible;
    told.claim = spanOf(*words.formula(leaf.formula, true));
    told.reason = joined({text(leaf.whyTrue)}, "") + line(", and it does not, since ") + text(leaf.whyFalse);
    return told;
  }

  struct Part {
    Polynomial polynomial;
    Rational factor;
    const Inequality *inequality;
  };

  std::optional<ChainCase> tellSum(const Leaf &leaf) {
    if (auto tags = tellTags(leaf))
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
    ChainCase told{isOfGoal(last.grounds) && last.kind == Inequality::Kind::Comparison
                       ? ChainCase::Kind::Shown
                       : ChainCase::Kind::Impossible,
                   {},
                   {Span::Kind::Formula, {}}};
    const bool isEquation =
        halves.count(last.formula) && areEquations(leaf, at) && total.polynomial.constant() == 0;
    if (told.kind == ChainCase::Kind::Shown)
      told.claim = isEquation ? spanOf(*words.comparison(assumed, Relation::Zero))
                              : spanOf(*words.formula(last.formula, !last.isTrue));
    else {
      told.claim = spanOf(*words.comparison(assumed, last.row.relation));
      told.reason = text(last);
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
      told.steps.push_back({next->inequality->row.relation, sideOf(*words.expression(reached)),
                            Rational(abs(next->factor)),
                            spanOf(*words.comparison(row, next->inequality->row.relation)),
                            text(*next->inequality), isTheCase(next->inequality->grounds)});
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

  const Result &result;
  derivation::Certifier &certifier;
  kernel::Terms &terms;
  const verdict::Evidence &evidence;
  const derivation::Shown &shown;
  Chain chain;
  ChainTerms words;
  /// Literals that make the goal hold, with their place in it.
  std::map<std::pair<Term, bool>, std::size_t> goal;
  /// "a < b" and "b < a" of each equation a = b in it.
  std::set<Term> halves;
  std::vector<std::vector<Reason>> hypotheses;
  /// In program order.
  std::vector<const ir::Statement *> loops;
};

ObligationChain chainOf(const Result &result, derivation::Certifier &certifier,
                        const verdict::Evidence &evidence, derivation::Allowance &allowance,
                        UsedInvariants &used) {
  if (!evidence.question || evidence.asksForModel || !evidence.isProved())
    return {&evidence, ObligationChain::Kind::NotAsked};
  const ObligationChain believed{&evidence, ObligationChain::Kind::Believed};
  try {
    const auto shown = certifier.show(*evidence.question, &allowance);
    if (!shown)
      return believed;
    auto chain = derivation::chainOf(certifier.allTerms(), shown->obligation, shown->steps);
    if (!chain || allowance.left < chain->leaves.size() * workToTell)
      return believed;
    allowance.spend(chain->leaves.size() * workToTell);
    Teller teller(result, certifier, evidence, *shown, std::move(*chain));
    ObligationChain told{&evidence, ObligationChain::Kind::Shown, teller.cases(), teller.withoutHypotheses()};
    if (evidence.condition != verdict::Condition::Invariant)
      used.merge(teller.used());
    return told;
  } catch (const kernel::Rejected &) {
    return believed;
  }
}

/// Whose obligations are told first: what the theorem asks of the alignment, then what is claimed and what
/// loops keep, then the rest.
int rank(verdict::Condition condition) {
  using verdict::Condition;
  switch (condition) {
  case Condition::SameSamples:
  case Condition::SameLaw:
  case Condition::Support:
  case Condition::Direction:
  case Condition::Outputs:
  case Condition::Acyclic:
  case Condition::Cost:
    return 0;
  case Condition::Claim:
  case Condition::Invariant:
    return 1;
  case Condition::Premises:
  case Condition::Symmetric:
  case Condition::PremiseFixed:
  case Condition::Open:
  case Condition::Alignment:
  case Condition::Countable:
  case Condition::ClaimDefined:
  case Condition::DeadPath:
  case Condition::Coverage:
  case Condition::Defined:
  case Condition::Termination:
  case Condition::Part:
  case Condition::Sum:
  case Condition::Cases:
  case Condition::Inequality:
    return 2;
  }
  llvm_unreachable("all conditions are handled");
}

/// "a = b <= c": the numbers that the steps lead over.
Span written(const Span &start, const std::vector<ChainStep> &steps) {
  Span all = start;
  for (const ChainStep &step : steps) {
    all.text += std::string(" ") + markOf(step.relation) + " " + step.reached.text;
    all.mathml += parts::symbol(mathMarkOf(step.relation)) + step.reached.mathml;
  }
  return all;
}

/// Each step adds one inequality, once: so it can be read along the line.
bool isPath(const ChainCase &one) {
  return std::all_of(one.steps.begin(), one.steps.end(),
                     [](const ChainStep &step) { return step.factor == 1; });
}

/// Where inequalities are taken several times they are named, so that who adds up sees what.
Line summed(const ChainCase &one) {
  std::vector<Line> summands;
  for (const ChainStep &step : one.steps) {
    Line summand = step.factor == 1 ? Line() : line(toString(step.factor) + " times ");
    summand = summand + Line{step.inequality};
    if (!step.reason.empty())
      summand = summand + line(" (since ") + step.reason + line(")");
    summands.push_back(std::move(summand));
  }
  return line("the sum of ") + joined(summands, " and ");
}

Line chained(const ChainCase &one) {
  std::vector<Line> reasons;
  for (const ChainStep &step : one.steps)
    if (!step.reason.empty() && !(step.isTheCase && !one.conditions.empty()))
      addOnce(reasons, step.reason);
  Line all{written(one.start, one.steps)};
  return reasons.empty() ? all : all + line(", since ") + joined(reasons, ", and since ", ", since ");
}

Line lineOf(const ChainCase &one) {
  std::vector<Line> conditions;
  for (const Span &condition : one.conditions)
    conditions.push_back({condition});
  Line words = conditions.empty() ? Line() : line("if ") + joined(conditions, " and ") + line(": ");
  const Line sum = one.steps.empty() ? Line() : isPath(one) ? chained(one) : summed(one);
  switch (one.kind) {
  case ChainCase::Kind::Known:
    return words + Line{one.claim} + line(", since ") + one.reason;
  case ChainCase::Kind::Shown:
    return one.steps.empty() ? words + Line{one.claim}
           : isPath(one)     ? words + sum
                             : words + Line{one.claim} + line(", by ") + sum;
  case ChainCase::Kind::Impossible:
    words = words + line("this cannot be: ") + Line{one.claim};
    if (!one.reason.empty())
      words = words + line(", since ") + one.reason;
    return one.steps.empty() ? words : words + line("; but ") + sum;
  }
  llvm_unreachable("all kinds are handled");
}

llvm::json::Object asJson(const ChainCase &one) {
  using llvm::json::Array;
  using llvm::json::Object;
  const auto words = [](const Line &line) {
    std::string text;
    for (const Span &span : line)
      text += span.text;
    return jsonText(text);
  };
  Array conditions, steps;
  for (const Span &condition : one.conditions)
    conditions.push_back(jsonText(condition.text));
  for (const ChainStep &step : one.steps)
    steps.push_back(Object{{"relation", markOf(step.relation)},
                           {"reached", jsonText(step.reached.text)},
                           {"times", toString(step.factor)},
                           {"inequality", jsonText(step.inequality.text)},
                           {"since", words(step.reason)}});
  const char *kind = one.kind == ChainCase::Kind::Shown        ? "shown"
                     : one.kind == ChainCase::Kind::Impossible ? "impossible"
                                                               : "known";
  return Object{{"kind", kind},
                {"if", std::move(conditions)},
                {"claim", jsonText(one.claim.text)},
                {"since", words(one.reason)},
                {"start", jsonText(one.start.text)},
                {"steps", std::move(steps)},
                {"trueOfAllNumbers", one.isTrueOfAll}};
}

} // namespace

Chains chainsOf(const Result &result) {
  smt::Budget budget;
  budget.resourceUnits = solverUnits;
  derivation::Certifier certifier(budget, limits);
  const std::vector<verdict::Evidence> &obligations = result.obligations();
  std::vector<std::size_t> order(obligations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return rank(obligations[a].condition) < rank(obligations[b].condition);
  });
  Chains chains;
  chains.obligations.resize(obligations.size());
  std::uint64_t left = allowanceOfAll;
  for (const std::size_t at : order) {
    derivation::Allowance allowance{std::min(left, allowanceOfOne)};
    left -= allowance.left;
    chains.obligations[at] = chainOf(result, certifier, obligations[at], allowance, chains.used);
    left += allowance.left;
  }
  return chains;
}

void addLines(std::vector<Line> &lines, const ObligationChain &chain, ForeignNames &names) {
  if (chain.kind == ObligationChain::Kind::Believed)
    addOnce(lines, line("no chain was found within the budget: this is believed of the solver"));
  if (!chain.withoutHypotheses.empty() && chain.cases.size() > 1)
    return addOnce(lines, chain.withoutHypotheses);
  for (const ChainCase &one : chain.cases)
    if (!one.isTrueOfAll) {
      addOnce(lines, lineOf(one));
      names.add(one.names);
    }
}

std::vector<Line> explained(const ForeignNames &names) {
  std::vector<Line> sentences;
  if (names.areAny)
    sentences.push_back(
        line("Names that the program does not have stand for any index: `selected` for one that is "
             "selected, `other` for one that is not, "
             "`element` and `some` for any element of an array."));
  if (names.areNumbered)
    sentences.push_back(
        line("A number behind `@` tells apart what the program calls by one name: the value of a "
             "variable at another place of it, such as the head of another loop."));
  return sentences;
}

llvm::json::Array chainsAsJson(const Chains &chains) {
  using llvm::json::Array;
  using llvm::json::Object;
  Array all;
  for (const ObligationChain &chain : chains.obligations) {
    Array cases;
    for (const ChainCase &one : chain.cases)
      cases.push_back(asJson(one));
    const char *evidence = chain.kind == ObligationChain::Kind::Shown      ? "shown"
                           : chain.kind == ObligationChain::Kind::Believed ? "believed"
                                                                           : "not asked";
    all.push_back(Object{{"obligation", jsonText(chain.obligation->name)},
                         {"evidence", evidence},
                         {"cases", std::move(cases)}});
  }
  return all;
}

} // namespace plumb::report
