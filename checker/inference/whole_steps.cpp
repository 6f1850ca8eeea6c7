// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/whole_steps.h"

#include "checker/inference/solved_for.h"
#include "checker/relational/counted_numbers.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <optional>

namespace plumb::inference {

using llvm::cast;
using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Polynomial;
using relational::RationalFunction;
using relational::Side;
using smt::Term;

namespace {

/// `x < e`, or the same with something added to x.
struct Test {
  const ir::Expression *left, *right;
  bool isStrict;
};

void testsIn(const ir::Expression &condition, std::vector<Test> &tests) {
  using Op = ir::BinaryOperator;
  if (const auto *unary = dyn_cast<ir::Unary>(&condition)) {
    const std::size_t before = tests.size();
    testsIn(*unary->operand, tests);
    // `not x >= e` is x < e.
    for (std::size_t i = before; i < tests.size(); ++i)
      tests[i].isStrict = !tests[i].isStrict;
    return;
  }
  const auto *binary = dyn_cast<ir::Binary>(&condition);
  if (!binary)
    return;
  if (binary->left->sort() == ir::Sort::Bool) {
    testsIn(*binary->left, tests);
    return testsIn(*binary->right, tests);
  }
  const bool isStrict = binary->op == Op::Less || binary->op == Op::Greater;
  if (isStrict || binary->op == Op::LessEqual || binary->op == Op::GreaterEqual)
    tests.push_back({binary->left.get(), binary->right.get(), isStrict});
}

std::vector<Test> testsOf(const ir::For &loop) {
  std::vector<Test> tests;
  if (loop.guard)
    testsIn(*loop.guard, tests);
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *branch = dyn_cast<ir::If>(&statement))
      testsIn(*branch->condition, tests);
  });
  return tests;
}

/// What \p x is given last in front of \p loop.
const ir::Expression *startOf(const ir::Variable &x, const ir::Mechanism &mechanism, const ir::For &loop) {
  const ir::Expression *start = nullptr;
  bool isBehind = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    isBehind |= &statement == &loop;
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (!isBehind && assign && &assign->target == &x)
      start = assign->value.get();
  });
  return start;
}

/// a / b, in lowest terms.
RationalFunction quotient(const RationalFunction &a, const RationalFunction &b) {
  return relational::inLowestTerms({a.numerator * b.denominator, a.denominator * b.numerator});
}

/// \p function as a polynomial over Ints with whole coefficients and a rest, which is a number.
std::optional<std::pair<Polynomial, Rational>> wholeAndRest(const RationalFunction &function) {
  if (!function.denominator.isConstant() || function.denominator.isZero())
    return std::nullopt;
  const Rational divisor = function.denominator.terms().begin()->second;
  Polynomial whole;
  Rational rest = 0;
  for (const auto &[monomial, coefficient] : function.numerator.terms()) {
    const Rational factor = coefficient / divisor;
    if (monomial.empty()) {
      rest = factor;
      continue;
    }
    Polynomial product = Polynomial::constant(factor);
    for (Term atom : monomial) {
      if (factor.get_den() != 1 || atom.op() != smt::Operator::ToReal)
        return std::nullopt;
      product = product * Polynomial::atom(atom.arguments()[0]);
    }
    whole = whole + product;
  }
  return std::pair(whole, rest);
}

Integer floorOf(const Rational &number) {
  Integer floor;
  mpz_fdiv_q(floor.get_mpz_t(), number.get_num().get_mpz_t(), number.get_den().get_mpz_t());
  return floor;
}

} // namespace

std::vector<WholeSteps> WholeSteps::in(const Templates &templates) {
  std::vector<WholeSteps> found;
  const auto counted = relational::countedNumbers(templates.mechanism);
  const std::vector<Test> tests = testsOf(templates.loop);
  for (std::size_t place = 0; place < counted.size(); ++place) {
    const ir::Variable &x = *counted[place];
    const ir::Expression *start = startOf(x, templates.mechanism, templates.loop), *step = nullptr;
    SolvedFor solver(x, templates.context);
    std::optional<RationalFunction> size;
    bool areEqual = start != nullptr, isUp = true;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (!assign || &assign->target != &x)
        return;
      const ir::Expression *next = relational::publicStepOf(*assign);
      const auto here = next ? solver.step(*assign) : std::nullopt;
      areEqual = areEqual && here && (!size || size->equals(*here));
      if (size || !here)
        return;
      size = here;
      step = next;
      isUp = cast<ir::Binary>(*assign->value).op == ir::BinaryOperator::Add;
    });
    const auto began = areEqual && size ? solver.valueOf(*start) : std::nullopt;
    // Steps of a number are better counted by an int, as whoever wrote them is told.
    if (!began || (size->numerator.isConstant() && size->denominator.isConstant()))
      continue;
    WholeSteps whole(x, place, *step, isUp);
    for (const Test &test : tests) {
      const auto end = solver.end(*test.left, *test.right);
      if (!end)
        continue;
      const RationalFunction distance = quotient(difference(*end, *began), *size);
      const auto limit = solver.isOverParameters(distance) ? wholeAndRest(distance) : std::nullopt;
      const bool isBetween = limit && limit->second.get_den() != 1;
      // Behind the test there may be one step more.
      if (limit && (test.isStrict || isBetween))
        whole.most.push_back(limit->first +
                             Polynomial::constant(Rational(floorOf(limit->second) + (isBetween ? 1 : 0))));
    }
    if (!whole.most.empty())
      found.push_back(std::move(whole));
  }
  return found;
}

Term WholeSteps::takenOf(Context context, const LoopHead &head) const {
  return context.store.subtract(head.state.times[place], head.entry.times[place]);
}

Counter WholeSteps::taken() const {
  return {"the steps of " + x->name,
          [own = *this](Context c, const LoopHead &head) { return c.store.toReal(own.takenOf(c, head)); }};
}

void WholeSteps::addTo(Templates &templates) const {
  templates.add(x->name + " = its value at entry " + (isUp ? "+" : "-") + " (" + taken().first + ") * (" +
                    ir::print(*step) + ")",
                [own = *this](Context c, const LoopHead &head) {
                  const Term now = valueOf(c, head.state, *own.x, Side::First),
                             then = valueOf(c, head.entry, *own.x, Side::First);
                  if (!now.isValid() || !then.isValid())
                    return c.store.boolean(true);
                  relational::Evaluator evaluator(c, head.state);
                  const Term passed = c.products.multiply(c.store.toReal(own.takenOf(c, head)),
                                                          asReal(c, evaluator.relational(*own.step)));
                  return c.store.equal(own.isUp ? c.store.subtract(now, then) : c.store.subtract(then, now),
                                       passed);
                });
  templates.add("0 <= " + taken().first, [own = *this](Context c, const LoopHead &head) {
    return c.store.lessEqual(c.store.integer(0), own.takenOf(c, head));
  });
  for (const Polynomial &bound : most)
    templates.add(taken().first + " <= " + relational::print({bound, Polynomial::constant(1)}),
                  [own = *this, bound](Context c, const LoopHead &head) {
                    return c.store.lessEqual(own.takenOf(c, head), c.products.term(bound, smt::Sort::Int));
                  });
}

} // namespace plumb::inference
