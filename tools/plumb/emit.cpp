// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/emit.h"

#include "tools/plumb/commands.h"
#include "tools/plumb/dump.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"
#include "tools/plumb/write_files.h"

#include <ostream>
#include <set>

namespace plumb::tool {

namespace {

Diagnostic atName(DiagnosticKind kind, const ir::Mechanism &mechanism, std::vector<std::string> arguments,
                  std::string help) {
  return {kind, mechanism.nameRange, std::move(arguments), {}, std::move(help)};
}

/// The C++ of one mechanism, or a message that there is none.
void emitMechanism(Batch &batch, BatchFile &file, const report::Result &result,
                   std::vector<OutputFile> &files) {
  const ir::Mechanism &mechanism = *result.mechanism;
  auto certificate = report::certify(result, *file.source);
  if (!certificate)
    return batch.report(
        file,
        atName(DiagnosticKind::NotEmitted, mechanism, {mechanism.name, report::verdictText(result)}, ""),
        ExitCode::NotProved);
  if (!mechanism.isDiscrete())
    return batch.report(file,
                        atName(DiagnosticKind::RealNotEmittable, mechanism, {mechanism.name},
                               "declare its queries and samples without `real`, on a grid of integers"),
                        ExitCode::NotProved);
  emit::Emission emission = emit::emit(*certificate, versions());
  for (const emit::Problem &problem : emission.problems)
    batch.report(file, {DiagnosticKind::NotExpressible, problem.range, {problem.message}, {}, {}},
                 ExitCode::NotProved);
  for (emit::EmittedFile &emitted : emission.files)
    files.push_back({std::move(emitted.name), std::move(emitted.text)});
}

} // namespace

ExitCode runEmit(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  dumpQuestions(batch, options);

  std::vector<OutputFile> files;
  std::set<std::string> names;
  for (BatchFile &file : batch.files)
    for (const report::Result &result : file.results) {
      if (!names.insert(result.mechanism->name).second)
        batch.report(file,
                     atName(DiagnosticKind::WrittenTwice, *result.mechanism, {result.mechanism->name},
                            "rename one, or emit them into different folders"),
                     ExitCode::Environment);
      emitMechanism(batch, file, result, files);
    }
  bool written = batch.exit == ExitCode::Proved;
  if (written) {
    if (auto problem = writeFiles(options.outputFolder, files)) {
      batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
      written = false;
    }
  }
  tell(batch, options, out, err);
  if (written && options.format == Format::Text)
    for (const OutputFile &file : files)
      out << "  written: " << options.outputFolder << "/" << file.name << "\n";
  return batch.exit;
}

} // namespace plumb::tool
