// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/expression_row.h"

namespace plumb {

ExpressionReader::Row::Row(antlr4::ParserRuleContext &context) {
  for (antlr4::tree::ParseTree *child : context.children) {
    if (auto *operand = dynamic_cast<Parser::OperandContext *>(child))
      for (Parser::PrefixContext *prefix : operand->prefix())
        items.push_back(prefix);
    items.push_back(dynamic_cast<antlr4::ParserRuleContext *>(child));
  }
}

std::optional<InfixOperator> ExpressionReader::Row::infix() const {
  if (atEnd())
    return std::nullopt;
  const std::size_t rule = next().getRuleIndex();
  if (rule != Parser::RuleInfix && rule != Parser::RuleArithmetic)
    return std::nullopt;
  return infixOperator(next().getStart()->getType());
}

} // namespace plumb
