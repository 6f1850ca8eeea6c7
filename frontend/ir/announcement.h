// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/announcement.h - What the proof alone sees ---*- C++ -*-===//
///
/// \file
/// `announce e` publishes e for the proof alone, under a tag of its own. Whoever sees the output sees `none`
/// in its place. What is private with it is private without: what is seen is a function of the output with
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_ANNOUNCEMENT_H
#define PLUMB_FRONTEND_IR_ANNOUNCEMENT_H

#include "frontend/ir/statement.h"

#include <string_view>

namespace plumb::ir {

/// The tag; no `output` can have it.
inline constexpr std::string_view announced = "announced";

inline bool isAnnounced(const Tag &tag) {
  return tag.name == announced;
}

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_ANNOUNCEMENT_H
