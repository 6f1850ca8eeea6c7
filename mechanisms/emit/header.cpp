// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/header.h"

#include "frontend/ir/print_expression.h"
#include "mechanisms/emit/creation.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/statement_writer.h"
#include "mechanisms/emit/stream_writer.h"

#include <algorithm>

namespace plumb::emit {

using Role = ir::Variable::Role;

namespace {

/// Writes the parts of one header; statements and checks come first, because they decide which small
/// functions are needed.
class HeaderWriter {
public:
  HeaderWriter(const report::Certificate &proved, plan::Work work)
      : certificate(proved), unit(proved.mechanism(), work), statements(StatementWriter(unit).body()),
        checks(Creation(unit).body()) {
    if (unit.stream)
      stream.emplace(unit);
  }

  std::string text();
  const plan::Problems &problems() const { return unit.problems; }

private:
  std::string parameterStruct() const;
  std::string parameterMember(const ir::Variable &variable) const;
  std::string classText();
  std::string runComment() const;
  /// \param isDefinition mark what the body does not use.
  std::string queryParameters(bool isDefinition = false) const;
  std::string answerType(const ir::Variable &query) const;
  std::string queryNames() const;
  std::string members() const;
  std::string runText();
  std::string countChecks();
  std::vector<const ir::Variable *> queries() const;

  const report::Certificate &certificate;
  Unit unit;
  std::string statements, checks;
  std::optional<StreamWriter> stream;
};

} // namespace

std::vector<const ir::Variable *> HeaderWriter::queries() const {
  std::vector<const ir::Variable *> result;
  for (const auto &variable : unit.mechanism.variables)
    if (variable->role == Role::Query)
      result.push_back(variable.get());
  return result;
}

/// The headers for what \p body uses, in alphabetical order.
static std::string includesFor(const std::string &body) {
  struct Use {
    const char *word, *header;
  };
  static constexpr Use runtimeUses[] = {{"runtime::BitSource", "bit_source"},
                                        {"runtime::Budget", "budget"},
                                        {"runtime::ConstantWork", "constant_work_geometric"},
                                        {"runtime::constantWorkTopK", "constant_work_top_k"},
                                        {"runtime::Expected", "expected"},
                                        {"PLUMB_FORMAT_AS_TEXT", "format_as_text"},
                                        {"runtime::Integer", "integer"},
                                        {"runtime::textOf", "integer"},
                                        {"runtime::MirroredGeometric", "mirrored_geometric"},
                                        {"runtime::OneSidedGeometric", "one_sided_geometric"},
                                        {"runtime::OsBits", "os_bits"},
                                        {"Rational", "rational"},
                                        {"runtime::Exact", "rational"},
                                        {"runtime::streamIdentity", "saved_stream"},
                                        {"runtime::StateFile", "state_file"},
                                        {"runtime::SteppedRun", "stepped_run"},
                                        {"runtime::TopK", "top_k"},
                                        {"runtime::TwoSidedGeometric", "two_sided_geometric"},
                                        {"runtime::interfaceVersion", "version"},
                                        {"Wide", "wide"}};
  static constexpr Use standardUses[] = {{"std::clamp", "algorithm"},
                                         {"std::max<", "algorithm"},
                                         {"std::min<", "algorithm"},
                                         {"std::min(", "algorithm"},
                                         {"std::array", "array"},
                                         {"std::size_t", "cstddef"},
                                         {"std::int64_t", "cstdint"},
                                         {"std::initializer_list", "initializer_list"},
                                         {"std::basic_ostream", "iosfwd"},
                                         {"std::span", "span"},
                                         {"std::string", "string"},
                                         {"std::to_string", "string"},
                                         {"std::string_view", "string_view"},
                                         {"std::move", "utility"},
                                         {"std::cmp_", "utility"},
                                         {"std::vector", "vector"}};
  std::set<std::string> lines, standardLines;
  for (auto [word, header] : runtimeUses)
    if (body.find(word) != std::string::npos)
      lines.insert(std::string("#include \"plumb/runtime/") + header + ".h\"\n");
  for (auto [word, header] : standardUses)
    if (body.find(word) != std::string::npos)
      standardLines.insert(std::string("#include <") + header + ">\n");
  std::string text;
  for (const std::string &line : lines)
    text += line;
  text += "\n";
  for (const std::string &line : standardLines)
    text += line;
  return text;
}

std::string HeaderWriter::parameterMember(const ir::Variable &variable) const {
  std::string name = unit.names.of(variable);
  std::string type = variable.sort == ir::Sort::Real   ? "runtime::Exact"
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

std::string HeaderWriter::answerType(const ir::Variable &query) const {
  return std::string(name(unit.typeOf(query, unit.ranges)));
}

std::string HeaderWriter::queryParameters(bool isDefinition) const {
  std::string text;
  for (const ir::Variable *query : queries())
    text += std::string(isDefinition && !unit.storage.isRead(*query) ? "[[maybe_unused]] " : "") +
            (query->isArray() ? "std::span<const " + answerType(*query) + ">" : answerType(*query)) + " " +
            unit.names.of(*query) + ", ";
  return text;
}

std::string HeaderWriter::queryNames() const {
  std::string text;
  for (const ir::Variable *query : queries())
    text += unit.names.of(*query) + ", ";
  return text;
}

static std::string answerNoun(const ir::Variable &query) {
  bool isSum = query.definition && query.definition->aggregate == ir::SchemaQuery::Aggregate::Sum;
  return isSum ? "sum" : "count";
}

/// The number of answers is public: it is the declared extent.
std::string HeaderWriter::countChecks() {
  std::string text;
  for (const ir::Variable *query : queries()) {
    if (!query->isArray())
      continue;
    text += "  if (" + unit.names.of(*query) +
            ".size() != " + ExpressionWriter(unit, Stage::Run).size(*query) +
            ")\n    return runtime::Error{" +
            quoted("the number of " + answerNoun(*query) + "s in `" + query->name + "` is not `" +
                   sizeText(*query) + "`") +
            "};\n";
  }
  return text;
}

std::string HeaderWriter::runComment() const {
  std::string text = "  /// One release.\n  ///\n";
  for (const ir::Variable *query : queries())
    text += "  /// \\param " + unit.names.of(*query) + " the " + answerNoun(*query) +
            (query->isArray() ? "s, " + sizeText(*query) + " of them" : "") + ": " +
            (query->extents.size() > 1 ? "row-major, " : "") + "private\n";
  text += "  /// \\param budget what `epsilon()` is taken from before anything is drawn\n"
          "  /// \\param bits independent fair bits, used for this release only\n  ///\n"
          "  /// An error value, and nothing released, if the budget refuses";
  bool hasArray = false;
  for (const ir::Variable *query : queries())
    hasArray = hasArray || query->isArray();
  return text + (hasArray ? ", or if the number of answers is not as declared:\n  /// then nothing is paid. "
                            "All of it is public.\n"
                          : ", which is public.\n");
}

std::string HeaderWriter::members() const {
  std::string parameters = "Parameters checked, Rational known",
              initializers = "parameters(std::move(checked)), price(std::move(known))", fields;
  for (const Sampler &sampler : unit.samplers) {
    std::string type = samplerType(sampler.law, unit.work), argument = sampler.name + "Built";
    parameters += ",\n                     " + type + " " + argument;
    initializers += ",\n        " + sampler.name + "(std::move(" + argument + "))";
    fields += "  /// Scale " + commentText(sampler.scaleText) + ".\n  " + type + " " + sampler.name + ";\n";
  }
  return "  explicit Mechanism(" + parameters + ")\n      : " + initializers +
         " {}\n\n  Parameters parameters;\n  Rational price;\n" + fields;
}

std::string HeaderWriter::runText() {
  std::string bits = unit.samplers.empty() ? "[[maybe_unused]] Bits &bits" : "Bits &bits";
  return "template <runtime::BitSource Bits>\nruntime::Expected<Output> Mechanism::run(" +
         queryParameters(true) + "const runtime::Budget &budget, " + bits + ") const {\n" + countChecks() +
         "  if (auto paid = budget.spend(price); !paid)\n    return paid.error();\n" + statements + "}\n\n";
}

std::string HeaderWriter::classText() {
  std::string helpers = definitionsOf(unit.facilities);
  return "/// Immutable once created, and may be shared between threads.\nclass Mechanism {\npublic:\n" +
         copiedNotMoved("Mechanism") +
         "  /// Checks every premise on the parameters, exactly, and builds the samplers. The error names "
         "the\n"
         "  /// premise that does not hold.\n"
         "  static runtime::Expected<Mechanism> create(Parameters parameters);\n\n"
         "  /// What one release costs: " +
         commentText(ir::printPromoted(*unit.mechanism.guarantee.epsilon)) +
         ".\n  const Rational &epsilon() const { return price; }\n\n" + runComment() +
         "  template <runtime::BitSource Bits>\n  runtime::Expected<Output> run(" + queryParameters() +
         "const runtime::Budget &budget, Bits &bits) const;\n\n"
         "  /// The same with randomness of the operating system.\n  runtime::Expected<Output> run(" +
         queryParameters() +
         "const runtime::Budget &budget) const {\n    runtime::OsBits bits;\n    return run(" + queryNames() +
         "budget, bits);\n  }\n\nprivate:\n" +
         (stream ? "  friend class Stream;\n  friend class runtime::SteppedRun<Mechanism>;\n\n" : "") +
         helpers + (helpers.empty() ? "" : "\n") + (stream ? stream->members() + "\n" : "") + members() +
         "};\n\n";
}

/// The number is the runtime's `interfaceVersion`, whose headers are not for this room; plan/value_ranges.h
/// builds on the bound.
static const char *const runtimeCheck =
    "static_assert(runtime::interfaceVersion == 3,\n"
    "              \"emitted for another version of Plumb's runtime: emit it anew\");\n"
    "static_assert(runtime::noiseBits <= 97, \"emitted for a runtime with smaller noise; emit it "
    "anew\");\n\n";

std::string HeaderWriter::text() {
  const std::string &name = unit.mechanism.name;
  std::string guard = "PLUMB_MECHANISM_" + name + "_H", space = "plumb::" + identifier(name);
  std::string run = runText();
  std::string body = "namespace " + space + " {\n\nusing runtime::Rational;\nusing runtime::Wide;\n\n" +
                     runtimeCheck + parameterStruct() + outputTypes(unit.publications) + "\n" +
                     (stream ? "class Stream;\n\n" : "") + classText() +
                     "inline runtime::Expected<Mechanism> Mechanism::create(Parameters parameters) {\n" +
                     checks + "}\n\n" + run + (stream ? stream->definitions() + stream->classText() : "") +
                     "} // namespace " + space + "\n" + formatting(unit.publications, space);
  return headComment(certificate, unit.work) + "\n#ifndef " + guard + "\n#define " + guard + "\n\n" +
         includesFor(body) + "\n" + body + "\n#endif // " + guard + "\n";
}

std::string headerText(const report::Certificate &certificate, plan::Work work, plan::Problems &problems) {
  HeaderWriter writer(certificate, work);
  std::string text = writer.text();
  for (const plan::Problem &problem : writer.problems().sorted())
    problems.add(problem.message, problem.range);
  return text;
}

} // namespace plumb::emit
