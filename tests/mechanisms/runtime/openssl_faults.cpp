// SPDX-License-Identifier: Apache-2.0
//
// OsBits on an OpenSSL whose cipher fails, and where its keys come from. This binary defines
// EVP_EncryptUpdate and getrandom itself, ahead of the libraries.

#include "aborts.h"
#include "plumb/runtime/os_bits.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <openssl/evp.h>
#include <set>
#include <string>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#ifdef PLUMB_RUNTIME_WITHOUT_OPENSSL
#error "this test is about OpenSSL"
#endif

namespace {

bool isCipherFailing = false, isSystemFailing = false;
std::vector<std::string> keys;

} // namespace

extern "C" int EVP_EncryptUpdate(EVP_CIPHER_CTX *, unsigned char *out, int *written, const unsigned char *,
                                 int length) {
  std::memset(out, static_cast<int>(keys.size()), static_cast<std::size_t>(length));
  *written = length;
  return isCipherFailing ? 0 : 1;
}

extern "C" ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  if (isSystemFailing) {
    errno = ENOSYS;
    return -1;
  }
  const auto got = syscall(SYS_getrandom, buffer, length, flags);
  keys.emplace_back(static_cast<const char *>(buffer), length);
  return got;
}

int main() {
  using namespace plumb::runtime;
  int failures = 0;
  const auto expect = [&](bool good, const char *what) {
    std::printf("%s %s\n", good ? "ok    " : "FAILED", what);
    failures += good ? 0 : 1;
  };
  expect(test::aborts([] {
           isCipherFailing = true;
           static_cast<void>(OsBits().next_u64());
         }),
         "a cipher that fails aborts");
  expect(test::aborts([] {
           isSystemFailing = true;
           static_cast<void>(OsBits().next_u64());
         }),
         "a system without entropy aborts");
  expect(!test::aborts([] { static_cast<void>(OsBits().next_u64()); }), "without a fault nothing aborts");
  for (int i = 0; i < 10000; ++i)
    static_cast<void>(OsBits().next_u64());
  const std::set<std::string> distinct(keys.begin(), keys.end());
  expect(keys.size() >= 4 && distinct.size() == keys.size() && keys.front().size() == 32,
         "each time the pool is filled, under a new key of 256 bits from the system");
  return failures == 0 ? 0 : 1;
}
