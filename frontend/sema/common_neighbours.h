// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/common_neighbours.h - Do parts compose? ----*- C++ -*-===//
///
/// \file
/// Whether the parts of a composition speak of the same neighbours, so that what they cost may be added
/// (Theorem 6 of Takagi, Cao and Yoshikawa, "Asymmetric Differential Privacy"), or at least of the records of
/// the neighbours that it states. Shapes that do not compose are reported here; what the parts cost is not
/// this room's business.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_COMMON_NEIGHBOURS_H
#define PLUMB_FRONTEND_SEMA_COMMON_NEIGHBOURS_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// Reports each part whose data differ in another way than those of the first one: costs of different
/// changes do not add up. Else fills in what the head of \p composition says of neighbours. Where it states
/// them itself, reports each part that is not about its records, and fills in nothing.
/// \pre the parts are complete. Whether stated bounds are equal is left to a proof.
void agreeOnNeighbours(Elaboration &elaboration, ir::Composition &composition);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_COMMON_NEIGHBOURS_H
