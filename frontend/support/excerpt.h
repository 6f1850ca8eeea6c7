// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/excerpt.h - A line and its carets -------*- C++ -*-===//
///
/// \file
/// What a message shows of its text, for messages that are no Diagnostic.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_EXCERPT_H
#define PLUMB_FRONTEND_SUPPORT_EXCERPT_H

#include "frontend/support/source_file.h"

#include <string>

namespace plumb {

/// The line on which \p range begins, and carets below it, as render() shows them; ends with a line feed.
std::string excerptOf(const SourceFile &file, SourceRange range);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_EXCERPT_H
