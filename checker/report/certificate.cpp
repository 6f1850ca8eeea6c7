// SPDX-License-Identifier: Apache-2.0
#include "checker/report/certificate.h"

#include "checker/report/json_text.h"

#include <algorithm>
#include <cassert>
#include <llvm/Support/raw_ostream.h>

namespace plumb::report {

using llvm::json::OStream;

namespace {

std::string baseName(const std::string &path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// How a goal was reached whose identity anybody can multiply out, or which solver said so.
std::string engineText(const Evidence &evidence) {
  return !evidence.identity                  ? evidence.engine
         : evidence.engine == "coefficients" ? "signs of coefficients"
                                             : "sum of products of requirements";
}

void writeEvidence(OStream &json, const Evidence &evidence) {
  json.object([&] {
    json.attribute("name", jsonText(evidence.name));
    json.attribute("status", jsonText(verdict::text(evidence.status)));
    json.attribute("engine", jsonText(engineText(evidence)));
    if (!evidence.identity)
      json.attribute("logic", jsonText(evidence.logic));
    json.attribute("text", jsonText(evidence.text()));
  });
}

void writeFile(OStream &json, const char *key, const std::string &name, const std::string &hash) {
  json.attributeObject(key, [&] {
    json.attribute("name", jsonText(name));
    json.attribute("sha256", jsonText(hash));
  });
}

} // namespace

std::optional<Certificate> certify(const Subject &subject, const SourceFile &file) {
  // Where nothing was asked, as of bounds that are stated, nothing was proved.
  if (!subject.isProved() || subject.obligations().empty())
    return std::nullopt;
  assert(std::all_of(subject.obligations().begin(), subject.obligations().end(),
                     [](const Evidence &evidence) { return evidence.isProved(); }));
  Certificate certificate;
  certificate.certified = &subject;
  certificate.name = baseName(file.path());
  certificate.hash = sha256(file.text());
  return certificate;
}

std::string certificateJson(const Certificate &certificate, const std::string &headerName,
                            const std::string &headerHash,
                            const std::vector<std::pair<std::string, std::string>> &versions) {
  const Subject &subject = certificate.subject();
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream json(stream, 2);
  json.object([&] {
    json.attribute(llvm::StringRef(subject.kind().word), jsonText(subject.name()));
    subject.writeGuarantees(json);
    json.attributeArray("assumptions", [&] {
      for (const Assumption &assumption : certificate.assumptions())
        writeAssumption(json, assumption);
    });
    if (const auto laws = subject.laws(); !laws.empty())
      json.attributeArray("laws", [&] {
        for (const std::string &law : laws)
          json.value(jsonText(law));
      });
    json.attributeArray("obligations", [&] {
      for (const Evidence &evidence : certificate.obligations())
        writeEvidence(json, evidence);
    });
    subject.writeTrials(json);
    writeFile(json, "source", certificate.sourceName(), certificate.sourceHash());
    writeFile(json, "header", headerName, headerHash);
    json.attributeObject("versions", [&] {
      for (const auto &[name, version] : versions)
        json.attribute(name, jsonText(version));
    });
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::report
