// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/compositions.h"

#include "frontend/ir/announcement.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/published.h"
#include "frontend/ir/substitution.h"
#include "frontend/sema/channel_compositions.h"
#include "frontend/sema/channel_terms.h"
#include "frontend/sema/clauses.h"
#include "frontend/sema/common_neighbours.h"
#include "frontend/sema/expressions.h"
#include "frontend/sema/file_variables.h"
#include "frontend/sema/mentions.h"
#include "frontend/sema/published_value.h"
#include "frontend/sema/record_adjacency.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Casting.h>
#include <set>

namespace plumb::sema {

using namespace ir;
using Role = Variable::Role;

namespace {

/// All mechanisms of the text; null for one that has a mistake.
using Mechanisms = std::map<std::string, const Mechanism *>;

/// One use: make it, call run().
class CompositionAnalysis {
public:
  CompositionAnalysis(const syntax::Composition &text, const FileNames &declared, const Mechanisms &all,
                      const SourceFile &file, DiagnosticSink &sink)
      : written(text), names(declared), mechanisms(all), elaboration(file, sink, result->head) {
    elaboration.names = &names;
    elaboration.misnamed = names.misnamed;
  }

  /// Null after a report, here or where a part is declared.
  std::unique_ptr<Composition> run();

private:
  void declareSizes();
  void checkQueryNames();
  void definition(const syntax::Composition::Definition &written);
  bool isFree(const syntax::Word &name);
  void part(const syntax::Composition::Part &written);
  const Mechanism *mechanismNamed(const syntax::Word &name);
  bool reportExchanged(const Mechanism &of, const std::vector<const Variable *> &parameters,
                       const syntax::Composition::Part &text);
  bool reportNamed(const Mechanism &of, const Variable &parameter, const syntax::Expression &text);
  std::string arraysFor(const Variable &parameter) const;
  Argument argument(const Mechanism &of, const Variable &parameter, const syntax::Expression &written);
  void neighboursAreFixed(const Part &part);
  void publish(const syntax::Composition::Part &written, const Part &part);
  std::vector<ExpressionPtr> lengthsOf(const Part &part) const;
  void everyQueryIsAsked();
  void dropUnusedSizes();
  bool isNeeded(const Variable &size) const;

  const syntax::Composition &written;
  const FileNames &names;
  const Mechanisms &mechanisms;
  std::unique_ptr<Composition> result = std::make_unique<Composition>();
  Elaboration elaboration;
};

bool isInHead(const Variable &variable) {
  return !variable.fileSize && !variable.definition &&
         (variable.role == Role::Parameter || variable.role == Role::Query);
}

std::string kindOf(const Variable &parameter) {
  std::string sort = parameter.sort == Sort::Int ? "int" : parameter.sort == Sort::Real ? "real" : "bool";
  std::size_t dimensions = parameter.extents.size();
  std::string shape = dimensions == 0   ? ""
                      : dimensions == 1 ? "an array of "
                                        : "an array in " + std::to_string(dimensions) + " dimensions of ";
  if (parameter.role == Role::Query)
    return "a query: " + (shape.empty() ? "one " + sort : shape + sort + "s");
  return shape.empty() ? describe(parameter.sort) : shape + sort + "s";
}

/// "daily(eps, limit)"
std::string signatureOf(const Mechanism &mechanism) {
  std::string parameters;
  for (const auto &variable : mechanism.variables)
    if (isInHead(*variable))
      parameters += (parameters.empty() ? "" : ", ") + variable->name;
  return mechanism.name + "(" + parameters + ")";
}

bool isAlike(const Variable &variable, const Variable &parameter) {
  return variable.role == parameter.role && variable.sort == parameter.sort &&
         variable.extents.size() == parameter.extents.size();
}

std::unique_ptr<Composition> CompositionAnalysis::run() {
  Neighbourhood &head = result->head;
  head.name = written.head.name.text;
  head.nameRange = written.head.name.range;
  head.clauses = written.head.clauses;
  head.range = written.head.range;
  elaboration.introduced = introducedBy(written);
  declareSizes();
  checkQueryNames();
  declareParameters(elaboration, written.head);
  elaboration.hasRecordAdjacency = !written.head.recordAdjacency.empty();
  analyzeRecordAdjacency(elaboration, written.head);
  analyzeRequirements(elaboration, written.head);
  for (const syntax::Composition::Definition &each : written.definitions)
    definition(each);
  if (!written.head.guarantees.empty())
    result->guarantee = analyzeGuarantee(elaboration, written.head);
  // Before the parts: whom they see does not depend on what they publish.
  for (const syntax::Composition::Sampling &sampling : written.samplings)
    result->sampling = {ExpressionAnalysis(elaboration, Place::Argument)
                            .value(Sort::Real, *sampling.probability, "the probability"),
                        sampling.range};
  std::set<std::string> lost;
  for (const syntax::Composition::Part &each : written.parts)
    if (each.published)
      elaboration.introduced[each.published->text].push_back(
          {Introduced::As::Published, each.published->range});
  for (const syntax::Composition::Part &each : written.parts) {
    // What a part with a mistake would have published says nothing of those that read it.
    const auto isLost = [&](const auto &argument) {
      return llvm::any_of(lost, [&](const std::string &name) { return mentions(*argument, name); });
    };
    if (!llvm::any_of(each.arguments, isLost) && !(each.times && isLost(each.times)))
      part(each);
    if (each.published)
      elaboration.introduced.erase(each.published->text);
    if (each.published && !elaboration.scope.global(each.published->text) &&
        !elaboration.passedCells.contains(each.published->text))
      lost.insert(each.published->text);
  }
  if (written.parts.empty())
    elaboration.report(DiagnosticKind::NoParts, head.nameRange, {head.name},
                       "name mechanisms of this file with their arguments, as in `daily(eps / 7) 7 times`");
  if (elaboration.failed)
    return nullptr;
  agreeOnNeighbours(elaboration, *result);
  if (!elaboration.failed)
    everyQueryIsAsked();
  if (elaboration.failed)
    return nullptr;
  dropUnusedSizes();
  return std::move(result);
}

/// All of them, so that no parameter takes their names.
void CompositionAnalysis::declareSizes() {
  for (const syntax::Word &size : names.written->sizes) {
    auto known = names.sizes.find(size.text);
    if (known == names.sizes.end() || known->second.written != &size)
      continue;
    elaboration.scope.declare(Role::Parameter, size.text, Sort::Int, size.range).variable->fileSize =
        known->second.checked;
  }
}

void CompositionAnalysis::checkQueryNames() {
  for (const syntax::Parameter &parameter : written.head.parameters) {
    auto query = names.queries.find(parameter.name.text);
    if (query != names.queries.end())
      elaboration.report({DiagnosticKind::DuplicateName,
                          parameter.name.range,
                          {parameter.name.text, "a query of this file"},
                          {{"the first one", query->second.written->name.range}},
                          "choose another name"});
  }
}

const Mechanism *CompositionAnalysis::mechanismNamed(const syntax::Word &name) {
  auto found = mechanisms.find(name.text);
  if (found != mechanisms.end()) {
    elaboration.failed = elaboration.failed || !found->second;
    return found->second;
  }
  elaboration.report(DiagnosticKind::UnknownPart, name.range, {name.text},
                     name.text == written.head.name.text
                         ? Help("a composition is no part of one: list the mechanisms that it runs")
                         : helpForWord(name.text, llvm::make_first_range(mechanisms),
                                       "parts are mechanisms of the same file"));
  return nullptr;
}

void CompositionAnalysis::part(const syntax::Composition::Part &text) {
  Part part{mechanismNamed(text.mechanism), {}, nullptr, text.range};
  if (text.times)
    part.times = ExpressionAnalysis(elaboration, Place::Argument)
                     .value(Sort::Int, *text.times, "how often a part runs");
  if (!part.mechanism)
    return;
  // Who the neighbours are is needed here, before anything is found.
  for (const Difference &difference : part.mechanism->adjacency)
    if (difference.openDirection.isOpen || difference.openBound.isOpen)
      return elaboration.report(DiagnosticKind::MissingAdjacency, text.range, {difference.query->name},
                                "`" + part.mechanism->name +
                                    "` leaves it open: fill it first, with `plumb fill`");
  std::vector<const Variable *> parameters;
  for (const auto &variable : part.mechanism->variables)
    if (isInHead(*variable))
      parameters.push_back(variable.get());
  if (parameters.size() != text.arguments.size())
    return elaboration.report(DiagnosticKind::WrongArgumentCount, text.range,
                              {text.mechanism.text, count(parameters.size(), "argument", "arguments"),
                               count(text.arguments.size(), "argument", "arguments")},
                              "one for each of its parameters and queries, in their order: `" +
                                  signatureOf(*part.mechanism) + "`");
  if (reportExchanged(*part.mechanism, parameters, text))
    return;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    part.arguments.push_back(argument(*part.mechanism, *parameters[i], *text.arguments[i]));
  neighboursAreFixed(part);
  if (text.published)
    publish(text, part);
  result->parts.push_back(std::move(part));
}

/// Who the neighbours are is one relation for all that may be published. And models of it know nothing of
/// powers of e.
void CompositionAnalysis::neighboursAreFixed(const Part &part) {
  const auto refuse = [&](const Argument &argument, const Variable &variable, const std::string &reason) {
    const bool isGiven = argument.value ? reads(*argument.value, variable) : argument.whole == &variable;
    const SourceRange range = argument.value ? argument.value->range() : part.range;
    if (isGiven && decidesNeighbours(*part.mechanism, *argument.parameter))
      elaboration.report(DiagnosticKind::UnfitArgument, range,
                         {argument.value ? elaboration.textOf(range) : variable.name,
                          argument.parameter->name, part.mechanism->name, "part of who its neighbours are"},
                         reason + "; pass parameters of `" + written.head.name.text + "`");
  };
  for (const Argument &argument : part.arguments) {
    for (const Part &before : result->parts)
      for (const Variable *published : publishedBy(*result, before))
        refuse(argument, *published, "they are fixed before anything is published");
    for (const Definition &defined : result->definitions)
      refuse(argument, *defined.variable, "they are stated without powers of e and logarithms");
  }
}

/// `let E = exp(eps)`: declares the name for what follows.
void CompositionAnalysis::definition(const syntax::Composition::Definition &text) {
  const syntax::Expression &value = *text.value;
  const bool isCall = value.kind == syntax::Expression::Kind::Call && value.operands.size() == 1;
  const bool isLogarithm = value.text == "ln";
  if (!isCall || (!isLogarithm && value.text != "exp")) {
    const std::string written = isCall ? value.text : std::string();
    elaboration.report(
        DiagnosticKind::UnexpectedWord, isCall ? value.wordRange : value.range,
        {"`exp(...)` or `ln(...)`",
         "`" + elaboration.textOf(isCall ? value.wordRange : value.range) + (isCall ? "(...)`" : "`")},
        helpForExponential(written,
                           "only what no other term is gets a name, as in `let E = exp(eps)` and `let c "
                           "= ln(1 + E)`"));
    if (isFree(text.name)) // Its mistake was told, so that it is known all the same.
      elaboration.scope.declare(Role::Parameter, text.name.text, Sort::Real, text.name.range);
    return;
  }
  ExpressionPtr argument = ExpressionAnalysis(elaboration, Place::Argument)
                               .value(Sort::Real, *value.operands[0],
                                      isLogarithm ? "the argument of `ln`" : "the argument of `exp`");
  if (!isFree(text.name))
    return;
  const Variable &name =
      *elaboration.scope.declare(Role::Parameter, text.name.text, Sort::Real, text.name.range).variable;
  result->definitions.push_back(
      {&name, isLogarithm ? Definition::Function::Logarithm : Definition::Function::Exponential,
       std::move(argument), text.range});
}

/// False after a report.
bool CompositionAnalysis::isFree(const syntax::Word &name) {
  const NameFacts *first = elaboration.scope.global(name.text);
  const auto query = names.queries.find(name.text);
  const auto cell = elaboration.passedCells.find(name.text);
  if (cell != elaboration.passedCells.end()) {
    elaboration.report({DiagnosticKind::DuplicateName,
                        name.range,
                        {name.text, "something else here"},
                        {{"the first one", cell->second.range}},
                        "choose another name"});
    return false;
  }
  if (!first && query == names.queries.end())
    return true;
  if (!first)
    elaboration.misnamed.insert(name.text);
  elaboration.report({DiagnosticKind::DuplicateName,
                      name.range,
                      {name.text, first ? "something else here" : "a query of this file"},
                      {{"the first one", first ? first->variable->range : query->second.written->name.range}},
                      "choose another name"});
  return false;
}

/// How many cells its loops have, in terms of the composition. None if it publishes outside of loops, or if
/// that depends on what was published before.
std::vector<ExpressionPtr> CompositionAnalysis::lengthsOf(const Part &part) const {
  const Substitution arguments = argumentsOf(*result, part);
  std::vector<ExpressionPtr> lengths;
  for (const For *loop : publishedLoops(*part.mechanism)) {
    lengths.push_back(substituted(*loop->high, arguments));
    if (anyPart(*lengths.back(), [&](const Expression &term) {
          const auto *read = llvm::dyn_cast<Read>(&term);
          return read && !isGiven(*result, read->variable);
        }))
      return {};
  }
  return lengths;
}

/// Declares the name for the parts that follow.
void CompositionAnalysis::publish(const syntax::Composition::Part &text, const Part &part) {
  const syntax::Word &name = *text.published;
  const Mechanism &mechanism = *part.mechanism;
  if (!isFree(name))
    return;
  std::vector<ExpressionPtr> lengths = lengthsOf(part);
  const auto sort = lengths.empty() ? publishedSort(mechanism) : publishedElement(mechanism);
  std::vector<const Tag *> tags = sort              ? std::vector<const Tag *>()
                                  : lengths.empty() ? publishedTags(mechanism)
                                                    : seenTags(mechanism);
  const bool isPassed = sort || !tags.empty();
  if (!isPassed || text.times)
    return elaboration.report(
        DiagnosticKind::NotPassedOn, name.range,
        {mechanism.name,
         isPassed ? "something for each time that it runs" : "not one cell, value or array in every run",
         name.text},
        std::string(
            "what is passed on is published by a part that runs once, with `output` outside of loops, or "
            "with `return z`, on every way; or in a loop over `0 .. n`, where n is a parameter "
            "that no part publishes") +
            (llvm::any_of(mechanism.tags, [](const auto &tag) { return isAnnounced(*tag); })
                 ? "; what is announced, only the proof of the part sees"
                 : ""));
  if (!sort) {
    elaboration.passedCells[name.text] = {name.range, std::move(tags), std::move(lengths)};
    return;
  }
  NameFacts &facts = elaboration.scope.declare(Role::Parameter, name.text, *sort, name.range);
  facts.dimensions = lengths.size();
  facts.isPassedOn = true;
  facts.variable->extents = std::move(lengths);
}

/// Two arguments, an answer or an array and a number, each where the other is meant.
bool CompositionAnalysis::reportExchanged(const Mechanism &of,
                                          const std::vector<const Variable *> &parameters,
                                          const syntax::Composition::Part &text) {
  const auto isNumber = [](const Variable &variable) {
    return variable.role == Role::Parameter && !variable.isArray();
  };
  const auto given = [&](std::size_t i) -> const Variable * {
    const syntax::Expression &argument = *text.arguments[i];
    const bool isName = argument.kind == syntax::Expression::Kind::Name && !argument.primed;
    NameFacts *facts = isName ? elaboration.scope.global(argument.text) : nullptr;
    return facts ? facts->variable : nullptr;
  };
  std::vector<std::size_t> misplaced;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Variable *variable = given(i);
    if (isNumber(*parameters[i]) == (variable != nullptr && !isNumber(*variable)))
      misplaced.push_back(i);
  }
  if (misplaced.size() != 2 || isNumber(*parameters[misplaced[0]]) == isNumber(*parameters[misplaced[1]]))
    return false;
  const bool isFirstNumber = isNumber(*parameters[misplaced[0]]);
  const Variable *whole = given(misplaced[isFirstNumber ? 0 : 1]);
  if (whole == nullptr || !isAlike(*whole, *parameters[misplaced[isFirstNumber ? 1 : 0]]))
    return false;
  const syntax::Expression &first = *text.arguments[misplaced[0]], &second = *text.arguments[misplaced[1]];
  const std::string firstText = elaboration.textOf(first.range),
                    secondText = elaboration.textOf(second.range);
  const Variable &meant = *parameters[misplaced[0]];
  elaboration.report(DiagnosticKind::UnfitArgument, first.range,
                     {firstText, meant.name, of.name, kindOf(meant)},
                     {"exchange `" + firstText + "` and `" + secondText + "`",
                      {Repair{first.range, secondText}, Repair{second.range, firstText}}});
  return true;
}

/// `eps = eps / 2` for a parameter `eps`, as elsewhere.
bool CompositionAnalysis::reportNamed(const Mechanism &of, const Variable &parameter,
                                      const syntax::Expression &text) {
  using Kind = syntax::Expression::Kind;
  const bool isNamed = text.kind == Kind::Binary && text.text == "=" && parameter.sort != Sort::Bool &&
                       text.operands[0]->kind == Kind::Name &&
                       llvm::any_of(of.variables, [&](const auto &variable) {
                         return isInHead(*variable) && variable->name == text.operands[0]->text;
                       });
  if (!isNamed)
    return false;
  const std::string value = elaboration.textOf(text.operands[1]->range);
  elaboration.report(
      DiagnosticKind::UnfitArgument, text.range,
      {elaboration.textOf(text.range), parameter.name, of.name, kindOf(parameter)},
      {"arguments have no names and stand in the order of the parameters: write `" + value + "`",
       Repair{std::nullopt, value}});
  return true;
}

/// ", or all of what an earlier part publishes, `seen.above`": an array of this sort, if there is one.
std::string CompositionAnalysis::arraysFor(const Variable &parameter) const {
  const auto said = [](const std::string &reading) {
    return ", or all of what an earlier part publishes, as in `" + reading + "`, if it is as long";
  };
  for (const auto &[name, cells] : elaboration.passedCells) {
    if (cells.extents.size() != parameter.extents.size())
      continue;
    for (const Tag *tag : cells.tags) {
      if (parameter.sort == Sort::Bool)
        return said(name + " is " + tag->name);
      for (std::size_t i = 0; i < tag->components.size(); ++i)
        if (tag->components[i] == parameter.sort)
          return said(name + "." + tag->name +
                      (tag->components.size() > 1 ? "." + std::to_string(i + 1) : ""));
    }
  }
  for (const Part &part : result->parts)
    for (const Variable *published : publishedBy(*result, part))
      if (published->extents.size() == parameter.extents.size() && published->sort == parameter.sort)
        return said(published->name);
  return "";
}

Argument CompositionAnalysis::argument(const Mechanism &of, const Variable &parameter,
                                       const syntax::Expression &text) {
  if (parameter.role == Role::Parameter && !parameter.isArray()) {
    if (reportNamed(of, parameter, text))
      return {&parameter, nullptr, nullptr};
    ExpressionAnalysis analysis(elaboration, Place::Argument);
    ExpressionPtr value = analysis.value(text);
    const bool isReal = value && value->sort() == Sort::Real && parameter.sort == Sort::Int;
    const bool mayBeExchanged = isReal && llvm::any_of(of.variables, [](const auto &other) {
                                  return isInHead(*other) && other->sort == Sort::Real;
                                });
    if (mayBeExchanged) {
      elaboration.report(DiagnosticKind::SortMismatch, text.range,
                         {"the argument", describe(Sort::Real), describe(Sort::Int)},
                         "arguments stand in the order of the parameters: `" + signatureOf(of) + "`");
      return {&parameter, nullptr, nullptr};
    }
    return {&parameter, analysis.convert(std::move(value), parameter.sort, "the argument"), nullptr};
  }
  const bool isName = text.kind == syntax::Expression::Kind::Name && !text.primed;
  NameFacts *facts = isName ? elaboration.scope.global(text.text) : nullptr;
  if (facts && isAlike(*facts->variable, parameter))
    return {&parameter, nullptr, facts->variable};
  ExpressionAnalysis analysis(elaboration, Place::Argument);
  if (analysis.isOfPassedArray(text)) {
    const Variable *passed = analysis.passedArray(text);
    if (!passed || isAlike(*passed, parameter))
      return {&parameter, nullptr, passed};
  }
  if (isName && elaboration.passedCells.contains(text.text)) {
    analysis.value(text); // Tells how its cells are read.
    return {&parameter, nullptr, nullptr};
  }
  if (isName && !facts && !names.queries.contains(text.text)) {
    if (ExpressionAnalysis(elaboration, Place::Argument).reportKnownElsewhere(text))
      return {&parameter, nullptr, nullptr};
    const std::string similar = elaboration.similarName(text.text);
    elaboration.reportAbout(text.text, DiagnosticKind::UnknownName, text.range, {text.text},
                            similar.empty()
                                ? Help("declare it as a parameter of `" + written.head.name.text + "`")
                                : didYouMean(similar));
    return {&parameter, nullptr, nullptr};
  }
  elaboration.reportAbout(isName ? text.text : "", DiagnosticKind::UnfitArgument, text.range,
                          {elaboration.textOf(text.range), parameter.name, of.name, kindOf(parameter)},
                          "pass a parameter of `" + written.head.name.text + "` that is declared alike" +
                              (parameter.role == Role::Parameter ? arraysFor(parameter) : ""));
  return {&parameter, nullptr, nullptr};
}

void CompositionAnalysis::everyQueryIsAsked() {
  const Neighbourhood &head = result->head;
  for (const auto &variable : head.variables) {
    bool isAsked = std::any_of(head.adjacency.begin(), head.adjacency.end(),
                               [&](const Difference &stated) { return stated.query == variable.get(); });
    if (variable->role == Role::Query && !isAsked)
      elaboration.report(DiagnosticKind::MissingAdjacency, variable->range, {variable->name},
                         "pass it to the parts, whose adjacency says it, or drop it");
  }
}

bool CompositionAnalysis::isNeeded(const Variable &size) const {
  for (const Part &part : result->parts)
    for (const auto &variable : part.mechanism->variables)
      if (variable->fileSize == size.fileSize)
        return true;
  Mentions mentions = neededBy(elaboration, written.head);
  collectMentions(written.head, mentions);
  for (const syntax::Composition::Sampling &sampling : written.samplings)
    collectMentions(*sampling.probability, mentions);
  for (const syntax::Composition::Definition &defined : written.definitions)
    collectMentions(*defined.value, mentions);
  for (const syntax::Composition::Part &part : written.parts) {
    for (const syntax::ExpressionPtr &argument : part.arguments)
      collectMentions(*argument, mentions);
    if (part.times)
      collectMentions(*part.times, mentions);
  }
  return mentions.count(size.name) != 0;
}

/// The others are required not to be negative, as everywhere.
void CompositionAnalysis::dropUnusedSizes() {
  Neighbourhood &head = result->head;
  auto isUnused = [&](const std::unique_ptr<Variable> &variable) {
    return variable->fileSize && !isNeeded(*variable);
  };
  head.variables.erase(std::remove_if(head.variables.begin(), head.variables.end(), isUnused),
                       head.variables.end());
  std::vector<ExpressionPtr> requirements;
  for (std::size_t i = 0; i < head.fileSizeCount(); ++i) {
    const Variable &size = *head.variables[i];
    auto read = std::make_unique<Read>(size, false, std::vector<ExpressionPtr>(), size.range);
    auto zero = std::make_unique<Number>(0, Sort::Int, size.range);
    requirements.push_back(std::make_unique<Binary>(BinaryOperator::GreaterEqual, Sort::Bool, std::move(read),
                                                    std::move(zero), size.range));
  }
  for (ExpressionPtr &requirement : head.requirements)
    requirements.push_back(std::move(requirement));
  head.requirements = std::move(requirements);
}

} // namespace

/// `guarantees ldp(eps)` of mechanisms.
static bool reportNotionOfChannels(const syntax::Composition &written,
                                   const std::set<std::string> &mechanisms, DiagnosticSink &sink) {
  const bool hasMechanismsAlone =
      !written.parts.empty() &&
      llvm::all_of(written.parts, [&](const auto &part) { return mechanisms.contains(part.mechanism.text); });
  if (!hasMechanismsAlone || written.guarantees.empty())
    return false;
  for (const syntax::ChannelNotion &stated : written.guarantees)
    sink.report(DiagnosticKind::UnknownNotion, stated.name.range, {stated.name.text},
                "mechanisms guarantee `private(eps)`; channels have this notion");
  return true;
}

void analyzeCompositions(const syntax::Program &written, const FileNames &names, const SourceFile &file,
                         DiagnosticSink &sink, ir::Program &program) {
  Mechanisms mechanisms;
  Channels channels;
  std::set<std::string> ofMechanisms;
  std::map<std::string, std::pair<const char *, SourceRange>> taken;
  for (const syntax::Channel &channel : written.channels) {
    channels.emplace(channel.name.text, nullptr);
    taken.emplace(channel.name.text, std::pair("a channel of this file", channel.name.range));
  }
  for (const auto &channel : program.channels)
    channels[channel->name] = channel.get();
  for (const syntax::Mechanism &mechanism : written.mechanisms) {
    mechanisms.emplace(mechanism.name.text, nullptr);
    ofMechanisms.insert(mechanism.name.text);
    taken.emplace(mechanism.name.text, std::pair("a mechanism of this file", mechanism.name.range));
  }
  for (const auto &mechanism : program.mechanisms)
    mechanisms[mechanism->name] = mechanism.get();
  for (const syntax::Composition &each : written.compositions) {
    const syntax::Word &name = each.head.name;
    auto [first, isFirst] = taken.emplace(name.text, std::pair("a composition of this file", name.range));
    if (!isFirst)
      sink.report({DiagnosticKind::DuplicateName,
                   name.range,
                   {name.text, first->second.first},
                   {{"the first one", first->second.second}},
                   "choose another name"});
    if (reportNotionOfChannels(each, ofMechanisms, sink))
      continue;
    if (isOfChannels(each, channels)) {
      auto reports = analyzeChannelComposition(each, channels, ofMechanisms, file, sink);
      if (reports && isFirst)
        program.channelCompositions.push_back(std::move(reports));
      continue;
    }
    if (llvm::any_of(each.parts, [](const auto &part) { return part.then.has_value(); })) {
      for (const syntax::Composition::Part &part : each.parts)
        if (part.then)
          sink.report(DiagnosticKind::UnexpectedWord, *part.then,
                      {"a part, or `times`, since what is published by mechanisms is read as in `seen := "
                       "daily(eps)`",
                       "`then`"});
      continue;
    }
    auto composition = CompositionAnalysis(each, names, mechanisms, file, sink).run();
    if (composition && isFirst)
      program.compositions.push_back(std::move(composition));
  }
}

} // namespace plumb::sema
