// SPDX-License-Identifier: Apache-2.0
//===- frontend/navigation/layout.h - How a text stands ---------*- C++ -*-===//
///
/// \file
/// The layout of a program: where its lines begin. Words, comments, and what stands behind each other on a
/// line stay as somebody wrote them; columns of clauses that were aligned by hand stay aligned.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_NAVIGATION_LAYOUT_H
#define PLUMB_FRONTEND_NAVIGATION_LAYOUT_H

#include "frontend/parse/syntax.h"
#include "frontend/support/source_file.h"

#include <string>

namespace plumb::navigation {

/// The text of \p file with each statement, clause and declaration two columns deeper than what it stands in.
/// What goes on from the line above moves with it; a
/// line of comment at the very left stays there. No space ends a line, one empty line parts two others,
/// and one line feed ends the text. Laid out again, it stays as it is.
///
/// \pre \p program was read from \p file without a mistake in its syntax.
std::string laidOut(const SourceFile &file, const syntax::Program &program);

} // namespace plumb::navigation

#endif // PLUMB_FRONTEND_NAVIGATION_LAYOUT_H
