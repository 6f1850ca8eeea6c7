// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/samplers.h"

#include "frontend/ir/law.h"

namespace plumb::emit {

std::vector<Sampler> named(std::vector<plan::Sampler> planned, Identifiers &names) {
  std::vector<Sampler> samplers;
  for (plan::Sampler &sampler : planned) {
    std::string name = names.fresh(sampler.samples.front()->target.name + "Noise");
    samplers.push_back({std::move(sampler), std::move(name)});
  }
  return samplers;
}

std::string samplesOf(const Sampler &sampler) {
  std::string text;
  for (const ir::Sample *sample : sampler.samples)
    text += (text.empty() ? "`" : ", `") + sample->target.name + "`";
  return text;
}

std::string samplerType(ir::Law law, plan::Work work) {
  return (work == plan::Work::Constant ? "runtime::ConstantWork" : "runtime::") +
         std::string(ir::row(law).sampler);
}

} // namespace plumb::emit
