// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/composition_replay.h"

#include "checker/report/composition_result.h"
#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/published.h"
#include "frontend/ir/substitution.h"
#include "mechanisms/emit/code.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/replay_harness.h"
#include "mechanisms/emit/replay_terms.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/unit.h"
#include "mechanisms/emit/writer.h"
#include "mechanisms/plan/sampled_inputs.h"

#include <llvm/ADT/STLExtras.h>
#include <map>
#include <optional>
#include <set>

namespace plumb::emit {

using Role = ir::Variable::Role;

namespace {

/// Fills templates/composition_replay.cpp.
class CompositionHarness {
public:
  CompositionHarness(const report::Certificate &proved, const std::vector<ReplayCases> &given)
      : certificate(proved), composed(dynamic_cast<const report::CompositionResult &>(proved.subject())),
        composition(*composed.composition), unit(ir::Setting::alone(composition.head)), cases(given) {
    for (const ir::Definition &definition : composition.definitions)
      unit.defined.insert(definition.variable);
    for (const ir::Part &part : composition.parts)
      llvm::append_range(published, ir::publishedBy(composition, part));
    if (composition.sampling) {
      inputs.emplace(composition);
      sampled.emplace(ir::Setting::alone(inputs->neighbourhood));
    }
  }

  std::string text();

private:
  std::string passed() const;
  std::string definitions();
  std::set<const ir::Variable *> logarithmsOf(const ir::Part &part) const;
  std::string programOf(std::size_t position) const;
  std::string partPrograms() const;
  std::string given(std::size_t position);
  std::string part(std::size_t position);
  std::string answers(std::size_t position, const ReplayUnit &part, std::vector<std::string> &asked) const;
  std::string known(std::size_t position) const;
  std::string reads(const ir::Part &part) const;
  std::string charges() const;
  std::string ofSample();

  /// Of what parts pass on, the number in this harness.
  std::size_t numberOf(const ir::Variable &variable) const {
    return static_cast<std::size_t>(llvm::find(published, &variable) - published.begin());
  }

  const report::Certificate &certificate;
  const report::CompositionResult &composed;
  const ir::Composition &composition;
  /// What parts pass on.
  std::vector<const ir::Variable *> published;
  ReplayUnit unit;
  const std::vector<ReplayCases> &cases;
  /// If it samples.
  std::optional<plan::SampledInputs> inputs;
  std::optional<ReplayUnit> sampled;
};

} // namespace

/// Parameters of its mechanism that get what is defined.
std::set<const ir::Variable *> CompositionHarness::logarithmsOf(const ir::Part &part) const {
  std::set<const ir::Variable *> logarithms;
  for (const ir::Argument &argument : part.arguments)
    if (argument.value && unit.readsEnclosed(*argument.value))
      logarithms.insert(argument.parameter);
  return logarithms;
}

/// That of its mechanism, or one of its own.
std::string CompositionHarness::programOf(std::size_t position) const {
  const ir::Part &part = composition.parts[position];
  return logarithmsOf(part).empty() ? "of_" + part.mechanism->name + "::Program"
                                    : "part" + std::to_string(position + 1) + "::Program";
}

/// The programs of parts that get logarithms.
std::string CompositionHarness::partPrograms() const {
  std::string text;
  for (std::size_t position = 0; position < composition.parts.size(); ++position) {
    const ir::Part &part = composition.parts[position];
    const std::set<const ir::Variable *> logarithms = logarithmsOf(part);
    if (logarithms.empty())
      continue;
    const std::string space = "part" + std::to_string(position + 1);
    text += "/// `" + commentText(ir::printCall(part)) + "`.\nnamespace " + space +
            " {\n\nnamespace emitted = plumb::" + identifier(composition.head.name) + "::" + space + ";\n\n" +
            replayPart(*part.mechanism, logarithms) + "\n} // namespace " + space + "\n\n";
  }
  return text;
}

/// A term of \p sort, which may be one of whole numbers where reals are.
static std::string ofSort(ir::Sort sort, const ir::Expression &term, ReplayTerms &terms) {
  const std::string text = terms.write(term);
  return sort == ir::Sort::Real && term.sort() == ir::Sort::Int ? "real(" + text + ")" : text;
}

/// The parameters as the emitted header takes them.
std::string CompositionHarness::passed() const {
  const Terms header(ir::Setting::alone(composition.head));
  Writer lines;
  for (const auto &variable : composition.head.variables) {
    if (variable->role != Role::Parameter || !ir::isGiven(composition, *variable))
      continue;
    lines.line("q." + header.names.of(*variable) + " = " +
               replayPassed(*variable, "p." + unit.names.of(*variable)) + ";");
  }
  return lines.text();
}

/// What `let` names, each a function of the parameters.
std::string CompositionHarness::definitions() {
  ReplayTerms terms(unit);
  Writer lines;
  for (const ir::Definition &definition : composition.definitions) {
    const bool isLogarithm = definition.function == ir::Definition::Function::Logarithm;
    lines.open("static Enclosure " + unit.names.of(*definition.variable) +
               "([[maybe_unused]] const Public &p)");
    lines.line(std::string("return ") + (isLogarithm ? "ln" : "exp") + "(Enclosure(" +
               ofSort(ir::Sort::Real, *definition.argument, terms) + "));");
    lines.close();
  }
  return lines.text();
}

/// What the part is given, as far as what was published is known.
std::string CompositionHarness::given(std::size_t position) {
  const ir::Part &part = composition.parts[position];
  const ReplayUnit ofPart(*part.mechanism);
  const ir::Substitution arguments = ir::argumentsOf(composition, part);
  ReplayTerms terms(unit);
  Writer lines;
  lines.open("static " + programOf(position) + "::Public given" + std::to_string(position + 1) +
             "([[maybe_unused]] const Public &p)");
  lines.line(programOf(position) + "::Public q;");
  for (const ir::Variable *parameter : withRole(*part.mechanism, Role::Parameter)) {
    const auto whole = arguments.variables.find(parameter);
    lines.line("q." + ofPart.names.of(*parameter) + " = " +
               (whole != arguments.variables.end()
                    ? "p." + unit.names.of(*whole->second)
                    : ofSort(parameter->sort, *arguments.values.at(parameter), terms)) +
               ";");
  }
  return lines.line("return q;").close().text();
}

/// Statements that choose the answers `a` of the part, or take them from the sample; \p asked is what the
/// object is asked for.
std::string CompositionHarness::answers(std::size_t position, const ReplayUnit &ofPart,
                                        std::vector<std::string> &asked) const {
  const ir::Part &part = composition.parts[position];
  const ir::Substitution arguments = ir::argumentsOf(composition, part);
  Writer lines;
  std::map<const ir::Variable *, std::string> known;
  for (const ir::Variable *query : withRole(*part.mechanism, Role::Query)) {
    const std::string own = "a." + ofPart.names.of(*query);
    if (sampled) {
      for (const ir::Variable *counted : withRole(sampled->inputs(), Role::Query))
        if (counted->definition == query->definition)
          lines.line(own + " = sample->" + sampled->names.of(*counted) + ";");
      continue;
    }
    // One query of the composition may be two of a part.
    if (const auto whole = arguments.variables.find(query); whole != arguments.variables.end())
      if (const auto [first, isNew] = known.emplace(whole->second, own); !isNew) {
        lines.line(own + " = " + first->second + ";");
        continue;
      }
    asked.push_back(query->isArray() ? "AnswerList(" + own + ".items)" : "Answer{" + own + "}");
  }
  return lines.text();
}

/// An Int: what \p variable gets of what \p part has `published`, or its element at the indices `i`.
static std::string valueIn(const ir::Part &part, const ir::Variable &variable) {
  const ir::Mechanism &mechanism = *part.mechanism;
  const ReplayUnit ofPart(mechanism);
  if (!variable.cellPart && Unit(mechanism).publications.result)
    return "published.result";
  // The value of a whole cell is that of its only tag.
  const ir::Tag &tag = variable.cellPart ? *variable.cellPart->tag : *ir::seenTags(mechanism).front();
  const std::string place = "(" + std::to_string(ofPart.transcript(*ir::seenCells(mechanism))) +
                            (variable.isArray() ? ", i, " : ", {}, ") + std::to_string(ofPart.tag(tag));
  if (variable.cellPart && !variable.cellPart->component)
    return "Int(published.holds" + place + ") ? 1 : 0)";
  return "published.value" + place + ", " +
         std::to_string(variable.cellPart ? *variable.cellPart->component : 0) + ")";
}

/// Statements that note what the part has published in `p`, and which of it is `known`.
std::string CompositionHarness::known(std::size_t position) const {
  const ir::Part &part = composition.parts[position];
  Writer lines;
  for (const ir::Variable *variable : ir::publishedBy(composition, part))
    lines.line(
        "known[" + std::to_string(numberOf(*variable)) + "] = noted(p." + unit.names.of(*variable) + ", " +
        (variable->isArray() ? "[&](const Indices &i) -> Int { return " + valueIn(part, *variable) + "; }"
                             : valueIn(part, *variable)) +
        ");");
  return lines.text();
}

/// "0, 1": the numbers of what \p part reads.
std::string CompositionHarness::reads(const ir::Part &part) const {
  std::vector<std::string> numbers;
  for (std::size_t number = 0; number < published.size(); ++number) {
    if (ir::isReadBy(part, *published[number]))
      numbers.push_back(std::to_string(number));
  }
  return joined(numbers);
}

std::string CompositionHarness::part(std::size_t position) {
  const ir::Part &part = composition.parts[position];
  const ReplayUnit ofPart(*part.mechanism);
  ReplayTerms terms(unit);
  std::vector<std::string> asked;
  if (!sampled && !knownOfRecords(composition.head).empty())
    asked.emplace_back("emitted::Vouched()");
  const std::string chosen = answers(position, ofPart, asked);
  asked.emplace_back("bits");
  const std::string number = std::to_string(position + 1), space = programOf(position);
  Writer lines;
  lines.line("run.template part<" + space + ">(");
  lines.line("    " + std::to_string(position) + ", {" + reads(part) + "}, [&] { return given" + number +
             "(p); }, [&]() -> Int { return " + (part.times ? terms.write(*part.times) : "1") + "; },");
  lines.open("    [&]([[maybe_unused]] " + space + "::Answers &a)");
  lines.line(chosen);
  lines.close(",");
  lines.line("    [&]([[maybe_unused]] const " + space +
             "::Answers &a, Tape &bits) { return composition.part" + number + "(" + joined(asked) + "); },");
  lines.open("    [&]([[maybe_unused]] const Published &published, [[maybe_unused]] auto &known)");
  lines.line(known(position));
  lines.close(");");
  return lines.text();
}

/// For each row of the sum, how many times each part is charged.
std::string CompositionHarness::charges() const {
  std::vector<std::string> rows;
  for (const composition::Row &row : composed.composed.rows()) {
    std::vector<std::string> charged;
    for (std::size_t position = 0; position < composition.parts.size(); ++position) {
      const bool costs = row.charges[position] == composition::Charge::Budget;
      charged.push_back(!costs ? "0" : row.steps.empty() ? "1" : std::to_string(row.steps[position]));
    }
    rows.push_back("{" + joined(charged) + "}");
  }
  return joined(rows);
}

/// What is known of records, and how parameters are read that stand with them.
std::string CompositionHarness::ofSample() {
  if (!sampled)
    return {};
  std::string copied;
  for (const ir::Variable *copy : withRole(sampled->inputs(), Role::Parameter))
    for (const ir::Variable *own : withRole(composition.head, Role::Parameter))
      if (own->name == copy->name && ir::isGiven(composition, *own))
        copied += "    p." + unit.names.of(*own) + " = s." + sampled->names.of(*copy) + ";\n";
  ReplayTerms terms(unit);
  return "  /// What the sample is of.\n  struct Sample {\n" + replayInputStructs(*sampled) +
         replayRecords(*sampled, cases) + "  };\n" + replayRecordOfLine(*sampled) +
         "  static Public publicOf([[maybe_unused]] const Sample::Public &s) {\n    Public p;\n" + copied +
         "    return p;\n  }\n  static " + unit.typeOf(*composition.sampling->probability) +
         " probability([[maybe_unused]] const Public &p) {\n    "
         "return " +
         ofSort(ir::Sort::Real, *composition.sampling->probability, terms) + ";\n  }\n\n";
}

std::string CompositionHarness::text() {
  const std::string &name = composition.head.name;
  Writer harnesses, parts;
  std::string given;
  std::set<std::string> included;
  for (std::size_t position = 0; position < composition.parts.size(); ++position) {
    const std::string &mechanism = composition.parts[position].mechanism->name;
    if (logarithmsOf(composition.parts[position]).empty() && included.insert(mechanism).second)
      harnesses.line("#include \"" + mechanism + "_replay.cpp\"");
    given += this->given(position);
    parts.line(part(position));
  }
  ReplayTerms terms(unit);
  const auto &epsilon = composition.guarantee.epsilon;
  Template program("composition_replay.cpp");
  program.set("composition", name)
      .set("source", commentText(certificate.sourceName()))
      .set("sourceHash", certificate.sourceHash())
      .set("space", identifier(name))
      .set("harnesses", harnesses.text())
      .set("header", replayWatched(name + ".h"))
      .set("partPrograms", partPrograms())
      .set("definitions", definitions())
      .set("hasDefinitions", composition.definitions.empty() ? "false" : "true")
      .set("real", epsilon ? unit.typeOf(*epsilon) : "Rational")
      .set("inputs", replayInputStructs(unit) + replayParameters(unit))
      .set("passed", passed())
      .set("sample", ofSample())
      .set("given", given)
      .set("parts", parts.text())
      .set("count", std::to_string(composition.parts.size()))
      .set("values", std::to_string(published.size()))
      .set("rows", std::to_string(composed.composed.rows().size()))
      .set("charges", charges())
      .set("epsilon", epsilon ? ofSort(ir::Sort::Real, *epsilon, terms) : "Rational()")
      .set("claims", epsilon ? "true" : "false")
      .when("price", epsilon != nullptr)
      .set("isSampled", sampled ? "true" : "false");
  Includes includes;
  return program.text(includes);
}

EmittedFile compositionReplay(const report::Certificate &certificate, const std::vector<ReplayCases> &cases) {
  CompositionHarness harness(certificate, cases);
  return {certificate.subject().name() + "_replay.cpp", harness.text()};
}

} // namespace plumb::emit
