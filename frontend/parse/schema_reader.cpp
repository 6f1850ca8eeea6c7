// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/schema_reader.h"

#include "frontend/support/similar_word.h"

#include <array>

namespace plumb {

std::vector<syntax::Word> SchemaReader::read(Parser::SizesContext &context) {
  std::vector<syntax::Word> sizes;
  for (antlr4::tree::TerminalNode *name : context.NAME())
    sizes.push_back(readName(*name, reading));
  return sizes;
}

syntax::Record SchemaReader::read(Parser::RecordContext &context) {
  syntax::Record record;
  record.range = reading.places.of(context);
  record.name = readName(*context.NAME(), reading);
  for (Parser::FieldContext *field : context.field())
    record.fields.push_back(readField(*field));
  return record;
}

syntax::Field SchemaReader::readField(Parser::FieldContext &context) {
  syntax::Field field;
  field.range = reading.places.of(context);
  field.name = readName(*context.NAME(), reading);
  field.type = readWord(*context.fieldType()->getStart(), reading);
  field.dimensions = expressions.read(context.subscript());
  if (context.RANGE() != nullptr) {
    field.low = expressions.read(*context.bound(0));
    field.high = expressions.read(*context.bound(1));
  }
  field.orNone = context.NONE() != nullptr;
  return field;
}

void SchemaReader::expect(const syntax::Word &name, std::string_view word, std::string_view further) {
  if (name.text != word)
    reading.sink.report(DiagnosticKind::UnexpectedWord, name.range,
                        {"`" + std::string(word) + "`", "`" + name.text + "`"},
                        helpForWord(name.text, std::array{word, further}));
}

syntax::Policy SchemaReader::read(Parser::PolicyContext &context) {
  syntax::Policy policy;
  policy.range = reading.places.of(context);
  policy.name = readName(*context.NAME(0), reading);
  expect(readWord(*context.on, reading), "on");
  policy.record = readName(*context.NAME(2), reading);
  if (Parser::AllowanceContext *allowance = context.allowance()) {
    policy.pair = readName(*allowance->NAME(), reading);
    policy.formula = expressions.read(*allowance->expression());
    return policy;
  }
  for (Parser::AttributeRuleContext *rule : context.attributes()->attributeRule())
    readRule(*rule, policy);
  return policy;
}

void SchemaReader::readRule(Parser::AttributeRuleContext &context, syntax::Policy &policy) {
  const syntax::Expression *when = nullptr;
  if (context.expression() != nullptr) {
    policy.conditions.push_back(expressions.read(*context.expression()));
    when = policy.conditions.back().get();
  }
  for (Parser::AttributeContext *written : context.attribute()) {
    syntax::Attribute attribute;
    attribute.range = reading.places.of(*written);
    attribute.field = readName(*written->NAME(), reading);
    attribute.sensitive = context.SENSITIVE() != nullptr;
    attribute.when = when;
    for (Parser::ElementContext *element : written->element())
      for (antlr4::tree::TerminalNode *index : element->NAME())
        attribute.indices.push_back(readName(*index, reading));
    policy.attributes.push_back(std::move(attribute));
  }
}

syntax::QueryDefinition SchemaReader::read(Parser::QueryDefinitionContext &context) {
  syntax::QueryDefinition query;
  query.range = reading.places.of(context);
  query.name = readName(*context.NAME(), reading);
  for (Parser::IndexRangesContext *ranges : context.indexRanges())
    for (Parser::BinderContext *binder : ranges->binder())
      query.indices.push_back(expressions.read(*binder));
  readAggregate(*context.aggregate(), query);
  return query;
}

// The name before the colon is the record variable; what stands before it is what is asked.
void SchemaReader::readAggregate(Parser::AggregateContext &context, syntax::QueryDefinition &query) {
  for (antlr4::Token *word : context.words)
    query.aggregate.push_back(readName(*word, reading));
  query.sources.push_back({query.aggregate.back(), readName(*context.recordName, reading)});
  query.aggregate.pop_back();
  if (query.aggregate.empty())
    reading.sink.report(DiagnosticKind::UnexpectedWord, query.sources.front().variable.range,
                        {"`count` or `sum`", "`" + query.sources.front().variable.text + "`"});
  for (Parser::JoinContext *join : context.join())
    query.sources.push_back({readName(*join->NAME(0), reading), readName(*join->NAME(1), reading)});
  if (context.of != nullptr) {
    query.of = readWord(*context.of, reading);
    expect(query.of, "of", "where");
    query.term = expressions.read(*context.term);
  }
  if (context.condition != nullptr)
    query.where = expressions.read(*context.condition);
}

} // namespace plumb
