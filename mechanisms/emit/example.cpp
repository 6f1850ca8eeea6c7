// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/example.h"

#include "frontend/ir/program.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"

namespace plumb::emit {

using Role = ir::Variable::Role;

/// \p value as C++ for an element of \p sort.
static std::string literal(ir::Sort sort, const std::string &value) {
  if (sort == ir::Sort::Bool)
    return value == "0" ? "false" : "true";
  return sort == ir::Sort::Real ? "Rational::parse(" + quoted(value) + ").value()" : value;
}

static std::string braced(ir::Sort sort, const std::vector<std::string> &values) {
  std::string text;
  for (const std::string &value : values)
    text += (text.empty() ? "" : ", ") + literal(sort, value);
  return "{" + text + "}";
}

namespace {

class ExampleWriter {
public:
  ExampleWriter(const report::Certificate &proved, const ExampleInputs &values)
      : certificate(proved), unit(proved.mechanism()), inputs(values) {}

  std::string text();

private:
  std::string parameters() const;
  std::string answers() const;
  std::string answerNames() const;
  std::string printer(const CellShape &shape) const;
  std::string printing() const;
  std::string release();

  const report::Certificate &certificate;
  Unit unit;
  const ExampleInputs &inputs;
};

} // namespace

std::string ExampleWriter::parameters() const {
  std::string text;
  for (const auto &variable : unit.mechanism.variables) {
    if (variable->role != Role::Parameter)
      continue;
    const std::vector<std::string> &values = inputs.at(variable->name);
    text += "  parameters." + unit.names.of(*variable) + " = " +
            (variable->isArray() ? braced(variable->sort, values) : literal(variable->sort, values.front())) +
            ";\n";
  }
  return text;
}

std::string ExampleWriter::answers() const {
  std::string text;
  for (const auto &variable : unit.mechanism.variables) {
    if (variable->role != Role::Query)
      continue;
    std::optional<Range> range = unit.ranges.of(*variable);
    std::string type(name(range && fitsWord(*range) ? CppType::Word : CppType::Wide));
    const std::vector<std::string> &values = inputs.at(variable->name);
    text += "  const " + (variable->isArray() ? "std::vector<" + type + "> " : type + " ") +
            unit.names.of(*variable) + " = " +
            (variable->isArray() ? braced(variable->sort, values) : values.front()) + ";\n";
  }
  return text;
}

std::string ExampleWriter::answerNames() const {
  std::string text;
  for (const auto &variable : unit.mechanism.variables)
    if (variable->role == Role::Query)
      text += (text.empty() ? "" : ", ") + unit.names.of(*variable);
  return text;
}

/// A function that prints a cell on a line.
std::string ExampleWriter::printer(const CellShape &shape) const {
  std::string text = "static void print(const " + shape.type + " &cell) {\n  switch (cell.tag) {\n  case " +
                     shape.type + "::Tag::none:\n    std::puts(\"nothing\");\n    break;\n";
  for (const ir::Tag *tag : shape.tags) {
    text += "  case " + shape.type + "::Tag::" + tagIdentifier(tag->name) + ":\n    std::puts((std::string(" +
            quoted(tag->name) + ")";
    for (std::size_t i = 0; i < tag->components.size(); ++i)
      text += " + ' ' + toText(cell." + valueMember(i) + ")";
    text += ").c_str());\n    break;\n";
  }
  return text + "  }\n}\n\n";
}

std::string ExampleWriter::printing() const {
  std::string text;
  for (const CellShape &shape : unit.publications.cells)
    text += shape.transcript->loops.empty()
                ? "  print(output." + shape.member + ");\n"
                : "  for (const " + shape.type + " &cell : output." + shape.member + ")\n    print(cell);\n";
  if (!unit.publications.result)
    return text;
  if (!unit.publications.result->isSelection)
    return text + "  std::puts(toText(output.result).c_str());\n";
  return text + "  for (std::size_t i = 0; i < output.result.indices.size(); ++i)\n"
                "    std::puts((std::to_string(output.result.indices[i]) + \": \" + "
                "toText(output.result.values[i])).c_str());\n";
}

/// By steps, where a row of answers is a single one; otherwise at once.
std::string ExampleWriter::release() {
  bool isSimpleStream = unit.stream && unit.publications.isOneCellEach();
  for (const auto &variable : unit.mechanism.variables)
    isSimpleStream = isSimpleStream && (variable->role != Role::Query || variable->extents.size() == 1);
  if (!isSimpleStream)
    return "  const auto mechanism = Mechanism::create(parameters);\n  if (!mechanism) {\n"
           "    std::fprintf(stderr, \"%s\\n\", mechanism.error().message.c_str());\n    return 1;\n  }\n"
           "  const Output output = mechanism->run(" +
           answerNames() + ");\n" + printing();
  std::string row, step = unit.names.fresh("step"), stream = unit.names.fresh("stream");
  for (const auto &variable : unit.mechanism.variables)
    if (variable->role == Role::Query)
      row += (row.empty() ? "" : ", ") + unit.names.of(*variable) + "[" + step + "]";
  ExpressionWriter writer(unit, Stage::Run);
  std::string low = writer.write(*unit.stream->loop->low).text;
  return "  auto " + stream + " = Stream::create(parameters);\n  if (!" + stream +
         ") {\n    std::fprintf(stderr, \"%s\\n\", " + stream +
         ".error().message.c_str());\n    return 1;\n  }\n"
         "  // Each answer as it arrives.\n  for (auto " +
         step + " = static_cast<std::size_t>(" + low + "); !" + stream + "->finished(); ++" + step +
         ")\n    print(*" + stream + "->step(" + row + "));\n";
}

std::string ExampleWriter::text() {
  std::string printers;
  for (const CellShape &shape : unit.publications.cells)
    printers += printer(shape);
  return "// The mechanism `" + unit.mechanism.name +
         "` on made-up data: replace the values of main by those of your own.\n"
         "// Generated by Plumb from " +
         commentText(certificate.sourceName()) + ".\n#include \"" + unit.mechanism.name +
         ".h\"\n\n#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n#include <string>\n#include "
         "<vector>\n\nusing "
         "namespace plumb::" +
         identifier(unit.mechanism.name) + ";\nusing plumb::runtime::toText;\n\n" + printers +
         "int main() {\n  // Public, and chosen without looking at the data.\n  Parameters parameters;\n" +
         parameters() + "  // Private.\n" + answers() + "\n" + release() + "}\n";
}

EmittedFile example(const report::Certificate &certificate, const ExampleInputs &inputs) {
  return {certificate.mechanism().name + "_main.cpp", ExampleWriter(certificate, inputs).text()};
}

EmittedFile exampleBuild(const std::vector<std::string> &mechanisms) {
  std::string text =
      "# Generated by Plumb. Configure with -DCMAKE_PREFIX_PATH=<where the runtime is installed>.\n"
      "cmake_minimum_required(VERSION 3.20)\nproject(mechanisms LANGUAGES C CXX)\n"
      "find_package(plumb REQUIRED)\n";
  for (const std::string &mechanism : mechanisms)
    text += "add_executable(" + mechanism + " " + mechanism + "_main.cpp)\ntarget_link_libraries(" +
            mechanism + " PRIVATE plumb::runtime)\n";
  return {"CMakeLists.txt", std::move(text)};
}

} // namespace plumb::emit
