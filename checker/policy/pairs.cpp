// SPDX-License-Identifier: Apache-2.0
#include "checker/policy/pairs.h"

#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::policy {

using namespace ir;

namespace {

ExpressionPtr combined(BinaryOperator op, Sort sort, ExpressionPtr left, ExpressionPtr right) {
  const SourceRange range = left->range();
  return std::make_unique<Binary>(op, sort, std::move(left), std::move(right), range);
}

ExpressionPtr conjunction(ExpressionPtr left, ExpressionPtr right) {
  return left ? combined(BinaryOperator::And, Sort::Bool, std::move(left), std::move(right))
              : std::move(right);
}

/// r.c[i], or r'.c[i].
ExpressionPtr elementOf(const RecordVariable &record, bool isPrimed, const Field &field,
                        const std::vector<const Variable *> &indices) {
  std::vector<ExpressionPtr> at;
  for (const Variable *index : indices)
    at.push_back(readOf(*index));
  return std::make_unique<FieldRead>(record, isPrimed, field, std::move(at), field.range);
}

/// Its element at \p at is one of \p changed; null if none of them is of this field.
ExpressionPtr isOneOf(const Field &field, const std::vector<const Variable *> &at,
                      const std::vector<Element> &changed) {
  ExpressionPtr any;
  for (const Element &element : changed) {
    if (element.field != &field)
      continue;
    ExpressionPtr same = std::make_unique<Boolean>(true, field.range);
    for (std::size_t i = 0; i < element.indices.size(); ++i)
      same = conjunction(std::move(same), combined(BinaryOperator::Equal, Sort::Bool, readOf(*at[i]),
                                                   substituted(*element.indices[i], {})));
    any = any ? combined(BinaryOperator::Or, Sort::Bool, std::move(any), std::move(same)) : std::move(same);
  }
  return any;
}

} // namespace

void addFileSizes(const Expression &formula, Substitution &known) {
  if (const auto *read = llvm::dyn_cast<Read>(&formula); read && read->variable.fileSize)
    known.variables[&read->variable] = read->variable.fileSize;
  forEachOperand(formula, [&](const Expression &operand) { addFileSizes(operand, known); });
}

ExpressionPtr readOf(const Variable &variable) {
  return std::make_unique<Read>(variable, false, std::vector<ExpressionPtr>(), variable.range);
}

ExpressionPtr negation(ExpressionPtr formula) {
  const SourceRange range = formula->range();
  return std::make_unique<Unary>(UnaryOperator::Not, Sort::Bool, std::move(formula), range);
}

bool relatesByFormula(const RecordAdjacency &relation) {
  return relation.along || (relation.policy && relation.policy->formula);
}

std::vector<Breach> breachesOf(const RecordAdjacency &relation) {
  std::vector<Breach> all;
  if (relatesByFormula(relation))
    all.push_back({nullptr, nullptr});
  if (relation.policy)
    for (const Attribute &attribute : relation.policy->attributes)
      if (!attribute.isSensitive || attribute.when)
        all.push_back({attribute.field, &attribute});
  if (relation.when)
    for (const auto &field : relation.record->fields)
      all.push_back({field.get(), nullptr});
  return all;
}

Pairs::Pairs(const Program &ofProgram, const Record &ofRecord)
    : program(&ofProgram), record(&ofRecord), result(std::make_unique<Neighbourhood>()) {
  RecordAdjacency &adjacency = result->recordAdjacency.emplace();
  adjacency.kind = RecordAdjacency::Kind::Replace;
  adjacency.record = record;
  adjacency.policy = nullptr;
  adjacency.pair = std::make_unique<RecordVariable>(RecordVariable{"r", record, record->range});
  adjacency.range = record->range;
  for (const auto &size : program->sizes) {
    auto own = std::make_unique<Variable>(
        Variable{Variable::Role::Parameter, size->name, Sort::Int, {}, size->range, nullptr, size.get()});
    result->requirements.push_back(combined(BinaryOperator::GreaterEqual, Sort::Bool, readOf(*own),
                                            std::make_unique<Number>(0, Sort::Int, size->range)));
    result->variables.push_back(std::move(own));
  }
}

const Variable &Pairs::index(const std::string &name, const std::vector<const Expression *> &extents,
                             const Substitution &known) {
  const auto isTaken = [&](const std::string &wanted) {
    return std::any_of(result->variables.begin(), result->variables.end(),
                       [&](const auto &variable) { return variable->name == wanted; }) ||
           record->field(wanted) != nullptr;
  };
  std::string own = name;
  for (unsigned number = 2; isTaken(own); ++number)
    own = name + std::to_string(number);
  sizes.push_back(std::make_unique<Variable>(
      Variable{Variable::Role::Parameter, own, Sort::Int, {}, record->range, nullptr, nullptr}));
  const Variable &size = *sizes.back();
  auto twin = std::make_unique<Variable>(
      Variable{Variable::Role::Parameter, own, Sort::Int, {}, record->range, nullptr, &size});
  result->requirements.push_back(combined(BinaryOperator::GreaterEqual, Sort::Bool, readOf(*twin),
                                          std::make_unique<Number>(0, Sort::Int, record->range)));
  for (const Expression *extent : extents)
    result->requirements.push_back(
        combined(BinaryOperator::Less, Sort::Bool, readOf(*twin), substituted(*extent, known)));
  result->variables.push_back(std::move(twin));
  return size;
}

std::vector<const Variable *> Pairs::indicesOf(const Field &field,
                                               const std::vector<const Variable *> &names) {
  std::vector<const Variable *> at;
  for (std::size_t i = 0; i < field.extents.size(); ++i)
    at.push_back(&index(i < names.size() ? names[i]->name : "i", {field.extents[i].get()}));
  return at;
}

void Pairs::keep(ExpressionPtr formula) {
  ExpressionPtr &kept = result->recordAdjacency->along;
  kept = conjunction(std::move(kept), std::move(formula));
}

void Pairs::keepChanged(const Field &field, const std::vector<const Variable *> &indices) {
  ExpressionPtr real = elementOf(subject(), false, field, indices);
  ExpressionPtr inItsPlace = elementOf(subject(), true, field, indices);
  keep(comparison(BinaryOperator::NotEqual, std::move(real), std::move(inItsPlace), field.range));
}

void Pairs::keepOther(const Field &field, const std::vector<const Variable *> &indices,
                      const std::vector<Element> &elements) {
  if (ExpressionPtr isOne = isOneOf(field, indices, elements))
    keep(negation(std::move(isOne)));
}

void Pairs::keepSeveralValues(const Field &field) {
  if (!field.low)
    return;
  // None is a value besides.
  if (field.reachesHigh())
    return keep(combined(field.orNone ? BinaryOperator::LessEqual : BinaryOperator::Less, Sort::Bool,
                         substituted(*field.low, {}), substituted(*field.high, {})));
  ExpressionPtr most = combined(BinaryOperator::Subtract, Sort::Int, substituted(*field.high, {}),
                                std::make_unique<Number>(field.orNone ? 0 : 1, Sort::Int, field.range));
  keep(combined(BinaryOperator::Less, Sort::Bool, substituted(*field.low, {}), std::move(most)));
}

void Pairs::keepAllowed(const RecordAdjacency &relation, const Substitution &known) {
  RecordAdjacency &own = *result->recordAdjacency;
  own.policy = relation.policy;
  if (relation.when)
    own.when = aboutSubject(*relation.when, *relation.pair, known);
  if (relation.along)
    keep(aboutSubject(*relation.along, *relation.pair, known));
}

void Pairs::keepBroken(const RecordAdjacency &relation, const Breach &breach, Substitution known) {
  if (!breach.field) {
    const bool isPolicy = relation.policy && relation.policy->formula;
    keep(negation(isPolicy ? aboutSubject(*relation.policy->formula, *relation.policy->pair, known)
                           : aboutSubject(*relation.along, *relation.pair, known)));
    return;
  }
  const auto at = indicesOf(*breach.field,
                            breach.attribute ? breach.attribute->indices : std::vector<const Variable *>());
  keepChanged(*breach.field, at);
  if (!breach.attribute) {
    keep(negation(aboutSubject(*relation.when, *relation.pair, known)));
    return;
  }
  for (std::size_t i = 0; i < breach.attribute->indices.size(); ++i)
    known.variables[breach.attribute->indices[i]] = at[i];
  if (breach.attribute->when)
    keep(negation(aboutSubject(*breach.attribute->when, *relation.policy->pair, known)));
}

void Pairs::keepElsewhere(const std::vector<Element> &changed) {
  auto rest = std::make_unique<Policy>();
  rest->name = "the rest is known";
  rest->record = record;
  rest->range = record->range;
  rest->pair = std::make_unique<RecordVariable>(RecordVariable{"", record, record->range});
  for (const auto &field : record->fields) {
    Attribute attribute{field.get(), false, {}, nullptr, field->range};
    for (std::size_t i = 0; i < field->extents.size(); ++i) {
      rest->bound.push_back(std::make_unique<Variable>(
          Variable{Variable::Role::Bound, "i" + std::to_string(i), Sort::Int, {}, field->range}));
      attribute.indices.push_back(rest->bound.back().get());
    }
    attribute.when = isOneOf(*field, attribute.indices, changed);
    attribute.isSensitive = attribute.when != nullptr;
    if (!attribute.isSensitive)
      attribute.indices.clear();
    rest->attributes.push_back(std::move(attribute));
  }
  result->recordAdjacency->policy = rest.get();
  policies.push_back(std::move(rest));
}

ExpressionPtr Pairs::aboutSubject(const Expression &formula, const RecordVariable &about,
                                  const Substitution &known, bool isPrimed) {
  Substitution own = known;
  addFileSizes(formula, own);
  own.records[&about] = &subject();
  own.exchangesRecords = isPrimed;
  return substituted(formula, own, bound);
}

} // namespace plumb::policy
