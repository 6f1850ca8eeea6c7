// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/watch.h"

#include "tools/plumb/find_programs.h"

#include <chrono>
#include <sys/stat.h>
#include <thread>

namespace plumb::tool {

std::map<std::string, FileState> statesOf(const std::vector<std::string> &words) {
  std::map<std::string, FileState> states;
  for (const std::string &path : programsOf(words)) {
    struct stat about {};
    FileState &state = states[path];
    if (stat(path.c_str(), &about) == 0)
      state = {std::int64_t{about.st_ctim.tv_sec} * 1'000'000'000 + about.st_ctim.tv_nsec,
               static_cast<std::uint64_t>(about.st_size), about.st_ino};
  }
  return states;
}

void waitForChange(const std::vector<std::string> &words, const std::map<std::string, FileState> &before) {
  // Asked again and again: notices of the system do not come from network folders.
  while (statesOf(words) == before)
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
}

} // namespace plumb::tool
