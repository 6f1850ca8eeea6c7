// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <exception>
#include <iostream>

int main(int argc, char **argv) {
  try {
    const int code = clickstream::run({argv + 1, argv + argc}, CLICKSTREAM_DATA, std::cout, std::cerr);
    std::cout.flush();
    return std::cout ? code : 1;
  } catch (const std::exception &problem) {
    std::cerr << "clickstream: error: " << problem.what() << "\n";
    return 1;
  }
}
