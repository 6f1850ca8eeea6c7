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
void emitMechanism(Batch &batch, BatchFile &file, std::size_t number, const std::string &folder,
                   std::vector<OutputFile> &files) {
  const report::Result &result = file.results[number];
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
  for (emit::EmittedFile &emitted : emission.files) {
    file.remarks[number] += "  written: " + folder + "/" + emitted.name + "\n";
    files.push_back({std::move(emitted.name), std::move(emitted.text)});
  }
}

} // namespace

ExitCode runEmit(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  dumpQuestions(batch, options);

  std::vector<OutputFile> files;
  std::set<std::string> names;
  for (BatchFile &file : batch.files)
    for (std::size_t i = 0; i < file.results.size(); ++i) {
      const ir::Mechanism &mechanism = *file.results[i].mechanism;
      if (!names.insert(mechanism.name).second)
        batch.report(file,
                     atName(DiagnosticKind::WrittenTwice, mechanism, {mechanism.name},
                            "rename one, or emit them into different folders"),
                     ExitCode::Environment);
      emitMechanism(batch, file, i, options.outputFolder, files);
    }
  if (batch.exit == ExitCode::Proved)
    if (auto problem = writeFiles(options.outputFolder, files))
      batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  if (batch.exit != ExitCode::Proved)
    for (BatchFile &file : batch.files)
      file.remarks.assign(file.results.size(), "");
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
