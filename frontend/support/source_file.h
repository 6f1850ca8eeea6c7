// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/source_file.h - A text and its places ---*- C++ -*-===//
///
/// \file
/// One source text, and the translation between byte offsets (used inside) and
/// lines and columns (used in print).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_SOURCE_FILE_H
#define PLUMB_FRONTEND_SUPPORT_SOURCE_FILE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Bytes [begin, end) of one SourceFile. An empty range is a place between two
/// bytes. The file itself is known from the context: ranges of different files
/// never meet.
struct SourceRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const SourceRange &, const SourceRange &) = default;
};

/// The smallest range that covers both.
SourceRange cover(SourceRange a, SourceRange b);

/// Where a person would look: both 1-based, the column in code points (a tab is
/// one column, as in most editors' status lines).
struct SourceLocation {
  unsigned line = 1;
  unsigned column = 1;
};

/// An immutable text with a name. Lives as long as everything made from it.
class SourceFile {
public:
  /// \param path as the user wrote it; printed in front of every message.
  /// \param text any bytes at most 4 GiB; validity as UTF-8 is the parser's concern,
  /// and invalid bytes count as one code point each.
  SourceFile(std::string path, std::string text);

  const std::string &path() const { return filePath; }
  std::string_view text() const { return fileText; }
  std::string_view text(SourceRange range) const;

  /// Offsets past the end are the place after the last byte.
  SourceLocation location(std::uint32_t offset) const;

  /// Line \p line (1-based) without its line break; "\r\n" and "\n" both end a line.
  std::string_view line(unsigned line) const;

private:
  std::string filePath;
  std::string fileText;
  std::vector<std::uint32_t> lineStarts;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_SOURCE_FILE_H
