// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/table.h"

#include "checker/interpreter/alignment_scope.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;
using Role = ir::Variable::Role;

namespace {

std::size_t lengthOf(const ir::Expression &term) {
  std::size_t parts = 1;
  ir::forEachOperand(term, [&](const ir::Expression &operand) { parts += lengthOf(operand); });
  return parts;
}

/// The draw itself.
ExpressionPtr drawn(const ir::Sample &sample) {
  std::vector<ExpressionPtr> indices;
  for (const ExpressionPtr &index : sample.indices)
    indices.push_back(copy(*index));
  return read(sample.target, false, std::move(indices));
}

/// \p still and \p shift as one sum, as it would be written: `lam + f - f'`.
ExpressionPtr moved(ExpressionPtr still, const ir::Expression &shift) {
  using Op = ir::BinaryOperator;
  if (const auto *sum = dyn_cast<ir::Binary>(&shift); sum && (sum->op == Op::Add || sum->op == Op::Subtract))
    return arithmetic(sum->op, moved(std::move(still), *sum->left), copy(*sum->right));
  if (const auto *unary = dyn_cast<ir::Unary>(&shift); unary && unary->op == ir::UnaryOperator::Negate)
    return arithmetic(Op::Subtract, std::move(still), copy(*unary->operand));
  return arithmetic(Op::Add, std::move(still), copy(shift));
}

/// Is \p part what \p whole demands, or one of the things it demands?
bool isDemanded(const ir::Expression &part, const ir::Expression &whole) {
  if (ir::isSameTerm(part, whole))
    return true;
  const auto *both = dyn_cast<ir::Binary>(&whole);
  return both && both->op == ir::BinaryOperator::And &&
         (isDemanded(part, *both->left) || isDemanded(part, *both->right));
}

/// "first or others", as it would be written: without parentheses where \p others are an `or`.
ExpressionPtr either(ExpressionPtr first, ExpressionPtr others) {
  if (auto *more = dyn_cast<ir::Binary>(others.get()); more && more->op == ir::BinaryOperator::Or) {
    more->left = either(std::move(first), std::move(more->left));
    return others;
  }
  return std::make_unique<ir::Binary>(ir::BinaryOperator::Or, ir::Sort::Bool, std::move(first),
                                      std::move(others), SourceRange{});
}

/// In maxima over the others the winner is told as it is published: what it is does not depend on the draw
/// then.
ExpressionPtr besideTheWinner(const ir::Expression &shift, const ir::Variable &index,
                              const ir::Expression &winner) {
  return replaced(shift, [&](const ir::Expression &part) -> ExpressionPtr {
    return llvm::isa<ir::Aggregate>(part) ? substituted(part, index, winner) : nullptr;
  });
}

/// What is asked of each group; empty if there is but one.
std::vector<Situation> groupsOf(const std::vector<Situation> &situations) {
  std::vector<Situation> groups;
  for (const Situation &one : situations)
    if (one.group == groups.size())
      groups.push_back({one.groupCondition ? copy(*one.groupCondition) : nullptr, one.tag});
    else if (groups.back().tag != one.tag)
      groups.back().tag = nullptr;
  if (groups.size() < 2)
    groups.clear();
  return groups;
}

} // namespace

Table::Table(ir::Mechanism &mechanism) : filled(mechanism), all(draws(mechanism)) {
  terms.push_back({nullptr, 0});
  for (std::size_t d = 0; d < all.size(); ++d) {
    Part part;
    if (!all[d].sample->aligned) {
      part.situations = situations(filled, all[d]);
      part.shifts = shifts(filled, all[d], all);
      part.groups = groupsOf(part.situations);
      for (std::size_t s = 0; s < part.situations.size(); ++s) {
        part.slots.push_back(slots.size());
        slots.push_back({d, s, /*isSeen=*/false});
      }
    }
    parts.push_back(std::move(part));
  }
  for (Part &part : parts)
    for (const Shift &shift : part.shifts)
      for (const Summand &difference : shift.differences)
        if (const auto *name = dyn_cast<ir::Read>(difference.atom.get());
            name && name->variable.role == Role::Sample)
          for (std::size_t slot : parts[drawOf(name->variable)].slots)
            if (std::find(part.reads.begin(), part.reads.end(), slot) == part.reads.end())
              part.reads.push_back(slot);
}

std::size_t Table::drawOf(const ir::Variable &variable) const {
  std::size_t d = 0;
  while (&all[d].sample->target != &variable)
    ++d;
  return d;
}

std::vector<ir::Sample *> Table::samples() const {
  std::vector<ir::Sample *> list;
  for (std::size_t d = 0; d < all.size(); ++d)
    if (!parts[d].slots.empty())
      list.push_back(all[d].sample);
  return list;
}

int Table::intern(ExpressionPtr shift, unsigned complexity) {
  // Terms that read alike may read variables of two loops that are called alike.
  const auto known = std::find_if(terms.begin() + 1, terms.end(), [&](const Term &term) {
    return term.shift->sort() == shift->sort() && ir::isSameTerm(*term.shift, *shift);
  });
  if (known != terms.end())
    return static_cast<int>(known - terms.begin());
  // Length decides between terms of one kind, whatever their names are.
  constexpr std::size_t ofOneStep = 1000;
  const std::size_t length = lengthOf(*shift);
  terms.push_back({std::move(shift), complexity * ofOneStep + length});
  return static_cast<int>(terms.size()) - 1;
}

const std::vector<int> &Table::candidates(std::size_t slot, const Choice &choice) {
  const auto [d, s, isSeen] = slots[slot];
  const Part &part = parts[d];
  Choice key;
  for (std::size_t read : part.reads)
    key.push_back(choice[read]);
  auto [place, isNew] = known.try_emplace({slot, std::move(key)});
  if (!isNew)
    return place->second;
  std::vector<int> &list = place->second;
  const ir::Tag *tag = part.situations[s].tag;
  for (const Shift &shift : part.shifts) {
    if (shift.tag && tag && shift.tag != tag)
      continue;
    ExpressionPtr made =
        term(shift, all[d], [&](const ir::Read &earlier) { return shiftOf(earlier, choice); });
    if (!made)
      continue;
    if (const ExpressionPtr &winner = part.situations[s].winner)
      made = besideTheWinner(*made, all[d].loops.back()->index, *winner);
    const int number = intern(std::move(made), shift.complexity);
    if (std::find(list.begin(), list.end(), number) == list.end())
      list.push_back(number);
  }
  return list;
}

ExpressionPtr Table::shiftOf(const ir::Read &earlier, const Choice &choice) const {
  const std::size_t d = drawOf(earlier.variable);
  const Part &part = parts[d];
  if (part.slots.empty())
    return nullptr;
  const int first = choice[part.slots.front()];
  for (std::size_t slot : part.slots)
    if (choice[slot] != first || first == open)
      return nullptr;
  const ir::Sort sort = earlier.variable.sort;
  if (first == zero)
    return number(0, sort);
  const ir::Expression &shift = *terms[static_cast<std::size_t>(first)].shift;
  const bool readsLocals = ir::anyPart(shift, [](const ir::Expression &term) {
    const auto *name = dyn_cast<ir::Read>(&term);
    return name && name->variable.role == Role::Local;
  });
  if (readsLocals)
    return nullptr;
  ExpressionPtr there = copy(shift);
  for (std::size_t i = 0; i < earlier.indices.size(); ++i)
    there =
        substituted(*there, llvm::cast<ir::Read>(*all[d].sample->indices[i]).variable, *earlier.indices[i]);
  return there;
}

std::vector<std::size_t> Table::exercised(const StoredRun &run) const {
  std::vector<std::size_t> found;
  const interpreter::Machine second(run.instance, run.second);
  for (std::size_t at = 0; at < run.run.samples.size(); ++at) {
    const std::size_t d = drawOf(run.run.samples[at].sample->target);
    const Part &part = parts[d];
    if (part.slots.empty())
      continue;
    interpreter::AlignmentScope scope(run.instance, run.first, run.run, at, second);
    std::size_t s = 0;
    for (; s + 1 < part.situations.size(); ++s) {
      interpreter::Evaluator evaluator(scope);
      if (evaluator.holds(*part.situations[s].condition))
        break;
    }
    if (std::find(found.begin(), found.end(), part.slots[s]) == found.end())
      found.push_back(part.slots[s]);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void Table::see(const std::vector<std::size_t> &some) {
  for (std::size_t slot : some)
    slots[slot].isSeen = true;
}

std::optional<std::size_t> Table::like(std::size_t slot) const {
  const auto &[d, s, isSeen] = slots[slot];
  const Part &part = parts[d];
  if (isSeen)
    return std::nullopt;
  const Situation::Next next = part.situations[s].next;
  if (next == Situation::Next::IsNone && slots[slot - 1].isSeen)
    return slot - 1;
  // Of the iterations that publish one thing each, the last of the situations says nothing.
  if (next == Situation::Next::Publishes) {
    std::size_t rest = s;
    while (part.situations[rest].next == Situation::Next::Publishes)
      ++rest;
    if (slots[part.slots[rest]].isSeen)
      return part.slots[rest];
  }
  if (part.groups.empty())
    return std::nullopt;
  for (std::size_t other = 0; other < part.slots.size(); ++other)
    if (slots[part.slots[other]].isSeen && part.situations[other].group == part.situations[s].group)
      return part.slots[other];
  return std::nullopt;
}

Choice Table::termsOf(std::size_t d, const Choice &choice) const {
  Choice terms;
  for (std::size_t own : parts[d].slots)
    terms.push_back(std::max(choice[like(own).value_or(own)], zero));
  return terms;
}

/// The situations that are asked for with the term of each; all of a group that are moved alike are one.
std::vector<std::pair<const Situation *, int>> Table::asked(const Part &part, const Choice &terms) {
  std::vector<std::pair<const Situation *, int>> list;
  for (std::size_t s = 0, next = 0; s < terms.size(); s = next) {
    bool isAlike = !part.groups.empty();
    for (next = s + 1;
         isAlike && next < terms.size() && part.situations[next].group == part.situations[s].group; ++next)
      isAlike = terms[next] == terms[s];
    if (!isAlike)
      next = s + 1;
    list.emplace_back(isAlike ? &part.groups[part.situations[s].group] : &part.situations[s], terms[s]);
  }
  return list;
}

/// \p chosen has the term of each of its slots.
ExpressionPtr Table::clause(std::size_t d, const Choice &chosen) const {
  const ir::Sample &sample = *all[d].sample;
  ExpressionPtr still = drawn(sample);
  const auto shift = [&](int number) -> ExpressionPtr {
    return number == zero ? synthesis::number(0, sample.target.sort)
                          : copy(*terms[static_cast<std::size_t>(number)].shift);
  };
  // What most situations have in common, and 0 before anything else, stands behind the conditions.
  const auto situations = asked(parts[d], chosen);
  bool isAlike = true, hasZero = false;
  for (const auto &[situation, term] : situations) {
    isAlike = isAlike && term == situations.front().second;
    hasZero = hasZero || term == zero;
  }
  if (isAlike)
    return chosen.front() == zero ? std::move(still) : moved(std::move(still), *shift(chosen.front()));
  // The last situation is "otherwise" if it has no condition of its own.
  const bool isOpenEnded = !situations.back().first->condition;
  const int rest = isOpenEnded || !hasZero ? situations.back().second : zero;
  ExpressionPtr choices = shift(rest);
  std::size_t first = situations.size() - (isOpenEnded || !hasZero ? 1 : 0);
  std::vector<std::size_t> written;
  for (std::size_t s = first; s-- > 0;) {
    const auto &[situation, term] = situations[s];
    // Conditions exclude one another in their order alone: one that is left out must not be caught by a later
    // one. With that which comes next it is one question, if both move the draw alike.
    const bool isApart =
        std::all_of(written.begin(), written.end(), [&, here = situation](std::size_t later) {
          return areApart(*here, *situations[later].first);
        });
    if (term == rest && isApart)
      continue;
    if (!written.empty() && term == situations[written.back()].second) {
      auto &next = llvm::cast<ir::Conditional>(*choices);
      if (!isDemanded(*situations[written.back()].first->condition, *situation->condition))
        next.condition = either(copy(*situation->condition), std::move(next.condition));
      written.push_back(s);
      continue;
    }
    written.push_back(s);
    choices = std::make_unique<ir::Conditional>(copy(*situation->condition), shift(term), std::move(choices),
                                                SourceRange{});
  }
  return arithmetic(ir::BinaryOperator::Add, std::move(still), std::move(choices));
}

void Table::apply(const Choice &choice) {
  for (std::size_t d = 0; d < all.size(); ++d)
    if (!parts[d].slots.empty())
      write(d, choice);
}

void Table::write(std::size_t d, const Choice &choice) {
  ir::Sample &sample = *all[d].sample;
  Choice terms = termsOf(d, choice);
  if (sample.aligned && terms == parts[d].written)
    return;
  // Messages about what was found point at the place where it would stand.
  const bool isWritten = sample.clause.begin != sample.clause.end;
  sample.aligned = ir::copyAt(*clause(d, terms), isWritten ? sample.clause : sample.range());
  parts[d].written = std::move(terms);
}

void Table::clear() {
  for (std::size_t d = 0; d < all.size(); ++d)
    if (!parts[d].slots.empty()) {
      all[d].sample->aligned = nullptr;
      parts[d].written.clear();
    }
}

std::size_t Table::complexity(const Choice &choice) const {
  std::size_t sum = 0;
  for (const Part &part : parts)
    for (auto slot = part.slots.begin(); slot != part.slots.end(); ++slot) {
      const int chosen = std::max(choice[*slot], zero);
      // What is the same in several situations is read once.
      if (std::none_of(part.slots.begin(), slot,
                       [&](std::size_t before) { return choice[before] == chosen; }))
        sum += terms[static_cast<std::size_t>(chosen)].complexity;
    }
  return sum;
}

std::string Table::text(std::size_t slot, int term) const {
  const auto [d, s, isSeen] = slots[slot];
  const ir::Sample &sample = *all[d].sample;
  ExpressionPtr aligned = drawn(sample);
  if (term != zero)
    aligned = moved(std::move(aligned), *terms[static_cast<std::size_t>(term)].shift);
  std::string text =
      sample.target.name + "'" + ir::printIndices(sample.indices) + " = " + ir::printPromoted(*aligned);
  const ExpressionPtr &condition = parts[d].situations[s].condition;
  return condition ? text + " when " + ir::print(*condition) : text;
}

} // namespace plumb::synthesis
