// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// HMAC-SHA256 (FIPS 198-1, FIPS 180-4): by OpenSSL, or, in a library that is built
/// without it, by the one file of our own that is compiled in its place.

#ifndef PLUMB_RUNTIME_HMAC_SHA256_H
#define PLUMB_RUNTIME_HMAC_SHA256_H

#include <array>
#include <cstdint>
#include <span>

namespace plumb::runtime {

using Digest = std::array<std::uint8_t, 32>;

Digest hmacSha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_HMAC_SHA256_H
