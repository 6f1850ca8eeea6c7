// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/claims.h"

#include "checker/interpreter/evaluate.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>

namespace plumb::interpreter {

namespace {

class ClaimScope final : public Scope {
public:
  ClaimScope(const Instance &of, const Numbers &onDataset, const Output &published)
      : instance(of), answers(onDataset), output(published) {}

  const Exact *element(const ir::Variable &variable, bool,
                       llvm::ArrayRef<std::int64_t> indices) const override {
    const Place &place = instance.place(variable);
    auto at = place.find(indices);
    if (!at)
      return nullptr;
    return place.home == Place::Home::Parameters ? &instance.parameters()[*at] : &answers[*at];
  }
  const Cell *cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const override {
    return output.cell(transcript, indices);
  }
  const Result &result() const override { return output.result; }

private:
  const Instance &instance;
  const Numbers &answers;
  const Output &output;
};

/// What a claim speaks of, and in which cells.
struct Subject {
  const ir::Transcript *transcript = nullptr;
  /// Which free variable is which index.
  std::vector<const ir::Variable *> indices;
  /// Whose values are read.
  std::vector<const ir::Tag *> tags;
  bool isOfResult = false, isOneCell = true;

  explicit Subject(const ir::Expression &formula) { collect(formula); }

private:
  void collect(const ir::Expression &formula) {
    if (const auto *test = llvm::dyn_cast<ir::CellTest>(&formula)) {
      add(test->transcript, test->indices);
      isOneCell &= test->tag.name != "unreached";
    } else if (const auto *read = llvm::dyn_cast<ir::CellRead>(&formula)) {
      add(read->transcript, read->indices);
      tags.push_back(&read->tag);
    }
    isOfResult |= llvm::isa<ir::ResultRead>(formula) || llvm::isa<ir::Membership>(formula);
    ir::forEachOperand(formula, [&](const ir::Expression &operand) { collect(operand); });
  }

  void add(const ir::Transcript &of, const std::vector<ir::ExpressionPtr> &at) {
    std::vector<const ir::Variable *> variables;
    for (const ir::ExpressionPtr &index : at) {
      const auto *read = llvm::dyn_cast<ir::Read>(index.get());
      isOneCell &= read && read->variable.role == ir::Variable::Role::Bound;
      variables.push_back(read ? &read->variable : nullptr);
    }
    isOneCell &= !transcript || (transcript == &of && indices == variables);
    transcript = &of;
    indices = std::move(variables);
  }
};

/// Nothing if the claim holds with the free variables bound to \p at.
std::optional<BrokenClaim> brokenAt(const ir::Claim &claim, const Scope &scope, const Subject &subject,
                                    const Indices &at) {
  Evaluator evaluator(scope);
  std::string where;
  for (std::size_t i = 0; i < at.size(); ++i) {
    evaluator.bind(*subject.indices[i], at[i]);
    where += (where.empty() ? " at " : ", ") + subject.indices[i]->name + " = " + std::to_string(at[i]);
  }
  if (evaluator.holds(*claim.formula) && !evaluator.failure())
    return std::nullopt;
  const std::string what = "`" + ir::print(*claim.formula) + "` ";
  const auto &failure = evaluator.failure();
  return BrokenClaim{&claim, what + (failure ? std::string(description(failure->kind)) : "is false") + where,
                     failure && failure->kind == Failure::Kind::StepLimit};
}

} // namespace

std::optional<BrokenClaim> brokenClaim(const Instance &instance, const Numbers &answers,
                                       const Output &output) {
  const ClaimScope scope(instance, answers, output);
  for (const ir::Claim &claim : instance.mechanism().claims) {
    const Subject subject(*claim.formula);
    if (!subject.isOneCell || (subject.transcript && subject.isOfResult) ||
        claim.free.size() != subject.indices.size())
      continue;
    if (!subject.transcript) {
      if (subject.isOfResult && output.result.kind == Result::Kind::Nothing)
        continue;
      if (auto broken = brokenAt(claim, scope, subject, {}))
        return broken;
      continue;
    }
    for (const Cell &cell : output.cells) {
      // A component that is not there is some value of its sort: nobody is told a wrong one.
      bool isThere = cell.transcript == subject.transcript;
      auto broken = isThere ? brokenAt(claim, scope, subject, cell.indices) : std::nullopt;
      for (const ir::Tag *tag : subject.tags)
        isThere &= cell.tag == tag;
      if (broken && isThere)
        return broken;
    }
  }
  return std::nullopt;
}

} // namespace plumb::interpreter
