// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/bounds_table.h"
#include "tools/plumb/channel_losses.h"
#include "tools/plumb/claim_bounds.h"
#include "tools/plumb/commands.h"

#include <ostream>
#include <string>

namespace plumb::tool {

namespace {

ExitCode refuse(const std::string &reason, std::ostream &err) {
  err << "plumb: " << reason << "\nTry `plumb bounds --help`.\n";
  return ExitCode::Environment;
}

} // namespace

ExitCode runBounds(const Options &options, std::ostream &out, std::ostream &err) {
  if (!options.files.empty() && !options.bounds.users.empty())
    return runChannelLosses(options, out, err);
  if (!options.files.empty())
    return runClaimBounds(options, out, err);
  const auto request = boundsRequest(options.bounds);
  if (!request)
    return refuse(request.error().message, err);
  if (options.format == Format::Svg && !request->hasGuarantee())
    return refuse("--format svg draws the bound for one eps" +
                      std::string(request->eps ? " and delta; give --delta" : "; give --eps"),
                  err);
  const std::vector<BoundsRow> rows = boundsTable(*request);
  switch (options.format) {
  case Format::Csv:
    out << boundsCsv(*request, rows);
    break;
  case Format::Json:
    out << boundsJson(*request, rows);
    break;
  case Format::Svg:
    out << boundsSvg(*request, rows);
    break;
  case Format::Text:
  case Format::Sarif:
  case Format::Junit:
  case Format::Markdown:
  case Format::Html:
    out << boundsText(*request, rows);
    break;
  }
  return ExitCode::Proved;
}

} // namespace plumb::tool
