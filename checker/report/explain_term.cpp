// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_term.h"

#include "checker/alignment/rational_text.h"
#include "checker/alignment/scales.h"

#include <cctype>

namespace plumb::report {

namespace {

/// A reader by recursive descent. After a mistake it returns null throughout.
class TermReader {
public:
  TermReader(std::string_view newText, const ir::Mechanism &newMechanism)
      : rest(newText), mechanism(newMechanism) {}

  ir::ExpressionPtr whole() {
    ir::ExpressionPtr term = sum();
    skipBlanks();
    return rest.empty() ? std::move(term) : nullptr;
  }

private:
  void skipBlanks() {
    while (!rest.empty() && rest.front() == ' ')
      rest.remove_prefix(1);
  }

  bool take(char c) {
    skipBlanks();
    if (rest.empty() || rest.front() != c)
      return false;
    rest.remove_prefix(1);
    return true;
  }

  static ir::ExpressionPtr binary(ir::BinaryOperator op, ir::ExpressionPtr a, ir::ExpressionPtr b) {
    if (!a || !b)
      return nullptr;
    return std::make_unique<ir::Binary>(op, ir::Sort::Real, std::move(a), std::move(b), SourceRange());
  }

  ir::ExpressionPtr sum() {
    ir::ExpressionPtr term = product();
    while (true) {
      if (take('+'))
        term = binary(ir::BinaryOperator::Add, std::move(term), product());
      else if (take('-'))
        term = binary(ir::BinaryOperator::Subtract, std::move(term), product());
      else
        return term;
    }
  }

  ir::ExpressionPtr product() {
    ir::ExpressionPtr term = factor();
    while (true) {
      if (take('*'))
        term = binary(ir::BinaryOperator::Multiply, std::move(term), factor());
      else if (take('/'))
        term = binary(ir::BinaryOperator::Divide, std::move(term), factor());
      else
        return term;
    }
  }

  ir::ExpressionPtr factor() {
    if (++depth > 64)
      return nullptr;
    ir::ExpressionPtr term;
    if (take('-')) {
      if (auto inner = factor())
        term = std::make_unique<ir::Unary>(ir::UnaryOperator::Negate, ir::Sort::Real, std::move(inner),
                                           SourceRange());
    } else if (take('(')) {
      term = sum();
      if (!take(')'))
        term = nullptr;
    } else {
      term = atom();
    }
    --depth;
    return term;
  }

  ir::ExpressionPtr atom() {
    std::size_t length = 0;
    const auto belongs = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    while (length < rest.size() && belongs(rest[length]))
      ++length;
    std::string_view word = rest.substr(0, length);
    rest.remove_prefix(length);
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) != 0) {
      auto value = parseRational(word);
      return value ? std::make_unique<ir::Number>(*value, ir::Sort::Real, SourceRange()) : nullptr;
    }
    return parameter(word);
  }

  ir::ExpressionPtr parameter(std::string_view word) const {
    for (const auto &variable : mechanism.variables) {
      bool isNumber = variable->sort == ir::Sort::Int || variable->sort == ir::Sort::Real;
      if (variable->role != ir::Variable::Role::Parameter || variable->isArray() || !isNumber ||
          variable->name != word)
        continue;
      ir::ExpressionPtr read =
          std::make_unique<ir::Read>(*variable, false, std::vector<ir::ExpressionPtr>{}, SourceRange());
      if (variable->sort == ir::Sort::Real)
        return read;
      return std::make_unique<ir::Unary>(ir::UnaryOperator::ToReal, ir::Sort::Real, std::move(read),
                                         SourceRange());
    }
    return nullptr;
  }

  std::string_view rest;
  const ir::Mechanism &mechanism;
  unsigned depth = 0;
};

} // namespace

ir::ExpressionPtr termOf(std::string_view text, const ir::Mechanism &mechanism) {
  return TermReader(text, mechanism).whole();
}

std::string simplified(const ir::Expression &term, const ir::Mechanism &mechanism) {
  smt::TermStore store;
  alignment::Symbols symbols(mechanism, store);
  alignment::Products products(store);
  auto function = alignment::rationalFunction(term, symbols, products, store);
  return function ? alignment::print(*function) : std::string();
}

std::optional<Rational> constantRatio(const ir::Expression &a, const ir::Expression &b,
                                      const ir::Mechanism &mechanism) {
  smt::TermStore store;
  alignment::Symbols symbols(mechanism, store);
  alignment::Products products(store);
  auto first = alignment::rationalFunction(a, symbols, products, store);
  auto second = alignment::rationalFunction(b, symbols, products, store);
  if (!first || !second)
    return std::nullopt;
  return first->ratioTo(*second);
}

} // namespace plumb::report
