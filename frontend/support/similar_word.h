// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/similar_word.h - What was meant ---------*- C++ -*-===//
///
/// \file
/// Of the words that fit at some place, the one that a misspelt word was meant to be.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_SIMILAR_WORD_H
#define PLUMB_FRONTEND_SUPPORT_SIMILAR_WORD_H

#include "frontend/support/help.h"

#include <string>
#include <string_view>
#include <utility>

namespace plumb {

/// A third of the letters of what was written may differ, large and small ones alike, two neighbours may be
/// exchanged, or a letter forgotten: a suggestion that is further away puzzles more than it helps.
class SimilarWord {
public:
  explicit SimilarWord(std::string_view written);

  /// Of equally similar words the first one is kept.
  void consider(std::string_view candidate);

  /// Empty if nothing similar was considered. A word that is begun by the other one, as `epsilon` by `eps`,
  /// is similar if there is none that is nearer.
  const std::string &found() const { return best.empty() ? abbreviation : best; }
  /// The same without abbreviations.
  const std::string &misspelt() const { return best; }
  /// didYouMean(), or \p otherwise if nothing similar was considered.
  Help help(Help otherwise = {}) const;

private:
  std::string written;
  std::string best, abbreviation;
  unsigned bound;
};

/// SimilarWord::help() of several candidates.
template <typename Words>
Help helpForWord(std::string_view written, const Words &candidates, Help otherwise = {}) {
  SimilarWord similar(written);
  for (const auto &candidate : candidates)
    similar.consider(candidate);
  return similar.help(std::move(otherwise));
}

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_SIMILAR_WORD_H
