// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Where tests keep state files.

#ifndef PLUMB_TESTS_RUNTIME_STATE_FOLDER_H
#define PLUMB_TESTS_RUNTIME_STATE_FOLDER_H

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>

namespace plumb::runtime::test {

/// A folder that is removed in the end.
class StateFolder {
public:
  StateFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "plumb-state-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("no temporary folder");
    path = pattern;
  }
  StateFolder(const StateFolder &) = delete;
  StateFolder &operator=(const StateFolder &) = delete;
  ~StateFolder() { std::filesystem::remove_all(path); }
  const std::string &name() const { return path; }
  std::string file() const { return path + "/stream"; }
  std::string record() const { return file() + ".generation"; }

private:
  std::string path;
};

inline std::string read(const std::string &path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

inline void write(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_STATE_FOLDER_H
