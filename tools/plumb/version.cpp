// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/version.h"

#include "checker/smt/solver.h"
#include "frontend/parse/parser.h"

#include <gmp.h>
#include <llvm/Config/llvm-config.h>
#include <mpfr.h>
#include <openssl/crypto.h>

namespace plumb::tool {

std::string plumbVersion() {
  return PLUMB_VERSION;
}

std::vector<std::pair<std::string, std::string>> versions() {
  return {{"plumb", plumbVersion()},
          {"z3", smt::z3Version()},
          {"antlr", antlrVersion()},
          {"llvm", LLVM_VERSION_STRING}};
}

std::string versionText() {
  std::string text;
  const auto add = [&](const auto &all) {
    for (const auto &[name, version] : all)
      text += name + " " + version + "\n";
  };
  add(versions());
  add(std::vector<std::pair<std::string, std::string>>{{"gmp", gmp_version},
                                                       {"mpfr", mpfr_get_version()},
                                                       {"openssl", OpenSSL_version(OPENSSL_VERSION_STRING)},
                                                       {"cpp-httplib", PLUMB_HTTPLIB_VERSION}});
  return text;
}

} // namespace plumb::tool
