// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/message_stream.h - Frames ----*- C++ -*-===//
///
/// \file
/// Messages between an editor and `plumb lsp`: JSON values behind a line that says how long each is, as the
/// base protocol of the Language Server Protocol 3.17 has them. Knows nothing of what they mean.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_MESSAGE_STREAM_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_MESSAGE_STREAM_H

#include <llvm/Support/JSON.h>
#include <optional>
#include <string>
#include <string_view>

namespace plumb::tool::language_server {

/// Bytes that came, and the messages among them.
class MessageReader {
public:
  /// In bytes; what says that it is longer is passed over.
  static constexpr std::size_t largestMessage = std::size_t{16} << 20;
  /// What says that it is longer than this is no message.
  static constexpr std::size_t largestPassedOver = std::size_t{1} << 30;

  /// What comes next among the bytes so far.
  struct Next {
    enum class Kind : std::uint8_t {
      /// More has to come.
      Nothing,
      /// The text of a message, JSON or not.
      Message,
      /// A message that is too long was passed over. The text is what is left of it without its long texts:
      /// as
      /// a value of JSON it tells what it was about. Empty if even that is too long.
      TooLong,
      /// No header of the protocol; nothing behind it can be understood.
      Rubbish,
    };

    Kind kind = Kind::Nothing;
    std::string text = {};
  };

  void add(std::string_view bytes);
  Next next();

private:
  /// What is left of a message that is passed over.
  class Remainder {
  public:
    void add(std::string_view bytes);
    /// Empty if it is too long.
    std::string take();

  private:
    std::string text;
    bool isInString = false, isEscaped = false, isTooLong = false;
    /// Where the string begins that \p text ends in.
    std::size_t string = 0;
  };

  std::string pending;
  /// So many bytes are passed over before anything is read again.
  std::size_t passedOver = 0;
  bool isPassingOver = false;
  Remainder remainder;
};

/// The value that \p text is; nothing if it is no JSON, or nested so deeply that no editor has meant it.
std::optional<llvm::json::Value> valueOf(std::string_view text);

std::string written(const llvm::json::Value &value);

/// The text of a message with its header.
std::string framed(std::string_view message);

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_MESSAGE_STREAM_H
