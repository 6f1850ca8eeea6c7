// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/token_places.h"

#include "frontend/support/utf8.h"

#include <algorithm>
#include <cassert>

namespace plumb {

TokenPlaces::TokenPlaces(std::string_view source)
    : text(source), markLength(source.starts_with("\xEF\xBB\xBF") ? 3 : 0) {
  if (std::none_of(text.begin() + markLength, text.end(), [](char c) { return (c & 0x80) != 0; }))
    return;
  std::size_t at = markLength;
  for (; at < text.size(); at += decodeUtf8(text, at).length)
    offsets.push_back(static_cast<std::uint32_t>(at));
  offsets.push_back(static_cast<std::uint32_t>(at));
}

std::uint32_t TokenPlaces::byteOffset(std::size_t codePoint) const {
  if (offsets.empty())
    return markLength + static_cast<std::uint32_t>(codePoint);
  assert(codePoint < offsets.size());
  return offsets[codePoint];
}

SourceRange TokenPlaces::of(const antlr4::Token &token) const {
  const std::uint32_t begin = byteOffset(token.getStartIndex());
  if (token.getType() == antlr4::Token::EOF)
    return {begin, begin};
  return {begin, byteOffset(token.getStopIndex() + 1)};
}

SourceRange TokenPlaces::of(antlr4::ParserRuleContext &context) const {
  return cover(of(*context.getStart()), of(*context.getStop()));
}

} // namespace plumb
