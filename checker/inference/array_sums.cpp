// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <optional>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::ElementPair;
using relational::Invariant;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// So many readings of answers are looked at.
constexpr std::size_t mostSources = 6;

const ir::Variable *indexIn(const ir::Expression &subscript) {
  const auto *read = dyn_cast<ir::Read>(&subscript);
  return read && read->variable.role == ir::Variable::Role::LoopIndex ? &read->variable : nullptr;
}

/// Answers, of which one changes, that are summed in the elements of an array: each row of a table in its own
/// element.
struct Source {
  const ir::Variable *array;
  const ir::Difference *clause;
  const ir::Read *read;
  /// Its variable is the index of the element.
  const ir::For *row;
  /// In a table the dimension in which it is the subscript.
  std::size_t dimension;
  /// In a flat table the loop along a row, of as many answers as the subscript grows by from row to row. Else
  /// null.
  const ir::For *along;
  /// Where its variable is multiplied with something and the row's is added as it is: columns, of which each
  /// has what lies so far apart. Else null.
  const ir::Expression *step;

  Term place(Context c) const { return c.symbols.changedIndex(*clause->query)[dimension]; }

  /// Where the row \p at begins in a flat table, or where it ends.
  Term edge(Context c, const relational::State &state, Term at, const ir::Expression &end) const {
    relational::State there = state;
    auto &scalars = there.run(Side::First).scalars;
    scalars[c.symbols.ordinal(row->index)] = at;
    scalars[c.symbols.ordinal(along->index)] = relational::Evaluator(c, there).relational(end);
    return relational::Evaluator(c, there).relational(*read->indices.front());
  }

  /// Where it is told by itself, the row of the answer that changes.
  Term rowOf(Context c, relational::State state) const {
    return step ? remainder(c, state, place(c), *step) : place(c);
  }

  static Term remainder(Context c, relational::State state, Term of, const ir::Expression &divisor) {
    const Term by = relational::Evaluator(c, state).relational(divisor);
    return c.store.subtract(of, c.products.multiply(by, c.products.integerQuotient(of, by)));
  }

  /// The answer that changes is one of row \p at.
  Term isOf(Context c, const relational::State &state, Term at) const {
    if (!along || step)
      return c.store.equal(rowOf(c, state), at);
    return c.store.conjunction({c.store.lessEqual(edge(c, state, at, *along->low), place(c)),
                                c.store.less(place(c), edge(c, state, at, *along->high))});
  }

  /// It is one of a row in front of \p at.
  Term isPassed(Context c, const relational::State &state, Term at) const {
    if (!along || step)
      return c.store.less(rowOf(c, state), at);
    return c.store.less(place(c), edge(c, state, at, *along->low));
  }
};

/// n of `i * n + j`, where j is \p plain and i is \p multiplied. Null: it is something else.
const ir::Expression *widthIn(const ir::Expression &subscript, const ir::Variable &plain,
                              const ir::Variable &multiplied) {
  const auto *sum = dyn_cast<ir::Binary>(&subscript);
  if (!sum || sum->op != ir::BinaryOperator::Add)
    return nullptr;
  for (const bool isLeft : {true, false}) {
    const auto *product = dyn_cast<ir::Binary>(isLeft ? sum->left.get() : sum->right.get());
    if (indexIn(isLeft ? *sum->right : *sum->left) != &plain || !product ||
        product->op != ir::BinaryOperator::Multiply)
      continue;
    if (indexIn(*product->left) == &multiplied && overParameters(*product->right))
      return product->right.get();
    if (indexIn(*product->right) == &multiplied && overParameters(*product->left))
      return product->left.get();
  }
  return nullptr;
}

class Sources {
public:
  explicit Sources(const Templates &of) : templates(of) {
    if (llvm::any_of(of.mechanism.adjacency, [](const auto &clause) { return clause.onlyOne; }))
      relational::forEachStatement(of.mechanism.body, [&](const ir::Statement &statement, unsigned) {
        if (const auto *loop = dyn_cast<ir::For>(&statement))
          collect(*loop);
      });
  }

  std::vector<Source> found;

private:
  /// What \p row sums in elements at its variable.
  void collect(const ir::For &row) {
    std::vector<const ir::Variable *> arrays;
    std::vector<const ir::For *> inner;
    relational::forEachStatement(row.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *loop = dyn_cast<ir::For>(&statement))
        inner.push_back(loop);
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (assign && assign->target.sort != ir::Sort::Bool && assign->indices.size() == 1 &&
          indexIn(*assign->indices.front()) == &row.index && !llvm::is_contained(arrays, &assign->target))
        arrays.push_back(&assign->target);
    });
    if (arrays.empty())
      return;
    relational::forEachStatement(row.body, [&](const ir::Statement &statement, unsigned) {
      if (!llvm::isa<ir::Assign>(statement))
        return;
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        relational::forEachExpression(*expression, [&](const ir::Expression &part) {
          if (const auto *read = dyn_cast<ir::Read>(&part))
            for (const ir::Variable *array : arrays)
              add(*array, *read, row, inner);
        });
    });
  }

  void add(const ir::Variable &array, const ir::Read &read, const ir::For &row,
           const std::vector<const ir::For *> &inner) {
    const auto clause = llvm::find_if(templates.mechanism.adjacency, [&](const ir::Difference &one) {
      return one.onlyOne && one.query == &read.variable;
    });
    if (clause == templates.mechanism.adjacency.end())
      return;
    for (std::size_t at = 0; at < read.indices.size(); ++at)
      if (read.indices.size() > 1 && indexIn(*read.indices[at]) == &row.index)
        keep({&array, &*clause, &read, &row, at, nullptr, nullptr});
    for (const ir::For *along : inner)
      if (read.indices.size() == 1 && ir::reads(*read.indices.front(), row.index) &&
          ir::reads(*read.indices.front(), along->index) && overParameters(*along->low) &&
          overParameters(*along->high))
        keep({&array, &*clause, &read, &row, 0, along,
              widthIn(*read.indices.front(), row.index, along->index)});
  }

  void keep(const Source &source) {
    const bool isKnown = llvm::any_of(found, [&](const Source &known) {
      return known.array == source.array && known.row == source.row && known.along == source.along &&
             known.dimension == source.dimension && ir::isSameTerm(*known.read, *source.read);
    });
    if (!isKnown && found.size() < mostSources)
      found.push_back(source);
  }

  const Templates &templates;
};

/// The same of a flat table: the loops come past it as it lies, or across.
Term hasBeenReadOfFlat(Context c, const Source &source, relational::State &state,
                       const std::vector<const ir::For *> &loops) {
  auto &store = c.store;
  const ir::For &stretches = source.step ? *source.along : *source.row,
                &inside = source.step ? *source.row : *source.along;
  const auto outer =
      llvm::find_if(loops, [&](const ir::For *loop) { return loop == &stretches || loop == &inside; });
  if (outer == loops.end())
    return Term();
  relational::State there = state;
  auto &scalars = there.run(Side::First).scalars;
  for (const ir::For *loop : {&stretches, &inside})
    if (!llvm::is_contained(loops, loop))
      scalars[c.symbols.ordinal(loop->index)] = relational::Evaluator(c, there).relational(*loop->low);
    else if (!valueOf(c, state, loop->index, Side::First).isValid())
      return Term();
  const Term isBehind =
      store.less(source.place(c), relational::Evaluator(c, there).relational(*source.read->indices.front()));
  if (*outer == &stretches)
    return isBehind;
  const ir::Expression *width =
      source.step ? source.step
                  : widthIn(*source.read->indices.front(), source.along->index, source.row->index);
  if (!width)
    return Term();
  const Term place = Source::remainder(c, state, source.place(c), *width),
             at = valueOf(c, state, inside.index, Side::First);
  const Term isThere = llvm::is_contained(loops, &stretches)
                           ? store.conjunction({store.equal(place, at), isBehind})
                           : store.boolean(false);
  return store.disjunction({store.less(place, at), isThere});
}

/// The loops of \p loops and their order say that the answer of \p source that changes has been read.
Term hasBeenRead(Context c, const Source &source, relational::State &state,
                 const std::vector<const ir::For *> &loops) {
  auto &store = c.store;
  const auto valueIn = [&](const ir::For &loop) { return valueOf(c, state, loop.index, Side::First); };
  if (source.along)
    return hasBeenReadOfFlat(c, source, state, loops);
  std::vector<Term> cases, before;
  for (const ir::For *loop : loops)
    for (std::size_t i = 0; i < source.read->indices.size(); ++i) {
      if (indexIn(*source.read->indices[i]) != &loop->index)
        continue;
      const Term at = valueIn(*loop), place = c.symbols.changedIndex(*source.clause->query)[i];
      if (!at.isValid())
        return at;
      std::vector<Term> here = before;
      here.push_back(store.less(place, at));
      cases.push_back(store.conjunction(std::move(here)));
      before.push_back(store.equal(place, at));
    }
  return cases.empty() ? Term() : store.disjunction(std::move(cases));
}

} // namespace

std::vector<Invariant> arraySums(const Templates &templates) {
  std::vector<Invariant> sums;
  std::vector<const ir::For *> loops = templates.outer();
  loops.push_back(&templates.loop);
  for (const Source &source : Sources(templates).found) {
    if (!llvm::is_contained(templates.assigned(), source.array))
      continue;
    for (const relational::MovementBound &unit : templates.unitsFor(source.array->sort))
      for (const bool down : {true, false}) {
        const std::string element = source.array->name + "[j]", twin = source.array->name + "'[j]";
        Invariant sum;
        sum.text = "for every j: " + (down ? element + " - " + twin : twin + " - " + element) +
                   " <= " + times(1, unit) + ", and 0 until what changes of " + source.clause->query->name +
                   " has been summed in it";
        sum.array = source.array;
        sum.pointwise = [source, down, loops, amount = unit.value](Context c, const ElementPair &pair) {
          auto &store = c.store;
          const Term isRead = hasBeenRead(c, source, pair.state, loops);
          if (!isRead.isValid())
            return store.boolean(true);
          const Term apart = asReal(c, down ? store.subtract(pair.first, pair.second)
                                            : store.subtract(pair.second, pair.first));
          const Term isSummed = store.conjunction({source.isOf(c, pair.state, pair.indices.front()), isRead});
          return store.lessEqual(
              apart, store.ite(isSummed, c.products.term(amount, smt::Sort::Real), store.real(0)));
        };
        sums.push_back(std::move(sum));
      }
  }
  return sums;
}

std::vector<Counter> arraySumsPassed(const Templates &templates) {
  std::vector<Counter> counters;
  for (const Source &source : Sources(templates).found) {
    bool isRead = false;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        isRead |= ir::anyPart(*expression, [&](const ir::Expression &part) {
          const auto *read = dyn_cast<ir::Read>(&part);
          return read && &read->variable == source.array &&
                 indexIn(*read->indices.front()) == &templates.loop.index;
        });
    });
    if (isRead && &templates.loop != source.row)
      counters.emplace_back("[the element of " + source.array->name + " that " + source.clause->query->name +
                                " changes has been passed by " + templates.loop.index.name + "]",
                            [source](Context c, const LoopHead &head) {
                              const Term now = source.isPassed(c, head.state, head.index),
                                         then = source.isPassed(c, head.state, head.low);
                              const auto indicator = [&](Term is) {
                                return c.store.ite(is, c.store.real(1), c.store.real(0));
                              };
                              return c.store.subtract(indicator(now), indicator(then));
                            });
  }
  return counters;
}

} // namespace plumb::inference
