// SPDX-License-Identifier: Apache-2.0
#include "checker/report/certificate.h"

#include <cassert>
#include <openssl/evp.h>

namespace plumb::report {

std::string sha256(std::string_view text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  int done = EVP_Digest(text.data(), text.size(), digest, &length, EVP_sha256(), nullptr);
  assert(done == 1 && length == 32 && "OpenSSL has SHA-256");
  if (done != 1)
    return {};
  constexpr char digits[] = "0123456789abcdef";
  std::string hexadecimal;
  for (unsigned i = 0; i < length; ++i) {
    hexadecimal += digits[digest[i] >> 4];
    hexadecimal += digits[digest[i] & 15];
  }
  return hexadecimal;
}

} // namespace plumb::report
