// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/tell.h"

#include "checker/report/json_report.h"
#include "checker/report/junit_report.h"
#include "checker/report/sarif_report.h"
#include "checker/report/text_report.h"
#include "frontend/support/diagnostic_on_terminal.h"
#include "frontend/support/printable.h"
#include "tools/plumb/version.h"
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace plumb::tool {

namespace {

/// A message about no words of a program, in the form of the others.
std::string renderWithoutPlace(const report::FiledDiagnostic &filed, unsigned columns) {
  const DiagnosticInfo &kind = info(filed.diagnostic.kind);
  const std::string path = printablePath(filed.path);
  Diagnostic told = filed.diagnostic;
  std::replace(told.arguments.begin(), told.arguments.end(), filed.path, path);
  std::string text = "plumb: error[" + std::string(kind.code) + "]: ";
  if (kind.text.find("{0}") == std::string_view::npos || told.arguments.empty() ||
      told.arguments.front() != path)
    text += path + ": ";
  text += printable(told.message());
  const std::string help = told.help.empty() ? "" : "help: " + printable(told.help.text);
  if (columns == 0)
    return text + "\n" + (help.empty() ? "" : help + "\n");
  return brokenForTerminal(text, columns) + (help.empty() ? "" : brokenForTerminal(help, columns));
}

/// Of the terminal that \p descriptor is; 0 if it is none, or does not say.
unsigned columnsOf(int descriptor) {
  winsize size{};
  return isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Each line of \p text, as a terminal of \p columns shows it.
std::string linesForTerminal(std::string_view text, unsigned columns) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines += brokenForTerminal(text.substr(0, end), columns);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Everything in one document, for other programs.
std::string document(const Batch &batch, Format format) {
  std::vector<report::FiledSubject> subjects;
  std::vector<std::string> paths;
  for (const BatchFile &file : batch.files) {
    paths.push_back(file.path);
    for (const Examined &examined : file.examined)
      subjects.push_back({file.path, examined.subject.get()});
  }
  const int exitCode = static_cast<int>(batch.exit);
  switch (format) {
  case Format::Sarif:
    return report::sarifReport(plumbVersion(), subjects, batch.diagnostics(), exitCode);
  case Format::Junit:
    return report::junitReport(paths, subjects, batch.diagnostics());
  case Format::Json:
  case Format::Text:
  case Format::Markdown:
  case Format::Html:
  case Format::Csv:
  case Format::Svg:
    break;
  }
  return report::jsonReport(plumbVersion(), subjects, batch.diagnostics(), exitCode);
}

} // namespace

void tellDiagnostics(const Batch &batch, std::ostream &err) {
  const unsigned columns = &err == &std::cerr ? columnsOf(STDERR_FILENO) : 0;
  for (const report::FiledDiagnostic &filed : batch.diagnostics())
    err << (!filed.file    ? renderWithoutPlace(filed, columns)
            : columns == 0 ? render(filed.diagnostic, *filed.file)
                           : renderOnTerminal(filed.diagnostic, *filed.file, columns));
}

void keepDocument(Batch &batch, const Options &options) {
  if (options.jsonFile.empty())
    return;
  if (auto problem = writeFile(options.jsonFile, document(batch, Format::Json)))
    batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
}

void tell(const Batch &batch, const Options &options, std::ostream &out, std::ostream &err) {
  if (options.format != Format::Text) {
    out << document(batch, options.format);
  } else {
    tellDiagnostics(batch, err);
    // What is told is collected, and goes to the standard output at the end.
    const unsigned columns = columnsOf(STDOUT_FILENO);
    for (const BatchFile &file : batch.files)
      for (const Examined &examined : file.examined) {
        const std::string text = report::textReport(*examined.subject, file.path) + examined.remarks;
        out << (columns == 0 ? text : linesForTerminal(text, columns));
      }
  }
  if (options.stats || options.verbose)
    for (const BatchFile &file : batch.files)
      for (const Examined &examined : file.examined)
        err << (options.verbose ? report::obligationsText(*examined.subject, file.path)
                                : report::statisticsText(*examined.subject, file.path));
}

} // namespace plumb::tool
