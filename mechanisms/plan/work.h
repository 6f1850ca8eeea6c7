// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/work.h - What the time of a run tells ----*- C++ -*-===//
///
/// \file
/// Emitted code in constant work: samplers and selections whose branches and addresses do not depend on noise
/// or answers. The statements of the program stay as they are, and so do their branches; the header names
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_WORK_H
#define PLUMB_MECHANISMS_PLAN_WORK_H

#include "frontend/ir/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plumb::plan {

/// Which samplers and selections the emitted code uses. They have the same laws and results.
enum class Work : std::uint8_t { Fast, Constant };

/// What of the time of \p mechanism may depend on noise or answers in constant work, one phrase each.
///
/// Every branch of the program on anything but parameters and loop indices counts, also one whose outcome is
/// published.
std::vector<std::string> whatVaries(const ir::Mechanism &mechanism);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_WORK_H
