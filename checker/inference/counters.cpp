// SPDX-License-Identifier: Apache-2.0
// What is counted in templates: iterations, steps, what has passed.
#include "checker/inference/solved_for.h"
#include "checker/inference/templates.h"
#include "checker/inference/whole_steps.h"
#include "checker/relational/image.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <llvm/ADT/STLExtras.h>
#include <map>
#include <memory>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using llvm::isa;
using relational::Context;
using relational::LoopHead;
using smt::Term;

Counter Templates::iterations() const {
  return {"the number of iterations", [](Context c, const LoopHead &head) {
            return c.store.toReal(c.store.subtract(head.index, head.low));
          }};
}

/// Numbers, scalar parameters, and \p index.
static bool overParametersAnd(const ir::Variable &index, const ir::Expression &expression) {
  return !ir::anyPart(expression, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    return read && &read->variable != &index && !overParameters(*read);
  });
}

/// How many iterations of \p inner there were in those of \p loop that have passed, where an iteration has c
/// of them more than the one before, with a number c: with i for the loop variable, which started from a,
/// they are (i - a) * (what a range is long at 0) + c * (i - a) * (i + a - 1) / 2.
static std::optional<Counter> growingIterations(const ir::For &loop, const ir::For &inner) {
  if (!overParametersAnd(loop.index, *inner.low) || !overParametersAnd(loop.index, *inner.high))
    return std::nullopt;
  return Counter("the number of iterations of loop " + inner.index.name, [&loop,
                                                                          &inner](Context c,
                                                                                  const LoopHead &head) {
    auto &store = c.store;
    relational::State there = head.state;
    const Term any = store.freshVariable(loop.index.name, smt::Sort::Int), variable = store.toReal(any);
    there.run(relational::Side::First).scalars[c.symbols.ordinal(loop.index)] = any;
    relational::Evaluator evaluator(c, there);
    const relational::Polynomial range = c.products.expand(store.toReal(evaluator.relational(*inner.high))) -
                                         c.products.expand(store.toReal(evaluator.relational(*inner.low)));
    relational::Polynomial atZero;
    Rational growth = 0;
    for (const auto &[monomial, coefficient] : range.terms()) {
      if (monomial == relational::Monomial{variable}) {
        growth = coefficient;
        continue;
      }
      if (llvm::is_contained(monomial, variable))
        return store.real(0);
      relational::Polynomial part = relational::Polynomial::constant(coefficient);
      for (Term factor : monomial)
        part = part * relational::Polynomial::atom(factor);
      atZero = atZero + part;
    }
    const Term i = store.toReal(head.index), a = store.toReal(head.low), passed = store.subtract(i, a);
    const Term all = store.subtract(store.add(i, a), store.real(1));
    return store.add(c.products.multiply(passed, c.products.term(atZero, smt::Sort::Real)),
                     store.multiply(store.real(growth / 2), c.products.multiply(passed, all)));
  });
}

std::vector<Counter> Templates::nestedIterations() const {
  std::vector<Counter> result;
  // Where one answer changes it is its place that counts, and products are a burden for the solver.
  for (const auto &clause : mechanism.adjacency)
    if (clause.onlyOne)
      return result;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned loops) {
    const auto *inner = dyn_cast<ir::For>(&statement);
    if (!inner || loops > 0)
      return;
    if (!overParameters(*inner->low) || !overParameters(*inner->high)) {
      if (auto triangle = growingIterations(loop, *inner))
        result.push_back(std::move(*triangle));
      return;
    }
    result.emplace_back("the number of iterations of loop " + inner->index.name,
                        [inner, passed = iterations().second](Context c, const LoopHead &head) {
                          relational::Evaluator evaluator(c, head.state);
                          Term each = c.store.subtract(evaluator.relational(*inner->high),
                                                       evaluator.relational(*inner->low));
                          return c.products.multiply(passed(c, head), c.store.toReal(each));
                        });
  });
  return result;
}

std::vector<Counter> Templates::indicators() const {
  std::vector<Counter> result;
  for (Passed &passed : publishedPassed())
    result.push_back(std::move(passed.counter));
  for (auto &more : {jointPlacesPassed(*this), changedPlaceIndicators(*this), readingsPassed(*this),
                     arraySumsPassed(*this)})
    result.insert(result.end(), more.begin(), more.end());
  return result;
}

bool isFixed(const std::vector<const ir::For *> &around, const ir::Expression &term) {
  return !ir::anyPart(term, [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    return read && read->variable.role != ir::Variable::Role::Parameter &&
           llvm::none_of(around, [&](const ir::For *outer) { return &outer->index == &read->variable; });
  });
}

/// Ints in cells at places that \p loop does not change, `out[0].announced` or `out[r][0].announced` in a
/// loop over r, that alignments in it read; each once. Those of \p around alone have cells of their own.
static std::vector<const ir::CellRead *> fixedCells(const ir::For &loop,
                                                    const std::vector<const ir::For *> &around) {
  const auto isPlace = [&](const ir::Expression &index, const ir::CellRead &cell) {
    return cell.transcript.loops == around ? overParameters(index) : isFixed(around, index);
  };
  std::vector<const ir::CellRead *> cells;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned)
      return;
    relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::CellRead>(&part);
      if (read && read->sort() == ir::Sort::Int && !read->indices.empty() &&
          llvm::all_of(read->indices, [&](const auto &index) { return isPlace(*index, *read); }) &&
          llvm::none_of(cells, [&](const ir::CellRead *known) { return ir::isSameTerm(*known, *read); }))
        cells.push_back(read);
    });
  });
  return cells;
}

/// Whether an alignment in \p loop reads what \p output publishes as its \p component-th value.
static bool isRead(const ir::Output &output, std::size_t component, const ir::For &loop) {
  bool is = false;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (sample && sample->aligned)
      relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
        const auto *read = dyn_cast<ir::CellRead>(&part);
        is |= read && &read->transcript == &output.transcript && &read->tag == &output.tag &&
              read->component == component;
      });
  });
  return is;
}

/// What alignments in \p loop compare such a term with, `n - 1 - i = result`: the term, and what is
/// published, at a place that the loop does not change. Each once.
static std::vector<std::pair<const ir::Expression *, const ir::Expression *>>
offsetPlaces(const ir::For &loop, const std::vector<const ir::For *> &around) {
  std::vector<std::pair<const ir::Expression *, const ir::Expression *>> found;
  const auto add = [&](const ir::Expression &place, const ir::Expression &published) {
    const bool isKnown = llvm::any_of(found, [&](const auto &known) {
      return ir::isSameTerm(*known.first, place) && ir::isSameTerm(*known.second, published);
    });
    if (llvm::isa<ir::ResultRead, ir::CellRead>(published) && isOffset(loop, place) && !isKnown &&
        isFixed(around, published))
      found.emplace_back(&place, &published);
  };
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned)
      return;
    relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
      const auto *comparison = dyn_cast<ir::Binary>(&part);
      if (!comparison || comparison->op != ir::BinaryOperator::Equal)
        return;
      add(*comparison->left, *comparison->right);
      add(*comparison->right, *comparison->left);
    });
  });
  return found;
}

std::vector<Templates::Passed> Templates::publishedPassed() const {
  std::vector<Passed> result;
  // What lies in front of the loop is none of its iterations.
  const auto *low = dyn_cast<ir::Number>(loop.low.get());
  const bool startsAtZero = low && low->value == 0;
  const std::string from = startsAtZero ? "" : ir::print(*loop.low) + " <= ";
  const auto add = [&](const std::string &place, Formula value, bool isNamed) {
    const auto indicator = [value = std::move(value), startsAtZero](Context c, const LoopHead &head) {
      const Term at = value(c, head);
      Term isPassed = c.store.less(at, head.index);
      if (!startsAtZero)
        isPassed = c.store.conjunction({c.store.lessEqual(head.low, at), isPassed});
      return c.store.ite(isPassed, c.store.real(1), c.store.real(0));
    };
    result.push_back({{"[" + from + place + " < " + loop.index.name + "]", indicator}, isNamed});
  };
  for (const ir::CellRead *cell : fixedCells(loop, enclosingLoops))
    add(
        ir::print(*cell),
        [cell](Context c, const LoopHead &head) {
          return relational::Evaluator(c, head.state).relational(*cell);
        },
        true);
  for (const auto &[place, published] : offsetPlaces(loop, enclosingLoops))
    add(
        "the iteration of " + ir::print(*published),
        [place = place, published = published, &over = loop](Context c, const LoopHead &head) {
          return iterationAt(c, head.state, over, *place,
                             relational::Evaluator(c, head.state).relational(*published));
        },
        true);
  for (const relational::OutputInteger &integer : context.symbols.outputIntegers())
    add(
        integer.text, [place = integer.value](Context, const LoopHead &) { return place; },
        integer.output && isRead(*integer.output, integer.component, loop));
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    if (!output || enclosingLoops.empty() || output->transcript.loops != enclosingLoops)
      return;
    for (std::size_t i = 0; i < output->values.size(); ++i)
      if (output->tag.components[i] == ir::Sort::Int) {
        auto [text, value] = cellComponent(*output, i);
        add(
            text,
            [value = std::move(value)](Context c, const LoopHead &head) { return value(c, head.state); },
            isRead(*output, i, loop));
      }
  });
  return result;
}

std::vector<Counter> Templates::alternativesPassed() const {
  std::map<const ir::Transcript *, std::map<const ir::Tag *, std::vector<Counter>>> passed;
  std::map<const ir::Transcript *, std::set<const ir::Tag *>> published;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *output = dyn_cast<ir::Output>(&statement);
    if (!output || (!output->transcript.loops.empty() && output->transcript.loops != enclosingLoops) ||
        !published[&output->transcript].insert(&output->tag).second)
      return;
    for (std::size_t i = 0; i < output->values.size(); ++i)
      if (output->tag.components[i] == ir::Sort::Int) {
        auto [text, value] = cellComponent(*output, i);
        passed[&output->transcript][&output->tag].emplace_back(
            "[it is " + output->tag.name + " and " + text + " < " + loop.index.name + "]",
            [output, value = std::move(value)](Context c, const LoopHead &head) {
              const Term tag =
                  c.symbols.cellTag(output->transcript, cellOf(output->transcript, c, head.state));
              const Term isIt = c.store.equal(tag, c.store.integer(c.symbols.tagNumber(output->tag)));
              return c.store.ite(c.store.conjunction({isIt, c.store.less(value(c, head.state), head.index)}),
                                 c.store.real(1), c.store.real(0));
            });
      }
  });
  std::vector<Counter> result;
  for (const auto &transcript : mechanism.transcripts) {
    std::vector<Counter> all;
    const auto &ofTags = passed[transcript.get()];
    for (const auto &tag : mechanism.tags)
      if (const auto found = ofTags.find(tag.get()); found != ofTags.end())
        all.insert(all.end(), found->second.begin(), found->second.end());
    // Of one thing that is always published it is said without its tag.
    if (!all.empty() && published[transcript.get()].size() > 1)
      result.push_back(sumOf(std::move(all)));
  }
  return result;
}

/// What alignments in \p loop say by an `exists` of its index: that a cell names it. Each once.
static std::vector<const ir::Forall *> namings(const ir::For &loop) {
  std::vector<const ir::Forall *> found;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned)
      return;
    relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
      const auto *names = dyn_cast<ir::Forall>(&part);
      if (names && relational::namedIndex(*names) == &loop.index &&
          llvm::none_of(found, [&](const ir::Forall *known) { return ir::isSameTerm(*known, *names); }))
        found.push_back(names);
    });
  });
  return found;
}

/// Is \p value the variable of \p loop, or may it be by a choice, or such a term of it?
static bool mayNameIteration(const ir::For &loop, const ir::Expression &value) {
  if (const auto *choice = dyn_cast<ir::Conditional>(&value))
    return mayNameIteration(loop, *choice->whenTrue) || mayNameIteration(loop, *choice->whenFalse);
  const auto *read = dyn_cast<ir::Read>(&value);
  return (read && &read->variable == &loop.index) || isOffset(loop, value);
}

/// Does the body let \p x name an iteration, and does \p loop ask of a comparison of it with public terms
/// whether it does so already (`first < 0`)?
static bool isTakenOnce(const ir::For &loop, const ir::Variable &x) {
  bool isTaken = false, isAsked = false;
  const auto ask = [&](const ir::Expression &condition) {
    isAsked |= ir::anyPart(condition, [&](const ir::Expression &part) {
      const auto *comparison = dyn_cast<ir::Binary>(&part);
      if (!comparison || !ir::isComparison(comparison->op))
        return false;
      const auto isIt = [&](const ir::Expression &side) {
        const auto *read = dyn_cast<ir::Read>(&side);
        return read && &read->variable == &x;
      };
      return (isIt(*comparison->left) && overParameters(*comparison->right)) ||
             (isIt(*comparison->right) && overParameters(*comparison->left));
    });
  };
  if (loop.guard)
    ask(*loop.guard);
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    isTaken |= assign && &assign->target == &x && mayNameIteration(loop, *assign->value);
    if (isa<ir::If>(statement) || assign)
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        ask(*expression);
  });
  return isTaken && isAsked;
}

/// In parentheses, but for one pair of brackets, which needs none.
static std::string asFactor(const std::string &counter) {
  int depth = 0;
  for (std::size_t i = 0; i < counter.size(); ++i) {
    depth += (counter[i] == '[') - (counter[i] == ']');
    if (depth == 0 && i + 1 < counter.size())
      return "(" + counter + ")";
  }
  return counter;
}

Counter sumOf(std::vector<Counter> counters) {
  std::string text;
  for (const Counter &counter : counters)
    text += (text.empty() ? "" : " + ") + asFactor(counter.first);
  return {std::move(text), [counters = std::move(counters)](Context c, const LoopHead &head) {
            Term sum = c.store.real(0);
            for (const auto &[name, counter] : counters)
              sum = c.store.add(sum, counter(c, head));
            return sum;
          }};
}

std::string times(int multiple, const relational::MovementBound &unit, const std::string &counter) {
  if (unit.value == relational::Polynomial::constant(1)) {
    const std::string number = std::to_string(multiple);
    return counter.empty() ? number : multiple == 1 ? counter : number + " * " + asFactor(counter);
  }
  const bool isSum = unit.value.terms().size() > 1, isAlone = multiple == 1 && counter.empty();
  return (multiple == 1 ? "" : std::to_string(multiple) + " * ") +
         (isSum && !isAlone ? "(" + unit.text + ")" : unit.text) +
         (counter.empty() ? "" : " * " + asFactor(counter));
}

/// How many steps the int \p x has taken since the entry, if all are by the same term over parameters and by
/// no number.
static std::optional<Counter> publicSteps(const Templates &templates, const ir::Variable &x) {
  SolvedFor solver(x, templates.context);
  const std::vector<relational::RationalFunction> steps = solver.steps(templates.loop);
  if (steps.size() != 1 || steps.front().numerator.isConstant())
    return std::nullopt;
  const std::shared_ptr<const ir::Expression> step = solver.overParameters(steps.front());
  if (!step)
    return std::nullopt;
  return Counter("(" + x.name + " - its value at entry) / (" + ir::print(*step) + ")",
                 [&x, step](Context c, const LoopHead &head) {
                   const Term now = valueOf(c, head.state, x, relational::Side::First),
                              entry = valueOf(c, head.entry, x, relational::Side::First);
                   if (!now.isValid() || !entry.isValid())
                     return c.store.real(0);
                   const Term each = relational::Evaluator(c, head.state).relational(*step);
                   return c.products.quotient(asReal(c, c.store.subtract(now, entry)), asReal(c, each));
                 });
}

std::vector<Counter> Templates::counters() const {
  std::vector<Counter> result;
  result.emplace_back("", [](Context c, const LoopHead &) { return c.store.real(1); });
  auto change = [&](std::string text, const ir::Variable &x, auto measure) {
    result.emplace_back(std::move(text), [&x, measure](Context c, const LoopHead &head) {
      Term now = valueOf(c, head.state, x, relational::Side::First),
           entry = valueOf(c, head.entry, x, relational::Side::First);
      return now.isValid() && entry.isValid() ? measure(c.store, now, entry) : c.store.real(0);
    });
  };
  std::vector<Counter> flags, risen;
  for (const ir::Variable *x : locals) {
    if (x->isArray() || x->sort == ir::Sort::Real)
      continue;
    if (x->sort == ir::Sort::Bool || isTakenOnce(loop, *x)) {
      change("[" + x->name + " is not its value at entry]", *x,
             [](smt::TermStore &store, Term now, Term entry) {
               return store.ite(store.equal(now, entry), store.real(0), store.real(1));
             });
      flags.push_back(result.back());
    }
    if (x->sort == ir::Sort::Bool)
      continue;
    change(x->name + " - its value at entry", *x, [](smt::TermStore &store, Term now, Term entry) {
      return store.toReal(store.subtract(now, entry));
    });
    // Of a step that adds more than 1, an iteration pays for one.
    const Steps taken = stepsOf(loop, *x);
    if (taken.up != taken.down && taken.least && *taken.least > 1)
      change(
          (taken.up ? "(" + x->name + " - its value at entry)" : "(its value at entry - " + x->name + ")") +
              " / " + toString(*taken.least),
          *x,
          [share = Rational((taken.up ? 1 : -1) / *taken.least)](smt::TermStore &store, Term now,
                                                                 Term entry) {
            return store.multiply(store.real(share), store.toReal(store.subtract(now, entry)));
          });
    if (rises(loop, *x))
      risen.push_back(result.back());
    if (auto whole = publicSteps(*this, *x))
      result.push_back(std::move(*whole));
    change("its value at entry - " + x->name, *x, [](smt::TermStore &store, Term now, Term entry) {
      return store.toReal(store.subtract(entry, now));
    });
  }
  // Draws of one scale may be paid for by several of them; and where a step is left out by which a flag
  // falls, by both.
  std::vector<Counter> both = flags;
  const bool hasBoth = !flags.empty() && !risen.empty();
  both.insert(both.end(), risen.begin(), risen.end());
  for (const WholeSteps &whole : WholeSteps::in(*this))
    result.push_back(whole.taken());
  for (std::vector<Counter> *several : {&flags, &risen})
    if (several->size() > 1)
      result.push_back(sumOf(std::move(*several)));
  if (hasBoth)
    result.push_back(sumOf(std::move(both)));
  if (context.symbols.selection())
    result.emplace_back("the number of members of result.indices passed",
                        [](Context c, const LoopHead &head) {
                          return c.store.toReal(c.store.subtract(c.symbols.membersBelow(head.index),
                                                                 c.symbols.membersBelow(head.low)));
                        });
  for (const ir::Forall *names : namings(loop))
    result.emplace_back("the number of " + loop.index.name + " passed of which " +
                            ir::print(ir::Unary(ir::UnaryOperator::Not, ir::Sort::Bool,
                                                ir::copyAt(*names, names->range()), names->range())),
                        [&index = loop.index, names](Context c, const LoopHead &head) {
                          const auto below = [&](Term at) {
                            relational::Evaluator evaluator(c, head.state);
                            evaluator.bind(index, at);
                            return evaluator.namedBelow(*names);
                          };
                          return c.store.toReal(c.store.subtract(below(head.index), below(head.low)));
                        });
  // Each of several things that are published may be paid for.
  std::vector<Counter> passed, moved;
  for (const Passed &one : publishedPassed()) {
    passed.push_back(one.counter);
    // Not each number that is published is an index; whose noise is moved, alignments name.
    if (one.isNamed)
      moved.push_back(one.counter);
  }
  if (passed.size() > 1) {
    if (moved.size() > 1 && moved.size() < passed.size())
      result.emplace_back("how many of what alignments name has been passed", sumOf(std::move(moved)).second);
    result.emplace_back("how many of what is published has been passed", sumOf(std::move(passed)).second);
  }
  for (auto &more : {alternativesPassed(), indicators(), changedPlacesPassed(*this)})
    result.insert(result.end(), more.begin(), more.end());
  result.push_back(iterations());
  for (auto &more :
       {countsBegunAnew(*this), nothingLeft(*this), nestedIterations(), iterationsAtChangedPlaces(*this),
        iterationsInWindow(*this), stretchesPassed(*this), indicesThatCount(*this)})
    result.insert(result.end(), more.begin(), more.end());
  return result;
}

} // namespace plumb::inference
