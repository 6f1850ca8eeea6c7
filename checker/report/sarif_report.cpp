// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sarif_report.h"

#include "checker/report/diagnostic_pages.h"
#include "checker/report/json_text.h"

#include <algorithm>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <map>

namespace plumb::report {

using llvm::json::OStream;

namespace {

/// RFC 3986: what may stand in a path is kept, every other byte is percent-encoded.
std::string uriOf(llvm::StringRef path) {
  std::string uri = path.startswith("/") ? "file://" : "";
  for (unsigned char byte : path)
    if (llvm::isAlnum(static_cast<char>(byte)) || llvm::StringRef("-._~/").contains(static_cast<char>(byte)))
      uri += static_cast<char>(byte);
    else
      uri += "%" + llvm::toHex(llvm::StringRef(reinterpret_cast<const char *>(&byte), 1));
  return uri;
}

void writeText(OStream &json, const char *key, const std::string &text) {
  json.attributeObject(key, [&] { json.attribute("text", jsonText(text)); });
}

void writeRegion(OStream &json, const char *key, const SourceFile &file, SourceRange range) {
  const SourceLocation begin = file.location(range.begin), end = file.location(range.end);
  json.attributeObject(key, [&] {
    json.attribute("startLine", begin.line);
    json.attribute("startColumn", begin.column);
    json.attribute("endLine", end.line);
    json.attribute("endColumn", end.column);
  });
}

void writePhysicalLocation(OStream &json, const std::string &path, const SourceFile *file,
                           SourceRange range) {
  json.attributeObject("physicalLocation", [&] {
    json.attributeObject("artifactLocation", [&] { json.attribute("uri", uriOf(path)); });
    if (!file)
      return;
    writeRegion(json, "region", *file, range);
  });
}

/// What is put in takes the place of an empty region.
void writeFix(OStream &json, const std::string &path, const SourceFile &file, const Change &repair) {
  json.object([&] {
    writeText(json, "description", repair.title(file.text()));
    json.attributeArray("artifactChanges", [&] {
      json.object([&] {
        json.attributeObject("artifactLocation", [&] { json.attribute("uri", uriOf(path)); });
        json.attributeArray("replacements", [&] {
          for (const Edit &edit : repair.edits)
            json.object([&] {
              writeRegion(json, "deletedRegion", file, edit.range);
              writeText(json, "insertedContent", edit.text);
            });
        });
      });
    });
  });
}

/// A note that points nowhere is a part of the message.
std::string messageOf(const Diagnostic &diagnostic) {
  std::string text = diagnostic.message();
  for (const Note &note : diagnostic.notes)
    if (!note.range)
      text += "\nnote: " + note.text();
  return diagnostic.help.empty() ? text : text + "\nhelp: " + diagnostic.help.text;
}

void writeFinding(OStream &json, const FiledDiagnostic &filed,
                  const std::map<std::string_view, std::size_t> &rules) {
  const DiagnosticInfo &kind = info(filed.diagnostic.kind);
  json.object([&] {
    json.attribute("ruleId", jsonText(kind.code));
    json.attribute("ruleIndex", static_cast<std::int64_t>(rules.at(kind.code)));
    json.attribute("kind", "fail");
    json.attribute("level", kind.severity == Severity::Error ? "error" : "warning");
    writeText(json, "message", messageOf(filed.diagnostic));
    if (filed.path.empty())
      return;
    json.attributeArray("locations", [&] {
      json.object([&] { writePhysicalLocation(json, filed.path, filed.file, filed.diagnostic.range); });
    });
    if (!filed.file)
      return;
    if (const auto repair = filed.diagnostic.repair())
      json.attributeArray("fixes", [&] { writeFix(json, filed.path, *filed.file, *repair); });
    json.attributeArray("relatedLocations", [&] {
      for (const Note &note : filed.diagnostic.notes)
        if (note.range)
          json.object([&] {
            writePhysicalLocation(json, filed.path, filed.file, *note.range);
            writeText(json, "message", note.text());
          });
    });
  });
}

/// What the page of a message says first, which explains it to somebody who sees it for the first time.
std::string firstParagraph(std::string_view code) {
  for (const DiagnosticPage &page : diagnosticPages())
    if (page.code == code) {
      std::string text(page.text.substr(0, page.text.find("\n\n")));
      std::replace(text.begin(), text.end(), '\n', ' ');
      return text;
    }
  return std::string(code);
}

} // namespace

std::string sarifReport(const std::string &version, const std::vector<FiledDiagnostic> &diagnostics,
                        int exitCode) {
  std::map<std::string_view, std::size_t> rules;
  std::map<std::string_view, const DiagnosticInfo *> kinds;
  for (const FiledDiagnostic &filed : diagnostics)
    kinds.emplace(info(filed.diagnostic.kind).code, &info(filed.diagnostic.kind));
  for (const auto &[code, kind] : kinds)
    rules.emplace(code, rules.size());

  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream json(stream, 2);
  const auto writeRules = [&] {
    for (const auto &[code, kind] : kinds)
      json.object([&] {
        json.attribute("id", jsonText(code));
        json.attribute("name", jsonText(kind->name));
        writeText(json, "shortDescription", firstParagraph(code));
      });
  };
  json.object([&] {
    json.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.attribute("version", "2.1.0");
    json.attributeArray("runs", [&] {
      json.object([&] {
        json.attributeObject("tool", [&] {
          json.attributeObject("driver", [&] {
            json.attribute("name", "plumb");
            json.attribute("version", jsonText(version));
            json.attributeArray("rules", writeRules);
          });
        });
        json.attribute("columnKind", "unicodeCodePoints");
        json.attributeArray("invocations", [&] {
          json.object([&] {
            json.attribute("executionSuccessful", exitCode != 1 && exitCode != 70);
            json.attribute("exitCode", exitCode);
          });
        });
        json.attributeArray("results", [&] {
          for (const FiledDiagnostic &filed : diagnostics)
            writeFinding(json, filed, rules);
        });
      });
    });
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::report
