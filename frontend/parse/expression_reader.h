// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/expression_reader.h - Rows to trees -------*- C++ -*-===//
///
/// \file
/// From the flat rows of operands and operators that the grammar reads to
/// syntax::Expression, by operator precedence. The table is in the grammar: the rule of an operator
/// has a number by its place among the rules, and a larger one binds more strongly.
///
/// Reference: Pratt, Top down operator precedence, POPL 1973.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_EXPRESSION_READER_H
#define PLUMB_FRONTEND_PARSE_EXPRESSION_READER_H

#include "frontend/parse/word_reader.h"

#include <PlumbParser.h>

namespace plumb {

/// No path from the root of an expression to a leaf is longer.
inline constexpr unsigned maximalExpressionHeight = 512;

class ExpressionReader {
public:
  using Parser = grammar::PlumbParser;

  /// \pre reading without a mistake made the contexts that are given to this reader.
  explicit ExpressionReader(Reading reading) : reading(reading) {}

  /// Throws TooDeep.
  syntax::ExpressionPtr read(Parser::ExpressionContext &context);
  syntax::ExpressionPtr read(Parser::BoundContext &context);
  /// Of `eps1 = ?` an equation with a Name on the right that is called "?"; null, after a message, if
  /// something else is left open.
  syntax::ExpressionPtr read(Parser::PremiseContext &context);
  /// Of `?` a Name that is called "?".
  syntax::ExpressionPtr read(Parser::OpenTermContext &context);
  std::vector<syntax::ExpressionPtr> read(Parser::ExpressionsContext *context);
  /// All indices of `[i][j, k]`.
  std::vector<syntax::ExpressionPtr> read(const std::vector<Parser::SubscriptContext *> &subscripts);
  syntax::Binder read(Parser::BinderContext &context);
  /// The left side of `align`.
  syntax::ExpressionPtr readTarget(Parser::AlignmentContext &context);

private:
  struct Row;
  /// A tree that is being made.
  struct Tree {
    syntax::ExpressionPtr node;
    /// With the parentheses around it, if any.
    SourceRange extent;
    unsigned height = 1;
    bool parenthesised = false;
  };
  struct Link;

  Tree readRow(antlr4::ParserRuleContext &context);
  /// Takes as much of \p row as binds at least as strongly as the rule \p floor.
  Tree climb(Row &row, std::size_t floor);
  Tree climbFurther(Row &row, std::size_t floor);
  Tree readFront(Row &row);
  /// `not` of it, which the text does not say in this word.
  Tree negationOf(Tree negated);
  Tree readQuantifier(Row &row, Parser::QuantifierContext &context);
  Tree readForall(Row &row, Parser::QuantifierContext &context, std::size_t binder);
  Tree readConditional(Row &row, Tree condition);
  Tree readBinary(Row &row, Tree left);
  Tree readComparisons(Row &row, Tree left);
  Tree compare(const Link &link, Tree left, Tree right);
  Tree join(std::string_view text, SourceRange word, Tree left, Tree right);
  Tree chain(std::vector<Tree> operands, const std::vector<Link> &links);
  void checkChain(const std::vector<Link> &links);

  Tree readOperand(Parser::OperandContext &context);
  Tree readPrimary(Parser::PrimaryContext &context);
  Tree readParenthesised(Parser::PrimaryContext &context);
  Tree readAggregate(const syntax::Word &function, Parser::PrimaryContext &context);
  Tree readPostfix(Tree base, Parser::PostfixContext &context);
  Tree readIndex(Tree base, Parser::SubscriptContext &context);
  Tree readMember(Tree base, Parser::PostfixContext &context);

  Tree leaf(syntax::Expression::Kind kind, syntax::Word word);
  Tree node(syntax::Expression::Kind kind, std::string_view text, SourceRange word);
  void add(Tree &parent, Tree child);
  void addAll(Tree &parent, Parser::ExpressionsContext *context);
  syntax::ExpressionPtr copy(const syntax::Expression &original);
  [[noreturn]] void reportDepth(SourceRange range);

  Reading reading;
  /// Calls of climb() that have not returned.
  unsigned depth = 0;
  /// Nodes that copy() has made: a chain repeats its middle operands, and chains in chains
  /// would double them at each level.
  unsigned copies = 0;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_EXPRESSION_READER_H
