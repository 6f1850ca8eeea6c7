// SPDX-License-Identifier: Apache-2.0
#include "checker/report/policy_neighbours.h"

#include "checker/interpreter/all_records.h"
#include "checker/interpreter/record_neighbours.h"
#include "checker/interpreter/record_scope.h"
#include "checker/policy/pairs.h"
#include "checker/report/explain_mathml.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace plumb::report {

using interpreter::FieldShape;
using interpreter::Instance;
using interpreter::RecordValue;

namespace {

constexpr std::size_t mostRecords = 1024;
constexpr std::size_t mostDots = 32;

/// Why not all records can be listed; empty if they can.
std::string problemOf(const interpreter::AllRecords &records) {
  if (const ir::Field *field = records.unlisted())
    return "the values of `" + field->name + "` cannot be listed" +
           (field->sort == ir::Sort::Real ? ": they are reals" : "; give it a range, as in `int in 0 .. 8`");
  return records.areTooMany()
             ? "there are more than " + std::to_string(mostRecords) + " records at these sizes"
             : "";
}

std::string textOf(const interpreter::RecordShape &shape, const RecordValue &record) {
  std::string text;
  const auto named = shape.named(record);
  for (const FieldShape &each : shape.fields()) {
    std::string values;
    for (const interpreter::FieldValue &value : named.at(each.field->name))
      values += (values.empty() ? "" : ", ") + print(value, each.field->sort);
    text += (text.empty() ? "" : ", ") + each.field->name + ": " +
            (each.field->extents.empty() ? values : "[" + values + "]");
  }
  return "{" + text + "}";
}

} // namespace

Neighbourhoods neighbourhoodsOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                                const ir::Proposition *which, const interpreter::Inputs &sizes) {
  Neighbourhoods found;
  if (which && !which->indices.empty()) {
    found.problem = "`" + which->indices.front().variable->name +
                    "` stands for every index; write a number, `forall` or `exists`";
    return found;
  }
  for (const auto &size : program.sizes) {
    const auto value = sizes.find(size->name);
    if (value == sizes.end()) {
      found.problem = "nothing says how large `" + size->name + "` is; write --let " + size->name + "=2";
      return found;
    }
    found.sizes +=
        (found.sizes.empty() ? "" : ", ") + size->name + " = " + interpreter::toString(value->second.front());
  }
  policy::Pairs pairs(program, *relation.record);
  pairs.keepAllowed(relation);
  const auto instance =
      Instance::create(ir::Setting::alone(pairs.neighbourhood()), sizes, static_cast<long>(mostRecords));
  if (!instance || !interpreter::requirementsHold(*instance)) {
    found.problem = "with " + found.sizes + " there are no records, or they have more than " +
                    std::to_string(mostRecords) + " elements";
    return found;
  }
  const interpreter::RecordShape &shape = *instance->recordShape();
  const interpreter::AllRecords records(shape, mostRecords);
  if (found.problem = problemOf(records); !found.problem.empty())
    return found;
  for (std::size_t i = 0; i < records.count(); ++i) {
    const RecordValue record = records.at(i);
    if (which) {
      const interpreter::RecordScope scope(*instance, record);
      interpreter::Evaluator evaluator(scope);
      const bool isMeant = evaluator.holds(*which->formula);
      if (evaluator.failure()) {
        found.problem = "it has no value for " + textOf(shape, record) +
                        "; say in it where it has one, as in `n > 0 and visited[0]`";
        found.all.clear();
        return found;
      }
      if (!isMeant)
        continue;
    }
    Neighbourhood &own = found.all.emplace_back();
    own.record = textOf(shape, record);
    for (std::size_t j = 0; j < records.count(); ++j) {
      const RecordValue other = records.at(j);
      if (i != j && interpreter::mayReplace(*instance, record, other))
        own.neighbours.push_back(textOf(shape, other));
    }
  }
  return found;
}

namespace {

// In pixels; the y axis of SVG points down.
constexpr long width = 720, height = 560, radius = 210;

/// Hundredths of a pixel, written without the help of a locale.
std::string pixels(double value) {
  const long hundredths = std::lround(100 * value);
  const std::string cents = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (cents.size() < 2 ? "0" : "") + cents;
}

struct Dot {
  double x, y;
};

/// Number \p i of \p count, on a circle, from the top to the right.
Dot placeOf(std::size_t i, std::size_t count) {
  const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
  return {width / 2.0 + radius * std::sin(angle), height / 2.0 - radius * std::cos(angle)};
}

} // namespace

std::string neighbourGraph(const Neighbourhoods &shown) {
  std::vector<std::string> names;
  const auto numberOf = [&](const std::string &name) {
    const auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end())
      names.push_back(name);
    return static_cast<std::size_t>(known - names.begin());
  };
  for (const Neighbourhood &one : shown.all)
    numberOf(one.record);
  std::vector<std::pair<std::size_t, std::size_t>> arrows;
  for (const Neighbourhood &one : shown.all)
    for (const std::string &other : one.neighbours) {
      const std::size_t from = numberOf(one.record), to = numberOf(other);
      arrows.emplace_back(from, to);
    }
  if (names.empty() || names.size() > mostDots)
    return {};
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 " + std::to_string(width) + " " +
      std::to_string(height) +
      "\" font-family=\"sans-serif\" font-size=\"12\">\n<title>An arrow leads from each record "
      "to those that may stand in its place</title>\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" "
      "refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M 0 0 "
      "L 8 4 L 0 8 z\" fill=\"currentColor\"/></marker></defs>\n";
  for (const auto &[from, to] : arrows) {
    const Dot a = placeOf(from, names.size()), b = placeOf(to, names.size());
    const double length = std::hypot(b.x - a.x, b.y - a.y), gap = 7 / length;
    text += "<line x1=\"" + pixels(a.x + gap * (b.x - a.x)) + "\" y1=\"" + pixels(a.y + gap * (b.y - a.y)) +
            "\" x2=\"" + pixels(b.x - gap * (b.x - a.x)) + "\" y2=\"" + pixels(b.y - gap * (b.y - a.y)) +
            "\" stroke=\"currentColor\" stroke-opacity=\"0.5\" marker-end=\"url(#tip)\"/>\n";
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Dot at = placeOf(i, names.size());
    const bool isRight = at.x > width / 2.0 + 1, isLeft = at.x < width / 2.0 - 1;
    text += "<circle cx=\"" + pixels(at.x) + "\" cy=\"" + pixels(at.y) +
            "\" r=\"5\" fill=\"currentColor\"/>\n<text x=\"" +
            pixels(at.x + (isRight  ? 10
                           : isLeft ? -10
                                    : 0)) +
            "\" y=\"" +
            pixels(at.y + (isRight || isLeft     ? 4
                           : at.y < height / 2.0 ? -12
                                                 : 22)) +
            "\" text-anchor=\"" +
            (isRight  ? "start"
             : isLeft ? "end"
                      : "middle") +
            "\" fill=\"currentColor\">" + escapedHtml(names[i]) + "</text>\n";
  }
  return text + "</svg>\n";
}

} // namespace plumb::report
