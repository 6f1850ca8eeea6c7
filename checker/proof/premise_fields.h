// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/premise_fields.h - What premises speak of --*- C++ -*-===//
///
/// \file
/// Which fields the premises about the data speak of. The policy has to keep these, or a premise could tell
/// two neighbours apart; that is the condition PremiseFixed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_PREMISE_FIELDS_H
#define PLUMB_CHECKER_PROOF_PREMISE_FIELDS_H

#include "frontend/ir/program.h"

#include <vector>

namespace plumb::proof {

struct PremiseField {
  const ir::Field *field;
  /// The first premise that speaks of it.
  SourceRange range;
};

/// Each field of which some premise about the data of \p neighbourhood speaks, once, in the order of the
/// record.
std::vector<PremiseField> premiseFields(const ir::Neighbourhood &neighbourhood);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_PREMISE_FIELDS_H
