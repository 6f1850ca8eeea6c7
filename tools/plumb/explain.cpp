// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain.h"

#include "checker/report/explain_diagnostic.h"
#include "checker/report/explain_html.h"
#include "checker/report/explain_markdown.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/find_programs.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/write_files.h"

#include <filesystem>
#include <ostream>

namespace plumb::tool {

namespace {

/// What the command line names, in its order: files of the batch and codes of messages.
struct Subjects {
  std::vector<std::string> files;
  std::vector<DiagnosticKind> kinds;
  /// For each word of the command line: is it a code?
  std::vector<bool> isCode;
};

/// Nothing if a code is not registered; that is told.
std::optional<Subjects> sorted(const std::vector<std::string> &words, std::ostream &err) {
  Subjects subjects;
  for (const std::string &word : programsOf(words)) {
    subjects.isCode.push_back(report::looksLikeCode(word));
    if (!subjects.isCode.back()) {
      subjects.files.push_back(word);
      continue;
    }
    auto kind = report::kindOfCode(word);
    if (!kind) {
      err << "plumb: there is no message " << word << "; the codes are " << report::registeredCodes() << "\n";
      return std::nullopt;
    }
    subjects.kinds.push_back(*kind);
  }
  return subjects;
}

report::Document documentOf(const Subjects &subjects, const Batch &batch, const Options &options) {
  const proof::EngineMaker makeEngine = engines(options);
  report::Document document;
  std::size_t file = 0, kind = 0;
  for (bool isCode : subjects.isCode) {
    if (isCode) {
      report::explainDiagnostic(document, subjects.kinds[kind++]);
      continue;
    }
    for (const Examined &examined : batch.files[file].examined)
      report::explain(document, *examined.subject, *batch.files[file].source, makeEngine);
    ++file;
  }
  return document;
}

} // namespace

ExitCode runExplain(const Options &options, std::ostream &out, std::ostream &err) {
  auto subjects = sorted(options.files, err);
  if (!subjects)
    return ExitCode::Environment;
  Batch batch = load(subjects->files);
  prove(batch, options);
  report::Document document = documentOf(*subjects, batch, options);
  std::string text;
  if (!document.blocks().empty())
    text = options.format == Format::Html ? report::html(document, "Plumb: " + options.files.front())
                                          : report::markdown(document);
  if (options.outputFile.empty())
    out << text;
  else if (!text.empty())
    if (auto problem = writeFile(options.outputFile, std::move(text)))
      batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  tellDiagnostics(batch, err);
  return batch.exit;
}

} // namespace plumb::tool
