// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/expected_words.h - What may come next -----*- C++ -*-===//
///
/// \file
/// What could be typed at a place of a text, by the grammar: for completion. Says which words, and of names
/// what they stand for there; which names there are is not known here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_EXPECTED_WORDS_H
#define PLUMB_FRONTEND_PARSE_EXPECTED_WORDS_H

#include "frontend/support/source_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// What a name stands for where one may come. Each is a bit, as some words are names at several places.
enum class NamePlace : std::uint64_t {
  /// No name that is known already: none at all, or a new one.
  None = 0,
  /// In an expression of what is computed or claimed; those over less have bits of their own.
  Value = 1 << 0,
  /// Behind a point, of a record or of what a part of a composition publishes.
  Part = 1 << 1,
  /// In front of `:=` or `~`.
  Target = 1 << 2,
  /// The draw that an alignment is of.
  Aligned = 1 << 3,
  Law = 1 << 4,
  /// What a mechanism guarantees; and a channel or a composition.
  Guarantee = 1 << 5,
  Notion = 1 << 6,
  /// In front of the answers that differ.
  Change = 1 << 7,
  Record = 1 << 8,
  Policy = 1 << 9,
  /// Behind the name of a new policy.
  PolicyHead = 1 << 10,
  Aggregate = 1 << 11,
  /// Of a composition.
  Stage = 1 << 12,
  ComposeClause = 1 << 13,
  /// From and to which classes a channel is.
  Alphabets = 1 << 14,
  Class = 1 << 15,
  ChannelItem = 1 << 16,
  /// In an expression over parameters and bound variables: of a head, a record, a policy or a query.
  Term = 1 << 17,
  /// In a scale, which is made of what is public.
  Scale = 1 << 18,
  /// A field without its record, as in a policy.
  Field = 1 << 19,
  /// In an expression that speaks of what was published.
  Published = 1 << 20,
  Invariant = 1 << 21,
  /// Behind `return`.
  Returned = 1 << 22,
  /// Behind `sample`, and behind `sample each`.
  Sampled = 1 << 23,
  SampledWith = 1 << 24,
  /// A tag, behind `is`.
  Tag = 1 << 25,
  /// Behind the point of `out[i].` and of `result.`.
  CellPart = 1 << 26,
  ResultPart = 1 << 27,
  /// Answers that differ, and behind them in which direction.
  Answer = 1 << 28,
  Direction = 1 << 29,
  /// Behind a part of a composition, and behind a number of times there.
  Later = 1 << 30,
  Times = std::uint64_t(1) << 31,
  /// In a number of a channel, which may be a power of e.
  Power = std::uint64_t(1) << 32,
  /// Input and output in a row of a channel.
  Row = std::uint64_t(1) << 33,
  /// Beside these: a formula with quantifiers may stand there.
  Formula = std::uint64_t(1) << 34,
};

constexpr NamePlace operator|(NamePlace a, NamePlace b) {
  return static_cast<NamePlace>(static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b));
}
constexpr bool meets(NamePlace a, NamePlace b) {
  return (static_cast<std::uint64_t>(a) & static_cast<std::uint64_t>(b)) != 0;
}

struct ExpectedWords {
  /// Those that cannot be names, as they are spelled.
  std::vector<std::string_view> keywords;
  NamePlace names = NamePlace::None;
  /// Where a field may stand: of which record, if the text in front says so.
  std::string record = {};
};

/// What may follow the first \p offset bytes of \p file, whatever comes behind them. Mistakes in front are
/// passed over as the parser does it. Nothing where that is not known: of a text that has no words
/// (tokensOf()), or that is nested too deeply.
std::optional<ExpectedWords> expectedWordsAt(const SourceFile &file, std::uint32_t offset);

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_EXPECTED_WORDS_H
