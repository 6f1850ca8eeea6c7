// SPDX-License-Identifier: Apache-2.0
#include "frontend/navigation/layout.h"
#include "frontend/parse/parser.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/write_files.h"

#include <ostream>

namespace plumb::tool {

namespace {

/// What is told of \p file is what is wrong with its syntax; what names mean does not matter to a layout, nor
/// that declarations stand alone.
///
/// \returns whether there is a text to lay out.
bool isReadable(BatchFile &file, const DiagnosticSink &sink) {
  file.diagnostics.clear();
  for (const Diagnostic &diagnostic : sink.diagnostics())
    if (diagnostic.kind != DiagnosticKind::NoMechanism)
      file.diagnostics.push_back({file.path, file.source.get(), diagnostic});
  return file.diagnostics.empty();
}

} // namespace

ExitCode runFormat(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  batch.exit = ExitCode::Proved;
  for (BatchFile &file : batch.files) {
    if (!file.source) {
      batch.exit = worse(batch.exit, ExitCode::Environment);
      continue;
    }
    DiagnosticSink sink;
    const syntax::Program written = parse(*file.source, sink);
    if (!isReadable(file, sink)) {
      batch.exit = worse(batch.exit, ExitCode::NotAProgram);
      continue;
    }
    std::string text = navigation::laidOut(*file.source, written);
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
