// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/steps.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::composition {

using Kind = ir::RecordAdjacency::Kind;
using smt::Term;

namespace {

/// Beyond that, records in between would be too many: there are two to the power of it.
constexpr std::size_t mostMixed = 4;

const Point nobody{false, {}};

} // namespace

Steps::Steps(Pairs::Writer &of, Kind kind, const ir::Mechanism &mechanism, const ChangeClass &pairs,
             const Fields &fields)
    : writer(of), stated(kind), part(mechanism), allowed(pairs) {
  for (const auto &field : part.recordAdjacency->record->fields) {
    all.insert(field.get());
    if (!fields.count(field.get()))
      continue;
    if (fields.size() <= mostMixed)
      mixed.push_back(field.get());
    if (field->sort != ir::Sort::Bool && !field->orNone)
      numbers.push_back(field.get());
  }
  // Those that go together have one stride; beside whole numbers, others change at once.
  const auto isOf = [](ir::Sort sort) { return [sort](const ir::Field *one) { return one->sort == sort; }; };
  if (llvm::any_of(numbers, isOf(ir::Sort::Int)))
    llvm::erase_if(numbers, isOf(ir::Sort::Real));
}

unsigned mostSteps(Kind stated, const ir::Mechanism &part, const Fields &mixed) {
  if (stated != Kind::Replace)
    return 1;
  if (part.recordAdjacency->kind != Kind::Replace)
    return 2;
  return mixed.size() <= mostMixed ? std::max<unsigned>(1, static_cast<unsigned>(mixed.size())) : 1;
}

Term Steps::reach(unsigned most) {
  smt::TermStore &store = writer.terms();
  auto along = [&](const Chain &chain) {
    std::map<Place, Term> known;
    return reach(chain, {0, most, true}, known);
  };
  const Point r{true, {}}, other{true, all};
  switch (stated) {
  case Kind::Add:
    return along({r, nobody});
  case Kind::Remove:
    return along({nobody, other});
  case Kind::AddOrRemove:
    // The one record is r, whichever side has it.
    return store.conjunction({store.implies(writer.isAdded(), along({r, nobody})),
                              store.implies(store.negate(writer.isAdded()), along({nobody, r}))});
  case Kind::Replace:
    break;
  }
  if (part.recordAdjacency->kind != Kind::Replace)
    return along({r, nobody, other});
  // By the number of fields that are those of r', so that each step leads further on in the chain.
  std::vector<Fields> between;
  for (std::size_t chosen = 1; chosen + 1 < std::size_t(1) << mixed.size(); ++chosen) {
    Fields taken;
    for (std::size_t i = 0; i < mixed.size(); ++i)
      if (chosen >> i & 1)
        taken.insert(mixed[i]);
    between.push_back(std::move(taken));
  }
  std::stable_sort(between.begin(), between.end(),
                   [](const Fields &a, const Fields &b) { return a.size() < b.size(); });
  Chain chain{r};
  for (Fields &taken : between)
    chain.push_back({true, std::move(taken)});
  chain.push_back(other);
  return along(chain);
}

std::vector<const ir::Expression *> Steps::strides() const {
  const ir::RecordAdjacency &adjacency = *allowed.neighbourhood->recordAdjacency;
  const ir::Expression *formula = adjacency.policy ? adjacency.policy->formula.get() : adjacency.along.get();
  std::vector<const ir::Expression *> all;
  if (!formula || stated != Kind::Replace || adjacency.kind != Kind::Replace || numbers.empty())
    return all;
  const auto add = [&](const ir::Expression &term) {
    if (llvm::none_of(all, [&](const ir::Expression *known) { return ir::isSameTerm(*known, term); }))
      all.push_back(&term);
  };
  const bool areReal = numbers.front()->sort == ir::Sort::Real;
  const auto isOfSort = [&](const ir::Expression &part) {
    return part.sort() == ir::Sort::Int || (areReal && part.sort() == ir::Sort::Real);
  };
  ir::anyPart(*formula, [&](const ir::Expression &part) {
    if (const auto *number = llvm::dyn_cast<ir::Number>(&part); number && isOfSort(part) && number->value > 0)
      add(part);
    const auto *quotient = llvm::dyn_cast<ir::Binary>(&part);
    if (areReal && quotient && quotient->op == ir::BinaryOperator::Divide &&
        llvm::isa<ir::Number>(*quotient->left) && llvm::isa<ir::Number>(*quotient->right))
      add(part);
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    if (read && read->variable.role == ir::Variable::Role::Parameter && isOfSort(part) &&
        read->indices.empty())
      add(part);
    return false;
  });
  return all;
}

/// In turn they go where there are several, and each of them is one number.
std::vector<Gait> Steps::gaits() const {
  const bool areScalars =
      llvm::all_of(numbers, [](const ir::Field *field) { return field->extents.empty(); });
  return numbers.size() > 1 && areScalars ? std::vector<Gait>{Gait::Together, Gait::InTurn}
                                          : std::vector<Gait>{Gait::Together};
}

Fields unreadBy(const ir::Mechanism &part) {
  Fields fields;
  for (const auto &field : part.recordAdjacency->record->fields)
    fields.insert(field.get());
  const auto leaveOut = [&](const ir::ExpressionPtr &term) {
    if (term)
      ir::anyPart(*term, [&](const ir::Expression &one) {
        if (const auto *read = llvm::dyn_cast<ir::FieldRead>(&one))
          fields.erase(&read->field);
        return false;
      });
  };
  for (const auto &variable : part.variables)
    if (variable->definition) {
      leaveOut(variable->definition->term);
      leaveOut(variable->definition->where);
    }
  return fields;
}

/// What is not read stays as it is until all else is that of r': to change it then is no step. Or it goes
/// with the others, where the part's neighbours have to change it.
Term Steps::walk(unsigned count, const ir::Expression &stride, Gait gait) {
  const Fields last = unreadBy(part);
  if (last.empty())
    return walk(count, stride, gait, {});
  return writer.terms().disjunction({walk(count, stride, gait, last), walk(count, stride, gait, {})});
}

Term Steps::walk(unsigned count, const ir::Expression &stride, Gait gait, const Fields &last) {
  smt::TermStore &store = writer.terms();
  const SourceRange range = stride.range();
  Fields moved, others;
  for (const ir::Field *field : all)
    if (!last.count(field)) {
      moved.insert(field);
      if (!llvm::is_contained(numbers, field))
        others.insert(field);
    }
  Chain chain{{true, {}}};
  for (unsigned step = 1; step < count; ++step) {
    const ir::Sort sort = numbers.front()->sort;
    ir::ExpressionPtr length = ir::copyAt(stride, range);
    if (length->sort() != sort)
      length = std::make_unique<ir::Unary>(ir::UnaryOperator::ToReal, sort, std::move(length), range);
    const ir::Expression &gone = writer.keep(std::make_unique<ir::Binary>(
        ir::BinaryOperator::Multiply, sort, std::make_unique<ir::Number>(step, sort, range),
        std::move(length), range));
    Point &point = chain.emplace_back(Point{true, others});
    std::vector<const ir::Field *> first;
    for (const ir::Field *field : numbers) {
      if (last.count(field))
        continue;
      point.underway.emplace(field, ir::Way{&gone, first});
      if (gait == Gait::InTurn)
        first.push_back(field);
    }
  }
  chain.push_back({true, moved});
  // A negative stride would lead beyond r and r', to records that may not be in the ranges of their fields.
  const Term length = writer.value(stride);
  std::vector<Term> each = {store.lessEqual(store.literal(0, length.sort()), length)};
  for (std::size_t i = 0; i + 1 < chain.size(); ++i)
    each.push_back(
        store.disjunction({step(chain[i], chain[i + 1]), writer.answersStay(part, chain[i], chain[i + 1])}));
  if (!last.empty())
    each.push_back(writer.answersStay(part, chain.back(), {true, all}));
  return store.conjunction(std::move(each));
}

bool Steps::isLink(const Point &from, const Point &to) {
  return from.exists != to.exists ||
         std::includes(to.taken.begin(), to.taken.end(), from.taken.begin(), from.taken.end());
}

/// Two steps without a change of the answers are one.
Term Steps::reach(const Chain &chain, Place from, std::map<Place, Term> &known) {
  smt::TermStore &store = writer.terms();
  const auto [at, left, mayStay] = from;
  if (at + 1 == chain.size())
    return store.boolean(true);
  if (auto found = known.find(from); found != known.end())
    return found->second;
  std::vector<Term> each;
  for (std::size_t next = at + 1; next < chain.size(); ++next) {
    if (!isLink(chain[at], chain[next]))
      continue;
    if (mayStay && (left > 0 || next + 1 == chain.size()))
      each.push_back(store.conjunction(
          {writer.answersStay(part, chain[at], chain[next]), reach(chain, {next, left, false}, known)}));
    if (left > 0)
      each.push_back(
          store.conjunction({step(chain[at], chain[next]), reach(chain, {next, left - 1, true}, known)}));
  }
  return known.emplace(from, store.disjunction(std::move(each))).first->second;
}

/// They are neighbours of the part.
Term Steps::step(const Point &from, const Point &to) {
  const Kind kind = part.recordAdjacency->kind;
  if (from.exists && to.exists)
    return kind == Kind::Replace ? writer.allows(allowed, from, to) : writer.terms().boolean(false);
  return writer.terms().boolean(kind == Kind::AddOrRemove ||
                                kind == (from.exists ? Kind::Add : Kind::Remove));
}

} // namespace plumb::composition
