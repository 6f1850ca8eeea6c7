// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <llvm/ADT/STLExtras.h>
#include <memory>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

using Shared = std::shared_ptr<const ir::Expression>;

/// More ways than these are not asked for.
constexpr std::size_t mostWays = 6;

/// Is \p condition one of z that the loop does not change?
bool isOfOutput(const Templates &templates, const ir::Expression &condition) {
  return isFixed(templates.outer(), condition) && ir::anyPart(condition, [](const ir::Expression &part) {
           return llvm::isa<ir::ResultRead, ir::CellTest, ir::CellRead, ir::Membership>(part);
         });
}

ir::ExpressionPtr copyOf(const ir::Expression &term) {
  return ir::copyAt(term, term.range());
}

Shared negated(const ir::Expression &condition) {
  if (const auto *negation = dyn_cast<ir::Unary>(&condition);
      negation && negation->op == ir::UnaryOperator::Not)
    return copyOf(*negation->operand);
  return std::make_shared<ir::Unary>(ir::UnaryOperator::Not, ir::Sort::Bool, copyOf(condition),
                                     condition.range());
}

Shared both(const Shared &one, const Shared &other) {
  if (!one)
    return other;
  return std::make_shared<ir::Binary>(ir::BinaryOperator::And, ir::Sort::Bool, copyOf(*one), copyOf(*other),
                                      other->range());
}

/// The ways of what alignments choose by such conditions: `c`, `not c and d`, `not c and not d` of
/// `c ? .. : d ? .. : ..`.
class Ways {
public:
  explicit Ways(const Templates &of) : templates(of) {}

  std::vector<Shared> take() {
    relational::forEachStatement(templates.mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *sample = dyn_cast<ir::Sample>(&statement);
      if (sample && sample->aligned)
        relational::forEachExpression(*sample->aligned, [&](const ir::Expression &part) {
          if (const auto *choice = dyn_cast<ir::Conditional>(&part); choice && !inner.count(choice))
            follow(*choice, nullptr);
        });
    });
    return std::move(ways);
  }

private:
  void follow(const ir::Conditional &choice, const Shared &before) {
    if (!isOfOutput(templates, *choice.condition))
      return;
    side(*choice.whenTrue, both(before, copyOf(*choice.condition)));
    side(*choice.whenFalse, both(before, negated(*choice.condition)));
  }

  void side(const ir::Expression &chosen, const Shared &way) {
    const auto *choice = dyn_cast<ir::Conditional>(&chosen);
    if (choice && isOfOutput(templates, *choice->condition)) {
      inner.insert(choice);
      return follow(*choice, way);
    }
    if (llvm::none_of(ways, [&](const Shared &known) { return ir::isSameTerm(*known, *way); }))
      ways.push_back(way);
  }

  const Templates &templates;
  std::set<const ir::Conditional *> inner;
  std::vector<Shared> ways;
};

} // namespace

void ordersByOutput(Templates &templates) {
  const auto isOrdered = [](const ir::Variable *x) {
    return !x->isArray() && (x->sort == ir::Sort::Int || x->sort == ir::Sort::Bool);
  };
  if (llvm::none_of(templates.assigned(), isOrdered))
    return;
  const std::vector<Shared> ways = Ways(templates).take();
  if (ways.size() > mostWays)
    return;
  for (const ir::Variable *x : templates.assigned()) {
    if (!isOrdered(x))
      continue;
    const bool isFlag = x->sort == ir::Sort::Bool;
    for (const Shared &way : ways)
      for (const Side less : {Side::First, Side::Second}) {
        const std::string twin = x->name + "'", &low = less == Side::First ? x->name : twin,
                          &high = less == Side::First ? twin : x->name;
        templates.add("where " + ir::print(*way) + ": " + low + (isFlag ? " implies " : " <= ") + high,
                      [x, less, isFlag, way](Context c, const LoopHead &head) {
                        const Term a = valueOf(c, head.state, *x, less),
                                   b = valueOf(c, head.state, *x,
                                               less == Side::First ? Side::Second : Side::First);
                        if (!a.isValid() || !b.isValid())
                          return c.store.boolean(true);
                        return c.store.implies(relational::Evaluator(c, head.state).relational(*way),
                                               isFlag ? c.store.implies(a, b) : c.store.lessEqual(a, b));
                      },
                      {templates.equalTwin(*x)});
      }
  }
}

} // namespace plumb::inference
