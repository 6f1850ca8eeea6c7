// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/channel_reader.h"
#include "frontend/parse/mechanism_reader.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <iterator>

namespace plumb {

static SimilarWord similarTo(std::string_view written, std::string_view word) {
  SimilarWord similar(written);
  similar.consider(word);
  return similar;
}

syntax::Composition MechanismReader::read(Parser::CompositionContext &context) {
  syntax::Composition composition;
  composition.head.range = reading.places.of(context);
  Parser::ComposeSignatureContext &signature = *context.composeSignature();
  composition.head.name = readName(*signature.NAME(), reading);
  for (Parser::ParameterContext *parameter : signature.parameters()->parameter())
    composition.head.parameters.push_back(readParameter(*parameter));
  composition.head.clauses = reading.places.of(signature).end;
  for (Parser::ComposeClauseContext *clause : context.composeClause())
    readClause(*clause, composition);
  for (Parser::PartContext *part : context.parts()->part())
    readPart(*part, composition);
  return composition;
}

void MechanismReader::readClause(Parser::ComposeClauseContext &context, syntax::Composition &composition) {
  syntax::Mechanism &head = composition.head;
  if (auto *term = dynamic_cast<Parser::ComposeTermContext *>(&context))
    return term->EQUAL() != nullptr ? readDefinition(*term, composition) : readSampling(*term, composition);
  if (auto *requirement = dynamic_cast<Parser::ComposeRequirementContext *>(&context)) {
    auto more = expressions.read(requirement->expressions());
    std::move(more.begin(), more.end(), std::back_inserter(head.requirements));
    return;
  }
  if (auto *adjacency = dynamic_cast<Parser::ComposeAdjacencyContext *>(&context)) {
    head.recordAdjacency.push_back(readRecordChange(*adjacency->recordChange()));
    return;
  }
  for (Parser::NotionContext *written : dynamic_cast<Parser::ComposeGuaranteeContext &>(context).notion()) {
    const auto arguments = written->notionArgument();
    const auto open = std::find_if(arguments.begin(), arguments.end(), [](auto *argument) {
      return argument->openTerm()->QUESTION() != nullptr;
    });
    if (open != arguments.end()) {
      reading.sink.report(
          DiagnosticKind::UnexpectedWord, reading.places.of(*(*open)->openTerm()->QUESTION()->getSymbol()),
          {"an expression", "`?`"}, "leave `guarantees` out: what follows from the parts is told");
      continue;
    }
    syntax::ChannelNotion notion = ChannelReader(reading).read(*written);
    if (syntax::isOfChannels(notion.name.text)) {
      composition.guarantees.push_back(std::move(notion));
      continue;
    }
    // The clause; but each of several notions is one.
    const bool isOne = dynamic_cast<Parser::ComposeGuaranteeContext &>(context).notion().size() == 1;
    syntax::GuaranteeClause guarantee{
        std::move(notion.name), {}, isOne ? reading.places.of(context) : notion.range};
    for (syntax::ChannelNotion::Argument &argument : notion.arguments) {
      if (!argument.further.empty())
        reading.sink.report(DiagnosticKind::UnexpectedWord, argument.further.front().range,
                            {"a budget, as in `private(eps)`", "`" + argument.further.front().text + "`"});
      guarantee.arguments.push_back(std::move(argument.first));
    }
    head.guarantees.push_back(std::move(guarantee));
  }
}

// `sample each with p`, of three names.
void MechanismReader::readSampling(Parser::ComposeTermContext &context, syntax::Composition &composition) {
  const std::pair<antlr4::Token *, const char *> words[] = {
      {context.first, "sample"}, {context.second, "each"}, {context.third, "with"}};
  for (const auto &[token, expected] : words)
    if (syntax::Word word = readWord(*token, reading); word.text != expected) {
      reading.sink.report(
          DiagnosticKind::UnexpectedWord, word.range,
          {"`" + std::string(expected) + "`, as in `sample each with p`", "`" + word.text + "`"});
      return;
    }
  if (!composition.samplings.empty()) {
    reading.sink.report(DiagnosticKind::UnexpectedWord, reading.places.of(context),
                        {"one `sample each with`", "a second one"});
    return;
  }
  composition.samplings.push_back({expressions.read(*context.expression()), reading.places.of(context)});
}

// `let E = exp(eps)`
void MechanismReader::readDefinition(Parser::ComposeTermContext &context, syntax::Composition &composition) {
  if (syntax::Word word = readWord(*context.first, reading); word.text != "let") {
    reading.sink.report(DiagnosticKind::UnexpectedWord, word.range,
                        {"`let`, as in `let E = exp(eps)`", "`" + word.text + "`"},
                        similarTo(word.text, "let").help());
    return;
  }
  composition.definitions.push_back({readWord(*context.second, reading),
                                     expressions.read(*context.expression()), reading.places.of(context)});
}

// `k` of `k times`, `7`, or the term in parentheses.
syntax::ExpressionPtr MechanismReader::readTimes(antlr4::tree::TerminalNode *name,
                                                 Parser::RepetitionContext *other) {
  if (other != nullptr && other->expression() != nullptr)
    return expressions.read(*other->expression());
  syntax::Word word = name != nullptr ? readName(*name, reading) : readNumber(*other->NUMBER(), reading);
  auto leaf = std::make_unique<syntax::Expression>();
  leaf->kind = name != nullptr ? syntax::Expression::Kind::Name : syntax::Expression::Kind::Number;
  leaf->range = leaf->wordRange = word.range;
  leaf->text = std::move(word.text);
  return leaf;
}

// `then mechanism(arguments)`
void MechanismReader::readLater(Parser::LaterStageContext &context, syntax::Composition &composition) {
  const syntax::Word word = readWord(*context.then, reading);
  if (word.text != "then") {
    // `daily week(eps)`, or `first(eps) thn second(eps)`
    const SimilarWord similar = similarTo(word.text, "then");
    if (!similar.found().empty())
      reading.sink.report(DiagnosticKind::UnexpectedWord, word.range,
                          {"a part, `then` or a number of times", "`" + word.text + "`"}, similar.help());
    else
      reading.sink.report(
          DiagnosticKind::UnexpectedWord, reading.places.of(*context.NAME(1)->getSymbol()),
          {"`(` or `times`", "`" + context.NAME(1)->getText() + "`"},
          {"a part is named without a word in front: leave out `" + word.text + "`",
           Repair{SourceRange{word.range.begin, reading.places.of(*context.NAME(1)->getSymbol()).begin},
                  ""}});
    // It is meant as a part, behind which more may stand.
    syntax::Composition::Part meant;
    meant.mechanism = readName(*context.NAME(1), reading);
    composition.parts.push_back(std::move(meant));
    return;
  }
  if (composition.parts.empty() || composition.parts.back().times) {
    reading.sink.report(DiagnosticKind::UnexpectedWord, word.range,
                        {"a part, as in `first(eps) then second(eps) 3 times`", "`then`"});
    return;
  }
  syntax::Composition::Part part;
  part.mechanism = readName(*context.NAME(1), reading);
  part.arguments = expressions.read(context.expressions());
  part.range = reading.places.of(context);
  part.then = word.range;
  composition.parts.push_back(std::move(part));
}

// A repetition belongs to the part before it, which has none yet.
void MechanismReader::readPart(Parser::PartContext &context, syntax::Composition &composition) {
  auto *named = dynamic_cast<Parser::NamedPartContext *>(&context);
  auto *repetition = dynamic_cast<Parser::RepetitionContext *>(&context);
  SourceRange range = reading.places.of(context);
  if (auto *later = dynamic_cast<Parser::LaterStageContext *>(&context))
    return readLater(*later, composition);
  if (named != nullptr && named->times == nullptr) {
    syntax::Composition::Part part;
    if (named->ASSIGN() != nullptr)
      part.published = readName(*named->NAME(0), reading);
    part.mechanism = readName(*named->NAME(part.published ? 1 : 0), reading);
    part.arguments = expressions.read(named->expressions());
    part.range = range;
    composition.parts.push_back(std::move(part));
    return;
  }
  syntax::Word times = readWord(named != nullptr ? *named->times : *repetition->times, reading);
  if (times.text != "times") {
    // `daily week(eps)`, or `daily` without arguments in front of the next part.
    reading.sink.report(DiagnosticKind::UnexpectedWord, times.range,
                        {named != nullptr ? "`(` or `times`" : "`times`", "`" + times.text + "`"},
                        similarTo(times.text, "times").help());
    return;
  }
  if (composition.parts.empty() || composition.parts.back().times) {
    reading.sink.report(DiagnosticKind::UnexpectedWord, range, {"a part, as in `daily(eps)`", "`times`"},
                        "how often a part runs stands behind it, once: `daily(eps) 7 times`");
    return;
  }
  composition.parts.back().times = readTimes(named != nullptr ? named->NAME(0) : nullptr, repetition);
  composition.parts.back().range = cover(composition.parts.back().range, range);
}

} // namespace plumb
