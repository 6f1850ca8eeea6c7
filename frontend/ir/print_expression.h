// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/print_expression.h - Expressions as text -----*- C++ -*-===//
///
/// \file
/// Expressions as text of the language, in the places where a plain print would not read back as the same
/// term. For printers of programs, messages and certificates.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_PRINT_EXPRESSION_H
#define PLUMB_FRONTEND_IR_PRINT_EXPRESSION_H

#include "frontend/ir/expression.h"

namespace plumb::ir {

/// Text of \p expression in a place where frontend/sema wants a Real and promotes a public Int
/// by itself (a scale, the bound of a real query, ...): `1 / eps`, not `1.0 / eps`. Elsewhere
/// print(expression) writes out what is needed to get the same sort again.
std::string printPromoted(const Expression &expression);

/// As an operand of `..`, where only sums bind tightly enough to be read without parentheses.
std::string printBound(const Expression &expression);
/// The same where a Real is wanted if it is one, as in the range of a field.
std::string printPromotedBound(const Expression &expression);

/// As the left operand of `*` or `/`.
std::string printFactor(const Expression &expression);

/// Behind a cell: ".above", or ".above.2" where outputs of the tag have several values.
std::string printComponent(const Tag &tag, std::size_t component);

/// "seen is above", "seen[0].above.1": what a composition reads of a cell, of an array the one behind
/// \p indices, which are printed.
std::string printCellPart(const Variable::CellPart &part, const std::string &indices = {});

/// "[i][j]", or nothing.
std::string printIndices(const std::vector<ExpressionPtr> &indices);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_PRINT_EXPRESSION_H
