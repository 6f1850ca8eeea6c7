// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/uses.h"

#include "checker/relational/dependents.h"
#include "checker/relational/walk.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/operators.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>
#include <map>
#include <memory>
#include <set>

namespace plumb::synthesis {

using ir::Sort;
using llvm::cast;
using llvm::dyn_cast;
using Role = ir::Variable::Role;

namespace {

bool isNumeric(Sort sort) {
  return sort == Sort::Int || sort == Sort::Real;
}

class Following {
public:
  Following(const ir::Mechanism &mechanism, const Draw &of) : draw(of), target(of.sample->target) {
    const relational::Dependents dependents(mechanism, target);
    const std::set<const ir::Variable *> later = assignedBehind(mechanism);
    if (!draw.loops.empty())
      for (const ir::Variable *winner : winners(mechanism))
        // Not the draw by which the winner is measured afterwards, also where the next winner depends on
        // that.
        if (dependents.has(*winner) && later.count(winner) != 0)
          isWinner.insert({winner, true});
    findTold(mechanism);
    block(mechanism.body);
  }

  std::vector<Use> found;

private:
  using Shared = std::shared_ptr<const ir::Expression>;

  /// v[i] := value, for all i.
  struct Pointwise {
    std::vector<const ir::Variable *> indices;
    Shared value;
  };

  /// What is assigned behind the draw in the text.
  std::set<const ir::Variable *> assignedBehind(const ir::Mechanism &mechanism) const {
    std::set<const ir::Variable *> found;
    bool isBehind = false;
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      isBehind = isBehind || &statement == draw.sample;
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (assign && isBehind)
        found.insert(&assign->target);
    });
    return found;
  }

  /// Several winners that are published together, each by where it is read.
  void findTold(const ir::Mechanism &mechanism) {
    for (const auto &statement : mechanism.body) {
      const auto *output = dyn_cast<ir::Output>(statement.get());
      if (!output)
        continue;
      for (std::size_t at = 0; at < output->values.size(); ++at) {
        const auto *name = dyn_cast<ir::Read>(output->values[at].get());
        if (name && isWinner.count(&name->variable))
          told[&name->variable] = std::make_shared<ir::CellRead>(
              output->transcript, std::vector<ExpressionPtr>(), output->tag, at, Sort::Int, SourceRange{});
      }
    }
    if (told.size() < 2)
      told.clear();
  }

  void block(const ir::Block &statements) {
    for (const auto &statement : statements)
      follow(*statement);
  }

  void follow(const ir::Statement &statement) {
    switch (statement.kind()) {
    case ir::Statement::Kind::Sample:
      isDrawn = isDrawn || &statement == draw.sample;
      return;
    case ir::Statement::Kind::Assign:
      return assign(cast<ir::Assign>(statement));
    case ir::Statement::Kind::If: {
      const auto &branch = cast<ir::If>(statement);
      if (isDrawn)
        look(*known(*branch.condition), nullptr);
      auto before = values;
      block(branch.thenBlock);
      std::swap(before, values);
      block(branch.elseBlock);
      // What the sides leave different is not known behind them.
      for (auto &[variable, value] : before) {
        auto other = values.find(variable);
        if (other == values.end() || !other->second || !value || !ir::isSameTerm(*other->second, *value))
          values[variable] = nullptr;
      }
      for (auto &[variable, value] : values)
        if (before.find(variable) == before.end())
          value = nullptr;
      return;
    }
    case ir::Statement::Kind::For: {
      const auto &loop = cast<ir::For>(statement);
      const bool wasDrawn = isDrawn;
      loops.push_back(&loop);
      if (wasDrawn) {
        forgetAssigned(loop.body);
        if (loop.guard)
          look(*known(*loop.guard), nullptr);
      }
      block(loop.body);
      loops.pop_back();
      forgetAssigned(loop.body);
      return;
    }
    case ir::Statement::Kind::Output:
      if (isDrawn)
        for (const ExpressionPtr &value : cast<ir::Output>(statement).values)
          look(*known(*value), &cast<ir::Output>(statement).tag);
      return;
    case ir::Statement::Kind::Return:
      if (const ExpressionPtr &value = cast<ir::Return>(statement).value; value && isDrawn)
        look(*known(*value), nullptr);
      return;
    }
  }

  void assign(const ir::Assign &assignment) {
    if (!isDrawn)
      return;
    Shared value = known(*assignment.value);
    if (isNumeric(value->sort()) || value->sort() == Sort::Bool)
      look(*value, nullptr);
    if (assignment.indices.empty()) {
      values[&assignment.target] = value;
      return;
    }
    Pointwise pointwise{{}, value};
    for (const ExpressionPtr &index : assignment.indices)
      if (const auto *name = dyn_cast<ir::Read>(index.get()); name && name->variable.role == Role::LoopIndex)
        pointwise.indices.push_back(&name->variable);
    if (pointwise.indices.size() == assignment.indices.size())
      arrays[&assignment.target] = std::move(pointwise);
  }

  void forgetAssigned(const ir::Block &statements) {
    for (const auto &statement : statements) {
      if (const auto *assignment = dyn_cast<ir::Assign>(statement.get())) {
        if (assignment->indices.empty() && (isDrawn || values.count(&assignment->target)))
          values[&assignment->target] = nullptr;
      } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        forgetAssigned(branch->thenBlock);
        forgetAssigned(branch->elseBlock);
      } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
        forgetAssigned(loop->body);
      }
    }
  }

  /// \p term over what is known at the draw, as far as that can be said.
  Shared known(const ir::Expression &term) {
    return replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
      if (llvm::isa<ir::Aggregate>(part) && !told.empty() && !isAmongOthers) {
        isAmongOthers = true;
        ExpressionPtr others = ir::rebuilt(
            part, part.range(), [&](const ir::Expression &operand) { return copy(*known(operand)); });
        isAmongOthers = false;
        return others;
      }
      const auto *name = dyn_cast<ir::Read>(&part);
      if (!name || name->primed)
        return nullptr;
      // In a maximum over the others all winners are left out, whichever of them the draw belongs to.
      if (auto place = told.find(&name->variable); place != told.end() && isAmongOthers && isDrawn)
        return copy(*place->second);
      // In the situation of the winner its index is that of the draw.
      if (isWinner.count(&name->variable) && isDrawn)
        return read(draw.loops.back()->index, false);
      if (auto pointwise = arrays.find(&name->variable); pointwise != arrays.end()) {
        ExpressionPtr value = copy(*pointwise->second.value);
        for (std::size_t d = 0; d < name->indices.size(); ++d)
          value = substituted(*value, *pointwise->second.indices[d], *known(*name->indices[d]));
        return value;
      }
      auto value = values.find(&name->variable);
      return value != values.end() && value->second ? copy(*value->second) : nullptr;
    });
  }

  /// Uses in \p term and its parts.
  void look(const ir::Expression &term, const ir::Tag *tag) {
    if (const auto *binary = dyn_cast<ir::Binary>(&term); binary && ir::isComparison(binary->op)) {
      if (isNumeric(binary->left->sort())) {
        ExpressionPtr difference =
            arithmetic(ir::BinaryOperator::Subtract, copy(*binary->left), copy(*binary->right));
        return sum(*difference, nullptr);
      }
    }
    if (isNumeric(term.sort()))
      return sum(term, tag);
    ir::forEachOperand(term, [&](const ir::Expression &operand) { look(operand, tag); });
  }

  /// The value of \p remainder depends on no remainder by the same number in it: `(f mod 8 + lam) mod 8` is
  /// `(f + lam) mod 8`.
  void lookModulo(const ir::Binary &remainder, const ir::Tag *tag) {
    bool isInside = false;
    const ExpressionPtr plain = replaced(*remainder.left, [&](const ir::Expression &part) -> ExpressionPtr {
      const auto *inner = dyn_cast<ir::Binary>(&part);
      if (!inner || inner->op != ir::BinaryOperator::Modulo ||
          !ir::isSameTerm(*inner->right, *remainder.right))
        return nullptr;
      isInside = true;
      return copy(*inner->left);
    });
    if (isInside)
      sum(*plain, tag);
  }

  bool isDraw(const ir::Expression &part) const {
    const auto *name = dyn_cast<ir::Read>(&part);
    return name && &name->variable == &target && !name->primed;
  }

  void sum(const ir::Expression &term, const ir::Tag *tag) {
    std::vector<Summand> parts = summands(term);
    auto own =
        std::find_if(parts.begin(), parts.end(), [&](const Summand &part) { return isDraw(*part.atom); });
    if (own != parts.end())
      add(std::move(parts), static_cast<std::size_t>(own - parts.begin()), tag);
    for (const Summand &part : summands(term)) {
      if (const auto *remainder = dyn_cast<ir::Binary>(part.atom.get());
          remainder && remainder->op == ir::BinaryOperator::Modulo)
        lookModulo(*remainder, tag);
      if (!isDraw(*part.atom))
        ir::forEachOperand(*part.atom, [&](const ir::Expression &operand) { look(operand, tag); });
    }
  }

  void add(std::vector<Summand> parts, std::size_t own, const ir::Tag *tag) {
    const Summand drawn = std::move(parts[own]);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(own));
    Use use{{}, true, false, tag, {}};
    for (Summand &part : parts)
      use.rest.push_back({part.factor / drawn.factor, asOfDraw(*part.atom, cast<ir::Read>(*drawn.atom))});
    bool isOfLocals = true;
    for (const Summand &part : use.rest) {
      const bool isOne = isReadable(*part.atom, use.later);
      use.isReadable = isOne && use.isReadable;
      isOfLocals = isOfLocals && (isOne || ir::reads(*part.atom, Role::Local));
    }
    use.isReadableButForLocals = !use.isReadable && isOfLocals;
    found.push_back(std::move(use));
  }

  /// With the indices of the draw itself in the place of those by which it is read.
  ExpressionPtr asOfDraw(const ir::Expression &term, const ir::Read &asRead) const {
    return replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
      for (std::size_t d = 0; d < asRead.indices.size(); ++d)
        if (part.sort() == Sort::Int && ir::isSameTerm(part, *asRead.indices[d]))
          return copy(*draw.sample->indices[d]);
      return nullptr;
    });
  }

  /// May the alignment of the draw read it? \param later receives loops that stand behind the draw.
  bool isReadable(const ir::Expression &term, std::vector<const ir::For *> &later) const {
    std::vector<const ir::Variable *> bound;
    bool readable = true;
    const auto visit = [&](auto &&self, const ir::Expression &part) -> void {
      const auto *aggregate = dyn_cast<ir::Aggregate>(&part);
      if (aggregate)
        bound.push_back(&aggregate->variable);
      if (const auto *name = dyn_cast<ir::Read>(&part)) {
        if (name->variable.role == Role::Bound)
          readable = readable && std::find(bound.begin(), bound.end(), &name->variable) != bound.end();
        if (name->variable.role == Role::LoopIndex)
          readable = readable && isKnownLoop(name->variable, later);
        // Assigned again since: what it was at the draw is not what is meant.
        if (auto value = values.find(&name->variable); value != values.end() && !value->second)
          readable = false;
      }
      ir::forEachOperand(part, [&](const ir::Expression &operand) { self(self, operand); });
      if (aggregate)
        bound.pop_back();
    };
    visit(visit, term);
    return readable;
  }

  bool isKnownLoop(const ir::Variable &index, std::vector<const ir::For *> &later) const {
    const auto isIt = [&](const ir::For *loop) { return &loop->index == &index; };
    if (std::any_of(draw.loops.begin(), draw.loops.end(), isIt))
      return true;
    auto found = std::find_if(loops.begin(), loops.end(), isIt);
    if (found == loops.end())
      return false;
    if (std::find(later.begin(), later.end(), *found) == later.end())
      later.push_back(*found);
    return true;
  }

  const Draw &draw;
  const ir::Variable &target;
  std::map<const ir::Variable *, bool> isWinner;
  std::map<const ir::Variable *, Shared> told;
  bool isAmongOthers = false;
  bool isDrawn = false;
  /// Locals that were assigned behind the draw; null: their value cannot be said.
  std::map<const ir::Variable *, Shared> values;
  std::map<const ir::Variable *, Pointwise> arrays;
  std::vector<const ir::For *> loops;
};

} // namespace

std::vector<Use> uses(const ir::Mechanism &mechanism, const Draw &draw) {
  return std::move(Following(mechanism, draw).found);
}

} // namespace plumb::synthesis
