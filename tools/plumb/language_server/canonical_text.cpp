// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/canonical_text.h"

#include <algorithm>

namespace plumb::tool::language_server {

CanonicalText::CanonicalText(std::string_view source, const std::vector<Token> &tokens) {
  for (const Token &token : tokens) {
    if (token.kind == Token::Kind::Comment)
      continue;
    const std::uint32_t length = token.range.end - token.range.begin;
    if (!words.empty())
      words += ' ';
    all.push_back({token.range.begin, static_cast<std::uint32_t>(words.size()), length});
    words += source.substr(token.range.begin, length);
  }
}

SourceRange CanonicalText::fromSource(SourceRange range) const {
  return translated(range, &Word::source, &Word::canonical);
}

SourceRange CanonicalText::toSource(SourceRange range) const {
  return translated(range, &Word::canonical, &Word::source);
}

SourceRange CanonicalText::translated(SourceRange range, std::uint32_t Word::*from,
                                      std::uint32_t Word::*to) const {
  // The first word that begins behind \p place, or at it too.
  const auto behind = [&](std::uint32_t place, bool orAt) {
    return std::partition_point(all.begin(), all.end(), [&](const Word &word) {
      return word.*from < place || (!orAt && word.*from == place);
    });
  };
  const auto within = [&](const Word &word, std::uint32_t place) {
    return word.*to + std::min(place - word.*from, word.length);
  };
  const auto begin = [&](std::uint32_t place) {
    const auto next = behind(place, false);
    if (next == all.begin())
      return all.empty() ? 0 : all.front().*to;
    const Word &word = *std::prev(next);
    // In a space: what is meant begins with the next word.
    return place >= word.*from + word.length && next != all.end() && place != word.*from
               ? (*next).*to
               : within(word, place);
  };
  const auto end = [&](std::uint32_t place) {
    const auto next = behind(place, true);
    return next == all.begin() ? begin(place) : within(*std::prev(next), place);
  };
  if (range.begin == range.end)
    return {end(range.end), end(range.end)};
  return {begin(range.begin), end(range.end)};
}

} // namespace plumb::tool::language_server
