// SPDX-License-Identifier: Apache-2.0
// Mistakes::helpForDeclaration(): parameters, records, policies and queries.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"

namespace plumb {

using grammar::PlumbParser;

/// A parameter or a field.
static bool isInDeclaration(antlr4::ParserRuleContext &context) {
  for (antlr4::tree::ParseTree *around = &context; around != nullptr; around = around->parent) {
    const std::size_t rule = dynamic_cast<antlr4::ParserRuleContext &>(*around).getRuleIndex();
    if (rule == PlumbParser::RuleParameter || rule == PlumbParser::RuleField)
      return true;
  }
  return false;
}

Help Mistakes::helpForDeclaration(const Nearby &at) const {
  const bool isType = at.next == PlumbParser::REAL || at.next == PlumbParser::INT ||
                      at.next == PlumbParser::BOOL || at.next == PlumbParser::QUERY;
  const bool isInParameters = at.rule == PlumbParser::RuleParameters || at.rule == PlumbParser::RuleParameter;
  const bool isInField = at.rule == PlumbParser::RuleField || at.rule == PlumbParser::RuleFieldType;
  const bool isBeforeName = at.type(2) == PlumbParser::NAME, isNameHere = at.next == PlumbParser::NAME;

  if (at.last == PlumbParser::MECHANISM && at.next == PlumbParser::LPAREN)
    return "a mechanism has a name: `mechanism m(...)`";
  const bool isBehindHeadName = at.last == PlumbParser::NAME && at.fits(PlumbParser::LPAREN) &&
                                (at.type(-2) == PlumbParser::MECHANISM ||
                                 at.type(-2) == PlumbParser::COMPOSE || at.type(-2) == PlumbParser::CHANNEL);
  // `mechanism noisy-count(...)`
  if (isBehindHeadName && at.next == PlumbParser::MINUS && isBeforeName) {
    const std::string name = at.spelt(-1) + "_" + at.spelt(2);
    return {"a name has letters, digits and `_`: `" + name + "`", Repair{at.both(-1, 2), name}};
  }
  if (isBehindHeadName && startsClause(at.next))
    return "what it is given stands behind the name, as in `" + at.spelt(-1) + "(eps: real, f: query)`";
  // `eps: real = 0.5`
  if (isInParameters && (at.next == PlumbParser::EQUAL || at.next == PlumbParser::ASSIGN) &&
      at.fits(PlumbParser::COMMA))
    return "a parameter has no value of its own; what it may be is said by `requires`";
  if (isInParameters && at.next == PlumbParser::SEMICOLON && at.fits(PlumbParser::COMMA))
    return {"parameters are separated by commas", Repair{at.range(1), ","}};
  if (isType && isBeforeName &&
      ((isInParameters && at.fits(PlumbParser::NAME)) || at.rule == PlumbParser::RuleRecord))
    return {"a type stands behind its name: `" + at.spelt(2) + ": " + at.spelt(1) + "`",
            Repair{at.both(1, 2), at.spelt(2) + ": " + at.spelt(1)}};
  // `double eps`
  if (at.rule == PlumbParser::RuleParameter && at.last == PlumbParser::NAME && at.next == PlumbParser::NAME &&
      at.fits(PlumbParser::COLON)) {
    const bool isReal = at.spelt(-1) == "double" || at.spelt(-1) == "float";
    const std::string typed = at.spelt(1) + ": " + (isReal ? "real" : at.spelt(-1));
    return isReal ? Help("a type stands behind its name: `" + typed + "`", Repair{at.both(-1, 1), typed})
                  : Help("a type stands behind its name, as in `" + at.spelt(1) + ": real`");
  }
  if (at.rule == PlumbParser::RuleParameter && at.next == PlumbParser::LBRACKET &&
      at.last == PlumbParser::NAME)
    return "lengths stand behind the type, as in `" + at.spelt(-1) + ": query[n]`";
  if (isInParameters && at.next == PlumbParser::LPAREN && at.last == PlumbParser::QUERY)
    return "an element stands in brackets, and so does a length: `query[n]`";
  if (isInParameters && (at.next == PlumbParser::PUBLIC || at.next == PlumbParser::SENSITIVE))
    return {"what is a `query` is secret, and every other parameter public: leave out `" + at.spelt(1) + "`",
            Repair{at.withBlanks(1), ""}};
  if (at.rule == PlumbParser::RuleParameter && at.last == PlumbParser::NAME && at.fits(PlumbParser::COLON) &&
      (at.next == PlumbParser::COMMA || at.next == PlumbParser::RPAREN))
    return "a parameter says its type, as in `" + at.spelt(-1) + ": real`";
  if (at.next == PlumbParser::RBRACKET && at.last == PlumbParser::LBRACKET)
    return isInDeclaration(at.context) ? "say how long the array is, as in `[n]`"
                                       : "say which element is meant, as in `[i]`";
  if (isInParameters && at.next == PlumbParser::INT && at.last == PlumbParser::QUERY)
    return {"the answers of a `query` are ints by themselves: leave out `int`",
            Repair{SourceRange{at.range(-1).end, at.range(1).end}, ""}};
  if (isInParameters && at.next == PlumbParser::BOOL && at.last == PlumbParser::QUERY)
    return {"an answer is a number: of a truth value it is 1 or 0, so leave out `bool`",
            Repair{SourceRange{at.range(-1).end, at.range(1).end}, ""}};
  if (isInParameters && at.next == PlumbParser::QUERY && at.last == PlumbParser::INT)
    return writeInstead("query", at.both(-1, 1));
  if (isInParameters && at.next == PlumbParser::QUERY && at.last == PlumbParser::REAL)
    return writeInstead("query real", at.both(-1, 1));

  // Records.
  if (at.rule == PlumbParser::RuleRecord && at.next == PlumbParser::NAME && at.type(2) == PlumbParser::COLON)
    return {"fields are separated by commas", Repair{behindLast(at.parser), ","}};
  // `age: int 0 .. 120`
  if ((isInField || at.rule == PlumbParser::RuleRecord) && at.type(2) == PlumbParser::RANGE &&
      (at.last == PlumbParser::INT || at.last == PlumbParser::REAL))
    return {"which values a field has stands behind `in`: `" + at.spelt(-1) + " in " + at.spelt(1) + " .. " +
                at.spelt(3) + "`",
            Repair{behindLast(at.parser), "in"}};
  // `age: 0 .. 120`
  if (isInField && at.last == PlumbParser::COLON && at.next == PlumbParser::NUMBER &&
      at.type(2) == PlumbParser::RANGE)
    return {"a field has a type, and its values stand behind `in`: `int in " + at.spelt(1) + " .. " +
                at.spelt(3) + "`",
            Repair{SourceRange{at.range(1).begin, at.range(1).begin}, "int in "}};
  // `age: int[0 .. 120]`
  if (isInDeclaration(at.context) && at.next == PlumbParser::RANGE && at.last != PlumbParser::LBRACKET) {
    ssize_t open = -1;
    while (open > -Nearby::farthest && at.tokens.LT(open) != nullptr &&
           at.type(open) != PlumbParser::LBRACKET && at.type(open) != PlumbParser::COLON)
      --open;
    ssize_t close = 2;
    while (at.type(close) != PlumbParser::RBRACKET && close < Nearby::farthest &&
           at.type(close) != antlr4::Token::EOF)
      ++close;
    const bool isOfType = at.tokens.LT(open - 1) != nullptr && at.type(open) == PlumbParser::LBRACKET &&
                          (at.type(open - 1) == PlumbParser::INT || at.type(open - 1) == PlumbParser::REAL);
    if (isOfType && at.type(close) == PlumbParser::RBRACKET && close > 2) {
      const std::string range =
          std::string(places.spelling(at.both(open + 1, -1))) + " .. " + at.text(2, close);
      return isInParameters || enclosing<PlumbParser::FieldContext>(at.parser) == nullptr
                 ? Help("what a parameter may be is said by `requires`; brackets hold the length of an array")
                 : Help("brackets hold the length of an array; which values a field has stands behind `in`: "
                        "`" +
                            at.spelt(open - 1) + " in " + range + "`",
                        Repair{at.both(open, close), " in " + range});
    }
  }
  // `age: int in [0, 120]`
  if (at.next == PlumbParser::LBRACKET && at.last == PlumbParser::IN && isInDeclaration(at.context)) {
    const ssize_t comma = at.behindValue(2),
                  end = comma + 1 < at.behindValue(1) ? at.behindValue(comma + 1) : 0;
    if (at.type(comma) == PlumbParser::COMMA && end > comma + 1 && at.type(end) == PlumbParser::RBRACKET) {
      const bool isOfInts = at.type(-2) != PlumbParser::REAL;
      const std::string high = at.text(comma + 1, end);
      const bool isNumber = high.size() < 9 && high.find_first_not_of("0123456789") == std::string::npos;
      const std::string behind = !isOfInts  ? high
                                 : isNumber ? std::to_string(std::stoul(high) + 1)
                                            : high + " + 1";
      const std::string range = at.text(2, comma) + " .. " + behind;
      return {"a range stands without brackets: write `" + range + "`" +
                  (isOfInts ? ", as one of ints ends before its second end" : ""),
              Repair{at.both(1, end), range}};
    }
  }
  if (isInField && at.next == PlumbParser::LBRACE)
    return "values are numbered, as in `int in 0 .. 3`";
  if (at.rule == PlumbParser::RuleRecord && at.next == PlumbParser::QUESTION)
    return {"a field that may hold nothing is declared `or none`", Repair{at.range(1), "or none"}};
  if (isInField && at.next == PlumbParser::NAME && at.last == PlumbParser::OR)
    return writeInstead("none", at.range(1));
  if (at.rule == PlumbParser::RuleRecord && at.next == PlumbParser::OR && at.type(2) == PlumbParser::NAME)
    return writeInstead("or none", at.both(1, 2));

  // `count(p: Person where ...)`
  const std::string of = at.spelt(-1);
  if (at.next == PlumbParser::LPAREN && at.type(2) == PlumbParser::NAME && at.type(3) == PlumbParser::COLON &&
      (of == "count" || of == "sum"))
    return "what a query is about stands without parentheses: `" + of + " " + at.spelt(2) + ": " +
           at.spelt(4) + (of == "sum" ? " of ..." : " where ...") + "`";

  // `f := count v: Visit where v.there`
  if (at.last == PlumbParser::COLON && at.next == PlumbParser::NAME && at.fits(PlumbParser::REAL) &&
      (at.spelt(-3) == "count" || at.spelt(-3) == "sum") &&
      isDeclared(at.spelt(1), PlumbParser::RECORD, at.parser, places))
    return "what is asked about records stands beside the mechanism: `query f = " + at.spelt(-3) + " " +
           at.spelt(-2) + ": " + at.spelt(1) + " ...`";
  // `count Person where age > 18`, `count(Person where age > 18)`
  const bool isInParentheses = at.next == PlumbParser::LPAREN && at.last == PlumbParser::NAME;
  if (at.rule == PlumbParser::RuleAggregate && at.fits(PlumbParser::COLON) &&
      isDeclared(at.spelt(isInParentheses ? 2 : -1), PlumbParser::RECORD, at.parser, places)) {
    const std::string record = at.spelt(isInParentheses ? 2 : -1);
    // Whose fields are read behind it, or a letter that nothing else is.
    std::string name(1, static_cast<char>(record.front() | 0x20));
    for (ssize_t ahead = 1; ahead < Nearby::farthest && at.type(ahead + 1) != antlr4::Token::EOF &&
                            !startsDeclaration(at.type(ahead));
         ++ahead)
      if (at.type(ahead) == PlumbParser::NAME && at.type(ahead + 1) == PlumbParser::DOT) {
        name = at.spelt(ahead);
        break;
      }
    const std::string words = at.spelt(isInParentheses ? -1 : -2) + " " + name + ": " + record;
    return {"a query names a record of the data, whose fields it reads: `" + words + " where ...`",
            isInParentheses
                ? std::vector<Repair>()
                : std::vector{Repair{SourceRange{at.range(-1).begin, at.range(-1).begin}, name + ": "}}};
  }

  // Policies.
  // `policy p on R { allows r' where ... }`
  if (at.next == PlumbParser::ALLOWS && at.last == PlumbParser::LBRACE)
    return "a formula of both records stands without braces: `policy p on R allows r' where ...`";
  if (at.last == PlumbParser::POLICY && (at.next == PlumbParser::LBRACE || at.next == PlumbParser::ALLOWS))
    return "a policy has a name, and says whose fields it means: `policy p on R ...`";
  if (at.rule == PlumbParser::RuleAttribute &&
      (at.next == PlumbParser::SENSITIVE || at.next == PlumbParser::PUBLIC))
    return "what becomes of the next field stands behind a `;`";
  const bool isInRules = at.rule == PlumbParser::RuleAttributes || at.rule == PlumbParser::RuleAttributeRule;
  // `public enter leave`
  const bool isListed = at.rule == PlumbParser::RuleAttribute || isInRules;
  if (isListed && at.last == PlumbParser::NAME && isNameHere && !at.isOnNewLine())
    return {"fields are separated by commas", Repair{behindLast(at.parser), ","}};
  if (isListed && at.next == PlumbParser::WHERE)
    return writeInstead("when", at.range(1));
  if (isInRules && at.next == PlumbParser::COMMA)
    return {"rules are separated by `;`", Repair{at.range(1), ";"}};
  if (at.rule == PlumbParser::RuleAttributes)
    for (const std::string_view secret : {"private", "secret", "hidden", "hide", "protected", "protect"})
      if (at.spelt(1) == secret)
        return writeInstead("sensitive", at.range(1));
  if (at.rule == PlumbParser::RulePolicy && at.context.children.size() == 3) {
    if (at.spelt(-2) == "on")
      return "a policy has a name: `policy p on " + at.spelt(-1) + "`";
    return {"a policy says whose fields it means: `policy " + at.spelt(-2) + " on " + at.spelt(-1) + "`",
            Repair{SourceRange{at.range(-2).end, at.range(-2).end}, " on"}};
  }
  return {};
}

} // namespace plumb
