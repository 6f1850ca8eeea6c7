// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/clauses.h - Heads of mechanisms ------------*- C++ -*-===//
///
/// \file
/// The clauses of a mechanism's head, one function each, in the order in which they depend on each other:
/// parameters, requirements, adjacency, guarantee, claims.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_CLAUSES_H
#define PLUMB_FRONTEND_SEMA_CLAUSES_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// Declares the parameters and queries, in the order of the head, and then their extents, which
/// may name parameters that stand further right. A `size` n becomes an Int that is required to
/// be at least 0.
void declareParameters(Elaboration &elaboration, const syntax::Mechanism &written);

/// The same for a mechanism, which asks at least one query.
void analyzeParameters(Elaboration &elaboration, const syntax::Mechanism &written);

/// \pre the parameters are declared, here and below.
void analyzeRequirements(Elaboration &elaboration, const syntax::Mechanism &written);

/// One clause for each query.
void analyzeAdjacency(Elaboration &elaboration, const syntax::Mechanism &written);

ir::Guarantee analyzeGuarantee(Elaboration &elaboration, const syntax::Mechanism &written);

/// \pre the statements are analysed.
std::vector<ir::Claim> analyzeClaims(Elaboration &elaboration, const syntax::Mechanism &written);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_CLAUSES_H
