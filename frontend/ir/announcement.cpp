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

const Transcript *seenCell(const Mechanism &mechanism) {
  const Transcript *only = nullptr;
  for (const auto &transcript : mechanism.transcripts) {
    if (!transcript->isSeen)
      continue;
    if (only || !transcript->loops.empty())
      return nullptr;
    only = transcript.get();
  }
  return only;
}

} // namespace plumb::ir
