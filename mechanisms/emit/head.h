// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/head.h - What a header says of itself ----*- C++ -*-===//

#ifndef PLUMB_MECHANISMS_EMIT_HEAD_H
#define PLUMB_MECHANISMS_EMIT_HEAD_H

#include "checker/report/certificate.h"

#include <string>

namespace plumb::emit {

/// The first comment of a header: guarantee, adjacency, assumptions, claims, laws, ranges, origin.
/// Ends with a newline.
std::string headComment(const report::Certificate &certificate);

/// \p text as one line of a comment: line breaks and other control characters become blanks, and no
/// backslash stands at the end, where it would continue the comment.
std::string commentText(std::string text);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_HEAD_H
