// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/seal.h"
#include "seeded_bits.h"

#include <catch2/catch.hpp>
#include <vector>

#ifndef PLUMB_RUNTIME_WITHOUT_OPENSSL
#include <openssl/hmac.h>
#include <openssl/sha.h>
#endif

using namespace plumb::runtime;

namespace {

std::vector<std::uint8_t> bytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

std::string hexadecimal(std::span<const std::uint8_t> bytes) {
  std::string digits;
  for (std::uint8_t byte : bytes) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

} // namespace

TEST_CASE("SHA-256 agrees with the examples of FIPS 180") {
  CHECK(hexadecimal(sha256({})) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hexadecimal(sha256(bytesOf("abc"))) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hexadecimal(sha256(bytesOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("seals agree with test case 2 of RFC 4231") {
  const auto key = bytesOf("Jefe");
  CHECK(sealOf("what do ya want for nothing?", key) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

#ifndef PLUMB_RUNTIME_WITHOUT_OPENSSL
TEST_CASE("hashes and seals agree with OpenSSL at every length around a block") {
  test::SeededBits bits(1);
  for (std::size_t length = 0; length < 200; ++length) {
    std::vector<std::uint8_t> message(length), key(length % 131);
    key.reserve(1); // OpenSSL takes a null pointer for no key at all
    for (auto &byte : message)
      byte = bits.next_byte();
    for (auto &byte : key)
      byte = bits.next_byte();
    std::uint8_t digest[32];
    SHA256(message.data(), message.size(), digest);
    REQUIRE(hexadecimal(sha256(message)) == hexadecimal(digest));
    unsigned size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), message.data(), message.size(), digest,
         &size);
    REQUIRE(sealOf(std::string(message.begin(), message.end()), key) == hexadecimal(digest));
  }
}
#endif

TEST_CASE("a seal fits its text and its key only") {
  const auto key = bytesOf("a key"), other = bytesOf("another key");
  const std::string seal = sealOf("text", key);
  CHECK(isSealOf(seal, "text", key));
  CHECK_FALSE(isSealOf(seal, "texu", key));
  CHECK_FALSE(isSealOf(seal, "text", other));
  CHECK_FALSE(isSealOf(seal, "text", {}));
  CHECK_FALSE(isSealOf("", "text", key));
  CHECK_FALSE(isSealOf(seal.substr(1), "text", key));
}
