// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::MovementBound;
using relational::Polynomial;

namespace {

/// With more of them there would be too many candidates.
constexpr std::size_t mostWidths = 4;

/// Public ends between which the text keeps values that are not public: `min(c, max(0, f[i]))`, and
/// `if x > c { x := c }`.
class Clamps {
public:
  explicit Clamps(Context of) : context(of) {
    relational::forEachStatement(
        context.symbols.mechanism().body, [&](const ir::Statement &statement, unsigned) {
          if (const auto *branch = dyn_cast<ir::If>(&statement))
            replaced(*branch->condition, assigned(branch->thenBlock), assigned(branch->elseBlock));
          for (const ir::Expression *expression : relational::expressionsOf(statement))
            relational::forEachExpression(*expression, [&](const ir::Expression &part) { look(part); });
        });
  }

  std::vector<MovementBound> widths() const {
    std::vector<MovementBound> found;
    for (const ir::Expression *high : highs)
      for (const ir::Expression *low : lows) {
        const auto most = value(*high), least = value(*low);
        if (found.size() < mostWidths && most && least) {
          const Polynomial width = *most - *least;
          found.push_back({relational::print({width, Polynomial::constant(1)}), width});
        }
      }
    return found;
  }

private:
  using Terms = std::vector<const ir::Expression *>;

  static void insert(Terms &terms, const ir::Expression &term) {
    if (std::none_of(terms.begin(), terms.end(),
                     [&](const ir::Expression *known) { return ir::isSameTerm(*known, term); }))
      terms.push_back(&term);
  }

  static Terms assigned(const ir::Block &block) {
    Terms values;
    relational::forEachStatement(block, [&](const ir::Statement &statement, unsigned) {
      if (const auto *assign = dyn_cast<ir::Assign>(&statement))
        values.push_back(assign->value.get());
    });
    return values;
  }

  static bool stands(const ir::Expression &end, const Terms &terms) {
    return std::any_of(terms.begin(), terms.end(), [&](const ir::Expression *term) {
      return ir::anyPart(*term, [&](const ir::Expression &part) { return ir::isSameTerm(part, end); });
    });
  }

  void look(const ir::Expression &part) {
    if (const auto *choice = dyn_cast<ir::Conditional>(&part))
      return replaced(*choice->condition, {choice->whenTrue.get()}, {choice->whenFalse.get()});
    const auto *extremum = dyn_cast<ir::Extremum>(&part);
    if (!extremum)
      return;
    for (bool left : {true, false}) {
      const ir::Expression &end = left ? *extremum->left : *extremum->right;
      if (overParameters(end) && !ir::isPublic(left ? *extremum->right : *extremum->left))
        insert(extremum->isMaximum ? lows : highs, end);
    }
  }

  /// What a value is compared with stands in its place where it is beyond it.
  void replaced(const ir::Expression &condition, const Terms &whenTrue, const Terms &whenFalse) {
    using Op = ir::BinaryOperator;
    const auto *comparison = dyn_cast<ir::Binary>(&condition);
    if (!comparison)
      return;
    const Op op = comparison->op;
    const bool isLess = op == Op::Less || op == Op::LessEqual;
    if (!isLess && op != Op::Greater && op != Op::GreaterEqual)
      return;
    for (bool left : {true, false}) {
      const ir::Expression &end = left ? *comparison->left : *comparison->right;
      if (!overParameters(end) || ir::isPublic(left ? *comparison->right : *comparison->left))
        continue;
      const bool isBelow = isLess != left;
      if (stands(end, whenTrue))
        insert(isBelow ? lows : highs, end);
      if (stands(end, whenFalse))
        insert(isBelow ? highs : lows, end);
    }
  }

  std::optional<Polynomial> value(const ir::Expression &term) const {
    const auto whole = relational::rationalFunction(term, context.symbols, context.products, context.store);
    if (!whole || !(whole->denominator == Polynomial::constant(1)))
      return std::nullopt;
    return whole->numerator;
  }

  Context context;
  Terms lows, highs;
};

} // namespace

std::vector<MovementBound> clampWidths(Context context) {
  return Clamps(context).widths();
}

} // namespace plumb::inference
