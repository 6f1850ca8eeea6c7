// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/shifts.h"

#include "checker/synthesis/most_difference.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::synthesis {

using ir::BinaryOperator;
using ir::Sort;
using llvm::dyn_cast;
using Role = ir::Variable::Role;

namespace {

std::vector<Summand> copies(const std::vector<Summand> &sum) {
  std::vector<Summand> all;
  for (const Summand &one : sum)
    all.push_back({one.factor, copy(*one.atom)});
  return all;
}

class Derivation {
public:
  Derivation(const ir::Mechanism &of, const Draw &which, const std::vector<Draw> &draws)
      : mechanism(of), draw(which), all(draws), differing(of) {
    bounds();
  }

  std::vector<Shift> run() {
    std::vector<Use> found = uses(mechanism, draw);
    for (const Use &use : found)
      if (use.isReadable && use.tag)
        published(use);
    const bool isAnyReadable = llvm::any_of(found, [](const Use &use) { return use.isReadable; });
    for (const Use &use : found)
      if (!use.isReadable) {
        if (!isAnyReadable && use.isReadableButForLocals && use.later.empty())
          butForLocals(use);
      } else if (use.later.empty())
        compared(use);
      else {
        inAll(use);
        atTheLast(use);
      }
    for (int factor : {1, -1, 2, -2})
      for (const ir::Expression *bound : margins)
        add({{}, copy(*bound), factor, Shift::Clip::None, nullptr, 3});
    for (const Use &use : found)
      if (use.isReadable && use.later.empty())
        shared(use);
    // Draws that are aligned make up for differences, by as much as these are.
    for (const Use &use : found)
      wholeMargin(differences(use, Draws));
    std::stable_sort(shifts.begin(), shifts.end(),
                     [](const Shift &a, const Shift &b) { return a.complexity < b.complexity; });
    return std::move(shifts);
  }

private:
  void bounds() {
    for (const ir::Difference &difference : mechanism.adjacency) {
      const bool isKnown = std::any_of(margins.begin(), margins.end(), [&](const ir::Expression *known) {
        return ir::isSameTerm(*known, *difference.bound);
      });
      if (!isKnown)
        margins.push_back(difference.bound.get());
    }
    static const ir::Number one(1, Sort::Int, SourceRange{});
    const bool hasOne = std::any_of(margins.begin(), margins.end(), [](const ir::Expression *known) {
      const auto *literal = dyn_cast<ir::Number>(known);
      return literal && literal->value == 1;
    });
    // Ties of integers are broken by 1, and counts of records differ by it.
    if (!hasOne)
      margins.push_back(&one);
  }

  /// Is it drawn behind this draw, so that its aligned value is not known yet?
  bool isLater(const ir::Variable &sample) const {
    bool behind = false;
    for (const Draw &other : all) {
      if (&other.sample->target == &sample)
        return behind;
      behind = behind || other.sample == draw.sample;
    }
    return true;
  }

  enum Left : unsigned { Nothing = 0, Locals = 1, Draws = 2 };

  /// What of the use differs between the runs, without locals or without other draws.
  std::vector<Summand> differences(const Use &use, unsigned left) const {
    std::vector<Summand> kept;
    for (const Summand &part : use.rest) {
      if (ir::isPublic(*part.atom))
        continue;
      const auto *name = dyn_cast<ir::Read>(part.atom.get());
      const bool isDraw = name && name->variable.role == Role::Sample;
      if (isDraw && (left & Draws || isLater(name->variable) || &name->variable == &draw.sample->target))
        continue;
      if (left & Locals && ir::reads(*part.atom, Role::Local))
        continue;
      kept.push_back({part.factor, copy(*part.atom)});
    }
    return kept;
  }

  void published(const Use &use) {
    if (!use.later.empty())
      return;
    for (unsigned left : {Nothing, Locals, Draws})
      add({differences(use, left), nullptr, 0, Shift::Clip::None, use.tag, 1});
  }

  void compared(const Use &use) {
    for (unsigned left : {0u, 1u, 2u, 3u}) {
      std::vector<Summand> kept = differences(use, left);
      add({copies(kept), nullptr, 0, Shift::Clip::None, nullptr, 1});
      if (kept.empty())
        continue;
      if (left == Nothing)
        wholeMargin(kept);
      for (int factor : {1, -1})
        for (const ir::Expression *bound : margins)
          add({copies(kept), copy(*bound), factor, Shift::Clip::None, nullptr, 2});
      for (Shift::Clip clip : {Shift::Clip::AtLeastZero, Shift::Clip::AtMostZero})
        add({copies(kept), nullptr, 0, clip, nullptr, 5});
    }
  }

  /// What is compared, where no use can be read at the draw: locals that were assigned again since are taken
  /// to be the same in both runs.
  void butForLocals(const Use &use) {
    for (unsigned left : {1u, 3u}) {
      std::vector<Summand> kept = differences(use, left);
      if (kept.empty())
        continue;
      add({copies(kept), nullptr, 0, Shift::Clip::None, nullptr, 1});
      for (int factor : {1, -1})
        for (const ir::Expression *bound : margins)
          add({copies(kept), copy(*bound), factor, Shift::Clip::None, nullptr, 2});
    }
  }

  /// Of a sum with several draws in it each may make up for a part: for what is multiplied with the same
  /// factor, or for one difference.
  void shared(const Use &use) {
    const bool isAlone = std::none_of(use.rest.begin(), use.rest.end(), [](const Summand &part) {
      const auto *name = dyn_cast<ir::Read>(part.atom.get());
      return name && name->variable.role == Role::Sample;
    });
    std::vector<Summand> all = differences(use, Locals | Draws), alike;
    if (isAlone || all.size() < 2)
      return;
    for (const Summand &part : all)
      if (abs(part.factor) == 1)
        alike.push_back({part.factor, copy(*part.atom)});
    add({std::move(alike), nullptr, 0, Shift::Clip::None, nullptr, 2});
    for (Summand &part : all) {
      std::vector<Summand> one;
      one.push_back(std::move(part));
      add({std::move(one), nullptr, 0, Shift::Clip::None, nullptr, 3});
    }
  }

  /// As much as all of what is compared may differ by: the bound of each answer in it, times what the answer
  /// is multiplied with, or what bounds that; and twice as much, if the other side differs, too.
  void wholeMargin(const std::vector<Summand> &parts) {
    if (const ExpressionPtr sum = mostOf(parts))
      for (int factor : {1, -1, 2, -2})
        add({{}, copy(*sum), factor, Shift::Clip::None, nullptr, 3});
  }

  /// Null if it does not differ, too.
  ExpressionPtr mostOf(const std::vector<Summand> &parts) const {
    ExpressionPtr most = differing.of(parts);
    const auto *literal = most ? dyn_cast<ir::Number>(most.get()) : nullptr;
    return literal && literal->value == 0 ? nullptr : std::move(most);
  }

  /// In loops behind the draw: what is the same in all their iterations, exactly, and as much as the rest may
  /// differ by.
  void inAll(const Use &use) {
    std::vector<Summand> same, other;
    for (Summand &part : differences(use, Locals | Draws)) {
      const bool isOther = std::any_of(use.later.begin(), use.later.end(), [&](const ir::For *loop) {
        return ir::reads(*part.atom, loop->index);
      });
      (isOther ? other : same).push_back(std::move(part));
    }
    if (same.empty())
      return;
    const ExpressionPtr most = mostOf(other);
    if (most)
      for (int factor : {1, -1})
        add({copies(same), copy(*most), factor, Shift::Clip::None, nullptr, 4});
  }

  /// In loops behind the draw: what their last iterations need.
  void atTheLast(const Use &use) {
    for (unsigned left : {1u, 3u}) {
      std::vector<Summand> kept = differences(use, left);
      if (kept.empty())
        continue;
      for (Summand &part : kept)
        for (const ir::For *loop : use.later) {
          ExpressionPtr last = arithmetic(BinaryOperator::Subtract, copy(*loop->high), number(1, Sort::Int));
          part.atom = substituted(*part.atom, loop->index, *last);
        }
      add({copies(kept), nullptr, 0, Shift::Clip::None, nullptr, 4});
      for (Shift::Clip clip : {Shift::Clip::AtLeastZero, Shift::Clip::AtMostZero})
        add({copies(kept), nullptr, 0, clip, nullptr, 5});
    }
  }

  void add(Shift shift) {
    if (shift.differences.empty() && shift.margin == 0)
      return;
    for (Shift &known : shifts)
      if (isSame(known, shift)) {
        // Needed in more situations than those of one tag.
        if (known.tag != shift.tag)
          known.tag = nullptr;
        return;
      }
    // Locals hold what was drawn before; bounds on how they differ have to be found first.
    for (const Summand &difference : shift.differences)
      shift.complexity += ir::reads(*difference.atom, Role::Local) ? 3 : 1;
    shifts.push_back(std::move(shift));
  }

  static bool isSame(const Shift &a, const Shift &b) {
    const bool isSameBound = a.bound && b.bound ? ir::isSameTerm(*a.bound, *b.bound) : !a.bound && !b.bound;
    return isSameBound && a.margin == b.margin && a.clip == b.clip &&
           a.differences.size() == b.differences.size() &&
           std::equal(a.differences.begin(), a.differences.end(), b.differences.begin(),
                      [](const Summand &x, const Summand &y) {
                        return x.factor == y.factor && x.atom->sort() == y.atom->sort() &&
                               ir::isSameTerm(*x.atom, *y.atom);
                      });
  }

  const ir::Mechanism &mechanism;
  const Draw &draw;
  const std::vector<Draw> &all;
  MostDifference differing;
  std::vector<const ir::Expression *> margins;
  std::vector<Shift> shifts;
};

/// A sum that is written as a person would: no sign in front, no 0.
class SumText {
public:
  explicit SumText(Sort wanted) : sort(wanted) {}

  bool add(const Rational &factor, ExpressionPtr part) {
    const auto *literal = dyn_cast<ir::Number>(part.get());
    const bool isWhole = isIntegral(factor) && (!literal || isIntegral(literal->value));
    if (sort == Sort::Int && (!isWhole || part->sort() == Sort::Real))
      return false;
    ExpressionPtr value = converted(std::move(part), sort);
    value = times(abs(factor), std::move(value));
    if (!sum)
      sum = factor < 0 ? std::make_unique<ir::Unary>(ir::UnaryOperator::Negate, sort, std::move(value),
                                                     SourceRange{})
                       : std::move(value);
    else
      sum = arithmetic(factor < 0 ? BinaryOperator::Subtract : BinaryOperator::Add, std::move(sum),
                       std::move(value));
    return true;
  }

  ExpressionPtr sum;

private:
  /// A third has no literal: it is divided by 3.
  ExpressionPtr times(const Rational &size, ExpressionPtr value) const {
    if (size == 1)
      return value;
    if (isDecimal(size))
      return arithmetic(BinaryOperator::Multiply, number(size, sort), std::move(value));
    return arithmetic(BinaryOperator::Divide, times(Rational(size.get_num()), std::move(value)),
                      number(Rational(size.get_den()), sort));
  }

  static bool isDecimal(const Rational &value) {
    mpz_class rest = value.get_den();
    for (const unsigned prime : {2U, 5U})
      while (rest % prime == 0)
        rest /= prime;
    return rest == 1;
  }

  Sort sort;
};

/// The margin as a number, if the bound is one.
std::optional<Rational> literalMargin(const Shift &shift) {
  const auto *literal = shift.bound ? dyn_cast<ir::Number>(shift.bound.get()) : nullptr;
  return literal ? std::optional<Rational>(literal->value * shift.margin) : std::nullopt;
}

} // namespace

std::vector<Shift> shifts(const ir::Mechanism &mechanism, const Draw &draw, const std::vector<Draw> &all) {
  return Derivation(mechanism, draw, all).run();
}

ExpressionPtr term(const Shift &shift, const Draw &draw, ShiftOf shiftOf) {
  const ir::Variable &own = draw.sample->target;
  const Sort sort = own.sort;
  SumText text(sort);
  // `1 + f - f'`, but `f - f' - 1`.
  const std::optional<Rational> literal = literalMargin(shift);
  if (literal && *literal > 0) {
    if (!text.add(1, number(*literal, sort)))
      return nullptr;
  } else if (!literal && shift.bound && !text.add(shift.margin, copy(*shift.bound))) {
    return nullptr;
  }
  std::vector<std::pair<Rational, ExpressionPtr>> parts;
  for (const Summand &part : shift.differences) {
    const auto *name = dyn_cast<ir::Read>(part.atom.get());
    if (name && name->variable.role == Role::Sample) {
      if (ExpressionPtr earlier = shiftOf(*name)) {
        if (const auto *zero = dyn_cast<ir::Number>(earlier.get()); !zero || zero->value != 0)
          parts.emplace_back(-part.factor, std::move(earlier));
        continue;
      }
    }
    ExpressionPtr first = copy(*part.atom), second = secondRun(*part.atom, own);
    const bool isTurned = part.factor < 0;
    if (isTurned)
      std::swap(first, second);
    const Rational size = abs(part.factor);
    if (size == 1 && first->sort() == sort) {
      parts.emplace_back(1, std::move(first));
      parts.emplace_back(-1, std::move(second));
    } else {
      parts.emplace_back(size, arithmetic(BinaryOperator::Subtract, std::move(first), std::move(second)));
    }
  }
  for (auto &[factor, part] : parts)
    if (!text.add(factor, std::move(part)))
      return nullptr;
  if (literal && *literal < 0 && !text.add(-1, number(-*literal, sort)))
    return nullptr;
  if (!text.sum)
    return nullptr;
  if (shift.clip == Shift::Clip::None)
    return std::move(text.sum);
  return extremum(shift.clip == Shift::Clip::AtLeastZero, number(0, sort), std::move(text.sum));
}

} // namespace plumb::synthesis
