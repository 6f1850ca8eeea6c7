// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/find_programs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace plumb::tool {

namespace {

namespace fs = std::filesystem;

void addProgramsBelow(const fs::path &folder, std::vector<std::string> &found) {
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (const fs::directory_iterator end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    if (at->path().filename().string().front() == '.')
      continue;
    if (at->is_directory(gone) && !at->is_symlink(gone))
      addProgramsBelow(at->path(), found);
    else if (at->path().extension() == ".plumb")
      found.push_back(at->path().string());
  }
  // Whoever reads it then says why it cannot be read.
  if (error)
    found.push_back(folder.string());
}

} // namespace

std::vector<std::string> programsOf(const std::vector<std::string> &paths) {
  std::vector<std::string> all;
  for (const std::string &path : paths) {
    std::error_code unknown;
    std::vector<std::string> found;
    if (fs::is_directory(path, unknown))
      addProgramsBelow(path, found);
    std::sort(found.begin(), found.end());
    if (found.empty())
      found.push_back(path);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

} // namespace plumb::tool
