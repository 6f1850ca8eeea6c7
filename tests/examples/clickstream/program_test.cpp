// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace {

struct Outcome {
  int code;
  std::string out, err;
};

/// A file that is gone at the end of the test.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &text) : path("clickstream_program_test.txt") {
    std::ofstream(path, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::remove(path.c_str()); }
  const std::string path;
};

} // namespace

static const std::string shipped = PLUMB_SOURCE_DIR "/examples/clickstream/kosarak_exact_top156.csv";

static Outcome run(const std::vector<std::string> &arguments) {
  std::ostringstream out, err;
  const int code = clickstream::run(arguments, shipped, out, err);
  return {code, out.str(), err.str()};
}

TEST_CASE("a release prints k rows and both figures") {
  const Outcome outcome = run({"--k", "5", "--eps", "1/10"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out.find("private(1/10)") != std::string::npos);
  CHECK(outcome.out.find("\n   5") != std::string::npos);
  CHECK(outcome.out.find("\n   6") == std::string::npos);
  CHECK(outcome.out.find("\nMSE ") != std::string::npos);
  CHECK(outcome.out.find("\naccuracy ") != std::string::npos);
}

TEST_CASE("a large budget answers with the true items") {
  // Noise of scale 1/100 is above 0 with probability below 10^-40, and the counts are far apart.
  const Outcome outcome = run({"--k", "3", "--eps", "300"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find("accuracy 1.000") != std::string::npos);
  CHECK(outcome.out.find("   1             6       601374") != std::string::npos);
}

TEST_CASE("malformed files end with exit code 1 and a place") {
  const TemporaryFile file("1,2\n3,x\n");
  const Outcome outcome = run({file.path});
  CHECK(outcome.code == 1);
  CHECK(outcome.out.empty());
  CHECK(outcome.err == file.path + ":2:3: error: expected a count, found 'x'\n");
}

TEST_CASE("what cannot be read ends with exit code 1") {
  CHECK(run({"no/such/file"}).err == "clickstream: error: cannot open no/such/file\n");
  CHECK(run({"."}).err == "clickstream: error: . is a folder\n");
  CHECK(run({"."}).code == 1);
}

TEST_CASE("wrong arguments end with exit code 1 and say what is wrong") {
  CHECK(run({"--k", "ten"}).err == "clickstream: error: --k: not an integer of 64 bits: 'ten'\n");
  CHECK(run({"--k"}).err == "clickstream: error: there is no value behind --k\n");
  CHECK(run({"--what"}).err == "clickstream: error: there is no option --what; see --help\n");
  CHECK(run({"--eps", "0.1e3"}).code == 1);
  CHECK(run({"--eps", "1/0"}).err == "clickstream: error: --eps: denominator 0 in '1/0'\n");
  CHECK(run({"a", "b"}).code == 1);
}

TEST_CASE("parameters that violate a premise are refused by the emitted code") {
  CHECK(run({"--k", "157"}).err == "clickstream: error: the mechanism refuses its parameters: requires "
                                   "`k <= n`, but k = 157, n = 156\n");
  CHECK(run({"--eps", "0"}).err ==
        "clickstream: error: the mechanism refuses its parameters: requires `eps > 0`, but eps = 0\n");
}
