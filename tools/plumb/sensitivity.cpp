// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_check.h"
#include "checker/report/sensitivity_result.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "frontend/sema/declared_neighbourhoods.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/tell.h"

#include <algorithm>
#include <optional>

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

/// The text is in the language but for the mechanism that it lacks: its declarations alone are the program.
void analyzeDeclarations(BatchFile &file) {
  DiagnosticSink parsing, sink;
  const syntax::Program written = parse(*file.source, parsing);
  ir::Program program = analyze(written, *file.source, sink);
  if (program.sizes.empty() && program.records.empty() && sink.diagnostics().empty())
    return;
  file.diagnostics.clear();
  for (const Diagnostic &diagnostic : sink.diagnostics())
    file.diagnostics.push_back({file.path, file.source.get(), diagnostic});
  // A text with a mistake in it is left alone.
  if (!sink.diagnostics().empty())
    return;
  file.program = std::move(program);
  file.program.mechanisms = declaredNeighbourhoods(file.program);
}

/// Here a file of declarations is complete.
void acceptDeclarations(Batch &batch) {
  batch.exit = ExitCode::Proved;
  for (BatchFile &file : batch.files) {
    if (lacksMechanism(file))
      analyzeDeclarations(file);
    for (const report::FiledDiagnostic &filed : file.diagnostics)
      batch.exit = worse(batch.exit, codeOf(filed.diagnostic));
  }
}

/// In the order of the files, whatever is finished first.
void derive(Batch &batch, const Options &options) {
  std::vector<std::pair<BatchFile *, const ir::Mechanism *>> all;
  for (BatchFile &file : batch.files)
    for (const auto &mechanism : file.program.mechanisms)
      all.emplace_back(&file, mechanism.get());
  const proof::EngineMaker makeEngine = engines(options);
  std::vector<std::optional<proof::Sensitivity>> derived(all.size());
  forEachInParallel(all.size(), options.jobs, [&](std::size_t number) {
    if (const ir::Mechanism &mechanism = *all[number].second; mechanism.recordAdjacency)
      derived[number] = report::sensitivityOf(mechanism, makeEngine);
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto &[file, mechanism] = all[i];
    batch.add(*file, report::SensitivityResult(*mechanism, std::move(derived[i])), options);
  }
}

} // namespace

ExitCode runSensitivity(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  acceptDeclarations(batch);
  derive(batch, options);
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
