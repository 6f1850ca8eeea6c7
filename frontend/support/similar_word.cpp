// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <llvm/ADT/StringRef.h>

namespace plumb {

namespace {

// `fro` and `for`: one slip of the fingers, of which the distance makes two.
bool hasNeighboursExchanged(llvm::StringRef one, llvm::StringRef other) {
  if (one.size() != other.size())
    return false;
  const auto [here, there] = std::mismatch(one.begin(), one.end(), other.begin());
  if (one.end() - here < 2 || here[0] != there[1] || here[1] != there[0])
    return false;
  return std::equal(here + 2, one.end(), there + 2);
}

// `nt` and `int`. Of one letter nobody knows what it is meant for.
bool lacksLetter(llvm::StringRef one, llvm::StringRef other) {
  return one.size() >= 2 && one.size() + 1 == other.size() && one.edit_distance(other, true, 1) == 1;
}

// `epsilon` and `eps`.
bool isAbbreviated(llvm::StringRef one, llvm::StringRef other) {
  constexpr std::size_t shortest = 3;
  return std::min(one.size(), other.size()) >= shortest && (one.startswith(other) || other.startswith(one));
}

} // namespace

SimilarWord::SimilarWord(std::string_view word)
    : written(llvm::StringRef(word.data(), word.size()).lower()),
      bound(static_cast<unsigned>(word.size()) / 3 + 1) {}

void SimilarWord::consider(std::string_view candidate) {
  const std::string other = llvm::StringRef(candidate.data(), candidate.size()).lower();
  const bool isSlip = hasNeighboursExchanged(written, other) || lacksLetter(written, other);
  const unsigned distance = isSlip ? 1 : llvm::StringRef(written).edit_distance(other, true, bound);
  const bool isNearer = distance < bound || (isSlip && best.empty());
  if (!isNearer || distance >= other.size()) {
    if (abbreviation.empty() && isAbbreviated(written, other))
      abbreviation = candidate;
    return;
  }
  best = candidate;
  bound = std::min(bound, distance);
}

Help SimilarWord::help(Help otherwise) const {
  return found().empty() ? std::move(otherwise) : didYouMean(found());
}

} // namespace plumb
