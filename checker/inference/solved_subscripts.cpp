// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <llvm/ADT/STLExtras.h>
#include <set>

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
};

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

  Term at(Context c, const relational::State &state, const Guard &guard, Term iteration) const {
    relational::State there = state;
    there.run(Side::First).scalars[c.symbols.ordinal(loop.index)] = iteration;
    const Term said = relational::Evaluator(c, there).relational(*guard.condition);
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
      if (clause.onlyOne && clause.query->extents.size() == 1)
        changing.insert(clause.query);
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
      if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        const bool tells = equation.moves(*branch->condition) && isPublic(*branch->condition);
        for (const bool holds : {true, false}) {
          if (tells)
            guards.push_back({branch->condition.get(), holds});
          collect(holds ? branch->thenBlock : branch->elseBlock);
          if (tells)
            guards.pop_back();
        }
      }
      if (const auto *inner = dyn_cast<ir::For>(statement.get()))
        collectColumns(*inner);
      // What an inner loop reads else is read more often than once.
      if (llvm::isa<ir::If, ir::For>(statement.get()))
        continue;
      for (const ir::Expression *expression : relational::expressionsOf(*statement))
        relational::forEachExpression(*expression, [&](const ir::Expression &part) {
          if (const auto *read = dyn_cast<ir::Read>(&part); read && changing.count(&read->variable))
            add({&read->variable, read->indices.front().get(), guards});
        });
    }
  }

  /// What \p inner reads at its index times something, and more.
  void collectColumns(const ir::For &inner) {
    relational::forEachStatement(inner.body, [&](const ir::Statement &statement, unsigned loops) {
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        relational::forEachExpression(*expression, [&](const ir::Expression &part) {
          const auto *read = dyn_cast<ir::Read>(&part);
          const auto *sum = read && loops == 0 && changing.count(&read->variable)
                                ? dyn_cast<ir::Binary>(read->indices.front().get())
                                : nullptr;
          if (!sum || sum->op != ir::BinaryOperator::Add)
            return;
          for (const bool isLeft : {true, false})
            if (const ir::Expression *step = factorOf(inner.index, isLeft ? *sum->left : *sum->right))
              add({&read->variable, isLeft ? sum->right.get() : sum->left.get(), guards, step});
        });
    });
  }

  /// k of \p index * k; null if \p term is no such product.
  static const ir::Expression *factorOf(const ir::Variable &index, const ir::Expression &term) {
    const auto *product = dyn_cast<ir::Binary>(&term);
    if (!product || product->op != ir::BinaryOperator::Multiply)
      return nullptr;
    for (const bool isLeft : {true, false}) {
      const auto *read = dyn_cast<ir::Read>(isLeft ? product->left.get() : product->right.get());
      const ir::Expression &other = isLeft ? *product->right : *product->left;
      if (read && &read->variable == &index && overParameters(other))
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
    std::vector<Reading> &those = isShift && reading.guards.empty() && !reading.step ? shifts : found;
    if (those.size() == mostReadings || !isPublic(*reading.subscript) || !equation.moves(*reading.subscript))
      return;
    if (llvm::none_of(those, [&](const Reading &known) {
          return known.query == reading.query && known.guards == reading.guards &&
                 !known.step == !reading.step &&
                 (!known.step || ir::isSameTerm(*known.step, *reading.step)) &&
                 ir::isSameTerm(*known.subscript, *reading.subscript);
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
    for (const Guard &guard : reading.guards)
      text += std::string(guard.holds ? " where " : " where not ") + ir::print(*guard.condition);
    return {text + " where it changes, and has been]",
            [equation = equation, reading](Context c, const LoopHead &head) {
              std::vector<Solution> solutions;
              Term place = c.symbols.changedIndex(*reading.query).front();
              if (reading.step)
                place = Equation::modulo(c, place, equation.valueOf(c, head.state, *reading.step));
              equation.solve(c, head.state, *reading.subscript, place, c.store.boolean(true), solutions);
              std::vector<Term> counts = {c.store.real(0)};
              for (const Solution &solution : solutions) {
                std::vector<Term> all = {solution.condition, c.store.lessEqual(head.low, solution.iteration),
                                         c.store.less(solution.iteration, head.index)};
                for (const Guard &guard : reading.guards)
                  all.push_back(equation.at(c, head.state, guard, solution.iteration));
                counts.push_back(
                    c.store.ite(c.store.conjunction(std::move(all)), c.store.real(1), c.store.real(0)));
              }
              return c.store.add(std::move(counts));
            }};
  }

  const Templates &templates;
  const ir::For &loop;
  const Equation equation;
  std::set<const ir::Variable *> changing;
  std::vector<Guard> guards;
  std::vector<Reading> found, shifts;
};

} // namespace

std::vector<Counter> readingsPassed(const Templates &templates) {
  return Readings(templates).counters();
}

} // namespace plumb::inference
