// SPDX-License-Identifier: Apache-2.0
//
// The headers in ../golden/channels are compiled into the other tests of this folder, so what is tested there
// is what is emitted. PLUMB_UPDATE_GOLDEN=1 in the environment writes them anew.
#include "certified_channel.h"
#include "checker/report/certificate.h"

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace plumb;
using test::CheckedChannel;

static CheckedChannel checked(const std::string &name) {
  return CheckedChannel(test::channelText(name + ".plumb"), "channels/" + name + ".plumb");
}

TEST_CASE("the header of a proved channel is the reviewed one") {
  const std::string name = GENERATE("urr", "urap", "rappor", "pum_urr", "pum_urap", "mangat", "pum_secrecy",
                                    "bounds_on_exponents", "kept_types");
  INFO(name);
  const CheckedChannel channel = checked(name);
  const emit::Emission emission = channel.emission();
  REQUIRE(emission.problems.empty());
  REQUIRE(emission.files.size() == 2);
  CHECK(emission.files[0].name == name + ".h");
  CHECK(emission.files[1].name == name + ".cert.json");
  if (std::getenv("PLUMB_UPDATE_GOLDEN"))
    std::ofstream(PLUMB_SOURCE_DIR "/tests/mechanisms/emit/golden/channels/" + name + ".h", std::ios::binary)
        << emission.files[0].text;
  CHECK(emission.files[0].text == test::channelText("../golden/channels/" + name + ".h"));
}

TEST_CASE("the certificate names the hash of the header, each obligation and each assumption") {
  const CheckedChannel channel = checked("urr");
  const emit::Emission emission = channel.emission();
  const std::string &json = emission.files.at(1).text;
  CHECK(json.find(report::sha256(emission.files[0].text)) != std::string::npos);
  CHECK(json.find(report::sha256(test::channelText("urr.plumb"))) != std::string::npos);
  const report::Certificate proved = channel.proved().value();
  REQUIRE(proved.obligations().size() > 10);
  for (const verdict::Evidence &evidence : proved.obligations())
    CHECK(json.find("\"" + evidence.name + "\"") != std::string::npos);
  CHECK(json.find("\"eps >= 0\"") != std::string::npos);
  CHECK(json.find("chosen without looking at the input x: eps, s, n") != std::string::npos);
}

TEST_CASE("guarantees and assumptions stand in the head of the header") {
  const CheckedChannel channel = checked("urr");
  const std::string text = channel.emission().files.at(0).text, head = text.substr(0, text.find("#ifndef"));
  const report::Certificate proved = channel.proved().value();
  REQUIRE(proved.subject().guarantees().size() == 2);
  for (const std::string &guarantee : proved.subject().guarantees())
    CHECK(head.find(guarantee) != std::string::npos);
  for (const report::Assumption &assumption : proved.assumptions())
    CHECK(head.find(assumption.text) != std::string::npos);
}

TEST_CASE("what is not proved has no certificate, so nothing can be emitted of it") {
  const std::string head = "channel c(eps: real)\n  requires eps >= 0\n  from X[3] to X\n  guarantees ldp(";
  const std::string rules = ")\n{\n  let E = exp(eps)\n  y = x -> E / (2 + E)\n  y != x -> 1 / (2 + E)\n}\n";
  CHECK(CheckedChannel(head + "eps" + rules).proved());
  CHECK_FALSE(CheckedChannel(head + "eps / 2" + rules).proved());
  // Rows that sum to less than 1.
  std::string hole = head + "eps" + rules;
  hole.replace(hole.find("(2 + E)"), 7, "(3 + E)");
  CHECK_FALSE(CheckedChannel(hole).proved());
}

TEST_CASE("what only keeps types has no price, and beside a budget it adds nothing to that") {
  const auto header = [](const std::string &notions) {
    return CheckedChannel("channel kept(p: real)\n  requires 1/2 <= p, p < 1\n  from yes | no to yes | no\n"
                          "  guarantees " +
                          notions + "\n{\n  y = x -> p\n  y != x -> 1 - p\n}\n")
        .emission()
        .files.at(0)
        .text;
  };
  const auto count = [](const std::string &text, const std::string &what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      ++found;
    return found;
  };
  const std::string both = header("keeps_types(yes | no, yes | no), ldp(ln(p / (1 - p)))");
  CHECK(both.find("`kept`, proved private:") != std::string::npos);
  CHECK(count(both, "epsilon()") == 1);
  CHECK(count(both, "std::max<Rational>") == 1);
  const std::string alone = header("keeps_types(yes | no, yes | no)");
  CHECK(alone.find("`kept`, which is not private by itself") != std::string::npos);
  CHECK(count(alone, "epsilon()") == 0);
  CHECK(count(alone, "priceOf") == 0);
}

static std::string problem(const std::string &text, const std::string &words) {
  const CheckedChannel channel(text);
  REQUIRE(channel.proved());
  const emit::Emission emission = channel.emission();
  CHECK(emission.files.empty());
  REQUIRE(emission.problems.size() == 1);
  CHECK(channel.text(emission.problems[0].range) == words);
  return emission.problems[0].message;
}

TEST_CASE("rules about mechanisms are no mechanisms") {
  CHECK(
      problem(
          "channel amplified(eps: real, p: real, a: real, b: real)\n"
          "  requires eps >= 0, 0 <= p, p <= 1, 0 <= a, a <= 1, 0 <= b, b <= 1\n"
          "  requires b <= exp(eps) * a, a <= exp(eps) * b, 1 - b <= exp(eps) * (1 - a), 1 - a <= exp(eps) * "
          "(1 - b)\n"
          "  from there | gone to T | rest\n  guarantees ldp(eps)\n{\n"
          "  x in there, y in T    -> b\n  x in there, y in rest -> 1 - b\n"
          "  x in gone, y in T     -> a\n  x in gone, y in rest  -> 1 - a\n}\n",
          "amplified") == "`amplified` is a rule about mechanisms and nothing to sample: `a` and `b` stand "
                          "for the probabilities of an arbitrary event; emit the mechanism that it is "
                          "applied to");
}

TEST_CASE("names that C++ reserves are refused, and others are made to fit") {
  const std::string channel =
      "channel NAME(p: real)\n  requires 1/2 <= p, p < 1\n  from yes | no to yes | no\n"
      "  guarantees ldp(ln(p / (1 - p)))\n{\n  y = x -> p\n  y != x -> 1 - p\n}\n";
  const auto named = [&](std::string text, const std::string &from, const std::string &to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    return text;
  };
  CHECK(problem(named(channel, "NAME", "a__b"), "a__b") ==
        "the name `a__b` is reserved in C++; choose another one");
  const CheckedChannel fitted(named(named(channel, "NAME", "class"), "yes", "default"));
  const std::string text = fitted.emission().files.at(0).text;
  CHECK(text.find("namespace plumb::class_::inline of_") != std::string::npos);
  CHECK(text.find("enum class Input { default_, no };") != std::string::npos);
}
