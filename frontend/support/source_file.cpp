// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/source_file.h"

#include "frontend/support/utf8.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace plumb {

SourceRange cover(SourceRange a, SourceRange b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

SourceFile::SourceFile(std::string path, std::string text)
    : filePath(std::move(path)), fileText(std::move(text)), lineStarts{0} {
  assert(fileText.size() <= std::numeric_limits<std::uint32_t>::max());
  for (std::size_t at = fileText.find('\n'); at != std::string::npos; at = fileText.find('\n', at + 1))
    lineStarts.push_back(static_cast<std::uint32_t>(at + 1));
}

std::string_view SourceFile::text(SourceRange range) const {
  assert(range.begin <= range.end && range.end <= fileText.size());
  return text().substr(range.begin, range.end - range.begin);
}

SourceLocation SourceFile::location(std::uint32_t offset) const {
  const std::uint32_t inside = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(fileText.size()));
  const auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), inside);
  const std::uint32_t start = *std::prev(next);
  const auto before = text().substr(start, inside - start);
  return {static_cast<unsigned>(next - lineStarts.begin()),
          static_cast<unsigned>(countCodePoints(before)) + 1};
}

std::string_view SourceFile::line(unsigned line) const {
  assert(line >= 1);
  if (line > lineStarts.size())
    return {};
  const std::size_t start = lineStarts[line - 1];
  const bool last = line == lineStarts.size();
  std::string_view found = text().substr(start, last ? std::string_view::npos : lineStarts[line] - 1 - start);
  if (!last && found.ends_with('\r'))
    found.remove_suffix(1);
  return found;
}

} // namespace plumb
