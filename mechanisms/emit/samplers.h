// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/samplers.h - The noise of a mechanism ----*- C++ -*-===//
///
/// \file
/// The samplers of a mechanism (plan/samplers.h) as members of the emitted class.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_SAMPLERS_H
#define PLUMB_MECHANISMS_EMIT_SAMPLERS_H

#include "mechanisms/emit/identifiers.h"
#include "mechanisms/plan/samplers.h"
#include "mechanisms/plan/work.h"

namespace plumb::emit {

struct Sampler : plan::Sampler {
  /// Of the member that holds it.
  std::string name;
};

/// \p planned, each named after the first sample that draws from it.
std::vector<Sampler> named(std::vector<plan::Sampler> planned, Identifiers &names);

/// "`lam`, `mu`": the samples that draw from \p sampler.
std::string samplesOf(const Sampler &sampler);

/// A class of the runtime: "runtime::OneSidedGeometric", "\"plumb/runtime/one_sided_geometric.h\"".
struct SamplerType {
  std::string name, header;
};
/// \pre the law has a sampler.
/// The same at a scale that is 1 / (k c) for a logarithm c.
SamplerType logarithmicSamplerType(ir::Law law);
SamplerType samplerType(ir::Law law, plan::Work work);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_SAMPLERS_H
