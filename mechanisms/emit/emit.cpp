// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/emit.h"

#include "mechanisms/emit/channel.h"
#include "mechanisms/emit/channel_composition.h"
#include "mechanisms/emit/composition_header.h"
#include "mechanisms/emit/header.h"
#include "mechanisms/emit/mark.h"
#include "mechanisms/plan/mechanism_plan.h"

#include <cassert>

namespace plumb::emit {

static std::string mechanismText(const report::Certificate &certificate, plan::Work work,
                                 plan::Problems &problems) {
  plan::refuse(certificate.mechanism(), problems);
  return problems.empty() ? headerText(certificate, work, problems) : std::string();
}

static std::string headerOf(const report::Certificate &certificate, plan::Work work,
                            plan::Problems &problems) {
  const report::Declaration of = certificate.declaration();
  if (std::holds_alternative<const ir::Channel *>(of))
    return channelText(certificate, problems);
  if (std::holds_alternative<const ir::ChannelComposition *>(of))
    return channelCompositionText(certificate, problems);
  if (std::holds_alternative<const ir::Composition *>(of))
    return compositionText(certificate, work, problems);
  return mechanismText(certificate, work, problems);
}

/// What else tells two headers apart than their texts: that of a composition does not show how its parts are
/// written, and is the same for all work and by all versions.
static std::string originOf(const std::vector<std::pair<std::string, std::string>> &versions,
                            plan::Work work) {
  std::string origin = work == plan::Work::Constant ? "constant work" : "fast";
  for (const auto &[what, version] : versions)
    if (what == "plumb")
      origin += '\n' + version;
  return origin;
}

bool isEmittable(const report::Declaration &declaration) {
  return !std::holds_alternative<std::monostate>(declaration);
}

Emission emit(const report::Certificate &certificate,
              const std::vector<std::pair<std::string, std::string>> &versions, plan::Work work) {
  assert(isEmittable(certificate.declaration()));
  const std::string &name = certificate.subject().name();
  plan::Problems problems;
  EmittedFile header{name + ".h", marked(headerOf(certificate, work, problems), originOf(versions, work))};
  if (!problems.empty())
    return {{}, problems.sorted()};
  std::string json = report::certificateJson(certificate, header.name, report::sha256(header.text), versions);
  return {{std::move(header), {name + ".cert.json", std::move(json)}}, {}};
}

} // namespace plumb::emit
