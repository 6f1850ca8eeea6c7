// SPDX-License-Identifier: Apache-2.0
//
// Every example that is proved over the integers can be emitted.
#include "certified.h"
#include "read_file.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

using namespace plumb;
namespace fs = std::filesystem;

/// Those that cannot, and why: the beginning of the message.
static const std::map<std::string, std::string> notEmittable = {
    {"weighted_sum", "`s` may need more than 128 bits"},
    {"weights_of_either_sign", "`s` may need more than 128 bits"},
    {"bins_of_their_own_price", "the scale of `lam` depends on `price`"},
    {"scales_of_their_own", "the scale of `lam` depends on `b`"},
    {"privacy_odometer", "`spent` holds a real"},
    {"budget_in_units_of_eps", "`spent` holds a real"},
    {"refund_in_eps", "`spent` holds a real"},
    {"adaptive_svt_in_eps", "`spent` holds a real"},
    {"svt_until_spent", "`spent` holds a real"},
    {"prices_of_answers", "the scale of `lam` depends on `price`"},
    {"halving_scales", "`left` holds a real"},
    {"budget_in_coins", "the scale of `lam` depends on `price`"},
    {"halving_budget", "`left` holds a real"},
    {"adaptive_clipping", "`clip` may need more than 128 bits"}};

static std::vector<fs::path> examples() {
  std::vector<fs::path> found;
  for (const auto &entry : fs::recursive_directory_iterator(PLUMB_SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".plumb" && entry.path().stem().string().find("__") == std::string::npos)
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST_CASE("every proved example over the integers is emitted, or listed with the reason") {
  std::size_t discrete = 0;
  for (const fs::path &path : examples()) {
    const std::string text = test::readFile(path.string()), name = path.stem().string();
    // Of channels and compositions there is no header.
    if (text.find("\nmechanism ") == std::string::npos || text.find("\ncompose ") != std::string::npos)
      continue;
    const test::Analyzed program(text, name);
    if (!(*program).isDiscrete())
      continue;
    ++discrete;
    INFO(name);
    const test::Certified proved(text, name);
    const emit::Emission emission = emit::emit(*proved, {});
    auto expected = notEmittable.find(name);
    if (expected == notEmittable.end()) {
      CHECK(emission.problems.empty());
      continue;
    }
    REQUIRE_FALSE(emission.problems.empty());
    CHECK(emission.problems.front().message.rfind(expected->second, 0) == 0);
  }
  CHECK(discrete >= 50);
}
