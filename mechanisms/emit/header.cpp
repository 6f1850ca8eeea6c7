// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/header.h"

#include "mechanisms/emit/creation.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/statement_writer.h"

#include <algorithm>

namespace plumb::emit {

using Role = ir::Variable::Role;

namespace {

/// Writes the parts of one header; statements and checks come first, because they decide which small
/// functions are needed.
class HeaderWriter {
public:
  explicit HeaderWriter(const report::Certificate &proved)
      : certificate(proved), unit(proved.mechanism()), statements(StatementWriter(unit).body()),
        checks(Creation(unit).body()) {}

  std::string text();
  const Problems &problems() const { return unit.problems; }

private:
  std::string includes() const;
  std::string parameterStruct() const;
  std::string parameterMember(const ir::Variable &variable) const;
  std::string classText();
  std::string runComment() const;
  std::string queryParameters() const;
  std::string queryNames() const;
  std::string members() const;
  std::string runText();
  std::string countChecks();
  std::vector<const ir::Variable *> queries() const;

  const report::Certificate &certificate;
  Unit unit;
  std::string statements, checks;
};

} // namespace

std::vector<const ir::Variable *> HeaderWriter::queries() const {
  std::vector<const ir::Variable *> result;
  for (const auto &variable : unit.mechanism.variables)
    if (variable->role == Role::Query)
      result.push_back(variable.get());
  return result;
}

std::string HeaderWriter::includes() const {
  std::set<std::string> runtime = {"bit_source", "expected", "fatal", "os_bits", "rational", "wide"};
  for (const Sampler &sampler : unit.samplers)
    runtime.insert(samplerHeader(sampler.law));
  if (unit.publications.result && unit.publications.result->isSelection)
    runtime.insert("top_k");
  std::string text;
  for (const std::string &name : runtime)
    text += "#include \"plumb/runtime/" + name + ".h\"\n";
  text += "\n";
  for (const char *name : {"algorithm", "array", "cstddef", "cstdint", "initializer_list", "optional", "span",
                           "string", "utility", "vector"})
    text += std::string("#include <") + name + ">\n";
  return text;
}

std::string HeaderWriter::parameterMember(const ir::Variable &variable) const {
  std::string name = unit.names.of(variable);
  std::string type = variable.sort == ir::Sort::Real   ? "Rational"
                     : variable.sort == ir::Sort::Bool ? "bool"
                                                       : "std::int64_t";
  if (variable.isArray())
    return "  /// " + sizeText(variable) + " of them" +
           (variable.extents.size() > 1 ? ", in row-major order" : "") + "\n  std::vector<" + type + "> " +
           name + ";\n";
  std::string start = variable.sort == ir::Sort::Real   ? ""
                      : variable.sort == ir::Sort::Bool ? " = false"
                                                        : " = 0";
  return "  " + type + " " + name + start + ";\n";
}

std::string HeaderWriter::parameterStruct() const {
  std::string text = "/// Public values, the same for all data.\nstruct Parameters {\n";
  for (const auto &variable : unit.mechanism.variables)
    if (variable->role == Role::Parameter)
      text += parameterMember(*variable);
  return text + "};\n\n";
}

std::string HeaderWriter::queryParameters() const {
  std::string text;
  for (const ir::Variable *query : queries())
    text += (query->isArray() ? "std::span<const std::int64_t> " : "[[maybe_unused]] std::int64_t ") +
            unit.names.of(*query) + ", ";
  return text;
}

static std::string withoutLastComma(const std::string &list) {
  return list.substr(0, list.find_last_of(','));
}

std::string HeaderWriter::queryNames() const {
  std::string text;
  for (const ir::Variable *query : queries())
    text += unit.names.of(*query) + ", ";
  return text;
}

/// The number of counts is public: it is the declared extent.
std::string HeaderWriter::countChecks() {
  std::string text;
  for (const ir::Variable *query : queries()) {
    if (!query->isArray())
      continue;
    unit.facilities.insert(Facility::At);
    std::string size;
    ExpressionWriter writer(unit, Stage::Run);
    for (const auto &extent : query->extents) {
      Code code = widened(writer.write(*extent), CppType::Word);
      size += size.empty() ? operand(code, Level::Product) : " * " + operand(code, Level::Prefix);
    }
    text += "  if (" + unit.names.of(*query) + ".size() != at(" + size + "))\n    runtime::abortWith(" +
            quoted("the number of counts in `" + query->name + "` is not `" + sizeText(*query) + "`") +
            ");\n";
  }
  return text;
}

std::string HeaderWriter::runComment() const {
  std::string text = "  /// One release.\n  ///\n";
  for (const ir::Variable *query : queries())
    text += "  /// \\param " + unit.names.of(*query) + " the count" +
            (query->isArray() ? "s, " + sizeText(*query) + " of them" : "") + ": " +
            (query->extents.size() > 1 ? "row-major, " : "") + "private\n";
  return text + "  /// \\param bits independent fair bits, used for this release only\n  ///\n"
                "  /// Aborts if the number of counts is not as declared, which is public.\n";
}

std::string HeaderWriter::members() const {
  std::string parameters = "Parameters checked", initializers = "parameters(std::move(checked))", fields;
  for (const Sampler &sampler : unit.samplers) {
    std::string type = samplerType(sampler.law), argument = sampler.name + "Built";
    parameters += ", " + type + " " + argument;
    initializers += ", " + sampler.name + "(std::move(" + argument + "))";
    fields += "  /// Scale " + commentText(sampler.scaleText) + ".\n  " + type + " " + sampler.name + ";\n";
  }
  return "  explicit Mechanism(" + parameters + ")\n      : " + initializers +
         " {}\n\n  Parameters parameters;\n" + fields;
}

std::string HeaderWriter::runText() {
  std::string bits = unit.samplers.empty() ? "[[maybe_unused]] Bits &bits" : "Bits &bits";
  return "template <runtime::BitSource Bits> Output Mechanism::run(" + queryParameters() + bits +
         ") const {\n" + countChecks() + statements + "}\n\n";
}

std::string HeaderWriter::classText() {
  std::string helpers = definitionsOf(unit.facilities);
  return "/// Immutable once created, and may be shared between threads.\nclass Mechanism {\npublic:\n"
         "  /// Checks every premise on the parameters, exactly, and builds the samplers. The error names "
         "the\n"
         "  /// premise that does not hold.\n"
         "  static runtime::Expected<Mechanism> create(Parameters parameters);\n\n" +
         runComment() + "  template <runtime::BitSource Bits> Output run(" + queryParameters() +
         "Bits &bits) const;\n\n"
         "  /// The same with randomness of the operating system.\n  Output run(" +
         withoutLastComma(queryParameters()) + ") const {\n    runtime::OsBits bits;\n    return run(" +
         queryNames() + "bits);\n  }\n\nprivate:\n" + helpers + (helpers.empty() ? "" : "\n") + members() +
         "};\n\n";
}

std::string HeaderWriter::text() {
  const std::string &name = unit.mechanism.name;
  std::string guard = "PLUMB_MECHANISM_" + name + "_H", space = "plumb::" + identifier(name);
  std::string run = runText();
  return headComment(certificate) + "\n#ifndef " + guard + "\n#define " + guard + "\n\n" + includes() +
         "\nnamespace " + space + " {\n\nusing runtime::Rational;\nusing runtime::Wide;\n\n" +
         parameterStruct() + outputTypes(unit.publications) + "\n" + classText() +
         "inline runtime::Expected<Mechanism> Mechanism::create(Parameters parameters) {\n" + checks +
         "}\n\n" + run + "} // namespace " + space + "\n\n#endif // " + guard + "\n";
}

std::string headerText(const report::Certificate &certificate, Problems &problems) {
  HeaderWriter writer(certificate);
  std::string text = writer.text();
  for (const Problem &problem : writer.problems().sorted())
    problems.add(problem.message, problem.range);
  return text;
}

} // namespace plumb::emit
