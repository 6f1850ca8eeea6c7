// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <llvm/ADT/STLExtras.h>
#include <optional>
#include <set>

namespace plumb::inference {

using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

using Variables = std::set<const ir::Variable *>;

/// A number that may tell where neighbours differ.
struct Place {
  std::string text;
  std::function<Term(Context, relational::State &)> value;
  /// The loop variables that it may be compared with; nothing: any.
  std::optional<Variables> along;

  bool mayBe(const ir::For &loop) const { return !along || along->count(&loop.index) != 0; }
};

/// So many public arrays are looked at.
constexpr std::size_t mostTold = 2;

/// Indicators of one loop that speak of two places. Each is a case distinction in every question about the
/// loop, so with more of them the solver would not come to an end.
constexpr std::size_t mostPairs = 96;

/// The loop variables of which the program makes subscripts of \p query in that \p dimension; nothing if it
/// makes them of something else.
std::optional<Variables> subscripts(const ir::Mechanism &mechanism, const ir::Variable &query,
                                    std::size_t dimension) {
  Variables variables;
  bool others = false;
  auto subscript = [&](const ir::Expression &part) {
    if (const auto *read = llvm::dyn_cast<ir::Read>(&part)) {
      others |= read->variable.role != ir::Variable::Role::LoopIndex &&
                read->variable.role != ir::Variable::Role::Parameter;
      variables.insert(&read->variable);
    }
  };
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      relational::forEachExpression(*expression, [&](const ir::Expression &part) {
        const auto *read = llvm::dyn_cast<ir::Read>(&part);
        if (read && &read->variable == &query && dimension < read->indices.size())
          relational::forEachExpression(*read->indices[dimension], subscript);
        others |= llvm::isa<ir::TopK>(part);
      });
  });
  if (others)
    return std::nullopt;
  return variables;
}

/// A sum of multiples of parameters, of variables among \p moving, of which it reads one at least, and of the
/// variables of other loops.
bool isLinearIn(const ir::Expression &term, const Variables &moving) {
  bool isLinear = true, moves = false;
  relational::forEachExpression(term, [&](const ir::Expression &part) {
    using Op = ir::BinaryOperator;
    if (const auto *read = llvm::dyn_cast<ir::Read>(&part)) {
      const bool isMoving = moving.count(&read->variable) != 0;
      moves |= isMoving;
      isLinear &=
          !read->variable.isArray() && (isMoving || read->variable.role == ir::Variable::Role::Parameter ||
                                        read->variable.role == ir::Variable::Role::LoopIndex);
    } else if (const auto *binary = llvm::dyn_cast<ir::Binary>(&part))
      isLinear &= binary->op == Op::Add || binary->op == Op::Subtract || binary->op == Op::Multiply;
    else
      isLinear &= llvm::isa<ir::Number>(part);
  });
  return isLinear && moves;
}

/// Where a query is read, and how much of what its answer changes by the alignments move.
struct Subscript {
  const ir::Expression *term;
  Rational weight;
};

/// How many times \p shift moves the answer of \p query at \p subscript of D; literal factors alone are seen.
Rational timesMoved(const ir::Expression &shift, const ir::Variable &query, std::size_t dimension,
                    const ir::Expression &subscript) {
  const auto of = [&](const ir::Expression &part) { return timesMoved(part, query, dimension, subscript); };
  if (const auto *read = llvm::dyn_cast<ir::Read>(&shift))
    return &read->variable == &query && !read->primed && ir::isSameTerm(*read->indices[dimension], subscript);
  const auto *product = llvm::dyn_cast<ir::Binary>(&shift);
  if (product && product->op == ir::BinaryOperator::Multiply)
    for (bool left : {true, false})
      if (const auto *factor = llvm::dyn_cast<ir::Number>((left ? product->left : product->right).get()))
        return abs(factor->value) * of(left ? *product->right : *product->left);
  Rational sum = 0;
  ir::forEachOperand(shift, [&](const ir::Expression &part) { sum += of(part); });
  return sum;
}

/// The terms of its variable, and of Int locals that its body assigns, at which the body of the loop reads
/// \p query, in that \p dimension; each once.
std::vector<Subscript> linearSubscripts(const Templates &templates, const ir::Variable &query,
                                        std::size_t dimension) {
  Variables moving = {&templates.loop.index};
  for (const ir::Variable *x : templates.assignedNumbers())
    if (x->sort == ir::Sort::Int)
      moving.insert(x);
  std::vector<Subscript> found;
  const auto isNew = [&](const ir::Expression &subscript) {
    return llvm::none_of(found,
                         [&](const Subscript &known) { return ir::isSameTerm(*known.term, subscript); });
  };
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      relational::forEachExpression(*expression, [&](const ir::Expression &part) {
        const auto *read = llvm::dyn_cast<ir::Read>(&part);
        if (read && &read->variable == &query && isLinearIn(*read->indices[dimension], moving) &&
            isNew(*read->indices[dimension]))
          found.push_back({read->indices[dimension].get(), 0});
      });
  });
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (sample && sample->aligned)
      for (Subscript &one : found)
        one.weight += timesMoved(*sample->aligned, query, dimension, *one.term);
  });
  return found;
}

/// None of the locals in \p subscript is without a value yet.
bool hasValue(Context context, const relational::State &state, const ir::Expression &subscript) {
  return !ir::anyPart(subscript, [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    return read && read->variable.role == ir::Variable::Role::Local &&
           !valueOf(context, state, read->variable, Side::First).isValid();
  });
}

bool isIndexOf(const ir::For &loop, const ir::Expression &subscript) {
  const auto *read = llvm::dyn_cast<ir::Read>(&subscript);
  return read && &read->variable == &loop.index;
}

/// What public arrays say of the one element that changes: the bin of an answer, its day.
std::vector<Place> told(const ir::Mechanism &mechanism, const ir::Variable &query) {
  std::vector<Place> places;
  for (const auto &variable : mechanism.variables)
    if (variable->role == ir::Variable::Role::Parameter && variable->sort == ir::Sort::Int &&
        variable->extents.size() == 1 && places.size() < mostTold)
      places.push_back({variable->name + "[the index where " + query.name + " changes]",
                        [array = variable.get(), &query](Context c, relational::State &state) {
                          return relational::Evaluator(c, state).element(
                              *array, {c.symbols.changedIndex(query).front()}, Side::First);
                        },
                        std::nullopt});
  return places;
}

/// The `exists` of a formula that tells neighbours, which are the `forall`s that it denies, but for those
/// inside of others.
void collectWitnesses(const ir::Expression &formula, bool holds, std::vector<const ir::Forall *> &found) {
  using Op = ir::BinaryOperator;
  if (const auto *forall = llvm::dyn_cast<ir::Forall>(&formula)) {
    if (!holds)
      found.push_back(forall);
  } else if (const auto *unary = llvm::dyn_cast<ir::Unary>(&formula)) {
    collectWitnesses(*unary->operand, !holds, found);
  } else if (const auto *binary = llvm::dyn_cast<ir::Binary>(&formula)) {
    if (binary->op == Op::And || binary->op == Op::Or || binary->op == Op::Implies)
      collectWitnesses(*binary->left, holds != (binary->op == Op::Implies), found);
    if (binary->op == Op::And || binary->op == Op::Or || binary->op == Op::Implies)
      collectWitnesses(*binary->right, holds, found);
  }
}

/// The index of which a policy or an edge says that there is one: the element that may change.
void addWitnesses(const ir::RecordAdjacency &adjacency, std::vector<Place> &places) {
  const ir::Policy *policy = adjacency.policy;
  const ir::Expression *formula = policy ? policy->formula.get() : adjacency.along.get();
  if (!formula)
    return;
  const ir::RecordVariable *pair = policy ? policy->pair.get() : adjacency.pair.get();
  std::vector<const ir::Forall *> found;
  collectWitnesses(*formula, true, found);
  for (const ir::Forall *denied : found)
    places.push_back({"the " + denied->variable.name + " of the neighbours",
                      [denied, pair](Context c, relational::State &state) {
                        relational::Evaluator evaluator(c, state, relational::Evaluator::Mode::Relational);
                        evaluator.instantiation().atRecords();
                        evaluator.bind(*pair, Side::First);
                        return c.symbols.failureOf(evaluator.relational(*denied));
                      },
                      std::nullopt});
}

/// The index of the one element that changes, in each dimension, and what is told of it; the Int fields of
/// the record that changes, and the indices of which its neighbours speak.
std::vector<Place> changedPlaces(const ir::Mechanism &mechanism) {
  std::vector<Place> places;
  for (const auto &clause : mechanism.adjacency)
    for (std::size_t i = 0; clause.onlyOne && i < clause.query->extents.size(); ++i) {
      std::string dimension =
          clause.query->extents.size() > 1 ? " in dimension " + std::to_string(i + 1) : "";
      places.push_back({"the index where " + clause.query->name + " changes" + dimension,
                        [query = clause.query, i](Context c, relational::State &) {
                          return c.symbols.changedIndex(*query)[i];
                        },
                        subscripts(mechanism, *clause.query, i)});
    }
  for (const auto &clause : mechanism.adjacency)
    if (clause.onlyOne && clause.query->extents.size() == 1)
      llvm::append_range(places, told(mechanism, *clause.query));
  if (!mechanism.recordAdjacency)
    return places;
  for (const auto &field : mechanism.recordAdjacency->record->fields) {
    if (field->sort != ir::Sort::Int || !field->extents.empty())
      continue;
    for (bool primed : {false, true})
      places.push_back({(primed ? "r'." : "r.") + field->name,
                        [field = field.get(), primed](Context c, relational::State &state) {
                          relational::Evaluator(c, state).instantiation().atField(*field, {});
                          return c.symbols.field(*field, {}, primed);
                        },
                        std::nullopt});
  }
  addWitnesses(*mechanism.recordAdjacency, places);
  return places;
}

using Test = std::function<Term(Context, const LoopHead &, relational::State &, Term index)>;

/// [what \p test says now] - [what it said when the loop was entered]. \p test may be an invalid term if a
/// variable has no value; then this is 0.
Formula since(Test test) {
  return [test = std::move(test)](Context c, const LoopHead &head) {
    relational::State entry = head.entry;
    Term now = test(c, head, head.state, head.index), before = test(c, head, entry, head.low);
    // May be assumed: they came with what was read at the entry, each with its reason.
    for (std::size_t i = head.entry.facts.size(); i < entry.facts.size(); ++i)
      head.state.know(entry.facts[i], entry.reasons[i]);
    auto indicator = [&](Term condition) { return c.store.ite(condition, c.store.real(1), c.store.real(0)); };
    return now.isValid() && before.isValid() ? c.store.subtract(indicator(now), indicator(before))
                                             : c.store.real(0);
  };
}

class Indicators {
public:
  explicit Indicators(const Templates &templates)
      : templates(templates), places(changedPlaces(templates.mechanism)), times(timesOfSilence(templates)) {}

  std::vector<Counter> make() {
    for (const Place &place : places) {
      passed(place);
      for (const ir::Variable *x : templates.assigned())
        if (x->isArray() && x->extents.size() == 1)
          marked(place, *x);
        else if (!x->isArray() && x->sort == ir::Sort::Int)
          reached(place, *x);
    }
    for (const auto &clause : templates.mechanism.adjacency)
      for (std::size_t i = 0; clause.onlyOne && i < clause.query->extents.size(); ++i)
        passedBy(linearSubscripts(templates, *clause.query, i), *clause.query, i);
    return std::move(result);
  }

private:
  const std::string &index() const { return templates.loop.index.name; }

  /// The loop variable is beyond it; so too while an outer loop is at another place.
  void passed(const Place &place) {
    if (!place.mayBe(templates.loop))
      return;
    result.emplace_back("[" + place.text + " < " + index() + "]",
                        since([place](Context c, const LoopHead &, relational::State &state, Term i) {
                          return c.store.less(place.value(c, state), i);
                        }));
    for (const Place &outer : places)
      for (const ir::For *loop : templates.outer())
        if (&outer != &place && outer.mayBe(*loop) && pairs++ < mostPairs)
          passedInside(outer, *loop, place);
  }

  void passedInside(const Place &outer, const ir::For &loop, const Place &place) {
    result.emplace_back(
        "[" + outer.text + " = " + loop.index.name + " and " + place.text + " < " + index() + "]",
        since([place, outer, &loop](Context c, const LoopHead &, relational::State &state, Term i) {
          Term at = valueOf(c, state, loop.index, Side::First);
          if (!at.isValid())
            return at;
          return c.store.conjunction(
              {c.store.equal(outer.value(c, state), at), c.store.less(place.value(c, state), i)});
        }));
  }

  /// Subscripts have come past it from below, as 2 * i does, or from above, as n - 1 - i does. Where there
  /// are several, all of them together, too: an answer that two draws read is paid for twice.
  void passedBy(const std::vector<Subscript> &subscripts, const ir::Variable &query, std::size_t dimension) {
    for (bool rises : {true, false}) {
      std::vector<Counter> all;
      for (const auto &[term, weight] : subscripts) {
        Counter one = passedBy(*term, rises, query, dimension);
        // What the loop's own variable has passed is there already.
        if (!isIndexOf(templates.loop, *term))
          result.push_back(one);
        all.push_back(weight > 1 ? multipleOf(weight, std::move(one)) : std::move(one));
      }
      if (all.size() > 1)
        result.push_back(sumOf(std::move(all)));
    }
  }

  static Counter multipleOf(const Rational &factor, Counter counter) {
    return {toString(factor) + " * " + counter.first,
            [factor, one = std::move(counter.second)](Context c, const LoopHead &head) {
              return c.products.multiply(c.store.real(factor), one(c, head));
            }};
  }

  Counter passedBy(const ir::Expression &subscript, bool rises, const ir::Variable &query,
                   std::size_t dimension) {
    const std::string place = "the index where " + query.name + " changes", term = ir::print(subscript);
    return {rises ? "[" + place + " < " + term + "]" : "[" + term + " < " + place + "]",
            since([rises, dimension, &subscript, &query,
                   &loop = templates.loop](Context c, const LoopHead &, relational::State &state, Term i) {
              relational::State there = state;
              there.run(Side::First).scalars[c.symbols.ordinal(loop.index)] = i;
              if (!hasValue(c, there, subscript))
                return Term();
              Term at = relational::Evaluator(c, there).relational(subscript);
              Term changed = c.symbols.changedIndex(query)[dimension];
              return rises ? c.store.less(changed, at) : c.store.less(at, changed);
            })};
  }

  /// A variable has reached it: silence until something has left. One that is lowered comes from above.
  void reached(const Place &place, const ir::Variable &x) {
    if (falls(templates.loop, x))
      result.emplace_back("[" + x.name + " <= " + place.text + "]",
                          since([place, &x](Context c, const LoopHead &, relational::State &state, Term) {
                            Term value = valueOf(c, state, x, Side::First);
                            return value.isValid() ? c.store.lessEqual(value, place.value(c, state)) : value;
                          }));
    result.emplace_back("[" + place.text + " <= " + x.name + "]",
                        since([place, &x](Context c, const LoopHead &, relational::State &state, Term) {
                          Term value = valueOf(c, state, x, Side::First);
                          return value.isValid() ? c.store.lessEqual(place.value(c, state), value) : value;
                        }));
    // Who waits until the end of the loop need not wait until it has left.
    if (llvm::is_contained(times, &x))
      result.emplace_back("[" + place.text + " or " + ir::print(*templates.loop.high) + " <= " + x.name + "]",
                          since([place, &x, &loop = templates.loop](Context c, const LoopHead &,
                                                                    relational::State &state, Term) {
                            const Term value = valueOf(c, state, x, Side::First);
                            if (!value.isValid())
                              return value;
                            const Term end = relational::Evaluator(c, state).relational(*loop.high);
                            return c.store.disjunction({c.store.lessEqual(place.value(c, state), value),
                                                        c.store.lessEqual(end, value)});
                          }));
  }

  /// The element there is marked, or has reached another of the places.
  void marked(const Place &place, const ir::Variable &x) {
    std::string text = x.name + "[" + place.text + "]";
    auto element = [place, &x](Context c, relational::State &state) {
      return relational::Evaluator(c, state).element(x, {place.value(c, state)}, Side::First);
    };
    if (x.sort == ir::Sort::Bool) {
      result.emplace_back("[" + text + "]",
                          since([element](Context c, const LoopHead &, relational::State &state, Term) {
                            return element(c, state);
                          }));
      return;
    }
    result.emplace_back("[" + text + " > 0]",
                        since([element](Context c, const LoopHead &, relational::State &state, Term) {
                          Term value = element(c, state);
                          return c.store.less(c.store.literal(0, value.sort()), value);
                        }));
    for (const Place &other : places)
      if (&other != &place && x.sort == ir::Sort::Int)
        result.emplace_back(
            "[" + other.text + " <= " + text + "]",
            since([element, other](Context c, const LoopHead &, relational::State &state, Term) {
              return c.store.lessEqual(other.value(c, state), element(c, state));
            }));
  }

  const Templates &templates;
  std::vector<Place> places;
  std::vector<const ir::Variable *> times;
  std::size_t pairs = 0;
  std::vector<Counter> result;
};

} // namespace

std::vector<Counter> changedPlacesPassed(const Templates &templates) {
  std::vector<std::pair<const ir::Difference *, Place>> passed;
  for (const auto &clause : templates.mechanism.adjacency) {
    if (!clause.onlyOne || clause.query->extents.size() != 1)
      continue;
    Place place{"",
                [query = clause.query](Context c, relational::State &) {
                  return c.symbols.changedIndex(*query).front();
                },
                subscripts(templates.mechanism, *clause.query, 0)};
    if (place.mayBe(templates.loop))
      passed.emplace_back(&clause, std::move(place));
  }
  if (passed.size() < 2)
    return {};
  auto sum = [passed](Context c, const LoopHead &head) {
    std::vector<Term> parts;
    for (const auto &[clause, place] : passed) {
      Term bound = asReal(c, relational::Evaluator(c, head.state).relational(*clause->bound));
      Term isPassed = c.store.less(place.value(c, head.state), head.index);
      parts.push_back(c.store.ite(isPassed, bound, c.store.real(0)));
    }
    return c.store.add(std::move(parts));
  };
  return {{"bounds of the changes that " + templates.loop.index.name + " has passed", sum}};
}

namespace {

/// Something that holds as long as a loop runs.
struct Standing {
  std::string text;
  std::function<Term(Context, relational::State &)> holds;
};

/// Loops around are at places where neighbours differ: one of them, or two of them at a place each.
std::vector<Standing> standings(const Templates &templates, const std::vector<Place> &places) {
  std::vector<Standing> found;
  for (const Place &place : places)
    for (const ir::For *around : templates.outer())
      if (place.mayBe(*around) && found.size() < mostPairs)
        found.push_back(
            {around->index.name + " = " + place.text, [place, around](Context c, relational::State &state) {
               const Term at = valueOf(c, state, around->index, Side::First);
               return at.isValid() ? c.store.equal(place.value(c, state), at) : c.store.boolean(false);
             }});
  const std::size_t single = found.size();
  for (std::size_t i = 0; i < single; ++i)
    for (std::size_t j = i + 1; j < single && found.size() < mostPairs; ++j)
      found.push_back({found[i].text + " and " + found[j].text,
                       [one = found[i].holds, other = found[j].holds](Context c, relational::State &state) {
                         return c.store.conjunction({one(c, state), other(c, state)});
                       }});
  return found;
}

bool draws(const ir::Block &block) {
  bool found = false;
  relational::forEachStatement(
      block, [&](const ir::Statement &statement, unsigned) { found |= llvm::isa<ir::Sample>(statement); });
  return found;
}

} // namespace

/// Does the program find answers by the variable of \p loop? Then where it stands says which of them is read.
static bool isOfSubscripts(const ir::Mechanism &mechanism, const ir::For &loop) {
  bool found = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      relational::forEachExpression(*expression, [&](const ir::Expression &part) {
        const auto *read = llvm::dyn_cast<ir::Read>(&part);
        if (read && read->variable.role == ir::Variable::Role::Query)
          found |= llvm::any_of(read->indices, [&](const ir::ExpressionPtr &subscript) {
            return ir::reads(*subscript, loop.index);
          });
      });
  });
  return found;
}

std::vector<Counter> iterationsAtChangedPlaces(const Templates &templates) {
  std::vector<const ir::For *> nested;
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *inner = llvm::dyn_cast<ir::For>(&statement);
    if (inner && overParameters(*inner->low) && overParameters(*inner->high) && draws(inner->body) &&
        !isOfSubscripts(templates.mechanism, *inner))
      nested.push_back(inner);
  });
  const bool isRepeated = !templates.outer().empty() && draws(templates.loop.body) &&
                          !isOfSubscripts(templates.mechanism, templates.loop);
  if (nested.empty() && !isRepeated)
    return {};
  const std::vector<Place> places = changedPlaces(templates.mechanism);
  std::vector<Standing> around = standings(templates, places);
  std::vector<Counter> result;
  for (const Standing &standing : isRepeated ? around : std::vector<Standing>())
    result.emplace_back("iterations where " + standing.text, [standing](Context c, const LoopHead &head) {
      return c.store.ite(standing.holds(c, head.state),
                         c.store.toReal(c.store.subtract(head.index, head.low)), c.store.real(0));
    });
  around.push_back({"", [](Context c, relational::State &) { return c.store.boolean(true); }});
  for (const Place &place : places)
    for (const ir::For *inner : nested)
      for (const Standing &standing : around)
        if (place.mayBe(templates.loop) && result.size() < mostPairs)
          result.emplace_back(
              "the iterations of loop " + inner->index.name + " where " + templates.loop.index.name + " = " +
                  place.text + (standing.text.empty() ? "" : " and ") + standing.text,
              [place, inner, standing](Context c, const LoopHead &head) {
                relational::Evaluator evaluator(c, head.state);
                const Term all = c.store.toReal(
                    c.store.subtract(evaluator.relational(*inner->high), evaluator.relational(*inner->low)));
                const Term at = place.value(c, head.state);
                const Term isPassed =
                    c.store.conjunction({standing.holds(c, head.state), c.store.lessEqual(head.low, at),
                                         c.store.less(at, head.index), c.store.less(c.store.real(0), all)});
                return c.store.ite(isPassed, all, c.store.real(0));
              });
  return result;
}

namespace {

/// Where a loop reads an answer, dimension by dimension.
class ReadingPlace {
public:
  /// \param inner the variables of loops in the body.
  ReadingPlace(const Templates &templates, const Variables &inner, const ir::Read &reading)
      : loop(templates.loop), read(reading) {
    Variables moving = {&loop.index}, still = {};
    for (const ir::Variable *x : templates.assignedNumbers())
      if (x->sort == ir::Sort::Int)
        moving.insert(x);
    for (const ir::ExpressionPtr &subscript : read.indices) {
      const auto readsAny = [&](const Variables &variables) {
        return llvm::any_of(variables, [&](const ir::Variable *x) { return ir::reads(*subscript, *x); });
      };
      const bool isInner = readsAny(inner);
      // The index of a maximum over a range has no value outside of it.
      isKnown &= !ir::reads(*subscript, ir::Variable::Role::Bound);
      isKnown &= !readsAny(moving) || (!isInner && isLinearIn(*subscript, moving));
      if (isInner)
        dimensions.push_back(Dimension::Inner);
      else if (!readsAny(moving))
        dimensions.push_back(Dimension::Still);
      else {
        bool rises = true;
        for (const ir::Variable *x : moving)
          if (ir::reads(*subscript, *x))
            rises = growsWith(*subscript, *x) == (x == &loop.index || !falls(loop, *x));
        dimensions.push_back(rises ? Dimension::Rises : Dimension::Falls);
      }
    }
  }

  bool isTold() const { return isKnown; }

  /// [it has been read], or where nothing moves along with the loop, how often.
  Term times(Context c, const LoopHead &head) const {
    const auto isPassed = [read = &read, dimensions = dimensions, &loop = loop](
                              Context inside, const LoopHead &, relational::State &state, Term index) {
      relational::State there = state;
      there.run(Side::First).scalars[inside.symbols.ordinal(loop.index)] = index;
      std::vector<Term> tests;
      for (std::size_t i = 0; i < dimensions.size(); ++i) {
        if (dimensions[i] == Dimension::Inner)
          continue;
        if (!hasValue(inside, there, *read->indices[i]))
          return Term();
        const Term at = relational::Evaluator(inside, there).relational(*read->indices[i]),
                   changed = inside.symbols.changedIndex(read->variable)[i];
        tests.push_back(dimensions[i] == Dimension::Rises   ? inside.store.less(changed, at)
                        : dimensions[i] == Dimension::Falls ? inside.store.less(at, changed)
                                                            : inside.store.equal(at, changed));
      }
      return inside.store.conjunction(std::move(tests));
    };
    if (llvm::is_contained(dimensions, Dimension::Rises) || llvm::is_contained(dimensions, Dimension::Falls))
      return since(isPassed)(c, head);
    const Term here = isPassed(c, head, head.state, head.index);
    return here.isValid()
               ? c.store.ite(here, c.store.toReal(c.store.subtract(head.index, head.low)), c.store.real(0))
               : c.store.real(0);
  }

private:
  enum class Dimension : std::uint8_t { Rises, Falls, Still, Inner };

  const ir::For &loop;
  const ir::Read &read;
  std::vector<Dimension> dimensions;
  bool isKnown = true;
};

} // namespace

std::optional<Counter> answersPassed(const Templates &templates, const std::vector<AnswerRead> &answers) {
  Variables inner;
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *loop = llvm::dyn_cast<ir::For>(&statement))
      inner.insert(&loop->index);
  });
  struct Part {
    const ir::Difference *clause;
    Factor often;
    std::optional<ReadingPlace> place;
  };
  std::vector<Part> parts;
  std::string text;
  bool isAlone = false;
  for (const AnswerRead &answer : answers) {
    const ir::Variable &query = answer.read->variable;
    const auto clause =
        llvm::find_if(templates.mechanism.adjacency, [&](const auto &one) { return one.query == &query; });
    if (clause == templates.mechanism.adjacency.end())
      return std::nullopt;
    Part part{&*clause, answer.often, std::nullopt};
    isAlone |= clause->onlyOne;
    if (clause->onlyOne && !part.place.emplace(templates, inner, *answer.read).isTold())
      return std::nullopt;
    text += (text.empty() ? "" : " + ") + (answer.often == Factor(1) ? "" : answer.often.text() + " * ") +
            "the change of " + ir::print(*answer.read);
    parts.push_back(std::move(part));
  }
  if (!isAlone)
    return std::nullopt;
  return Counter{text + (parts.size() == 1 ? ", once it has been read" : ", once they have been read"),
                 [parts = std::move(parts)](Context c, const LoopHead &head) {
                   std::vector<Term> sum = {c.store.real(0)};
                   for (const Part &part : parts) {
                     const Term bound =
                         asReal(c, relational::Evaluator(c, head.state).relational(*part.clause->bound));
                     const Term times = part.place ? part.place->times(c, head)
                                                   : c.store.toReal(c.store.subtract(head.index, head.low));
                     sum.push_back(part.often.times(c, c.products.expand(c.products.multiply(bound, times))));
                   }
                   return c.store.add(std::move(sum));
                 }};
}

std::vector<Counter> changedPlaceIndicators(const Templates &templates) {
  return Indicators(templates).make();
}

} // namespace plumb::inference
