// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/aligned_lines.h"
#include "tools/plumb/bounds_table.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace plumb::tool {

namespace {

using runtime::otp::Interval;
using Line = TableLine;

/// What is asked for with a beta.
const std::optional<Interval> &smallestOf(const BoundsRequest &request, const BoundsRow &row) {
  return request.delta ? row.smallestEps : row.smallestDelta;
}

Line headOfText(const BoundsRequest &request) {
  Line head{"k"};
  if (request.hasGuarantee())
    head.insert(head.end(), {boundedEvent(request) + " at most", "missed at least"});
  if (request.beta)
    head.push_back(request.delta ? "enough eps" : "enough delta");
  if (request.hasGuarantee() && request.beta)
    head.push_back("beta within reach");
  return head;
}

Line lineOfText(const BoundsRequest &request, const BoundsRow &row) {
  Line line{std::to_string(row.steps)};
  if (row.truth)
    line.insert(line.end(),
                {row.truth->upperText(digitsForReaders), row.missed->lowerText(digitsForReaders)});
  const auto &smallest = smallestOf(request, row);
  if (request.beta)
    line.push_back(smallest ? smallest->upperText(digitsForReaders) : "none");
  // "no" needs a bound that is certainly above beta, "yes" one that is certainly not.
  if (row.missed && request.beta)
    line.push_back(row.missed->atMost(request.beta->value())  ? "yes"
                   : row.missed->above(request.beta->value()) ? "no"
                                                              : "undecided");
  return line;
}

void appendEnds(Line &line, const std::optional<Interval> &interval) {
  line.push_back(interval ? interval->lowerText(digitsForPrograms) : "");
  line.push_back(interval ? interval->upperText(digitsForPrograms) : "");
}

std::string joined(const Line &line) {
  std::string text;
  for (const std::string &field : line)
    text += (text.empty() ? "" : ",") + field;
  return text + "\n";
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

void writeParameters(llvm::json::OStream &json, const BoundsRequest &request) {
  json.attribute("notion", request.notion == Notion::Adp  ? "adp"
                           : request.notion == Notion::Dp ? "dp"
                                                          : "approx");
  if (request.eps)
    json.attribute("eps", request.eps->value().text());
  if (request.notion == Notion::Approximate && request.delta)
    json.attribute("delta", request.delta->value().text());
  if (request.alpha)
    json.attribute("alpha", request.alpha->value().text());
  if (request.beta)
    json.attribute("beta", request.beta->value().text());
}

} // namespace

std::string boundsText(const BoundsRequest &request, const std::vector<BoundsRow> &rows) {
  std::vector<Line> lines{headOfText(request)};
  for (const BoundsRow &row : rows)
    lines.push_back(lineOfText(request, row));
  return boundsTitle(request) + "\n" + alignedText(lines);
}

std::string boundsCsv(const BoundsRequest &request, const std::vector<BoundsRow> &rows) {
  Line head{"k"};
  if (request.hasGuarantee())
    head.insert(head.end(), {"true_lower", "true_upper", "missed_lower", "missed_upper"});
  if (request.beta)
    for (const char *end : {"_lower", "_upper"})
      head.push_back((request.delta ? "smallest_eps" : "smallest_delta") + std::string(end));
  std::string text = joined(head);
  for (const BoundsRow &row : rows) {
    Line line{std::to_string(row.steps)};
    if (request.hasGuarantee()) {
      appendEnds(line, row.truth);
      appendEnds(line, row.missed);
    }
    if (request.beta)
      appendEnds(line, smallestOf(request, row));
    text += joined(line);
  }
  return text;
}

std::string boundsJson(const BoundsRequest &request, const std::vector<BoundsRow> &rows) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    writeParameters(json, request);
    json.attributeArray("rows", [&] {
      for (const BoundsRow &row : rows)
        json.object([&] {
          json.attribute("k", static_cast<std::int64_t>(row.steps));
          if (request.hasGuarantee()) {
            writeEnds(json, "true", row.truth);
            writeEnds(json, "missed", row.missed);
          }
          if (request.beta)
            writeEnds(json, request.delta ? "smallestEps" : "smallestDelta", smallestOf(request, row));
        });
    });
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::tool
