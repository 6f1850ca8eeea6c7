// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/samplers.h"

#include "frontend/ir/law.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::plan {

/// The first name in \p scale that is not a scalar parameter.
static std::string foreignName(const ir::Expression &scale) {
  std::string name;
  forEachPart(scale, [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    bool isForeign =
        read && (read->variable.role != ir::Variable::Role::Parameter || read->variable.isArray());
    if (isForeign && name.empty())
      name = read->variable.name;
  });
  return name;
}

std::vector<Sampler> samplersOf(const ir::Mechanism &mechanism, Problems &problems) {
  std::vector<Sampler> samplers;
  forEachStatement(mechanism, [&](const ir::Statement &statement, const Nest &) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample)
      return;
    std::string foreign = foreignName(*sample->scale);
    if (!foreign.empty())
      return problems.add("the scale of `" + sample->target.name + "` depends on `" + foreign +
                              "`; emitted code builds its samplers once, so write scales over single "
                              "parameters",
                          sample->scale->range());
    if (ir::row(sample->law).sampler.empty())
      return problems.add("nothing samples the law `" + std::string(name(sample->law)) + "` of `" +
                              sample->target.name + "` exactly",
                          sample->range());
    std::string text = ir::printPromoted(*sample->scale);
    auto known = std::find_if(samplers.begin(), samplers.end(), [&](const Sampler &sampler) {
      return sampler.law == sample->law && sampler.scaleText == text;
    });
    if (known != samplers.end())
      return known->samples.push_back(sample);
    samplers.push_back({sample->law, sample->scale.get(), text, {sample}});
  });
  return samplers;
}

std::string adviceForReals(const ir::Mechanism &mechanism) {
  std::string law;
  forEachStatement(mechanism, [&](const ir::Statement &statement, const Nest &) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (sample && law.empty() && !ir::row(sample->law).isOver(ir::Sort::Int))
      law = name(sample->law);
  });
  if (law.empty())
    return "declare its queries and samples without `real`, on a grid of integers";
  return "`" + law +
         "` is a law over the reals only, which nothing samples exactly; over the integers there are " +
         ir::lawList([](const ir::LawRow &row) { return !row.sampler.empty(); });
}

} // namespace plumb::plan
