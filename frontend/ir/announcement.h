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

#include "frontend/ir/program.h"

#include <string_view>
#include <vector>

namespace plumb::ir {

/// The tag; no `output` can have it.
inline constexpr std::string_view announced = "announced";

inline bool isAnnounced(const Tag &tag) {
  return tag.name == announced;
}

/// What \p mechanism may publish into its cells as others see them, in the order in which they are first
/// published: without "none", "unreached" and what is announced.
std::vector<const Tag *> seenTags(const Mechanism &mechanism);

/// The only place in the loops of \p mechanism, or outside of them, with cells that others see. Null if there
/// is none, or another one.
const Transcript *seenCells(const Mechanism &mechanism);

/// The one cell of \p mechanism that others see, outside of all loops. Null if they see more cells, or none.
const Transcript *seenCell(const Mechanism &mechanism);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_ANNOUNCEMENT_H
