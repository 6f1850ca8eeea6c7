// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_header.h"

#include "mechanisms/emit/channel_terms.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <algorithm>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/ErrorHandling.h>
#include <map>

namespace plumb::emit {

using ir::Channel;
using ir::Relation;

namespace {

std::string commentLine(const std::string &text) {
  const std::string clean = commentText(text);
  return clean.empty() ? "///\n" : "/// " + clean + "\n";
}

/// Fills templates/channel.h.in. The table comes first, because it tells which powers of e are needed.
class ChannelWriter {
public:
  ChannelWriter(const report::Certificate &certified, plan::Problems &collected)
      : proved(certified), channel(proved.channel()), shape(channel), problems(collected),
        terms(channel, collected), priceTerms(channel, collected) {}

  std::string text();

private:
  bool isBitwise() const { return channel.isBitwise; }
  bool isPriced() const { return !shape.priced.empty(); }
  bool hasMaps() const { return !channel.maps.empty(); }

  void checkNames() const;
  std::string head() const;
  std::string numbering(const char *what, const std::vector<std::size_t> &classes) const;
  std::string tags(const std::vector<std::size_t> &classes) const;
  std::string parameters() const;
  std::string secrets() const;
  std::string premises();
  void addPremise(Writer &checks, const Channel::Requirement &requirement);
  std::string sizeText(std::size_t number) const;
  std::string entry(std::size_t input, std::size_t output, Relation relation);
  std::string block(std::size_t input, std::size_t output);
  std::string table();
  std::string definitions(ChannelTerms &used);
  std::string numbers(const ChannelTerms &used) const;
  std::string price();
  std::string exponents() const;
  std::string client();
  std::string collector();

  const report::Certificate &proved;
  const Channel &channel;
  plan::ChannelShape shape;
  plan::Problems &problems;
  ChannelTerms terms, priceTerms;
  Includes includes;
};

} // namespace

/// Reserved to the implementation of C++ wherever they stand.
static bool isReservedForm(const std::string &name) {
  const bool startsReserved = name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z';
  return startsReserved || name == "_" || name.find("__") != std::string::npos;
}

void ChannelWriter::checkNames() const {
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
std::string ChannelWriter::numbering(const char *what, const std::vector<std::size_t> &classes) const {
  std::string text;
  for (std::size_t number : classes)
    text += (text.empty() ? "" : ", then ") + channel.classes[number].name + " (" +
            ir::print(channel, *channel.classes[number].size) + ")";
  return commentLine(std::string(what) + " are numbered from 0, class after class: " + text + ".");
}

std::string ChannelWriter::head() const {
  std::string text = commentLine("\\file");
  text +=
      commentLine("The local mechanism `" + channel.name +
                  (isPriced() ? "`, proved private:"
                              : "`, which is not private by itself: it stands before a mechanism that is, "
                                "or behind one. Proved:"));
  for (const std::string &guarantee : proved.subject().guarantees())
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

/// The enumerators for \p classes.
std::string ChannelWriter::tags(const std::vector<std::size_t> &classes) const {
  std::vector<std::string> names;
  for (std::size_t number : classes)
    names.push_back(tagIdentifier(channel.classes[number].name));
  return joined(names);
}

std::string ChannelWriter::parameters() const {
  Writer members;
  for (const Channel::Parameter &parameter : channel.parameters)
    members.line(parameter.sort == ir::Sort::Real
                     ? "runtime::Exact " + channelIdentifier(parameter.name) + ";"
                     : "std::int64_t " + channelIdentifier(parameter.name) + " = 0;");
  return members.text();
}

std::string ChannelWriter::secrets() const {
  Writer members;
  for (const Channel::Map &map : channel.maps) {
    members.line("/// For each member of " + channel.classes[map.from].name + " a member of " +
                 channel.classes[map.to].name + ", numbered from 0 in its class.");
    members.line("runtime::local::Map " + channelIdentifier(map.name) + ";");
  }
  return members.text();
}

std::string ChannelWriter::sizeText(std::size_t number) const {
  const ir::ChannelTerm &size = *channel.classes[number].size;
  if (size.kind == ir::ChannelTerm::Kind::Parameter)
    return "parameters." + channelIdentifier(channel.parameters[size.index].name);
  return size.number.get_str();
}

std::string ChannelWriter::entry(std::size_t input, std::size_t output, Relation relation) {
  const Channel::Rule *rule = ir::ruleFor(channel, input, output, relation);
  return rule ? terms.number(*rule->entry).text : "Number(0)";
}

std::string ChannelWriter::block(std::size_t input, std::size_t output) {
  if (!plan::hasPartner(channel, input, output))
    return "every(" + entry(input, output, Relation::None) + ")";
  const ir::ChannelTerm &size = *channel.classes[output].size;
  const bool isSingle = size.kind == ir::ChannelTerm::Kind::Number && size.number == 1;
  const auto map = ir::mapBetween(channel, input, output);
  return (map ? "image(" + std::to_string(*map) + ", " : "own(") + entry(input, output, Relation::Hit) +
         ", " + (isSingle ? "Number(0)" : entry(input, output, Relation::Miss)) + ")";
}

std::string ChannelWriter::table() {
  std::vector<std::string> outputs, rows;
  for (std::size_t output : shape.outputs)
    outputs.push_back("{" + quoted(channel.classes[output].name) + ", " + sizeText(output) + "}");
  for (std::size_t input : shape.inputs) {
    const std::string head = "{" + quoted(channel.classes[input].name) + ", " + sizeText(input) + ", {";
    std::vector<std::string> blocks;
    for (std::size_t output : shape.outputs)
      blocks.push_back(block(input, output));
    constexpr std::size_t longest = 90;
    const std::string row = joined(blocks);
    rows.push_back(head + (head.size() + row.size() > longest ? "\n  " + joined(blocks, ",\n  ") : row) +
                   "}}");
  }
  return Template("table.h")
      .set("outputs", joined(outputs))
      .set("rows", joined(rows, ",\n"))
      .set("form", isBitwise() ? "Bits" : "Symbol")
      .text();
}

/// The definitions that \p used needs, each before it is used.
std::string ChannelWriter::definitions(ChannelTerms &used) {
  std::string text;
  for (std::size_t i = channel.definitions.size(); i-- > 0;) {
    if (used.definitions().count(i) == 0)
      continue;
    const std::string value = used.number(*channel.definitions[i].value).text;
    text = "const Number " + channelIdentifier(channel.definitions[i].name) + " = " + value + ";\n" + text;
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
void ChannelWriter::addPremise(Writer &checks, const Channel::Requirement &requirement) {
  std::vector<std::size_t> mentioned;
  addParameters(*requirement.left, mentioned);
  addParameters(*requirement.right, mentioned);
  const std::string error = "return runtime::Error{";
  std::string words = "requires `" + ir::print(channel, requirement) + "`";
  std::vector<std::string> parts;
  for (std::size_t number : mentioned) {
    const Channel::Parameter &parameter = channel.parameters[number];
    const std::string value = "parameters." + channelIdentifier(parameter.name);
    words += (number == mentioned.front() ? ", but " : ", ") + parameter.name + " = ";
    parts.push_back(quoted(words) + " + " +
                    (parameter.sort == ir::Sort::Real ? value + ".text()" : "std::to_string(" + value + ")"));
    words.clear();
  }
  if (parts.empty())
    parts.push_back(quoted(words));
  checks.under("if (" + terms.failing(requirement) + ")",
               error + joined(parts, " +\n" + std::string(error.size(), ' ')) + "};");
}

std::string ChannelWriter::premises() {
  Writer checks;
  for (const Channel::Requirement &requirement : channel.requirements)
    addPremise(checks, requirement);
  return checks.text();
}

/// What \p used reads, as Numbers.
std::string ChannelWriter::numbers(const ChannelTerms &used) const {
  Writer lines;
  for (std::size_t number : used.parameters()) {
    const std::string name = channelIdentifier(channel.parameters[number].name);
    lines.line("const Number " + name + "(parameters." + name + ");");
  }
  return lines.text();
}

/// Of several guarantees the largest budget, and never less than nothing.
std::string ChannelWriter::price() {
  std::string raised;
  for (std::size_t number : shape.priced)
    raised += priceTerms.raisePrice(*channel.notions[number].budget);
  return raised;
}

/// Of the table and of the price, each once.
std::string ChannelWriter::exponents() const {
  std::vector<std::string> announced = terms.exponents();
  for (const std::string &exponent : priceTerms.exponents())
    if (std::find(announced.begin(), announced.end(), exponent) == announced.end())
      announced.push_back(exponent);
  return joined(announced);
}

std::string ChannelWriter::client() {
  std::vector<std::string> maps;
  for (const Channel::Map &map : channel.maps)
    maps.push_back("std::move(secrets." + channelIdentifier(map.name) + ")");
  return Template("client.h")
      .set("sampler", isBitwise() ? "BitClient" : "SymbolClient")
      .set("maps", joined(maps))
      .when("maps", hasMaps())
      .when("price", isPriced())
      .text(includes);
}

std::string ChannelWriter::collector() {
  switch (shape.collection) {
  case plan::Collection::Counts:
    return Template("counter.h").text(includes);
  case plan::Collection::Estimates:
  case plan::Collection::PersonalEstimates:
    return Template("collector.h")
        .set("bots", shape.bots ? sizeText(*shape.bots) : "")
        .when("bits", isBitwise())
        .when("personal", shape.collection == plan::Collection::PersonalEstimates)
        .text(includes);
  }
  llvm_unreachable("all collections are handled");
}

std::string ChannelWriter::text() {
  checkNames();
  Template header("channel.h");
  // What is used comes to light in this order; it stands in another one.
  header.set("price", price())
      .set("definitionsOfPrice", definitions(priceTerms))
      .set("numbersOfPrice", numbers(priceTerms))
      .set("table", table())
      .set("definitions", definitions(terms))
      .set("premises", premises())
      .set("exponents", exponents())
      .set("numbers", numbers(terms))
      .set("head", head())
      .set("channel", channel.name)
      .set("space", identifier(channel.name))
      .set("parameters", parameters())
      .set("secrets", secrets())
      .set("inputs", tags(shape.inputs))
      .set("outputs", tags(shape.outputs))
      .set("client", client())
      .set("collector", collector())
      .when("maps", hasMaps())
      .when("price", isPriced())
      .when("bits", isBitwise());
  return header.text(includes);
}

std::string channelHeaderText(const report::Certificate &proved, plan::Problems &problems) {
  return ChannelWriter(proved, problems).text();
}

} // namespace plumb::emit
