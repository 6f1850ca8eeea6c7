// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/record_shape.h - Records of concrete size ----*- C++ -*-===//
///
/// \file
/// A record type once the sizes have values: how many numbers a record has, what each stands for, and what
/// it may be.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_RECORD_SHAPE_H
#define PLUMB_CHECKER_INTERPRETER_RECORD_SHAPE_H

#include "checker/interpreter/evaluate.h"
#include "checker/interpreter/place.h"

#include <map>

namespace plumb::interpreter {

/// A field whose extents and range have values.
struct FieldShape {
  const ir::Field *field;
  Place place;
  /// low <= v < high for every int v that it holds, low <= v <= high for every real. Both or neither.
  std::optional<Exact> low, high;

  /// The greatest value of the range, if any is in it. \pre there is a range.
  Exact greatest() const { return field->reachesHigh() ? *high : *high - 1; }
  /// May an element of it hold \p value?
  bool admits(const FieldValue &value) const;
};

/// What the numbers of a RecordValue stand for, once the sizes have values.
class RecordShape {
public:
  /// \p sizes gives the values of the sizes. Nothing if an array has a negative size or more than
  /// \p largest elements, or if an extent or a range is undefined.
  static std::optional<RecordShape> create(const ir::Record &record, const Scope &sizes,
                                           std::int64_t largest);

  const ir::Record &record() const { return *declaration; }
  /// In the order of their declaration.
  const std::vector<FieldShape> &fields() const { return shapes; }
  /// \pre a field of this record.
  const FieldShape &field(const ir::Field &field) const;
  /// The field to which number \p at of a RecordValue belongs.
  const FieldShape &fieldAt(std::size_t at) const;
  /// Numbers of a RecordValue.
  std::size_t size() const { return count; }

  /// As many numbers as needed, and each field holds what it may. Premises are not looked at.
  bool admits(const RecordValue &record) const;
  /// The numbers by field.
  std::map<std::string, RecordValue> named(const RecordValue &record) const;
  /// The inverse. Nothing if a field is missing or has another number of elements.
  std::optional<RecordValue> unnamed(const std::map<std::string, RecordValue> &fields) const;

private:
  const ir::Record *declaration = nullptr;
  std::vector<FieldShape> shapes;
  std::size_t count = 0;
};

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_RECORD_SHAPE_H
