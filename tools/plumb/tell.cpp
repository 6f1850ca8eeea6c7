// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/tell.h"

#include "checker/report/json_report.h"
#include "checker/report/text_report.h"
#include "tools/plumb/version.h"

#include <ostream>

namespace plumb::tool {

namespace {

/// A message about no words of a program, in the form of the others.
std::string renderWithoutPlace(const report::FiledDiagnostic &filed) {
  const DiagnosticInfo &kind = info(filed.diagnostic.kind);
  std::string text = "plumb: error[" + std::string(kind.code) + "]: ";
  if (kind.text.find("{0}") == std::string_view::npos || filed.diagnostic.arguments.empty() ||
      filed.diagnostic.arguments.front() != filed.path)
    text += filed.path + ": ";
  text += filed.diagnostic.message() + "\n";
  if (!filed.diagnostic.help.empty())
    text += "help: " + filed.diagnostic.help + "\n";
  return text;
}

void tellJson(const Batch &batch, std::ostream &out) {
  std::vector<report::FiledSubject> subjects;
  for (const BatchFile &file : batch.files)
    for (const Examined &examined : file.examined)
      subjects.push_back({file.path, examined.subject.get()});
  out << report::jsonReport(plumbVersion(), subjects, batch.diagnostics(), static_cast<int>(batch.exit));
}

} // namespace

void tellDiagnostics(const Batch &batch, std::ostream &err) {
  for (const report::FiledDiagnostic &filed : batch.diagnostics())
    err << (filed.file ? render(filed.diagnostic, *filed.file) : renderWithoutPlace(filed));
}

void tell(const Batch &batch, const Options &options, std::ostream &out, std::ostream &err) {
  if (options.format == Format::Json) {
    tellJson(batch, out);
  } else {
    tellDiagnostics(batch, err);
    for (const BatchFile &file : batch.files)
      for (const Examined &examined : file.examined)
        out << report::textReport(*examined.subject, file.path) << examined.remarks;
  }
  if (options.stats)
    for (const BatchFile &file : batch.files)
      for (const Examined &examined : file.examined)
        err << report::statisticsText(*examined.subject, file.path);
}

} // namespace plumb::tool
