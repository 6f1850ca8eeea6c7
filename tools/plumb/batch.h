// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/batch.h - All files of one call --------------*- C++ -*-===//

#ifndef PLUMB_TOOLS_PLUMB_BATCH_H
#define PLUMB_TOOLS_PLUMB_BATCH_H

#include "checker/channel/check.h"
#include "checker/report/json_report.h"
#include "checker/report/result.h"
#include "frontend/ir/program.h"
#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <memory>
#include <string>
#include <vector>

namespace plumb::tool {

/// One file of the command line and what became of it.
struct BatchFile {
  std::string path;
  /// Null if it could not be read.
  std::unique_ptr<SourceFile> source;
  /// Empty if the text is no program.
  ir::Program program;
  /// After prove(): one for each mechanism of the program, in order.
  std::vector<report::Result> results;
  /// The same for each composition.
  std::vector<report::CompositionResult> compositions;
  /// The same for each channel.
  std::vector<channel::Result> channels;
  /// Of a file that is no program but a table in numbers: what is said of it.
  std::vector<report::TableVerdict> tables;
  /// For each of the results, lines to print below its report.
  std::vector<std::string> remarks;
  /// The same for each of the channels.
  std::vector<std::string> channelRemarks;
  /// About words of this file, or about it as a whole.
  std::vector<report::FiledDiagnostic> diagnostics;
};

/// The files in the order of the command line, and all that is to be said about them.
struct Batch {
  std::vector<BatchFile> files;
  /// About output folders; told last.
  std::vector<report::FiledDiagnostic> outputDiagnostics;
  ExitCode exit = ExitCode::Proved;

  /// About words of \p file, or about the file if it could not be read.
  void report(BatchFile &file, Diagnostic diagnostic, ExitCode code);
  /// About a file or folder that is written.
  void reportOutput(const std::string &path, Diagnostic diagnostic, ExitCode code);
  /// All messages, in the order of the files.
  std::vector<report::FiledDiagnostic> diagnostics() const;
};

/// Reads and analyzes the files.
Batch load(const std::vector<std::string> &paths);

/// Proves all mechanisms, channels and compositions, and reports what is open. A file with a mistake in it is
/// left alone.
void prove(Batch &batch, const Options &options);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_BATCH_H
