// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_composition.h"

#include "checker/report/channel_composition_result.h"
#include "mechanisms/emit/channel_premises.h"
#include "mechanisms/emit/channel_terms.h"
#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/mark.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"
#include "mechanisms/plan/channel_shape.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <map>

namespace plumb::emit {

using ir::Channel;
using ir::ChannelComposition;
using ir::ChannelTerm;
using Kind = ir::ChannelTerm::Kind;

namespace {

/// One channel of one report.
struct StageText {
  const ir::ChannelStage &stage;
  plan::ChannelShape shape;
  /// "1_2": of the second channel of the first report.
  std::string number;
  /// "::plumb::urr"
  std::string space;

  std::string parametersName() const { return "parameters" + number; }
  std::string clientName() const { return "client" + number; }
};

struct ReportText {
  const ir::ChannelReport &report;
  std::vector<StageText> stages;
  std::string number;

  std::string name() const { return "report" + number; }
  std::string timesName() const { return "times" + number; }
};

/// Fills templates/channel_composition.h.in.
class ReportsWriter {
public:
  ReportsWriter(const report::Certificate &proved, plan::Problems &collected);
  std::string text();

private:
  /// The price is that of the guarantee that is written. Reports that only keep types tell values, and have
  /// none.
  bool isPriced() const { return !priced.empty(); }
  std::string head() const;
  std::string programsOfStages() const;
  std::string reportMembers() const;
  std::string secrets() const;
  std::string price();
  std::string powers() const;
  std::string clients();
  std::string members() const;
  std::string made() const;
  std::string sending() const;

  Code fraction(const ChannelTerm &term);
  std::string rational(const ChannelTerm &term);
  std::string argument(const ChannelTerm &term, const Channel::Parameter &parameter, const std::string &name,
                       Writer &lines);
  std::string whole(const ChannelTerm &term, const std::string &name, Writer &lines);
  std::string sizeText(const StageText &stage, std::size_t number) const;
  std::string renumbering(const ReportText &report, std::size_t position) const;

  const report::Certificate &certificate;
  const report::ChannelCompositionResult &composed;
  const ChannelComposition &composition;
  plan::Problems &problems;
  ChannelTerms terms, priceTerms;
  /// Numbers of the notions with a budget.
  std::vector<std::size_t> priced;
  std::vector<std::size_t> inputs;
  std::vector<ReportText> reports;
};

/// No power of e and no logarithm stands in it.
bool isFraction(const ChannelTerm &term) {
  return term.kind != Kind::Exponential && term.kind != Kind::Logarithm && term.kind != Kind::Definition &&
         llvm::all_of(term.operands, [](const ir::ChannelTermPtr &operand) { return isFraction(*operand); });
}

bool hasMaps(const StageText &text) {
  return !text.stage.channel->maps.empty();
}

} // namespace

ReportsWriter::ReportsWriter(const report::Certificate &proved, plan::Problems &collected)
    : certificate(proved), composed(dynamic_cast<const report::ChannelCompositionResult &>(proved.subject())),
      composition(composed.composition()), problems(collected), terms(composition.head, collected),
      priceTerms(composition.head, collected), priced(plan::ChannelShape(composition.head).priced) {
  const Channel &head = composition.head;
  checkNames(head, problems);
  std::map<std::string, std::string> spaces = {{identifier(head.name), head.name}};
  for (std::size_t i = 0; i < head.classes.size(); ++i)
    if (head.classes[i].isInput)
      inputs.push_back(i);
  for (const ir::ChannelReport &report : composition.reports) {
    ReportText text{report, {}, std::to_string(reports.size() + 1)};
    for (const ir::ChannelStage &stage : report.stages) {
      const std::string &name = stage.channel->name, space = identifier(name);
      if (const auto &[known, isNew] = spaces.emplace(space, name); known->second != name)
        problems.add("`" + name + "` and `" + known->second + "` would both be called `" + space +
                         "` in C++; rename one of them",
                     head.nameRange);
      if (!text.stages.empty() && text.stages.back().stage.channel->isBitwise)
        problems.add("`" + name + "` stands behind a channel that sends bits, and reads values", stage.range);
      text.stages.push_back({stage, plan::ChannelShape(*stage.channel),
                             text.number + "_" + std::to_string(text.stages.size() + 1),
                             "::plumb::" + space});
    }
    reports.push_back(std::move(text));
  }
}

/// Which programs the headers hold that are included.
std::string ReportsWriter::programsOfStages() const {
  std::vector<std::string> assertions;
  for (const ReportText &report : reports)
    for (const StageText &text : report.stages) {
      const Channel &channel = *text.stage.channel;
      const std::string assertion = programAssertion(channel.name, programHash(channel));
      if (!llvm::is_contained(assertions, assertion))
        assertions.push_back(assertion);
    }
  return joined(assertions, "");
}

std::string ReportsWriter::head() const {
  std::string text = commentLine("\\file");
  text += commentLine("The reports `" + composition.head.name + "`, all about one value" +
                      (isPriced() ? ", proved private together:" : ". Proved of them together:"));
  for (const std::string &guarantee : certificate.subject().guarantees())
    text += commentLine("  - " + guarantee);
  std::vector<std::string> assumptions;
  for (const report::Assumption &assumption : certificate.assumptions())
    assumptions.push_back(report::assumptionText(assumption));
  text += commentSection("Assumptions", assumptions);
  text += "///\n" + commentLine("The reports:") + "///\n";
  const std::string program = ir::print(composition);
  for (llvm::StringRef rest = program; !rest.empty();) {
    const auto [first, others] = rest.split('\n');
    text += commentLine("    " + first.str());
    rest = others;
  }
  std::string classes;
  for (std::size_t number : inputs)
    classes += (classes.empty() ? "" : ", then ") + composition.head.classes[number].name + " (" +
               ir::print(composition.head, *composition.head.classes[number].size) + ")";
  text += "///\n" + commentLine("Values x are numbered from 0, class after class: " + classes + ".");
  text += commentLine("A report has the numbers of the header of its channel.");
  text += "///\n" + commentLine("Names that C++ or this header needs for itself have a trailing underscore.");
  text += "///\n" + commentLine("Generated by Plumb from " + certificate.sourceName() + " (SHA-256 " +
                                certificate.sourceHash() + ").");
  return text + commentLine("Do not edit: " + composition.head.name +
                            ".cert.json, the certificate, names the hash of this file.");
}

std::string ReportsWriter::reportMembers() const {
  Writer lines;
  for (const ReportText &text : reports) {
    lines.line(commentLine("`" + ir::print(composition, text.report) + "`"));
    const std::string type = text.stages.back().space + "::Report";
    lines.line(text.report.times ? "std::vector<" + type + "> " + text.name() + ";"
                                 : type + " " + text.name() + "{};");
  }
  return lines.text();
}

std::string ReportsWriter::secrets() const {
  Writer lines;
  for (const ReportText &text : reports)
    for (const StageText &stage : text.stages)
      if (hasMaps(stage)) {
        lines.line(commentLine("Of `" + ir::print(composition, stage.stage) + "`."));
        lines.line(stage.space + "::Secrets secrets" + stage.number + ";");
      }
  return lines.text();
}

/// Of several guarantees the largest budget, and never less than nothing.
std::string ReportsWriter::price() {
  Writer lines;
  for (std::size_t number : priced) {
    const ChannelTerm &budget = *composition.head.notions[number].budget;
    lines.line(isFraction(budget) ? "price = std::max<Rational>(price, " + rational(budget) + ");"
                                  : priceTerms.raisePrice(budget));
  }
  return lines.text();
}

/// What premises and prices with powers of e or logarithms in them need.
std::string ReportsWriter::powers() const {
  std::vector<std::string> announced = terms.exponents();
  announced.insert(announced.end(), priceTerms.exponents().begin(), priceTerms.exponents().end());
  return Writer()
      .line("[[maybe_unused]] const auto powers = Powers::create({" + joined(announced) + "});")
      .under("if (!powers)", "return powers.error();")
      .text();
}

/// A term without powers and logarithms, as a Rational.
Code ReportsWriter::fraction(const ChannelTerm &term) {
  const auto infix = [&](const char *sign, Level level, Level right) {
    return Code{operand(fraction(*term.operands[0]), level) + sign +
                    operand(fraction(*term.operands[1]), right),
                level, ValueType::Rational};
  };
  switch (term.kind) {
  case Kind::Number: {
    constexpr long largest = 1'000'000;
    const bool isSmall = isIntegral(term.number) && abs(term.number) <= largest;
    return {isSmall ? "Rational(" + toString(term.number) + ")"
                    : "Rational::parse(" + quoted(toString(term.number)) + ").value()",
            Level::Postfix, ValueType::Rational};
  }
  case Kind::Parameter: {
    const Channel::Parameter &parameter = composition.head.parameters[term.index];
    const std::string read = "parameters." + channelIdentifier(parameter.name);
    return {parameter.sort == ir::Sort::Real ? read : "Rational(" + read + ")", Level::Postfix,
            ValueType::Rational};
  }
  case Kind::Negate:
    return {"-" + operand(fraction(*term.operands[0]), Level::Prefix), Level::Prefix, ValueType::Rational};
  case Kind::Add:
    return infix(" + ", Level::Sum, Level::Sum);
  case Kind::Subtract:
    return infix(" - ", Level::Sum, Level::Product);
  case Kind::Multiply:
    return infix(" * ", Level::Product, Level::Product);
  case Kind::Divide:
    return infix(" / ", Level::Product, Level::Prefix);
  case Kind::Definition:
  case Kind::Exponential:
  case Kind::Logarithm:
    break;
  }
  problems.add("`" + ir::print(composition.head, term) +
                   "` is no fraction, and a client of all reports gives fractions to its channels; use their "
                   "clients one by one",
               term.range);
  return {"Rational()", Level::Postfix, ValueType::Rational};
}

std::string ReportsWriter::rational(const ChannelTerm &term) {
  return fraction(term).text;
}

/// The name of a number with 64 bits.
std::string ReportsWriter::whole(const ChannelTerm &term, const std::string &name, Writer &lines) {
  if (term.kind == Kind::Parameter)
    return "parameters." + channelIdentifier(composition.head.parameters[term.index].name);
  lines.line("const Rational " + name + " = " + rational(term) + ";");
  lines.under("if (mpz_fits_slong_p(" + name + ".numerator()) == 0)",
              "return runtime::Error{" +
                  quoted("`" + ir::print(composition.head, term) + "` needs more than 64 bits") + "};");
  return "std::int64_t{mpz_get_si(" + name + ".numerator())}";
}

std::string ReportsWriter::argument(const ChannelTerm &term, const Channel::Parameter &parameter,
                                    const std::string &name, Writer &lines) {
  return parameter.sort == ir::Sort::Int ? whole(term, name, lines) : "Rational(" + rational(term) + ")";
}

/// How many members class \p number of the channel has.
std::string ReportsWriter::sizeText(const StageText &text, std::size_t number) const {
  const ChannelTerm &size = *text.stage.channel->classes[number].size;
  return size.kind == Kind::Parameter
             ? "static_cast<std::uint64_t>(" + text.parametersName() + "." +
                   channelIdentifier(text.stage.channel->parameters[size.index].name) + ")"
             : size.number.get_str();
}

/// From the numbers of the values, or of the outputs of the stage before, to those of the inputs of this one:
/// class by class where these are the same. Else what is proved is ldp, of any numbers.
std::string ReportsWriter::renumbering(const ReportText &report, std::size_t position) const {
  const StageText &text = report.stages[position];
  if (!text.stage.sources)
    return "Renumbering({})";
  std::vector<std::string> ranges;
  for (std::size_t before : position == 0 ? inputs : report.stages[position - 1].shape.outputs)
    for (std::size_t own : text.shape.inputs)
      if ((*text.stage.sources)[own] == before)
        ranges.push_back("  {" + sizeText(text, own) + ", " + text.clientName() + "->first(" + text.space +
                         "::Input::" + tagIdentifier(text.stage.channel->classes[own].name) + ")}");
  return "Renumbering({\n" + joined(ranges, ",\n") + "})";
}

std::string ReportsWriter::clients() {
  Writer lines;
  for (const ReportText &report : reports) {
    if (report.report.times)
      lines.line("const std::int64_t " + report.timesName() + " = " +
                 whole(*report.report.times, "repeated" + report.number, lines) + ";");
    for (std::size_t position = 0; position < report.stages.size(); ++position) {
      const StageText &text = report.stages[position];
      const Channel &channel = *text.stage.channel;
      std::vector<std::string> values;
      for (std::size_t i = 0; i < channel.parameters.size(); ++i)
        values.push_back(argument(*text.stage.arguments[i], channel.parameters[i],
                                  "argument" + text.number + "_" + std::to_string(i + 1), lines));
      lines.line("const " + text.space + "::Parameters " + text.parametersName() + "{\n    " +
                 joined(values, ",\n    ") + "};");
      lines.line("auto " + text.clientName() + " = " + text.space + "::Client::create(" +
                 text.parametersName() +
                 (hasMaps(text) ? ", std::move(secrets.secrets" + text.number + ")" : "") + ");");
      lines.under("if (!" + text.clientName() + ")", "return " + text.clientName() + ".error();");
      lines.line("Renumbering number" + text.number + " = " + renumbering(report, position) + ";");
    }
  }
  lines.line("std::vector<std::uint64_t> firsts = {0};");
  for (std::size_t number : inputs)
    lines.line("firsts.push_back(firsts.back() + static_cast<std::uint64_t>(" +
               whole(*composition.head.classes[number].size, "size" + std::to_string(number + 1), lines) +
               "));");
  return lines.text();
}

std::string ReportsWriter::members() const {
  Writer lines;
  for (const ReportText &report : reports) {
    if (report.report.times)
      lines.line("std::int64_t " + report.timesName() + ";");
    for (const StageText &text : report.stages) {
      lines.line(text.space + "::Client " + text.clientName() + ";");
      lines.line("runtime::local::Renumbering number" + text.number + ";");
    }
  }
  return lines.text();
}

std::string ReportsWriter::made() const {
  std::vector<std::string> all = {"std::move(firsts)"};
  if (isPriced())
    all.push_back("std::move(price)");
  for (const ReportText &report : reports) {
    if (report.report.times)
      all.push_back(report.timesName());
    for (const StageText &text : report.stages) {
      all.push_back("*std::move(" + text.clientName() + ")");
      all.push_back("std::move(number" + text.number + ")");
    }
  }
  return joined(all, ",\n");
}

std::string ReportsWriter::sending() const {
  Writer lines;
  for (const ReportText &report : reports) {
    if (report.report.times)
      lines.open("for (std::int64_t k = 0; k < parts->" + report.timesName() + "; ++k)");
    std::string value = "x";
    for (const StageText &text : report.stages) {
      const std::string sent = "sent" + text.number;
      lines.line("auto " + sent + " = parts->" + text.clientName() + ".perturb(parts->number" + text.number +
                 "(" + value + "), bits);");
      lines.under("if (!" + sent + ")", "return " + sent + ".error();");
      value = "*" + sent;
    }
    const std::string last = "*std::move(sent" + report.stages.back().number + ")";
    lines.line(report.report.times ? "reports." + report.name() + ".push_back(" + last + ");"
                                   : "reports." + report.name() + " = " + last + ";");
    if (report.report.times)
      lines.close();
  }
  return lines.text();
}

std::string ReportsWriter::text() {
  const bool hasSecrets =
      llvm::any_of(reports, [](const ReportText &report) { return llvm::any_of(report.stages, hasMaps); });
  Includes includes;
  includes.add("<gmp.h>");
  for (const ReportText &report : reports)
    for (const StageText &text : report.stages)
      includes.add(quoted(text.stage.channel->name + ".h"));
  includes.add("\"plumb/runtime/local/powers.h\"");
  Template header("channel_composition.h");
  // What is used comes to light in this order; it stands in another one.
  header.set("price", price())
      .set("premises", channelPremises(composition.head, terms))
      .set("powers", powers())
      .set("numbers", channelNumbers(composition.head, terms))
      .set("numbersOfPrice", channelNumbers(composition.head, priceTerms))
      .set("clients", clients())
      .set("head", head())
      .set("name", composition.head.name)
      .set("space", identifier(composition.head.name))
      .set("opened", openedSpace(composition.head.name))
      .set("mark", unmarked)
      .set("programs", programsOfStages())
      .set("parameters", channelParameters(composition.head))
      .set("secrets", secrets())
      .set("inputs", channelTags(composition.head, inputs))
      .set("reports", reportMembers())
      .set("members", members())
      .set("made", made())
      .set("sending", sending())
      .when("secrets", hasSecrets)
      .when("price", isPriced())
      .when("keeping", !composed.hasBudget())
      .when("numbers", !terms.parameters().empty())
      .when("numbersOfPrice", !priceTerms.parameters().empty());
  return header.text(includes);
}

std::string channelCompositionText(const report::Certificate &certificate, plan::Problems &problems) {
  return ReportsWriter(certificate, problems).text();
}

} // namespace plumb::emit
