// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_proof.h"

#include "checker/report/certificate.h"
#include "checker/report/json_text.h"

#include <llvm/Support/raw_ostream.h>

namespace plumb::emit {

using report::jsonText;

std::optional<ProvedChannel> prove(const report::ChannelResult &result, const SourceFile &file) {
  if (!result.isProved())
    return std::nullopt;
  ProvedChannel proved;
  proved.result = &result;
  for (const ir::Channel::Notion &notion : result.channel().notions)
    proved.guaranteeTexts.push_back(ir::print(result.channel(), notion) + ": " +
                                    report::meaning(result.channel(), notion));
  proved.name = file.path().substr(file.path().find_last_of('/') + 1);
  proved.hash = report::sha256(file.text());
  return proved;
}

static std::string_view engineText(std::string_view engine) {
  return engine == "coefficients" ? "signs of coefficients" : "sum of products of requirements";
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
    json.attributeArray("assumptions", [&] { report::writeAssumptions(json, proved.assumptions()); });
    json.attributeArray("obligations", [&] {
      for (const verdict::Evidence &evidence : proved.evidence())
        json.object([&] {
          json.attribute("name", jsonText(evidence.name));
          json.attribute("status", "proved");
          json.attribute("engine", jsonText(engineText(evidence.engine)));
          json.attribute("text", jsonText(evidence.text()));
        });
    });
    report::writeTried(json, proved.checked());
    report::writeOrigin(json, {proved.sourceName(), proved.sourceHash()}, {headerName, headerHash}, versions);
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::emit
