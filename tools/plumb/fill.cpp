// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_result.h"
#include "checker/report/result.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/declarations.h"
#include "tools/plumb/found_text.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <cassert>
#include <ostream>

namespace plumb::tool {

namespace {

std::string withLineEnds(const std::string &text, std::string_view lineEnd) {
  std::string changed;
  for (const char c : text)
    c == '\n' ? changed.append(lineEnd) : changed.append(1, c);
  return changed;
}

/// The text of \p file with what was found and is proved; everything else stays as it is.
std::string filledText(BatchFile &file) {
  std::vector<synthesis::Found> found;
  forEach<const report::Result>(file, [&](const report::Result &result, auto &) {
    if (result.isProved())
      found.insert(found.end(), result.synthesis.found.begin(), result.synthesis.found.end());
  });
  forEach<const report::ChannelResult>(file, [&](const report::ChannelResult &result, auto &) {
    if (result.isProved())
      for (const channel::Filling::Found &one : result.filling.found)
        found.push_back({one.range, one.clause, one.text});
  });
  const std::string_view text = file.source->text();
  const std::string_view lineEnd = text.substr(0, text.find('\n')).ends_with('\r') ? "\r\n" : "\n";
  std::string filled;
  std::size_t next = 0;
  for (const TextChange &change : changesFor(foundTexts(found), text, tokensOf(*file.source))) {
    filled += text.substr(next, change.range.begin - next);
    filled += withLineEnds(change.text, lineEnd);
    next = change.range.end;
  }
  return filled.append(text.substr(next));
}

} // namespace

ExitCode runFill(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  for (BatchFile &file : batch.files) {
    // Not what has a mistake in it, nor what could not be read.
    if (!file.source || (file.program.mechanisms.empty() && file.program.channels.empty()))
      continue;
    std::string text = filledText(file);
    // Before anything is written over: what stands there is a program.
    assert(isUnderstood(loadText(file.path, text).files.front()) && "what was found is no program");
    if (!options.inPlace)
      out << text;
    else if (text != file.source->text())
      if (auto problem = writeInPlace(file.path, std::move(text)))
        batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  }
  tellDiagnostics(batch, err);
  return batch.exit;
}

} // namespace plumb::tool
