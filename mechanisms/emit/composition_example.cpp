// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/composition_example.h"

#include "frontend/ir/published.h"
#include "frontend/ir/substitution.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace plumb::emit {

using Role = ir::Variable::Role;

namespace {

/// Fills templates/composition_example.cpp.
class CompositionExample {
public:
  CompositionExample(const report::Certificate &proved, const CompositionInputs &values)
      : certificate(proved), composition(*std::get<const ir::Composition *>(proved.declaration())),
        terms(ir::Setting::alone(composition.head)), inputs(values) {}

  std::string text();

private:
  std::string parameters() const;
  std::vector<std::string> asked(const ir::Part &part);
  void declare(const std::string &name, const ir::Variable &query, const ir::Part &part);

  const report::Certificate &certificate;
  const ir::Composition &composition;
  Terms terms;
  const CompositionInputs &inputs;
  /// Answers that stand in the program, and how arrays of them get their lengths.
  std::map<std::string, const ir::Variable *> known;
  Writer members, lengths;
};

} // namespace

std::string CompositionExample::parameters() const {
  Writer lines;
  for (const ir::Variable *parameter : withRole(composition.head, Role::Parameter))
    if (ir::isGiven(composition, *parameter))
      lines.line("parameters." + terms.names.of(*parameter) + " = " +
                 exampleValue(*parameter, inputs.parameters.at(parameter->name)) + ";");
  return lines.text();
}

/// The answers to \p query of \p part, as the member \p name.
void CompositionExample::declare(const std::string &name, const ir::Variable &query, const ir::Part &part) {
  const Unit unit(*part.mechanism);
  const std::string type(emit::name(unit.typeOf(query, unit.ranges))),
      value = std::to_string(6 + known.size());
  if (!query.isArray()) {
    members.line(type + " " + name + " = " + value + ";");
    return;
  }
  ExpressionWriter writer(terms, Stage::Caller);
  const ir::Substitution arguments = ir::argumentsOf(composition, part);
  std::vector<std::string> sizes;
  for (const ir::ExpressionPtr &extent : query.extents)
    sizes.push_back("static_cast<std::size_t>(" + writer.write(*ir::substituted(*extent, arguments)).text +
                    ")");
  members.line("std::vector<" + type + "> " + name + ";");
  lengths.line("answers." + name + ".assign(" + joined(sizes, " * ") + ", " + value + ");");
}

/// What \p part is asked, as its function takes it.
std::vector<std::string> CompositionExample::asked(const ir::Part &part) {
  std::vector<std::string> answers;
  if (composition.sampling)
    return answers;
  const ir::Substitution arguments = ir::argumentsOf(composition, part);
  for (const ir::Variable *query : withRole(*part.mechanism, Role::Query)) {
    const auto whole = arguments.variables.find(query);
    const std::string name =
                          identifier(whole == arguments.variables.end() ? query->name : whole->second->name),
                      answer = "answers." + name;
    // One query of the composition may be two of a part: it is passed once.
    if (std::find(answers.begin(), answers.end(), answer) != answers.end())
      continue;
    answers.push_back(answer);
    if (known.emplace(name, query).second)
      declare(name, *query, part);
  }
  return answers;
}

/// \p table as one literal for each line.
static std::string literals(std::string_view table) {
  Writer lines;
  while (!table.empty()) {
    const std::size_t length = table.find('\n') + 1;
    lines.line(quoted(table.substr(0, length)));
    table.remove_prefix(length);
  }
  return lines.text();
}

std::string CompositionExample::text() {
  const bool isVouched = !composition.sampling && !knownOfRecords(composition.head).empty();
  Writer cases;
  for (std::size_t position = 0; position < composition.parts.size(); ++position) {
    const ir::Part &part = composition.parts[position];
    const std::string number = std::to_string(position + 1);
    cases.open("case " + number + ":");
    cases.line("// " + commentText(ir::printCall(part)));
    std::vector<std::string> passed = asked(part);
    if (isVouched)
      passed.insert(passed.begin(), "Vouched()");
    cases.line("const auto output = composition->part" + number + "(" + joined(passed) + ");");
    cases.under("if (!output)", "return refuse(output.error());");
    cases.line("std::cout << " + quoted("part " + number + "\n") + " << *output;");
    cases.line("break;").close();
  }
  Template program("composition_example.cpp");
  program.set("composition", composition.head.name)
      .set("source", commentText(certificate.sourceName()))
      .set("space", identifier(composition.head.name))
      .set("parameters", parameters())
      .set("answers", members.text())
      .set("lengths", lengths.text())
      .set("parts", cases.text())
      .set("table", literals(inputs.table))
      .when("vouched", isVouched)
      .when("answered", !members.empty())
      .when("sampled", composition.sampling.has_value())
      .when("price", composition.guarantee.epsilon != nullptr);
  Includes includes;
  return program.text(includes);
}

EmittedFile compositionExample(const report::Certificate &certificate, const CompositionInputs &inputs) {
  return {certificate.subject().name() + "_main.cpp", CompositionExample(certificate, inputs).text(), true};
}

} // namespace plumb::emit
