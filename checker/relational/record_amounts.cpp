// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/record_amounts.h"

#include "checker/relational/rational_text.h"
#include "checker/relational/scales.h"
#include "frontend/ir/schema.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <optional>

namespace plumb::relational {

using llvm::dyn_cast;

namespace {

/// With more of them there would be too many candidates.
constexpr std::size_t mostAmounts = 4;

using Amount = std::optional<Polynomial>;

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
    if (const auto *number = dyn_cast<ir::Number>(&term))
      return Polynomial::constant(of == Of::Value ? Rational(abs(number->value)) : Rational(0));
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
