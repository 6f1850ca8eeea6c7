// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/all_records.h"

namespace plumb::interpreter {

/// What one element of \p shape may hold; no more than are too many to be listed.
/// \pre a truth value, or an int with a range.
static std::vector<FieldValue> valuesOf(const FieldShape &shape, std::size_t most) {
  std::vector<FieldValue> values;
  if (shape.field->sort == ir::Sort::Bool)
    values = {{0}, {1}};
  else
    for (Exact value = *shape.low; value < *shape.high && values.size() <= most; value = value + 1)
      values.push_back({value});
  if (shape.field->orNone)
    values.push_back(FieldValue::none());
  return values;
}

AllRecords::AllRecords(const RecordShape &shape, std::size_t most) : limit(most) {
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const FieldShape &field = shape.fieldAt(i);
    if (field.field->sort == ir::Sort::Real || (field.field->sort == ir::Sort::Int && !field.low)) {
      endless = field.field;
      return;
    }
    values.push_back(valuesOf(field, most));
    // Beside a field that holds nothing there are no records, however many values others have.
    total = values.back().empty() ? 0 : total > most ? total : total * values.back().size();
  }
}

RecordValue AllRecords::at(std::size_t number) const {
  RecordValue record(values.size());
  for (std::size_t i = values.size(); i-- > 0; number /= values[i].size())
    record[i] = values[i][number % values[i].size()];
  return record;
}

} // namespace plumb::interpreter
