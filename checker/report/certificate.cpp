// SPDX-License-Identifier: Apache-2.0
#include "checker/report/certificate.h"

#include "checker/report/json_text.h"
#include "checker/report/law_text.h"
#include "checker/report/status_text.h"

#include <cassert>
#include <llvm/Support/raw_ostream.h>

namespace plumb::report {

namespace {

std::string baseName(const std::string &path) {
  return path.substr(path.find_last_of('/') + 1);
}

std::string_view kindText(Assumption::Kind kind) {
  switch (kind) {
  case Assumption::Kind::DifferenceSet:
    return "difference set";
  case Assumption::Kind::DataPremise:
    return "premise about the data";
  case Assumption::Kind::Premise:
    return "premise";
  case Assumption::Kind::PublicParameters:
    return "public parameters";
  }
  return "";
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
  if (result.verdict != Verdict::Proved && result.verdict != Verdict::ProvedUnderAssumptions)
    return std::nullopt;
  assert(result.proof.verdict() == proof::Verdict::Proved && !result.violation);
  Certificate certificate;
  certificate.source = result.mechanism;
  certificate.guaranteeText = guaranteeText(*result.mechanism);
  certificate.name = baseName(file.path());
  certificate.hash = sha256(file.text());
  certificate.assumed = result.assumptions;
  certificate.lawTexts = report::lawTexts(*result.mechanism);
  for (const proof::Evidence &evidence : result.proof.obligations()) {
    assert(evidence.status == proof::Status::Proved);
    certificate.rows.push_back({evidence.name, std::string(statusText(evidence.status)), evidence.engine,
                                evidence.logic, evidence.text()});
  }
  return certificate;
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
    json.attributeArray("assumptions", [&] {
      for (const Assumption &assumption : certificate.assumptions())
        json.object([&] {
          json.attribute("kind", jsonText(kindText(assumption.kind)));
          json.attribute("text", jsonText(assumption.text));
        });
    });
    json.attributeArray("laws", [&] {
      for (const std::string &law : certificate.laws())
        json.value(jsonText(law));
    });
    json.attributeArray("obligations", [&] {
      for (const Certificate::Row &row : certificate.obligations())
        writeRow(json, row);
    });
    json.attributeObject("source", [&] {
      json.attribute("name", jsonText(certificate.sourceName()));
      json.attribute("sha256", jsonText(certificate.sourceHash()));
    });
    json.attributeObject("header", [&] {
      json.attribute("name", jsonText(headerName));
      json.attribute("sha256", jsonText(headerHash));
    });
    json.attributeObject("versions", [&] {
      for (const auto &[name, version] : versions)
        json.attribute(name, jsonText(version));
    });
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::report
