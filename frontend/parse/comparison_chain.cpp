// SPDX-License-Identifier: Apache-2.0
// ExpressionReader: comparisons, alone and in chains.
#include "frontend/parse/expectation.h"
#include "frontend/parse/expression_row.h"

#include <cassert>

namespace plumb {

using syntax::Expression;

ExpressionReader::Tree ExpressionReader::readComparisons(Row &row, Tree left) {
  std::vector<Tree> operands;
  std::vector<Link> links;
  operands.push_back(std::move(left));
  while (row.infix() == Parser::RuleComparison) {
    links.push_back({spellingOf(row.next().getStart()->getType()), reading.places.of(row.take())});
    operands.push_back(climb(row, Parser::RuleComparison + 1));
  }
  checkChain(links);
  return chain(std::move(operands), links);
}

// `a < b is c` would be read as a test of b, which is seldom meant.
void ExpressionReader::checkChain(const std::vector<Link> &links) {
  if (links.size() == 1)
    return;
  for (const Link &link : links)
    if (link.text == "is" || link.text == "in")
      return reading.sink.report(DiagnosticKind::MixedComparison, link.word, {std::string(link.text)},
                                 "put parentheses around one of the comparisons");
}

// 0 <= x <= 5  is  0 <= x and x <= 5.
ExpressionReader::Tree ExpressionReader::chain(std::vector<Tree> operands, const std::vector<Link> &links) {
  Tree result;
  for (std::size_t i = 0; i < links.size(); ++i) {
    Tree right;
    right.extent = operands[i + 1].extent;
    right.height = operands[i + 1].height;
    const bool last = i + 1 == links.size();
    right.node = last ? std::move(operands[i + 1].node) : copy(*operands[i + 1].node);
    Tree comparison = compare(links[i], std::move(operands[i]), std::move(right));
    result =
        i == 0 ? std::move(comparison) : join("and", links[i].word, std::move(result), std::move(comparison));
  }
  return result;
}

ExpressionReader::Tree ExpressionReader::compare(const Link &link, Tree left, Tree right) {
  if (link.text != "is" && link.text != "in")
    return join(link.text, link.word, std::move(left), std::move(right));
  const bool isTag = link.text == "is";
  assert(!isTag || (right.node->kind == Expression::Kind::Name && !right.node->primed));
  Tree tree =
      node(isTag ? Expression::Kind::Is : Expression::Kind::In, isTag ? right.node->text : "", link.word);
  add(tree, std::move(left));
  if (isTag) {
    tree.node->wordRange = right.extent;
    tree.node->range = cover(tree.node->range, right.extent);
    tree.extent = tree.node->range;
  } else {
    add(tree, std::move(right));
  }
  return tree;
}

} // namespace plumb
