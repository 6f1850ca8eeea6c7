// SPDX-License-Identifier: Apache-2.0
#include "checker/report/law_text.h"

#include "checker/noise/distribution.h"
#include "checker/relational/walk.h"
#include "frontend/ir/fresh_name.h"
#include "frontend/ir/print_expression.h"

namespace plumb::report {

std::vector<std::string> lawTexts(const ir::Mechanism &mechanism) {
  std::vector<std::string> texts;
  const std::string b = ir::freshName(mechanism, "b");
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    const auto law = noise::distribution(sample->law).lawText(sample->target.sort == ir::Sort::Int, b);
    texts.push_back(sample->target.name + ": " + law.name + (law.mass.empty() ? "" : ", " + law.mass) + ", " +
                    b + " = " + ir::printPromoted(*sample->scale));
  });
  return texts;
}

} // namespace plumb::report
