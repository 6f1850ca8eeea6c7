// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/example.h"

#include "frontend/ir/program.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <llvm/ADT/StringRef.h>

namespace plumb::emit {

using Role = ir::Variable::Role;

/// \p value, such as "-3/2", as a Rational in C++.
static std::string rational(llvm::StringRef value) {
  const auto [above, below] = value.split('/');
  const std::string denominator = below.empty() ? "" : ", " + below.str();
  // What an int holds for certain.
  constexpr std::size_t digits = 9;
  const bool isSmall = above.size() <= digits && below.size() <= digits && !value.contains('.');
  return isSmall ? "Rational{" + above.str() + denominator + "}"
                 : "Rational::parse(" + quoted(value.str()) + ").value()";
}

/// \p value as C++ for an element of \p sort.
static std::string literal(ir::Sort sort, const std::string &value) {
  if (sort == ir::Sort::Bool)
    return value == "0" ? "false" : "true";
  return sort == ir::Sort::Real ? rational(value) : value;
}

static std::string braced(ir::Sort sort, const std::vector<std::string> &values) {
  std::vector<std::string> literals;
  for (const std::string &value : values)
    literals.push_back(literal(sort, value));
  return "{" + joined(literals) + "}";
}

std::string exampleValue(const ir::Variable &variable, const std::vector<std::string> &values) {
  return variable.isArray() ? braced(variable.sort, values) : literal(variable.sort, values.front());
}

namespace {

class ExampleWriter {
public:
  ExampleWriter(const report::Certificate &proved, const ExampleInputs &values)
      : certificate(proved), unit(proved.mechanism()), inputs(values),
        queries(withRole(unit.mechanism, Role::Query)) {}

  std::string text();

private:
  std::string parameters() const;
  std::string answers() const;
  void setSteps(Template &program);

  const report::Certificate &certificate;
  Unit unit;
  const ExampleInputs &inputs;
  std::vector<const ir::Variable *> queries;
};

} // namespace

std::string ExampleWriter::parameters() const {
  Writer lines;
  for (const ir::Variable *variable : withRole(unit.mechanism, Role::Parameter)) {
    lines.line("parameters." + unit.names.of(*variable) + " = " +
               exampleValue(*variable, inputs.at(variable->name)) + ";");
  }
  return lines.text();
}

std::string ExampleWriter::answers() const {
  Writer lines;
  for (const ir::Variable *query : queries) {
    const std::string type(name(unit.typeOf(*query, unit.ranges)));
    const std::vector<std::string> &values = inputs.at(query->name);
    lines.line("const " + (query->isArray() ? "std::vector<" + type + "> " : type + " ") +
               unit.names.of(*query) + " = " +
               (query->isArray() ? braced(query->sort, values) : values.front()) + ";");
  }
  return lines.text();
}

/// One step after the other, with the state in a file.
void ExampleWriter::setSteps(Template &program) {
  const std::string stream = unit.names.fresh("stream"), step = unit.names.fresh("step"),
                    cells = unit.names.fresh("published");
  ExpressionWriter terms(unit, Stage::Caller);
  const std::string low = terms.write(*unit.stream->loop->low).text, cast = "static_cast<std::size_t>(";
  std::vector<std::string> rows;
  Writer widths;
  for (const ir::Variable *query : queries) {
    const std::string all = unit.names.of(*query);
    if (query->extents.size() == 1) {
      rows.push_back(all + "[" + step + "]");
      continue;
    }
    const std::string width = unit.names.fresh("width");
    widths.line("const auto " + width + " = " + cast + terms.count(*query, 1).text + ");");
    rows.push_back("std::span(" + all + ").subspan(" + step + " * " + width + ", " + width + ")");
  }
  program.set("widths", widths.text())
      .set("stream", stream)
      .set("step", step)
      .set("published", cells)
      .set("place", cast + stream + "->steps())" + (low == "0" ? "" : " + " + cast + low + ")"))
      .set("rows", joined(rows))
      .when("cells", unit.publications.isOneCellEach());
}

std::string ExampleWriter::text() {
  std::vector<std::string> names;
  for (const ir::Variable *query : queries)
    names.push_back(unit.names.of(*query));
  const bool isVouched = !knownOfRecords(unit.mechanism).empty();
  Template program("example.cpp");
  program.set("mechanism", unit.mechanism.name)
      .set("source", commentText(certificate.sourceName()))
      .set("space", identifier(unit.mechanism.name))
      .set("argc", unit.names.fresh("argc"))
      .set("argv", unit.names.fresh("argv"))
      .set("ledger", unit.names.fresh("ledger"))
      .set("budget", unit.names.fresh("budget"))
      .set("parameters", parameters())
      .set("answers", answers())
      .set("vouching", isVouched ? "Vouched(), " : "")
      .when("vouched", isVouched)
      .set("answerNames", joined(names))
      .when("stream", unit.stream.has_value());
  if (unit.stream)
    setSteps(program);
  Includes includes;
  return program.text(includes);
}

EmittedFile example(const report::Certificate &certificate, const ExampleInputs &inputs) {
  return {certificate.mechanism().name + "_main.cpp", ExampleWriter(certificate, inputs).text(), true};
}

EmittedFile exampleBuild() {
  return {"CMakeLists.txt", Template("CMakeLists.txt").text(), true};
}

} // namespace plumb::emit
