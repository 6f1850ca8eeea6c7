// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/all_records.h - Every record there is -*- C++ -*-===//
///
/// \file
/// All records of a shape, one after the other, where fields are truth values or ints with a range. Premises
/// are not looked at.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_ALL_RECORDS_H
#define PLUMB_CHECKER_INTERPRETER_ALL_RECORDS_H

#include "checker/interpreter/record_shape.h"

namespace plumb::interpreter {

class AllRecords {
public:
  /// \param most more than so many are none that are listed.
  AllRecords(const RecordShape &shape, std::size_t most);

  /// A field of reals, or without a range, the values of which cannot be listed; null if there is none.
  const ir::Field *unlisted() const { return endless; }
  /// \pre here and below: all are listed.
  bool areTooMany() const { return total > limit; }
  std::size_t count() const { return total; }
  /// The last element counts up fastest. \pre number < count().
  RecordValue at(std::size_t number) const;

private:
  std::vector<std::vector<FieldValue>> values;
  const ir::Field *endless = nullptr;
  std::size_t limit, total = 1;
};

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_ALL_RECORDS_H
