// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/test_bounds.h"

#include "checker/inference/solved_for.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Polynomial;
using relational::RationalFunction;
using relational::Side;
using smt::Term;

namespace {

/// \p term + \p slack, together with a literal at the end of \p term: 2 * c for 2 * c - 2 and 2, 5 for 3 and
/// 2.
ir::ExpressionPtr sumOf(const ir::Expression &term, const Rational &slack) {
  const SourceRange range = term.range();
  const auto literal = [&](const Rational &value) {
    return std::make_unique<ir::Number>(value, term.sort(), range);
  };
  if (slack == 0)
    return ir::copyAt(term, range);
  if (const auto *number = dyn_cast<ir::Number>(&term))
    return literal(number->value + slack);
  const ir::Expression *first = &term;
  Rational rest = slack;
  if (const auto *sum = dyn_cast<ir::Binary>(&term))
    if (const auto *last = dyn_cast<ir::Number>(sum->right.get());
        last && (sum->op == ir::BinaryOperator::Add || sum->op == ir::BinaryOperator::Subtract)) {
      first = sum->left.get();
      rest += sum->op == ir::BinaryOperator::Add ? last->value : Rational(-last->value);
    }
  if (rest == 0)
    return ir::copyAt(*first, range);
  return std::make_unique<ir::Binary>(rest < 0 ? ir::BinaryOperator::Subtract : ir::BinaryOperator::Add,
                                      term.sort(), ir::copyAt(*first, range), literal(abs(rest)), range);
}

std::string compare(const ir::Expression &low, ir::BinaryOperator op, ir::ExpressionPtr high) {
  const SourceRange range = high->range();
  return ir::print(ir::Binary(op, ir::Sort::Bool, ir::copyAt(low, low.range()), std::move(high), range));
}

/// Whether \p expression grows with \p x, or falls; neither where \p x is only multiplied, or not in it.
int signOf(const ir::Variable &x, const ir::Expression &expression) {
  if (const auto *read = dyn_cast<ir::Read>(&expression))
    return &read->variable == &x ? 1 : 0;
  if (const auto *unary = dyn_cast<ir::Unary>(&expression)) {
    const int sign = signOf(x, *unary->operand);
    return unary->op == ir::UnaryOperator::Negate ? -sign : unary->op == ir::UnaryOperator::ToReal ? sign : 0;
  }
  const auto *binary = dyn_cast<ir::Binary>(&expression);
  if (!binary || (binary->op != ir::BinaryOperator::Add && binary->op != ir::BinaryOperator::Subtract))
    return 0;
  if (const int left = signOf(x, *binary->left); left != 0)
    return left;
  const int right = signOf(x, *binary->right);
  return binary->op == ir::BinaryOperator::Add ? right : -right;
}

/// The value that \p loop leaves to \p flag: true if it assigns `false` alone, or itself and something more.
std::optional<bool> standingValue(const ir::For &loop, const ir::Variable &flag) {
  bool falls = false, rises = false, other = false;
  relational::forEachStatement(loop.body, [&](const ir::Statement &statement, unsigned) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    if (!assign || &assign->target != &flag)
      return;
    const auto *constant = dyn_cast<ir::Boolean>(assign->value.get());
    const auto *binary = dyn_cast<ir::Binary>(assign->value.get());
    const auto isFlag = [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      return read && &read->variable == &flag;
    };
    const bool adds = binary && (isFlag(*binary->left) || isFlag(*binary->right));
    if (constant)
      (constant->value ? rises : falls) = true;
    else if (adds && binary->op == ir::BinaryOperator::And)
      falls = true;
    else if (adds && binary->op == ir::BinaryOperator::Or)
      rises = true;
    else
      other = true;
  });
  return other || falls == rises ? std::nullopt : std::optional<bool>(falls);
}

/// Whether a step may go up, or down: parameters are taken to be positive.
bool mayBe(bool isUp, const RationalFunction &step) {
  const auto has = [](const Polynomial &polynomial, bool isPositive) {
    return std::any_of(polynomial.terms().begin(), polynomial.terms().end(),
                       [&](const auto &term) { return (term.second > 0) == isPositive; });
  };
  return (has(step.numerator, isUp) && has(step.denominator, true)) ||
         (has(step.numerator, !isUp) && has(step.denominator, false));
}

/// Does \p block itself assign x and something more, or less, to \p x?
bool takesStep(const ir::Block &block, const ir::Variable &x) {
  return llvm::any_of(block, [&](const auto &statement) {
    const auto *assign = dyn_cast<ir::Assign>(statement.get());
    const auto *sum = assign && &assign->target == &x ? dyn_cast<ir::Binary>(assign->value.get()) : nullptr;
    const auto *from = sum ? dyn_cast<ir::Read>(sum->left.get()) : nullptr;
    return from && &from->variable == &x &&
           (sum->op == ir::BinaryOperator::Add || sum->op == ir::BinaryOperator::Subtract);
  });
}

std::vector<Rational> inOrder(std::set<Rational> numbers) {
  return {numbers.begin(), numbers.end()};
}

} // namespace

bool onlyParametersOr(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high) {
  bool occurs = false, others = false;
  for (const ir::Expression *side : {&low, &high})
    relational::forEachExpression(*side, [&](const ir::Expression &part) {
      if (const auto *read = dyn_cast<ir::Read>(&part)) {
        occurs |= &read->variable == &x;
        others |= &read->variable != &x &&
                  (read->variable.role != ir::Variable::Role::Parameter || read->variable.isArray());
      }
    });
  return occurs && !others;
}

TestBounds::TestBounds(Templates &templates) : templates(templates) {
  for (const ir::Variable *variable : templates.assigned())
    if (variable->sort == ir::Sort::Bool && !variable->isArray())
      flags.push_back({variable, standingValue(templates.loop, *variable)});
}

void TestBounds::boundIndex() {
  if (templates.loop.guard)
    inTest(templates.loop.index, *templates.loop.guard);
}

void TestBounds::bound(const ir::Variable &x) {
  if (templates.loop.guard)
    inTest(x, *templates.loop.guard);
  relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *branch = dyn_cast<ir::If>(&statement)) {
      endsTheRun = relational::mayEndTheRun(*branch);
      inTest(x, *branch->condition);
      endsTheRun = false;
      if (takesStep(branch->elseBlock, x))
        onOtherSide(x, *branch->condition);
    } else if (const auto *assign = dyn_cast<ir::Assign>(&statement);
               assign && assign->target.sort == ir::Sort::Bool && !assign->target.isArray())
      inTest(x, *assign->value);
  });
}

/// A comparison that does not hold says the contrary: `if left <= 0 { ... } else { left := left - 1 }`.
void TestBounds::onOtherSide(const ir::Variable &x, const ir::Expression &test) {
  const auto *comparison = dyn_cast<ir::Binary>(&test);
  if (!comparison)
    return;
  if (comparison->op == ir::BinaryOperator::Less || comparison->op == ir::BinaryOperator::LessEqual)
    stays(x, *comparison->right, *comparison->left);
  else if (comparison->op == ir::BinaryOperator::Greater ||
           comparison->op == ir::BinaryOperator::GreaterEqual)
    stays(x, *comparison->left, *comparison->right);
}

void TestBounds::inTest(const ir::Variable &x, const ir::Expression &test) {
  if (const auto *unary = dyn_cast<ir::Unary>(&test))
    return inTest(x, *unary->operand);
  const auto *binary = dyn_cast<ir::Binary>(&test);
  if (!binary)
    return;
  const ir::Expression *left = binary->left.get(), *right = binary->right.get();
  if (left->sort() == ir::Sort::Bool) {
    inTest(x, *left);
    return inTest(x, *right);
  }
  using Op = ir::BinaryOperator;
  switch (binary->op) {
  case Op::Less:
  case Op::LessEqual:
    stays(x, *left, *right);
    break;
  case Op::Greater:
  case Op::GreaterEqual:
    stays(x, *right, *left);
    break;
  case Op::Equal:
  case Op::NotEqual:
    stays(x, *left, *right);
    stays(x, *right, *left);
    break;
  case Op::And:
  case Op::Or:
  case Op::Implies:
  case Op::Iff:
  case Op::Add:
  case Op::Subtract:
  case Op::Multiply:
  case Op::Divide:
  case Op::IntegerDivide:
  case Op::Modulo:
    return;
  }
  afterStep(x, *left, *right);
  if (endsTheRun) {
    runsOn(x, *left, *right);
    runsOn(x, *right, *left);
  }
  if (flags.empty())
    return;
  keeps(x, *left, *right);
  keeps(x, *right, *left);
}

/// A test that is passed says \p low <= \p high, and leaves \p low at most \p high, or 1 or 2 more where the
/// body adds that much, of which the least is kept. So too where x is one of two summands and what is added
/// to it is left out: `if x + p[i] <= e { x := x + p[i] }`.
void TestBounds::stays(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high) {
  if (const auto *sum = dyn_cast<ir::Binary>(&low); sum && sum->op == ir::BinaryOperator::Add)
    for (const auto *summand : {sum->left.get(), sum->right.get()})
      if (const auto *read = dyn_cast<ir::Read>(summand); read && &read->variable == &x)
        stays(x, *summand, high);
  if (!onlyParametersOr(x, low, high))
    return;
  whileFlagStands(low, high, {-1});
  atMost(low, high, {0, 1, 2});
}

/// A test by which the run ends, however it compares: where it goes on, x is not on the bound, or a step less
/// far beyond where the step comes behind the test.
void TestBounds::runsOn(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high) {
  const int sign = signOf(x, low) - signOf(x, high);
  const Steps steps = stepsOf(templates.loop, x);
  if ((sign > 0 && !steps.up) || (sign < 0 && !steps.down) || sign == 0 || !onlyParametersOr(x, low, high))
    return;
  if (x.sort != ir::Sort::Int)
    atMost(low, high, {0});
  else if (steps.most)
    atMost(low, high, inOrder({-1, *steps.most - 1}));
}

/// A test by which a flag falls, however it compares: until then x is not beyond the bound, or on it, or a
/// step further where the step comes behind the test; and in the end by another step.
void TestBounds::keeps(const ir::Variable &x, const ir::Expression &low, const ir::Expression &high) {
  const int sign = signOf(x, low) - signOf(x, high);
  const Steps steps = stepsOf(templates.loop, x);
  if ((sign > 0 && !steps.up) || (sign < 0 && !steps.down) || sign == 0)
    return;
  if (const auto *sum = dyn_cast<ir::Binary>(&low); sum && sum->op == ir::BinaryOperator::Add)
    for (const auto *summand : {sum->left.get(), sum->right.get()})
      if (const auto *read = dyn_cast<ir::Read>(summand); read && &read->variable == &x)
        keeps(x, *summand, high);
  if (!onlyParametersOr(x, low, high))
    return;
  const bool isCounter = x.sort == ir::Sort::Int && steps.most;
  const Rational step = isCounter ? *steps.most : Rational(0);
  if (isCounter) {
    whileFlagStands(low, high, inOrder({-1, 0, step - 1, step}));
    atMost(low, high, inOrder({0, step - 1, step, 2 * step - 1, 2 * step}));
  } else {
    whileFlagStands(low, high, {-1, 0});
    atMost(low, high, {0});
  }
}

/// How often one way through \p block may assign \p x; of a loop in it two stand for all.
static unsigned mostAssignments(const ir::Block &block, const ir::Variable &x) {
  unsigned most = 0;
  for (const auto &statement : block)
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get()))
      most += &assign->target == &x ? 1 : 0;
    else if (const auto *branch = dyn_cast<ir::If>(statement.get()))
      most += std::max(mostAssignments(branch->thenBlock, x), mostAssignments(branch->elseBlock, x));
    else if (const auto *loop = dyn_cast<ir::For>(statement.get()))
      most += 2 * mostAssignments(loop->body, x);
  return most;
}

/// A step that a test lets pass takes x from where the two sides are equal to a step beyond, however the
/// test is written: `x <= e - s`, `e - x >= s` and `x + s <= e` let x := x + s take it to e. Literal steps of
/// ints up to 2 are slacks already.
void TestBounds::afterStep(const ir::Variable &x, const ir::Expression &left, const ir::Expression &right) {
  const auto isX = [&](const ir::Expression &part) {
    const auto *read = dyn_cast<ir::Read>(&part);
    return read && &read->variable == &x;
  };
  if (!ir::anyPart(left, isX) && !ir::anyPart(right, isX))
    return;
  SolvedFor solver(x, templates.context);
  const std::optional<RationalFunction> end = solver.end(left, right);
  if (!end)
    return;
  if (const Steps steps = stepsOf(templates.loop, x); x.sort == ir::Sort::Int && steps.most &&
                                                      *steps.most > 1 && *steps.least == *steps.most &&
                                                      solver.overParameters(*end))
    goesInSteps(x, *steps.most);
  std::vector<RationalFunction> steps = solver.steps(templates.loop);
  if (steps.size() > 1 && mostAssignments(templates.loop.body, x) > 1)
    steps.push_back(std::accumulate(std::next(steps.begin()), steps.end(), steps.front(), inference::sum));
  for (const RationalFunction &step : steps) {
    const Polynomial &size = step.numerator;
    if (size.isZero()) // What is paid and given back.
      continue;
    if (x.sort == ir::Sort::Int && size.isConstant() && step.denominator.isConstant() &&
        abs(size.terms().begin()->second) <= 2 * abs(step.denominator.terms().begin()->second))
      continue;
    const std::shared_ptr<const ir::Expression> bound = solver.overParameters(sum(*end, step));
    if (!bound)
      continue;
    const auto read = std::make_shared<const ir::Read>(x, /*newPrimed=*/false,
                                                       std::vector<ir::ExpressionPtr>(), bound->range());
    for (bool isUp : {true, false}) {
      if (!mayBe(isUp, step))
        continue;
      const std::shared_ptr<const ir::Expression> low = isUp ? read : bound, high = isUp ? bound : read;
      if (!isNew(*low, *high))
        continue;
      templates.add(compare(*low, ir::BinaryOperator::LessEqual, ir::copyAt(*high, high->range())),
                    [low, high](Context c, const LoopHead &head) {
                      relational::Evaluator evaluator(c, head.state);
                      return c.store.lessEqual(evaluator.program(*low, Side::First),
                                               evaluator.program(*high, Side::First));
                    });
    }
  }
}

/// Always; \p slacks: in growing order.
void TestBounds::atMost(const ir::Expression &low, const ir::Expression &high,
                        const std::vector<Rational> &slacks) {
  std::vector<std::size_t> stronger;
  for (const Rational &slack : slacks) {
    ir::ExpressionPtr limit = sumOf(high, slack);
    if (!isNew(low, *limit))
      continue;
    const std::size_t number = templates.add(
        compare(low, ir::BinaryOperator::LessEqual, std::move(limit)),
        [&low, &high, slack](Context c, const LoopHead &head) {
          relational::Evaluator evaluator(c, head.state);
          Term least = evaluator.program(low, Side::First), most = evaluator.program(high, Side::First);
          return c.store.lessEqual(least, c.store.add(most, c.store.literal(slack, most.sort())));
        },
        std::move(stronger));
    stronger = {number};
  }
}

/// As long as a flag has not changed; \p slacks: in growing order, -1 for less.
void TestBounds::whileFlagStands(const ir::Expression &low, const ir::Expression &high,
                                 const std::vector<Rational> &slacks) {
  std::vector<std::vector<std::size_t>> stronger(flags.size());
  for (const Rational &slack : slacks) {
    const bool isStrict = slack == -1;
    const Rational more = isStrict ? Rational(0) : slack;
    ir::ExpressionPtr limit = sumOf(high, more);
    if (!isNew(isStrict ? While::FlagStandsStrictly : While::FlagStands, low, *limit))
      continue;
    const std::string text =
        compare(low, isStrict ? ir::BinaryOperator::Less : ir::BinaryOperator::LessEqual, std::move(limit));
    for (std::size_t i = 0; i < flags.size(); ++i) {
      const Flag flag = flags[i];
      const std::size_t number = templates.add(
          text + " as long as " + flag.variable->name +
              (!flag.stands   ? " has its value at entry"
               : *flag.stands ? " is true"
                              : " is false"),
          [flag, isStrict, more, &low, &high](Context c, const LoopHead &head) {
            Term now = valueOf(c, head.state, *flag.variable, Side::First),
                 then = flag.stands ? c.store.boolean(*flag.stands)
                                    : valueOf(c, head.entry, *flag.variable, Side::First);
            if (!now.isValid() || !then.isValid())
              return c.store.boolean(true);
            relational::Evaluator evaluator(c, head.state);
            Term least = evaluator.program(low, Side::First), most = evaluator.program(high, Side::First);
            most = c.store.add(most, c.store.literal(more, most.sort()));
            return c.store.implies(c.store.equal(now, then),
                                   isStrict ? c.store.less(least, most) : c.store.lessEqual(least, most));
          },
          std::move(stronger[i]));
      stronger[i] = {number};
    }
  }
}

/// Without it a bound may lie between two steps, and one step more seems to be taken than there are.
void TestBounds::goesInSteps(const ir::Variable &x, const Rational &step) {
  if (!inSteps.insert(&x).second)
    return;
  templates.add(
      x.name + " is its value at entry and a multiple of " + toString(step),
      [&x, size = Integer(step.get_num())](Context c, const LoopHead &head) {
        Term now = valueOf(c, head.state, x, Side::First), then = valueOf(c, head.entry, x, Side::First);
        return now.isValid() && then.isValid()
                   ? c.store.equal(c.store.modulo(c.store.subtract(now, then), size), c.store.integer(0))
                   : c.store.boolean(true);
      });
}

bool TestBounds::isNew(const ir::Expression &low, const ir::Expression &high) {
  return isNew(While::Always, low, high);
}

/// An Int is the same bound as the real that it is.
static bool isSameBound(const ir::Expression &one, const ir::Expression &other) {
  const auto plain = [](const ir::Expression &bound) -> const ir::Expression & {
    const auto *unary = dyn_cast<ir::Unary>(&bound);
    return unary && unary->op == ir::UnaryOperator::ToReal ? *unary->operand : bound;
  };
  return ir::isSameTerm(plain(one), plain(other));
}

bool TestBounds::isNew(While when, const ir::Expression &low, const ir::Expression &high) {
  for (const Compared &known : compared)
    if (known.when == when && isSameBound(*known.low, low) && isSameBound(*known.high, high))
      return false;
  compared.push_back({when, ir::copyAt(low, low.range()), ir::copyAt(high, high.range())});
  return true;
}

} // namespace plumb::inference
