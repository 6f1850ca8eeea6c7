// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/tell.h"

#include "checker/report/json_report.h"
#include "checker/report/junit_report.h"
#include "checker/report/sarif_report.h"
#include "checker/report/text_report.h"
#include "frontend/support/diagnostic_on_terminal.h"
#include "frontend/support/printable.h"
#include "tools/plumb/version.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace plumb::tool {

namespace {

/// A message about no words of a program, in the form of the others.
std::string renderWithoutPlace(const report::FiledDiagnostic &filed, const Terminal &terminal) {
  const DiagnosticInfo &kind = info(filed.diagnostic.kind);
  const std::string path = printablePath(filed.path);
  Diagnostic told = filed.diagnostic;
  std::replace(told.arguments.begin(), told.arguments.end(), filed.path, path);
  std::string text =
      "plumb: " + styled("error[" + std::string(kind.code) + "]:", Style::Red, terminal.hasColours) + " ";
  if (kind.text.find("{0}") == std::string_view::npos || told.arguments.empty() ||
      told.arguments.front() != path)
    text += path + ": ";
  text += printable(told.message());
  const std::string help = told.help.empty() ? ""
                                             : styled("help:", Style::Green, terminal.hasColours) + " " +
                                                   printable(told.help.text);
  const unsigned columns = terminal.columns;
  if (columns == 0)
    return text + "\n" + (help.empty() ? "" : help + "\n");
  return brokenForTerminal(text, columns) + (help.empty() ? "" : brokenForTerminal(help, columns));
}

/// Who asks for none has NO_COLOR in the environment (https://no-color.org).
bool wantsColours() {
  const char *const refused = std::getenv("NO_COLOR"), *const kind = std::getenv("TERM");
  return (refused == nullptr || *refused == '\0') && kind != nullptr && *kind != '\0' &&
         std::string_view(kind) != "dumb";
}

/// The terminal that \p descriptor is.
Terminal terminalOf(int descriptor) {
  winsize size{};
  if (isatty(descriptor) != 1 || ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return {};
  return {size.ws_col, wantsColours()};
}

Style styleOf(const report::Subject &subject) {
  if (subject.isProved())
    return Style::Green;
  return subject.verdict == verdict::Verdict::NotProved || subject.verdict == verdict::Verdict::OtherAlignment
             ? Style::Yellow
             : Style::Red;
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

/// A code host knows a file by its path below the root, and finds none of `./a.plumb`.
std::string pathForHosts(std::string_view path) {
  while (path.starts_with("./")) {
    path.remove_prefix(2);
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  }
  return std::string(path);
}

/// Everything in one document, for other programs.
std::string document(const Batch &batch, Format format) {
  const bool isForHosts = format == Format::Sarif || format == Format::Junit;
  const auto pathOf = [&](const std::string &path) { return isForHosts ? pathForHosts(path) : path; };
  std::vector<report::FiledSubject> subjects;
  std::vector<std::string> paths;
  for (const BatchFile &file : batch.files) {
    paths.push_back(pathOf(file.path));
    for (const Examined &examined : file.examined)
      subjects.push_back({paths.back(), examined.subject.get(), examined.remarks});
  }
  std::vector<report::FiledDiagnostic> diagnostics = batch.diagnostics();
  for (report::FiledDiagnostic &filed : diagnostics)
    filed.path = pathOf(filed.path);
  const int exitCode = static_cast<int>(batch.exit);
  switch (format) {
  case Format::Sarif:
    return report::sarifReport(plumbVersion(), diagnostics, exitCode);
  case Format::Junit:
    return report::junitReport(paths, subjects, diagnostics);
  case Format::Json:
  case Format::Text:
  case Format::Markdown:
  case Format::Html:
  case Format::Csv:
  case Format::Svg:
    break;
  }
  return report::jsonReport(plumbVersion(), subjects, diagnostics, exitCode);
}

} // namespace

void tellDiagnostics(const Batch &batch, std::ostream &err) {
  const Terminal terminal = &err == &std::cerr ? terminalOf(STDERR_FILENO) : Terminal();
  for (const report::FiledDiagnostic &filed : batch.diagnostics())
    err << (!filed.file             ? renderWithoutPlace(filed, terminal)
            : terminal.columns == 0 ? render(filed.diagnostic, *filed.file)
                                    : renderOnTerminal(filed.diagnostic, *filed.file, terminal));
}

void keepDocument(Batch &batch, const Options &options) {
  if (!options.jsonFile.empty())
    batch.write(options.jsonFile, document(batch, Format::Json));
}

void tell(const Batch &batch, const Options &options, std::ostream &out, std::ostream &err) {
  if (options.format != Format::Text) {
    out << document(batch, options.format);
  } else {
    tellDiagnostics(batch, err);
    // What is told is collected, and goes to the standard output at the end.
    const Terminal terminal = terminalOf(STDOUT_FILENO);
    for (const BatchFile &file : batch.files)
      for (const Examined &examined : file.examined) {
        const report::Subject &subject = *examined.subject;
        const std::string text = report::textHead(subject, file.path) +
                                 styled(subject.verdictText(), styleOf(subject), terminal.hasColours) + "\n" +
                                 report::textBody(subject) + report::textOf(examined.remarks);
        out << (terminal.columns == 0 ? text : linesForTerminal(text, terminal.columns));
      }
  }
  if (options.stats || options.verbose)
    for (const BatchFile &file : batch.files)
      for (const Examined &examined : file.examined)
        err << (options.verbose ? report::obligationsText(*examined.subject, file.path)
                                : report::statisticsText(*examined.subject, file.path));
}

} // namespace plumb::tool
