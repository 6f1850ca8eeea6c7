// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/schema_reader.h - From parse tree to records and queries --*- C++ -*-===//
///
/// \file
/// From the parse trees of `size`, `record`, `policy` and `query` to their syntax trees. No name is looked
/// up here; sema does that.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_SCHEMA_READER_H
#define PLUMB_FRONTEND_PARSE_SCHEMA_READER_H

#include "frontend/parse/expression_reader.h"

namespace plumb {

/// Makes the syntax tree of what a text declares besides mechanisms.
class SchemaReader {
public:
  using Parser = grammar::PlumbParser;

  explicit SchemaReader(Reading reading) : reading(reading), expressions(reading) {}

  /// Here and below. \pre reading without a mistake made \p context. Throws TooDeep.
  std::vector<syntax::Word> read(Parser::SizesContext &context);
  syntax::Record read(Parser::RecordContext &context);
  syntax::Policy read(Parser::PolicyContext &context);
  syntax::QueryDefinition read(Parser::QueryDefinitionContext &context);

private:
  syntax::Field readField(Parser::FieldContext &context);
  void readRule(Parser::AttributeRuleContext &context, syntax::Policy &policy);
  void readAggregate(Parser::AggregateContext &context, syntax::QueryDefinition &query);
  /// Names that are words only at one place: reports any other name there.
  void expect(const syntax::Word &name, std::string_view word, std::string_view further = {});

  Reading reading;
  ExpressionReader expressions;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_SCHEMA_READER_H
