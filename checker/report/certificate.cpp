// SPDX-License-Identifier: Apache-2.0
#include "checker/report/certificate.h"

#include "checker/report/json_text.h"
#include "checker/report/law_text.h"

#include <cassert>
#include <llvm/Support/raw_ostream.h>

namespace plumb::report {

namespace {

std::string baseName(const std::string &path) {
  return path.substr(path.find_last_of('/') + 1);
}

void writeRow(llvm::json::OStream &json, const Certificate::Row &row) {
  json.object([&] {
    json.attribute("name", jsonText(row.name));
    json.attribute("status", jsonText(row.status));
    json.attribute("engine", jsonText(row.engine));
    json.attribute("logic", jsonText(row.logic));
    json.attribute("text", jsonText(row.text));
  });
}

} // namespace

std::optional<Certificate> certify(const Result &result, const SourceFile &file) {
  if (!result.isProved())
    return std::nullopt;
  assert(result.proof.verdict() == Verdict::Proved && !result.violation);
  Certificate certificate;
  certificate.source = result.mechanism;
  certificate.guaranteeText = guaranteeText(*result.mechanism);
  certificate.name = baseName(file.path());
  certificate.hash = sha256(file.text());
  certificate.assumed = result.assumptions;
  certificate.trials = triedText(*result.tried);
  certificate.unreached = report::notReached(*result.tried);
  certificate.lawTexts = report::lawTexts(*result.mechanism);
  for (const Evidence &evidence : result.proof.obligations()) {
    assert(evidence.isProved());
    certificate.rows.push_back({evidence.name, std::string(verdict::text(evidence.status)), evidence.engine,
                                evidence.logic, evidence.text()});
  }
  return certificate;
}

void writeAssumptions(llvm::json::OStream &json, const std::vector<Assumption> &assumptions) {
  for (const Assumption &assumption : assumptions)
    json.object([&] {
      json.attribute("kind", jsonText(kindName(assumption.kind)));
      json.attribute("text", jsonText(assumption.text));
    });
}

void writeOrigin(llvm::json::OStream &json, const HashedFile &source, const HashedFile &header,
                 const std::vector<std::pair<std::string, std::string>> &versions) {
  for (const auto &[label, file] : {std::pair("source", &source), {"header", &header}})
    json.attributeObject(label, [&, file = file] {
      json.attribute("name", jsonText(file->name));
      json.attribute("sha256", jsonText(file->sha256));
    });
  json.attributeObject("versions", [&] {
    for (const auto &[name, version] : versions)
      json.attribute(name, jsonText(version));
  });
}

std::string certificateJson(const Certificate &certificate, const std::string &headerName,
                            const std::string &headerHash,
                            const std::vector<std::pair<std::string, std::string>> &versions) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("mechanism", jsonText(certificate.mechanism().name));
    json.attribute("guarantee", jsonText(certificate.guarantee()));
    json.attributeArray("assumptions", [&] { writeAssumptions(json, certificate.assumptions()); });
    json.attributeArray("laws", [&] {
      for (const std::string &law : certificate.laws())
        json.value(jsonText(law));
    });
    json.attributeArray("obligations", [&] {
      for (const Certificate::Row &row : certificate.obligations())
        writeRow(json, row);
    });
    json.attribute("tried", jsonText(certificate.tried()));
    json.attributeArray("notReached", [&] {
      for (const std::string &place : certificate.notReached())
        json.value(jsonText(place));
    });
    writeOrigin(json, {certificate.sourceName(), certificate.sourceHash()}, {headerName, headerHash},
                versions);
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::report
