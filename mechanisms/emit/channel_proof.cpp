// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_proof.h"

#include "checker/report/certificate.h"
#include "checker/report/json_text.h"

#include <cassert>
#include <llvm/Support/raw_ostream.h>

namespace plumb::emit {

using report::jsonText;

/// What stands behind "guarantee: " in the report.
static std::vector<std::string> guaranteesIn(const std::string &report) {
  const std::string label = "  guarantee: ";
  std::vector<std::string> found;
  for (std::size_t at = report.find(label); at != std::string::npos; at = report.find(label, at)) {
    at += label.size();
    found.push_back(report.substr(at, report.find('\n', at) - at));
  }
  return found;
}

std::optional<ProvedChannel> prove(const channel::Result &result, const SourceFile &file) {
  if (result.verdict() != channel::Verdict::Proved)
    return std::nullopt;
  ProvedChannel proved;
  proved.result = &result;
  proved.guaranteeTexts = guaranteesIn(report::textReport(result, file.path()));
  assert(proved.guaranteeTexts.size() == result.channel().notions.size());
  proved.name = file.path().substr(file.path().find_last_of('/') + 1);
  proved.hash = report::sha256(file.text());
  return proved;
}

static std::string_view engineText(channel::Engine engine) {
  return engine == channel::Engine::Coefficients ? "signs of coefficients"
                                                 : "sum of products of requirements";
}

static void writeAssumption(llvm::json::OStream &json, const std::string &line) {
  const std::string premise = "requires: ", parameters = "assumes of parameters: ";
  const bool isPremise = line.rfind(premise, 0) == 0;
  json.object([&] {
    json.attribute("kind", isPremise ? "premise" : "public parameters");
    json.attribute("text", jsonText(line.substr(isPremise ? premise.size() : parameters.size())));
  });
}

std::string certificateJson(const ProvedChannel &proved, const std::string &headerName,
                            const std::string &headerHash,
                            const std::vector<std::pair<std::string, std::string>> &versions) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("channel", jsonText(proved.channel().name));
    json.attributeArray("guarantees", [&] {
      for (const std::string &guarantee : proved.guarantees())
        json.value(jsonText(guarantee));
    });
    json.attributeArray("assumptions", [&] {
      for (const std::string &line : proved.assumptions())
        writeAssumption(json, line);
    });
    json.attributeArray("obligations", [&] {
      for (const channel::Evidence &evidence : proved.evidence())
        json.object([&] {
          json.attribute("name", jsonText(evidence.obligation.name));
          json.attribute("status", "proved");
          json.attribute("engine", jsonText(engineText(evidence.engine)));
          json.attribute("text", jsonText(evidence.obligation.text));
        });
    });
    json.attributeObject("source", [&] {
      json.attribute("name", jsonText(proved.sourceName()));
      json.attribute("sha256", jsonText(proved.sourceHash()));
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

} // namespace plumb::emit
