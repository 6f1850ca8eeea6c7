// SPDX-License-Identifier: Apache-2.0
#include "checker/policy/exposure.h"

#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::policy {

using ir::ExpressionPtr;
using ir::Substitution;

namespace {

ExpressionPtr aboutPair(const ir::Proposition &proposition, const ir::RecordAdjacency &relation,
                        bool isPrimed, ir::BoundVariables &bound) {
  Substitution known;
  known.records[proposition.subject.get()] = relation.pair.get();
  known.exchangesRecords = isPrimed;
  return ir::substituted(*proposition.formula, known, bound);
}

ir::RecordAdjacency replacing(const ir::Record &record) {
  ir::RecordAdjacency relation;
  relation.kind = ir::RecordAdjacency::Kind::Replace;
  relation.record = &record;
  relation.policy = nullptr;
  relation.pair = std::make_unique<ir::RecordVariable>(ir::RecordVariable{"r", &record, record.range});
  relation.range = record.range;
  return relation;
}

/// Relations that are used where \p proposition is to be kept secret; its indices are free in them. Formulas
/// bind what goes to \p bound.
std::vector<ir::RecordAdjacency> othersFor(const ir::Proposition &proposition, ir::BoundVariables &bound) {
  const ir::Record &record = *proposition.record;
  std::vector<ir::RecordAdjacency> all;
  // Differential privacy: any record.
  all.push_back(replacing(record));
  // One-sided differential privacy: the records of which it is true are the sensitive ones.
  all.push_back(replacing(record));
  all.back().when = aboutPair(proposition, all.back(), false, bound);
  // Blowfish: the largest graph with which it can be answered without a mistake on one side.
  all.push_back(replacing(record));
  all.back().along = std::make_unique<ir::Binary>(
      ir::BinaryOperator::Iff, ir::Sort::Bool, aboutPair(proposition, all.back(), false, bound),
      aboutPair(proposition, all.back(), true, bound), record.range);
  return all;
}

std::string elementText(const ir::Field &field, const std::vector<const ir::Variable *> &names) {
  std::string text = field.name;
  for (std::size_t i = 0; i < field.extents.size(); ++i)
    text += "[" + (i < names.size() ? names[i]->name : i == 0 ? "i" : "i" + std::to_string(i + 1)) + "]";
  return text;
}

/// The condition of a relation as something that can be asked about; its indices are those of the rule.
/// \pre \p field has one.
ir::Proposition conditionOf(const ir::RecordAdjacency &relation, const ir::Field &field) {
  const ir::Attribute *attribute = attributeOf(relation, field);
  const ir::Expression &condition = *conditionFor(relation, field);
  ir::Proposition result;
  result.record = relation.record;
  result.subject = std::make_unique<ir::RecordVariable>(ir::RecordVariable{"", relation.record, {}});
  Substitution known;
  known.records[attribute ? relation.policy->pair.get() : relation.pair.get()] = result.subject.get();
  if (attribute)
    for (std::size_t i = 0; i < attribute->indices.size(); ++i)
      result.indices.push_back({attribute->indices[i], {attribute->field->extents[i].get()}});
  addFileSizes(condition, known);
  result.formula = ir::substituted(condition, known, result.bound);
  return result;
}

/// The same formula, whatever its indices are called.
bool isSameProposition(const ir::Proposition &first, const ir::Proposition &second) {
  if (first.indices.size() != second.indices.size())
    return false;
  Substitution known;
  known.records[first.subject.get()] = second.subject.get();
  for (std::size_t i = 0; i < first.indices.size(); ++i)
    known.variables[first.indices[i].variable] = second.indices[i].variable;
  ir::BoundVariables bound;
  return ir::isSameTerm(*ir::substituted(*first.formula, known, bound), *second.formula);
}

/// A parameter that \p expression reads and that is no size of the file; null if there is none.
const ir::Variable *parameterIn(const ir::Expression &expression) {
  const auto *read = llvm::dyn_cast<ir::Read>(&expression);
  if (read && read->variable.role == ir::Variable::Role::Parameter && !read->variable.fileSize)
    return &read->variable;
  const ir::Variable *found = nullptr;
  ir::forEachOperand(expression, [&](const ir::Expression &operand) {
    if (!found)
      found = parameterIn(operand);
  });
  return found;
}

std::string whyNotAsked(const ir::RecordAdjacency &relation) {
  if (relation.kind != ir::RecordAdjacency::Kind::Replace)
    return "no record takes the place of another";
  for (const ir::Expression *formula : {relation.when.get(), relation.along.get()})
    if (const ir::Variable *parameter = formula ? parameterIn(*formula) : nullptr)
      return "it reads `" + parameter->name + "`, which is known only where the mechanism is run";
  return {};
}

} // namespace

Exposure exposureOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                    const std::vector<ir::Proposition> &asked, const proof::EngineMaker &makeEngine,
                    const PairCheck &check) {
  Exposed exposed(program, relation, makeEngine, check);
  Exposure result;
  result.relation = ir::print(relation);
  result.notAsked = whyNotAsked(relation);
  if (!result.notAsked.empty())
    return result;
  result.values.push_back(exposed.valuesOfRelation());
  result.hasValues = result.values.front().areProved();
  if (!result.hasValues)
    return result;
  if (relation.along)
    result.values.push_back(exposed.edgesHaveNoDirection());
  std::vector<const ir::Expression *> seen;
  for (const auto &field : relation.record->fields) {
    const ir::Attribute *attribute = attributeOf(relation, *field);
    const std::string text =
        "the value of " +
        elementText(*field, attribute ? attribute->indices : std::vector<const ir::Variable *>());
    const ir::Expression *condition = conditionFor(relation, *field);
    if (!condition) {
      result.fields.push_back(exposed.value(*field, true, text));
      continue;
    }
    const std::string words = ir::print(*condition);
    result.fields.push_back(exposed.value(*field, true, text + " where " + words));
    result.fields.push_back(exposed.value(*field, false, text + " where not (" + words + ")"));
    const ir::Proposition about = conditionOf(relation, *field);
    const bool isKnown = std::any_of(seen.begin(), seen.end(), [&](const ir::Expression *other) {
      return ir::isSameTerm(*other, *condition);
    });
    const bool isAsked = std::any_of(asked.begin(), asked.end(), [&](const ir::Proposition &other) {
      return isSameProposition(about, other);
    });
    seen.push_back(condition);
    if (!isKnown && !isAsked)
      result.propositions.push_back(exposed.about(about, words));
  }
  for (const ir::Proposition &proposition : asked) {
    result.values.push_back(exposed.valuesOf(proposition));
    if (!result.values.back().areProved())
      continue;
    const std::string words = ir::print(*proposition.formula);
    result.propositions.push_back(exposed.about(proposition, words));
    std::vector<Comparison> &compared = result.comparisons.emplace_back();
    if (result.propositions.back().isConstant())
      continue;
    ir::BoundVariables bound;
    for (const ir::RecordAdjacency &other : othersFor(proposition, bound))
      if (!ir::isSameAdjacency(other, relation))
        compared.push_back(
            {ir::print(other), Exposed(program, other, makeEngine, check).about(proposition, words)});
  }
  return result;
}

bool Exposure::isDecided() const {
  return notAsked.empty() &&
         std::all_of(values.begin(), values.end(),
                     [](const proof::RecordValues &one) { return one.areProved(); }) &&
         std::all_of(fields.begin(), fields.end(), [](const Secret &one) { return one.isDecided(); }) &&
         std::all_of(propositions.begin(), propositions.end(),
                     [](const AboutProposition &one) { return one.isDecided(); }) &&
         std::all_of(comparisons.begin(), comparisons.end(), [](const std::vector<Comparison> &compared) {
           return std::all_of(compared.begin(), compared.end(),
                              [](const Comparison &one) { return one.about.isDecided(); });
         });
}

} // namespace plumb::policy
