// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/open_amounts.h"

#include "checker/proof/comparison.h"
#include "checker/relational/walk.h"
#include "checker/synthesis/affordable.h"
#include "checker/synthesis/exclusive_draws.h"
#include "checker/synthesis/filling.h"
#include "checker/synthesis/public_parts.h"
#include "checker/synthesis/shares.h"
#include "checker/synthesis/situations.h"
#include "checker/synthesis/snapshot.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/open_part.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <iterator>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::synthesis {

namespace {

using Op = ir::BinaryOperator;

ExpressionPtr real(const Rational &value) {
  return number(value, ir::Sort::Real);
}

ExpressionPtr compared(Op op, ExpressionPtr left, ExpressionPtr right) {
  return std::make_unique<ir::Binary>(op, ir::Sort::Bool, std::move(left), std::move(right), SourceRange{});
}

/// Public parameters that stand for what is open, as long as it lives.
class Unknowns {
public:
  explicit Unknowns(ir::Mechanism &of) : mechanism(of) {}
  Unknowns(const Unknowns &) = delete;
  Unknowns &operator=(const Unknowns &) = delete;
  ~Unknowns() {
    for (std::size_t i = 0; i < count; ++i) {
      mechanism.requirements.pop_back();
      mechanism.variables.pop_back();
    }
  }

  /// A positive one. No name of a program has a point in it.
  const ir::Variable &add(const std::string &name, ir::Sort sort) {
    mechanism.variables.push_back(std::make_unique<ir::Variable>(
        ir::Variable{ir::Variable::Role::Parameter, "open." + name, sort, {}, {}}));
    const ir::Variable &variable = *mechanism.variables.back();
    mechanism.requirements.push_back(compared(Op::Less, number(0, sort), read(variable, false)));
    ++count;
    return variable;
  }

private:
  ir::Mechanism &mechanism;
  std::size_t count = 0;
};

class Amounts {
public:
  Amounts(ir::Mechanism &of, const proof::EngineMaker &engines, const IsText &test)
      : mechanism(of), makeEngine(engines), isText(test), before(of) {
    for (const Draw &draw : draws(mechanism)) {
      if (draw.sample->openScale.isOpen)
        scales.push_back(draw.sample);
      if (!draw.sample->aligned)
        unaligned.push_back(draw.sample);
    }
    for (ir::Difference &difference : mechanism.adjacency)
      if (difference.openBound.isOpen)
        bounds.push_back(&difference);
    for (std::size_t i = 0; i < mechanism.requirements.size(); ++i)
      if (const ir::Variable *part = ir::openPart(*mechanism.requirements[i]))
        parts.push_back({i, part, ir::holeOf(*mechanism.requirements[i])});
  }

  Synthesis run() {
    const bool isGuaranteeOpen = mechanism.guarantee.hole.isOpen;
    if (isGuaranteeOpen + !parts.empty() + !scales.empty() + bounds.size() > 1)
      result.conflict.push_back(
          "of the guarantee, its parts, the scales and one bound, each is determined by the others: "
          "leave one of the four open");
    else if (isGuaranteeOpen)
      findGuarantee();
    else if (!parts.empty())
      findParts();
    else if (!scales.empty())
      findScales();
    else
      findBound();
    if (!result.proof)
      before.restore();
    return std::move(result);
  }

private:
  /// Is the mechanism, as it is filled now, proved from its text?
  std::optional<proof::Proof> proved() {
    if (!isText(mechanism))
      return std::nullopt;
    proof::Proof proof = proof::prove(mechanism, makeEngine);
    if (proof.provesGuarantee())
      return proof;
    if (result.conflict.empty())
      result.conflict.push_back("what was computed is not proved: " + whatIsOpen(proof));
    return std::nullopt;
  }

  /// Would it be proved, as it is filled now, if more than nothing were guaranteed? Says so if it would.
  void tryPositiveGuarantee(const ir::Sample &filled) {
    mechanism.requirements.push_back(compared(Op::Less, real(0), copy(*mechanism.guarantee.epsilon)));
    if (proof::prove(mechanism, makeEngine).verdict() == proof::Verdict::Proved) {
      const std::string requirement = "`requires " + ir::print(*mechanism.requirements.back()) + "`";
      result.conflict = {"`" + ir::printLaw(filled) + "` would be proved with " + requirement};
      result.advice = "write " + requirement;
    }
    mechanism.requirements.pop_back();
  }

  /// If so, this is the result, with what was found of alignments; the amounts are for the caller to add.
  bool isProvedNow() {
    std::optional<proof::Proof> proof = proved();
    if (!proof)
      return false;
    result.proof = std::move(proof);
    result.conflict.clear();
    result.found = foundAlignments(unaligned);
    return true;
  }

  /// In front of \p alignments, as it is now.
  std::vector<Found> withGuarantee(std::vector<Found> alignments) const {
    alignments.insert(alignments.begin(),
                      {mechanism.guarantee.hole.range, "guarantees " + ir::print(mechanism.guarantee),
                       ir::printPromoted(*mechanism.guarantee.epsilon)});
    return alignments;
  }

  void findGuarantee() {
    Answers answers = affordable(mechanism, makeEngine);
    result.conflict = std::move(answers.conflict);
    std::optional<Snapshot> filled;
    for (Answer &answer : answers.all) {
      apply(answer);
      mechanism.guarantee.epsilon = ir::copyAt(*answer.epsilon, mechanism.guarantee.hole.range);
      mechanism.guarantee.hole.isOpen = false;
      std::optional<proof::Proof> proof = proved();
      if (!proof)
        continue;
      std::vector<Found> found = withGuarantee(foundAlignments(unaligned));
      if (filled) {
        result.others.push_back(toldTogether(found));
        continue;
      }
      filled.emplace(mechanism);
      result.proof = std::move(proof);
      result.found = std::move(found);
      result.isSmallestFound = true;
    }
    if (filled)
      filled->restore();
    else if (llvm::any_of(draws(mechanism), [](const Draw &draw) { return isChargedByItself(*draw.sample); }))
      findNamedGuarantee();
  }

  /// Where draws are charged one by one there is no sum that a guarantee could be: those are tried that the
  /// scales name, each that is no more than the one before; and if none of them is enough, sums of them.
  void findNamedGuarantee() {
    std::optional<Snapshot> filled;
    const ir::Variable *least = nullptr;
    for (const ir::Variable *parameter : namedInScales()) {
      before.restoreCopies();
      if (least &&
          !proof::Comparison(mechanism, makeEngine).isAtMost(*read(*parameter, false), *read(*least, false)))
        continue;
      if (!isProvedFor(read(*parameter, false)))
        continue;
      least = parameter;
      filled.emplace(mechanism);
    }
    for (const ExpressionPtr &sum : filled ? std::vector<ExpressionPtr>() : sumsOfNamed()) {
      before.restoreCopies();
      if (!filled && isProvedFor(copy(*sum)))
        filled.emplace(mechanism);
    }
    if (!filled)
      return;
    filled->restore();
    result.remarks.push_back(
        "draws are charged one by one here, so only guarantees that scales name, and sums of these, were "
        "tried: less may be enough");
  }

  bool isProvedFor(ExpressionPtr epsilon) {
    mechanism.guarantee.epsilon = std::move(epsilon);
    mechanism.guarantee.hole.isOpen = false;
    return isProvedWithGuarantee();
  }

  /// What the draws may cost together, the least first: each of what their scales name once, or more often
  /// where it is one, then once for each draw, and then for all of its iterations. Of several, each is tried
  /// alone for these first: what multiplies a scale is no part of a budget.
  std::vector<ExpressionPtr> sumsOfNamed() {
    constexpr int mostTimes = 4;
    std::vector<std::pair<const ir::Variable *, int>> counted;
    std::vector<ExpressionPtr> ofOne;
    ExpressionPtr once, each, all;
    const auto add = [](ExpressionPtr &sum, ExpressionPtr part) {
      sum = sum ? arithmetic(Op::Add, std::move(sum), std::move(part)) : std::move(part);
    };
    bool isRepeated = false;
    for (const Draw &draw : draws(mechanism))
      for (const ir::Variable *named : namedInScales(draw.sample)) {
        const auto known = llvm::find_if(counted, [&](const auto &one) { return one.first == named; });
        const auto place = static_cast<std::size_t>(known - counted.begin());
        if (known == counted.end()) {
          counted.emplace_back(named, 1);
          ofOne.emplace_back();
        } else {
          ++known->second;
        }
        ExpressionPtr part = read(*named, false);
        for (const ir::For *loop : draw.loops)
          if (ir::isPublic(*loop->high) && !ir::reads(*loop->high, ir::Variable::Role::LoopIndex)) {
            part = arithmetic(Op::Multiply, converted(copy(*loop->high), ir::Sort::Real), std::move(part));
            isRepeated = true;
          }
        add(ofOne[place], copy(*part));
        add(all, std::move(part));
      }
    const auto times = [](int often, const ir::Variable &named) {
      return often == 1 ? read(named, false) : arithmetic(Op::Multiply, real(often), read(named, false));
    };
    std::vector<ExpressionPtr> sums;
    if (counted.size() == 1) {
      const auto &[named, often] = counted.front();
      for (int multiple = 2; multiple <= std::clamp(often, 2, mostTimes); ++multiple)
        sums.push_back(times(multiple, *named));
    } else {
      for (const auto &[named, often] : counted) {
        add(once, read(*named, false));
        add(each, times(often, *named));
      }
      if (once)
        sums.push_back(std::move(once));
      if (each && llvm::any_of(counted, [](const auto &one) { return one.second > 1; }))
        sums.push_back(std::move(each));
    }
    for (ExpressionPtr &limit : limitsOfDraws()) {
      for (const auto &[named, often] : counted)
        sums.push_back(
            arithmetic(Op::Multiply, converted(copy(*limit), ir::Sort::Real), read(*named, false)));
      if (limit->sort() == ir::Sort::Real)
        sums.push_back(std::move(limit));
    }
    if (isRepeated && counted.size() > 1)
      std::move(ofOne.begin(), ofOne.end(), std::back_inserter(sums));
    if (isRepeated)
      sums.push_back(std::move(all));
    return sums;
  }

  /// What guards around draws hold a local variable below, as `spent + price[i] <= B` does: each draw may be
  /// paid from that.
  std::vector<ExpressionPtr> limitsOfDraws() {
    std::vector<ExpressionPtr> limits;
    const auto add = [&](const ir::Expression &limit, const ir::Expression &held) {
      const auto *name = llvm::dyn_cast<ir::Read>(&limit);
      if (name && name->variable.role == ir::Variable::Role::Parameter && !name->variable.isArray() &&
          ir::reads(held, ir::Variable::Role::Local) &&
          llvm::none_of(limits, [&](const ExpressionPtr &known) { return ir::isSameTerm(*known, limit); }))
        limits.push_back(copy(limit));
    };
    for (const Draw &draw : draws(mechanism))
      for (const ir::Expression *guard : draw.guards)
        relational::forEachExpression(*guard, [&](const ir::Expression &part) {
          const auto *comparison = llvm::dyn_cast<ir::Binary>(&part);
          if (!comparison || !ir::isComparison(comparison->op))
            return;
          add(*comparison->left, *comparison->right);
          add(*comparison->right, *comparison->left);
        });
    return limits;
  }

  /// As isProvedNow(), with alignments that are looked for where they were left out.
  bool isProvedWithGuarantee() {
    if (unaligned.empty()) {
      if (!isProvedNow())
        return false;
    } else {
      Synthesis made = fillAlignments(mechanism, makeEngine, isText);
      if (!made.proof || !made.proof->provesGuarantee())
        return false;
      result.proof = std::move(made.proof);
      result.found = std::move(made.found);
      result.conflict.clear();
    }
    result.found = withGuarantee(std::move(result.found));
    return true;
  }

  /// Its scale depends on what happens, or on where it is: nothing sums up what is moved at it.
  static bool isChargedByItself(const ir::Sample &sample) {
    return ir::anyPart(*sample.scale, [](const ir::Expression &part) {
      const auto *name = llvm::dyn_cast<ir::Read>(&part);
      return llvm::isa<ir::Conditional>(part) ||
             (name && (name->variable.role != ir::Variable::Role::Parameter || name->variable.isArray()));
    });
  }

  /// The real parameters that scales read, or locals that scales are made of.
  /// \param only the one draw whose scale is asked for; null: all.
  std::vector<const ir::Variable *> namedInScales(const ir::Sample *only = nullptr) const {
    std::set<const ir::Variable *> read;
    const auto addAll = [&](const ir::Expression &term) {
      relational::forEachExpression(term, [&](const ir::Expression &part) {
        if (const auto *name = llvm::dyn_cast<ir::Read>(&part))
          read.insert(&name->variable);
      });
    };
    std::size_t known = 0;
    do {
      known = read.size();
      relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
        if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement)) {
          if (!only || only == sample)
            addAll(*sample->scale);
        } else if (const auto *assign = llvm::dyn_cast<ir::Assign>(&statement);
                   assign && read.count(&assign->target))
          addAll(*assign->value);
      });
    } while (read.size() > known);
    std::vector<const ir::Variable *> named;
    for (const auto &variable : mechanism.variables)
      if (variable->role == ir::Variable::Role::Parameter && variable->sort == ir::Sort::Real &&
          !variable->isArray() && read.count(variable.get()))
        named.push_back(variable.get());
    return named;
  }

  void findParts() {
    std::vector<const ir::Variable *> unknown;
    for (const Part &part : parts) {
      if (std::find(unknown.begin(), unknown.end(), part.parameter) == unknown.end())
        unknown.push_back(part.parameter);
      mechanism.requirements[part.requirement] = compared(Op::Less, real(0), read(*part.parameter, false));
    }
    mechanism.guarantee.hole.isOpen = true;
    Answers answers = affordable(mechanism, makeEngine);
    mechanism.guarantee.hole.isOpen = false;
    std::vector<PublicParts> computed;
    {
      proof::Comparison comparison(mechanism, makeEngine);
      for (const Answer &answer : answers.all)
        computed.push_back(publicParts(mechanism, unknown, *answer.epsilon, comparison));
    }
    before.restoreCopies();
    result.conflict.insert(result.conflict.end(), answers.conflict.begin(), answers.conflict.end());
    for (std::size_t number = 0; number < answers.all.size(); ++number) {
      const PublicParts &found = computed[number];
      if (!found.conflict.empty()) {
        result.conflict.push_back(found.conflict);
        continue;
      }
      apply(answers.all[number]);
      for (const Part &part : parts) {
        const auto place = std::find(unknown.begin(), unknown.end(), part.parameter) - unknown.begin();
        mechanism.requirements[part.requirement] =
            compared(Op::Equal, read(*part.parameter, false),
                     ir::copyAt(*found.values[static_cast<std::size_t>(place)], part.hole));
      }
      if (!isProvedNow())
        continue;
      for (const Part &part : parts) {
        const auto &equation = llvm::cast<ir::Binary>(*mechanism.requirements[part.requirement]);
        result.found.push_back(
            {part.hole, "requires " + ir::print(equation), ir::printPromoted(*equation.right)});
      }
      return;
    }
  }

  void findScales() {
    // The guarantee is left open while the ledger is made, with an unknown for each scale.
    Answers answers;
    std::vector<std::vector<ExpressionPtr>> computed;
    std::vector<std::vector<std::size_t>> unmoved;
    const ExclusiveDraws exclusive(mechanism);
    {
      Unknowns unknowns(mechanism);
      std::vector<const ir::Variable *> variables;
      const auto setApart = [&](ir::Sample &sample) -> const ir::Variable & {
        const ir::Variable &unknown = unknowns.add(sample.target.name, ir::Sort::Real);
        sample.scale = read(unknown, false);
        return unknown;
      };
      for (ir::Sample *sample : scales) {
        variables.push_back(&setApart(*sample));
        sample->openScale.isOpen = false;
      }
      // What is written for other runs leaves what is open as much as there is.
      std::vector<Apart> apart;
      for (const Draw &draw : draws(mechanism))
        if (!llvm::is_contained(scales, draw.sample) && !isChargedByItself(*draw.sample) &&
            llvm::any_of(scales, [&](const ir::Sample *open) {
              return exclusive.areExclusive(*open, *draw.sample);
            })) {
          ExpressionPtr scale = copy(*draw.sample->scale);
          apart.push_back({draw.sample, &setApart(*draw.sample), std::move(scale)});
        }
      mechanism.guarantee.hole.isOpen = true;
      answers = affordable(mechanism, makeEngine);
      before.restoreCopies();
      for (const Answer &answer : answers.all)
        computed.push_back(scalesFrom(answer, variables, apart, exclusive, unmoved.emplace_back()));
    }
    result.conflict.insert(result.conflict.end(), answers.conflict.begin(), answers.conflict.end());
    for (std::size_t number = 0; number < answers.all.size(); ++number) {
      if (computed[number].empty())
        continue;
      apply(answers.all[number]);
      for (std::size_t k = 0; k < scales.size(); ++k) {
        scales[k]->scale = ir::copyAt(*computed[number][k], scales[k]->openScale.range);
        scales[k]->openScale.isOpen = false;
      }
      if (!isProvedNow()) {
        tryPositiveGuarantee(*scales.front());
        continue;
      }
      result.advice.clear();
      for (const std::size_t k : unmoved[number])
        result.remarks.push_back("`" + scales[k]->target.name +
                                 "` is not moved: any scale would do, and this noise protects nothing");
      for (const ir::Sample *sample : scales)
        result.found.push_back(
            {sample->openScale.range, ir::printLaw(*sample), ir::printPromoted(*sample->scale)});
      return;
    }
  }

  /// A draw that some runs with a draw of an open scale do not make, with what stands for its scale, and the
  /// scale.
  struct Apart {
    const ir::Sample *sample;
    const ir::Variable *unknown;
    ExpressionPtr scale;
  };

  /// What \p answer moves at each open scale; null: nothing.
  std::vector<const ir::Expression *> movedAtOpen(const Answer &answer,
                                                  const std::vector<const ir::Variable *> &variables) const {
    std::vector<const ir::Expression *> amounts(scales.size());
    for (const Answer::Moved &moved : answer.ledger)
      for (std::size_t k = 0; k < variables.size(); ++k)
        if (ir::reads(*moved.scale, *variables[k]))
          amounts[k] = moved.amount.get();
    return amounts;
  }

  /// What \p answer leaves of the guarantee to the draw \p open in runs that make it.
  ExpressionPtr leftTo(const ir::Sample &open, const Answer &answer,
                       const std::vector<const ir::Variable *> &variables, const std::vector<Apart> &apart,
                       const ExclusiveDraws &exclusive) const {
    ExpressionPtr rest = copy(*mechanism.guarantee.epsilon);
    for (const Answer::Moved &moved : answer.ledger) {
      const auto isOf = [&](const ir::Variable *unknown) { return ir::reads(*moved.scale, *unknown); };
      const auto known = llvm::find_if(apart, [&](const Apart &one) { return isOf(one.unknown); });
      if (llvm::any_of(variables, isOf) ||
          (known != apart.end() && exclusive.areExclusive(open, *known->sample)))
        continue;
      rest = arithmetic(Op::Subtract, std::move(rest),
                        arithmetic(Op::Divide, copy(*moved.amount),
                                   copy(known != apart.end() ? *known->scale : *moved.scale)));
    }
    return rest;
  }

  /// One for each open scale: its share of the guarantee is used up by what is moved. Empty, with a reason in
  /// the result, if these cannot be said. \p unmoved receives those that any scale would do for.
  std::vector<ExpressionPtr> scalesFrom(const Answer &answer,
                                        const std::vector<const ir::Variable *> &variables,
                                        const std::vector<Apart> &apart, const ExclusiveDraws &exclusive,
                                        std::vector<std::size_t> &unmoved) {
    proof::Comparison comparison(mechanism, makeEngine);
    const std::vector<const ir::Expression *> amounts = movedAtOpen(answer, variables);
    std::vector<ExpressionPtr> found;
    for (std::size_t k = 0; k < scales.size(); ++k) {
      const ExpressionPtr rest = leftTo(*scales[k], answer, variables, apart, exclusive);
      const ExpressionPtr left = comparison.simplified(*rest);
      const ExpressionPtr leftOver = left ? asWritten(*left) : nullptr;
      const auto *none = left ? llvm::dyn_cast<ir::Number>(leftOver.get()) : nullptr;
      if (!left || (none && none->value == 0)) {
        result.conflict.push_back(
            left ? "what is written costs all that is guaranteed, if all of it is drawn in one run, and "
                   "leaves nothing for what is open"
                 : "the guarantee is no quotient of polynomials, so that no scale follows from it");
        return {};
      }
      // A run makes no more of these draws than those that share with each other.
      std::vector<Share> parts;
      std::size_t own = 0;
      for (std::size_t other = 0; other < scales.size(); ++other) {
        if (other != k && exclusive.areExclusive(*scales[k], *scales[other]))
          continue;
        if (other == k)
          own = parts.size();
        const ir::Expression *amount = amounts[other];
        parts.push_back(
            {amount && comparison.ratio(*amount, *amount) ? amount : nullptr, scales[other]->weight, 0});
      }
      if (!divide(parts, comparison)) {
        result.conflict.push_back("with weights, what is moved at the open scales must be known up to one "
                                  "factor: leave out the weights, or write "
                                  "numbers for the parameters in it");
        return {};
      }
      if (!parts[own].amount) {
        unmoved.push_back(k);
        found.push_back(real(1));
        continue;
      }
      const ExpressionPtr scale = arithmetic(Op::Divide, copy(*parts[own].amount),
                                             arithmetic(Op::Multiply, real(parts[own].share), copy(*rest)));
      const ExpressionPtr simple = comparison.simplified(*scale);
      if (!simple)
        return {};
      found.push_back(converted(asWritten(*simple), ir::Sort::Real));
    }
    return found;
  }

  void findBound() {
    ir::Difference &difference = *bounds.front();
    const ir::Sort sort = difference.query->sort;
    Answers answers;
    std::vector<ExpressionPtr> computed;
    {
      Unknowns unknowns(mechanism);
      const ir::Variable &unknown = unknowns.add(difference.query->name, sort);
      difference.bound = read(unknown, false);
      difference.openBound.isOpen = false;
      mechanism.guarantee.hole.isOpen = true;
      answers = affordable(mechanism, makeEngine);
      for (Answer &answer : answers.all) {
        computed.push_back(boundFrom(answer, unknown));
        if (computed.back())
          for (auto &[sample, aligned] : answer.alignments)
            aligned = substituted(*aligned, unknown, *computed.back());
      }
      before.restoreCopies();
    }
    result.conflict.insert(result.conflict.end(), answers.conflict.begin(), answers.conflict.end());
    ir::Difference &filled = *std::find_if(mechanism.adjacency.begin(), mechanism.adjacency.end(),
                                           [](const auto &one) { return one.openBound.isOpen; });
    for (std::size_t number = 0; number < answers.all.size(); ++number) {
      if (!computed[number])
        continue;
      apply(answers.all[number]);
      filled.bound = ir::copyAt(*computed[number], filled.openBound.range);
      filled.openBound.isOpen = false;
      if (!isProvedNow())
        continue;
      result.found.push_back(
          {filled.openBound.range, "adjacency " + ir::print(filled), ir::printPromoted(*filled.bound)});
      return;
    }
  }

  /// The cost is proportional to the bound: as much of it as the guarantee covers. Null, with a reason in the
  /// result, if it is not, or if the bound is no integer where it has to be one.
  ExpressionPtr boundFrom(const Answer &answer, const ir::Variable &unknown) {
    proof::Comparison comparison(mechanism, makeEngine);
    const ExpressionPtr ofOne = substituted(*answer.epsilon, unknown, *number(1, unknown.sort));
    const ExpressionPtr proportional =
        arithmetic(Op::Multiply, copy(*ofOne), converted(read(unknown, false), ir::Sort::Real));
    const std::optional<Rational> ratio = comparison.ratio(*answer.epsilon, *proportional);
    const ExpressionPtr bound =
        comparison.simplified(*arithmetic(Op::Divide, copy(*mechanism.guarantee.epsilon), copy(*ofOne)));
    if (!ratio || *ratio != 1 || !bound) {
      result.conflict.push_back("the cost, " + ir::printPromoted(*answer.epsilon) +
                                ", is not proportional to the bound");
      return nullptr;
    }
    ExpressionPtr written = asWritten(*bound);
    if (unknown.sort == ir::Sort::Real)
      return converted(std::move(written), ir::Sort::Real);
    if (const std::optional<Rational> value = comparison.ratio(*bound, *real(1)))
      if (const Integer covered = floorOf(*value); covered > 0)
        return number(Rational(covered), ir::Sort::Int);
    // `simplified` makes a Real of an Int at the outside, if at all.
    ExpressionPtr whole = asInteger(*bound);
    if (!whole)
      result.conflict.push_back("the largest bound is " + ir::printPromoted(*written) +
                                ", and the answers are integers: it covers none, or it is not known which");
    return whole;
  }

  static ExpressionPtr asInteger(const ir::Expression &term) {
    if (const auto *unary = llvm::dyn_cast<ir::Unary>(&term); unary && unary->op == ir::UnaryOperator::ToReal)
      return unary->operand->sort() == ir::Sort::Int ? asWritten(*unary->operand) : nullptr;
    return nullptr;
  }

  ir::Mechanism &mechanism;
  const proof::EngineMaker &makeEngine;
  const IsText &isText;
  Snapshot before;
  std::vector<ir::Sample *> scales, unaligned;
  std::vector<ir::Difference *> bounds;
  /// A part of the guarantee, which requirement leaves it open, and where.
  struct Part {
    std::size_t requirement;
    const ir::Variable *parameter;
    SourceRange hole;
  };
  std::vector<Part> parts;
  Synthesis result;
};

} // namespace

Synthesis findAmounts(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const IsText &isText) {
  return Amounts(mechanism, makeEngine, isText).run();
}

} // namespace plumb::synthesis
