// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/channels.h"

#include "frontend/sema/channel_names.h"
#include "frontend/sema/channel_terms.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>

namespace plumb::sema {

namespace {

using ir::Channel;

/// The analysis of one channel: head, body, then what may speak of all names.
class ChannelAnalysis {
public:
  ChannelAnalysis(const syntax::Channel &text, DiagnosticSink &diagnostics)
      : written(text), sink(diagnostics), terms(channel, diagnostics), names(diagnostics) {}

  void analyze();

  Channel channel;

private:
  using Word = syntax::Word;
  enum class Side : std::uint8_t { Input, Output };

  void alphabets();
  void addClass(const syntax::ChannelClass &declared, Side side);
  ir::ChannelTermPtr sizeOf(const syntax::ChannelClass &declared);
  void definition(const syntax::ChannelItem &item);
  void map(const syntax::ChannelItem &item);
  void rule(const syntax::ChannelItem &item);
  std::optional<Channel::Condition> condition(const syntax::ChannelCondition &written);
  std::optional<Channel::Condition> membership(const syntax::ChannelCondition &written, Side side);
  void checkApplies();
  std::string helpForIdle(const Channel::Rule &rule) const;
  void notion(const syntax::ChannelNotion &written);
  bool isExchanged(const syntax::ChannelNotion &written);
  std::vector<std::size_t> classes(const syntax::ChannelNotion::Argument &argument, Side side);

  std::optional<std::size_t> classNamed(const Word &name, Side side);
  bool isOn(std::size_t number, Side side) const {
    return side == Side::Input ? channel.classes[number].isInput : channel.classes[number].isOutput;
  }
  std::string outputName() const { return channel.isBitwise ? "j" : "y"; }

  const syntax::Channel &written;
  DiagnosticSink &sink;
  ChannelTerms terms;
  ChannelNames names;
  /// Maps from or to no class, which was told.
  std::set<std::string> lost;
};

void ChannelAnalysis::analyze() {
  channel.name = written.name.text;
  channel.nameRange = written.name.range;
  channel.range = written.range;
  names.declareParameters(written.parameters, channel);
  alphabets();
  using Kind = syntax::ChannelItem::Kind;
  for (const syntax::ChannelItem &item : written.items)
    if (item.kind == Kind::Map)
      map(item);
  for (const syntax::ChannelItem &item : written.items) {
    if (item.kind == Kind::Definition)
      definition(item);
    else if (item.kind == Kind::Rule)
      rule(item);
  }
  if (written.notions.empty())
    sink.report(DiagnosticKind::MissingGuarantee, written.name.range, {channel.name},
                "write `guarantees ldp(eps)`, `uldp(S, eps)` or `osldp(S, eps)`");
  for (const syntax::ChannelNotion &stated : written.notions)
    notion(stated);
  for (const syntax::ExpressionPtr &requirement : written.requirements)
    terms.requirement(*requirement);
  terms.settleExponents();
  if (!sink.hasErrors())
    checkApplies();
}

void ChannelAnalysis::alphabets() {
  if (written.alphabets.size() != 1) {
    sink.report(DiagnosticKind::AlphabetCount,
                written.alphabets.empty() ? written.name.range : written.alphabets[1].range, {channel.name},
                "write it once, as in `from S[s] | N[n] to S | N`");
    if (written.alphabets.empty())
      return;
  }
  const syntax::ChannelAlphabets &declared = written.alphabets.front();
  channel.isBitwise = declared.bitwise;
  for (const syntax::ChannelClass &input : declared.inputs)
    addClass(input, Side::Input);
  for (const syntax::ChannelClass &output : declared.outputs)
    addClass(output, Side::Output);
}

void ChannelAnalysis::addClass(const syntax::ChannelClass &declared, Side side) {
  if (side == Side::Output) {
    for (std::size_t i = 0; i < channel.classes.size(); ++i)
      if (channel.classes[i].name == declared.name.text && !channel.classes[i].isOutput) {
        channel.classes[i].isOutput = true;
        if (!declared.sizes.empty())
          sink.report({DiagnosticKind::DuplicateName,
                       declared.range,
                       {declared.name.text, "a class of values"},
                       {{"the first one", channel.classes[i].range}},
                       {"its size is known: write `" + declared.name.text +
                            "`, or choose another name if the outputs are others",
                        Repair{std::nullopt, declared.name.text}}});
        channel.outputs.push_back(i);
        return;
      }
  }
  if (!names.declare(declared.name, "a class of values"))
    return;
  if (side == Side::Output)
    channel.outputs.push_back(channel.classes.size());
  channel.classes.push_back(
      {declared.name.text, sizeOf(declared), side == Side::Input, side == Side::Output, declared.name.range});
}

ir::ChannelTermPtr ChannelAnalysis::sizeOf(const syntax::ChannelClass &declared) {
  auto one = std::make_unique<ir::ChannelTerm>();
  one->kind = ir::ChannelTerm::Kind::Number;
  one->number = 1;
  one->range = declared.range;
  if (declared.sizes.empty())
    return one;
  ir::ChannelTermPtr size = declared.sizes.size() == 1 ? terms.number(*declared.sizes[0]) : std::move(one);
  const bool isNumber = size && size->kind == ir::ChannelTerm::Kind::Number && isIntegral(size->number);
  const bool isParameter = size && size->kind == ir::ChannelTerm::Kind::Parameter &&
                           channel.parameters[size->index].sort == ir::Sort::Int;
  if (size && (declared.sizes.size() != 1 || (!isNumber && !isParameter)))
    sink.report(DiagnosticKind::NotASize, declared.range, {declared.name.text},
                "give the number of its members, as in `" + declared.name.text + "[s]`");
  return size;
}

void ChannelAnalysis::definition(const syntax::ChannelItem &item) {
  ir::ChannelTermPtr value = terms.openNumber(*item.value);
  if (names.declare(item.name, "a definition"))
    channel.definitions.push_back({item.name.text, std::move(value)});
}

void ChannelAnalysis::map(const syntax::ChannelItem &item) {
  const auto from = classNamed(item.from, Side::Input), to = classNamed(item.to, Side::Output);
  if (!names.declare(item.name, "a map"))
    return;
  if (!from || !to) {
    lost.insert(item.name.text);
    return;
  }
  if (from == to || mapBetween(channel, *from, *to))
    return sink.report(
        DiagnosticKind::NotInChannel, item.range,
        {from == to ? "a map from a class to itself" : "a second map between the same classes"});
  channel.maps.push_back({item.name.text, *from, *to});
}

std::optional<std::size_t> ChannelAnalysis::classNamed(const Word &name, Side side) {
  SimilarWord similar(name.text);
  std::string known;
  for (std::size_t i = 0; i < channel.classes.size(); ++i) {
    if (!isOn(i, side))
      continue;
    known += (known.empty() ? "`" : ", `") + channel.classes[i].name + "`";
    if (channel.classes[i].name == name.text)
      return i;
    similar.consider(channel.classes[i].name);
  }
  if (!written.alphabets.empty()) {
    const bool isInput = side == Side::Input;
    sink.report({DiagnosticKind::UnknownClass,
                 name.range,
                 {isInput ? "inputs" : "outputs", name.text},
                 {},
                 similar.help("those that there are: " + known + "; or name it behind `" +
                              (isInput ? "from" : "to") + "`"),
                 (isInput ? "from " : "to ") + name.text});
  }
  return std::nullopt;
}

void ChannelAnalysis::rule(const syntax::ChannelItem &item) {
  Channel::Rule result;
  result.range = item.range;
  bool isWhole = true;
  for (const syntax::ChannelCondition &part : item.conditions) {
    auto read = condition(part);
    isWhole = isWhole && read;
    if (read)
      result.conditions.push_back(std::move(*read));
  }
  result.entry = terms.openNumber(*item.value);
  if (isWhole && result.entry)
    channel.rules.push_back(std::move(result));
}

std::optional<Channel::Condition> ChannelAnalysis::condition(const syntax::ChannelCondition &part) {
  using Relation = syntax::ChannelCondition::Relation;
  using Kind = Channel::Condition::Kind;
  const bool aboutInput = part.subject.text == "x", aboutOutput = part.subject.text == outputName();
  if (part.relation == Relation::In && (aboutInput || aboutOutput))
    return membership(part, aboutInput ? Side::Input : Side::Output);
  const Kind kind = part.relation == Relation::Equals ? Kind::Related : Kind::Unrelated;
  const Word &other = part.names.front();
  if (aboutOutput && part.argument.text.empty() && other.text == "x")
    return Channel::Condition{kind, {}, std::nullopt};
  if (aboutInput && part.argument.text.empty() && other.text == outputName())
    return Channel::Condition{kind, {}, std::nullopt};
  for (std::size_t i = 0; i < channel.maps.size(); ++i)
    if (aboutOutput && part.argument.text == "x" && channel.maps[i].name == other.text)
      return Channel::Condition{kind, {}, i};
  if (lost.contains(other.text))
    return std::nullopt;
  if (aboutOutput && part.argument.text == "x") {
    SimilarWord similar(other.text);
    for (const auto &declared : channel.maps)
      similar.consider(declared.name);
    sink.report({DiagnosticKind::UnknownName,
                 other.range,
                 {other.text},
                 {},
                 similar.help("declare the map above, as in `map " + other.text + ": S -> B`"),
                 other.text});
    return std::nullopt;
  }
  sink.report(DiagnosticKind::NotInChannel, part.range, {"this condition"},
              "write `x in S`, `" + outputName() + " in S`, `" + outputName() + " = x`, or `" + outputName() +
                  " = bot(x)` for a declared map");
  return std::nullopt;
}

std::optional<Channel::Condition> ChannelAnalysis::membership(const syntax::ChannelCondition &part,
                                                              Side side) {
  Channel::Condition result;
  result.kind = side == Side::Input ? Channel::Condition::Kind::Input : Channel::Condition::Kind::Output;
  for (const Word &name : part.names) {
    const auto number = classNamed(name, side);
    if (!number)
      return std::nullopt;
    result.classes.push_back(*number);
  }
  std::sort(result.classes.begin(), result.classes.end());
  return result;
}

/// `y = x` of inputs that are no outputs asks for what cannot be.
std::string ChannelAnalysis::helpForIdle(const Channel::Rule &rule) const {
  using Kind = Channel::Condition::Kind;
  std::vector<std::size_t> inputs;
  bool isSame = false;
  for (const Channel::Condition &condition : rule.conditions) {
    isSame = isSame || (condition.kind == Kind::Related && !condition.map);
    if (condition.kind == Kind::Input)
      inputs.insert(inputs.end(), condition.classes.begin(), condition.classes.end());
  }
  for (std::size_t i = 0; inputs.empty() && i < channel.classes.size(); ++i)
    if (channel.classes[i].isInput)
      inputs.push_back(i);
  const auto isOutput = [&](std::size_t input) { return channel.classes[input].isOutput; };
  const auto isMapped = [&](std::size_t input) {
    return std::any_of(channel.maps.begin(), channel.maps.end(),
                       [&](const auto &map) { return map.from == input; });
  };
  if (!isSame || std::any_of(inputs.begin(), inputs.end(), isOutput) ||
      std::any_of(inputs.begin(), inputs.end(), isMapped))
    return "rules are tried from above, and the first that fits counts";
  const std::string &name = channel.classes[inputs.front()].name;
  return "no input of `" + name + "` is an output: name `" + name + "` behind `to`, too";
}

/// Every rule decides some entry; one that does not is a slip, and what was meant by it is not proved.
void ChannelAnalysis::checkApplies() {
  std::vector<const Channel::Rule *> applied;
  for (std::size_t input = 0; input < channel.classes.size(); ++input) {
    if (!channel.classes[input].isInput)
      continue;
    for (std::size_t output : channel.outputs)
      for (ir::Relation relation : {ir::Relation::None, ir::Relation::Hit, ir::Relation::Miss}) {
        const bool isRelated = input == output || mapBetween(channel, input, output);
        if (isRelated == (relation != ir::Relation::None))
          applied.push_back(ruleFor(channel, input, output, relation));
      }
  }
  for (const Channel::Rule &rule : channel.rules)
    if (std::find(applied.begin(), applied.end(), &rule) == applied.end())
      sink.report(DiagnosticKind::RuleNeverApplies, rule.range, {}, helpForIdle(rule));
}

std::vector<std::size_t> ChannelAnalysis::classes(const syntax::ChannelNotion::Argument &argument,
                                                  Side side) {
  std::vector<Word> written;
  if (argument.first->kind == syntax::Expression::Kind::Name)
    written.push_back({argument.first->text, argument.first->range});
  else
    sink.report(DiagnosticKind::NotInChannel, argument.first->range, {"this set"},
                "name classes, as in `S | P`");
  written.insert(written.end(), argument.further.begin(), argument.further.end());
  std::vector<std::size_t> result;
  for (const Word &name : written)
    if (const auto number = classNamed(name, side))
      result.push_back(*number);
  std::sort(result.begin(), result.end());
  return result;
}

// `uldp(eps, S)`
bool ChannelAnalysis::isExchanged(const syntax::ChannelNotion &stated) {
  if ((stated.name.text != "uldp" && stated.name.text != "osldp") || stated.arguments.size() != 2 ||
      !stated.arguments.front().further.empty())
    return false;
  const syntax::Expression &front = *stated.arguments.front().first, &back = *stated.arguments.back().first;
  const auto isClass = [&](const std::string &name) {
    return std::ranges::any_of(channel.classes, [&](const auto &known) { return known.name == name; });
  };
  const auto isParameter = [&](const std::string &name) {
    return std::ranges::any_of(channel.parameters, [&](const auto &known) { return known.name == name; });
  };
  using Kind = syntax::Expression::Kind;
  if (back.kind != Kind::Name || !isClass(back.text) ||
      (front.kind == Kind::Name && (isClass(front.text) || !isParameter(front.text))))
    return false;
  std::string classes = back.text;
  for (const Word &further : stated.arguments.back().further)
    classes += " | " + further.text;
  const SourceRange behind = stated.arguments.back().further.empty()
                                 ? back.range
                                 : cover(back.range, stated.arguments.back().further.back().range);
  const bool isWritten = front.kind == Kind::Name;
  Help help = isWritten ? Help("who is protected stands first: write `" + stated.name.text + "(" + classes +
                                   ", " + front.text + ")`",
                               {Repair{front.range, classes}, Repair{behind, front.text}})
                        : Help("who is protected stands first, as in `" + stated.name.text + "(S, eps)`");
  sink.report(DiagnosticKind::NotInChannel, front.range, {"a budget as a class"}, std::move(help));
  return true;
}

void ChannelAnalysis::notion(const syntax::ChannelNotion &stated) {
  using Kind = Channel::Notion::Kind;
  if (!syntax::isOfChannels(stated.name.text))
    return sink.report(DiagnosticKind::UnknownNotion, stated.name.range, {stated.name.text},
                       helpForWord(stated.name.text, std::array{"ldp", "uldp", "osldp", "keeps_types"},
                                   "the notions of a channel are `ldp(eps)`, `uldp(S, eps)`, `osldp(S, eps)` "
                                   "and `keeps_types(S, T)`"));
  if (isExchanged(stated))
    return;
  auto [result, sets, isRight] = terms.notion(stated);
  if (!isRight)
    return;
  if (result.kind == Kind::KeepsTypes && channel.isBitwise)
    return sink.report(DiagnosticKind::NotInChannel, stated.range, {"`keeps_types` of bits"},
                       "outputs that are bits are protected by `uldp`, or by `ldp`");
  if (!sets.empty()) {
    result.sensitive = classes(*sets.front(), Side::Input);
    if (result.kind == Kind::Uldp || result.kind == Kind::KeepsTypes)
      result.guarded = classes(*sets.back(), Side::Output);
  }
  if (result.budget)
    channel.notions.push_back(std::move(result));
}

} // namespace

std::unique_ptr<Channel> analyzeChannel(const syntax::Channel &written, DiagnosticSink &sink) {
  DiagnosticSink found(200);
  ChannelAnalysis analysis(written, found);
  analysis.analyze();
  for (const Diagnostic &diagnostic : found.diagnostics())
    sink.report(diagnostic);
  return found.hasErrors() ? nullptr : std::make_unique<Channel>(std::move(analysis.channel));
}

} // namespace plumb::sema
