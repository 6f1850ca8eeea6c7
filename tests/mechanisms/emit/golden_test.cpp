// SPDX-License-Identifier: Apache-2.0
//
// The headers in golden/ are compiled into the other tests of this folder, so what is tested there is
// what is emitted. PLUMB_UPDATE_GOLDEN=1 in the environment writes them anew.
#include "certified.h"
#include "mechanisms/emit/head.h"
#include "read_file.h"

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace plumb;

static const std::string folder = PLUMB_SOURCE_DIR "/tests/mechanisms/emit/";

static test::Certified certified(const std::string &name) {
  return test::Certified(test::readFile(folder + "programs/" + name + ".plumb"),
                         "programs/" + name + ".plumb");
}

TEST_CASE("the header of a proved mechanism is the reviewed one") {
  const std::string name =
      GENERATE("asymmetric_svt", "asymmetric_noisy_top_k", "asymmetric_laplace", "arithmetic", "joint_sums",
               "nested", "premises", "returns", "aggregates", "monitor_declared_ends", "monitor_location", "monitor_places",
               "noisy_threshold", "places_retention", "queue", "rows", "running_total", "sum_of_a_clamped_field", "zeros_stay");
  INFO(name);
  const test::Certified proved = certified(name);
  const emit::Emission emission = emit::emit(*proved, {{"plumb", "test"}});
  REQUIRE(emission.problems.empty());
  REQUIRE(emission.files.size() == 2);
  CHECK(emission.files[0].name == name + ".h");
  CHECK(emission.files[1].name == name + ".cert.json");
  const std::string path = folder + "golden/" + name + ".h";
  if (std::getenv("PLUMB_UPDATE_GOLDEN"))
    std::ofstream(path, std::ios::binary) << emission.files[0].text;
  CHECK(emission.files[0].text == test::readFile(path));
}

TEST_CASE("the certificate names the hash of the very header beside it") {
  const test::Certified proved = certified("asymmetric_svt");
  const emit::Emission emission = emit::emit(*proved, {{"plumb", "test"}});
  REQUIRE(emission.files.size() == 2);
  CHECK(emission.files[1].text.find(report::sha256(emission.files[0].text)) != std::string::npos);
  CHECK(emission.files[0].text.find((*proved).sourceHash()) != std::string::npos);
}

TEST_CASE("the same certificate gives the same bytes again") {
  const test::Certified first = certified("nested"), second = certified("nested");
  const emit::Emission a = emit::emit(*first, {}), b = emit::emit(*second, {});
  REQUIRE(a.files.size() == 2);
  CHECK(a.files[0].text == b.files[0].text);
  CHECK(a.files[1].text == b.files[1].text);
}

TEST_CASE("all assumptions, claims and laws stand in the head of the header") {
  const test::Certified proved = certified("asymmetric_svt");
  const std::string text = emit::emit(*proved, {}).files.at(0).text;
  const std::string head = text.substr(0, text.find("#ifndef"));
  for (const report::Assumption &assumption : (*proved).assumptions())
    CHECK(head.find(assumption.text) != std::string::npos);
  for (const std::string &law : (*proved).subject().laws())
    CHECK(head.find(law) != std::string::npos);
  CHECK(head.find("out[i] is below implies f[i] < T[i]") != std::string::npos);
  CHECK(head.find((*proved).subject().guarantees().front()) != std::string::npos);
  // Alignments and invariants are proof, not program.
  CHECK(text.find("align") == std::string::npos);
}

TEST_CASE("the name of the source cannot break out of the head") {
  const std::string text = test::readFile(folder + "programs/asymmetric_laplace.plumb");
  const test::Certified proved(text, "evil\n#error out\xe2\x80\xae\xff.plumb\\");
  const std::string header = emit::emit(*proved, {}).files.at(0).text;
  CHECK(header.find("from evil #error out  .plumb") != std::string::npos);
  CHECK(header.find("\n#error") == std::string::npos);
  CHECK(emit::commentText("C:\\") == "C:");
}
