// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/coming_runs.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/substitution.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>
#include <utility>

namespace plumb::claims {

namespace {

/// The one run that all begin with.
class CommonBeginning {
public:
  void pass(const ir::Statement &statement) {
    // What is assigned on some paths, or again, may be anything.
    if (llvm::isa<ir::If, ir::For>(statement))
      return locals.clear();
    const auto *assign = llvm::dyn_cast<ir::Assign>(&statement);
    if (!assign || !assign->indices.empty())
      return;
    ir::ExpressionPtr value = known(*assign->value);
    locals.erase(&assign->target);
    if (value)
      locals.emplace(&assign->target, std::move(value));
  }
  /// In terms of the parameters; null if more decides it, or if that is not known.
  ir::ExpressionPtr known(const ir::Expression &expression) const {
    ir::Substitution here;
    for (const auto &[local, value] : locals)
      here.values[local] = value.get();
    const bool isOfMore = ir::anyPart(expression, [&](const ir::Expression &part) {
      const auto *read = llvm::dyn_cast<ir::Read>(&part);
      return read ? read->variable.role != ir::Variable::Role::Parameter && !locals.count(&read->variable)
                  : llvm::isa<ir::Forall>(part);
    });
    return isOfMore ? nullptr : ir::substituted(expression, here);
  }

private:
  std::map<const ir::Variable *, ir::ExpressionPtr> locals;
};

/// What is asked where the run comes to \p loop; null if that is not known.
ir::ExpressionPtr firstlyAsked(const ir::For &loop, const ir::Block &body) {
  CommonBeginning beginning;
  for (const auto &statement : body) {
    if (statement.get() == &loop)
      return beginning.known(*loop.guard);
    beginning.pass(*statement);
  }
  return nullptr; // Inside of another loop, which may have changed what is asked.
}

} // namespace

std::optional<std::vector<ir::ExpressionPtr>> comingIf(const ir::Mechanism &mechanism,
                                                       const ir::Transcript &transcript) {
  const ir::Block &body = mechanism.body;
  bool comes = true;
  relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned) {
    comes &= !llvm::isa<ir::Return>(statement) || &statement == body.back().get();
  });
  std::vector<ir::ExpressionPtr> asked;
  for (const ir::For *loop : transcript.loops)
    if (loop->guard) {
      asked.push_back(firstlyAsked(*loop, body));
      comes &= asked.back() != nullptr;
    }
  return comes ? std::optional(std::move(asked)) : std::nullopt;
}

bool everyRunComes(const ir::Mechanism &mechanism, const ir::Transcript &transcript,
                   const GivenValues &values) {
  const auto conditions = comingIf(mechanism, transcript);
  return conditions && llvm::all_of(*conditions, [&](const ir::ExpressionPtr &condition) {
           interpreter::Evaluator evaluator(values);
           const interpreter::Exact value = evaluator.evaluate(*condition);
           return !evaluator.failure() && !value.isZero();
         });
}

} // namespace plumb::claims
