// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_check.h"
#include "checker/report/sensitivity_json.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/declared_adjacencies.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"

#include <algorithm>
#include <ostream>

namespace plumb::tool {

namespace {

ExitCode codeOf(const Diagnostic &diagnostic) {
  if (info(diagnostic.kind).severity != Severity::Error)
    return ExitCode::Proved;
  return diagnostic.kind == DiagnosticKind::CannotRead ? ExitCode::Environment : ExitCode::NotAProgram;
}

bool lacksMechanism(const BatchFile &file) {
  return std::any_of(file.diagnostics.begin(), file.diagnostics.end(),
                     [](const auto &filed) { return filed.diagnostic.kind == DiagnosticKind::NoMechanism; });
}

/// Here a file of declarations is complete.
void acceptDeclarations(Batch &batch) {
  batch.exit = ExitCode::Proved;
  for (BatchFile &file : batch.files) {
    if (lacksMechanism(file)) {
      DeclaredAdjacencies declared = declaredAdjacencies(*file.source);
      if (declared.hasDeclarations) {
        file.diagnostics.clear();
        file.program = std::move(declared.program);
        for (Diagnostic &diagnostic : declared.diagnostics)
          file.diagnostics.push_back({file.path, file.source.get(), std::move(diagnostic)});
      }
    }
    for (const report::FiledDiagnostic &filed : file.diagnostics)
      batch.exit = worse(batch.exit, codeOf(filed.diagnostic));
  }
}

std::vector<report::SensitivityReport> subjectsOf(const Batch &batch) {
  std::vector<report::SensitivityReport> subjects;
  for (const BatchFile &file : batch.files)
    for (const auto &mechanism : file.program.mechanisms) {
      // What was written behind the text is not the user's.
      bool isWritten = mechanism->nameRange.begin < file.source->text().size();
      subjects.push_back({file.path, mechanism.get(), isWritten, std::nullopt});
    }
  return subjects;
}

void derive(std::vector<report::SensitivityReport> &subjects, const Options &options) {
  const proof::EngineMaker makeEngine = engines(options);
  forEachInParallel(subjects.size(), options.jobs, [&](std::size_t number) {
    report::SensitivityReport &subject = subjects[number];
    const ir::Mechanism &mechanism = *subject.mechanism;
    if (mechanism.recordAdjacency)
      subject.derived =
          proof::deriveSensitivity(mechanism, makeEngine, [&](const proof::RecordWitness &witness) {
            return report::confirms(mechanism, witness);
          });
  });
}

} // namespace

ExitCode runSensitivity(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  acceptDeclarations(batch);
  std::vector<report::SensitivityReport> subjects = subjectsOf(batch);
  derive(subjects, options);
  for (const report::SensitivityReport &subject : subjects)
    if (subject.derived && !subject.derived->isDecided())
      batch.exit = worse(batch.exit, ExitCode::NotProved);
  if (options.format == Format::Json) {
    out << report::sensitivityJson(plumbVersion(), subjects, batch.diagnostics(),
                                   static_cast<int>(batch.exit));
    return batch.exit;
  }
  tellDiagnostics(batch, err);
  for (const report::SensitivityReport &subject : subjects)
    out << report::sensitivityText(subject);
  return batch.exit;
}

} // namespace plumb::tool
