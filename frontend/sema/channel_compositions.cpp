// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/channel_compositions.h"

#include "frontend/ir/open_channel.h"
#include "frontend/sema/channel_names.h"
#include "frontend/sema/channel_terms.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::sema {

namespace {

using ir::Channel;
using ir::ChannelReport;
using ir::ChannelStage;
using ir::ChannelTerm;
using Kind = ChannelTerm::Kind;

/// One use: make it, call run().
class ChannelCompositionAnalysis {
public:
  ChannelCompositionAnalysis(const syntax::Composition &text, const Channels &all,
                             const std::set<std::string> &otherNames, const SourceFile &source,
                             DiagnosticSink &diagnostics)
      : written(text), channels(all), mechanisms(otherNames), file(source), sink(diagnostics),
        terms(result->head, diagnostics, ChannelTerms::Multiples::WholeNumbers), names(diagnostics) {}

  std::unique_ptr<ir::ChannelComposition> run();

private:
  using Part = syntax::Composition::Part;

  void refuseClauses();
  bool reportExchanged(const Channel &channel, const Part &text);
  void part(const Part &text);
  const Channel *channelNamed(const syntax::Word &name);
  ir::ChannelTermPtr argument(const Channel &channel, const Channel::Parameter &parameter,
                              const syntax::Expression &text);
  ir::ChannelTermPtr wholeNumber(const syntax::Expression &text, const std::string &of,
                                 const std::string &what);
  bool isWhole(const ChannelTerm &term) const;
  void findClasses();
  void findSources();
  void notion(const syntax::ChannelNotion &stated);
  std::vector<std::size_t> classes(const syntax::ChannelNotion::Argument &argument, bool areInputs);

  const syntax::Composition &written;
  const Channels &channels;
  const std::set<std::string> &mechanisms;
  const SourceFile &file;
  DiagnosticSink &sink;
  std::unique_ptr<ir::ChannelComposition> result = std::make_unique<ir::ChannelComposition>();
  ChannelTerms terms;
  ChannelNames names;
  /// A part could not be read, so that what follows says nothing.
  bool isLost = false;
};

std::unique_ptr<ir::ChannelComposition> ChannelCompositionAnalysis::run() {
  Channel &head = result->head;
  head.name = written.head.name.text;
  head.nameRange = written.head.name.range;
  head.range = written.head.range;
  names.declareParameters(written.head.parameters, head);
  refuseClauses();
  for (const Part &text : written.parts)
    part(text);
  for (const syntax::ExpressionPtr &requirement : written.head.requirements)
    terms.requirement(*requirement);
  if (isLost || sink.hasErrors())
    return nullptr;
  findClasses();
  for (const syntax::ChannelNotion &stated : written.guarantees)
    notion(stated);
  terms.settleExponents();
  if (sink.hasErrors())
    return nullptr;
  findSources();
  return std::move(result);
}

void ChannelCompositionAnalysis::refuseClauses() {
  for (const syntax::GuaranteeClause &guarantee : written.head.guarantees)
    sink.report(DiagnosticKind::UnknownNotion, guarantee.notion.range, {guarantee.notion.text},
                "channels guarantee `ldp(eps)`, `uldp(S, eps)`, `osldp(S, eps)` or `keeps_types(S, T)`");
  for (const syntax::RecordAdjacency &adjacency : written.head.recordAdjacency)
    sink.report(DiagnosticKind::NotInChannel, adjacency.range, {"an adjacency"},
                "all inputs of a channel are compared with each other; a notion says which");
  for (const syntax::Composition::Sampling &sampling : written.samplings)
    sink.report(DiagnosticKind::NotInChannel, sampling.range, {"a sample of records"},
                "a channel has one value of one person as its input");
  for (const syntax::Composition::Definition &definition : written.definitions)
    sink.report(DiagnosticKind::NotInChannel, definition.range, {"a definition beside the channels"},
                "write it into a channel, or write out what is passed to one");
}

const Channel *ChannelCompositionAnalysis::channelNamed(const syntax::Word &name) {
  if (const auto found = channels.find(name.text); found != channels.end()) {
    isLost = isLost || !found->second;
    return found->second;
  }
  isLost = true;
  if (mechanisms.count(name.text) != 0) {
    sink.report(DiagnosticKind::PartsDoNotCompose, name.range,
                {written.parts.front().mechanism.text, name.text,
                 "mechanisms run on data of many people, channels on one value of one person"},
                "compose mechanisms with mechanisms, and channels with channels");
    return nullptr;
  }
  sink.report(
      DiagnosticKind::UnknownPart, name.range, {name.text},
      helpForWord(name.text, llvm::make_first_range(channels), "parts are channels of the same file"));
  return nullptr;
}

void ChannelCompositionAnalysis::part(const Part &text) {
  ir::ChannelTermPtr times =
      text.times ? wholeNumber(*text.times, written.head.name.text, "how often a part runs") : nullptr;
  const Channel *channel = channelNamed(text.mechanism);
  if (text.published)
    sink.report(DiagnosticKind::NotInChannel, text.published->range, {"a name for a report"},
                "what is done to a report stands behind it: `first(eps) then second(eps)`");
  if (!channel)
    return;
  if (ir::declaredCount(*channel) != text.arguments.size()) {
    const auto count = [](std::size_t number) {
      return std::to_string(number) + (number == 1 ? " argument" : " arguments");
    };
    isLost = true;
    return sink.report(
        DiagnosticKind::WrongArgumentCount, text.range,
        {text.mechanism.text, count(ir::declaredCount(*channel)), count(text.arguments.size())},
        "one for each of its parameters, in their order");
  }
  if (reportExchanged(*channel, text))
    return;
  ChannelStage stage{channel, {}, {}, text.range};
  for (std::size_t i = 0; i < text.arguments.size(); ++i)
    stage.arguments.push_back(argument(*channel, channel->parameters[i], *text.arguments[i]));
  if (text.then && !result->reports.empty()) {
    ChannelReport &report = result->reports.back();
    if (report.stages.back().channel->isBitwise)
      sink.report(DiagnosticKind::PartsDoNotCompose, *text.then,
                  {report.stages.back().channel->name, channel->name,
                   "the one sends bits, and the other reads a value"},
                  "a channel behind another reads one of its outputs");
    report.stages.push_back(std::move(stage));
    report.times = std::move(times);
    report.range = cover(report.range, text.range);
    return;
  }
  ChannelReport report{{}, std::move(times), text.range};
  report.stages.push_back(std::move(stage));
  result->reports.push_back(std::move(report));
}

/// Two parameters, an int and a real, each where the other is meant.
bool ChannelCompositionAnalysis::reportExchanged(const Channel &channel, const Part &text) {
  std::vector<std::size_t> misplaced;
  bool isInt = false;
  for (std::size_t i = 0; i < text.arguments.size(); ++i) {
    const auto &declared = result->head.parameters;
    const auto given = std::find_if(declared.begin(), declared.end(), [&](const Channel::Parameter &one) {
      return text.arguments[i]->kind == syntax::Expression::Kind::Name && one.name == text.arguments[i]->text;
    });
    const bool wantsInt = channel.parameters[i].sort == ir::Sort::Int;
    if (given == declared.end() || (given->sort == ir::Sort::Int) == wantsInt)
      continue;
    if (!misplaced.empty() && isInt == wantsInt)
      return false;
    isInt = wantsInt;
    misplaced.push_back(i);
  }
  if (misplaced.size() != 2)
    return false;
  const syntax::Expression &first = *text.arguments[misplaced[0]], &second = *text.arguments[misplaced[1]];
  const Channel::Parameter &meant = channel.parameters[misplaced[0]];
  sink.report(DiagnosticKind::UnfitArgument, first.range,
              {first.text, meant.name, channel.name, meant.sort == ir::Sort::Int ? "an int" : "a real"},
              {"exchange `" + first.text + "` and `" + second.text + "`",
               {Repair{first.range, second.text}, Repair{second.range, first.text}}});
  isLost = true;
  return true;
}

ir::ChannelTermPtr ChannelCompositionAnalysis::argument(const Channel &channel,
                                                        const Channel::Parameter &parameter,
                                                        const syntax::Expression &text) {
  if (parameter.isExponent)
    return terms.exponent(text);
  if (parameter.sort == ir::Sort::Int)
    return wholeNumber(text, channel.name, parameter.name);
  return terms.number(text);
}

ir::ChannelTermPtr ChannelCompositionAnalysis::wholeNumber(const syntax::Expression &text,
                                                           const std::string &of, const std::string &what) {
  ir::ChannelTermPtr term = terms.number(text);
  if (term && !isWhole(*term)) {
    sink.report(DiagnosticKind::UnfitArgument, text.range,
                {std::string(file.text(text.range)), what, of, "an int"},
                "whole numbers are made of int parameters and numbers with + - *");
    return nullptr;
  }
  return term;
}

bool ChannelCompositionAnalysis::isWhole(const ChannelTerm &term) const {
  if (term.kind == Kind::Number)
    return isIntegral(term.number);
  if (term.kind == Kind::Parameter)
    return result->head.parameters[term.index].sort == ir::Sort::Int;
  if (term.kind != Kind::Negate && term.kind != Kind::Add && term.kind != Kind::Subtract &&
      term.kind != Kind::Multiply)
    return false;
  return std::all_of(term.operands.begin(), term.operands.end(),
                     [&](const ir::ChannelTermPtr &operand) { return isWhole(*operand); });
}

std::size_t inputCount(const Channel &channel) {
  return static_cast<std::size_t>(std::count_if(channel.classes.begin(), channel.classes.end(),
                                                [](const Channel::Class &one) { return one.isInput; }));
}

/// The inputs are those of the part that tells most classes apart.
void ChannelCompositionAnalysis::findClasses() {
  const auto finest = std::max_element(
      result->reports.begin(), result->reports.end(), [](const ChannelReport &a, const ChannelReport &b) {
        return inputCount(*a.stages.front().channel) < inputCount(*b.stages.front().channel);
      });
  Channel &head = result->head;
  const ChannelStage &first = finest->stages.front();
  for (const Channel::Class &one : first.channel->classes)
    if (one.isInput)
      head.classes.push_back({one.name, ir::substituted(*one.size, first.arguments), true, false, one.range});
  for (ChannelReport &report : result->reports) {
    const Channel &last = *report.stages.back().channel;
    report.outputs.resize(last.classes.size());
    for (std::size_t output : last.outputs) {
      const Channel::Class &one = last.classes[output];
      auto known = std::find_if(head.classes.begin(), head.classes.end(),
                                [&](const Channel::Class &other) { return other.name == one.name; });
      report.outputs[output] = static_cast<std::size_t>(known - head.classes.begin());
      if (known != head.classes.end()) {
        known->isOutput = true;
        continue;
      }
      head.classes.push_back({one.name, ir::numberTerm(1), false, true, one.range});
    }
  }
}

/// For each class of inputs of \p channel the class of that name among \p classes that \p isMeant; nothing if
/// these are not the same names.
template <typename IsMeant>
std::optional<std::vector<std::size_t>>
sourcesOf(const Channel &channel, const std::vector<Channel::Class> &classes, IsMeant isMeant) {
  std::vector<std::size_t> sources(channel.classes.size());
  for (std::size_t i = 0; i < channel.classes.size(); ++i) {
    if (!channel.classes[i].isInput)
      continue;
    const auto found = std::find_if(classes.begin(), classes.end(), [&](const Channel::Class &other) {
      return isMeant(other) && other.name == channel.classes[i].name;
    });
    if (found == classes.end())
      return std::nullopt;
    sources[i] = static_cast<std::size_t>(found - classes.begin());
  }
  const auto meant = static_cast<std::size_t>(std::count_if(classes.begin(), classes.end(), isMeant));
  return meant == inputCount(channel) ? std::optional(sources) : std::nullopt;
}

void ChannelCompositionAnalysis::findSources() {
  for (ChannelReport &report : result->reports)
    for (std::size_t i = 0; i < report.stages.size(); ++i)
      report.stages[i].sources =
          i == 0 ? sourcesOf(*report.stages[i].channel, result->head.classes,
                             [](const Channel::Class &one) { return one.isInput; })
                 : sourcesOf(*report.stages[i].channel, report.stages[i - 1].channel->classes,
                             [](const Channel::Class &one) { return one.isOutput; });
}

std::vector<std::size_t> ChannelCompositionAnalysis::classes(const syntax::ChannelNotion::Argument &argument,
                                                             bool areInputs) {
  std::vector<syntax::Word> words;
  if (argument.first->kind == syntax::Expression::Kind::Name)
    words.push_back({argument.first->text, argument.first->range});
  else
    sink.report(DiagnosticKind::NotInChannel, argument.first->range, {"this set"},
                "name classes, as in `S | P`");
  words.insert(words.end(), argument.further.begin(), argument.further.end());
  std::vector<std::size_t> found;
  const std::vector<Channel::Class> &all = result->head.classes;
  for (const syntax::Word &word : words) {
    const auto known = std::find_if(all.begin(), all.end(), [&](const Channel::Class &one) {
      return one.name == word.text && (areInputs ? one.isInput : one.isOutput);
    });
    SimilarWord similar(word.text);
    std::string names;
    for (const Channel::Class &one : all)
      if (areInputs ? one.isInput : one.isOutput) {
        similar.consider(one.name);
        names += (names.empty() ? "`" : ", `") + one.name + "`";
      }
    if (known == all.end())
      sink.report(
          {DiagnosticKind::UnknownClass,
           word.range,
           {areInputs ? "inputs" : "outputs", word.text},
           {},
           similar.help(areInputs ? "classes of inputs are those of the part that has most of them: " + names
                                  : "classes of outputs are those of the channels whose outputs are sent"),
           (areInputs ? "from " : "to ") + word.text});
    else
      found.push_back(static_cast<std::size_t>(known - all.begin()));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void ChannelCompositionAnalysis::notion(const syntax::ChannelNotion &stated) {
  auto [notion, sets, isRight] = terms.notion(stated);
  if (!isRight)
    return;
  if (!sets.empty())
    notion.sensitive = classes(*sets.front(), true);
  // Without a word on outputs, the parts say which are protected.
  if (sets.size() > 1)
    notion.guarded = classes(*sets.back(), false);
  if (notion.budget)
    result->head.notions.push_back(std::move(notion));
}

} // namespace

bool isOfChannels(const syntax::Composition &written, const Channels &channels) {
  return !written.guarantees.empty() ||
         std::any_of(written.parts.begin(), written.parts.end(), [&](const syntax::Composition::Part &part) {
           return channels.count(part.mechanism.text) != 0;
         });
}

std::unique_ptr<ir::ChannelComposition> analyzeChannelComposition(const syntax::Composition &written,
                                                                  const Channels &channels,
                                                                  const std::set<std::string> &mechanisms,
                                                                  const SourceFile &file,
                                                                  DiagnosticSink &sink) {
  DiagnosticSink found(200);
  auto result = ChannelCompositionAnalysis(written, channels, mechanisms, file, found).run();
  if (written.parts.empty())
    found.report(DiagnosticKind::NoParts, written.head.name.range, {written.head.name.text},
                 "name channels of this file with their arguments, as in `urr(eps / 7, s, n) 7 times`");
  for (const Diagnostic &diagnostic : found.diagnostics())
    sink.report(diagnostic);
  return found.hasErrors() ? nullptr : std::move(result);
}

} // namespace plumb::sema
