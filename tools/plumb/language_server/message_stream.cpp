// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/message_stream.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/raw_ostream.h>

namespace plumb::tool::language_server {

namespace {

/// In bytes; a client says the length and perhaps the type.
constexpr std::size_t largestHeader = 4096;

/// What a message is about stands in shorter texts, and there are few of them.
constexpr std::size_t longestKept = 4096, largestRemainder = std::size_t{1} << 20;

/// Nothing if \p header does not say it.
std::optional<std::size_t> lengthSaidBy(llvm::StringRef header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const auto [line, rest] = header.split("\r\n");
    header = rest;
    const auto [name, value] = line.split(':');
    if (std::size_t number = 0; name.trim().equals_insensitive("Content-Length")) {
      if (value.trim().getAsInteger(10, number) || number > MessageReader::largestPassedOver)
        return std::nullopt;
      length = number;
    }
  }
  return length;
}

/// A value in a value in a value: reading it takes a stack.
constexpr int deepestNesting = 200;

bool isNestedTooDeeply(std::string_view text) {
  int depth = 0;
  bool isInString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"')
      isInString = !isInString;
    else if (isInString && text[i] == '\\')
      ++i;
    else if (!isInString && (text[i] == '[' || text[i] == '{') && ++depth > deepestNesting)
      return true;
    else if (!isInString && (text[i] == ']' || text[i] == '}'))
      --depth;
  }
  return false;
}

} // namespace

std::optional<llvm::json::Value> valueOf(std::string_view text) {
  if (isNestedTooDeeply(text))
    return std::nullopt;
  auto value = llvm::json::parse(text);
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return std::nullopt;
}

void MessageReader::Remainder::add(std::string_view bytes) {
  for (const char byte : bytes) {
    const bool ends = isInString && !isEscaped && byte == '"';
    if (isInString && text.size() - string > longestKept && !ends) {
      isEscaped = !isEscaped && byte == '\\';
      continue;
    }
    // A part of a text may end within a letter.
    if (ends && text.size() - string > longestKept)
      text.resize(string);
    if (text.size() < largestRemainder)
      text += byte;
    else
      isTooLong = true;
    if (ends) {
      isInString = false;
    } else if (isInString) {
      isEscaped = !isEscaped && byte == '\\';
    } else if (byte == '"') {
      isInString = true;
      isEscaped = false;
      string = text.size();
    }
  }
}

std::string MessageReader::Remainder::take() {
  std::string taken = isTooLong ? std::string() : std::move(text);
  *this = {};
  return taken;
}

void MessageReader::add(std::string_view bytes) {
  const std::string_view gone = bytes.substr(0, passedOver);
  remainder.add(gone);
  passedOver -= gone.size();
  pending += bytes.substr(gone.size());
}

MessageReader::Next MessageReader::next() {
  if (passedOver != 0)
    return {};
  if (isPassingOver) {
    isPassingOver = false;
    return {Next::Kind::TooLong, remainder.take()};
  }
  const std::size_t end = pending.find("\r\n\r\n");
  if (end == std::string::npos || end > largestHeader)
    return {pending.size() > largestHeader ? Next::Kind::Rubbish : Next::Kind::Nothing};
  const auto length = lengthSaidBy(llvm::StringRef(pending).take_front(end));
  if (!length)
    return {Next::Kind::Rubbish};
  const std::size_t begin = end + 4;
  if (*length > largestMessage) {
    const std::string behind = pending.substr(begin);
    pending.clear();
    passedOver = *length;
    isPassingOver = true;
    add(behind);
    return next();
  }
  if (pending.size() - begin < *length)
    return {};
  Next message{Next::Kind::Message, pending.substr(begin, *length)};
  pending.erase(0, begin + *length);
  return message;
}

std::string written(const llvm::json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

std::string framed(std::string_view message) {
  return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message);
}

} // namespace plumb::tool::language_server
