// SPDX-License-Identifier: Apache-2.0
// Mistakes::helpForStatement(): the body of a mechanism, and its expressions.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"
#include "frontend/parse/tokens.h"

#include <algorithm>

namespace plumb {

using grammar::PlumbParser;

/// `if c then a else b`, and in parentheses `a if c else b`.
static Help helpForChoice(const Nearby &at) {
  const std::string clause = "a value that depends on a condition is `c ? a : b`";
  const ssize_t end = at.behindValue(1), otherwise = at.find("else", 2, end);
  if (otherwise + 1 >= end)
    return clause;
  const auto choice = [&](const std::string &c, const std::string &a, const std::string &b) {
    return "(" + c + " ? " + a + " : " + b + ")";
  };
  const std::string last = at.text(otherwise + 1, end);
  const bool isBehindOperand = at.last == PlumbParser::NAME || at.last == PlumbParser::NUMBER ||
                               at.last == PlumbParser::RBRACKET || at.last == PlumbParser::RPAREN;
  if (isBehindOperand) {
    ssize_t begin = -1;
    for (std::size_t depth = 0; begin > -Nearby::farthest && at.tokens.LT(begin - 1) != nullptr; --begin) {
      depth += at.type(begin - 1) == PlumbParser::RPAREN ? 1 : 0;
      if (at.type(begin - 1) == PlumbParser::LPAREN && depth-- == 0)
        break;
    }
    if (at.tokens.LT(begin - 1) == nullptr || at.type(end) != PlumbParser::RPAREN || otherwise <= 2)
      return clause;
    const std::string words =
        choice(at.text(2, otherwise), std::string(at.places.spelling(at.both(begin, -1))), last);
    return {"write `" + words + "`", Repair{at.both(begin - 1, end), words}};
  }
  const ssize_t then = at.find("then", 2, otherwise);
  if (then <= 2 || then + 1 >= otherwise)
    return clause;
  const std::string words = choice(at.text(2, then), at.text(then + 1, otherwise), last);
  return {"write `" + words + "`", Repair{at.both(1, end - 1), words}};
}

Help Mistakes::helpForStatement(const Nearby &at) const {
  if ((at.last == PlumbParser::FORALL || at.last == PlumbParser::EXISTS) && at.next == PlumbParser::LPAREN)
    return "the range stands without parentheses: `" + at.spelt(-1) + " i in 0 .. n: ...`";
  if (at.rule == PlumbParser::RuleAlignment && (at.fits(PlumbParser::EQUAL) || at.next == PlumbParser::BY))
    for (auto *around = &at.context; around != nullptr;
         around = dynamic_cast<antlr4::ParserRuleContext *>(around->parent))
      if (dynamic_cast<const PlumbParser::StatementContext *>(around) != nullptr) {
        const std::string name(places.spelling(*around->start));
        return "an alignment says what the noise is in the second run: `align " + name + "' = " + name +
               " + ...`";
      }
  if (at.last == PlumbParser::NAME && at.fits(PlumbParser::ASSIGN) && at.fits(PlumbParser::TILDE) &&
      at.next == PlumbParser::LPAREN && isDeclared(at.spelt(-1), PlumbParser::MECHANISM, at.parser, places))
    return "mechanisms are run by `compose name(...) ... { " + at.spelt(-1) +
           "(...) }`: write `compose` for `mechanism`";
  // `lam ~ laplace(b)   lam' = lam`
  if (at.last == PlumbParser::NAME && at.next == PlumbParser::PRIME && at.fits(PlumbParser::ASSIGN) &&
      at.fits(PlumbParser::TILDE))
    return {
        "what the noise is in the second run stands behind its draw, as in `lam ~ laplace(b) align lam' = "
        "...`",
        Repair{SourceRange{at.range(-1).begin, at.range(-1).begin}, "align "}};
  // `lam laplace(1 / eps)`
  if (at.last == PlumbParser::NAME && at.next == PlumbParser::NAME && at.fits(PlumbParser::TILDE) &&
      at.type(2) == PlumbParser::LPAREN && !at.isOnNewLine())
    return {"noise is drawn: write `" + at.spelt(-1) + " ~ " + at.spelt(1) + "(...)`",
            Repair{SourceRange{at.range(-1).end, at.range(-1).end}, " ~"}};
  // `lam ~ laplace`
  if (at.last == PlumbParser::NAME && at.type(-2) == PlumbParser::TILDE && at.fits(PlumbParser::LPAREN))
    return "a law has its scale in parentheses, as in `" + at.spelt(-1) + "(1 / eps)`";
  // `forall j in 0 .. n, T[j] > 0`
  const bool isSecondIndex = at.rule == PlumbParser::RuleBinder && at.last == PlumbParser::NAME &&
                             at.type(-2) == PlumbParser::COMMA && at.fits(PlumbParser::IN);
  if (isSecondIndex && at.next != PlumbParser::COLON && at.next != PlumbParser::RBRACKET &&
      at.next != PlumbParser::NUMBER && at.next != PlumbParser::NAME)
    return {"what is said of every index stands behind a colon, as in `forall j in 0 .. n: ...`",
            Repair{at.range(-2), ":"}};
  // `for i 0 .. n {`
  if (at.last == PlumbParser::NAME && at.type(-2) == PlumbParser::FOR && at.fits(PlumbParser::IN) &&
      (at.next == PlumbParser::NUMBER || at.next == PlumbParser::NAME) && at.type(2) == PlumbParser::RANGE)
    return {"write `for " + at.spelt(-1) + " in " + at.spelt(1) + " .. " + at.spelt(3) + "`",
            Repair{behindLast(at.parser), "in"}};
  // `for int i in 0 .. n {`
  if (at.last == PlumbParser::FOR && at.type(2) == PlumbParser::NAME &&
      (at.next == PlumbParser::INT || at.next == PlumbParser::REAL))
    return {"the variable of a loop is an int: leave out its type", Repair{at.withBlanks(1), ""}};
  // `output = below`
  if (at.last == PlumbParser::OUTPUT &&
      (at.next == PlumbParser::EQUAL || at.next == PlumbParser::ASSIGN || at.next == PlumbParser::COLON))
    return {"what is published stands right behind `output`: leave out `" + at.spelt(1) + "`",
            Repair{at.withBlanks(1), ""}};
  // `x: int = 1`
  const bool isOfReal = at.last == PlumbParser::REAL && at.type(-2) == PlumbParser::COLON;
  const ssize_t sign = isOfReal ? 1 : 2;
  if ((isOfReal || (at.last == PlumbParser::COLON && at.fits(PlumbParser::REAL))) &&
      (at.type(sign) == PlumbParser::EQUAL || at.type(sign) == PlumbParser::ASSIGN)) {
    const std::string name = at.spelt(isOfReal ? -3 : -2);
    return {"a variable has the sort of the first value that it is given: write `" + name + " := ...`",
            Repair{SourceRange{at.range(isOfReal ? -3 : -2).end, at.range(sign).end}, " :="}};
  }
  // `v: int[n]`
  const bool isTypeOfArray =
      at.last == PlumbParser::COLON && at.type(2) == PlumbParser::LBRACKET && !at.fits(PlumbParser::INT) &&
      (at.next == PlumbParser::INT || at.next == PlumbParser::BOOL || at.next == PlumbParser::QUERY);
  const bool isArrayOfReals =
      at.last == PlumbParser::REAL && at.next == PlumbParser::LBRACKET && at.type(-2) == PlumbParser::COLON;
  if (at.fits(isTypeOfArray ? PlumbParser::REAL : PlumbParser::TILDE) && (isTypeOfArray || isArrayOfReals)) {
    const std::string name = at.spelt(isTypeOfArray ? -2 : -3);
    return "an array has no declaration: it is made element by element, as in `" + name +
           "[i] := ...` in a loop";
  }
  // `argmax(v[i] for i in 0 .. n)`
  if (at.next == PlumbParser::FOR && at.fits(PlumbParser::RPAREN) && at.type(2) == PlumbParser::NAME)
    return "over which range stands in front, as in `max(" + at.spelt(2) + " in 0 .. n: ...)`";
  // `eps n`
  if ((at.last == PlumbParser::NAME || at.last == PlumbParser::NUMBER) && at.next == PlumbParser::NAME &&
      at.fits(PlumbParser::RPAREN) && at.rule != PlumbParser::RuleParameters &&
      at.rule != PlumbParser::RuleParameter && !at.isOnNewLine() && at.spelt(1) != "to")
    return "a product is written `" + at.spelt(-1) + " * " + at.spelt(1) + "`";
  // `0 ..= n`
  if (at.last == PlumbParser::RANGE && at.next == PlumbParser::EQUAL)
    return "a range ends before its second end: with `n` itself it is `0 .. n + 1`";
  // `while c for i in 0 .. n {`
  if (at.next == PlumbParser::FOR && at.fits(PlumbParser::LBRACE))
    for (ssize_t back = -1; at.tokens.LT(back) != nullptr && at.type(back) != PlumbParser::LBRACE &&
                            at.type(back) != PlumbParser::RBRACE;
         --back)
      if (at.type(back) == PlumbParser::WHILE)
        return "the range comes first: `for i in 0 .. n while ... { ... }`";
  // `lam: int ~ laplace(b)`
  if (at.last == PlumbParser::COLON && at.next == PlumbParser::INT && at.type(2) == PlumbParser::TILDE)
    return {"noise is an int unless it is declared as a real: leave out the type",
            Repair{at.both(-1, 1), ""}};
  // `output[i] above`
  if (at.next == PlumbParser::LBRACKET &&
      (at.last == PlumbParser::OUTPUT || at.last == PlumbParser::ANNOUNCE)) {
    ssize_t behind = 2;
    while (at.type(behind) != PlumbParser::RBRACKET && at.type(behind) != antlr4::Token::EOF)
      ++behind;
    return {"each iteration has a cell of its own, which is not named: `" + at.spelt(-1) + " ...`",
            Repair{at.both(1, behind), ""}};
  }
  // `for t in 0 .. n, s in 0 .. n {`, `for t in 0 .. n step 2 {`
  const bool isInLoop = at.fits(PlumbParser::LBRACE) &&
                        dynamic_cast<PlumbParser::ForLoopContext *>(at.context.parent) != nullptr;
  if (isInLoop && at.next == PlumbParser::COMMA)
    return "a loop has one range: write one loop inside of the other";
  if (isInLoop && (at.spelt(1) == "step" || at.spelt(1) == "by"))
    return "a range goes from one number to the next: compute others from its variable, as in `2 * i`";
  if (at.fits(PlumbParser::TRUE) && at.next == PlumbParser::QUESTION)
    return "`?` leaves a whole thing open: a guarantee `private(?)`, an alignment `align ?`, a scale "
           "`laplace(?)`, a bound `by ?`";
  if (at.fits(PlumbParser::TRUE) && at.next == PlumbParser::LBRACKET && at.last == PlumbParser::ASSIGN)
    return "an array is made element by element, as in `v[i] := ...` in a loop";
  if (at.fits(PlumbParser::TRUE) && at.next == PlumbParser::PRIME)
    return "tags and names stand without quotes";
  // `(c ? a)`
  if (at.expected.size() == 1 && at.fits(PlumbParser::COLON) && at.rule == PlumbParser::RuleConditional)
    return "a choice says both values: `c ? a : b`";
  // `v.argmax()`, `f.size()`
  const bool isCall = at.next == PlumbParser::LPAREN && at.type(-2) == PlumbParser::DOT && !at.isOnNewLine();
  if (isCall || (at.last == PlumbParser::DOT && at.type(2) == PlumbParser::LPAREN)) {
    const std::string word = at.spelt(isCall ? -1 : 1), owner = at.spelt(isCall ? -3 : -2);
    if (word == "size" || word == "length" || word == "len" || word == "count")
      return "an array is as long as its declaration says: `" + owner + ": query[n]` has `n` elements";
    if (word == "contains" || word == "includes" || word == "has" || word == "index")
      return "what was selected is asked by `in`, as in `i in result.indices`";
    const auto &known = reservedWords();
    if (std::find(known.begin(), known.end(), word) != known.end())
      return "a function stands in front of what it is applied to: `" + word + "(" + owner + ")`";
    return "nothing is called behind a `.`; the functions are `abs`, `min`, `max`, `argmin`, `argmax` and "
           "`real`, as "
           "in `max(" +
           owner + ")`";
  }
  if (at.next == PlumbParser::IF && at.rule != PlumbParser::RuleAttributes &&
      at.rule != PlumbParser::RuleAttributeRule &&
      (at.fits(PlumbParser::TRUE) || at.last == PlumbParser::RBRACKET || at.last == PlumbParser::NUMBER ||
       at.last == PlumbParser::RPAREN) &&
      !at.isOnNewLine() && !at.fits(PlumbParser::LBRACE))
    return helpForChoice(at);
  // `laplace(1 / eps; f - f')`
  if (at.next == PlumbParser::SEMICOLON && at.fits(PlumbParser::RPAREN))
    for (ssize_t back = -1;
         at.tokens.LT(back) != nullptr && at.tokens.LT(back)->getLine() == at.before->getLine(); --back)
      if (at.type(back) == PlumbParser::TILDE)
        return "a law has its scale alone; what the noise is in the second run stands behind `align`: `" +
               at.spelt(back - 1) + " ~ " + at.spelt(back + 1) + "(...) align " + at.spelt(back - 1) +
               "' = " + at.spelt(back - 1) + " + ...`";
  return {};
}

} // namespace plumb
