// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/sort_inference.h - Sorts before analysis ---*- C++ -*-===//
///
/// \file
/// A first guess at the sorts of locals, before anything is checked, because an array may be read above the
/// line that fills it. A wrong guess is found when the assignment itself is checked.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_SORT_INFERENCE_H
#define PLUMB_FRONTEND_SEMA_SORT_INFERENCE_H

#include "frontend/parse/syntax.h"
#include "frontend/sema/scope.h"

#include <optional>
#include <set>
#include <string>

namespace plumb::sema {

/// What sort a written value of a statement has if it has no mistake, judged from the sorts of
/// its names; nothing if that is not known (yet). An array may be read above the line that
/// first assigns it, so sorts are found before anything is checked.
///
/// \param loopIndices names of all loop variables; they are ints.
std::optional<ir::Sort> inferSort(const syntax::Expression &expression, Scope &scope,
                                  const std::set<std::string> &loopIndices);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_SORT_INFERENCE_H
