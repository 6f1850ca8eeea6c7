// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/announcement.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::ir {

std::vector<const Tag *> seenTags(const Mechanism &mechanism) {
  std::vector<const Tag *> seen;
  // "none" and "unreached" are the first two of every mechanism.
  for (const auto &tag : llvm::drop_begin(mechanism.tags, 2))
    if (!isAnnounced(*tag))
      seen.push_back(tag.get());
  return seen;
}

const Transcript *seenCells(const Mechanism &mechanism) {
  const Transcript *only = nullptr;
  for (const auto &transcript : mechanism.transcripts) {
    if (!transcript->isSeen)
      continue;
    if (only)
      return nullptr;
    only = transcript.get();
  }
  return only;
}

const Transcript *seenCell(const Mechanism &mechanism) {
  const Transcript *only = seenCells(mechanism);
  return only && only->loops.empty() ? only : nullptr;
}

} // namespace plumb::ir
