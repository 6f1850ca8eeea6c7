// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/record_shape.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::interpreter {

std::string print(const FieldValue &value, ir::Sort sort) {
  return value.isNone ? "none" : print(value.value, sort);
}

bool FieldShape::admits(const FieldValue &value) const {
  if (value.isNone)
    return field->orNone && value.value.isZero();
  if (field->sort == ir::Sort::Bool)
    return value.value == 0 || value.value == 1;
  const Exact &number = value.value;
  return (field->sort == ir::Sort::Real || number.isIntegral()) &&
         (!low || (*low <= number && number <= greatest()));
}

std::optional<RecordShape> RecordShape::create(const ir::Record &record, const Scope &sizes,
                                               std::int64_t largest) {
  RecordShape shape;
  shape.declaration = &record;
  Evaluator evaluator(sizes);
  for (const std::unique_ptr<ir::Field> &field : record.fields) {
    FieldShape here{field.get(), {}, {}, {}};
    here.place.home = Place::Home::Record;
    here.place.offset = shape.count;
    for (const ir::ExpressionPtr &extent : field->extents) {
      auto elements = evaluator.evaluate(*extent).toInt64();
      if (evaluator.failure() || !elements || *elements < 0 || *elements > largest)
        return std::nullopt;
      here.place.extents.push_back(*elements);
      here.place.size *= static_cast<std::size_t>(*elements);
      if (here.place.size > static_cast<std::size_t>(largest))
        return std::nullopt;
    }
    if (field->low) {
      here.low = evaluator.evaluate(*field->low);
      here.high = evaluator.evaluate(*field->high);
    }
    shape.count += here.place.size;
    shape.shapes.push_back(std::move(here));
  }
  if (evaluator.failure())
    return std::nullopt;
  return shape;
}

const FieldShape &RecordShape::field(const ir::Field &field) const {
  for (const FieldShape &shape : shapes)
    if (shape.field == &field)
      return shape;
  llvm_unreachable("a field of another record");
}

const FieldShape &RecordShape::fieldAt(std::size_t at) const {
  for (const FieldShape &shape : shapes)
    if (at < shape.place.offset + shape.place.size)
      return shape;
  llvm_unreachable("behind the end of the record");
}

bool RecordShape::admits(const RecordValue &record) const {
  if (record.size() != count)
    return false;
  for (const FieldShape &shape : shapes)
    for (std::size_t i = 0; i < shape.place.size; ++i)
      if (!shape.admits(record[shape.place.offset + i]))
        return false;
  return true;
}

std::map<std::string, RecordValue> RecordShape::named(const RecordValue &record) const {
  assert(record.size() == count);
  std::map<std::string, RecordValue> fields;
  for (const FieldShape &shape : shapes) {
    auto first = record.begin() + static_cast<std::ptrdiff_t>(shape.place.offset);
    fields[shape.field->name] = RecordValue(first, first + static_cast<std::ptrdiff_t>(shape.place.size));
  }
  return fields;
}

std::optional<RecordValue> RecordShape::unnamed(const std::map<std::string, RecordValue> &fields) const {
  RecordValue record;
  for (const FieldShape &shape : shapes) {
    auto found = fields.find(shape.field->name);
    if (found == fields.end() || found->second.size() != shape.place.size)
      return std::nullopt;
    record.insert(record.end(), found->second.begin(), found->second.end());
  }
  return record;
}

} // namespace plumb::interpreter
