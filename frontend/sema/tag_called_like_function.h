// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/tag_called_like_function.h - output round(z) -*- C++ -*-===//
///
/// \file
/// `output round(z)` publishes z as it is, under the tag `round`, and is no mistake. Whoever wrote it likely
/// meant a function, and what comes out tells more than was meant. So it is told as a warning where nothing
/// in the mechanism asks for the tag by its name.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_TAG_CALLED_LIKE_FUNCTION_H
#define PLUMB_FRONTEND_SEMA_TAG_CALLED_LIKE_FUNCTION_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

/// What is written for a call of the function \p name of mathematics, which the language does not have, with
/// \p arguments as they stand in the text; empty if it has nothing else to offer.
std::string insteadOfFunction(const std::string &name, const std::vector<std::string> &arguments);

/// \pre All of the mechanism is analysed, without a mistake.
void warnOfTagsCalledLikeFunctions(DiagnosticSink &sink, const Elaboration &elaboration);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_TAG_CALLED_LIKE_FUNCTION_H
