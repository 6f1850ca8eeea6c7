// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/channel_reader.h"

#include "frontend/support/similar_word.h"

#include <array>
#include <iterator>

namespace plumb {

syntax::Channel ChannelReader::read(Parser::ChannelContext &context) {
  syntax::Channel channel;
  channel.range = reading.places.of(context);
  channel.name = readName(*context.NAME(), reading);
  for (Parser::ParameterContext *parameter : context.parameters()->parameter())
    channel.parameters.push_back(readParameter(*parameter));
  for (Parser::ChannelClauseContext *clause : context.channelClause())
    readClause(*clause, channel);
  for (Parser::ChannelItemContext *item : context.channelItem())
    channel.items.push_back(readItem(*item));
  return channel;
}

syntax::Parameter ChannelReader::readParameter(Parser::ParameterContext &context) {
  syntax::Parameter parameter;
  parameter.range = reading.places.of(context);
  parameter.name = readName(*context.NAME(), reading);
  parameter.type = readWord(
      context.type() != nullptr ? *context.type()->getStart() : *context.SIZE()->getSymbol(), reading);
  parameter.dimensions = expressions.read(context.subscript());
  return parameter;
}

void ChannelReader::readClause(Parser::ChannelClauseContext &context, syntax::Channel &channel) {
  if (Parser::AlphabetsContext *alphabets = context.alphabets()) {
    channel.alphabets.push_back(readAlphabets(*alphabets));
  } else if (context.REQUIRES() != nullptr) {
    auto requirements = expressions.read(context.expressions());
    std::move(requirements.begin(), requirements.end(), std::back_inserter(channel.requirements));
  } else {
    for (Parser::NotionContext *notion : context.notion())
      channel.notions.push_back(read(*notion));
  }
}

// The last of the words between the two alphabets is the first class of outputs.
syntax::ChannelAlphabets ChannelReader::readAlphabets(Parser::AlphabetsContext &context) {
  syntax::ChannelAlphabets alphabets;
  alphabets.range = reading.places.of(context);
  if (const syntax::Word from = readWord(*context.from, reading); from.text != "from") {
    // What is read as two alphabets is none.
    const Help help = helpForWord(from.text, std::array<std::string_view, 1>{"from"},
                                  "classes of values are named where they are read and where they are sent: "
                                  "`from S[s] | N[n] to S | N`");
    reading.sink.report(DiagnosticKind::UnexpectedWord, from.range, {"`from`", "`" + from.text + "`"}, help);
    if (help.repair.empty())
      return alphabets;
  }
  for (Parser::ChannelClassContext *written : context.inputs)
    alphabets.inputs.push_back(readClass(*written));
  std::vector<syntax::Word> words;
  for (antlr4::Token *word : context.words)
    words.push_back(readName(*word, reading));
  syntax::ChannelClass first;
  first.name = words.back();
  first.range = words.back().range;
  if (context.subscript() != nullptr) {
    first.range = cover(first.range, reading.places.of(*context.subscript()));
    first.sizes = expressions.read(std::vector<Parser::SubscriptContext *>{context.subscript()});
  }
  words.pop_back();
  alphabets.outputs.push_back(std::move(first));
  for (Parser::ChannelClassContext *written : context.outputs)
    alphabets.outputs.push_back(readClass(*written));

  static constexpr std::string_view expected[] = {"to", "bits", "of"};
  alphabets.bitwise = words.size() > 1;
  const std::size_t wanted = alphabets.bitwise ? 3 : 1;
  if (words.empty())
    expect(alphabets.outputs.front().name, "to");
  for (std::size_t i = 0; i < words.size(); ++i)
    expect(words[i], i < wanted ? expected[i] : "|");
  if (!words.empty() && words.size() < wanted)
    expect(alphabets.outputs.front().name, "of");
  return alphabets;
}

syntax::ChannelClass ChannelReader::readClass(Parser::ChannelClassContext &context) {
  syntax::ChannelClass result;
  result.name = readName(*context.NAME(), reading);
  result.range = reading.places.of(context);
  if (context.subscript() != nullptr)
    result.sizes = expressions.read(std::vector<Parser::SubscriptContext *>{context.subscript()});
  return result;
}

syntax::ChannelNotion ChannelReader::read(Parser::NotionContext &context) {
  syntax::ChannelNotion notion;
  notion.name = readName(*context.NAME(), reading);
  notion.range = reading.places.of(context);
  for (Parser::NotionArgumentContext *written : context.notionArgument()) {
    syntax::ChannelNotion::Argument argument;
    argument.first = expressions.read(*written->openTerm());
    for (antlr4::tree::TerminalNode *name : written->NAME())
      argument.further.push_back(readName(*name, reading));
    notion.arguments.push_back(std::move(argument));
  }
  return notion;
}

syntax::ChannelItem ChannelReader::readItem(Parser::ChannelItemContext &context) {
  syntax::ChannelItem item;
  item.range = reading.places.of(context);
  if (context.name == nullptr) {
    item.kind = syntax::ChannelItem::Kind::Rule;
    for (std::size_t i = 0; i < context.relation().size(); ++i)
      item.conditions.push_back(readCondition(*context.NAME(i), *context.relation(i)));
    item.value = expressions.read(*context.openTerm());
    return item;
  }
  item.name = readName(*context.name, reading);
  const syntax::Word word = readWord(*context.getStart(), reading);
  if (context.COLON() == nullptr) {
    expect(word, "let");
    item.kind = syntax::ChannelItem::Kind::Definition;
    item.value = expressions.read(*context.openTerm());
    return item;
  }
  expect(word, "map");
  item.kind = syntax::ChannelItem::Kind::Map;
  item.from = readName(*context.source, reading);
  item.to = readName(*context.target, reading);
  return item;
}

syntax::ChannelCondition ChannelReader::readCondition(antlr4::tree::TerminalNode &subject,
                                                      Parser::RelationContext &context) {
  syntax::ChannelCondition condition;
  condition.subject = readName(subject, reading);
  condition.range = cover(condition.subject.range, reading.places.of(context));
  condition.relation = context.IN() != nullptr          ? syntax::ChannelCondition::Relation::In
                       : context.NOT_EQUAL() != nullptr ? syntax::ChannelCondition::Relation::Differs
                                                        : syntax::ChannelCondition::Relation::Equals;
  for (antlr4::tree::TerminalNode *name : context.NAME())
    condition.names.push_back(readName(*name, reading));
  if (context.LPAREN() != nullptr) {
    condition.argument = condition.names.back();
    condition.names.pop_back();
  }
  return condition;
}

void ChannelReader::expect(const syntax::Word &name, std::string_view word) {
  if (name.text != word)
    reading.sink.report(DiagnosticKind::UnexpectedWord, name.range,
                        {"`" + std::string(word) + "`", "`" + name.text + "`"},
                        helpForWord(name.text, std::array{word}));
}

} // namespace plumb
