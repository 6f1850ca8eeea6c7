// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/declarations.h"

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <algorithm>

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
  if (sink.hasErrors())
    return;
  file.program = std::move(program);
}

} // namespace

void acceptDeclarations(Batch &batch) {
  batch.exit = ExitCode::Proved;
  for (BatchFile &file : batch.files) {
    if (lacksMechanism(file))
      analyzeDeclarations(file);
    for (const report::FiledDiagnostic &filed : file.diagnostics)
      batch.exit = worse(batch.exit, codeOf(filed.diagnostic));
  }
}

bool isUnderstood(const BatchFile &file) {
  return std::none_of(file.diagnostics.begin(), file.diagnostics.end(), [](const auto &filed) {
    return info(filed.diagnostic.kind).severity == Severity::Error;
  });
}

} // namespace plumb::tool
