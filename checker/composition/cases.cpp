// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/cases.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <utility>

namespace plumb::composition {

namespace {

/// A choice between two terms.
struct Choice {
  ir::ExpressionPtr condition;
  const ir::Expression *whenTrue, *whenFalse;
};

std::optional<Choice> choiceAt(const ir::Expression &term) {
  if (const auto *either = llvm::dyn_cast<ir::Conditional>(&term))
    return Choice{ir::copyAt(*either->condition, either->condition->range()), either->whenTrue.get(),
                  either->whenFalse.get()};
  if (const auto *extremum = llvm::dyn_cast<ir::Extremum>(&term)) {
    const auto op = extremum->isMaximum ? ir::BinaryOperator::GreaterEqual : ir::BinaryOperator::LessEqual;
    const SourceRange range = term.range();
    return Choice{std::make_unique<ir::Binary>(op, ir::Sort::Bool, ir::copyAt(*extremum->left, range),
                                               ir::copyAt(*extremum->right, range), range),
                  extremum->left.get(), extremum->right.get()};
  }
  return std::nullopt;
}

/// The first choice in \p term, from the outside inwards; null if there is none.
const ir::Expression *firstChoice(const ir::Expression &term) {
  if (llvm::isa<ir::Conditional, ir::Extremum>(&term))
    return &term;
  if (llvm::isa<ir::Aggregate, ir::Forall>(&term))
    return nullptr;
  const ir::Expression *found = nullptr;
  ir::forEachOperand(term,
                     [&](const ir::Expression &operand) { found = found ? found : firstChoice(operand); });
  return found;
}

/// \p term with \p chosen in the place of \p choice.
ir::ExpressionPtr replaced(const ir::Expression &term, const ir::Expression &choice,
                           const ir::Expression &chosen) {
  if (&term == &choice)
    return ir::copyAt(chosen, chosen.range());
  return ir::rebuilt(term, term.range(),
                     [&](const ir::Expression &part) { return replaced(part, choice, chosen); });
}

/// Adds the cases of \p term to \p all. False: there are too many.
bool addCases(ir::ExpressionPtr term, std::vector<Decided> under, std::vector<Case> &all) {
  const ir::Expression *where = firstChoice(*term);
  if (!where) {
    all.push_back({std::move(under), std::move(term)});
    return all.size() <= mostCases;
  }
  Choice choice = *choiceAt(*where);
  const auto known = llvm::find_if(
      under, [&](const Decided &one) { return ir::isSameTerm(*one.condition, *choice.condition); });
  if (known != under.end())
    return addCases(replaced(*term, *where, known->holds ? *choice.whenTrue : *choice.whenFalse),
                    std::move(under), all);
  const std::shared_ptr<const ir::Expression> condition = std::move(choice.condition);
  for (const bool holds : {true, false}) {
    std::vector<Decided> deeper = under;
    deeper.push_back({condition, holds});
    if (!addCases(replaced(*term, *where, holds ? *choice.whenTrue : *choice.whenFalse), std::move(deeper),
                  all))
      return false;
  }
  return true;
}

} // namespace

std::vector<Case> casesOf(const ir::Expression &term) {
  std::vector<Case> all;
  if (!addCases(ir::copyAt(term, term.range()), {}, all))
    return {};
  return all;
}

std::string print(const std::vector<Decided> &under) {
  std::string text;
  for (const Decided &one : under) {
    const std::string condition = ir::printPromoted(*one.condition);
    const bool isJoined = llvm::isa<ir::Binary>(*one.condition) && under.size() > 1;
    text += (text.empty() ? "" : " and ") + (!one.holds ? "not (" + condition + ")"
                                             : isJoined ? "(" + condition + ")"
                                                        : condition);
  }
  return text;
}

} // namespace plumb::composition
