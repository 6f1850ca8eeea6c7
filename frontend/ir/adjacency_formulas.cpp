// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/adjacency_formulas.h"

namespace plumb::ir {

std::vector<const Expression *> formulasOf(const Policy &policy) {
  std::vector<const Expression *> formulas;
  if (policy.formula)
    formulas.push_back(policy.formula.get());
  for (const Attribute &attribute : policy.attributes)
    if (attribute.when)
      formulas.push_back(attribute.when.get());
  return formulas;
}

std::vector<const Expression *> formulasOf(const RecordAdjacency &adjacency) {
  std::vector<const Expression *> formulas;
  for (const ExpressionPtr *formula : {&adjacency.when, &adjacency.along})
    if (*formula)
      formulas.push_back(formula->get());
  if (adjacency.policy)
    for (const Expression *formula : formulasOf(*adjacency.policy))
      formulas.push_back(formula);
  return formulas;
}

} // namespace plumb::ir
