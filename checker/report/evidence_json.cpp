// SPDX-License-Identifier: Apache-2.0
#include "checker/report/evidence_json.h"

#include "checker/report/json_text.h"

namespace plumb::report {

void writeObligations(llvm::json::OStream &json, const std::vector<verdict::Evidence> &obligations) {
  json.attributeArray("obligations", [&] {
    for (const verdict::Evidence &evidence : obligations)
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
  });
}

} // namespace plumb::report
