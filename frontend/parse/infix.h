// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/infix.h - Precedence ----------------------*- C++ -*-===//
///
/// \file
/// How strongly each operator binds; the table that the head of the grammar
/// tells in words.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_INFIX_H
#define PLUMB_FRONTEND_PARSE_INFIX_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plumb {

/// From the loosest to the tightest.
enum class Strength : std::uint8_t {
  Conditional,
  Iff,
  Implies,
  Or,
  And,
  Not,
  Comparison,
  Sum,
  Product,
  Negation,
};

/// The next tighter one. \pre not the tightest.
constexpr Strength tighter(Strength strength) {
  return static_cast<Strength>(static_cast<std::uint8_t>(strength) + 1);
}

struct InfixOperator {
  Strength strength;
  /// As in syntax::Expression::text; empty for `?`.
  std::string_view text;
};

/// \pre \p tokenType is an operator between two operands, and no slip.
InfixOperator infixOperator(std::size_t tokenType);

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_INFIX_H
