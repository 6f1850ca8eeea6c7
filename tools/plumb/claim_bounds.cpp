// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/claim_bounds.h"

#include "tools/plumb/batch.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/tell.h"

#include <ostream>
#include <sstream>

namespace plumb::tool {

namespace {

using claims::Request;
using runtime::Error;
using runtime::Expected;
using runtime::otp::Probability;

/// "c=2"; why it is none, or nothing.
std::optional<Error> addValue(const std::string &word, claims::GivenValues &values) {
  const std::size_t equals = word.find('=');
  const auto value =
      equals == std::string::npos || equals == 0 ? std::nullopt : parseRational(word.substr(equals + 1));
  if (!value)
    return Error{"--let: `" + word + "` gives no parameter a value; write c=2"};
  if (!values.add(word.substr(0, equals), *value))
    return Error{"--let: `" + word.substr(0, equals) + "` has two values"};
  return std::nullopt;
}

Expected<Probability> probability(const std::string &name, const std::string &word) {
  auto value = runtime::Rational::parse(word);
  if (!value)
    return Error{"--" + name + ": " + value.error().message};
  return Probability::create(name, *value);
}

Expected<Request> requestOf(const BoundsWords &words) {
  Request request;
  if (!words.notion.empty() || !words.steps.empty() || !words.delta.empty())
    return Error{"--notion, --k and --delta are for bounds without a program; programs take --gap"};
  for (const std::string &word : words.values)
    if (auto problem = addValue(word, request.values))
      return *problem;
  if (!words.eps.empty() && request.values.has("eps"))
    return Error{"--eps and --let both give eps a value"};
  if (!words.eps.empty() && addValue("eps=" + words.eps, request.values))
    return Error{"--eps: `" + words.eps + "` is no number; write 1/2 or 0.5"};
  std::istringstream gaps(words.gaps);
  for (std::string word; std::getline(gaps, word, ',');) {
    auto gap = runtime::Rational::parse(word);
    if (!gap)
      return Error{"--gap: " + gap.error().message};
    request.distances.push_back(*gap);
  }
  if (request.distances.empty())
    return Error{"--gap is missing: how far is the answer from its threshold?"};
  if (!words.alpha.empty()) {
    auto alpha = probability("alpha", words.alpha);
    if (!alpha)
      return alpha.error();
    request.alpha = *alpha;
  }
  if (!words.beta.empty()) {
    auto beta = probability("beta", words.beta);
    if (!beta)
      return beta.error();
    request.beta = *beta;
  }
  return request;
}

/// A value for a name that nothing is called is a slip of the pen.
std::optional<Error> strangeName(const Batch &batch, const claims::GivenValues &values) {
  for (const auto &[name, value] : values.all()) {
    bool isKnown = false;
    for (const BatchFile &file : batch.files)
      for (const auto &mechanism : file.program.mechanisms)
        for (const auto &variable : mechanism->variables)
          isKnown |= variable->name == name && variable->role == ir::Variable::Role::Parameter &&
                     !variable->isArray();
    if (!isKnown)
      return Error{"no mechanism has a scalar parameter `" + name + "`"};
  }
  return std::nullopt;
}

} // namespace

ExitCode runClaimBounds(const Options &options, std::ostream &out, std::ostream &err) {
  const auto refuse = [&](const std::string &reason) {
    err << "plumb: " << reason << "\n";
    return ExitCode::Environment;
  };
  const auto request = requestOf(options.bounds);
  if (!request)
    return refuse(request.error().message);
  if (options.format != Format::Text && options.format != Format::Json)
    return refuse("--format: of programs there are text and json");
  Batch batch = load(options.files);
  prove(batch, options);
  tellDiagnostics(batch, err);
  if (batch.exit != ExitCode::Proved)
    return batch.exit;
  if (auto strange = strangeName(batch, request->values))
    return refuse("--let: " + strange->message);
  std::vector<claims::ClaimBounds> all;
  for (const BatchFile &file : batch.files) {
    if (file.program.mechanisms.empty())
      return refuse(file.path + ": no mechanism, whose claims could be bounded");
    for (const auto &mechanism : file.program.mechanisms) {
      auto bounds = claims::boundsOf(*mechanism, *request, engines(options));
      if (!bounds)
        return refuse(file.path + ": " + mechanism->name + ": " + bounds.error().message);
      for (claims::ClaimBounds &one : *bounds)
        all.emplace_back(std::move(one)).path = file.path;
    }
  }
  out << (options.format == Format::Json ? claimBoundsJson(all) : claimBoundsText(all));
  return ExitCode::Proved;
}

} // namespace plumb::tool
