// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Seals that show whether a saved text was changed.
///
/// A seal is HMAC-SHA256 (FIPS 198-1, FIPS 180-4), in hexadecimal. Under a secret
/// key nobody without the key can make one. Under the empty key anybody can, and
/// it finds damage only. No seal notices that a whole text was exchanged
/// for an older one; see `StateFile`.

#ifndef PLUMB_RUNTIME_SEAL_H
#define PLUMB_RUNTIME_SEAL_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace plumb::runtime {

/// A key for seals: any bytes, 32 random ones at best.
using SealKey = std::span<const std::uint8_t>;

/// 64 lower-case hexadecimal digits.
std::string sealOf(std::string_view text, SealKey key);

/// Whether \p seal is that of \p text, in a time that does not depend on where
/// they differ.
bool isSealOf(std::string_view seal, std::string_view text, SealKey key);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_SEAL_H
