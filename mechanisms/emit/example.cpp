// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/example.h"

#include "frontend/ir/program.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"

#include <llvm/ADT/StringRef.h>

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
  std::string printing(const std::string &output) const;
  std::string run() const;
  std::string steps();

  const report::Certificate &certificate;
  Unit unit;
  const ExampleInputs &inputs;
  const std::string argumentCount = unit.names.fresh("argc"), arguments = unit.names.fresh("argv");
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

/// Prints the members that \p output, which ends with a dot or an arrow, leads to.
std::string ExampleWriter::printing(const std::string &output) const {
  std::string text;
  for (const CellShape &shape : unit.publications.cells)
    text += shape.transcript->loops.empty() ? "  print(" + output + shape.member + ");\n"
                                            : "  for (const " + shape.type + " &cell : " + output +
                                                  shape.member + ")\n    print(cell);\n";
  if (!unit.publications.result)
    return text;
  if (!unit.publications.result->isSelection)
    return text + "  std::puts(toText(" + output + "result).c_str());\n";
  return text + "  for (std::size_t i = 0; i < " + output + "result.indices.size(); ++i)\n" +
         "    std::puts((std::to_string(" + output + "result.indices[i]) + \": \" + toText(" + output +
         "result.values[i])).c_str());\n";
}

/// All at once.
std::string ExampleWriter::run() const {
  return "  const auto mechanism = Mechanism::create(parameters);\n  if (!mechanism)\n"
         "    return refuse(mechanism.error());\n  const Output output = mechanism->run(" +
         answerNames() + ");\n" + printing("output.") + "  return 0;\n";
}

static std::string indented(const std::string &lines) {
  std::string text;
  for (llvm::StringRef rest = lines; !rest.empty();) {
    const auto [line, others] = rest.split('\n');
    text += "  " + line.str() + "\n";
    rest = others;
  }
  return text;
}

/// One step after the other, with the state in a file.
std::string ExampleWriter::steps() {
  const std::string stream = unit.names.fresh("stream"), step = unit.names.fresh("step"),
                    cells = unit.names.fresh("published");
  const std::string low = ExpressionWriter(unit, Stage::Run).write(*unit.stream->loop->low).text;
  std::string rows, widths;
  for (const auto &variable : unit.mechanism.variables) {
    if (variable->role != Role::Query)
      continue;
    const std::string all = unit.names.of(*variable);
    if (variable->extents.size() == 1) {
      rows += all + "[" + step + "], ";
      continue;
    }
    const std::string width = unit.names.fresh("width");
    widths += "  const auto " + width + " = static_cast<std::size_t>(" +
              ExpressionWriter(unit, Stage::Run).size(*variable, 1).substr(std::string("at(").size()) + ";\n";
    rows += "std::span(" + all + ").subspan(" + step + " * " + width + ", " + width + "), ";
  }
  return widths +
         "  // Run again, the program goes on where it stopped. Without the file it would begin anew, and "
         "the data\n"
         "  // would pay a second time.\n"
         "  auto file = plumb::runtime::StateFile::open(" +
         argumentCount + " > 1 ? " + arguments + "[1] : " + quoted(unit.mechanism.name + ".state") +
         ");\n  if (!file)\n    return refuse(file.error());\n  auto " + stream +
         " = file->generation() == 0 ? Stream::create(parameters) : Stream::restore(parameters, *file);\n  "
         "if (!" +
         stream + ")\n    return refuse(" + stream +
         ".error());\n  plumb::runtime::OsBits bits;\n  // Each answer as it arrives.\n  while (!" + stream +
         "->finished()) {\n    const std::size_t " + step + " = static_cast<std::size_t>(" + stream +
         "->generation())" + (low == "0" ? "" : " + static_cast<std::size_t>(" + low + ")") +
         ";\n    const auto " + cells + " = " + stream + "->step(" + rows + "bits, *file);\n    if (!" +
         cells + ")\n      return refuse(" + cells + ".error());\n" +
         (unit.publications.isOneCellEach() ? "    print(*" + cells + ");\n"
                                            : indented(printing(cells + "->"))) +
         "  }\n  return 0;\n";
}

std::string ExampleWriter::text() {
  std::string printers;
  for (const CellShape &shape : unit.publications.cells)
    printers += printer(shape);
  printers += "static int refuse(const plumb::runtime::Error &error) {\n  std::fprintf(stderr, \"%s\\n\", "
              "error.message.c_str());\n  return 1;\n}\n\n";
  return "// The mechanism `" + unit.mechanism.name +
         "` on made-up data: replace the values of main by those of your own.\n"
         "// Generated by Plumb from " +
         commentText(certificate.sourceName()) + ".\n#include \"" + unit.mechanism.name +
         ".h\"\n\n#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n" +
         (unit.stream ? "#include <span>\n" : "") +
         "#include <string>\n#include <vector>\n\nusing "
         "namespace plumb::" +
         identifier(unit.mechanism.name) + ";\nusing plumb::runtime::toText;\n\n" + printers + "int main(" +
         (unit.stream ? "int " + argumentCount + ", char **" + arguments : "") +
         ") {\n  // Public, and chosen without looking at the data.\n  Parameters parameters;\n" +
         parameters() + "  // Private.\n" + answers() + "\n" + (unit.stream ? steps() : run()) + "}\n";
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
