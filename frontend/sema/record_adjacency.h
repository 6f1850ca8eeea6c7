// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/record_adjacency.h - One record differs ----*- C++ -*-===//
///
/// \file
/// The schema form of an adjacency (`replace R under policy`, `add or remove R`, `along edge`) and premises
/// about every record of the data.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_RECORD_ADJACENCY_H
#define PLUMB_FRONTEND_SEMA_RECORD_ADJACENCY_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// The schema form of an adjacency, if there is one; that it is alone, and that every query is about
/// its records. \pre parameters and names of the file are declared.
void analyzeRecordAdjacency(Elaboration &elaboration, const syntax::Mechanism &written);

/// `forall v in data ...`, perhaps with other ranges before or behind `v in data`.
bool isPremise(const syntax::Expression &requirement);

/// \pre isPremise(requirement); the adjacency is analysed.
void analyzePremise(Elaboration &elaboration, const syntax::Expression &requirement);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_RECORD_ADJACENCY_H
