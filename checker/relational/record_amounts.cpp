// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/record_amounts.h"

#include "checker/relational/rational_text.h"
#include "checker/relational/scales.h"
#include "frontend/ir/schema.h"
#include "frontend/support/rational.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::relational {

using llvm::dyn_cast;

namespace {

/// With more of them there would be too many candidates.
constexpr std::size_t mostAmounts = 4;

using Amount = std::optional<Polynomial>;

/// The least and the greatest of values.
struct Range {
  Rational low, high;
};

std::optional<Range> rangeOf(const ir::Expression &term);

std::optional<Range> rangeOfBinary(const ir::Binary &binary) {
  using Op = ir::BinaryOperator;
  const auto a = rangeOf(*binary.left), b = rangeOf(*binary.right);
  if (!a || !b)
    return std::nullopt;
  const bool isByPositive = b->low == b->high && b->low > 0;
  switch (binary.op) {
  case Op::Add:
    return Range{a->low + b->low, a->high + b->high};
  case Op::Subtract:
    return Range{a->low - b->high, a->high - b->low};
  case Op::Multiply: {
    const auto ends = std::minmax({Rational(a->low * b->low), Rational(a->low * b->high),
                                   Rational(a->high * b->low), Rational(a->high * b->high)});
    return Range{ends.first, ends.second};
  }
  case Op::Divide:
    return isByPositive ? std::optional(Range{a->low / b->low, a->high / b->low}) : std::nullopt;
  case Op::IntegerDivide:
    return isByPositive
               ? std::optional(Range{Rational(floorOf(a->low / b->low)), Rational(floorOf(a->high / b->low))})
               : std::nullopt;
  case Op::Modulo:
    return isByPositive ? std::optional(Range{0, b->low - 1}) : std::nullopt;
  case Op::Less:
  case Op::LessEqual:
  case Op::Greater:
  case Op::GreaterEqual:
  case Op::Equal:
  case Op::NotEqual:
  case Op::And:
  case Op::Or:
  case Op::Implies:
  case Op::Iff:
    return std::nullopt;
  }
}

/// Of a term whose fields lie between numbers; of each of its parts by itself.
std::optional<Range> rangeOf(const ir::Expression &term) {
  if (const auto *number = dyn_cast<ir::Number>(&term))
    return Range{number->value, number->value};
  if (const auto *read = dyn_cast<ir::FieldRead>(&term)) {
    const auto low = read->field.low ? rangeOf(*read->field.low) : std::nullopt;
    const auto high = low ? rangeOf(*read->field.high) : std::nullopt;
    return high ? std::optional(Range{low->low, high->high - (read->field.reachesHigh() ? 0 : 1)})
                : std::nullopt;
  }
  if (const auto *binary = dyn_cast<ir::Binary>(&term))
    return rangeOfBinary(*binary);
  if (const auto *unary = dyn_cast<ir::Unary>(&term)) {
    auto inner = rangeOf(*unary->operand);
    if (!inner || unary->op == ir::UnaryOperator::Not || unary->op == ir::UnaryOperator::ToReal)
      return inner;
    const Range negated{-inner->high, -inner->low};
    return unary->op == ir::UnaryOperator::Negate
               ? negated
               : Range{std::max({Rational(0), inner->low, negated.low}), std::max(inner->high, negated.high)};
  }
  if (const auto *choice = dyn_cast<ir::Conditional>(&term)) {
    const auto a = rangeOf(*choice->whenTrue), b = rangeOf(*choice->whenFalse);
    return a && b ? std::optional(Range{std::min(a->low, b->low), std::max(a->high, b->high)}) : std::nullopt;
  }
  if (const auto *extremum = dyn_cast<ir::Extremum>(&term)) {
    const auto a = rangeOf(*extremum->left), b = rangeOf(*extremum->right);
    if (!a || !b)
      return std::nullopt;
    return extremum->isMaximum ? Range{std::max(a->low, b->low), std::max(a->high, b->high)}
                               : Range{std::min(a->low, b->low), std::min(a->high, b->high)};
  }
  return std::nullopt;
}

Amount sum(Amount a, const Amount &b) {
  return a && b ? Amount(*a + *b) : std::nullopt;
}

/// How large the term of a query is at most.
class Largest {
public:
  enum class Of : std::uint8_t {
    /// One value of it, either sign.
    Value,
    /// The difference of two values.
    Change
  };

  Largest(Context context, const ir::SchemaQuery &query, Of of) : context(context), query(query), of(of) {}

  Amount operator()(const ir::Expression &term) {
    if (const auto range = rangeOf(term))
      return Polynomial::constant(of == Of::Change
                                      ? Rational(range->high - range->low)
                                      : std::max(Rational(abs(range->low)), Rational(abs(range->high))));
    if (const auto *read = dyn_cast<ir::FieldRead>(&term))
      return ofField(read->field);
    if (const auto *read = dyn_cast<ir::Read>(&term))
      return ofName(*read);
    if (const auto *unary = dyn_cast<ir::Unary>(&term))
      return unary->op == ir::UnaryOperator::Not ? std::nullopt : (*this)(*unary->operand);
    if (const auto *binary = dyn_cast<ir::Binary>(&term))
      return ofBinary(*binary);
    if (const auto *choice = dyn_cast<ir::Conditional>(&term))
      return larger((*this)(*choice->whenTrue), (*this)(*choice->whenFalse));
    if (const auto *extremum = dyn_cast<ir::Extremum>(&term))
      return ofExtremum(*extremum);
    return std::nullopt;
  }

private:
  Amount polynomial(const ir::Expression &term) const {
    const auto value = rationalFunction(term, context.symbols, context.products, context.store);
    return value && value->denominator == Polynomial::constant(1) ? Amount(value->numerator) : std::nullopt;
  }

  /// Of one from 0 on, or of one of both signs, how far its ends are apart.
  Amount ofField(const ir::Field &field) const {
    if (!field.low)
      return std::nullopt;
    const Amount low = polynomial(*field.low), high = polynomial(*field.high);
    if (!low || !high)
      return std::nullopt;
    const Polynomial last = *high - Polynomial::constant(field.reachesHigh() ? 0 : 1);
    const auto *start = dyn_cast<ir::Number>(field.low.get());
    return of == Of::Value && start && start->value >= 0 ? last : last - *low;
  }

  Amount ofName(const ir::Read &read) const {
    const auto index = std::find(query.indices.begin(), query.indices.end(), &read.variable);
    if (index == query.indices.end())
      return of == Of::Value ? polynomial(read) : Polynomial();
    const Amount extent = polynomial(*query.extents[index - query.indices.begin()]);
    // Both runs have the same index.
    return of == Of::Change ? Amount(Polynomial()) : extent ? *extent - Polynomial::constant(1) : extent;
  }

  Amount ofBinary(const ir::Binary &binary) {
    using Op = ir::BinaryOperator;
    if (const Amount value = polynomial(binary))
      return of == Of::Change      ? Polynomial()
             : value->isConstant() ? Polynomial::constant(abs(number(*value)))
                                   : *value;
    const Amount left = (*this)(*binary.left), right = (*this)(*binary.right);
    if (binary.op == Op::Add || binary.op == Op::Subtract)
      return sum(left, right);
    if (binary.op != Op::Multiply)
      return std::nullopt;
    Largest value(context, query, Of::Value);
    const Amount leftValue = value(*binary.left), rightValue = value(*binary.right);
    if (!leftValue || !rightValue || !left || !right)
      return std::nullopt;
    if (of == Of::Value)
      return *leftValue * *rightValue;
    return left->isZero()    ? *leftValue * *right
           : right->isZero() ? *left * *rightValue
                             : Amount(std::nullopt);
  }

  /// Of two that are no numbers nobody knows; of both, their sum is one.
  static Amount larger(const Amount &a, const Amount &b) {
    if (!a || !b)
      return std::nullopt;
    if (!a->isConstant() || !b->isConstant())
      return a->isZero() ? b : b->isZero() ? a : *a == *b ? a : sum(a, b);
    return number(*a) < number(*b) ? b : a;
  }

  /// The smaller of two is no larger than one of them.
  Amount ofExtremum(const ir::Extremum &extremum) {
    const Amount left = (*this)(*extremum.left), right = (*this)(*extremum.right);
    if (extremum.isMaximum)
      return larger(left, right);
    return right && (!left || of == Of::Value) ? right : left;
  }

  static Rational number(const Polynomial &constant) {
    return constant.isZero() ? Rational(0) : constant.terms().begin()->second;
  }

  Context context;
  const ir::SchemaQuery &query;
  Of of;
};

/// Each once; none of a mechanism whose neighbours differ in no record.
std::vector<Polynomial> amountsOfTerms(Context context) {
  std::vector<Polynomial> amounts;
  for (const auto &variable : context.symbols.neighbourhood().variables) {
    const ir::SchemaQuery *query = variable->definition;
    if (!query || !query->term)
      continue;
    for (const Largest::Of of : {Largest::Of::Value, Largest::Of::Change}) {
      const Amount amount = Largest(context, *query, of)(*query->term);
      if (amount && !amount->isZero() && amounts.size() < mostAmounts &&
          std::find(amounts.begin(), amounts.end(), *amount) == amounts.end())
        amounts.push_back(*amount);
    }
  }
  return amounts;
}

} // namespace

std::vector<MovementBound> likelyAmounts(Context context) {
  std::vector<MovementBound> amounts = adjacencyBounds(context);
  for (const Polynomial &amount : amountsOfTerms(context)) {
    // Twice 1 is a multiple of 1.
    const bool known = amount == Polynomial::constant(2) ||
                       std::any_of(amounts.begin(), amounts.end(),
                                   [&](const MovementBound &other) { return other.value == amount; });
    if (!known)
      amounts.push_back({print(RationalFunction{amount, Polynomial::constant(1)}), amount});
  }
  return amounts;
}

} // namespace plumb::relational
