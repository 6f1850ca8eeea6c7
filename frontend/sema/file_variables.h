// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/file_variables.h - Names from outside ------*- C++ -*-===//
///
/// \file
/// How the sizes and queries of a file become variables of each mechanism that uses them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_FILE_VARIABLES_H
#define PLUMB_FRONTEND_SEMA_FILE_VARIABLES_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// Declares the sizes and queries of the file as variables of one mechanism, so that nothing in it
/// may take their names, and finds what it mentions. A size that it needs becomes a requirement.
void declareFileVariables(Elaboration &elaboration, const syntax::Mechanism &written);

/// What \p written mentions, and what its adjacency and its queries do.
Mentions neededBy(const Elaboration &elaboration, const syntax::Mechanism &written);

/// Drops those that neither the mechanism nor what it refers to mentions. \pre nothing failed.
void dropUnusedFileVariables(Elaboration &elaboration, const syntax::Mechanism &written);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_FILE_VARIABLES_H
