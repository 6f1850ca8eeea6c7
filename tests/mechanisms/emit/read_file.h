// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/read_file.h - A whole file ---------*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_READ_FILE_H
#define PLUMB_TESTS_MECHANISMS_EMIT_READ_FILE_H

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace plumb::test {

/// Throws if there is none.
inline std::string readFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_READ_FILE_H
