// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain.h"

#include "checker/report/explain_diagnostic.h"
#include "checker/report/explain_html.h"
#include "checker/report/explain_json.h"
#include "checker/report/explain_markdown.h"
#include "checker/report/json_text.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/find_programs.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"
#include "tools/plumb/within_limits.h"

#include <filesystem>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
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
    for (const Examined &examined : batch.files[file].examined) {
      const TimeAllowed allowed(timeForOne(options));
      report::explain(document, *examined.subject, *batch.files[file].source, makeEngine);
    }
    ++file;
  }
  return document;
}

llvm::json::Array subjectsAsJson(const Batch &batch, const Options &options) {
  const proof::EngineMaker makeEngine = engines(options);
  llvm::json::Array subjects;
  for (const BatchFile &file : batch.files)
    for (const Examined &examined : file.examined) {
      const TimeAllowed allowed(timeForOne(options));
      report::Document document;
      report::explain(document, *examined.subject, *file.source, makeEngine);
      subjects.push_back(llvm::json::Object{{"file", report::jsonText(file.source->path())},
                                            {"name", report::jsonText(examined.subject->name())},
                                            {"verdict", report::jsonText(examined.subject->verdictText())},
                                            {"blocks", report::blocksAsJson(document)},
                                            {"chains", llvm::json::Array(document.chains())}});
    }
  return subjects;
}

/// Codes have nothing beside their blocks.
std::string jsonOf(const Subjects &named, const Batch &batch, const Options &options) {
  llvm::json::Array codes;
  for (const DiagnosticKind kind : named.kinds) {
    report::Document document;
    report::explainDiagnostic(document, kind);
    codes.push_back(llvm::json::Object{{"code", report::jsonText(info(kind).code)},
                                       {"blocks", report::blocksAsJson(document)}});
  }
  const llvm::json::Value all = llvm::json::Object{{"plumb", plumbVersion()},
                                                   {"subjects", subjectsAsJson(batch, options)},
                                                   {"codes", std::move(codes)},
                                                   {"exit", static_cast<int>(batch.exit)}};
  return llvm::formatv("{0:2}\n", all).str();
}

} // namespace

ExitCode runExplain(const Options &options, std::ostream &out, std::ostream &err) {
  auto subjects = sorted(options.files, err);
  if (!subjects)
    return ExitCode::Environment;
  Batch batch = load(subjects->files);
  prove(batch, options);
  std::string text;
  report::Document document;
  if (options.format == Format::Json)
    text = jsonOf(*subjects, batch, options);
  else
    document = documentOf(*subjects, batch, options);
  if (!document.blocks().empty())
    text = options.format == Format::Html ? report::html(document, "Plumb: " + options.files.front())
                                          : report::markdown(document);
  if (options.outputFile.empty())
    out << text;
  else if (!text.empty())
    batch.write(options.outputFile, std::move(text));
  tellDiagnostics(batch, err);
  return batch.exit;
}

} // namespace plumb::tool
