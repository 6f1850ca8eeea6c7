// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/seal.h"

#include "hmac_sha256.h"

namespace plumb::runtime {

std::string sealOf(std::string_view text, SealKey key) {
  const auto *const bytes = reinterpret_cast<const std::uint8_t *>(text.data());
  std::string digits;
  for (std::uint8_t byte : hmacSha256(key, {bytes, text.size()})) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

bool isSealOf(std::string_view seal, std::string_view text, SealKey key) {
  const std::string expected = sealOf(text, key);
  if (seal.size() != expected.size())
    return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    difference |= static_cast<unsigned char>(seal[i]) ^ static_cast<unsigned char>(expected[i]);
  return difference == 0;
}

} // namespace plumb::runtime
