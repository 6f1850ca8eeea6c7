// SPDX-License-Identifier: Apache-2.0
//
// Tested against the vectors of FIPS 180-4 and RFC 4231 and against OpenSSL.

#include "hmac_sha256.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace plumb::runtime {

namespace {

constexpr std::size_t blockSize = 64;

/// FIPS 180-4, 4.2.2: fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> roundConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

/// FIPS 180-4, 6.2.2, steps 1 to 4 for one block.
void compress(State &state, const std::uint8_t *block) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t t = 0; t < 16; ++t)
    w[t] = std::uint32_t{block[4 * t]} << 24 | std::uint32_t{block[4 * t + 1]} << 16 |
           std::uint32_t{block[4 * t + 2]} << 8 | std::uint32_t{block[4 * t + 3]};
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + roundConstants[t] + w[t];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const State rotated{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i)
    state[i] += rotated[i];
}

using Block = std::array<std::uint8_t, blockSize>;

/// Of \p prefix, which is whole blocks, and \p message behind it. Takes no memory of the heap.
Digest sha256(std::span<const std::uint8_t> prefix, std::span<const std::uint8_t> message) {
  State state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::uint64_t bits = (std::uint64_t{prefix.size()} + message.size()) * 8;
  for (; !prefix.empty(); prefix = prefix.subspan(blockSize))
    compress(state, prefix.data());
  for (; message.size() >= blockSize; message = message.subspan(blockSize))
    compress(state, message.data());
  // FIPS 180-4, 5.1.1: a one, zeros, and the length in bits.
  std::array<std::uint8_t, 2 * blockSize> rest{};
  std::copy(message.begin(), message.end(), rest.begin());
  rest[message.size()] = 0x80;
  const std::size_t end = message.size() < blockSize - 8 ? blockSize : 2 * blockSize;
  for (std::size_t i = 0; i < 8; ++i)
    rest[end - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  for (std::size_t start = 0; start < end; start += blockSize)
    compress(state, rest.data() + start);
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

/// FIPS 198-1, 4: H((key xor pad) || message).
Digest keyedDigest(Block key, std::uint8_t pad, std::span<const std::uint8_t> message) {
  for (std::uint8_t &byte : key)
    byte = static_cast<std::uint8_t>(byte ^ pad);
  return sha256(key, message);
}

} // namespace

Digest hmacSha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message) {
  Block block{};
  if (key.size() > blockSize) {
    const Digest shortened = sha256({}, key);
    std::copy(shortened.begin(), shortened.end(), block.begin());
  } else {
    std::copy(key.begin(), key.end(), block.begin());
  }
  return keyedDigest(block, 0x5c, keyedDigest(block, 0x36, message));
}

} // namespace plumb::runtime
