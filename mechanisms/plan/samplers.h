// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/samplers.h - The noise of a mechanism ----*- C++ -*-===//
///
/// \file
/// The exact samplers that emitted code needs: one for each law and scale, whatever the target language is.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_SAMPLERS_H
#define PLUMB_MECHANISMS_PLAN_SAMPLERS_H

#include "frontend/ir/program.h"
#include "mechanisms/plan/problem.h"
#include "mechanisms/plan/program_walk.h"

#include <string>
#include <vector>

namespace plumb::plan {

/// One sampler object: a law at a scale, for every statement that draws from it.
struct Sampler {
  ir::Law law;
  /// A term over scalar parameters.
  const ir::Expression *scale;
  /// As written in the program.
  std::string scaleText;
  std::vector<const ir::Sample *> samples;
};

/// In the order of the program; two samples share a sampler if laws and scale terms are the same.
/// A scale over anything but scalar parameters is a problem: samplers are built once, before there
/// is data. So is a law that nothing samples.
std::vector<Sampler> samplersOf(const ir::Mechanism &mechanism, Problems &problems);

/// What to do about a mechanism over the reals, for whoever wants its code.
std::string adviceForReals(const ir::Mechanism &mechanism);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_SAMPLERS_H
