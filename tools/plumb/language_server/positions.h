// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/positions.h - UTF-16 places --*- C++ -*-===//
///
/// \file
/// Places in a text as editors say them, lines and columns of UTF-16 units, both from 0, and as Plumb says
/// them, bytes. A line ends at a line feed, a carriage return, or both.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_POSITIONS_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_POSITIONS_H

#include "frontend/support/source_file.h"

#include <llvm/Support/JSON.h>
#include <optional>
#include <string_view>
#include <vector>

namespace plumb::tool::language_server {

class Positions {
public:
  /// \param text outlives this.
  explicit Positions(std::string_view text);

  /// A column behind the end of its line is that end, a line behind the last is the end of the text; nothing
  /// if \p position is none.
  std::optional<std::uint32_t> offset(const llvm::json::Value *position) const;
  /// Ends that are given the other way round are turned.
  std::optional<SourceRange> range(const llvm::json::Value *range) const;

  /// The parts of \p range that stand on one line each, without the ends of lines.
  std::vector<SourceRange> lines(SourceRange range) const;

  llvm::json::Value position(std::uint32_t offset) const;
  llvm::json::Value range(SourceRange range) const;
  /// The same, without a value in between, for answers with many.
  void write(llvm::json::OStream &json, SourceRange range) const;
  /// From 0.
  std::size_t lineOf(std::uint32_t offset) const;
  /// Of all text.
  llvm::json::Value everything() const;

private:
  /// A byte, and the UTF-16 units in front of it.
  struct Mark {
    std::uint32_t offset, units;
  };

  std::int64_t unitsBefore(std::uint32_t offset) const;
  std::int64_t columnOf(std::uint32_t offset) const;

  std::string_view text;
  std::vector<std::uint32_t> starts;
  /// Every few hundred bytes, for lines that are as long as a text may be.
  std::vector<Mark> marks;
};

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_POSITIONS_H
