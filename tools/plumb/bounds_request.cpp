// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/bounds_request.h"

namespace plumb::tool {

namespace {

using runtime::Error;
using runtime::Expected;
using runtime::Rational;
using runtime::otp::Epsilon;
using runtime::otp::Probability;

Error atOption(const std::string &name, const Error &error) {
  return Error{"--" + name + ": " + error.message};
}

Expected<Probability> probability(const std::string &name, const std::string &word) {
  auto value = Rational::parse(word);
  if (!value)
    return atOption(name, value.error());
  auto checked = Probability::create(name, *value);
  return checked ? checked : atOption(name, checked.error());
}

/// Nothing if the word is empty, which is an option that was not given.
Expected<std::optional<Probability>> optionalProbability(const std::string &name, const std::string &word) {
  if (word.empty())
    return std::optional<Probability>();
  auto value = probability(name, word);
  if (!value)
    return value.error();
  return std::optional(*value);
}

Expected<std::optional<Epsilon>> optionalEpsilon(const std::string &word) {
  if (word.empty())
    return std::optional<Epsilon>();
  auto value = Rational::parse(word);
  if (!value)
    return atOption("eps", value.error());
  auto checked = Epsilon::create(*value);
  if (!checked)
    return atOption("eps", checked.error());
  return std::optional(*checked);
}

std::optional<std::uint64_t> natural(const std::string &digits) {
  if (digits.empty() || digits.size() > 18 || digits.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoull(digits);
}

/// "5" or "1..10".
std::optional<Error> readSteps(const std::string &word, BoundsRequest &request) {
  const std::size_t dots = word.find("..");
  auto first = natural(word.substr(0, dots));
  auto last = dots == std::string::npos ? first : natural(word.substr(dots + 2));
  if (!first || !last)
    return Error{"--k: `" + word + "` is no number of steps; write 5, or 1..10 for a table"};
  if (*first > *last)
    return Error{"--k: " + word + " runs backwards"};
  if (*last - *first >= BoundsRequest::largestTable)
    return Error{"--k: " + word + " are more than " + std::to_string(BoundsRequest::largestTable) +
                 " values"};
  request.first = *first;
  request.last = *last;
  return std::nullopt;
}

Notion notionNamed(const std::string &word) {
  return word == "dp" ? Notion::Dp : word == "approx" ? Notion::Approximate : Notion::Adp;
}

/// Options that need, or exclude, each other.
std::optional<Error> misplaced(const BoundsWords &words, Notion notion) {
  if (words.notion.empty())
    return Error{"--notion is required; or name programs, for the bounds of their claims"};
  if (words.steps.empty())
    return Error{"--k is required"};
  if (!words.gaps.empty() || !words.values.empty() || !words.answersFile.empty())
    return Error{"--gap, --answers and --let belong to programs"};
  if (notion == Notion::Approximate && words.delta.empty() && (words.eps.empty() || words.beta.empty()))
    return Error{"--notion approx needs --delta; without it, --eps and --beta ask for the smallest delta"};
  if (notion != Notion::Approximate && !words.delta.empty())
    return Error{"--delta belongs to --notion approx"};
  if (!words.users.empty() || !words.shares.empty())
    return Error{"--users and --shares belong to channels"};
  if (words.eps.empty() && words.beta.empty())
    return Error{"--eps is missing; without it, --beta asks for the smallest eps"};
  return std::nullopt;
}

} // namespace

Expected<BoundsRequest> boundsRequest(const BoundsWords &words) {
  BoundsRequest request;
  request.notion = notionNamed(words.notion);
  if (auto error = misplaced(words, request.notion))
    return *error;
  auto eps = optionalEpsilon(words.eps);
  if (!eps)
    return eps.error();
  request.eps = *eps;
  auto delta = optionalProbability("delta", words.delta);
  if (!delta)
    return delta.error();
  request.delta = request.notion == Notion::Approximate ? *delta : Probability();
  auto alpha = optionalProbability("alpha", words.alpha);
  if (!alpha)
    return alpha.error();
  request.alpha = *alpha;
  auto beta = optionalProbability("beta", words.beta);
  if (!beta)
    return beta.error();
  request.beta = *beta;
  if (auto error = readSteps(words.steps, request))
    return *error;
  return request;
}

} // namespace plumb::tool
