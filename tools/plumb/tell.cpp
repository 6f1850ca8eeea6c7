// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/tell.h"

#include "checker/report/channel_report.h"
#include "checker/report/composition_text.h"
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
  report::Told told;
  for (const BatchFile &file : batch.files) {
    for (const report::Result &result : file.results)
      told.results.push_back({file.source.get(), &result});
    for (const report::CompositionResult &result : file.compositions)
      told.compositions.push_back({file.source.get(), &result});
    for (const channel::Result &result : file.channels)
      told.channels.push_back({file.source.get(), &result});
    told.tables.insert(told.tables.end(), file.tables.begin(), file.tables.end());
  }
  out << report::jsonReport(plumbVersion(), told, batch.diagnostics(), static_cast<int>(batch.exit));
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
    for (const BatchFile &file : batch.files) {
      for (std::size_t i = 0; i < file.results.size(); ++i)
        out << report::textReport(file.results[i], file.path) << file.remarks[i];
      for (const report::CompositionResult &result : file.compositions)
        out << report::textReport(result, file.path);
      for (std::size_t i = 0; i < file.channels.size(); ++i)
        out << report::textReport(file.channels[i], file.path) << file.channelRemarks[i];
      for (const report::TableVerdict &verdict : file.tables)
        out << report::textReport(verdict);
    }
  }
  if (options.stats)
    for (const BatchFile &file : batch.files) {
      for (const report::Result &result : file.results)
        err << report::statisticsText(result, file.path);
      for (const channel::Result &result : file.channels)
        err << report::statisticsText(result, file.path);
    }
}

} // namespace plumb::tool
