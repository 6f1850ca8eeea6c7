// SPDX-License-Identifier: Apache-2.0
#include "checker/report/remark.h"

#include "checker/report/json_text.h"

#include <llvm/Support/ErrorHandling.h>

namespace plumb::report {

static const char *nameOf(Remark::Kind kind) {
  switch (kind) {
  case Remark::Kind::Written:
    return "written";
  case Remark::Kind::UpToDate:
    return "up to date";
  case Remark::Kind::Left:
    return "left as it is";
  case Remark::Kind::Replaced:
    return "replaced";
  case Remark::Kind::NotMade:
    return "not made";
  }
  llvm_unreachable("all kinds are handled");
}

std::string textOf(const std::vector<Remark> &remarks) {
  std::string text;
  for (const Remark &remark : remarks)
    text += "  " + (remark.kind == Remark::Kind::NotMade ? "" : nameOf(remark.kind) + std::string(": ")) +
            remark.text + "\n";
  return text;
}

void writeRemarks(llvm::json::OStream &json, const std::vector<Remark> &remarks) {
  if (remarks.empty())
    return;
  json.attributeArray("emitted", [&] {
    for (const Remark &remark : remarks)
      json.object([&] {
        json.attribute("kind", nameOf(remark.kind));
        json.attribute("text", jsonText(remark.text));
      });
  });
}

} // namespace plumb::report
