// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/saved_stream.h"

#include "plumb/runtime/seal.h"

#include <algorithm>
#include <utility>

namespace plumb::runtime {

static std::string_view heading(Keeping keeping) {
  return keeping == Keeping::InFile ? "plumb stream in a file 2\n" : "plumb stream 2\n";
}

std::string paddedText(Wide value, std::size_t digits) {
  std::string text = toText(value);
  const bool isNegative = value < 0;
  text.erase(0, isNegative ? 1 : 0);
  return (isNegative ? '-' : '+') + std::string(digits - std::min(digits, text.size()), '0') + text;
}

StreamSaver::StreamSaver(Keeping keeping, const std::string &identity, std::uint64_t generation)
    : text(heading(keeping)) {
  text += identity + std::to_string(generation);
}

std::string streamIdentity(std::string_view mechanism, std::string_view programHash,
                           const std::string &parameterText) {
  std::string text;
  text.append(mechanism).append(" ").append(programHash).append("\n");
  return text + sealOf(parameterText, {}) + "\n";
}

std::string StreamSaver::sealed() && {
  text += '\n';
  const std::string seal = sealOf(text, {});
  return std::move(text) + seal + '\n';
}

Expected<StreamReader> StreamReader::open(Keeping keeping, std::string_view saved,
                                          std::string_view identity) {
  constexpr std::size_t sealSize = 65; // with its line feed
  if (saved.size() < sealSize || saved.back() != '\n')
    return Error{"the saved stream is not whole"};
  std::string_view text = saved.substr(0, saved.size() - sealSize);
  if (!isSealOf(saved.substr(text.size(), sealSize - 1), text, {}))
    return Error{"the saved stream was changed after it was written"};
  const Keeping other = keeping == Keeping::InFile ? Keeping::InText : Keeping::InFile;
  if (text.starts_with(heading(other)))
    return Error{keeping == Keeping::InText
                     ? "the saved stream belongs to a file; restore it from the file"
                     : "the saved stream was not kept in this file; it would go on twice"};
  if (!text.starts_with(heading(keeping)))
    return Error{"the text is no saved stream of this version"};
  text.remove_prefix(heading(keeping).size());
  if (!text.starts_with(identity))
    return Error{"the saved stream is of another mechanism, or of other parameters"};
  StreamReader reader(text.substr(identity.size()));
  const std::size_t length = std::min(reader.rest.find('\n'), reader.rest.size());
  const auto generation = parseWide(reader.rest.substr(0, length));
  reader.rest.remove_prefix(length);
  if (!generation || Wide{static_cast<std::uint64_t>(*generation)} != *generation)
    return Error{"the saved stream is not whole"};
  reader.savedGeneration = static_cast<std::uint64_t>(*generation);
  return reader;
}

void StreamReader::take(std::string_view text) {
  if (rest.starts_with(text))
    rest.remove_prefix(text.size());
  else
    isWhole = false;
}

Wide StreamReader::wide() {
  take(" ");
  const std::size_t length = std::min(rest.find_first_of(" \n"), rest.size());
  const auto value = parseWide(rest.substr(0, length));
  rest.remove_prefix(length);
  isWhole = isWhole && value;
  return isWhole ? *value : 0;
}

} // namespace plumb::runtime
