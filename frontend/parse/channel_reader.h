// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/channel_reader.h - From parse tree to syntax::Channel --*- C++ -*-===//
///
/// \file
/// From the parse tree of a `channel` to syntax::Channel. Words that mean something only at one place
/// (`from`, `to`, `bits of`, `let`, `map`) are names to the grammar; here they are looked at, and another
/// name there is reported.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_CHANNEL_READER_H
#define PLUMB_FRONTEND_PARSE_CHANNEL_READER_H

#include "frontend/parse/expression_reader.h"

namespace plumb {

/// Makes the syntax tree of the channels of one text.
class ChannelReader {
public:
  using Parser = grammar::PlumbParser;

  explicit ChannelReader(Reading reading) : reading(reading), expressions(reading) {}

  /// \pre reading without a mistake made \p context. Throws TooDeep.
  syntax::Channel read(Parser::ChannelContext &context);
  syntax::ChannelNotion read(Parser::NotionContext &context);

private:
  syntax::Parameter readParameter(Parser::ParameterContext &context);
  void readClause(Parser::ChannelClauseContext &context, syntax::Channel &channel);
  syntax::ChannelAlphabets readAlphabets(Parser::AlphabetsContext &context);
  syntax::ChannelClass readClass(Parser::ChannelClassContext &context);
  syntax::ChannelItem readItem(Parser::ChannelItemContext &context);
  syntax::ChannelCondition readCondition(antlr4::tree::TerminalNode &subject,
                                         Parser::RelationContext &context);
  /// Names that are words only at one place: reports any other name there.
  void expect(const syntax::Word &name, std::string_view word);

  Reading reading;
  ExpressionReader expressions;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_CHANNEL_READER_H
