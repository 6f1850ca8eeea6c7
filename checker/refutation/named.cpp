// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/named.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::refutation {

namespace {

void forEachElement(const interpreter::Instance &instance, ir::Variable::Role role,
                    llvm::function_ref<void(Element, ir::Sort, std::size_t)> visit) {
  for (const auto &variable : instance.neighbourhood().variables) {
    if (variable->role != role)
      continue;
    const interpreter::Place &place = instance.place(*variable);
    for (std::size_t i = 0; i < place.size; ++i)
      visit({variable->name, place.indicesOf(i)}, variable->sort, place.offset + i);
  }
}

} // namespace

std::vector<NamedNumber> namedParameters(const interpreter::Instance &instance) {
  std::vector<NamedNumber> named;
  forEachElement(instance, ir::Variable::Role::Parameter,
                 [&](Element element, ir::Sort sort, std::size_t at) {
                   named.push_back({std::move(element), instance.parameters()[at], sort});
                 });
  return named;
}

std::vector<NamedAnswers> namedAnswers(const interpreter::Instance &instance,
                                       const interpreter::Numbers &first,
                                       const interpreter::Numbers &second) {
  std::vector<NamedAnswers> named;
  forEachElement(instance, ir::Variable::Role::Query, [&](Element element, ir::Sort sort, std::size_t at) {
    named.push_back({std::move(element), first[at], second[at], sort});
  });
  return named;
}

static std::vector<NamedFieldValue> namedFields(const interpreter::RecordShape &shape,
                                                const interpreter::RecordValue &record) {
  std::vector<NamedFieldValue> named;
  for (const interpreter::FieldShape &field : shape.fields())
    for (std::size_t i = 0; i < field.place.size; ++i)
      named.push_back(
          {{field.field->name, field.place.indicesOf(i)}, record[field.place.offset + i], field.field->sort});
  return named;
}

NamedRecords namedRecords(const interpreter::Instance &instance, const interpreter::RecordPair &pair) {
  const interpreter::RecordShape &shape = *instance.recordShape();
  NamedRecords named{shape.record().name, !pair.first, !pair.second, {}, {}};
  std::size_t at = 0;
  for (NamedFieldValue &field : namedFields(shape, pair.first ? *pair.first : *pair.second)) {
    NamedField both{std::move(field.element), std::nullopt, std::nullopt, field.sort};
    if (pair.first)
      both.first = (*pair.first)[at];
    if (pair.second)
      both.second = (*pair.second)[at];
    named.changed.push_back(std::move(both));
    ++at;
  }
  for (const interpreter::OtherRecords &other : pair.others)
    named.others.push_back({namedFields(shape, other.record), other.copies});
  return named;
}

std::optional<interpreter::RecordPair> recordsOf(const NamedRecords &named,
                                                 const interpreter::RecordShape &shape) {
  using Fields = std::map<std::string, interpreter::RecordValue>;
  auto add = [](Fields &fields, const Element &element, const interpreter::FieldValue &value) {
    fields[element.declared].push_back(value);
  };
  interpreter::RecordPair pair;
  Fields first, second;
  for (const NamedField &field : named.changed) {
    if (field.first)
      add(first, field.element, *field.first);
    if (field.second)
      add(second, field.element, *field.second);
  }
  if (!named.isMissingFirst && !(pair.first = shape.unnamed(first)))
    return std::nullopt;
  if (!named.isMissingSecond && !(pair.second = shape.unnamed(second)))
    return std::nullopt;
  for (const NamedRecords::Others &other : named.others) {
    Fields fields;
    for (const NamedFieldValue &field : other.fields)
      add(fields, field.element, field.value);
    auto record = shape.unnamed(fields);
    if (!record)
      return std::nullopt;
    pair.others.push_back({std::move(*record), other.copies});
  }
  return pair;
}

} // namespace plumb::refutation
