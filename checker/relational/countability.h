// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/countability.h - Countably many pieces -*- C++ -*-===//
///
/// \file
/// With continuous noise, the map from noise to aligned noise may have only
/// countably many pieces: a shift may compare a real-valued output with something,
/// but not use it as a number. With discrete noise everything is countable.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_COUNTABILITY_H
#define PLUMB_CHECKER_RELATIONAL_COUNTABILITY_H

#include "frontend/ir/program.h"

namespace plumb::relational {

/// The first place in the alignment of \p sample where a real-valued output is used as a number, or null.
const ir::Expression *uncountableUse(const ir::Sample &sample, const ir::Mechanism &mechanism);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_COUNTABILITY_H
