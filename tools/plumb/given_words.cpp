// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/given_words.h"

namespace plumb::tool {

using runtime::Error;

/// The parameter that --eps is about.
static const std::string epsName = "eps";

/// "c=2"; why it is none, or nothing.
static std::optional<Error> addValue(const std::string &word, claims::GivenValues &values) {
  const std::size_t equals = word.find('=');
  const bool isNamed = equals != std::string::npos && equals != 0;
  const auto value = runtime::Rational::parse(isNamed ? word.substr(equals + 1) : "");
  if (!value)
    return Error{"--let: `" + word + "` gives no parameter a value; write c=2"};
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
  if (!words.eps.empty() && addValue(epsName + "=" + words.eps, values))
    return Error{"--eps: `" + words.eps + "` is no number; write 1/2 or 0.5"};
  return std::nullopt;
}

std::string optionOf(const BoundsWords &words, const std::string &name) {
  return name == epsName && !words.eps.empty() ? "--eps" : "--let";
}

} // namespace plumb::tool
