// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/composition_header.h"

#include "checker/report/composition_result.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/published.h"
#include "frontend/ir/structure.h"
#include "frontend/ir/substitution.h"
#include "mechanisms/emit/creation.h"
#include "mechanisms/emit/data_writer.h"
#include "mechanisms/emit/defined_numbers.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/header.h"
#include "mechanisms/emit/mark.h"
#include "mechanisms/emit/passed_on.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/plan/sampled_inputs.h"

#include <llvm/ADT/STLExtras.h>
#include <map>
#include <optional>

namespace plumb::emit {

namespace {

/// The sample that all parts run on, and the code that draws it.
struct Sample {
  Sample(const ir::Composition &composition, std::string coin)
      : inputs(composition), terms(ir::Setting::alone(inputs.neighbourhood)),
        data(terms, DataWriter::Sampled{ir::printPromoted(*composition.sampling->probability), coin}),
        coinType(std::move(coin)) {}

  plan::SampledInputs inputs;
  Terms terms;
  DataWriter data;
  std::string coinType;
};

/// Fills templates/composition.h.in.
class CompositionWriter {
public:
  CompositionWriter(const report::Certificate &proved, plan::Work ofParts);

  std::string text();
  const plan::Problems &problems() const { return terms.problems; }

private:
  bool isDefined(const ir::Expression &term) const { return defined.isReadBy(term); }
  /// Parts take numbers, and the caller vouches for them.
  bool isVouched() const { return !sample && !knownOfRecords(composition.head).empty(); }
  bool hasRaisedPrice() const {
    return composition.guarantee.epsilon && isDefined(*composition.guarantee.epsilon);
  }
  void checkSample();
  void addLogarithms(PartText &part);
  std::string programsOfParts() const;
  std::string partsOfLogarithms();
  std::string checks();
  std::string coin();
  void fill(Template &header);
  std::string values();
  std::string known();
  std::string plan() const;
  std::string placesOfArrays();
  std::string makings();
  std::string making(const PartText &part);
  std::string budgets(const PartText &part);
  std::string argument(const PartText &part, const ir::Variable &parameter, const ir::Substitution &arguments,
                       bool &hasFlag);
  std::string word(const std::string &place, const ir::Expression &value, bool &hasFlag);
  std::string times(const PartText &part);
  std::string turn(const PartText &part) const;
  void addQueries(const PartText &part, std::vector<std::string> &declared, std::vector<std::string> &names,
                  std::vector<std::string> &passed);
  Template method(const PartText &part, const char *file);
  std::string identity() const;

  const report::Certificate &certificate;
  plan::Work work;
  const report::CompositionResult &composed;
  const ir::Composition &composition;
  Terms terms;
  DefinedNumbers defined;
  std::optional<Sample> sample;
  std::vector<PartText> parts;
  /// How many values are passed on that are no elements of arrays, and the arrays, by their numbers.
  std::size_t singleValues = 0;
  std::vector<const ir::Variable *> arrays;
};

} // namespace

CompositionWriter::CompositionWriter(const report::Certificate &proved, plan::Work ofParts)
    : certificate(proved), work(ofParts),
      composed(dynamic_cast<const report::CompositionResult &>(proved.subject())),
      composition(*composed.composition), terms(ir::Setting::alone(composition.head)),
      defined(composition, terms) {
  checkSpace(composition.head.name, composition.head.nameRange, terms.problems);
  // The name in C++ of each namespace, and whose it is.
  std::map<std::string, std::string> spaces = {{identifier(composition.head.name), composition.head.name}};
  singleValues = composition.parts.size();
  for (const ir::Part &part : composition.parts) {
    const std::string &whose = part.mechanism->name, space = identifier(whose);
    if (const auto &[known, isNew] = spaces.emplace(space, whose); known->second != whose)
      terms.problems.add("`" + whose + "` and `" + known->second + "` would both be called `" + space +
                             "` in C++; rename one of them",
                         composition.head.nameRange);
    PartText text{part, parts.size(), {}, {}, {}, "::plumb::" + space, {}};
    for (const ir::Variable *variable : ir::publishedBy(composition, part)) {
      if (variable->isArray()) {
        text.passed.push_back({variable, arrays.size()});
        arrays.push_back(variable);
      } else {
        text.passed.push_back({variable, text.passed.empty() ? text.position : singleValues++});
      }
    }
    for (const PartText &before : parts)
      for (const Passed &passed : before.passed)
        if (ir::isReadBy(part, *passed.variable))
          (passed.variable->isArray() ? text.readArrays : text.reads).push_back(passed.number);
    addLogarithms(text);
    parts.push_back(std::move(text));
  }
  if (composition.sampling)
    checkSample();
}

void CompositionWriter::addLogarithms(PartText &part) {
  for (const ir::Argument &argument : part.part.arguments)
    if (argument.value && isDefined(*argument.value))
      part.logarithms.insert(argument.parameter);
  if (part.logarithms.empty())
    return;
  if (work == plan::Work::Constant)
    terms.problems.add("`" + ir::printCall(part.part) +
                           "` gets a logarithm, and noise at such a scale has no constant work; leave out "
                           "`--constant-work`",
                       composition.head.nameRange);
  const std::string own = "part" + part.number();
  part.space = "::plumb::" + identifier(composition.head.name) + "::" + own;
}

/// Which programs the headers hold that are included.
std::string CompositionWriter::programsOfParts() const {
  std::vector<std::string> assertions;
  for (const PartText &part : parts)
    // What gets logarithms is written here.
    if (part.logarithms.empty()) {
      const ir::Mechanism &mechanism = *part.part.mechanism;
      const std::string assertion = programAssertion(mechanism.name, programHash(mechanism, work));
      if (!llvm::is_contained(assertions, assertion))
        assertions.push_back(assertion);
    }
  return joined(assertions, "");
}

/// The mechanisms of parts that get logarithms.
std::string CompositionWriter::partsOfLogarithms() {
  const std::string owner = "::plumb::" + identifier(composition.head.name) + "::Composition",
                    opened = openedSpace(composition.head.name);
  std::vector<std::string> all = {"namespace " + opened + " {\nclass Composition;\n}\n"};
  for (const PartText &part : parts) {
    if (part.logarithms.empty())
      continue;
    const std::string call = ir::printCall(part.part);
    plan::Problems found;
    all.push_back("/// The mechanism of part " + part.number() + ", `" + commentText(call) +
                  "`, whose budget is a logarithm.\n" +
                  logarithmicPartText({*part.part.mechanism, part.logarithms, part.space.substr(2),
                                       opened + "::part" + part.number(), call, owner},
                                      terms.includes, found));
    for (const plan::Problem &problem : found.sorted())
      terms.problems.add(problem.message, problem.range);
  }
  return joined(all, "\n");
}

/// What a sample costs is a logarithm, which no term says; and who draws it counts the records.
void CompositionWriter::checkSample() {
  const bool isOfPowers = isDefined(*composition.sampling->probability);
  sample.emplace(composition, isOfPowers ? "runtime::local::Coins" : "runtime::RationalCoin");
  if (!isOfPowers)
    terms.includes.add("\"plumb/runtime/coin.h\"");
  if (!composition.guarantee.epsilon)
    terms.problems.add(
        "`" + composition.head.name +
            "` guarantees nothing, and what its parts cost on a sample is a logarithm; say what is "
            "to be paid, `guarantees private(..)`",
        composition.sampling->range);
  for (const plan::Problem &lack : sample->data.problems())
    terms.problems.add(lack.message + ", and a composition that samples has to count the records itself",
                       lack.range);
}

/// What parts pass on, as further parameters.
std::string CompositionWriter::values() {
  Writer members;
  for (const PartText &part : parts)
    for (const auto &[variable, number] : part.passed) {
      const ValueType type = terms.typeOf(*variable, terms.ranges);
      const std::string typeName(name(type)), member = terms.names.of(*variable);
      members.line(variable->isArray() ? "std::vector<" + typeName + "> " + member + " = {};"
                                       : typeName + " " + member + " = " + zero(type) + ";");
    }
  return members.text();
}

std::string CompositionWriter::known() {
  Writer lines;
  for (const PartText &part : parts)
    for (const auto &[variable, number] : part.passed) {
      const std::string place = "known." + terms.names.of(*variable) + " = ",
                        numberText = std::to_string(number);
      if (variable->isArray())
        lines.line(place + "runtime::arrayOf<" + std::string(name(terms.typeOf(*variable, terms.ranges))) +
                   ">(passed, made.arrays, " + numberText + ");");
      else
        lines.line(place + "passed[" + numberText + "].value_or(0)" +
                   (variable->sort == ir::Sort::Bool ? " != 0;" : ";"));
    }
  return lines.text();
}

/// "{"daily(eps / 7)", {1, 1}, {}},": what the runtime has to know of each part.
std::string CompositionWriter::plan() const {
  Writer lines;
  for (const PartText &part : parts) {
    std::vector<std::string> charges, reads, further;
    for (const composition::Row &row : composed.composed.rows()) {
      const bool costs = row.charges[part.position] == composition::Charge::Budget;
      charges.push_back(!costs ? "0" : row.steps.empty() ? "1" : std::to_string(row.steps[part.position]));
    }
    for (const std::size_t read : part.reads)
      reads.push_back(std::to_string(read));
    for (const Passed &passed : part.passed)
      if (!passed.variable->isArray() && passed.number != part.position)
        further.push_back(std::to_string(passed.number));
    std::string read = "{" + joined(reads) + "}", more = further.empty() ? "" : ", {" + joined(further) + "}";
    if (!part.readArrays.empty()) {
      std::vector<std::string> ranges;
      for (const std::size_t array : part.readArrays)
        ranges.push_back("{" + std::to_string(array) + ", " + std::to_string(array + 1) + "}");
      read = "runtime::numbersOf(" + read + ", made.arrays, {" + joined(ranges) + "})";
    }
    if (part.passesArrays())
      more = ", runtime::numbersOf({}, made.arrays, {{" + std::to_string(part.passed.front().number) + ", " +
             std::to_string(part.passed.back().number + 1) + "}})";
    lines.line("{" + quoted(ir::printCall(part.part)) + ", {" + joined(charges) + "}, " + read + more + "},");
  }
  return lines.text();
}

/// The body of the function that says where the elements of arrays are among the values.
std::string CompositionWriter::placesOfArrays() {
  std::vector<std::string> lengths;
  bool hasFlag = false;
  for (const ir::Variable *array : arrays) {
    std::vector<std::string> dimensions;
    for (const ir::ExpressionPtr &length : array->extents) {
      ExpressionWriter writer(terms, Stage::Checked);
      const Code code = writer.write(*length);
      hasFlag = hasFlag || writer.usesIsDefined();
      if (code.type == ValueType::Rational)
        terms.problems.add("`" + ir::print(*length) +
                               "` may need more than 128 bits; bound what goes into it",
                           array->range);
      dimensions.push_back(code.type <= ValueType::Word ? "Wide{" + code.text + "}" : code.text);
    }
    lengths.push_back("{" + joined(dimensions) + "}");
  }
  Writer lines;
  if (hasFlag)
    lines.line("bool isDefined = true;");
  lines.line("const std::vector<std::vector<Wide>> lengths = {" + joined(lengths) + "};");
  if (hasFlag)
    lines.under("if (!isDefined)", "return runtime::Error{\"how much a part passes on is not defined\"};");
  return lines.line("return runtime::placesOf(" + std::to_string(singleValues) + ", lengths);").text();
}

/// Assigns \p value to \p place, which has 64 bits.
std::string CompositionWriter::word(const std::string &place, const ir::Expression &value, bool &hasFlag) {
  ExpressionWriter writer(terms, Stage::Checked);
  const Code code = writer.write(value);
  hasFlag = hasFlag || writer.usesIsDefined();
  Writer lines;
  if (code.type == ValueType::Rational)
    terms.problems.add("`" + ir::print(value) + "` may need more than 128 bits; bound what goes into it",
                       value.range());
  if (code.type <= ValueType::Word)
    return lines.line(place + " = " + code.text + ";").text();
  lines.under("if (const Wide value = " + code.text + "; value != Wide{static_cast<std::int64_t>(value)})",
              "return runtime::Error{" + quoted("`" + ir::print(value) + "` needs more than 64 bits") + "};");
  return lines.under("else", place + " = static_cast<std::int64_t>(value);").text();
}

/// "budget1c": the name of the function that makes the logarithm for \p parameter of \p part.
static std::string budgetFunction(const PartText &part, const ir::Variable &parameter) {
  return "budget" + part.number() + identifier(parameter.name);
}

/// The functions that make the logarithms that \p part gets.
std::string CompositionWriter::budgets(const PartText &part) {
  const ir::Substitution arguments = ir::argumentsOf(composition, part.part);
  const std::string call = ir::printCall(part.part);
  Writer lines;
  for (const ir::Variable *parameter : withRole(*part.part.mechanism, ir::Variable::Role::Parameter)) {
    if (part.logarithms.count(parameter) == 0)
      continue;
    const ir::Expression &value = *arguments.values.at(parameter);
    lines.line("/// `" + parameter->name + "` of part " + part.number() + ": " +
               commentText(ir::printPromoted(value)) + ".");
    lines.open("static runtime::Expected<runtime::Logarithm> " + budgetFunction(part, *parameter) +
               "([[maybe_unused]] const Values &parameters)");
    lines.line(defined.logarithm(value, call)).close();
  }
  return lines.text();
}

std::string CompositionWriter::argument(const PartText &part, const ir::Variable &parameter,
                                        const ir::Substitution &arguments, bool &hasFlag) {
  const std::string place = "given." + identifier(parameter.name);
  if (const auto whole = arguments.variables.find(&parameter); whole != arguments.variables.end())
    return place + " = parameters." + terms.names.of(*whole->second) + ";\n";
  const ir::Expression &value = *arguments.values.at(&parameter);
  if (isDefined(value)) {
    const std::string function = budgetFunction(part, parameter), made = identifier(parameter.name) + "Made";
    return "auto " + made + " = " + function + "(parameters);\nif (!" + made + ")\n  return " + made +
           ".error();\n" + place + " = *std::move(" + made + ");\n";
  }
  if (parameter.sort == ir::Sort::Int)
    return word(place, value, hasFlag);
  ExpressionWriter writer(terms, Stage::Checked);
  const std::string text =
      parameter.sort == ir::Sort::Real ? writer.write(value, ValueType::Rational) : writer.write(value).text;
  hasFlag = hasFlag || writer.usesIsDefined();
  return place + " = " + text + ";\n";
}

/// The function that makes the mechanism of \p part.
std::string CompositionWriter::making(const PartText &part) {
  const ir::Substitution arguments = ir::argumentsOf(composition, part.part);
  bool hasFlag = false;
  std::string given;
  for (const ir::Variable *parameter : withRole(*part.part.mechanism, ir::Variable::Role::Parameter))
    given += argument(part, *parameter, arguments, hasFlag);
  Writer lines;
  lines.line("/// Of part " + part.number() + ".");
  lines.open("static runtime::Expected<" + part.space + "::Mechanism> mechanism" + part.number() +
             "([[maybe_unused]] const Values &parameters)");
  if (hasFlag)
    lines.line("bool isDefined = true;");
  lines.line(part.space + "::Parameters given;").line(given);
  if (hasFlag)
    lines.under("if (!isDefined)", "return runtime::Error{\"an argument is not defined\"};");
  return lines.line("return " + part.space + "::Mechanism::create(std::move(given));").close().text();
}

/// The function that says how often \p part runs; empty if it runs once.
std::string CompositionWriter::times(const PartText &part) {
  if (!part.part.times)
    return {};
  bool hasFlag = false;
  const std::string assigned = word("count", *part.part.times, hasFlag);
  Writer lines;
  lines.line("/// How often part " + part.number() + " runs: " + commentText(ir::print(*part.part.times)) +
             ".");
  lines.open("static runtime::Expected<std::int64_t> times" + part.number() +
             "([[maybe_unused]] const Values &parameters)");
  if (hasFlag)
    lines.line("bool isDefined = true;");
  lines.line("std::int64_t count = 0;").line(assigned);
  if (hasFlag)
    lines.under("if (!isDefined)", "return runtime::Error{\"how often it runs is not defined\"};");
  return lines.line("return count;").close().text();
}

std::string CompositionWriter::makings() {
  std::string text;
  for (const PartText &part : parts)
    text += (text.empty() ? "" : "\n") + budgets(part) + making(part) + times(part);
  return text;
}

/// `case 0:` of the function `turn`.
std::string CompositionWriter::turn(const PartText &part) const {
  Writer lines;
  lines.open("case " + std::to_string(part.position) + ":");
  if (part.part.times) {
    lines.line("const auto times = times" + part.number() + "(known);");
    lines.under("if (!times)", "return times.error();");
  }
  if (!part.isFixed()) {
    lines.line("const auto mechanism = mechanism" + part.number() + "(known);");
    lines.under("if (!mechanism)", "return mechanism.error();");
  }
  return lines
      .line(std::string("return runtime::ComposedRun::Turn{") + (part.part.times ? "*times" : "1") + ", " +
            (part.isFixed() ? "made.part" + part.number() + ".epsilon()" : "mechanism->epsilon()") + "};")
      .close()
      .text();
}

/// What \p part is asked: as its member functions declare it, as one calls the other, and as its mechanism
/// takes it.
void CompositionWriter::addQueries(const PartText &part, std::vector<std::string> &declared,
                                   std::vector<std::string> &names, std::vector<std::string> &passed) {
  Unit unit(*part.part.mechanism);
  const ir::Substitution arguments = ir::argumentsOf(composition, part.part);
  for (const ir::Variable *query : withRole(*part.part.mechanism, ir::Variable::Role::Query)) {
    const std::string type(name(unit.typeOf(*query, unit.ranges)));
    if (sample) {
      passed.push_back("runtime::answerAs<" + type + ">(sample." + identifier(query->name) + ")");
      continue;
    }
    const auto whole = arguments.variables.find(query);
    const std::string answer =
        identifier(whole == arguments.variables.end() ? query->name : whole->second->name);
    passed.push_back(answer);
    // One query of the composition may be two of a part: it is passed once.
    if (llvm::is_contained(names, answer))
      continue;
    names.push_back(answer);
    if (query->isArray())
      terms.includes.add("<span>");
    declared.push_back((query->isArray() ? "std::span<const " + type + ">" : type) + " " + answer);
  }
}

/// What runs \p part, in the shape of \p file.
Template CompositionWriter::method(const PartText &part, const char *file) {
  Unit unit(*part.part.mechanism);
  const CellShape *cell = cellOf(part, unit);
  const bool hasArrays = part.passesArrays(), isWhole = !part.passed.empty() && !cell && !hasArrays;
  const bool hasTag = cell || (hasArrays && part.passed.front().variable->cellPart);
  Template text(file);
  text.set("number", part.number())
      .set("output", part.space + "::Output")
      .set("position", std::to_string(part.position))
      .set("mechanism", part.isFixed() ? "parameters->part" + part.number() + "." : "mechanism->")
      .set("value", isWhole ? wholeValue(unit) : "")
      .set("cell", cell ? cell->member : "")
      .set("tag", hasTag ? part.space + "::" + unit.publications.cells.front().type + "::Tag" : "")
      .set("arrays", hasArrays ? arraysOf(part, unit) : "")
      .set("values", cell ? partsOfCell(part) : "")
      .set("vouching", knownOfRecords(*part.part.mechanism).empty() ? "" : part.space + "::Vouched(), ")
      .when("cell", cell != nullptr)
      .when("arrays", hasArrays)
      .when("tag", hasTag)
      .when("passes", isWhole)
      .when("fixed", part.isFixed());
  return text;
}

/// Of everything that a run depends on, beside its parameters.
std::string CompositionWriter::identity() const {
  std::string all = ir::print(composition);
  for (const ir::Part &part : composition.parts)
    all += ir::structure(*part.mechanism);
  if (const auto &adjacency = composition.head.recordAdjacency; adjacency && adjacency->policy)
    all += ir::print(*adjacency->policy);
  return report::sha256(all);
}

/// What there is one of for each part.
void CompositionWriter::fill(Template &header) {
  Writer made, builds, turns;
  std::vector<std::string> methods, onSample, members = {"known"};
  if (!arrays.empty())
    members.emplace_back("*std::move(arrays)");
  if (composition.guarantee.epsilon)
    members.emplace_back("std::move(price)");
  if (sample)
    members.emplace_back("*std::move(coin)");
  for (const PartText &part : parts) {
    if (part.logarithms.empty())
      terms.includes.add("\"" + part.part.mechanism->name + ".h\"");
    std::vector<std::string> declared, names, passed;
    addQueries(part, declared, names, passed);
    Template text = method(part, "composition_part.h");
    text.set("call", commentText(ir::print(part.part)))
        .when("told", !part.passed.empty())
        .set("seen", passedNames(part))
        .set("declared", joined(declared))
        .set("names", joined(names))
        .set("vouched", isVouched() ? "Vouched, " : "")
        .set("vouchingAll", isVouched() ? "Vouched(), " : "")
        .when("vouched", isVouched())
        .set("passed", joined(passed))
        .when("sampled", sample.has_value());
    methods.push_back(text.text(terms.includes));
    if (sample)
      onSample.push_back(method(part, "sampled_part.h").set("passed", joined(passed)).text(terms.includes));
    turns.line(turn(part));
    if (!part.isFixed())
      continue;
    const std::string built = "mechanism" + part.number();
    made.line(part.space + "::Mechanism part" + part.number() + ";");
    builds.line("auto part" + part.number() + " = " + built + "(known);");
    builds.under("if (!part" + part.number() + ")", "return runtime::Error{" +
                                                        quoted("`" + ir::printCall(part.part) + "`: ") +
                                                        " + part" + part.number() + ".error().message};");
    if (part.part.times)
      builds.under("if (auto times = times" + part.number() + "(known); !times)", "return times.error();");
    members.push_back("*std::move(part" + part.number() + ")");
  }
  header.set("methods", joined(methods, "\n")).set("made", made.text()).set("builds", builds.text());
  header.set("members", joined(members, ",\n")).set("turns", turns.text());
  header.set("methodsOnSample", joined(onSample, "\n"));
}

/// Of the parameters, and the price.
std::string CompositionWriter::checks() {
  ParameterChecks checks(sample ? sample->terms : terms, {arrays.begin(), arrays.end()});
  checks.inputs();
  const ir::Expression *epsilon = sample ? sample->inputs.epsilon.get() : composition.guarantee.epsilon.get();
  if (hasRaisedPrice())
    checks.priceOf("priceOf");
  else if (epsilon)
    checks.price(*epsilon);
  return checks.text();
}

/// The function that makes the coin of a record.
std::string CompositionWriter::coin() {
  if (!sample)
    return {};
  const ir::Expression &probability = *composition.sampling->probability;
  if (isDefined(probability)) {
    Writer lines;
    lines.line("/// Of each record: " + commentText(ir::printPromoted(probability)) + ".");
    lines.open(
        "static runtime::Expected<runtime::local::Coins> coinOf([[maybe_unused]] const Values &parameters)");
    return lines.line(defined.coin(probability)).close().text();
  }
  ExpressionWriter writer(terms, Stage::Checked);
  const std::string value = writer.write(probability, ValueType::Rational);
  Writer lines;
  lines.line("/// Of each record: " + commentText(ir::printPromoted(probability)) + ".");
  lines.open(
      "static runtime::Expected<runtime::RationalCoin> coinOf([[maybe_unused]] const Values &parameters)");
  if (writer.usesIsDefined())
    lines.line("bool isDefined = true;");
  lines.line("const Rational probability = " + value + ";");
  if (writer.usesIsDefined())
    lines.under("if (!isDefined)",
                "return runtime::Error{\"with which probability a record is sampled is not defined\"};");
  return lines.line("return runtime::RationalCoin::create(probability);").close().text();
}

std::string CompositionWriter::text() {
  const std::string &name = composition.head.name;
  const auto &epsilon = composition.guarantee.epsilon;
  Writer digest;
  for (const ir::Variable *parameter : withRole(composition.head, ir::Variable::Role::Parameter))
    if (ir::isGiven(composition, *parameter))
      digest.line("text.add(made.known." + terms.names.of(*parameter) + ");");
  Template header("composition.h");
  header.set("head", headComment(certificate, composed))
      .set("composition", name)
      .set("space", "plumb::" + identifier(name))
      .set("opened", openedSpace(name))
      .set("mark", unmarked)
      .set("programs", programsOfParts())
      .set("parameters",
           parameterMembers(
               terms, [&](const ir::Variable &parameter) { return !ir::isGiven(composition, parameter); }))
      .set("values", values())
      .set("known", known())
      .set("plan", plan())
      .set("places", arrays.empty() ? "" : placesOfArrays())
      .set("kept", arrays.empty() ? "" : "*kept")
      .set("planned", arrays.empty() ? "" : "*made")
      .set("planOf", arrays.empty() ? "" : "const Made &made")
      .when("arrays", !arrays.empty())
      .set("epsilon", epsilon ? commentText(ir::printPromoted(*epsilon)) : "")
      .set("checks", checks())
      .set("coin", coin())
      .set("coinType", sample ? sample->coinType : "")
      .set("partsOfLogarithms", partsOfLogarithms())
      .set("raised", hasRaisedPrice() ? defined.price(*epsilon) : "")
      .when("raised", hasRaisedPrice())
      .when("logarithms", llvm::any_of(parts, [](const PartText &part) { return !part.logarithms.empty(); }))
      .set("recordStruct", sample ? sample->data.recordStruct() : "")
      .set("dataClass", sample ? sample->data.classText() : "")
      .set("vouchedStruct", isVouched() ? vouchedStruct(knownOfRecords(composition.head), false) : "")
      .when("vouched", isVouched())
      .set("makings", makings())
      .set("digest", digest.text())
      .set("structure", identity())
      .when("sampled", sample.has_value())
      .when("price", epsilon != nullptr)
      .when("passes", llvm::any_of(parts, [](const PartText &part) { return !part.passed.empty(); }));
  fill(header);
  if (sample) {
    for (const plan::Problem &problem : sample->terms.problems.sorted())
      terms.problems.add(problem.message, problem.range);
    terms.facilities.insert(sample->terms.facilities.begin(), sample->terms.facilities.end());
    terms.includes.add(sample->terms.includes);
  }
  header.set("helpers", definitionsOf(terms.facilities, plan::Work::Fast, terms.includes))
      .when("helpers", !terms.facilities.empty());
  return header.text(terms.includes);
}

std::string compositionText(const report::Certificate &certificate, plan::Work work,
                            plan::Problems &problems) {
  CompositionWriter writer(certificate, work);
  std::string text = writer.text();
  for (const plan::Problem &problem : writer.problems().sorted())
    problems.add(problem.message, problem.range);
  return text;
}

} // namespace plumb::emit
