// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/likely_misspelt.h - Names that look alike --*- C++ -*-===//
///
/// \file
/// A slip of the fingers in a name that may stand there makes another program, and no mistake: `output nosiy`
/// publishes a tag, and `conut := count + 1` counts nothing. Both are told as warnings where a variable is
/// left that nothing reads, or where a tag is all that is published.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_LIKELY_MISSPELT_H
#define PLUMB_FRONTEND_SEMA_LIKELY_MISSPELT_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// \pre \p mechanism is what \p written was analysed to, without a mistake.
void warnOfLikelyMisspelt(DiagnosticSink &sink, const syntax::Mechanism &written,
                          const ir::Mechanism &mechanism);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_LIKELY_MISSPELT_H
