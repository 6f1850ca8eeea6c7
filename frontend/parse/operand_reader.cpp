// SPDX-License-Identifier: Apache-2.0
// ExpressionReader: names, numbers, calls, and what stands behind them.
#include "frontend/parse/expression_row.h"

#include <cassert>

namespace plumb {

using syntax::Expression;

ExpressionReader::Tree ExpressionReader::readOperand(Parser::OperandContext &context) {
  Tree tree = readPrimary(*context.primary());
  for (Parser::PostfixContext *postfix : context.postfix())
    tree = readPostfix(std::move(tree), *postfix);
  return tree;
}

ExpressionReader::Tree ExpressionReader::readPrimary(Parser::PrimaryContext &context) {
  if (context.NUMBER() != nullptr)
    return leaf(Expression::Kind::Number, readNumber(*context.NUMBER(), reading));
  if (context.NONE() != nullptr)
    return leaf(Expression::Kind::Name, readWord(*context.getStart(), reading));
  const bool isCall = context.LPAREN() != nullptr;
  if (context.NAME() == nullptr && context.REAL() == nullptr) {
    if (isCall)
      return readParenthesised(context);
    return leaf(Expression::Kind::Boolean, readWord(*context.getStart(), reading));
  }
  const syntax::Word word =
      context.NAME() != nullptr ? readName(*context.NAME(), reading) : readWord(*context.getStart(), reading);
  if (context.arguments() != nullptr && context.arguments()->overRange() != nullptr)
    return readAggregate(word, context);
  Tree tree = leaf(isCall ? Expression::Kind::Call : Expression::Kind::Name, word);
  addAll(tree, context.expressions());
  if (context.arguments() != nullptr)
    for (Parser::ExpressionContext *each : context.arguments()->expression())
      add(tree, readRow(*each));
  tree.node->range = reading.places.of(context);
  tree.extent = tree.node->range;
  return tree;
}

ExpressionReader::Tree ExpressionReader::readParenthesised(Parser::PrimaryContext &context) {
  Tree tree;
  if (context.expression().size() == 1) {
    tree = readRow(*context.expression(0));
  } else {
    tree = node(Expression::Kind::Tuple, "", reading.places.of(context));
    for (Parser::ExpressionContext *each : context.expression())
      add(tree, readRow(*each));
  }
  tree.extent = reading.places.of(context);
  tree.parenthesised = true;
  return tree;
}

// The grammar has read `k in lo` as one expression.
ExpressionReader::Tree ExpressionReader::readAggregate(const syntax::Word &function,
                                                       Parser::PrimaryContext &context) {
  Parser::ArgumentsContext &arguments = *context.arguments();
  Parser::OverRangeContext &rest = *arguments.overRange();
  Tree tree = leaf(Expression::Kind::Aggregate, function);
  Row row(*arguments.expression(0));
  auto *variable = dynamic_cast<Parser::OperandContext *>(&row.take());
  const bool isName = variable != nullptr && variable->getStart() == variable->getStop() &&
                      variable->primary()->NAME() != nullptr;
  if (!isName || row.atEnd() || row.next().getStart()->getType() != Parser::IN) {
    const SourceRange found = reading.places.of(*arguments.expression(0));
    reading.sink.report(DiagnosticKind::UnexpectedWord, found,
                        {"a variable and its range, as in `" + function.text + "(k in 0 .. n: ...)`",
                         "`" + std::string(reading.places.spelling(found)) + "`"});
    return tree;
  }
  row.take();
  add(tree, readOperand(*variable));
  add(tree, climb(row, Parser::RuleConditional));
  for (Parser::ExpressionContext *part : {rest.high, rest.body, rest.condition})
    if (part != nullptr)
      add(tree, readRow(*part));
  tree.node->range = reading.places.of(context);
  tree.extent = tree.node->range;
  return tree;
}

void ExpressionReader::addAll(Tree &parent, Parser::ExpressionsContext *context) {
  if (context == nullptr)
    return;
  for (Parser::ExpressionContext *each : context->expression())
    add(parent, readRow(*each));
}

ExpressionReader::Tree ExpressionReader::readPostfix(Tree base, Parser::PostfixContext &context) {
  if (context.subscript() != nullptr)
    return readIndex(std::move(base), *context.subscript());
  if (context.DOT() != nullptr)
    return readMember(std::move(base), context);
  assert(base.node->kind == Expression::Kind::Name);
  base.node->primed = true;
  base.extent = cover(base.extent, reading.places.of(context));
  base.node->range = base.extent;
  return base;
}

// `a[i][j]` is one node with two indices, as `a[i, j]` is.
ExpressionReader::Tree ExpressionReader::readIndex(Tree base, Parser::SubscriptContext &context) {
  Tree tree;
  if (base.node->kind == Expression::Kind::Index && !base.parenthesised) {
    tree = std::move(base);
  } else {
    tree = node(Expression::Kind::Index, "", base.node->wordRange);
    add(tree, std::move(base));
  }
  addAll(tree, context.expressions());
  tree.node->range = cover(tree.node->range, reading.places.of(context));
  tree.extent = tree.node->range;
  return tree;
}

ExpressionReader::Tree ExpressionReader::readMember(Tree base, Parser::PostfixContext &context) {
  Tree tree =
      leaf(Expression::Kind::Member, context.NAME() != nullptr ? readName(*context.NAME(), reading)
                                                               : readNumber(*context.NUMBER(), reading));
  add(tree, std::move(base));
  return tree;
}

} // namespace plumb
