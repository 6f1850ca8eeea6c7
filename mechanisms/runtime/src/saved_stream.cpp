// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/saved_stream.h"

#include "plumb/runtime/seal.h"

#include <algorithm>
#include <utility>

namespace plumb::runtime {

std::string streamIdentity(std::string_view mechanism, std::string_view programHash,
                           const std::string &parameterText) {
  std::string text = "plumb stream 1\n";
  text.append(mechanism).append(" ").append(programHash).append("\n");
  return text + sealOf(parameterText, {}) + "\n";
}

std::string StreamSaver::sealed() && {
  text += '\n';
  const std::string seal = sealOf(text, {});
  return std::move(text) + seal + '\n';
}

Expected<StreamReader> StreamReader::open(std::string_view saved, std::string_view identity) {
  constexpr std::size_t sealSize = 65; // with its line feed
  if (saved.size() < sealSize || saved.back() != '\n')
    return Error{"the saved stream is not whole"};
  const std::string_view text = saved.substr(0, saved.size() - sealSize);
  if (!isSealOf(saved.substr(text.size(), sealSize - 1), text, {}))
    return Error{"the saved stream was changed after it was written"};
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
