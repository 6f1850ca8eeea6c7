// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/announcement.h - `announce` as it is written -*- C++ -*-===//
///
/// \file
/// `announce (a, b)` is read as a publication that calls the word `announce`, which no name can be.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_ANNOUNCEMENT_H
#define PLUMB_FRONTEND_PARSE_ANNOUNCEMENT_H

#include "frontend/parse/syntax.h"

namespace plumb::syntax {

inline bool isAnnouncement(const Statement &statement) {
  return statement.kind == Statement::Kind::Output && statement.value->kind == Expression::Kind::Call &&
         statement.value->text == "announce";
}

} // namespace plumb::syntax

#endif // PLUMB_FRONTEND_PARSE_ANNOUNCEMENT_H
