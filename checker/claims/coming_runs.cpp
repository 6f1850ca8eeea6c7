// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/coming_runs.h"

#include "checker/relational/walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>

namespace plumb::claims {

namespace {

/// The one run that all begin with, as far as given values decide it.
class CommonBeginning final : public interpreter::Scope {
public:
  explicit CommonBeginning(const GivenValues &given) : values(given) {}

  void pass(const ir::Statement &statement) {
    // What is assigned on some paths, or again, may be anything.
    if (llvm::isa<ir::If, ir::For>(statement))
      return locals.clear();
    const auto *assign = llvm::dyn_cast<ir::Assign>(&statement);
    if (!assign || !assign->indices.empty())
      return;
    const auto value = known(*assign->value);
    locals.erase(&assign->target);
    if (value)
      locals.emplace(&assign->target, *value);
  }
  /// Nothing if it is not the same in every run, or not known.
  std::optional<interpreter::Exact> known(const ir::Expression &expression) const {
    interpreter::Evaluator evaluator(*this);
    interpreter::Exact value = evaluator.evaluate(expression);
    return evaluator.failure() ? std::nullopt : std::optional(std::move(value));
  }

  const interpreter::Exact *element(const ir::Variable &variable, bool isPrimed,
                                    llvm::ArrayRef<std::int64_t> indices) const override {
    if (variable.role == ir::Variable::Role::Parameter)
      return values.element(variable, isPrimed, indices);
    const auto found = indices.empty() ? locals.find(&variable) : locals.end();
    return found == locals.end() ? nullptr : &found->second;
  }
  const interpreter::Cell *cell(const ir::Transcript &, llvm::ArrayRef<std::int64_t>) const override {
    return nullptr;
  }
  const interpreter::Result &result() const override { return none; }

private:
  const GivenValues &values;
  std::map<const ir::Variable *, interpreter::Exact> locals;
  interpreter::Result none;
};

bool isPassedAtFirst(const ir::For &loop, const ir::Block &body, const GivenValues &values) {
  CommonBeginning beginning(values);
  for (const auto &statement : body) {
    if (statement.get() == &loop) {
      const auto guard = beginning.known(*loop.guard);
      return guard && !guard->isZero();
    }
    beginning.pass(*statement);
  }
  return false; // Inside of another loop, which may have changed what is asked.
}

} // namespace

bool everyRunComes(const ir::Mechanism &mechanism, const ir::Transcript &transcript,
                   const GivenValues &values) {
  const ir::Block &body = mechanism.body;
  bool comes = true;
  relational::forEachStatement(body, [&](const ir::Statement &statement, unsigned) {
    comes &= !llvm::isa<ir::Return>(statement) || &statement == body.back().get();
  });
  return comes && llvm::all_of(transcript.loops, [&](const ir::For *loop) {
           return !loop->guard || isPassedAtFirst(*loop, body, values);
         });
}

} // namespace plumb::claims
