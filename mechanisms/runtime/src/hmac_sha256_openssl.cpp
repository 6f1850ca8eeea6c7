// SPDX-License-Identifier: Apache-2.0

#include "hmac_sha256.h"
#include "plumb/runtime/fatal.h"

#include <limits>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace plumb::runtime {

Digest hmacSha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message) {
  constexpr std::uint8_t noByte = 0; // OpenSSL takes a null pointer for no key at all
  Digest digest;
  unsigned size = 0;
  const bool isShort = key.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max());
  const bool isDone =
      isShort && HMAC(EVP_sha256(), key.empty() ? &noByte : key.data(), static_cast<int>(key.size()),
                      message.data(), message.size(), digest.data(), &size) != nullptr;
  if (!isDone || size != digest.size())
    abortWith("HMAC-SHA256 failed");
  return digest;
}

} // namespace plumb::runtime
