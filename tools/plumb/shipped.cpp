// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/shipped.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace plumb::tool {

std::string programFolder() {
  static char anchor;
  return std::string(llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(nullptr, &anchor)));
}

std::string joinedPath(const std::string &folder, const std::string &below) {
  llvm::SmallString<128> result(folder);
  llvm::sys::path::append(result, below);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

} // namespace plumb::tool
