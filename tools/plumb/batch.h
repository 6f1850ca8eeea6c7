// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/batch.h - All files of one call --------------*- C++ -*-===//
///
/// \file
/// All files of one call of `plumb`, from their text to what was found out about each mechanism,
/// composition, channel and table in them. The sub-commands work on it; the exit code is that of the worst.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_BATCH_H
#define PLUMB_TOOLS_PLUMB_BATCH_H

#include "checker/report/json_report.h"
#include "checker/report/subject.h"
#include "frontend/ir/program.h"
#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <memory>
#include <string>
#include <vector>

namespace plumb::tool {

/// What was checked, and what is to be told below its report.
struct Examined {
  std::unique_ptr<report::Subject> subject;
  std::vector<report::Remark> remarks = {};
};

/// One file of the command line and what became of it.
struct BatchFile {
  std::string path;
  /// Null if it could not be read.
  std::unique_ptr<SourceFile> source;
  /// Empty if the text is no program.
  ir::Program program;
  /// After prove(): for each mechanism, composition and channel of the program, in this order; or for the
  /// table in numbers that the file is.
  std::vector<Examined> examined;
  /// About words of this file, or about it as a whole.
  std::vector<report::FiledDiagnostic> diagnostics;
};

/// The files in the order of the command line, and all that is to be said about them.
struct Batch {
  std::vector<BatchFile> files;
  /// About output folders; told last.
  std::vector<report::FiledDiagnostic> outputDiagnostics;
  ExitCode exit = ExitCode::Proved;
  /// Paths of files, by write().
  std::vector<std::string> written;

  /// Takes \p subject as the next of \p file, and reports what is open.
  template <typename Subject> void add(BatchFile &file, Subject subject, const Options &options) {
    addSubject(file, std::make_unique<Subject>(std::move(subject)), options);
  }
  void addSubject(BatchFile &file, std::unique_ptr<report::Subject> subject, const Options &options);
  /// About words of \p file, or about the file if it could not be read.
  void report(BatchFile &file, Diagnostic diagnostic, ExitCode code);
  /// About a file or folder that is written.
  void reportOutput(const std::string &path, Diagnostic diagnostic, ExitCode code);
  /// Writes \p text to the file \p path, or reports why not. What was read is not overwritten, nor what was
  /// written before.
  void write(const std::string &path, std::string text);
  /// All messages, in the order of the files.
  std::vector<report::FiledDiagnostic> diagnostics() const;
};

/// All of \p file that are of one kind, in order; with their remarks.
template <typename Subject, typename Action> void forEach(BatchFile &file, Action action) {
  for (Examined &examined : file.examined)
    if (auto *subject = dynamic_cast<Subject *>(examined.subject.get()))
      action(*subject, examined.remarks);
}

/// Reads and analyzes the files, and those of the folders (programsOf()), among \p words.
Batch load(const std::vector<std::string> &words);

/// The same of one text that is no file yet; messages call it \p path.
Batch loadText(std::string path, std::string text);

/// Looks for what is left open, and reports nothing: what is not found stays open.
void fillHoles(Batch &batch, const Options &options);

/// Proves all mechanisms, channels and compositions, and reports what is open. A file with a mistake in it is
/// left alone.
void prove(Batch &batch, const Options &options);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_BATCH_H
