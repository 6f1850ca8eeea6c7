// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/version.h"

#include "checker/smt/solver.h"
#include "frontend/parse/parser.h"

#include <llvm/Config/llvm-config.h>

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
  for (const auto &[name, version] : versions())
    text += name + " " + version + "\n";
  return text;
}

} // namespace plumb::tool
