// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/channel_losses.h - What estimates lose -------*- C++ -*-===//
///
/// \file
/// `plumb bounds FILE --users N`: reads the words of the command line and prints what checker/claims says of
/// the estimate behind each channel, of a program or as a table in CSV.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CHANNEL_LOSSES_H
#define PLUMB_TOOLS_PLUMB_CHANNEL_LOSSES_H

#include "checker/claims/expected_losses.h"
#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace plumb::tool {

ExitCode runChannelLosses(const Options &options, std::ostream &out, std::ostream &err);

/// Of one channel.
struct ChannelLosses {
  std::string path;
  /// Empty: a table.
  std::string channel;
  /// "eps = 1, s = 2"; of a channel with parameters.
  std::string values;
  std::vector<claims::ShareEstimator::Class> classes;
  std::vector<claims::LossRow> rows;
};

std::string channelLossesText(const std::vector<ChannelLosses> &all, const std::string &users);
std::string channelLossesJson(const std::vector<ChannelLosses> &all, const std::string &users);
std::string channelLossesCsv(const std::vector<ChannelLosses> &all);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CHANNEL_LOSSES_H
