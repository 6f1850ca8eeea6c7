// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/emit.h"

#include "mechanisms/emit/header.h"
#include "mechanisms/plan/mechanism_plan.h"

namespace plumb::emit {

Emission emit(const report::Certificate &certificate,
              const std::vector<std::pair<std::string, std::string>> &versions, plan::Work work) {
  const ir::Mechanism &mechanism = certificate.mechanism();
  plan::Problems problems;
  plan::refuse(mechanism, problems);
  if (!problems.empty())
    return {{}, problems.sorted()};

  EmittedFile header{mechanism.name + ".h", headerText(certificate, work, problems)};
  if (!problems.empty())
    return {{}, problems.sorted()};
  std::string json = report::certificateJson(certificate, header.name, report::sha256(header.text), versions);
  return {{std::move(header), {mechanism.name + ".cert.json", std::move(json)}}, {}};
}

} // namespace plumb::emit
