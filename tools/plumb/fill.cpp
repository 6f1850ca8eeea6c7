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
#include <filesystem>
#include <ostream>
#include <system_error>

namespace plumb::tool {

namespace {

/// Where the text goes on behind a statement that is gone and stood at \p end: behind what kept it apart from
/// the next one, and behind its line, if nothing else is there. \p before is what stands in front of it.
std::size_t endOfGap(std::string_view text, std::string &before, std::size_t end) {
  constexpr std::string_view blanks = " \t";
  const auto behindBlanks = [&](std::size_t at) {
    return std::min(text.find_first_not_of(blanks, at), text.size());
  };
  std::size_t next = behindBlanks(end);
  if (text.substr(next).starts_with(';'))
    next = behindBlanks(next + 1);
  const std::size_t lineStart = before.find_last_not_of(blanks) + 1;
  const std::string_view lineEnd = text.substr(next).starts_with("\r\n") ? "\r\n" : "\n";
  if (!text.substr(next).starts_with(lineEnd) || !before.substr(0, lineStart).ends_with('\n'))
    return next;
  before.resize(lineStart);
  return next + lineEnd.size();
}

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
  // What is announced behind a draw begins where the draw's clause does, and comes second.
  std::stable_sort(found.begin(), found.end(),
                   [](const auto &a, const auto &b) { return a.range.begin < b.range.begin; });
  const std::string_view text = file.source->text();
  const std::string_view lineEnd = text.substr(0, text.find('\n')).ends_with('\r') ? "\r\n" : "\n";
  std::string filled;
  std::size_t next = 0;
  for (const synthesis::Found &one : found) {
    filled += text.substr(next, one.range.begin - next);
    filled += withLineEnds(textInPlace(one), lineEnd);
    next = one.range.end;
    if (one.isGone)
      next = endOfGap(text, filled, next);
  }
  return filled.append(text.substr(next));
}

/// Where \p path leads to: a link to a program stays a link.
std::string targetOf(const std::string &path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error))
    return path;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
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
      if (auto problem = writeFile(targetOf(file.path), std::move(text)))
        batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  }
  tellDiagnostics(batch, err);
  return batch.exit;
}

} // namespace plumb::tool
