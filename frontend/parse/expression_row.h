// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/expression_row.h - Operands and operators -*- C++ -*-===//
///
/// \file
/// The flat row of prefixes, operands and operators as which the grammar reads an expression, for
/// ExpressionReader alone, which makes a tree of it by precedence.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_EXPRESSION_ROW_H
#define PLUMB_FRONTEND_PARSE_EXPRESSION_ROW_H

#include "frontend/parse/expression_reader.h"

#include <optional>

namespace plumb {

/// One expression as it was written: prefixes, operands and operators in a row, and how
/// much of it has been taken. The prefixes of an operand stand before it.
struct ExpressionReader::Row {
public:
  /// Of an expression or a bound.
  explicit Row(antlr4::ParserRuleContext &context);

  bool atEnd() const { return position == items.size(); }
  /// \pre !atEnd()
  antlr4::ParserRuleContext &next() const { return *items[position]; }
  antlr4::ParserRuleContext &take() { return *items[position++]; }
  /// The next item, by its rule, if it is an operator between two operands. The rules are ordered by how
  /// strongly they bind.
  std::optional<std::size_t> infix() const;

private:
  std::vector<antlr4::ParserRuleContext *> items;
  std::size_t position = 0;
};

/// One comparison of a chain.
struct ExpressionReader::Link {
  std::string_view text;
  SourceRange word;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_EXPRESSION_ROW_H
