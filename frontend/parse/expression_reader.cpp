// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/expression_reader.h"

#include "frontend/parse/expectation.h"
#include "frontend/parse/expression_row.h"
#include "frontend/parse/scan.h"

#include <algorithm>
#include <cassert>

namespace plumb {

using syntax::Expression;
using syntax::ExpressionPtr;

namespace {

// The rules of the operators stand together, so that "one more" is "the next tighter one".
using Rules = grammar::PlumbParser;
static_assert(Rules::RuleOpposite - Rules::RuleConditional == 9);

// Each level makes a node or is in parentheses of its own.
constexpr unsigned maximalDepth = maximalExpressionHeight + maximalBracketNesting;
constexpr unsigned maximalCopies = 10'000;

// Counts one level of recursion as long as it lives.
class Level {
public:
  explicit Level(unsigned &count) : counter(count) { ++counter; }
  ~Level() { --counter; }
  Level(const Level &) = delete;
  Level &operator=(const Level &) = delete;

private:
  unsigned &counter;
};

} // namespace

void ExpressionReader::reportDepth(SourceRange range) {
  reading.sink.report(DiagnosticKind::NestedTooDeeply, range,
                      {"an expression", std::to_string(maximalExpressionHeight)}, "give names to its parts");
  throw TooDeep();
}

ExpressionReader::Tree ExpressionReader::node(Expression::Kind kind, std::string_view text,
                                              SourceRange word) {
  Tree tree;
  tree.node = std::make_unique<Expression>();
  tree.node->kind = kind;
  tree.node->text = text;
  tree.node->range = word;
  tree.node->wordRange = word;
  tree.extent = word;
  return tree;
}

ExpressionReader::Tree ExpressionReader::leaf(Expression::Kind kind, syntax::Word word) {
  return node(kind, word.text, word.range);
}

void ExpressionReader::add(Tree &parent, Tree child) {
  parent.height = std::max(parent.height, child.height + 1);
  parent.node->range = cover(parent.node->range, child.extent);
  parent.extent = parent.node->range;
  if (parent.height > maximalExpressionHeight)
    reportDepth(parent.node->wordRange);
  parent.node->operands.push_back(std::move(child.node));
}

ExpressionPtr ExpressionReader::read(Parser::ExpressionContext &context) {
  return readRow(context).node;
}

std::vector<ExpressionPtr> ExpressionReader::read(Parser::ExpressionsContext *context) {
  std::vector<ExpressionPtr> result;
  if (context != nullptr)
    for (Parser::ExpressionContext *each : context->expression())
      result.push_back(read(*each));
  return result;
}

std::vector<ExpressionPtr> ExpressionReader::read(const std::vector<Parser::SubscriptContext *> &subscripts) {
  std::vector<ExpressionPtr> result;
  for (Parser::SubscriptContext *subscript : subscripts)
    for (Parser::ExpressionContext *each : subscript->expressions()->expression())
      result.push_back(read(*each));
  return result;
}

ExpressionPtr ExpressionReader::readTarget(Parser::AlignmentContext &context) {
  Tree tree = leaf(Expression::Kind::Name, readName(*context.NAME(), reading));
  for (Parser::PostfixContext *postfix : context.postfix())
    tree = readPostfix(std::move(tree), *postfix);
  return std::move(tree.node);
}

ExpressionPtr ExpressionReader::read(Parser::BoundContext &context) {
  return readRow(context).node;
}

ExpressionPtr ExpressionReader::read(Parser::PremiseContext &context) {
  if (context.QUESTION().empty())
    return readRow(context).node;
  const SourceRange hole = reading.places.of(*context.QUESTION(0)->getSymbol());
  Parser::OperandContext &left = *context.operand(0);
  const bool isName =
      left.children.size() == 1 && left.primary()->children.size() == 1 && left.primary()->NAME() != nullptr;
  const bool isEquation = context.children.size() == 3 && context.comparison().size() == 1 &&
                          context.comparison(0)->EQUAL() != nullptr;
  if (!isName || !isEquation) {
    reading.sink.report(DiagnosticKind::UnexpectedWord, hole, {"an expression", "`?`"},
                        "a part of the guarantee is left open by `eps1 = ?` alone");
    return nullptr;
  }
  return join("=", reading.places.of(*context.comparison(0)), readOperand(left),
              leaf(Expression::Kind::Name, {"?", hole}))
      .node;
}

ExpressionPtr ExpressionReader::read(Parser::OpenTermContext &context) {
  if (context.expression() != nullptr)
    return readRow(*context.expression()).node;
  Tree hole = leaf(Expression::Kind::Name, {"?", reading.places.of(*context.QUESTION()->getSymbol())});
  if (context.function == nullptr)
    return std::move(hole.node);
  Tree call = leaf(Expression::Kind::Call, readName(*context.function, reading));
  add(call, std::move(hole));
  call.node->range = reading.places.of(context);
  return std::move(call.node);
}

syntax::Binder ExpressionReader::read(Parser::BinderContext &context) {
  syntax::Binder binder;
  binder.variable = readName(*context.NAME(), reading);
  binder.range = reading.places.of(context);
  if (context.DATA() == nullptr) {
    binder.low = read(*context.expression(0));
    binder.high = read(*context.expression(1));
  }
  return binder;
}

ExpressionReader::Tree ExpressionReader::readRow(antlr4::ParserRuleContext &context) {
  Row row(context);
  Tree tree = climb(row, Parser::RuleConditional);
  assert(row.atEnd());
  return tree;
}

ExpressionReader::Tree ExpressionReader::climb(Row &row, std::size_t floor) {
  const Level level(depth);
  if (depth > maximalDepth)
    reportDepth(reading.places.of(row.next()));
  return climbFurther(row, floor);
}

ExpressionReader::Tree ExpressionReader::climbFurther(Row &row, std::size_t floor) {
  Tree left = readFront(row);
  for (auto rule = row.infix(); rule && *rule >= floor; rule = row.infix()) {
    if (*rule == Parser::RuleConditional)
      left = readConditional(row, std::move(left));
    else if (*rule == Parser::RuleComparison)
      left = readComparisons(row, std::move(left));
    else
      left = readBinary(row, std::move(left));
  }
  return left;
}

ExpressionReader::Tree ExpressionReader::readFront(Row &row) {
  antlr4::ParserRuleContext &front = row.take();
  if (auto *quantifier = dynamic_cast<Parser::QuantifierContext *>(&front))
    return readQuantifier(row, *quantifier);
  if (auto *operand = dynamic_cast<Parser::OperandContext *>(&front))
    return readOperand(*operand);
  const std::size_t rule = front.getRuleIndex();
  Tree tree =
      node(Expression::Kind::Unary, rule == Parser::RuleOpposite ? "-" : "not", reading.places.of(front));
  add(tree, climb(row, rule));
  return tree;
}

ExpressionReader::Tree ExpressionReader::negationOf(Tree negated) {
  Tree tree = node(Expression::Kind::Unary, "not", negated.node->range);
  add(tree, std::move(negated));
  return tree;
}

ExpressionReader::Tree ExpressionReader::readQuantifier(Row &row, Parser::QuantifierContext &context) {
  Tree tree = readForall(row, context, 0);
  tree.node->range = cover(reading.places.of(context), tree.node->range);
  tree.extent = tree.node->range;
  return context.EXISTS() == nullptr ? std::move(tree) : negationOf(std::move(tree));
}

// From the binder of that number on.
ExpressionReader::Tree ExpressionReader::readForall(Row &row, Parser::QuantifierContext &context,
                                                    std::size_t binder) {
  const Level level(depth);
  Parser::BinderContext &written = *context.binder(binder);
  if (depth > maximalDepth)
    reportDepth(reading.places.of(written));
  const syntax::Word variable = readName(*written.NAME(), reading);
  const bool overData = written.DATA() != nullptr;
  Tree tree = node(overData ? Expression::Kind::ForallRecord : Expression::Kind::Forall, variable.text,
                   variable.range);
  for (Parser::ExpressionContext *end : written.expression())
    add(tree, readRow(*end));
  const bool last = binder + 1 == context.binder().size();
  if (!last) {
    add(tree, readForall(row, context, binder + 1));
    return tree;
  }
  Tree body = climb(row, Parser::RuleConditional);
  add(tree, context.EXISTS() == nullptr ? std::move(body) : negationOf(std::move(body)));
  return tree;
}

ExpressionReader::Tree ExpressionReader::readConditional(Row &row, Tree condition) {
  auto &context = dynamic_cast<Parser::ConditionalContext &>(row.take());
  Tree tree = node(Expression::Kind::Conditional, "", reading.places.of(*context.QUESTION()->getSymbol()));
  add(tree, std::move(condition));
  add(tree, readRow(*context.expression()));
  add(tree, climb(row, Parser::RuleConditional));
  return tree;
}

ExpressionReader::Tree ExpressionReader::readBinary(Row &row, Tree left) {
  const std::size_t rule = *row.infix();
  const std::string_view sign = spellingOf(row.next().getStart()->getType());
  const SourceRange word = reading.places.of(row.take());
  const bool rightAssociative = rule == Parser::RuleImplication;
  Tree right = climb(row, rightAssociative ? rule : rule + 1);
  return join(sign, word, std::move(left), std::move(right));
}

ExpressionReader::Tree ExpressionReader::join(std::string_view text, SourceRange word, Tree left,
                                              Tree right) {
  Tree tree = node(Expression::Kind::Binary, text, word);
  add(tree, std::move(left));
  add(tree, std::move(right));
  return tree;
}

// Throws when one expression repeats more than any real one does.
ExpressionPtr ExpressionReader::copy(const Expression &original) {
  if (++copies > maximalCopies)
    reportDepth(original.range);
  auto result = std::make_unique<Expression>();
  result->kind = original.kind;
  result->range = original.range;
  result->text = original.text;
  result->primed = original.primed;
  result->wordRange = original.wordRange;
  for (const ExpressionPtr &operand : original.operands)
    result->operands.push_back(copy(*operand));
  return result;
}

} // namespace plumb
