// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/converse.h - May neighbours be exchanged? --*- C++ -*-===//
///
/// \file
/// Whether D -> D' implies D' -> D, decided for all records, sizes and parameters that meet the premises. A
/// relation that is its own converse makes a guarantee differential privacy (Theorem 5 of Takagi, Cao and
/// Yoshikawa, asymmetric differential privacy), and then no answer that is never wrongly
/// given can be given at all (section 4.2, Theorem 8 with delta = 0).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_CONVERSE_H
#define PLUMB_CHECKER_PROOF_CONVERSE_H

#include "checker/proof/sensitivity.h"

#include <set>

namespace plumb::proof {

/// Is the neighbouring relation of \p neighbourhood its own converse? Failed if some pair may not be
/// exchanged; Replace comes with that pair, confirmed by \p check.
DifferenceProperty isOwnConverse(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine,
                                 const WitnessCheck &check);

/// True if it is proved that wherever neighbour steps lead, other steps lead back to data with the answers of
/// \p queries as before. (So it is if those fields may change back that the queries read, and the conditions
/// under which they may change; what becomes of other fields does not matter.) False: not known.
bool leadBack(const ir::Neighbourhood &neighbourhood, const std::set<const ir::Variable *> &queries,
              const EngineMaker &makeEngine);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_CONVERSE_H
