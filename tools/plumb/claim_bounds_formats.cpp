// SPDX-License-Identifier: Apache-2.0
#include "checker/report/json_text.h"
#include "tools/plumb/aligned_lines.h"
#include "tools/plumb/claim_bounds.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace plumb::tool {

namespace {

using claims::ClaimBounds;
using claims::ClaimRow;
using runtime::otp::Interval;
using Line = TableLine;

Line headOf(const ClaimBounds &bounds) {
  Line head;
  if (bounds.isGapRounded)
    head.push_back("distance");
  head.insert(head.end(), {"gap", "k", "given at least"});
  if (bounds.rows.size() > 1)
    head.push_back("all so far at least");
  if (!bounds.times.empty())
    head.push_back("some of " + bounds.times + " at least");
  head.push_back("any mechanism at most");
  if (bounds.hasBeta)
    head.insert(head.end(), {"enough eps", "enough delta of DP"});
  return head;
}

std::string stepsText(const ClaimRow &row, const char *otherwise) {
  return row.steps ? std::to_string(*row.steps) : otherwise;
}

Line lineOf(const ClaimBounds &bounds, const ClaimRow &row) {
  const auto lower = [](const std::optional<Interval> &value) {
    return value ? value->lowerText(digitsForReaders) : "not derived";
  };
  Line line;
  if (bounds.isGapRounded)
    line.push_back(row.distance.text());
  line.insert(line.end(), {row.gap.text(), stepsText(row, "not derived"), lower(row.given)});
  if (bounds.rows.size() > 1)
    line.push_back(lower(row.allGiven));
  if (!bounds.times.empty())
    line.push_back(lower(row.someGiven));
  line.push_back(row.most ? row.most->upperText(digitsForReaders) : "not derived");
  const auto upper = [&](const std::optional<Interval> &value) {
    return value ? value->upperText(digitsForReaders) : row.steps ? "none" : "not derived";
  };
  if (bounds.hasBeta)
    line.insert(line.end(), {upper(row.enoughEps), upper(row.deltaOfDp)});
  return line;
}

/// Strings: a JSON number would be rounded to nearest when it is read.
void writeEnds(llvm::json::OStream &json, const char *name, const std::optional<Interval> &interval) {
  if (!interval)
    return json.attribute(name, nullptr);
  json.attributeObject(name, [&] {
    json.attribute("lower", interval->lowerText(digitsForPrograms));
    json.attribute("upper", interval->upperText(digitsForPrograms));
  });
}

void writeRow(llvm::json::OStream &json, const ClaimBounds &bounds, const ClaimRow &row) {
  json.attribute("distance", row.distance.text());
  json.attribute("gap", row.gap.text());
  if (row.steps)
    json.attribute("k", static_cast<std::int64_t>(*row.steps));
  writeEnds(json, "given", row.given);
  writeEnds(json, "allGiven", row.allGiven);
  if (!bounds.times.empty())
    writeEnds(json, "someGiven", row.someGiven);
  writeEnds(json, "most", row.most);
  if (!bounds.hasBeta)
    return;
  writeEnds(json, "enoughEps", row.enoughEps);
  writeEnds(json, "deltaOfDp", row.deltaOfDp);
}

/// "daily(eps / 14), 7 times: "
std::string partOf(const ClaimBounds &bounds) {
  if (bounds.part.empty())
    return {};
  return bounds.part + (bounds.times.empty() ? "" : ", " + bounds.times + " times") + ": ";
}

/// "the gap is T - f; eps = 1/2, T = 4". Of a part whose names these are, and what the composition calls so.
std::string valuesText(const ClaimBounds &bounds) {
  const std::string gap = "the gap is " + bounds.gap;
  if (bounds.part.empty())
    return gap + "; " + bounds.values;
  const auto said = [](const std::string &values) { return values.empty() ? "" : ": " + values; };
  return gap + " in the names of `" + bounds.named + "`" + said(bounds.values) +
         (bounds.valuesOfWhole.empty()
              ? ""
              : "; in those of `" + bounds.mechanism + "`" + said(bounds.valuesOfWhole));
}

/// In quotes, since calls have commas.
std::string quoted(const std::string &text) {
  return "\"" + text + "\"";
}

} // namespace

std::string claimBoundsCsv(const std::vector<claims::ClaimBounds> &all) {
  std::string text = "file,mechanism,part,claim,distance,gap,k";
  for (const char *name : {"given", "all_given", "some_given", "most", "enough_eps", "delta_of_dp"})
    text += std::string(",") + name + "_lower," + name + "_upper";
  text += ",movement\n";
  for (const ClaimBounds &bounds : all)
    for (const ClaimRow &row : bounds.rows) {
      text += quoted(bounds.path) + "," + bounds.mechanism + "," + quoted(bounds.part) + "," +
              quoted(bounds.claim) + "," + row.distance.text() + "," + row.gap.text() + "," +
              stepsText(row, "");
      for (const auto &ends :
           {row.given, row.allGiven, row.someGiven, row.most, row.enoughEps, row.deltaOfDp})
        text +=
            ends ? "," + ends->lowerText(digitsForPrograms) + "," + ends->upperText(digitsForPrograms) : ",,";
      text += "," + quoted(bounds.movement) + "\n";
    }
  return text;
}

std::string claimBoundsText(const std::vector<claims::ClaimBounds> &all) {
  std::string text;
  for (const ClaimBounds &bounds : all) {
    std::vector<Line> lines{headOf(bounds)};
    for (const ClaimRow &row : bounds.rows)
      lines.push_back(lineOf(bounds, row));
    text += bounds.path + ": " + bounds.mechanism + ": " + partOf(bounds) + bounds.claim + "\n  " +
            bounds.movement + "; " + valuesText(bounds) + "\n" + alignedText(lines);
  }
  return text;
}

std::string claimBoundsJson(const std::vector<claims::ClaimBounds> &all,
                            const std::vector<std::string> &without) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attributeArray("claims", [&] {
      for (const ClaimBounds &bounds : all)
        json.object([&] {
          json.attribute("file", report::jsonText(bounds.path));
          json.attribute("mechanism", bounds.mechanism);
          if (!bounds.part.empty())
            json.attribute("part", bounds.part);
          if (!bounds.times.empty())
            json.attribute("times", bounds.times);
          json.attribute("claim", bounds.claim);
          json.attribute("movement", bounds.movement);
          json.attribute("gap", bounds.gap);
          json.attribute("values", bounds.values);
          if (!bounds.part.empty())
            json.attribute("valuesOfWhole", bounds.valuesOfWhole);
          json.attributeArray("rows", [&] {
            for (const ClaimRow &row : bounds.rows)
              json.object([&] { writeRow(json, bounds, row); });
          });
        });
    });
    if (!without.empty())
      json.attributeArray("without", [&] {
        for (const std::string &reason : without)
          json.value(report::jsonText(reason));
      });
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::tool
