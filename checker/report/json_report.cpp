// SPDX-License-Identifier: Apache-2.0
#include "checker/report/json_report.h"

#include "checker/report/json_text.h"

#include <algorithm>
#include <llvm/Support/raw_ostream.h>

namespace plumb::report {

using llvm::json::OStream;

namespace {

/// In this order; the first also if it is empty.
constexpr const char *sections[] = {"results", "compositions", "channels", "channelCompositions",
                                    "tables",  "policies"};

/// An identity stands in place of a question to a solver.
void writeEvidence(OStream &json, const Evidence &evidence) {
  json.object([&] {
    json.attribute("name", jsonText(evidence.name));
    if (evidence.identity)
      json.attribute("text", jsonText(evidence.subject));
    json.attribute("status", jsonText(verdict::text(evidence.status)));
    json.attribute("engine", jsonText(evidence.engine));
    if (!evidence.identity)
      return json.attribute("logic", jsonText(evidence.logic));
    json.attribute("goal", jsonText(evidence.identity->goal()));
    json.attribute("certificate", jsonText(evidence.identity->sum()));
  });
}

void writeSubject(OStream &json, const FiledSubject &filed) {
  const Subject &subject = *filed.subject;
  json.object([&] {
    json.attribute("file", jsonText(filed.path));
    json.attribute(llvm::StringRef(subject.kind().word),
                   subject.name().empty() ? llvm::json::Value(nullptr) : jsonText(subject.name()));
    json.attribute("verdict", jsonText(subject.verdictText()));
    subject.writeClaims(json);
    json.attributeArray("assumptions", [&] {
      for (const Assumption &assumption : subject.assumptions)
        writeAssumption(json, assumption);
    });
    json.attributeArray("obligations", [&] {
      for (const Evidence &evidence : subject.obligations())
        writeEvidence(json, evidence);
    });
    subject.writeDetails(json);
    writeRemarks(json, filed.remarks);
  });
}

void writePlace(OStream &json, const SourceFile *file, std::optional<SourceRange> range) {
  if (!file || !range) {
    for (const char *key : {"line", "column", "endLine", "endColumn"})
      json.attribute(key, nullptr);
    return;
  }
  SourceLocation begin = file->location(range->begin), end = file->location(range->end);
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
    if (const auto repair = filed.diagnostic.repair(); repair && filed.file)
      json.attributeArray("repair", [&] {
        for (const Edit &edit : repair->edits)
          json.object([&] {
            writePlace(json, filed.file, edit.range);
            json.attribute("text", jsonText(edit.text));
          });
      });
    if (!filed.diagnostic.help.empty())
      json.attribute("help", jsonText(filed.diagnostic.help.text));
    json.attributeArray("notes", [&] {
      for (const Note &note : filed.diagnostic.notes)
        json.object([&] {
          json.attribute("code", note.kind ? llvm::json::Value(jsonText(info(*note.kind).code))
                                           : llvm::json::Value(nullptr));
          json.attribute("message", jsonText(note.message));
          writePlace(json, filed.file, note.range);
        });
    });
  });
}

} // namespace

std::string jsonReport(const std::string &version, const std::vector<FiledSubject> &subjects,
                       const std::vector<FiledDiagnostic> &diagnostics, int exitCode) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream json(stream, 2);
  json.object([&] {
    json.attribute("plumb", jsonText(version));
    for (const char *section : sections) {
      const auto isHere = [&](const FiledSubject &filed) { return filed.subject->kind().section == section; };
      if (section != sections[0] && std::none_of(subjects.begin(), subjects.end(), isHere))
        continue;
      json.attributeArray(section, [&] {
        for (const FiledSubject &filed : subjects)
          if (isHere(filed))
            writeSubject(json, filed);
      });
    }
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
