// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// HMAC-SHA256 (FIPS 198-1, FIPS 180-4). Not by OpenSSL, which looks its methods up under locks: in a child
/// of fork() a lock that a thread of the parent held is never given back.

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
