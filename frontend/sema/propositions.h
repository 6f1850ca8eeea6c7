// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/propositions.h - Formulas about one record -*- C++ -*-===//
///
/// \file
/// From a written proposition to one whose names are resolved. As in a rule of a policy, fields go by their
/// bare names.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_PROPOSITIONS_H
#define PLUMB_FRONTEND_SEMA_PROPOSITIONS_H

#include "frontend/ir/program.h"
#include "frontend/ir/proposition.h"
#include "frontend/parse/syntax.h"
#include "frontend/support/diagnostic.h"

#include <optional>

namespace plumb {

/// \p written, which was read from \p file, as a proposition about \p record of \p program, which outlives
/// it. A name in a subscript that nothing else has, `visited[i]`, stands for every index. Nothing after a
/// report.
std::optional<ir::Proposition> analyzeProposition(const syntax::Expression &written, const SourceFile &file,
                                                  const ir::Program &program, const ir::Record &record,
                                                  DiagnosticSink &sink);

} // namespace plumb

#endif // PLUMB_FRONTEND_SEMA_PROPOSITIONS_H
