// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/premise_fields.h"

#include "checker/alignment/walk.h"

#include <set>

namespace plumb::proof {

std::vector<const ir::Field *> premiseFields(const ir::Mechanism &mechanism) {
  std::set<const ir::Field *> read;
  auto collect = [&](const ir::Expression &expression) {
    alignment::forEachExpression(expression, [&](const ir::Expression &part) {
      if (const auto *field = llvm::dyn_cast<ir::FieldRead>(&part))
        read.insert(&field->field);
    });
  };
  for (const ir::RecordPremise &premise : mechanism.premises) {
    for (const ir::RecordPremise::Index &index : premise.indices) {
      collect(*index.low);
      collect(*index.high);
    }
    collect(*premise.formula);
  }
  std::vector<const ir::Field *> fields;
  if (mechanism.recordAdjacency)
    for (const auto &field : mechanism.recordAdjacency->record->fields)
      if (read.count(field.get()))
        fields.push_back(field.get());
  return fields;
}

} // namespace plumb::proof
