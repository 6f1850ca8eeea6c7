// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/given_words.h"

#include <algorithm>
#include <cctype>

namespace plumb::tool {

using runtime::Error;

/// The parameter that --eps is about.
static const std::string epsName = "eps";

/// "c=2"; why it is none, or nothing.
static std::optional<Error> addValue(const std::string &word, claims::GivenValues &values) {
  const std::size_t equals = word.find('=');
  const bool isNamed = equals != std::string::npos && equals != 0;
  const auto value = claims::givenBy(isNamed ? word.substr(equals + 1) : "");
  if (!value) {
    // `seen=busy`
    const std::string name = isNamed ? word.substr(0, equals) : "",
                      tag = isNamed ? word.substr(equals + 1) : "";
    const bool isTag = !tag.empty() && std::all_of(tag.begin(), tag.end(), [](unsigned char letter) {
      return std::isalnum(letter) != 0 || letter == '_';
    });
    return Error{"--let: `" + word + "` gives no parameter a value; write c=2, c=1/2 or c=true" +
                 (isTag ? "; of a tag that a part publishes, \"" + name + " is " + tag + "=true\"" : "")};
  }
  if (!values.add(word.substr(0, equals), *value))
    return Error{"--let: `" + word.substr(0, equals) + "` has two values"};
  return std::nullopt;
}

std::optional<Error> readGivenValues(const BoundsWords &words, claims::GivenValues &values) {
  for (const std::string &word : words.values)
    if (auto problem = addValue(word, values))
      return problem;
  if (!words.eps.empty() && values.has(epsName))
    return Error{"--eps and --let both give eps a value"};
  const bool isTruth = words.eps == "true" || words.eps == "false";
  if (!words.eps.empty() && (isTruth || addValue(epsName + "=" + words.eps, values)))
    return Error{"--eps: `" + words.eps + "` is no number; write 1/2 or 0.5"};
  return std::nullopt;
}

std::string optionOf(const BoundsWords &words, const std::string &name) {
  return name == epsName && !words.eps.empty() ? "--eps" : "--let";
}

} // namespace plumb::tool
