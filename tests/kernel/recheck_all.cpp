// SPDX-License-Identifier: Apache-2.0
// What `plumb-recheck` would say of many certificates, without a process for each: reads lines with the name
// of a file, and answers each with a line with the exit code.
#include "kernel/certificate.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

int verdictOn(const std::string &text) {
  try {
    std::size_t shown = 0, believed = 0;
    for (const auto &program : plumb::kernel::readCertificate(text))
      for (const auto &subject : program.subjects) {
        shown += subject.shown.size();
        believed += subject.believed.size();
      }
    return shown == 0 || believed != 0 ? 4 : 0;
  } catch (const plumb::kernel::NotShown &) {
    return 4;
  } catch (const plumb::kernel::Rejected &) {
    return 2;
  }
}

} // namespace

int main() {
  for (std::string path; std::getline(std::cin, path);) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::cout << verdictOn(text) << std::endl;
  }
  return 0;
}
