// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/example.h"

#include "frontend/ir/program.h"
#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/head.h"

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
  std::string accounting() const;
  std::string run() const;
  std::string steps();

  const report::Certificate &certificate;
  Unit unit;
  const ExampleInputs &inputs;
  const std::string argumentCount = unit.names.fresh("argc"), arguments = unit.names.fresh("argv"),
                    ledger = unit.names.fresh("ledger"), budget = unit.names.fresh("budget");
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
    std::string type(name(unit.typeOf(*variable, unit.ranges)));
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

/// All at once.
std::string ExampleWriter::run() const {
  return "  const auto output = mechanism->run(" + answerNames() + ", *" + budget +
         ");\n  if (!output)\n    return refuse(output.error());\n  std::cout << *output;\n  return 0;\n";
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
      rows += (rows.empty() ? "" : ", ") + all + "[" + step + "]";
      continue;
    }
    const std::string width = unit.names.fresh("width");
    widths += "  const auto " + width + " = static_cast<std::size_t>(" +
              ExpressionWriter(unit, Stage::Run).size(*variable, 1).substr(std::string("at(").size()) + ";\n";
    rows += (rows.empty() ? "" : ", ") + ("std::span(" + all) + ").subspan(" + step + " * " + width + ", " +
            width + ")";
  }
  return widths +
         "  // Run again, the program goes on where it stopped, and nothing more is paid. Without the file "
         "it "
         "would\n  // begin anew.\n"
         "  auto file = plumb::runtime::StateFile::open(" +
         argumentCount + " > 1 ? " + arguments + "[1] : " + quoted(unit.mechanism.name + ".state") +
         ");\n  if (!file)\n    return refuse(file.error());\n  auto " + stream +
         " = Stream::open(parameters, *" + budget + ", *std::move(file));\n  if (!" + stream +
         ")\n    return refuse(" + stream + ".error());\n  // Each answer as it arrives.\n  while (!" +
         stream + "->finished()) {\n    const std::size_t " + step + " = static_cast<std::size_t>(" + stream +
         "->steps())" + (low == "0" ? "" : " + static_cast<std::size_t>(" + low + ")") +
         ";\n    const auto " + cells + " = " + stream + "->step(" + rows + ");\n    if (!" + cells +
         ")\n      return refuse(" + cells + ".error());\n    std::cout << *" + cells +
         (unit.publications.isOneCellEach() ? " << '\\n'" : "") + ";\n  }\n  return 0;\n";
}

/// What there is to spend.
std::string ExampleWriter::accounting() const {
  return "  const auto mechanism = Mechanism::create(parameters);\n  if (!mechanism)\n"
         "    return refuse(mechanism.error());\n"
         "  // What all releases about these data may cost together: here, one release. A service keeps its "
         "ledger in a\n  // file.\n  const auto " +
         ledger + " = plumb::runtime::Ledger::create({{\"data\", mechanism->epsilon()}});\n  if (!" + ledger +
         ")\n    return refuse(" + ledger + ".error());\n  const auto " + budget + " = " + ledger +
         "->budget(\"data\");\n  if (!" + budget + ")\n    return refuse(" + budget + ".error());\n";
}

std::string ExampleWriter::text() {
  return "// The mechanism `" + unit.mechanism.name +
         "` on made-up data: replace the values of main by those of your own.\n"
         "// Generated by Plumb from " +
         commentText(certificate.sourceName()) + ".\n#include \"" + unit.mechanism.name +
         ".h\"\n#include \"plumb/runtime/ledger.h\"\n\n#include <cstddef>\n#include <cstdint>\n#include "
         "<iostream>\n" +
         (unit.stream ? "#include <span>\n#include <utility>\n" : "") +
         "#include <vector>\n\nusing "
         "namespace plumb::" +
         identifier(unit.mechanism.name) +
         ";\n\nstatic int refuse(const plumb::runtime::Error &error) {\n  std::cerr << error.message << "
         "'\\n';\n  return 1;\n}\n\nint main(" +
         (unit.stream ? "int " + argumentCount + ", char **" + arguments : "") +
         ") {\n  // Public, and chosen without looking at the data.\n  Parameters parameters;\n" +
         parameters() + "  // Private.\n" + answers() + "\n" + accounting() +
         (unit.stream ? steps() : run()) + "}\n";
}

EmittedFile example(const report::Certificate &certificate, const ExampleInputs &inputs) {
  return {certificate.mechanism().name + "_main.cpp", ExampleWriter(certificate, inputs).text()};
}

EmittedFile exampleBuild() {
  return {
      "CMakeLists.txt",
      "# Generated by Plumb: builds each *_main.cpp of this folder, whatever was emitted into it and when.\n"
      "# Configure with -DCMAKE_PREFIX_PATH=<where the runtime is installed>.\n"
      "cmake_minimum_required(VERSION 3.20)\nproject(mechanisms LANGUAGES C CXX)\n"
      "find_package(plumb REQUIRED)\n"
      "file(GLOB programs CONFIGURE_DEPENDS \"${CMAKE_CURRENT_SOURCE_DIR}/*_main.cpp\")\n"
      "foreach(program IN LISTS programs)\n"
      "  get_filename_component(name ${program} NAME)\n"
      "  string(REGEX REPLACE \"_main[.]cpp$\" \"\" name ${name})\n"
      "  add_executable(${name} ${program})\n"
      "  # Collectors estimate with it; it brings plumb::runtime along.\n"
      "  target_link_libraries(${name} PRIVATE plumb::estimate)\n"
      "endforeach()\n"};
}

} // namespace plumb::emit
