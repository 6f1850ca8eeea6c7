// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/premise_fields.h"

#include "checker/relational/walk.h"

#include <map>

namespace plumb::proof {

std::vector<PremiseField> premiseFields(const ir::Neighbourhood &neighbourhood) {
  std::map<const ir::Field *, SourceRange> read;
  for (const ir::RecordPremise &premise : neighbourhood.premises) {
    auto collect = [&](const ir::Expression &expression) {
      relational::forEachExpression(expression, [&](const ir::Expression &part) {
        if (const auto *field = llvm::dyn_cast<ir::FieldRead>(&part))
          read.emplace(&field->field, premise.range);
      });
    };
    for (const ir::RecordPremise::Index &index : premise.indices) {
      collect(*index.low);
      collect(*index.high);
    }
    collect(*premise.formula);
  }
  std::vector<PremiseField> fields;
  if (neighbourhood.recordAdjacency)
    for (const auto &field : neighbourhood.recordAdjacency->record->fields)
      if (auto found = read.find(field.get()); found != read.end())
        fields.push_back({field.get(), found->second});
  return fields;
}

} // namespace plumb::proof
