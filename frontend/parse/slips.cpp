// SPDX-License-Identifier: Apache-2.0
// Mistakes::checkMatched(): what the grammar reads although Plumb does not have it.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"
#include "frontend/parse/tokens.h"
#include "frontend/support/similar_word.h"

#include <algorithm>

namespace plumb {

namespace {

using grammar::PlumbParser;

std::string_view ours(std::size_t foreign) {
  switch (foreign) {
  case PlumbParser::EQUAL_EQUAL:
    return "=";
  case PlumbParser::AND_AND:
    return "and";
  case PlumbParser::OR_OR:
    return "or";
  case PlumbParser::BANG:
    return "not";
  default:
    return {};
  }
}

// What makes more than a tag of the name before it.
bool continuesTag(std::size_t type) {
  switch (type) {
  case PlumbParser::LPAREN:
  case PlumbParser::LBRACKET:
  case PlumbParser::DOT:
  case PlumbParser::PRIME:
  case PlumbParser::PLUS:
  case PlumbParser::MINUS:
  case PlumbParser::TIMES:
  case PlumbParser::DIVIDE:
  case PlumbParser::DIV:
  case PlumbParser::MOD:
    return true;
  default:
    return false;
  }
}

constexpr std::string_view directions[] = {"decreasing", "increasing", "changes"};

} // namespace

void Mistakes::checkMatched(antlr4::Parser &parser) {
  const std::size_t rule = parser.getContext()->getRuleIndex();
  const std::size_t next = parser.getTokenStream()->LA(1);
  switch (next) {
  case PlumbParser::EQUAL:
  case PlumbParser::ASSIGN:
  case PlumbParser::COMPOUND:
  case PlumbParser::EQUAL_EQUAL:
    if (rule == PlumbParser::RuleAssignment)
      checkAssignment(parser);
    else if (rule == PlumbParser::RuleAlignment)
      checkAlignment(parser);
    else if (next == PlumbParser::EQUAL_EQUAL)
      checkOperator(parser);
    break;
  case PlumbParser::AND_AND:
  case PlumbParser::OR_OR:
  case PlumbParser::BANG:
    return checkOperator(parser);
  case PlumbParser::PRIME:
    if (rule != PlumbParser::RuleAllowance)
      checkPrime(parser);
    break;
  case PlumbParser::IS:
    return checkTag(parser);
  case PlumbParser::ELSE:
    return checkElse(parser);
  case PlumbParser::SEMICOLON:
    if (rule == PlumbParser::RuleInvariant)
      report(DiagnosticKind::UnexpectedWord, places.of(*parser.getTokenStream()->LT(1)),
             {"another `invariant` or `{`", "`;`"}, {"nothing stands behind an invariant", Repair{{}, ""}});
    break;
  case PlumbParser::BY:
    return checkChange(parser);
  case PlumbParser::NAME:
    if (missingWord(parser))
      throw antlr4::InputMismatchException(&parser);
    break;
  default:
    break;
  }
}

static const antlr4::Token &startOfStatement(antlr4::Parser &parser) {
  return *dynamic_cast<antlr4::ParserRuleContext &>(*parser.getContext()->parent).getStart();
}

void Mistakes::checkAssignment(antlr4::Parser &parser) {
  const antlr4::Token &sign = *parser.getTokenStream()->LT(1);
  if (reportDraw(parser, sign))
    return;
  if (sign.getType() == PlumbParser::EQUAL || sign.getType() == PlumbParser::EQUAL_EQUAL)
    return report({DiagnosticKind::EqualsForAssignment,
                   places.of(sign),
                   {std::string(places.spelling(sign))},
                   {},
                   replacedBy(":=")});
  if (sign.getType() != PlumbParser::COMPOUND)
    return;
  const antlr4::Token &first = startOfStatement(parser);
  const antlr4::Token &last = *parser.getTokenStream()->LT(-1);
  const std::string spelling(places.spelling(sign));
  std::string help;
  if (&first == &last) {
    const std::string target(places.spelling(first));
    help.append("write `").append(target).append(" := ").append(target).append(" ");
    help.append(spelling, 0, 1).append(" ...`");
  }
  report(DiagnosticKind::CompoundAssignment, places.of(sign), {spelling}, help);
}

// `lam = laplace(1 / eps) align ...`. Nobody defines functions, so that any call of another one is a draw;
// `lam := laplace(...)` without `align` is told where the names of laws are known.
bool Mistakes::reportDraw(antlr4::Parser &parser, const antlr4::Token &sign) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const auto isFunction = [](std::string_view name) {
    return name == "sum" || std::ranges::find(reservedWords(), name) != reservedWords().end();
  };
  // `np.random.laplace(...)`; to look far ahead takes long.
  constexpr ssize_t farthest = 8;
  ssize_t law = 2;
  while (law < farthest && tokens.LA(law + 1) == PlumbParser::DOT && tokens.LA(law + 2) == PlumbParser::NAME)
    law += 2;
  if (sign.getType() == PlumbParser::COMPOUND || tokens.LA(2) != PlumbParser::NAME ||
      tokens.LA(law + 1) != PlumbParser::LPAREN || isFunction(places.spelling(*tokens.LT(law))))
    return false;
  ssize_t behind = law + 2;
  for (std::size_t depth = 1; depth > 0 && tokens.LA(behind) != antlr4::Token::EOF; ++behind) {
    depth += tokens.LA(behind) == PlumbParser::LPAREN ? 1 : 0;
    depth -= tokens.LA(behind) == PlumbParser::RPAREN ? 1 : 0;
  }
  const bool isAligned = tokens.LA(behind) == PlumbParser::ALIGN;
  if (!isAligned && sign.getType() == PlumbParser::ASSIGN)
    return false;
  if (isAligned)
    alignOfDraw = tokens.LT(behind)->getTokenIndex();
  report(DiagnosticKind::ForeignOperator, places.of(sign), {std::string(places.spelling(sign)), "~"},
         {"noise is drawn: write `" + std::string(places.spelling(startOfStatement(parser))) + " ~ " +
              std::string(places.spelling(*tokens.LT(law))) + "(...)`",
          Repair{cover(places.of(sign), places.of(*tokens.LT(law))),
                 "~ " + std::string(places.spelling(*tokens.LT(law)))}});
  if (law > 2) {
    slip = sign.getTokenIndex();
    endOfSlip = tokens.LT(law + 1)->getTokenIndex();
  }
  return true;
}

void Mistakes::checkAlignment(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const antlr4::Token &sign = *tokens.LT(1);
  const std::size_t first = parser.getContext()->getStart()->getTokenIndex() + 1;
  bool primed = false;
  for (std::size_t i = first; i < sign.getTokenIndex(); ++i)
    primed = primed || tokens.get(i)->getType() == PlumbParser::PRIME;
  const antlr4::Token &name = *tokens.get(first), &word = *parser.getContext()->getStart();
  // `align`, and then the next statement.
  if (!primed && name.getLine() != word.getLine() && sign.getType() == PlumbParser::ASSIGN)
    return report(DiagnosticKind::UnexpectedWord, places.of(word),
                  {"what the noise is in the second run after `align`", "the next statement"},
                  "write `align lam' = ...`, `align ?`, or nothing");
  if (!primed) {
    const auto *statement = enclosing<PlumbParser::StatementContext>(parser);
    const std::string drawn(places.spelling(statement != nullptr ? *statement->start : name));
    report(DiagnosticKind::UnprimedAlignment, places.of(name), {drawn}, replacedBy(drawn + "'"));
  }
  if (sign.getType() == PlumbParser::ASSIGN)
    report(DiagnosticKind::ForeignOperator, places.of(sign), {std::string(places.spelling(sign)), "="},
           replacedBy("="));
}

void Mistakes::checkPrime(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  // LA() of what is in front of the first token would read it all the same.
  const antlr4::Token *name = tokens.LT(-1), *front = tokens.LT(-2);
  const bool afterName =
      name && name->getType() == PlumbParser::NAME && !(front && front->getType() == PlumbParser::DOT);
  if (afterName)
    return;
  checkMisusedAgain(parser);
  if (name && name->getType() == PlumbParser::PRIME)
    return report(DiagnosticKind::MisplacedPrime, places.of(*tokens.LT(1)), {},
                  {"there are two runs, and what has one prime is of the second",
                   Repair{places.of(*tokens.LT(1)), ""}});
  // `f[i]'` and `r.age'`: the name in front of all subscripts and fields.
  const SourceRange prime = places.of(*tokens.LT(1));
  std::size_t at = tokens.LT(1)->getTokenIndex(), open = 0;
  while (at > 0) {
    const std::size_t type = tokens.get(--at)->getType();
    open += type == PlumbParser::RBRACKET ? 1 : 0;
    open -= type == PlumbParser::LBRACKET && open > 0 ? 1 : 0;
    const bool isMember = at > 0 && tokens.get(at - 1)->getType() == PlumbParser::DOT;
    if (open == 0 && type == PlumbParser::NAME && !isMember)
      break;
    if (open == 0 && type != PlumbParser::LBRACKET && type != PlumbParser::DOT && type != PlumbParser::NAME)
      return report(DiagnosticKind::MisplacedPrime, prime, {}, "the second run of `f[i]` is `f'[i]`");
  }
  const SourceRange first = places.of(*tokens.get(at));
  const std::string text(places.spelling({first.begin, prime.begin})), spelt(places.spelling(first)),
      rest = text.substr(spelt.size());
  report(DiagnosticKind::MisplacedPrime, prime, {},
         {"the second run of `" + text + "` is `" + spelt + "'" + rest + "`",
          {Repair{SourceRange{first.end, first.end}, "'"}, Repair{prime, ""}}});
}

void Mistakes::checkOperator(antlr4::Parser &parser) {
  const antlr4::Token &sign = *parser.getTokenStream()->LT(1);
  const antlr4::Token &next = *parser.getTokenStream()->LT(2);
  slip = sign.getTokenIndex();
  endOfSlip = slip + 1;
  const bool isArrow = sign.getType() == PlumbParser::EQUAL_EQUAL && next.getType() == PlumbParser::GREATER &&
                       sign.getStopIndex() + 1 == next.getStartIndex();
  const SourceRange range = isArrow ? cover(places.of(sign), places.of(next)) : places.of(sign);
  const std::string instead = isArrow ? "implies" : std::string(ours(sign.getType()));
  report(DiagnosticKind::ForeignOperator, range, {std::string(places.spelling(range)), instead},
         replacedBy(instead));
}

/// Is the next token missed only because of a slip in front of it?
bool Mistakes::followsFromSlip(antlr4::Parser &parser) const {
  const std::size_t next = parser.getTokenStream()->LT(1)->getTokenIndex();
  return slip < next && next <= endOfSlip;
}

void Mistakes::checkTag(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const bool isName = tokens.LA(2) == PlumbParser::NAME || tokens.LA(2) == PlumbParser::NONE;
  if (!beginsOperand(tokens.LA(2)) || (isName && !continuesTag(tokens.LA(3))))
    return;
  report(DiagnosticKind::TagExpected, places.of(*tokens.LT(isName ? 3 : 2)), {},
         tokens.LA(2) == PlumbParser::NOT ? "what has another tag is told by `not (out[i] is above)`"
         : isName || tokens.LA(2) == PlumbParser::LPAREN
             ? "a tag stands alone, as in `out[i] is above`"
             : "what is published without a tag is read as a value, as in `out[i].value`");
}

// Only a block with a condition in front of it can be followed by an `else`.
void Mistakes::checkElse(antlr4::Parser &parser) {
  const auto &children = parser.getContext()->children;
  const bool conditional = children.size() >= 2 && dynamic_cast<PlumbParser::IfHeadContext *>(
                                                       children[children.size() - 2]) != nullptr;
  if (!conditional)
    report(DiagnosticKind::MisplacedElse, places.of(*parser.getTokenStream()->LT(1)));
}

// `f decreasing by 1` or `one f changes by 1`, or with `?` in the place of the direction.
void Mistakes::checkChange(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const std::size_t first = parser.getContext()->getStart()->getTokenIndex();
  const std::size_t count = tokens.LT(1)->getTokenIndex() - first;
  const antlr4::Token &front = *tokens.get(first);
  const antlr4::Token &last = *tokens.LT(-1);
  if (last.getType() != PlumbParser::QUESTION && !isDirection(places.spelling(last))) {
    // English goes on behind such a word, as in `change by at most 1`.
    slip = endOfSlip = last.getTokenIndex();
    for (ssize_t ahead = 1; tokens.LA(ahead) != antlr4::Token::EOF &&
                            tokens.LA(ahead) != PlumbParser::LBRACE && !startsClause(tokens.LA(ahead));
         ++ahead)
      endOfSlip = tokens.LT(ahead)->getTokenIndex();
    return report(DiagnosticKind::UnknownDirection, places.of(last), {std::string(places.spelling(last))},
                  helpForWord(places.spelling(last), directions,
                              count == 2 && isDirection(places.spelling(front))
                                  ? "write `" + std::string(places.spelling(last)) + " " +
                                        std::string(places.spelling(front)) + " by ...`"
                                  : "write `decreasing`, `increasing` or `changes` before `by`"));
  }
  if (count == 1)
    return report(DiagnosticKind::UnexpectedWord, places.of(front), {"the name of a query", quoted(front)});
  if (count == 3 && places.spelling(front) != "one")
    return report(DiagnosticKind::UnexpectedWord, places.of(front),
                  {"`one` or nothing before the query", quoted(front)},
                  {"a clause is about all elements, and with `one` in front about one of them: leave out " +
                       quoted(front),
                   Repair{SourceRange{places.of(front).begin, places.of(*tokens.get(first + 1)).begin}, ""}});
  if (count > 3) {
    const antlr4::Token &third = *tokens.get(first + 2);
    report(DiagnosticKind::UnexpectedWord, places.of(third), {"`by`", quoted(third)});
  }
}

// Some words are names for the grammar, which therefore takes the name behind a missing one for it, and
// stumbles where that goes on. Asked in front of such a name; nothing where the readers of the tree can tell.
std::optional<Mistakes::MissingWord> Mistakes::missingWord(antlr4::Parser &parser) const {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  antlr4::ParserRuleContext *context = parser.getContext();
  if (tokens.LA(1) != PlumbParser::NAME)
    return std::nullopt;
  const std::string_view word = places.spelling(*tokens.LT(1));
  const std::size_t follower = tokens.LA(2);
  const bool isBeforeOperand = beginsOperand(follower) && tokens.LT(2)->getLine() == tokens.LT(1)->getLine();
  // `daily(eps) 3` in front of another part
  const bool isRepetition = dynamic_cast<PlumbParser::RepetitionContext *>(context) != nullptr;
  if (isRepetition && word != "times" && (follower == PlumbParser::LPAREN || follower == PlumbParser::ASSIGN))
    return MissingWord{"`times`", {}};
  // `sum p: Person p.age`
  auto *aggregate = dynamic_cast<PlumbParser::AggregateContext *>(context);
  const bool isBehindSource =
      aggregate != nullptr && aggregate->COLON() != nullptr && tokens.LA(-1) == PlumbParser::NAME;
  if (isBehindSource && word != "of" && word != "where" && !isBeforeOperand) {
    const bool isSum = places.spelling(*aggregate->getStart()) == "sum";
    return MissingWord{isSum ? "`of` or `where`" : "`where`",
                       isSum ? "what is summed stands behind `of`, which records count behind `where`"
                             : "which records count stands behind `where`"};
  }
  // `sample with p`, `sample each p`
  const bool isSampling = context->getRuleIndex() == PlumbParser::RuleComposeClause &&
                          !context->children.empty() && places.spelling(*context->getStart()) == "sample";
  const std::string help = "write `sample each with p`";
  if (isSampling && context->children.size() == 1 && word == "with")
    return MissingWord{"`each`", help};
  if (isSampling && context->children.size() == 2 && word != "with" && !isBeforeOperand)
    return MissingWord{"`with`", help};
  return std::nullopt;
}

// `a, b := 1, 2` and `(a, b) := (1, 2)`
bool Mistakes::reportTargets(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const bool isInParentheses = tokens.LA(1) == PlumbParser::LPAREN;
  if (!isInParentheses && tokens.LA(1) != PlumbParser::COMMA)
    return false;
  const antlr4::Token &first = *tokens.LT(isInParentheses ? 2 : -1);
  // In `last := best, prev := 0` the name is a value.
  const antlr4::Token *before = isInParentheses ? nullptr : tokens.LT(-2);
  const bool isValue = before && before->getLine() == first.getLine() &&
                       before->getType() != PlumbParser::LBRACE && before->getType() != PlumbParser::RBRACE &&
                       before->getType() != PlumbParser::SEMICOLON;
  if (isValue)
    return false;
  ssize_t behind = isInParentheses ? 2 : 1;
  while ((tokens.LA(behind) == PlumbParser::NAME || tokens.LA(behind) == PlumbParser::COMMA) &&
         tokens.LT(behind)->getLine() == tokens.LT(1)->getLine())
    ++behind;
  behind += isInParentheses && tokens.LA(behind) == PlumbParser::RPAREN ? 1 : 0;
  const bool isDraw = tokens.LA(behind) == PlumbParser::TILDE;
  if (first.getType() != PlumbParser::NAME || (tokens.LA(behind) != PlumbParser::ASSIGN && !isDraw))
    return false;
  report(DiagnosticKind::UnexpectedWord, places.of(*tokens.LT(1)),
         {isInParentheses ? "a statement" : "`:=` or `~` after the name " + quoted(first),
          quoted(*tokens.LT(1))},
         isDraw ? "each noise is drawn by a statement of its own, as in `" +
                      std::string(places.spelling(first)) + " ~ ...`"
                : "each variable is assigned by itself, as in `" + std::string(places.spelling(first)) +
                      " := ...`");
  // As many values follow.
  slip = endOfSlip = tokens.LT(1)->getTokenIndex();
  const std::size_t line = tokens.LT(1)->getLine();
  for (; tokens.LA(behind) != antlr4::Token::EOF && tokens.LT(behind)->getLine() == line; ++behind)
    endOfSlip = tokens.LT(behind)->getTokenIndex();
  return true;
}

// What stands among the parts of a composition or behind a prime and is written otherwise there.
bool Mistakes::reportForeignPart(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const std::size_t rule = parser.getContext()->getRuleIndex();
  const antlr4::Token &next = *tokens.LT(1);
  // `f'(i)`
  if (next.getType() == PlumbParser::LPAREN && tokens.LA(-1) == PlumbParser::PRIME &&
      tokens.LA(-2) == PlumbParser::NAME && tokens.LT(-1)->getLine() == next.getLine()) {
    report(DiagnosticKind::ForeignOperator, places.of(next), {"(", "["},
           "an element stands in brackets, as in `" + std::string(places.spelling(*tokens.LT(-2))) + "'[i]`");
    return true;
  }
  // `seen = daily(eps)`, `seen <- daily(eps)`
  const bool isPart = rule == PlumbParser::RulePart || rule == PlumbParser::RuleParts;
  const bool isArrow = tokens.LA(2) == PlumbParser::LESS && tokens.LA(3) == PlumbParser::MINUS;
  if (isPart && next.getType() == PlumbParser::NAME && isArrow && tokens.LA(4) == PlumbParser::NAME &&
      tokens.LA(5) == PlumbParser::LPAREN) {
    report(DiagnosticKind::ForeignOperator, cover(places.of(*tokens.LT(2)), places.of(*tokens.LT(3))),
           {"<-", ":="}, replacedBy(":="));
    return true;
  }
  if (isPart && next.getType() == PlumbParser::NAME && tokens.LA(2) == PlumbParser::EQUAL &&
      tokens.LA(3) == PlumbParser::NAME && tokens.LA(4) == PlumbParser::LPAREN &&
      places.spelling(*tokens.LT(3)) != "exp" && places.spelling(*tokens.LT(3)) != "ln") {
    report(DiagnosticKind::EqualsForAssignment, places.of(*tokens.LT(2)), {"="}, replacedBy(":="));
    return true;
  }
  // `seen := daily(eps)` or `daily(eps)` among the clauses
  const bool isFirst = rule == PlumbParser::RuleComposeClause && parser.getContext()->children.size() == 1 &&
                       tokens.LA(-1) == PlumbParser::NAME;
  if (isFirst && (next.getType() == PlumbParser::ASSIGN || next.getType() == PlumbParser::LPAREN)) {
    report(DiagnosticKind::UnexpectedWord, places.of(*tokens.LT(-1)), {"`{`", quoted(*tokens.LT(-1))},
           "the parts stand in braces: `{ ... }`");
    return true;
  }
  return false;
}

static Help helpForStep(const std::string &target, std::string_view sign) {
  const std::string step = " := " + target + " " + std::string(sign) + " 1";
  return {"write `" + target + step + "`", Repair{std::nullopt, step}};
}

// `best max= x`, in front of `max`.
bool Mistakes::reportExtremum(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const antlr4::Token &target = *tokens.LT(-1), &word = *tokens.LT(1);
  const std::string function(places.spelling(word));
  if ((function != "min" && function != "max") || tokens.LA(2) != PlumbParser::EQUAL ||
      target.getType() != PlumbParser::NAME || target.getLine() != word.getLine())
    return false;
  ssize_t behind = 3;
  while (beginsOperand(tokens.LA(3)) && tokens.LA(behind) != antlr4::Token::EOF &&
         tokens.LA(behind) != PlumbParser::RBRACE && tokens.LA(behind) != PlumbParser::SEMICOLON &&
         tokens.LT(behind)->getLine() == word.getLine())
    ++behind;
  const SourceRange sign = cover(places.of(word), places.of(*tokens.LT(2)));
  const std::string name(places.spelling(target));
  Help help("write `" + name + " := " + function + "(" + name + ", ...)`");
  if (behind > 3) {
    const SourceRange value = cover(places.of(*tokens.LT(3)), places.of(*tokens.LT(behind - 1)));
    const std::string instead =
        ":= " + function + "(" + name + ", " + std::string(places.spelling(value)) + ")";
    help = {"write `" + name + " " + instead + "`", Repair{cover(sign, value), instead}};
  }
  report(DiagnosticKind::CompoundAssignment, sign, {std::string(places.spelling(sign))}, std::move(help));
  // What follows is the value.
  slip = tokens.LT(1)->getTokenIndex();
  endOfSlip = tokens.LT(behind - 1)->getTokenIndex() + 1;
  return true;
}

// `i++`, `x <- 3`, `for i = 0 to n`: words that fit nothing, where the grammar waits for ours.
bool Mistakes::reportForeignSign(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  const antlr4::Token &sign = *tokens.LT(1);
  const bool assigns = expected.contains(static_cast<ssize_t>(PlumbParser::ASSIGN));
  const bool isDoubled = sign.getType() == tokens.LA(2) &&
                         (sign.getType() == PlumbParser::PLUS || sign.getType() == PlumbParser::MINUS);
  const bool isArrow = sign.getType() == PlumbParser::LESS && tokens.LA(2) == PlumbParser::MINUS;
  if (assigns && reportExtremum(parser))
    return true;
  if (assigns && (isDoubled || isArrow)) {
    const SourceRange range = cover(places.of(sign), places.of(*tokens.LT(2)));
    const std::string target(places.spelling(*tokens.LT(-1)));
    const bool isDraw =
        tokens.LA(3) == PlumbParser::NAME && tokens.LA(4) == PlumbParser::LPAREN &&
        std::ranges::find(reservedWords(), places.spelling(*tokens.LT(3))) == reservedWords().end();
    if (isArrow && isDraw)
      report(DiagnosticKind::ForeignOperator, range, {"<-", "~"}, replacedBy("~"));
    else if (isArrow)
      report(DiagnosticKind::ForeignOperator, range, {"<-", ":="},
             {"noise is drawn with `~`", Repair{std::nullopt, ":="}});
    else
      report(DiagnosticKind::CompoundAssignment, range, {std::string(places.spelling(range))},
             tokens.LT(-1)->getType() != PlumbParser::NAME ? Help()
                                                           : helpForStep(target, places.spelling(sign)));
    return true;
  }
  const bool isLoop = parser.getContext()->getRuleIndex() == PlumbParser::RuleForHead &&
                      expected.contains(static_cast<ssize_t>(PlumbParser::IN)) &&
                      (sign.getType() == PlumbParser::EQUAL || sign.getType() == PlumbParser::ASSIGN);
  if (isLoop)
    reportForeignLoop(parser);
  return isLoop;
}

// `for i = 0 to n {`
void Mistakes::reportForeignLoop(antlr4::Parser &parser) {
  antlr4::TokenStream &tokens = *parser.getTokenStream();
  ssize_t middle = 0, end = 2;
  for (; tokens.LA(end) != PlumbParser::LBRACE && tokens.LA(end) != PlumbParser::WHILE &&
         tokens.LA(end) != PlumbParser::INVARIANT && tokens.LA(end) != antlr4::Token::EOF;
       ++end)
    if (middle == 0 && (tokens.LA(end) == PlumbParser::RANGE || tokens.LA(end) == PlumbParser::COMMA ||
                        places.spelling(*tokens.LT(end)) == "to"))
      middle = end;
  Help help = "write `for i in 0 .. n`";
  if (middle > 2 && end > middle + 1) {
    const auto text = [&](ssize_t first, ssize_t last) {
      return std::string(places.spelling(cover(places.of(*tokens.LT(first)), places.of(*tokens.LT(last)))));
    };
    // Behind the last sign that stands between the ends, as in `0, ..., n - 1`.
    ssize_t begin = end - 1;
    while (begin > middle && tokens.LA(begin - 1) != PlumbParser::COMMA)
      --begin;
    begin = begin > middle ? begin : middle + 1;
    if (begin > middle + 1 && tokens.LA(end - 1) == PlumbParser::COMMA)
      begin = middle + 1;
    const std::string name(places.spelling(*tokens.LT(-1))), high = text(begin, end - 1);
    // Both ends are meant, but of our own `..`.
    const bool isOurs = tokens.LA(middle) == PlumbParser::RANGE;
    const bool isBeforeOne = end - begin > 2 && tokens.LA(end - 2) == PlumbParser::MINUS &&
                             places.spelling(*tokens.LT(end - 1)) == "1";
    const bool isNumber = end == begin + 1 && tokens.LA(begin) == PlumbParser::NUMBER &&
                          high.find_first_not_of("0123456789") == std::string::npos && high.size() < 9;
    const std::string behind = isOurs        ? high
                               : isBeforeOne ? text(begin, end - 3)
                               : isNumber    ? std::to_string(std::stoul(high) + 1)
                                             : high + " + 1";
    const std::string range = "in " + text(2, middle - 1) + " .. " + behind;
    help = {"write `for " + name + " " + range + "`, which ends before `" + behind + "`",
            Repair{cover(places.of(*tokens.LT(1)), places.of(*tokens.LT(end - 1))), range}};
  }
  report(DiagnosticKind::MissingRange, places.of(*tokens.LT(1)), {"for"}, help);
}

} // namespace plumb
