// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/channel_losses.h"

#include "checker/channel/table_reader.h"
#include "tools/plumb/batch.h"
#include "tools/plumb/given_words.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/tell.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <map>
#include <ostream>

namespace plumb::tool {

namespace {

using claims::ShareEstimator;
using claims::Shares;
using runtime::Error;
using runtime::Expected;

/// What is asked of every channel.
struct Request {
  claims::GivenValues values;
  Rational users;
  std::map<std::string, Rational> shares;
};

/// "S=1/4,N=3/4".
std::optional<Error> readShares(const std::string &words, std::map<std::string, Rational> &shares) {
  Rational sum = 0;
  for (llvm::StringRef rest = words; !rest.empty();) {
    const auto [word, behind] = rest.split(',');
    const auto [name, number] = word.split('=');
    const auto value = parseRational(number.trim().str());
    if (!value || *value < 0 || name.trim().empty())
      return Error{"--shares: `" + word.str() + "` is no share; write S=1/4,N=3/4"};
    if (!shares.emplace(name.trim().str(), *value).second)
      return Error{"--shares: `" + name.trim().str() + "` has two"};
    sum += *value;
    rest = behind;
  }
  if (sum != 1)
    return Error{"--shares: they add up to " + toString(sum) + ", not to 1"};
  return std::nullopt;
}

/// Why the words do not fit each other, or are none; or nothing.
std::optional<Error> readRequest(const BoundsWords &words, Request &request) {
  if (!words.notion.empty() || !words.steps.empty() || !words.delta.empty() || !words.alpha.empty() ||
      !words.beta.empty())
    return Error{"--notion, --k, --delta, --alpha and --beta are not about estimates; --users is"};
  if (!words.gaps.empty() || !words.answersFile.empty())
    return Error{"--gap and --answers belong to claims, and --users to channels"};
  if (auto problem = readGivenValues(words, request.values))
    return problem;
  const auto users = parseRational(words.users);
  if (!users || !isIntegral(*users) || *users < 1)
    return Error{"--users: `" + words.users + "` is no number of people"};
  request.users = *users;
  if (!words.shares.empty())
    if (auto problem = readShares(words.shares, request.shares))
      return problem;
  return std::nullopt;
}

/// In the order of \p classes; empty if none are given.
Expected<Shares> sharesOf(const std::vector<ShareEstimator::Class> &classes, const Request &request) {
  Shares shares;
  if (request.shares.empty())
    return shares;
  std::size_t found = 0;
  for (const ShareEstimator::Class &one : classes) {
    const auto share = request.shares.find(one.name);
    found += share != request.shares.end() ? 1 : 0;
    shares.push_back(share != request.shares.end() ? share->second : Rational(0));
  }
  for (const auto &[name, share] : request.shares)
    if (found < request.shares.size() &&
        llvm::none_of(classes, [&](const auto &one) { return one.name == name; }))
      return Error{"--shares: no values `" + name + "` are estimated"};
  return shares;
}

/// Of one channel; \p estimator is of it.
Expected<ChannelLosses> lossesOf(const Expected<ShareEstimator> &estimator, const Request &request) {
  if (!estimator)
    return estimator.error();
  const auto given = sharesOf(estimator->classes, request);
  if (!given)
    return given.error();
  return ChannelLosses{{}, {}, {}, estimator->classes, claims::lossRows(*estimator, *given, request.users)};
}

Expected<ChannelLosses> lossesOf(const ir::Channel &channel, const Request &request) {
  const auto values = claims::ChannelValues::create(channel, request.values);
  if (!values)
    return values.error();
  auto losses = lossesOf(claims::estimatorOf(*values), request);
  if (losses)
    losses->values = values->text();
  return losses;
}

bool isTable(const std::string &path) {
  return llvm::StringRef(path).endswith(".csv");
}

/// The table in the file, or why there is none.
Expected<channel::FiniteTable> tableIn(const std::string &path) {
  const ReadText read = readFile(path);
  if (read.problem)
    return Error{"it cannot be read"};
  auto parsed = channel::readTable(read.text);
  if (const auto *problem = std::get_if<std::string>(&parsed))
    return Error{*problem};
  const auto &table = std::get<channel::FiniteTable>(parsed);
  if (const auto invalid = channel::findInvalidRow(table))
    return Error{channel::describe(*invalid)};
  return table;
}

/// A value for a name that no channel has is a slip of the pen.
std::optional<Error> strangeName(const Batch &batch, const Request &request) {
  for (const auto &[name, value] : request.values.all()) {
    const auto declares = [&, &wanted = name](const auto &channel) {
      return llvm::any_of(channel->parameters, [&](const auto &one) { return one.name == wanted; });
    };
    if (llvm::none_of(batch.files,
                      [&](const BatchFile &file) { return llvm::any_of(file.program.channels, declares); }))
      return Error{"--let: no channel has a parameter `" + name + "`"};
  }
  return std::nullopt;
}

} // namespace

ExitCode runChannelLosses(const Options &options, std::ostream &out, std::ostream &err) {
  const auto refuse = [&](const std::string &reason) {
    err << "plumb: " << reason << "\n";
    return ExitCode::Environment;
  };
  Request request;
  if (const auto problem = readRequest(options.bounds, request))
    return refuse(problem->message);
  if (options.format == Format::Svg)
    return refuse("--format: of channels there are text, csv and json");
  std::vector<std::string> programs, tables;
  for (const std::string &path : options.files)
    (isTable(path) ? tables : programs).push_back(path);
  Batch batch = load(programs);
  prove(batch, options);
  // What would be estimated is missing: the document is that of a check.
  if (batch.exit != ExitCode::Proved && options.format == Format::Json) {
    tell(batch, options, out, err);
    return batch.exit;
  }
  tellDiagnostics(batch, err);
  if (batch.exit != ExitCode::Proved)
    return batch.exit;
  if (auto strange = strangeName(batch, request))
    return refuse(strange->message);
  std::vector<ChannelLosses> all;
  for (const BatchFile &file : batch.files) {
    if (file.program.channels.empty())
      return refuse(file.path + ": no channel, behind which something could be estimated");
    for (const auto &channel : file.program.channels) {
      auto losses = lossesOf(*channel, request);
      if (!losses)
        return refuse(file.path + ": " + channel->name + ": " + losses.error().message);
      losses->path = file.path;
      losses->channel = channel->name;
      all.push_back(*std::move(losses));
    }
  }
  for (const std::string &path : tables) {
    const auto table = tableIn(path);
    if (!table)
      return refuse(path + ": " + table.error().message);
    auto losses = lossesOf(claims::estimatorOf(*table), request);
    if (!losses)
      return refuse(path + ": " + losses.error().message);
    losses->path = path;
    all.push_back(*std::move(losses));
  }
  const std::string users = toString(request.users);
  out << (options.format == Format::Json  ? channelLossesJson(all, users)
          : options.format == Format::Csv ? channelLossesCsv(all)
                                          : channelLossesText(all, users));
  return ExitCode::Proved;
}

} // namespace plumb::tool
