// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/record_value.h - One record, as numbers ---*- C++ -*-===//
///
/// \file
/// One concrete record as a flat vector of exact numbers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_RECORD_VALUE_H
#define PLUMB_CHECKER_INTERPRETER_RECORD_VALUE_H

#include "checker/interpreter/exact.h"
#include "frontend/ir/type.h"

#include <string>
#include <vector>

namespace plumb::interpreter {

/// What a field, or one element of it, holds.
struct FieldValue {
  /// Zero if it is none.
  Exact value;
  bool isNone = false;

  static FieldValue none() { return {0, true}; }
  friend bool operator==(const FieldValue &, const FieldValue &) = default;
};

/// The elements of all fields of one record: fields in the order of their declaration, arrays in
/// row-major order. RecordShape says which is which.
using RecordValue = std::vector<FieldValue>;

/// "none", "true", "-3".
std::string print(const FieldValue &value, ir::Sort sort);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_RECORD_VALUE_H
