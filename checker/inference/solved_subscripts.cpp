// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <memory>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// Solutions of more equations than these are not looked for.
constexpr std::size_t mostAlternatives = 4, mostReadings = 6;

/// A public condition, and what it has to say.
struct Guard {
  const ir::Expression *condition;
  bool holds;

  friend bool operator==(const Guard &a, const Guard &b) {
    return a.holds == b.holds && ir::isSameTerm(*a.condition, *b.condition);
  }
};

/// The body reads \c query at \c subscript where all guards allow it.
struct Reading {
  const ir::Variable *query;
  const ir::Expression *subscript;
  std::vector<Guard> guards;
  /// A loop in it adds multiples of this to the subscript: the columns of a flat table. Else null.
  const ir::Expression *step = nullptr;
  /// A loop in it reads the query at its own variable, where this term of that is the subscript: `i mod 2 =
  /// j`. Else null.
  const ir::Expression *bin = nullptr;
  const ir::Variable *along = nullptr;
  /// Where the subscript stands nowhere in the program, it is this.
  std::shared_ptr<const ir::Expression> made = nullptr;
  /// Which of its subscripts that is, and the others, with which they are.
  std::size_t dimension = 0;
  std::vector<std::pair<std::size_t, const ir::Expression *>> beside = {};

  /// The loop's own subscripts do not tell it alone.
  bool isJoint() const { return step || bin || !beside.empty(); }
};

bool isSameBeside(const Reading &one, const Reading &other) {
  return std::equal(one.beside.begin(), one.beside.end(), other.beside.begin(), other.beside.end(),
                    [](const auto &a, const auto &b) {
                      return a.first == b.first && ir::isSameTerm(*a.second, *b.second);
                    });
}

bool areSame(const ir::Expression *one, const ir::Expression *other) {
  return one && other ? ir::isSameTerm(*one, *other) : one == other;
}

/// An iteration, if the condition holds.
struct Solution {
  Term iteration, condition;
};

/// Solves terms for the variable of a loop.
class Equation {
public:
  explicit Equation(const ir::For &of) : loop(of) {}

  bool moves(const ir::Expression &expression) const {
    return ir::anyPart(expression, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      return read && &read->variable == &loop.index;
    });
  }

  Term at(Context c, const relational::State &state, const ir::Expression &term, Term iteration) const {
    relational::State there = state;
    there.run(Side::First).scalars[c.symbols.ordinal(loop.index)] = iteration;
    return relational::Evaluator(c, there).relational(term);
  }

  Term at(Context c, const relational::State &state, const Guard &guard, Term iteration) const {
    const Term said = at(c, state, *guard.condition, iteration);
    return guard.holds ? said : c.store.negate(said);
  }

  /// The iterations in which \p term is \p value, as far as they are found. Whether these are all is for the
  /// proof of the invariant to say.
  void solve(Context c, const relational::State &state, const ir::Expression &term, Term value,
             Term condition, std::vector<Solution> &solutions) const {
    using Op = ir::BinaryOperator;
    const auto on = [&](const ir::Expression &inner, Term of, Term under) {
      solve(c, state, inner, of, under, solutions);
    };
    if (solutions.size() == mostAlternatives)
      return;
    if (const auto *read = dyn_cast<ir::Read>(&term); read && &read->variable == &loop.index)
      return solutions.push_back({value, condition});
    if (const auto *choice = dyn_cast<ir::Conditional>(&term)) {
      for (const bool holds : {true, false}) {
        const std::size_t before = solutions.size();
        on(holds ? *choice->whenTrue : *choice->whenFalse, value, condition);
        for (std::size_t i = before; i < solutions.size(); ++i)
          solutions[i].condition =
              c.store.conjunction({solutions[i].condition,
                                   at(c, state, {choice->condition.get(), holds}, solutions[i].iteration)});
      }
      return;
    }
    const auto *binary = dyn_cast<ir::Binary>(&term);
    if (!binary || moves(*binary->left) == moves(*binary->right))
      return;
    const bool isLeft = moves(*binary->left);
    const ir::Expression &moving = isLeft ? *binary->left : *binary->right;
    const Term other = valueOf(c, state, isLeft ? *binary->right : *binary->left);
    if (binary->op == Op::Add)
      return on(moving, c.store.subtract(value, other), condition);
    if (binary->op == Op::Subtract)
      return on(moving, isLeft ? c.store.add(value, other) : c.store.subtract(other, value), condition);
    if (binary->op == Op::Multiply && other.op() == smt::Operator::Literal && other.number() != 0) {
      const Integer factor = abs(other.number().get_num());
      const Term quotient = c.store.divide(value, factor);
      return on(
          moving, other.number() > 0 ? quotient : c.store.minus(quotient),
          c.store.conjunction({condition, c.store.equal(c.store.modulo(value, factor), c.store.integer(0))}));
    }
    if (binary->op == Op::Multiply && other.op() != smt::Operator::Literal) {
      const Term quotient = c.products.integerQuotient(value, other);
      return on(moving, quotient,
                c.store.conjunction({condition, c.store.equal(c.products.multiply(other, quotient), value)}));
    }
    if (binary->op == Op::Modulo && isLeft) {
      const std::size_t before = solutions.size();
      on(moving, value, condition);
      for (std::size_t i = before; i < solutions.size(); ++i)
        solutions[i].iteration = modulo(c, solutions[i].iteration, other);
    }
  }

  Term valueOf(Context c, const relational::State &state, const ir::Expression &fixed) const {
    relational::State there = state;
    return relational::Evaluator(c, there).relational(fixed);
  }

  static Term modulo(Context c, Term a, Term b) {
    if (b.op() == smt::Operator::Literal)
      return b.number() > 0 ? c.store.modulo(a, b.number().get_num()) : a;
    return c.store.subtract(a, c.products.multiply(b, c.products.integerQuotient(a, b)));
  }

private:
  const ir::For &loop;
};

/// What the body of a loop reads of queries of which one answer changes.
class Readings {
public:
  explicit Readings(const Templates &of) : templates(of), loop(of.loop), equation(of.loop) {
    for (const auto &clause : templates.mechanism.adjacency)
      if (clause.onlyOne && !llvm::is_contained(changing, clause.query))
        changing.push_back(clause.query);
    if (!changing.empty())
      collect(loop.body);
  }

  std::vector<Counter> counters() const {
    std::vector<Counter> result;
    for (const ir::Variable *query : changing) {
      std::vector<Counter> all = countersOf(*query, found), beside = countersOf(*query, shifts);
      if (all.empty())
        continue;
      llvm::append_range(result, all);
      if (!beside.empty()) {
        llvm::append_range(beside, all);
        result.push_back(sumOf(std::move(beside)));
      }
      if (all.size() > 1)
        result.push_back(sumOf(std::move(all)));
    }
    return result;
  }

private:
  /// Its value changes with the variables of this and outer loops alone.
  bool isPublic(const ir::Expression &expression) const {
    return !ir::anyPart(expression, [&](const ir::Expression &part) {
      if (const auto *read = dyn_cast<ir::Read>(&part))
        return read->primed ||
               !(read->variable.role == ir::Variable::Role::Parameter || &read->variable == &loop.index ||
                 llvm::any_of(templates.outer(),
                              [&](const ir::For *outer) { return &outer->index == &read->variable; }));
      return !llvm::isa<ir::Number, ir::Boolean, ir::Unary, ir::Binary, ir::Conditional, ir::Extremum>(&part);
    });
  }

  void collect(const ir::Block &block) {
    for (const auto &statement : block) {
      if (const auto *branch = dyn_cast<ir::If>(statement.get()))
        for (const bool holds : {true, false})
          under({branch->condition.get(), holds},
                [&] { collect(holds ? branch->thenBlock : branch->elseBlock); });
      if (const auto *inner = dyn_cast<ir::For>(statement.get())) {
        collectColumns(*inner);
        collectBins(*inner);
      }
      // What an inner loop reads else is read more often than once.
      if (llvm::isa<ir::If, ir::For>(statement.get()))
        continue;
      for (const ir::Expression *expression : relational::expressionsOf(*statement))
        collect(*expression);
    }
  }

  void collect(const ir::Expression &expression) {
    const auto *choice = dyn_cast<ir::Conditional>(&expression);
    if (!choice) {
      if (const auto *read = dyn_cast<ir::Read>(&expression); read && changes(*read))
        addRead(*read);
      return ir::forEachOperand(expression, [&](const ir::Expression &part) { collect(part); });
    }
    collect(*choice->condition);
    for (const bool holds : {true, false})
      under({choice->condition.get(), holds},
            [&] { collect(holds ? *choice->whenTrue : *choice->whenFalse); });
  }

  /// \p visit with \p guard, if that tells in which iterations it holds.
  template <typename Visit> void under(const Guard &guard, const Visit &visit) {
    const bool tells = equation.moves(*guard.condition) && isPublic(*guard.condition);
    if (tells)
      guards.push_back(guard);
    visit();
    if (tells)
      guards.pop_back();
  }

  bool changes(const ir::Read &read) const { return llvm::is_contained(changing, &read.variable); }
  bool isFlat(const ir::Read &read) const { return changes(read) && read.indices.size() == 1; }

  /// In a table the loop moves along one of the dimensions. Where its variables are the subscripts, others
  /// have seen it.
  void addRead(const ir::Read &read) {
    if (isFlat(read))
      return add({&read.variable, read.indices.front().get(), guards});
    if (llvm::all_of(read.indices, [](const auto &index) { return llvm::isa<ir::Read>(index.get()); }) ||
        !llvm::all_of(read.indices, [&](const auto &index) { return isPublic(*index); }))
      return;
    for (std::size_t moving = 0; moving < read.indices.size(); ++moving) {
      if (!equation.moves(*read.indices[moving]))
        continue;
      Reading reading{&read.variable, read.indices[moving].get(), guards};
      reading.dimension = moving;
      for (std::size_t other = 0; other < read.indices.size(); ++other)
        if (other != moving)
          reading.beside.emplace_back(other, read.indices[other].get());
      return add(std::move(reading));
    }
  }

  /// What \p inner reads at a term of its index times something, and more.
  void collectColumns(const ir::For &inner) {
    relational::forEachStatement(inner.body, [&](const ir::Statement &statement, unsigned loops) {
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        relational::forEachExpression(*expression, [&](const ir::Expression &part) {
          const auto *read = dyn_cast<ir::Read>(&part);
          if (read && loops == 0 && isFlat(*read))
            addColumn(*read, *read->indices.front(), inner.index);
        });
    });
  }

  /// \param term the subscript, or a part of it that is added.
  void addColumn(const ir::Read &read, const ir::Expression &term, const ir::Variable &along) {
    const auto *sum = dyn_cast<ir::Binary>(&term);
    if (!sum || (sum->op != ir::BinaryOperator::Add && sum->op != ir::BinaryOperator::Subtract))
      return;
    for (const bool isLeft : {true, false}) {
      const ir::Expression &part = isLeft ? *sum->left : *sum->right;
      if (const ir::Expression *step = factorOf(along, part)) {
        std::shared_ptr<const ir::Expression> rest = without(*read.indices.front(), part);
        add({&read.variable, rest.get(), guards, step, nullptr, nullptr, rest});
      }
    }
    addColumn(read, *sum->left, along);
    if (sum->op == ir::BinaryOperator::Add)
      addColumn(read, *sum->right, along);
  }

  /// The sum \p term without the summand \p part.
  static ir::ExpressionPtr without(const ir::Expression &term, const ir::Expression &part) {
    const auto *sum = dyn_cast<ir::Binary>(&term);
    if (sum && sum->left.get() == &part)
      return sum->op == ir::BinaryOperator::Add
                 ? ir::copyAt(*sum->right, term.range())
                 : std::make_unique<ir::Unary>(ir::UnaryOperator::Negate, sum->sort(),
                                               ir::copyAt(*sum->right, term.range()), term.range());
    if (sum && sum->right.get() == &part)
      return ir::copyAt(*sum->left, term.range());
    return ir::rebuilt(term, term.range(),
                       [&](const ir::Expression &operand) { return without(operand, part); });
  }

  /// What \p inner reads at its variable where a term of that is one of the variable of the loop.
  void collectBins(const ir::For &inner) {
    relational::forEachStatement(inner.body, [&](const ir::Statement &statement, unsigned loops) {
      if (loops > 0)
        return;
      if (const auto *branch = dyn_cast<ir::If>(&statement))
        return addBins(inner, *branch->condition, readAt(inner.index, branch->thenBlock));
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        relational::forEachExpression(*expression, [&](const ir::Expression &part) {
          if (const auto *choice = dyn_cast<ir::Conditional>(&part))
            addBins(inner, *choice->condition, readAt(inner.index, *choice->whenTrue));
        });
    });
  }

  void addBins(const ir::For &inner, const ir::Expression &condition,
               const std::vector<const ir::Variable *> &queries) {
    const auto *test = dyn_cast<ir::Binary>(&condition);
    if (!test || test->op != ir::BinaryOperator::Equal)
      return;
    for (const bool isLeft : {true, false}) {
      const ir::Expression &ofLoop = isLeft ? *test->left : *test->right,
                           &bin = isLeft ? *test->right : *test->left;
      if (!equation.moves(bin) && isOf(inner.index, bin))
        for (const ir::Variable *query : queries)
          add({query, &ofLoop, guards, nullptr, &bin, &inner.index});
    }
  }

  /// Over parameters and \p index, which it reads.
  static bool isOf(const ir::Variable &index, const ir::Expression &term) {
    return ir::reads(term, index) && !ir::anyPart(term, [&](const ir::Expression &part) {
             const auto *read = dyn_cast<ir::Read>(&part);
             return (read && &read->variable != &index && !overParameters(*read)) ||
                    !llvm::isa<ir::Read, ir::Number, ir::Unary, ir::Binary>(part);
           });
  }

  /// The queries of which one answer changes that \p block reads at \p index, each once.
  std::vector<const ir::Variable *> readAt(const ir::Variable &index, const ir::Block &block) const {
    std::vector<const ir::Variable *> read;
    relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned loops) {
      if (loops == 0)
        for (const ir::Expression *expression : relational::expressionsOf(statement))
          for (const ir::Variable *query : readAt(index, *expression))
            if (!llvm::is_contained(read, query))
              read.push_back(query);
    });
    return read;
  }

  std::vector<const ir::Variable *> readAt(const ir::Variable &index,
                                           const ir::Expression &expression) const {
    std::vector<const ir::Variable *> read;
    relational::forEachExpression(expression, [&](const ir::Expression &part) {
      const auto *answer = dyn_cast<ir::Read>(&part);
      const auto *at =
          answer && isFlat(*answer) ? dyn_cast<ir::Read>(answer->indices.front().get()) : nullptr;
      if (at && &at->variable == &index && !llvm::is_contained(read, &answer->variable))
        read.push_back(&answer->variable);
    });
    return read;
  }

  /// k of \p index * k, or of (m - 1 - index) * k; null if \p term is no such product.
  static const ir::Expression *factorOf(const ir::Variable &index, const ir::Expression &term) {
    const auto *product = dyn_cast<ir::Binary>(&term);
    if (!product || product->op != ir::BinaryOperator::Multiply)
      return nullptr;
    for (const bool isLeft : {true, false}) {
      const ir::Expression &own = isLeft ? *product->left : *product->right,
                           &other = isLeft ? *product->right : *product->left;
      if (isOf(index, own) && overParameters(other))
        return &other;
    }
    return nullptr;
  }

  void add(Reading reading) {
    // What the loop variable itself has passed, or a distance from it, is there already, but not beside
    // others.
    const bool isShift = !ir::anyPart(*reading.subscript, [](const ir::Expression &part) {
      const auto *binary = dyn_cast<ir::Binary>(&part);
      return llvm::isa<ir::Conditional>(&part) || (binary && (binary->op == ir::BinaryOperator::Multiply ||
                                                              binary->op == ir::BinaryOperator::Modulo));
    });
    std::vector<Reading> &those = isShift && reading.guards.empty() && !reading.isJoint() ? shifts : found;
    if (those.size() == mostReadings || !isPublic(*reading.subscript) || !equation.moves(*reading.subscript))
      return;
    if (llvm::none_of(those, [&](const Reading &known) {
          return known.query == reading.query && known.guards == reading.guards &&
                 isSameBeside(known, reading) && areSame(known.step, reading.step) &&
                 areSame(known.bin, reading.bin) && ir::isSameTerm(*known.subscript, *reading.subscript);
        }))
      those.push_back(std::move(reading));
  }

  std::vector<Counter> countersOf(const ir::Variable &query, const std::vector<Reading> &readings) const {
    std::vector<Counter> all;
    for (const Reading &reading : readings)
      if (reading.query == &query)
        all.push_back(counter(reading));
    return all;
  }

  /// [an iteration that has passed reads the changed place]
  Counter counter(const Reading &reading) const {
    std::string text = "[" + reading.query->name + " is read at " + ir::print(*reading.subscript);
    if (reading.step)
      text += " + multiples of " + ir::print(*reading.step);
    for (const auto &[dimension, subscript] : reading.beside)
      text += ", in dimension " + std::to_string(dimension + 1) + " at " + ir::print(*subscript);
    if (reading.bin)
      text += " = " + ir::print(*reading.bin);
    for (const Guard &guard : reading.guards)
      text += std::string(guard.holds ? " where " : " where not ") + ir::print(*guard.condition);
    return {text + " where it changes, and has been]",
            [equation = equation, reading](Context c, const LoopHead &head) {
              std::vector<Solution> solutions;
              Term place = c.symbols.changedIndex(*reading.query)[reading.dimension];
              if (reading.step)
                place = Equation::modulo(c, place, equation.valueOf(c, head.state, *reading.step));
              if (reading.bin) {
                relational::Evaluator evaluator(c, head.state);
                evaluator.bind(*reading.along, place);
                place = evaluator.relational(*reading.bin);
              }
              equation.solve(c, head.state, *reading.subscript, place, c.store.boolean(true), solutions);
              std::vector<Term> counts = {c.store.real(0)};
              for (const Solution &solution : solutions) {
                std::vector<Term> all = {solution.condition, c.store.lessEqual(head.low, solution.iteration),
                                         c.store.less(solution.iteration, head.index)};
                for (const Guard &guard : reading.guards)
                  all.push_back(equation.at(c, head.state, guard, solution.iteration));
                for (const auto &[dimension, subscript] : reading.beside)
                  all.push_back(c.store.equal(equation.at(c, head.state, *subscript, solution.iteration),
                                              c.symbols.changedIndex(*reading.query)[dimension]));
                counts.push_back(
                    c.store.ite(c.store.conjunction(std::move(all)), c.store.real(1), c.store.real(0)));
              }
              return c.store.add(std::move(counts));
            }};
  }

  const Templates &templates;
  const ir::For &loop;
  const Equation equation;
  std::vector<const ir::Variable *> changing;
  std::vector<Guard> guards;
  std::vector<Reading> found, shifts;
};

} // namespace

std::vector<Counter> readingsPassed(const Templates &templates) {
  return Readings(templates).counters();
}

} // namespace plumb::inference
