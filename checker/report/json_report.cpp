// SPDX-License-Identifier: Apache-2.0
#include "checker/report/json_report.h"

#include "checker/report/channel_json.h"
#include "checker/report/composition_json.h"
#include "checker/report/counterexample_json.h"
#include "checker/report/evidence_json.h"
#include "checker/report/json_text.h"

#include <llvm/Support/raw_ostream.h>

namespace plumb::report {

using llvm::json::OStream;

namespace {

void writeFailure(OStream &json, const Result &result) {
  if (!result.counterexample && !result.violation)
    return json.attribute("counterexample", nullptr);
  json.attributeObject("counterexample", [&] {
    if (result.counterexample)
      json.attributeObject("alignment", [&] { writeCounterexample(json, *result.counterexample); });
    else
      json.attribute("alignment", nullptr);
    if (result.violation)
      json.attributeObject("violation", [&] { writeViolation(json, *result.violation); });
    else
      json.attribute("violation", nullptr);
  });
}

void writeResult(OStream &json, const FiledResult &filed) {
  const Result &result = *filed.result;
  json.object([&] {
    json.attribute("file", jsonText(filed.file->path()));
    json.attribute("mechanism", jsonText(result.mechanism->name));
    json.attribute("verdict", jsonText(verdictText(result)));
    json.attribute("guarantee", jsonText(guaranteeText(*result.mechanism)));
    json.attributeArray("assumptions", [&] {
      for (const Assumption &assumption : result.assumptions)
        json.value(jsonText(assumption.text));
    });
    writeObligations(json, result.proof.obligations());
    json.attribute("smallestEpsilon", jsonText(result.isProved() ? result.proof.smallestEpsilon() : ""));
    json.attribute("tried", jsonText(result.tried ? triedText(*result.tried) : ""));
    writeFailure(json, result);
  });
}

void writePlace(OStream &json, const SourceFile *file, SourceRange range) {
  if (!file) {
    for (const char *key : {"line", "column", "endLine", "endColumn"})
      json.attribute(key, nullptr);
    return;
  }
  SourceLocation begin = file->location(range.begin), end = file->location(range.end);
  json.attribute("line", begin.line);
  json.attribute("column", begin.column);
  json.attribute("endLine", end.line);
  json.attribute("endColumn", end.column);
}

void writeDiagnostic(OStream &json, const FiledDiagnostic &filed) {
  const DiagnosticInfo &kind = info(filed.diagnostic.kind);
  json.object([&] {
    json.attribute("code", jsonText(kind.code));
    json.attribute("severity", kind.severity == Severity::Error ? "error" : "warning");
    json.attribute("message", jsonText(filed.diagnostic.message()));
    json.attribute("file", jsonText(filed.path));
    writePlace(json, filed.file, filed.diagnostic.range);
  });
}

} // namespace

std::string jsonReport(const std::string &version, const Told &told,
                       const std::vector<FiledDiagnostic> &diagnostics, int exitCode) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream json(stream, 2);
  json.object([&] {
    json.attribute("plumb", jsonText(version));
    json.attributeArray("results", [&] {
      for (const FiledResult &result : told.results)
        writeResult(json, result);
    });
    if (!told.compositions.empty())
      json.attributeArray("compositions", [&] {
        for (const FiledComposition &filed : told.compositions)
          writeComposition(json, *filed.result, filed.file->path());
      });
    if (!told.channels.empty())
      json.attributeArray("channels", [&] {
        for (const FiledChannel &filed : told.channels)
          writeChannel(json, *filed.result, filed.file->path());
      });
    if (!told.tables.empty())
      json.attributeArray("tables", [&] {
        for (const TableVerdict &verdict : told.tables)
          writeTable(json, verdict);
      });
    json.attributeArray("diagnostics", [&] {
      for (const FiledDiagnostic &diagnostic : diagnostics)
        writeDiagnostic(json, diagnostic);
    });
    json.attribute("exit", exitCode);
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::report
