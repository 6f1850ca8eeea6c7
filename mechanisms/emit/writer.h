// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/writer.h - Lines of C++ ------------------*- C++ -*-===//
///
/// \file
/// Writes statements, one a line. What a template shows is not written line by
/// line; this is for what depends on the program.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_WRITER_H
#define PLUMB_MECHANISMS_EMIT_WRITER_H

#include <string>
#include <string_view>
#include <vector>

namespace plumb::emit {

/// Texts that begin at the left edge; a template or another Writer indents them.
class Writer {
public:
  /// \p text may have several lines, which keep their own indentation behind that of this place; empty lines
  /// stay empty. A newline at its end makes no difference, and an empty text is no line.
  Writer &line(std::string_view text);
  /// \p head with the line \p only below it, one step further to the right: an `if` without braces.
  Writer &under(std::string_view head, std::string_view only);
  /// "head {", one step to the right. Closed by `close`.
  Writer &open(std::string_view head);
  /// "} else {": ends one block and begins the next.
  Writer &reopen(std::string_view head);
  /// \p tail is for what stands behind the brace: ";".
  Writer &close(std::string_view tail = {});

  bool empty() const { return written.empty(); }
  /// What was written. \pre every block is closed.
  std::string text() const;

private:
  std::string written;
  unsigned depth = 0;
};

/// "a, b, c".
std::string joined(const std::vector<std::string> &parts, std::string_view between = ", ");

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_WRITER_H
