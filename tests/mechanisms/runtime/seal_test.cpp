// SPDX-License-Identifier: Apache-2.0

#include "hmac_sha256.h"
#include "plumb/runtime/seal.h"
#include "seeded_bits.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace plumb::runtime;

namespace {

std::vector<std::uint8_t> bytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

} // namespace

TEST_CASE("seals agree with the test cases of RFC 4231") {
  // Case 1, 2, 3, 6 and 7: short and long keys, short and long data.
  CHECK(sealOf("Hi There", std::vector<std::uint8_t>(20, 0x0b)) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(sealOf("what do ya want for nothing?", bytesOf("Jefe")) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(sealOf(std::string(50, '\xdd'), std::vector<std::uint8_t>(20, 0xaa)) ==
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  CHECK(sealOf("Test Using Larger Than Block-Size Key - Hash Key First",
               std::vector<std::uint8_t>(131, 0xaa)) ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  CHECK(sealOf("This is a test using a larger than block-size key and a larger than block-size data. The key "
               "needs to be hashed before being used by the HMAC algorithm.",
               std::vector<std::uint8_t>(131, 0xaa)) ==
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
  CHECK(sealOf("", {}) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST_CASE("HMAC-SHA256 agrees with OpenSSL at every length around a block") {
  test::SeededBits bits(1);
  for (std::size_t length = 0; length < 200; ++length) {
    std::vector<std::uint8_t> message(length), key(length % 131);
    key.reserve(1); // OpenSSL takes a null pointer for no key at all
    for (auto &byte : message)
      byte = bits.next_byte();
    for (auto &byte : key)
      byte = bits.next_byte();
    Digest digest;
    unsigned size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), message.data(), message.size(),
         digest.data(), &size);
    REQUIRE(size == digest.size());
    REQUIRE(hmacSha256(key, message) == digest);
  }
}

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

// A thread that looks methods up, as TLS libraries do, holds locks of OpenSSL that a child inherits held.
TEST_CASE("a child that is forked while another thread uses OpenSSL seals at once") {
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    for (unsigned i = 0; !stop; ++i)
      EVP_MD_free(EVP_MD_fetch(nullptr, "SHA1", ("?x=" + std::to_string(i)).c_str()));
  });
  int late = 0;
  for (int i = 0; i < 100 && late == 0; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(3);
      _exit(sealOf("text", {}).size() == 64 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    late += status == 0 ? 0 : 1;
  }
  stop = true;
  busy.join();
  CHECK(late == 0);
}
