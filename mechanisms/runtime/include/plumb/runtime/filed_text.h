// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A text that belongs to a file, as its own type, so that a saved state is not copied and restored
/// twice.

#ifndef PLUMB_RUNTIME_FILED_TEXT_H
#define PLUMB_RUNTIME_FILED_TEXT_H

#include <string>
#include <string_view>
#include <utility>

namespace plumb::runtime {

/// The content of a `StateFile`. It is no std::string and does not become one by itself: from a copy of
/// a state that is kept in a file a second stream would go on, and both would answer for the price of one.
class FiledText {
public:
  FiledText() = default;
  explicit FiledText(std::string content) : held(std::move(content)) {}

  /// To look at. Streams and ledgers are restored from the file, not from this.
  std::string_view text() const { return held; }
  bool empty() const { return held.empty(); }

  friend bool operator==(const FiledText &text, std::string_view other) { return text.held == other; }

private:
  std::string held;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_FILED_TEXT_H
