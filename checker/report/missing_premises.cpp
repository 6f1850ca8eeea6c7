// SPDX-License-Identifier: Apache-2.0
#include "checker/report/missing_premises.h"

#include "checker/relational/walk.h"
#include "checker/synthesis/stand_ins.h"
#include "frontend/ir/print_expression.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::report {

namespace {

using proof::Condition;
using Variables = std::set<const ir::Variable *>;

const SourceRange nowhere{};

ir::ExpressionPtr readOf(const ir::Variable &variable, const ir::Variable *index) {
  std::vector<ir::ExpressionPtr> indices;
  if (index)
    indices.push_back(std::make_unique<ir::Read>(*index, false, std::vector<ir::ExpressionPtr>(), nowhere));
  return std::make_unique<ir::Read>(variable, false, std::move(indices), nowhere);
}

/// "c >= 1" or "eps > 0", of all elements of an array.
ir::ExpressionPtr isPositive(const ir::Variable &variable, const ir::Variable *index) {
  const bool isInt = variable.sort == ir::Sort::Int;
  ir::ExpressionPtr positive = std::make_unique<ir::Binary>(
      isInt ? ir::BinaryOperator::GreaterEqual : ir::BinaryOperator::Greater, ir::Sort::Bool,
      readOf(variable, index), std::make_unique<ir::Number>(Rational(isInt ? 1 : 0), variable.sort, nowhere),
      nowhere);
  if (!index)
    return positive;
  return std::make_unique<ir::Forall>(
      *index, std::make_unique<ir::Number>(Rational(0), ir::Sort::Int, nowhere),
      ir::copyAt(*variable.extents.front(), nowhere), std::move(positive), nowhere);
}

bool isNumber(const ir::Variable &variable) {
  return variable.sort == ir::Sort::Int || variable.sort == ir::Sort::Real;
}

class Search {
public:
  Search(ir::Mechanism &of, const synthesis::IsText &test) : mechanism(of), isText(test) {
    Variables inScales;
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
        if (!sample->openScale.isOpen)
          relational::collectVariables(*sample->scale, inScales);
    });
    for (std::size_t before = 0; before != inScales.size();) {
      before = inScales.size();
      relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
        const auto *assign = llvm::dyn_cast<ir::Assign>(&statement);
        if (assign && inScales.contains(&ir::identityOf(assign->target)))
          relational::collectVariables(*assign->value, inScales);
      });
    }
    for (const auto &variable : mechanism.variables)
      if (variable->role == ir::Variable::Role::Parameter && isNumber(*variable) &&
          variable->extents.size() <= 1 && inScales.contains(&ir::identityOf(*variable)))
        candidates.push_back(variable.get());
  }

  /// Of the candidates as few as will do for \p isEnough, which is asked while they are required; nothing if
  /// not even all of them do.
  std::optional<std::string> smallest(llvm::function_ref<bool()> isEnough) {
    std::vector<const ir::Variable *> required = candidates;
    if (required.empty() || !holdsWith(required, isEnough))
      return std::nullopt;
    for (const ir::Variable *variable : candidates) {
      std::vector<const ir::Variable *> fewer = required;
      std::erase(fewer, variable);
      if (!fewer.empty() && holdsWith(fewer, isEnough))
        required = std::move(fewer);
    }
    return text;
  }

private:
  bool holdsWith(const std::vector<const ir::Variable *> &positive, llvm::function_ref<bool()> isEnough) {
    const std::size_t written = mechanism.requirements.size();
    const std::size_t declared = mechanism.variables.size();
    std::string required;
    for (const ir::Variable *variable : positive) {
      const ir::Variable *index = nullptr;
      if (variable->isArray()) {
        mechanism.variables.push_back(std::make_unique<ir::Variable>(
            ir::Variable{ir::Variable::Role::Bound, "i", ir::Sort::Int, {}, nowhere}));
        index = mechanism.variables.back().get();
      }
      mechanism.requirements.push_back(isPositive(*variable, index));
      required += (required.empty() ? "" : ", ") + ir::print(*mechanism.requirements.back());
    }
    const bool holds = isText(mechanism) && isEnough();
    mechanism.requirements.resize(written);
    mechanism.variables.resize(declared);
    if (holds)
      text = std::move(required);
    return holds;
  }

  ir::Mechanism &mechanism;
  const synthesis::IsText &isText;
  std::vector<const ir::Variable *> candidates;
  /// What was required when it was enough the last time.
  std::string text;
};

/// Where the scales begin that are not proved positive.
std::set<std::uint32_t> openScales(const proof::Proof &proof) {
  std::set<std::uint32_t> open;
  for (const proof::Evidence &evidence : proof.obligations())
    if (evidence.condition == Condition::SameLaw && !evidence.isProved())
      open.insert(evidence.range.begin);
  return open;
}

bool isCostOpen(const proof::Proof &proof) {
  return llvm::any_of(proof.obligations(), [](const proof::Evidence &evidence) {
    return evidence.condition == Condition::Cost && !evidence.isProved();
  });
}

} // namespace

MissingPremises findMissingPremises(ir::Mechanism &mechanism, const proof::Proof &written, bool isCostAsked,
                                    const proof::EngineMaker &makeEngine, const synthesis::IsText &isText) {
  MissingPremises missing;
  const std::set<std::uint32_t> open = openScales(written);
  if (!open.empty() && !synthesis::readsOpenParts(mechanism)) {
    const synthesis::StandIns standIns(mechanism);
    const auto openNow = [&] { return openScales(proof::proveMeaning(mechanism, makeEngine)); };
    // What is not equal in both runs is positive as it is.
    const std::set<std::uint32_t> notPositive = openNow();
    Search search(mechanism, isText);
    for (const std::uint32_t scale : open)
      if (notPositive.contains(scale))
        if (auto premise = search.smallest([&] { return !openNow().contains(scale); }))
          missing.ofScales.emplace(scale, std::move(*premise));
  }
  if (isCostAsked && isCostOpen(written) && !mechanism.hasHoles()) {
    Search search(mechanism, isText);
    if (auto premise = search.smallest(
            [&] { return proof::prove(mechanism, makeEngine).verdict() == proof::Verdict::Proved; }))
      missing.ofCost = std::move(*premise);
  }
  return missing;
}

} // namespace plumb::report
