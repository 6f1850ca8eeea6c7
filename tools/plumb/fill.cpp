// SPDX-License-Identifier: Apache-2.0
#include "checker/report/result.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <ostream>

namespace plumb::tool {

namespace {

/// The text of \p file with each alignment that was found and is proved; everything else stays as it is.
std::string filledText(BatchFile &file) {
  std::vector<const ir::Sample *> found;
  forEach<const report::Result>(file, [&](const report::Result &result, auto &) {
    if (result.isProved())
      found.insert(found.end(), result.synthesis.found.begin(), result.synthesis.found.end());
  });
  std::sort(found.begin(), found.end(),
            [](const ir::Sample *a, const ir::Sample *b) { return a->clause.begin < b->clause.begin; });
  const std::string_view text = file.source->text();
  std::string filled;
  std::size_t next = 0;
  for (const ir::Sample *sample : found) {
    filled += text.substr(next, sample->clause.begin - next);
    // A clause that was left out stands apart from the law.
    filled += (sample->clause.begin == sample->clause.end ? "   " : "") + ir::printAlignment(*sample);
    next = sample->clause.end;
  }
  return filled.append(text.substr(next));
}

} // namespace

ExitCode runFill(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  for (BatchFile &file : batch.files) {
    // Not what has a mistake in it, nor what could not be read.
    if (!file.source || file.program.mechanisms.empty())
      continue;
    std::string text = filledText(file);
    if (!options.inPlace)
      out << text;
    else if (text != file.source->text())
      if (auto problem = writeFile(file.path, std::move(text)))
        batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  }
  tellDiagnostics(batch, err);
  return batch.exit;
}

} // namespace plumb::tool
