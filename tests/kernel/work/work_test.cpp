// SPDX-License-Identifier: Apache-2.0
// What reading a certificate may cost, spent to the end: the same steps so often that they are not sanitized,
// as they are in the tests beside.
#include "kernel/certificate.h"
#include "kernel/refutation.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

using namespace plumb::kernel;

namespace {

const std::string head = "plumb-evidence 2\nprogram 1\nmechanism m\nsubject m\n";

std::string complaint(const std::string &text) {
  try {
    readCertificate(text);
    return "";
  } catch (const NotShown &found) {
    return std::string("not shown ") + found.what();
  } catch (const Rejected &found) {
    return found.what();
  }
}

} // namespace

TEST_CASE("work is bounded") {
  std::string text = head + "symbol x Int\napply 0\nnumber Int 1\n+ 0 1\n";
  for (int i = 2; i < 7; ++i)
    text += "* " + std::to_string(i) + " " + std::to_string(i) + "\n";
  text += "<= 1 7\nfalse\nobligation o 9 8\n";
  for (int i = 0; i < 3000; ++i)
    text += "times f8 f8\n";
  const std::string spent = "more work than is spent on a certificate";
  CHECK(complaint(text).find(spent) != std::string::npos);

  // What a text of some kB asks for.
  const std::string large = "(a + b + c + d + e + g + h + k)";
  std::string ways, scales, squares, conditions = "0 < b";
  for (int i = 0; i < 9; ++i) {
    const std::string at = std::to_string(i);
    ways += "if a > " + at + " {\n w" + at + " ~ laplace(1) align w" + at + "' = w" + at + "\n}\n";
  }
  for (int i = 0; i < 40; ++i) {
    const std::string at = std::to_string(i);
    scales += "z" + at + " ~ laplace(" + large + " * " + large + " * " + large + " + " + at + ") align z" +
              at + "' = z" + at + "\n";
    squares += "y := y * y\n";
  }
  for (int i = 1; i < 900; ++i)
    conditions += " and a < " + std::to_string(i);
  const auto read = [](const std::string &body, const std::string &evidence) {
    const std::string mechanism =
        "mechanism m(a: int, b: int, c: int, d: int, e: int, g: int, h: int, k: int, "
        "f: query)\nadjacency f changes by 1\nguarantees private(1)\n{\n" +
        body + "output 1\n}\n";
    const std::string lines = std::to_string(std::count(mechanism.begin(), mechanism.end(), '\n'));
    return complaint("plumb-evidence 2\nprogram " + lines + "\n" + mechanism + "mechanism " + lines + "\n" +
                     mechanism + evidence);
  };
  CHECK(read(ways + scales, "").find(spent) != std::string::npos);
  CHECK(read(ways + "if " + conditions + " {\n stop\n}\n", "").find(spent) != std::string::npos);
  CHECK(read("y := a\n" + squares + "if y > 0 {\n stop\n}\n",
             "symbol f-f%27 Int\nsymbol a Int\nreached 49 0\nis 0 1\nis 1 3\nend\n")
            .find("a value has too many digits") != std::string::npos);
}
