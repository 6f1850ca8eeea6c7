// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/few_values.h"

#include "checker/relational/walk.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

using llvm::dyn_cast;

namespace {

constexpr std::size_t mostValues = 6;
/// Terms that are looked at, of all the locals behind one value.
constexpr unsigned mostSteps = 200;

class PublicValues {
public:
  PublicValues(const ir::Mechanism &of, unsigned &left) : mechanism(of), stepsLeft(left) {}

  /// Adds the values that \p term may have.
  void add(const ir::Expression &term) {
    isKnown = isKnown && stepsLeft > 0;
    if (!isKnown)
      return;
    --stepsLeft;
    if (ir::isPublic(term)) {
      insert(term);
    } else if (const auto *choice = dyn_cast<ir::Conditional>(&term)) {
      add(*choice->whenTrue);
      add(*choice->whenFalse);
    } else if (const ir::Variable *local = localOf(term)) {
      addAssigned(*local);
    } else {
      addComputed(term);
    }
  }

  std::vector<ExpressionPtr> taken() {
    if (!isKnown || found.size() > mostValues)
      found.clear();
    return std::move(found);
  }

private:
  static const ir::Variable *localOf(const ir::Expression &term) {
    const auto *name = dyn_cast<ir::Read>(&term);
    const bool isLocal = name && name->variable.role == ir::Variable::Role::Local && name->indices.empty();
    return isLocal ? &name->variable : nullptr;
  }

  void insert(const ir::Expression &term) {
    const bool isNew = std::none_of(found.begin(), found.end(),
                                    [&](const ExpressionPtr &known) { return ir::isSameTerm(*known, term); });
    if (isNew)
      found.push_back(copy(term));
  }

  void addAssigned(const ir::Variable &local) {
    if (const auto known = std::find(open.begin(), open.end(), &local); known != open.end()) {
      // What is computed from its own value before has as many values as there are iterations; what stays
      // what it was has no further one.
      const auto around = static_cast<std::size_t>(known - open.begin());
      isKnown = isKnown && around >= computedFrom;
      return;
    }
    open.push_back(&local);
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (assign && &assign->target == &local)
        add(*assign->value);
    });
    open.pop_back();
  }

  /// A term over locals that have one value each.
  void addComputed(const ir::Expression &term) {
    const ExpressionPtr computed = replaced(term, [&](const ir::Expression &part) -> ExpressionPtr {
      const ir::Variable *local = localOf(part);
      if (!local)
        return nullptr;
      PublicValues inner(mechanism, stepsLeft);
      inner.open = open;
      inner.computedFrom = open.size();
      inner.addAssigned(*local);
      std::vector<ExpressionPtr> values = inner.taken();
      return values.size() == 1 ? std::move(values.front()) : nullptr;
    });
    if (ir::isPublic(*computed))
      insert(*computed);
    else
      isKnown = false;
  }

  const ir::Mechanism &mechanism;
  unsigned &stepsLeft;
  std::vector<ExpressionPtr> found;
  /// Locals whose values are being looked for.
  std::vector<const ir::Variable *> open;
  /// From the values of as many of them as stand first here a term is computed.
  std::size_t computedFrom = 0;
  bool isKnown = true;
};

} // namespace

std::vector<ExpressionPtr> publicValues(const ir::Mechanism &mechanism,
                                        const std::vector<const ir::Expression *> &values) {
  unsigned steps = mostSteps;
  PublicValues all(mechanism, steps);
  for (const ir::Expression *value : values)
    all.add(*value);
  return all.taken();
}

} // namespace plumb::synthesis
