// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/samplers.h - The noise of a mechanism ----*- C++ -*-===//

#ifndef PLUMB_MECHANISMS_EMIT_SAMPLERS_H
#define PLUMB_MECHANISMS_EMIT_SAMPLERS_H

#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/program_walk.h"
#include "mechanisms/emit/work.h"

namespace plumb::emit {

/// One sampler object: a law at a scale, for every statement that draws from it.
struct Sampler {
  ir::Law law;
  /// A term over scalar parameters.
  const ir::Expression *scale;
  /// As written in the program.
  std::string scaleText;
  /// Of the member that holds it.
  std::string name;
  std::vector<const ir::Sample *> samples;
};

/// In the order of the program; two samples share a sampler if laws and scale terms are the same.
/// A scale over anything but scalar parameters is a problem: samplers are built once, before there
/// is data. So is a law that nothing samples.
std::vector<Sampler> samplersOf(const ir::Mechanism &mechanism, Identifiers &names, Problems &problems);

/// "runtime::OneSidedGeometric". \pre the law has a sampler.
std::string samplerType(ir::Law law, Work work);

/// What to do about a mechanism over the reals, for whoever wants its C++.
std::string adviceForReals(const ir::Mechanism &mechanism);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_SAMPLERS_H
