// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/expression_row.h"

namespace plumb {

namespace {

bool isPrefix(const antlr4::ParserRuleContext &context) {
  using Parser = grammar::PlumbParser;
  const std::size_t rule = context.getRuleIndex();
  return rule == Parser::RuleNegation || rule == Parser::RuleOpposite || rule == Parser::RuleQuantifier;
}

} // namespace

ExpressionReader::Row::Row(antlr4::ParserRuleContext &context) {
  for (antlr4::tree::ParseTree *child : context.children) {
    if (auto *operand = dynamic_cast<Parser::OperandContext *>(child))
      for (antlr4::tree::ParseTree *part : operand->children)
        if (auto *prefix = dynamic_cast<antlr4::ParserRuleContext *>(part); prefix && isPrefix(*prefix))
          items.push_back(prefix);
    items.push_back(dynamic_cast<antlr4::ParserRuleContext *>(child));
  }
}

std::optional<std::size_t> ExpressionReader::Row::infix() const {
  if (atEnd())
    return std::nullopt;
  const std::size_t rule = next().getRuleIndex();
  return rule == Parser::RuleOperand || isPrefix(next()) ? std::nullopt : std::optional(rule);
}

} // namespace plumb
