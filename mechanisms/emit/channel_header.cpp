// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_header.h"

#include "mechanisms/emit/channel_terms.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/identifiers.h"

#include <algorithm>
#include <llvm/ADT/StringRef.h>
#include <map>

namespace plumb::emit {

using ir::Channel;
using ir::Relation;

namespace {

std::string commentLine(const std::string &text) {
  const std::string clean = commentText(text);
  return clean.empty() ? "///\n" : "/// " + clean + "\n";
}

/// The parts of one header. The table comes first, because it tells which powers of e are needed.
class Writer {
public:
  Writer(const ProvedChannel &certified, plan::Problems &collected)
      : proved(certified), channel(proved.channel()), shape(channel), problems(collected),
        terms(channel, collected), priceTerms(channel, collected) {}

  std::string text();

private:
  bool isBitwise() const { return channel.isBitwise; }
  bool hasMaps() const { return !channel.maps.empty(); }

  void checkNames() const;
  std::string head() const;
  std::string numbering(const char *what, const std::vector<std::size_t> &classes) const;
  std::string enumeration(const char *name, const std::vector<std::size_t> &classes, const char *what) const;
  std::string parameterStruct() const;
  std::string secretStruct() const;
  std::string premises();
  std::string failure(const Channel::Requirement &requirement);
  std::string sizeText(std::size_t number) const;
  std::string entry(std::size_t input, std::size_t output, Relation relation);
  std::string block(std::size_t input, std::size_t output);
  std::string table();
  std::string definitions(ChannelTerms &used);
  std::string numbers(const ChannelTerms &used) const;
  std::string priceFunction();
  std::string lawFunction();
  std::string client() const;
  std::string collector() const;
  std::string counter() const;
  std::string includes() const;

  const ProvedChannel &proved;
  const Channel &channel;
  plan::ChannelShape shape;
  plan::Problems &problems;
  ChannelTerms terms, priceTerms;
};

} // namespace

/// Reserved to the implementation of C++ wherever they stand.
static bool isReservedForm(const std::string &name) {
  const bool startsReserved = name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z';
  return startsReserved || name == "_" || name.find("__") != std::string::npos;
}

void Writer::checkNames() const {
  std::map<std::string, std::string> taken;
  const auto take = [&](const std::string &name, SourceRange range) {
    const std::string word = channelIdentifier(name);
    if (isReservedForm(word))
      problems.add("the name `" + name + "` is reserved in C++; choose another one", range);
    const auto [other, isNew] = taken.emplace(word, name);
    if (!isNew && other->second != name)
      problems.add("`" + name + "` and `" + other->second + "` would both be called `" + word +
                       "` in C++; rename one of them",
                   range);
  };
  if (isReservedForm(identifier(channel.name)))
    problems.add("the name `" + channel.name + "` is reserved in C++; choose another one", channel.nameRange);
  for (const Channel::Parameter &parameter : channel.parameters)
    take(parameter.name, parameter.range);
  for (const Channel::Definition &definition : channel.definitions)
    take(definition.name, channel.nameRange);
  for (const Channel::Map &map : channel.maps)
    take(map.name, channel.nameRange);
  std::map<std::string, std::string> tags;
  for (const Channel::Class &declared : channel.classes) {
    const std::string word = tagIdentifier(declared.name);
    const auto [other, isNew] = tags.emplace(word, declared.name);
    if (isReservedForm(word) || (!isNew && other->second != declared.name))
      problems.add("the class `" + declared.name + "` has no name of its own in C++; choose another one",
                   declared.range);
  }
}

static std::string section(const std::string &title, const std::vector<std::string> &items) {
  if (items.empty())
    return {};
  std::string text = "///\n" + commentLine(title + ":");
  for (const std::string &item : items)
    text += commentLine("  - " + item);
  return text;
}

/// "S is 0 .. s - 1, then N with n values": which numbers the members of classes have.
std::string Writer::numbering(const char *what, const std::vector<std::size_t> &classes) const {
  std::string text;
  for (std::size_t number : classes)
    text += (text.empty() ? "" : ", then ") + channel.classes[number].name + " (" +
            ir::print(channel, *channel.classes[number].size) + ")";
  return commentLine(std::string(what) + " are numbered from 0, class after class: " + text + ".");
}

std::string Writer::head() const {
  std::string text = commentLine("\\file");
  text += commentLine("The local mechanism `" + channel.name + "`, proved private:");
  for (const std::string &guarantee : proved.guarantees())
    text += commentLine("  - " + guarantee);
  std::vector<std::string> assumptions;
  for (const report::Assumption &assumption : proved.assumptions())
    assumptions.push_back(report::assumptionText(assumption));
  text += section("Assumptions", assumptions);
  text +=
      "///\n" + commentLine(isBitwise() ? "The table, drawn exactly; an entry is the probability that bit j "
                                          "is 1, and bits are independent:"
                                        : "The table Q(y|x), drawn exactly:");
  text += "///\n";
  const std::string program = ir::print(channel);
  for (llvm::StringRef rest = program; !rest.empty();) {
    const auto [first, others] = rest.split('\n');
    text += commentLine("    " + first.str());
    rest = others;
  }
  text += "///\n" + numbering("Values x", shape.inputs);
  text += numbering(isBitwise() ? "Bits j of a report" : "Reports y", shape.outputs);
  if (shape.outputs.size() < channel.outputs.size())
    text += commentLine("Classes of outputs that no value reaches have no numbers.");
  text += "///\n" + commentLine("Names that C++ or this header needs for itself have a trailing underscore.");
  text += "///\n" + commentLine("Generated by Plumb from " + proved.sourceName() + " (SHA-256 " +
                                proved.sourceHash() + ").");
  return text + commentLine("Do not edit: " + channel.name +
                            ".cert.json, the certificate, names the hash of this file.");
}

std::string Writer::enumeration(const char *name, const std::vector<std::size_t> &classes,
                                const char *what) const {
  std::string names;
  for (std::size_t number : classes)
    names += (names.empty() ? "" : ", ") + tagIdentifier(channel.classes[number].name);
  return "/// The classes of " + std::string(what) + ", in the order of their numbers.\nenum class " + name +
         " { " + names + " };\n\n";
}

std::string Writer::parameterStruct() const {
  std::string text = "/// Public values, chosen without looking at what is reported, and the same at both "
                     "ends.\nstruct Parameters {\n";
  for (const Channel::Parameter &parameter : channel.parameters)
    text += parameter.sort == ir::Sort::Real
                ? "  runtime::Exact " + channelIdentifier(parameter.name) + ";\n"
                : "  std::int64_t " + channelIdentifier(parameter.name) + " = 0;\n";
  return text + "};\n\n";
}

std::string Writer::secretStruct() const {
  if (!hasMaps())
    return {};
  std::string text = "/// What is this user's own and does not leave the client.\nstruct Secrets {\n";
  for (const Channel::Map &map : channel.maps)
    text += "  /// For each member of " + channel.classes[map.from].name + " a member of " +
            channel.classes[map.to].name + ", numbered from 0 in its class.\n  runtime::local::Map " +
            channelIdentifier(map.name) + ";\n";
  return text + "};\n\n";
}

std::string Writer::sizeText(std::size_t number) const {
  const ir::ChannelTerm &size = *channel.classes[number].size;
  if (size.kind == ir::ChannelTerm::Kind::Parameter)
    return "parameters." + channelIdentifier(channel.parameters[size.index].name);
  return size.number.get_str();
}

std::string Writer::entry(std::size_t input, std::size_t output, Relation relation) {
  const Channel::Rule *rule = ir::ruleFor(channel, input, output, relation);
  return rule ? terms.number(*rule->entry).text : "0";
}

std::string Writer::block(std::size_t input, std::size_t output) {
  if (!plan::hasPartner(channel, input, output))
    return "every(" + entry(input, output, Relation::None) + ")";
  const ir::ChannelTerm &size = *channel.classes[output].size;
  const bool isSingle = size.kind == ir::ChannelTerm::Kind::Number && size.number == 1;
  const auto map = ir::mapBetween(channel, input, output);
  return (map ? "image(" + std::to_string(*map) + ", " : "own(") + entry(input, output, Relation::Hit) +
         ", " + (isSingle ? "0" : entry(input, output, Relation::Miss)) + ")";
}

std::string Writer::table() {
  std::string outputs, rows;
  for (std::size_t output : shape.outputs)
    outputs += (outputs.empty() ? "" : ", ") + ("{" + quoted(channel.classes[output].name) + ", ") +
               sizeText(output) + "}";
  for (std::size_t input : shape.inputs) {
    const std::string head = "{" + quoted(channel.classes[input].name) + ", " + sizeText(input) + ", {";
    std::string blocks, broken;
    for (std::size_t output : shape.outputs) {
      const std::string each = block(input, output);
      blocks += (blocks.empty() ? "" : ", ") + each;
      broken += (broken.empty() ? "\n         " : ",\n         ") + each;
    }
    constexpr std::size_t longest = 90;
    rows += (rows.empty() ? "" : ",\n       ") + head +
            (head.size() + blocks.size() > longest ? broken : blocks) + "}}";
  }
  return "  return Law::create(\n      *powers, {" + outputs + "},\n      {" + rows +
         "},\n      Law::Form::" + (isBitwise() ? "Bits" : "Symbol") + ");\n";
}

/// The definitions that \p used needs, each before it is used.
std::string Writer::definitions(ChannelTerms &used) {
  std::string text;
  for (std::size_t i = channel.definitions.size(); i-- > 0;) {
    if (used.definitions().count(i) == 0)
      continue;
    const std::string value = used.number(*channel.definitions[i].value).text;
    text = "  const Number " + channelIdentifier(channel.definitions[i].name) + " = " + value + ";\n" + text;
  }
  return text;
}

static void addParameters(const ir::ChannelTerm &term, std::vector<std::size_t> &found) {
  if (term.kind == ir::ChannelTerm::Kind::Parameter &&
      std::find(found.begin(), found.end(), term.index) == found.end())
    found.push_back(term.index);
  for (const ir::ChannelTermPtr &operand : term.operands)
    addParameters(*operand, found);
}

/// "requires `k <= n`, but k = 3, n = 2".
std::string Writer::failure(const Channel::Requirement &requirement) {
  std::vector<std::size_t> mentioned;
  addParameters(*requirement.left, mentioned);
  addParameters(*requirement.right, mentioned);
  std::string words = "requires `" + ir::print(channel, requirement) + "`", message;
  for (std::size_t number : mentioned) {
    const Channel::Parameter &parameter = channel.parameters[number];
    const std::string value = "parameters." + channelIdentifier(parameter.name);
    words += (number == mentioned.front() ? ", but " : ", ") + parameter.name + " = ";
    message += (message.empty() ? "" : " +\n                          ") + quoted(words) + " + " +
               (parameter.sort == ir::Sort::Real ? value + ".text()" : "std::to_string(" + value + ")");
    words.clear();
  }
  if (message.empty())
    message = quoted(words);
  return "  if (" + terms.failing(requirement) + ")\n    return runtime::Error{" + message + "};\n";
}

std::string Writer::premises() {
  std::string text;
  for (const Channel::Requirement &requirement : channel.requirements)
    text += failure(requirement);
  return text;
}

/// What \p used reads, as Numbers.
std::string Writer::numbers(const ChannelTerms &used) const {
  std::string text;
  for (std::size_t number : used.parameters()) {
    const std::string name = channelIdentifier(channel.parameters[number].name);
    text += "  const Number " + name + "(parameters." + name + ");\n";
  }
  return text;
}

/// Of several guarantees the largest budget, and never less than nothing.
std::string Writer::priceFunction() {
  std::string raised;
  for (const Channel::Notion &notion : channel.notions)
    raised += priceTerms.raisePrice(*notion.budget);
  const std::string lets = definitions(priceTerms);
  return "/// What a report costs: the budget of the guarantee, of several the largest; rounded up where it "
         "is no "
         "fraction.\ninline runtime::Expected<Rational> priceOf([[maybe_unused]] const Parameters "
         "&parameters,\n"
         "                                           [[maybe_unused]] const runtime::local::Powers *powers) "
         "{\n"
         "  using namespace runtime::local;\n  Rational price;\n" +
         numbers(priceTerms) + lets + raised + "  return price;\n}\n\n";
}

std::string Writer::lawFunction() {
  const std::string rows = table(), lets = definitions(terms), checks = premises();
  std::vector<std::string> announced = terms.exponents();
  for (const std::string &exponent : priceTerms.exponents())
    if (std::find(announced.begin(), announced.end(), exponent) == announced.end())
      announced.push_back(exponent);
  std::string exponents;
  for (const std::string &exponent : announced)
    exponents += (exponents.empty() ? "" : ", ") + exponent;
  return "/// The table for \\p parameters; the error names the premise that does not hold.\ninline "
         "runtime::Expected<runtime::local::Law> lawOf(const Parameters &parameters) {\n"
         "  using namespace runtime::local;\n"
         "  const auto powers = runtime::local::Powers::create({" +
         exponents + "});\n  if (!powers)\n    return powers.error();\n" + numbers(terms) + checks + lets +
         rows + "}\n\n";
}

std::string Writer::client() const {
  const std::string sampler = isBitwise() ? "BitClient" : "SymbolClient";
  std::string maps;
  for (const Channel::Map &map : channel.maps)
    maps += (maps.empty() ? "" : ", ") + ("std::move(secrets." + channelIdentifier(map.name)) + ")";
  return "/// What is sent.\nusing Report = " +
         std::string(isBitwise() ? "runtime::local::BitReport" : "std::uint64_t") +
         ";\n\n/// Perturbs values, on the device of the user. Immutable; may be shared between threads.\n"
         "class Client {\npublic:\n"
         "  /// Checks every premise, exactly, and builds the samplers.\n"
         "  static runtime::Expected<Client> create(const Parameters &parameters" +
         (hasMaps() ? ", Secrets secrets" : "") +
         ") {\n    auto law = lawOf(parameters);\n    if (!law)\n      return law.error();\n    auto "
         "sampler = runtime::local::" +
         sampler + "::create(*law" + (hasMaps() ? ", {" + maps + "}" : "") +
         ");\n    if (!sampler)\n      return sampler.error();\n"
         "    auto price = priceOf(parameters, &law->powers());\n    if (!price)\n      return "
         "price.error();\n"
         "    return Client(*std::move(law), *std::move(sampler), *std::move(price));\n  }\n\n" +
         copiedNotMoved("Client") +
         "  /// What each report costs the one who sends it. It is not counted here: who reports twice about "
         "the\n"
         "  /// same value pays twice.\n"
         "  const Rational &epsilon() const { return cost; }\n"
         "  /// The number of the first value of a class.\n"
         "  std::uint64_t first(Input values) const { return "
         "law.firstInput(static_cast<std::size_t>(values)); "
         "}\n"
         "  /// How many values there are.\n"
         "  std::uint64_t inputs() const { return law.inputCount(); }\n\n"
         "  /// A report for one value. There is an error value, and nothing is drawn, if \\p x is no value; "
         "do "
         "not\n  /// send that on: it is no report and tells of x.\n  ///\n"
         "  /// \\param x private\n  /// \\param bits independent fair bits, used for this report only\n"
         "  template <runtime::BitSource Bits> runtime::Expected<Report> perturb(std::uint64_t x, Bits "
         "&bits) "
         "const {\n    return sampler.perturb(x, bits);\n  }\n\n"
         "  /// The same with randomness of the operating system.\n"
         "  runtime::Expected<Report> perturb(std::uint64_t x) const {\n    runtime::OsBits bits;\n    "
         "return "
         "perturb(x, bits);\n  }\n\nprivate:\n"
         "  Client(runtime::local::Law checked, runtime::local::" +
         sampler +
         " built, Rational price)\n      : law(std::move(checked)), sampler(std::move(built)), "
         "cost(std::move(price)) {}\n\n"
         "  runtime::local::Law law;\n  runtime::local::" +
         sampler + " sampler;\n  Rational cost;\n};\n\n";
}

std::string Writer::collector() const {
  if (shape.collection == plan::Collection::Counts)
    return counter();
  const bool isPersonal = shape.collection == plan::Collection::PersonalEstimates;
  const std::string argument = isBitwise() ? "const Report &report" : "Report report";
  std::string text = "/// Counts reports, where they arrive; link plumb::estimate. Estimates are made from "
                     "`tally()`";
  text += isPersonal
              ? "\n/// of the values that reports stand for, and with `personalized()` and knowledge of the "
                "tags of the\n/// users' own ones.\n"
              : ".\n";
  text += "class Collector {\npublic:\n"
          "  /// Checks what the client checks, and that the channel is one that can be estimated from.\n"
          "  static runtime::Expected<Collector> create(const Parameters &parameters) {\n"
          "    auto law = lawOf(parameters);\n    if (!law)\n      return law.error();\n";
  text += isPersonal
              ? "    auto mechanism = runtime::estimate::personalizedOf(*law, static_cast<std::size_t>(" +
                    sizeText(*shape.bots) + "));\n    if (!mechanism)\n      return mechanism.error();\n"
              : "    auto channel = runtime::estimate::channelOf(*law);\n    if (!channel)\n      return "
                "channel.error();\n";
  text +=
      std::string("    return Collector(*std::move(law), *std::move(") +
      (isPersonal ? "mechanism" : "channel") +
      "));\n  }\n\n"
      "  /// The number of the first report of a class.\n"
      "  std::uint64_t first(Output reports) const { return "
      "law.firstOutput(static_cast<std::size_t>(reports)); }\n\n"
      "  /// Counts a report \\p times times. Returns an error, and counts nothing, if no value sends it.\n"
      "  std::optional<runtime::Error> add(" +
      argument + ", std::uint64_t times = 1) { return counted.add(";
  text += isBitwise() ? "runtime::estimate::Bits(report)" : "static_cast<runtime::estimate::Symbol>(report)";
  text += ", times);\n  }\n"
          "  /// Adds the reports of a CSV file or another stream; the error names line and column.\n"
          "  runtime::Expected<std::uint64_t> read(std::istream &csv) {\n    return "
          "runtime::estimate::ReportReader(counted).read(csv);\n  }\n\n"
          "  const runtime::estimate::Tally &tally() const { return counted; }\n";
  if (isPersonal)
    text += "  const runtime::estimate::Personalized &personalized() const { return mechanism; }\n";
  text += "\nprivate:\n";
  text += isPersonal ? "  Collector(runtime::local::Law checked, runtime::estimate::Personalized known)\n"
                       "      : law(std::move(checked)), mechanism(std::move(known)), "
                       "counted(mechanism.common()) {}\n\n"
                       "  runtime::local::Law law;\n  runtime::estimate::Personalized mechanism;\n"
                     : "  Collector(runtime::local::Law checked, runtime::estimate::Channel known)\n"
                       "      : law(std::move(checked)), counted(std::move(known)) {}\n\n"
                       "  runtime::local::Law law;\n";
  return text + "  runtime::estimate::Tally counted;\n};\n\n";
}

/// A collector for laws that no estimator is known for.
std::string Writer::counter() const {
  return "/// Counts reports, where they arrive. No estimator is known for this table.\nclass Collector "
         "{\npublic:\n"
         "  /// Checks what the client checks.\n"
         "  static runtime::Expected<Collector> create(const Parameters &parameters) {\n"
         "    auto law = lawOf(parameters);\n    if (!law)\n      return law.error();\n"
         "    if (law->outputCount() > runtime::local::mostCounts)\n"
         "      return runtime::local::tooManyToCount();\n"
         "    return Collector(*std::move(law));\n  }\n\n"
         "  /// The number of the first report of a class.\n"
         "  std::uint64_t first(Output reports) const { return "
         "law.firstOutput(static_cast<std::size_t>(reports)); }\n\n"
         "  /// Counts a report. Returns an error, and counts nothing, if there is no such report.\n"
         "  std::optional<runtime::Error> add(const Report &report) { return counted.add(report); }\n"
         "  const runtime::local::Counts &counts() const { return counted; }\n\nprivate:\n"
         "  explicit Collector(runtime::local::Law checked) : law(std::move(checked)), "
         "counted(law.outputCount()) {}\n\n"
         "  runtime::local::Law law;\n  runtime::local::Counts counted;\n};\n\n";
}

std::string Writer::includes() const {
  std::string text = "#include \"plumb/runtime/bit_source.h\"\n";
  switch (shape.collection) {
  case plan::Collection::Counts:
    break;
  case plan::Collection::Estimates:
  case plan::Collection::PersonalEstimates:
    text += "#include \"plumb/runtime/estimate/from_law.h\"\n#include "
            "\"plumb/runtime/estimate/report_reader.h\"\n";
  }
  text += "#include \"plumb/runtime/expected.h\"\n#include \"plumb/runtime/local/" +
          std::string(isBitwise() ? "bit_client.h" : "symbol_client.h") + "\"\n";
  if (shape.collection == plan::Collection::Counts)
    text += "#include \"plumb/runtime/local/counts.h\"\n";
  text += "#include \"plumb/runtime/os_bits.h\"\n#include \"plumb/runtime/rational.h\"\n#include "
          "\"plumb/runtime/version.h\"\n\n#include "
          "<algorithm>\n#include <cstddef>\n#include <cstdint>\n";
  if (shape.collection != plan::Collection::Counts)
    text += "#include <istream>\n";
  return text + "#include <optional>\n#include <string>\n#include <utility>\n\n";
}

/// The number is the runtime's `interfaceVersion`, whose headers are not for this room.
static const char *const runtimeCheck =
    "static_assert(runtime::interfaceVersion == 3,\n"
    "              \"emitted for another version of Plumb's runtime: emit it anew\");\n\n";

std::string Writer::text() {
  checkNames();
  const std::string price = priceFunction(), law = lawFunction(),
                    guard = "PLUMB_CHANNEL_" + channel.name + "_H";
  return head() + "\n#ifndef " + guard + "\n#define " + guard + "\n\n" + includes() +
         "namespace plumb::" + identifier(channel.name) + " {\n\nusing runtime::Rational;\n\n" +
         runtimeCheck + parameterStruct() + secretStruct() + enumeration("Input", shape.inputs, "values") +
         enumeration("Output", shape.outputs, "reports") + law + price + client() + collector() +
         "} // namespace plumb::" + identifier(channel.name) + "\n\n#endif // " + guard + "\n";
}

std::string channelHeaderText(const ProvedChannel &proved, plan::Problems &problems) {
  return Writer(proved, problems).text();
}

} // namespace plumb::emit
