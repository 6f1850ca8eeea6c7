// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/named_scales.h - Scales with names ---------*- C++ -*-===//
///
/// \file
/// A paper writes `b := 2 / eps` and draws at scale b. A local that is assigned once, from scalar parameters
/// and such locals, is that term wherever it is read; so a scale that reads it is put down as the term, and
/// all who ask what noise costs know it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_NAMED_SCALES_H
#define PLUMB_FRONTEND_SEMA_NAMED_SCALES_H

#include "frontend/ir/program.h"

namespace plumb::sema {

/// In the scales of \p mechanism, puts the terms of such locals in their places. The assignments stay.
/// \pre no local is read before it is assigned.
void replaceNamedScales(ir::Mechanism &mechanism);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_NAMED_SCALES_H
