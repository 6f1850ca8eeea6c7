// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/same_term.h"

#include "frontend/ir/aggregate.h"
#include "frontend/ir/record.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::ir {

using llvm::cast;

namespace {

/// Compares two terms below binders: the n-th that is bound on one side is the n-th on the other.
class Comparison {
public:
  bool same(const Expression &a, const Expression &b);
  bool same(const RecordPremise &a, const RecordPremise &b);
  bool same(const RecordAdjacency &a, const RecordAdjacency &b);

private:
  template <typename Bound> using Pairs = std::vector<std::pair<const Bound *, const Bound *>>;

  bool sameNode(const Expression &a, const Expression &b) const;
  bool sameVariable(const Variable &a, const Variable &b) const;
  bool sameForall(const Forall &a, const Forall &b);
  bool sameAggregate(const Aggregate &a, const Aggregate &b);
  bool sameIndices(const RecordPremise &a, const RecordPremise &b, std::size_t position);

  /// The two sides of the innermost binder of either; null if both are free.
  template <typename Bound>
  static const std::pair<const Bound *, const Bound *> *binder(const Pairs<Bound> &pairs, const Bound &a,
                                                               const Bound &b) {
    auto found = std::find_if(pairs.rbegin(), pairs.rend(),
                              [&](const auto &pair) { return pair.first == &a || pair.second == &b; });
    return found == pairs.rend() ? nullptr : &*found;
  }

  /// What \p compare finds where \p a is bound on the one side and \p b on the other.
  template <typename Compare> bool below(const Variable &a, const Variable &b, Compare compare) {
    variables.emplace_back(&a, &b);
    bool isSame = a.sort == b.sort && compare();
    variables.pop_back();
    return isSame;
  }

  Pairs<Variable> variables;
  Pairs<RecordVariable> records;
};

bool Comparison::sameVariable(const Variable &a, const Variable &b) const {
  if (const auto *pair = binder(variables, a, b))
    return pair->first == &a && pair->second == &b;
  return &identityOf(a) == &identityOf(b);
}

/// Kind, sort and all that is no operand.
bool Comparison::sameNode(const Expression &a, const Expression &b) const {
  using Kind = Expression::Kind;
  if (a.kind() != b.kind() || a.sort() != b.sort())
    return false;
  switch (a.kind()) {
  case Kind::Number:
    return cast<Number>(a).value == cast<Number>(b).value;
  case Kind::Boolean:
    return cast<Boolean>(a).value == cast<Boolean>(b).value;
  case Kind::Read:
    return cast<Read>(a).primed == cast<Read>(b).primed &&
           sameVariable(cast<Read>(a).variable, cast<Read>(b).variable);
  case Kind::Unary:
    return cast<Unary>(a).op == cast<Unary>(b).op;
  case Kind::Binary:
    return cast<Binary>(a).op == cast<Binary>(b).op;
  case Kind::Extremum:
    return cast<Extremum>(a).isMaximum == cast<Extremum>(b).isMaximum;
  case Kind::TopK:
    return cast<TopK>(a).primed == cast<TopK>(b).primed &&
           sameVariable(cast<TopK>(a).array, cast<TopK>(b).array);
  case Kind::CellTest:
    return &cast<CellTest>(a).transcript == &cast<CellTest>(b).transcript &&
           &cast<CellTest>(a).tag == &cast<CellTest>(b).tag;
  case Kind::CellRead:
    return &cast<CellRead>(a).transcript == &cast<CellRead>(b).transcript &&
           &cast<CellRead>(a).tag == &cast<CellRead>(b).tag &&
           cast<CellRead>(a).component == cast<CellRead>(b).component;
  case Kind::ResultRead:
    return cast<ResultRead>(a).part == cast<ResultRead>(b).part;
  case Kind::FieldRead: {
    const auto &first = cast<FieldRead>(a), &second = cast<FieldRead>(b);
    const auto *pair = binder(records, first.record, second.record);
    bool isSameRecord = pair ? pair->first == &first.record && pair->second == &second.record
                             : &first.record == &second.record;
    return isSameRecord && first.primed == second.primed && &first.field == &second.field;
  }
  case Kind::FieldComparison:
    return cast<FieldComparison>(a).op == cast<FieldComparison>(b).op;
  case Kind::Aggregate:
    return cast<Aggregate>(a).which == cast<Aggregate>(b).which &&
           !cast<Aggregate>(a).filter == !cast<Aggregate>(b).filter;
  case Kind::Conditional:
  case Kind::Membership:
  case Kind::Forall:
  case Kind::Moved:
  case Kind::Cost:
  case Kind::NoneTest:
    return true;
  }
  return false;
}

bool Comparison::sameForall(const Forall &a, const Forall &b) {
  return same(*a.low, *b.low) && same(*a.high, *b.high) &&
         below(a.variable, b.variable, [&] { return same(*a.body, *b.body); });
}

bool Comparison::sameAggregate(const Aggregate &a, const Aggregate &b) {
  return same(*a.low, *b.low) && same(*a.high, *b.high) && below(a.variable, b.variable, [&] {
           return (!a.filter || same(*a.filter, *b.filter)) && same(*a.body, *b.body);
         });
}

bool Comparison::same(const Expression &a, const Expression &b) {
  if (!sameNode(a, b))
    return false;
  if (const auto *forall = llvm::dyn_cast<Forall>(&a))
    return sameForall(*forall, cast<Forall>(b));
  if (const auto *aggregate = llvm::dyn_cast<Aggregate>(&a))
    return sameAggregate(*aggregate, cast<Aggregate>(b));
  std::vector<const Expression *> first, second;
  forEachOperand(a, [&](const Expression &operand) { first.push_back(&operand); });
  forEachOperand(b, [&](const Expression &operand) { second.push_back(&operand); });
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [&](const Expression *x, const Expression *y) { return same(*x, *y); });
}

/// An index may be read in the ranges behind it.
bool Comparison::sameIndices(const RecordPremise &a, const RecordPremise &b, std::size_t position) {
  if (position == a.indices.size())
    return same(*a.formula, *b.formula);
  const RecordPremise::Index &x = a.indices[position], &y = b.indices[position];
  return same(*x.low, *y.low) && same(*x.high, *y.high) &&
         below(*x.variable, *y.variable, [&] { return sameIndices(a, b, position + 1); });
}

bool Comparison::same(const RecordPremise &a, const RecordPremise &b) {
  if (a.record->record != b.record->record || a.indices.size() != b.indices.size())
    return false;
  records.emplace_back(a.record.get(), b.record.get());
  bool isSame = sameIndices(a, b, 0);
  records.pop_back();
  return isSame;
}

bool Comparison::same(const RecordAdjacency &a, const RecordAdjacency &b) {
  auto sameFormula = [&](const ExpressionPtr &x, const ExpressionPtr &y) {
    return !x == !y && (!x || same(*x, *y));
  };
  if (a.kind != b.kind || a.record != b.record || a.policy != b.policy)
    return false;
  records.emplace_back(a.pair.get(), b.pair.get());
  bool isSame = sameFormula(a.when, b.when) && sameFormula(a.along, b.along);
  records.pop_back();
  return isSame;
}

} // namespace

bool isSameTerm(const Expression &first, const Expression &second) {
  return Comparison().same(first, second);
}

bool isSamePremise(const RecordPremise &first, const RecordPremise &second) {
  return Comparison().same(first, second);
}

bool isSameAdjacency(const RecordAdjacency &first, const RecordAdjacency &second) {
  return Comparison().same(first, second);
}

bool isSameCall(const Part &first, const Part &second) {
  return first.mechanism == second.mechanism &&
         std::equal(first.arguments.begin(), first.arguments.end(), second.arguments.begin(),
                    second.arguments.end(), [](const Argument &a, const Argument &b) {
                      return a.whole == b.whole && !a.value == !b.value &&
                             (!a.value || isSameTerm(*a.value, *b.value));
                    });
}

} // namespace plumb::ir
