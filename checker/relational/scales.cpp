// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/scales.h"

#include "checker/relational/walk.h"

#include "llvm/Support/Casting.h"

namespace plumb::relational {

using llvm::dyn_cast;
using smt::Term;

bool RationalFunction::equals(const RationalFunction &other) const {
  return numerator * other.denominator == other.numerator * denominator;
}

std::optional<Rational> RationalFunction::ratioTo(const RationalFunction &other) const {
  Polynomial above = numerator * other.denominator, below = other.numerator * denominator;
  if (above.isZero() || below.isZero())
    return std::nullopt;
  Rational ratio = above.terms().begin()->second / below.terms().begin()->second;
  if (ratio <= 0 || !(above == Polynomial::constant(ratio) * below))
    return std::nullopt;
  return ratio;
}

namespace {

class Converter {
public:
  using ValueOf = llvm::function_ref<Term(const ir::Expression &)>;
  /// \param valueOf null: nothing but arithmetic of scalar parameters has a value.
  /// \param mayDivide quotients of ints by literals have a value, too.
  Converter(Symbols &symbols, Products &products, smt::TermStore &store, ValueOf valueOf = {},
            bool mayDivide = false)
      : symbols(symbols), products(products), store(store), valueOf(valueOf), hasQuotients(mayDivide) {}

  std::optional<RationalFunction> convert(const ir::Expression &expression) {
    if (const auto *number = dyn_cast<ir::Number>(&expression))
      return RationalFunction{Polynomial::constant(number->value), one};
    if (const auto *read = dyn_cast<ir::Read>(&expression))
      return convertRead(*read);
    if (const auto *unary = dyn_cast<ir::Unary>(&expression))
      return convertUnary(*unary);
    if (const auto *binary = dyn_cast<ir::Binary>(&expression))
      return convertBinary(*binary);
    return convertOther(expression);
  }

private:
  std::optional<RationalFunction> convertOther(const ir::Expression &expression) {
    if (!valueOf || expression.sort() == ir::Sort::Bool)
      return std::nullopt;
    return asAtom(valueOf(expression));
  }

  std::optional<RationalFunction> convertRead(const ir::Read &read) {
    if (read.variable.role != ir::Variable::Role::Parameter || read.variable.isArray())
      return convertOther(read);
    smt::Term value = symbols.parameter(read.variable, {});
    if (value.sort() == smt::Sort::Bool)
      return std::nullopt;
    return asAtom(value);
  }

  RationalFunction asAtom(Term value) {
    return RationalFunction{products.expand(value.sort() == smt::Sort::Int ? store.toReal(value) : value),
                            one};
  }

  std::optional<RationalFunction> convertUnary(const ir::Unary &unary) {
    if (unary.op != ir::UnaryOperator::Negate && unary.op != ir::UnaryOperator::ToReal)
      return convertOther(unary);
    auto operand = convert(*unary.operand);
    if (!operand || unary.op == ir::UnaryOperator::ToReal)
      return operand;
    return RationalFunction{Polynomial() - operand->numerator, operand->denominator};
  }

  std::optional<RationalFunction> convertBinary(const ir::Binary &binary) {
    auto a = convert(*binary.left), b = convert(*binary.right);
    if (!a || !b || tooLarge(*a, *b))
      return std::nullopt;
    switch (binary.op) {
    case ir::BinaryOperator::Add:
      return RationalFunction{a->numerator * b->denominator + b->numerator * a->denominator,
                              a->denominator * b->denominator};
    case ir::BinaryOperator::Subtract:
      return RationalFunction{a->numerator * b->denominator - b->numerator * a->denominator,
                              a->denominator * b->denominator};
    case ir::BinaryOperator::Multiply:
      return RationalFunction{a->numerator * b->numerator, a->denominator * b->denominator};
    case ir::BinaryOperator::Divide:
      if (b->numerator.isZero())
        return std::nullopt;
      return RationalFunction{a->numerator * b->denominator, a->denominator * b->numerator};
    case ir::BinaryOperator::IntegerDivide:
    case ir::BinaryOperator::Modulo: {
      const std::optional<Term> whole = hasQuotients ? integer(binary) : std::nullopt;
      return whole ? asAtom(*whole) : convertOther(binary);
    }
    case ir::BinaryOperator::Less:
    case ir::BinaryOperator::LessEqual:
    case ir::BinaryOperator::Greater:
    case ir::BinaryOperator::GreaterEqual:
    case ir::BinaryOperator::Equal:
    case ir::BinaryOperator::NotEqual:
    case ir::BinaryOperator::And:
    case ir::BinaryOperator::Or:
    case ir::BinaryOperator::Implies:
    case ir::BinaryOperator::Iff:
      return std::nullopt;
    }
  }

  /// A linear term over scalar parameters, and what is left of such terms when they are divided by positive
  /// literals; a quotient is an atom of which the solver knows what it is.
  std::optional<Term> integer(const ir::Expression &expression) {
    if (const auto *number = dyn_cast<ir::Number>(&expression))
      return isIntegral(number->value) ? std::optional(store.literal(number->value, smt::Sort::Int))
                                       : std::nullopt;
    if (const auto *read = dyn_cast<ir::Read>(&expression))
      return read->variable.role == ir::Variable::Role::Parameter && !read->variable.isArray() &&
                     read->variable.sort == ir::Sort::Int
                 ? std::optional(symbols.parameter(read->variable, {}))
                 : std::nullopt;
    const auto *binary = dyn_cast<ir::Binary>(&expression);
    const std::optional<Term> a = binary ? integer(*binary->left) : std::nullopt;
    const std::optional<Term> b = a ? integer(*binary->right) : std::nullopt;
    if (!b)
      return std::nullopt;
    const bool isDivisor = b->op() == smt::Operator::Literal && b->number() > 0;
    using Op = ir::BinaryOperator;
    if (binary->op == Op::Add)
      return store.add(*a, *b);
    if (binary->op == Op::Subtract)
      return store.subtract(*a, *b);
    if (binary->op == Op::Multiply &&
        (a->op() == smt::Operator::Literal || b->op() == smt::Operator::Literal))
      return store.multiply(*a, *b);
    if (binary->op == Op::IntegerDivide && isDivisor)
      return store.divide(*a, b->number().get_num());
    if (binary->op == Op::Modulo && isDivisor)
      return store.modulo(*a, b->number().get_num());
    return std::nullopt;
  }

  static bool tooLarge(const RationalFunction &a, const RationalFunction &b) {
    return a.numerator.growsTooLargeWith(b.numerator) || a.numerator.growsTooLargeWith(b.denominator) ||
           a.denominator.growsTooLargeWith(b.numerator) || a.denominator.growsTooLargeWith(b.denominator);
  }

  Symbols &symbols;
  Products &products;
  smt::TermStore &store;
  ValueOf valueOf;
  bool hasQuotients;
  const Polynomial one = Polynomial::constant(1);
};

} // namespace

std::optional<RationalFunction> rationalFunction(const ir::Expression &expression, Symbols &symbols,
                                                 Products &products, smt::TermStore &store) {
  return Converter(symbols, products, store).convert(expression);
}

std::optional<RationalFunction>
rationalFunctionOfValues(const ir::Expression &expression, Symbols &symbols, Products &products,
                         smt::TermStore &store, llvm::function_ref<Term(const ir::Expression &)> valueOf) {
  return Converter(symbols, products, store, valueOf).convert(expression);
}

Scales::Scales(Symbols &symbols, Products &products, smt::TermStore &store) {
  if (!symbols.hasMechanism())
    return;
  forEachStatement(symbols.mechanism().body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    auto value = Converter(symbols, products, store, {}, /*mayDivide=*/true).convert(*sample->scale);
    if (!value ||
        value->numerator.isZero()) // A scale of 0 is refused where it is drawn, and measures nothing.
      return;
    auto position = find(*value);
    if (!position) {
      position = scales.size();
      scales.push_back({*value, sample->scale.get(), ir::print(*sample->scale)});
    }
    positions.emplace(sample, *position);
  });
  makeClasses();
}

void Scales::makeClasses() {
  for (std::size_t i = 0; i < scales.size(); ++i) {
    Class *home = nullptr;
    for (Class &candidate : scaleClasses)
      if (scales[i].value.ratioTo(scales[candidate.base].value))
        home = &candidate;
    if (!home)
      home = &scaleClasses.emplace_back(Class{i, {}});
    home->members.emplace_back(i, 1);
    if (*scales[i].value.ratioTo(scales[home->base].value) > 1)
      home->base = i;
  }
  for (Class &scaleClass : scaleClasses)
    for (auto &[position, weight] : scaleClass.members)
      weight = *scales[scaleClass.base].value.ratioTo(scales[position].value);
}

std::optional<std::size_t> Scales::find(const RationalFunction &scale) const {
  for (std::size_t i = 0; i < scales.size(); ++i)
    if (scales[i].value.equals(scale))
      return i;
  return std::nullopt;
}

std::optional<std::size_t> Scales::of(const ir::Sample &sample) const {
  auto found = positions.find(&sample);
  if (found == positions.end())
    return std::nullopt;
  return found->second;
}

} // namespace plumb::relational
