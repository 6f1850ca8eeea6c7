// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/other_direction.h"

#include "checker/report/json_text.h"
#include "tools/plumb/aligned_lines.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace plumb::tool {

using claims::OtherDirection;
using runtime::otp::Interval;

static std::string inequality(const std::string &factor, const std::string &delta) {
  return "Pr[m(D') in S] <= " + factor + " * Pr[m(D) in S] + " + delta;
}

std::string otherDirectionsText(const std::vector<OtherDirection> &all) {
  std::string text;
  for (const OtherDirection &other : all) {
    text += other.path + ": " + other.name + ": private(" + other.epsilon + ")\n";
    if (other.isOwnConverse) {
      text += "  neighbours may be exchanged: the guarantee holds in both directions\n";
      continue;
    }
    text += "  the other direction: " + inequality(other.factor, other.delta) + "\n";
    if (other.factorAt)
      text += "  " + (other.values.empty() ? "" : other.values + ": ") +
              inequality(other.factorAt->upperText(digitsForReaders),
                         other.deltaAt->upperText(digitsForReaders)) +
              "\n";
  }
  return text;
}

/// Strings: a JSON number would be rounded to nearest when it is read.
static void writeTerm(llvm::json::OStream &json, const char *name, const std::string &term,
                      const std::optional<Interval> &value) {
  json.attributeObject(name, [&] {
    json.attribute("term", term);
    if (!value)
      return;
    json.attribute("lower", value->lowerText(digitsForPrograms));
    json.attribute("upper", value->upperText(digitsForPrograms));
  });
}

std::string otherDirectionsJson(const std::vector<OtherDirection> &all) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attributeArray("otherDirections", [&] {
      for (const OtherDirection &other : all)
        json.object([&] {
          json.attribute("file", report::jsonText(other.path));
          json.attribute("mechanism", other.name);
          json.attribute("epsilon", other.epsilon);
          json.attribute("bothDirections", other.isOwnConverse);
          json.attribute("values", other.values);
          writeTerm(json, "factor", other.factor, other.factorAt);
          writeTerm(json, "delta", other.delta, other.deltaAt);
        });
    });
  });
  stream << "\n";
  return stream.str();
}

std::string otherDirectionsCsv(const std::vector<OtherDirection> &all) {
  std::string text =
      "file,mechanism,epsilon,both_directions,factor_lower,factor_upper,delta_lower,delta_upper\n";
  const auto ends = [](const std::optional<Interval> &value) {
    return value ? "," + value->lowerText(digitsForPrograms) + "," + value->upperText(digitsForPrograms)
                 : std::string(",,");
  };
  for (const OtherDirection &other : all)
    text += "\"" + other.path + "\"," + other.name + ",\"" + other.epsilon + "\"," +
            (other.isOwnConverse ? "true" : "false") + ends(other.factorAt) + ends(other.deltaAt) + "\n";
  return text;
}

} // namespace plumb::tool
