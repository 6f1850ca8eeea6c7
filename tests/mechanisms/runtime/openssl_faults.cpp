// SPDX-License-Identifier: Apache-2.0
//
// OsBits on an OpenSSL whose generator fails, or is asked without new entropy. This binary defines
// EVP_RAND_generate itself, ahead of the library's.

#include "aborts.h"
#include "plumb/runtime/os_bits.h"

#include <cstdio>
#include <cstring>
#include <openssl/evp.h>

#ifdef PLUMB_RUNTIME_WITHOUT_OPENSSL
#error "this test is about OpenSSL"
#endif

namespace {

bool isFailing = false, alwaysAskedForEntropy = true;
int requests = 0;

} // namespace

extern "C" int EVP_RAND_generate(EVP_RAND_CTX *, unsigned char *bytes, size_t length, unsigned strength,
                                 int predictionResistance, const unsigned char *, size_t) {
  ++requests;
  alwaysAskedForEntropy = alwaysAskedForEntropy && predictionResistance == 1 && strength == 256;
  std::memset(bytes, 1, length);
  return isFailing ? 0 : 1;
}

int main() {
  using namespace plumb::runtime;
  int failures = 0;
  const auto expect = [&](bool good, const char *what) {
    std::printf("%s %s\n", good ? "ok    " : "FAILED", what);
    failures += good ? 0 : 1;
  };
  expect(test::aborts([] {
           isFailing = true;
           static_cast<void>(OsBits().next_u64());
         }),
         "a generator that fails aborts");
  expect(!test::aborts([] { static_cast<void>(OsBits().next_u64()); }), "without a fault nothing aborts");
  for (int i = 0; i < 10000; ++i)
    static_cast<void>(OsBits().next_u64());
  expect(requests >= 4 && alwaysAskedForEntropy, "each time the pool is filled, with new entropy");
  return failures == 0 ? 0 : 1;
}
