// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/weighted_sum.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "frontend/ir/same_term.h"

#include <llvm/Support/Casting.h>
#include <utility>

namespace plumb::claims {

namespace {

using interpreter::Exact;

/// What is assigned to a variable is read once for each use, so that a few lines may stand for a long term.
constexpr unsigned mostSteps = 4096;
constexpr std::size_t mostParts = 64;

class Reader {
public:
  explicit Reader(Meaning of) : meaning(of) {}

  /// Adds \p weight * \p term.
  void add(const ir::Expression &term, const Exact &weight) {
    isTooLong |= ++steps > mostSteps || sum.parts.size() > mostParts;
    if (isTooLong || weight.isZero())
      return;
    if (const auto *number = llvm::dyn_cast<ir::Number>(&term))
      sum.constant = sum.constant + weight * Exact(number->value);
    else if (const auto *unary = llvm::dyn_cast<ir::Unary>(&term);
             unary && (unary->op == ir::UnaryOperator::ToReal || unary->op == ir::UnaryOperator::Negate))
      add(*unary->operand, unary->op == ir::UnaryOperator::Negate ? -weight : weight);
    else if (const auto *binary = llvm::dyn_cast<ir::Binary>(&term); !binary || !addBinary(*binary, weight))
      addWhole(term, weight);
  }

  std::optional<WeightedSum> result() { return isTooLong ? std::nullopt : std::optional(std::move(sum)); }

private:
  /// False if it is no sum and no multiple.
  bool addBinary(const ir::Binary &term, const Exact &weight) {
    using Op = ir::BinaryOperator;
    switch (term.op) {
    case Op::Add:
    case Op::Subtract:
      add(*term.left, weight);
      add(*term.right, term.op == Op::Add ? weight : -weight);
      return true;
    case Op::Multiply:
      if (const auto factor = numberIn(*term.left)) {
        add(*term.right, weight * *factor);
        return true;
      }
      if (const auto factor = numberIn(*term.right)) {
        add(*term.left, weight * *factor);
        return true;
      }
      return false;
    case Op::Divide:
      if (const auto divisor = numberIn(*term.right); divisor && !divisor->isZero()) {
        add(*term.left, weight / *divisor);
        return true;
      }
      return false;
    case Op::IntegerDivide:
    case Op::Modulo:
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
      break;
    }
    return false;
  }

  void addWhole(const ir::Expression &term, const Exact &weight) {
    const auto *read = llvm::dyn_cast<ir::Read>(&term);
    if (const ir::Expression *value = read && read->indices.empty() ? meaning(*read) : nullptr)
      return add(*value, weight);
    sum = plus(sum, {0, {{&term, weight}}}, 1);
  }

  std::optional<Exact> numberIn(const ir::Expression &term) {
    Reader inside(meaning);
    inside.steps = steps;
    inside.add(term, 1);
    steps = inside.steps;
    isTooLong |= inside.isTooLong;
    return !inside.isTooLong && inside.sum.isNumber() ? std::optional(inside.sum.constant) : std::nullopt;
  }

  Meaning meaning;
  WeightedSum sum;
  unsigned steps = 0;
  bool isTooLong = false;
};

/// Is \p term a sum or a comparison, which a factor beside it would part?
bool needsParentheses(const ir::Expression &term) {
  return llvm::isa<ir::Binary, ir::Conditional>(term);
}

} // namespace

std::optional<WeightedSum> weightedSum(const ir::Expression &term, Meaning meaning) {
  Reader reader(meaning);
  reader.add(term, 1);
  return reader.result();
}

WeightedSum plus(const WeightedSum &a, const WeightedSum &b, const Exact &weight) {
  WeightedSum sum = a;
  sum.constant = sum.constant + weight * b.constant;
  for (const WeightedSum::Part &part : b.parts) {
    const Exact added = weight * part.weight + takeOut(sum, *part.term);
    if (!added.isZero())
      sum.parts.push_back({part.term, added});
  }
  return sum;
}

WeightedSum scaled(const WeightedSum &sum, const Exact &weight) {
  return plus({}, sum, weight);
}

Exact takeOut(WeightedSum &sum, const ir::Expression &term) {
  const auto found =
      llvm::find_if(sum.parts, [&](const auto &part) { return ir::isSameTerm(*part.term, term); });
  if (found == sum.parts.end())
    return 0;
  Exact weight = found->weight;
  sum.parts.erase(found);
  return weight;
}

bool isWhole(const WeightedSum &sum) {
  return sum.constant.isIntegral() && llvm::all_of(sum.parts, [](const WeightedSum::Part &part) {
           return part.term->sort() == ir::Sort::Int && part.weight.isIntegral();
         });
}

std::string textOf(const WeightedSum &sum) {
  std::string text;
  const auto sign = [&](const Exact &weight) {
    text += text.empty() ? (weight.sign() < 0 ? "-" : "") : weight.sign() < 0 ? " - " : " + ";
  };
  for (const WeightedSum::Part &part : sum.parts) {
    sign(part.weight);
    const std::string factor = toString(part.weight.absolute().rational()), term = ir::print(*part.term);
    text += factor == "1" ? term : factor + " * " + (needsParentheses(*part.term) ? "(" + term + ")" : term);
  }
  if (text.empty() || !sum.constant.isZero()) {
    sign(sum.constant);
    text += toString(sum.constant.absolute().rational());
  }
  return text;
}

} // namespace plumb::claims
