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

/// "OneSidedGeometric" is in one_sided_geometric.h.
static std::string fileOf(const std::string &className) {
  std::string name;
  for (const char c : className) {
    const bool isCapital = c >= 'A' && c <= 'Z';
    if (isCapital && !name.empty())
      name += '_';
    name += isCapital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return name + ".h";
}

SamplerType logarithmicSamplerType(ir::Law law) {
  std::string shape(ir::row(law).sampler);
  return {"runtime::Logarithmic" + shape, "\"plumb/runtime/logarithmic_geometric.h\""};
}

SamplerType samplerType(ir::Law law, plan::Work work) {
  const std::string sampler(ir::row(law).sampler), folder = "plumb/runtime/";
  if (work == plan::Work::Constant)
    return {"runtime::ConstantWork" + sampler, '"' + folder + "constant_work_geometric.h\""};
  return {"runtime::" + sampler, '"' + folder + fileOf(sampler) + '"'};
}

} // namespace plumb::emit
