// SPDX-License-Identifier: Apache-2.0
// Mistakes::helpForClause(): what stands in the head, and in the definitions of queries.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"
#include "frontend/parse/signs_in_words.h"

namespace plumb {

using grammar::PlumbParser;

/// `eps in 0 .. 1`, at the `..`. Where a range of ints ends is less than its second end, and one of reals
/// ends there.
Help Mistakes::helpForRangeAsCondition(const Nearby &at) const {
  const std::string clause = "what lies in a range is said by two comparisons, as in `0 <= eps <= 1`";
  ssize_t in = -1;
  while (in > -Nearby::farthest && at.tokens.LT(in) != nullptr && at.type(in) != PlumbParser::IN &&
         at.tokens.LT(in)->getLine() == at.tokens.LT(1)->getLine())
    --in;
  if (at.tokens.LT(in) == nullptr || at.type(in) != PlumbParser::IN || in == -1)
    return clause;
  // The name, or element or field, in front of `in`.
  ssize_t begin = in - 1;
  const auto goesOn = [&](ssize_t place) {
    return at.tokens.LT(place - 1) != nullptr &&
           (at.type(place - 1) == PlumbParser::DOT || at.type(place) == PlumbParser::DOT);
  };
  while (goesOn(begin))
    --begin;
  const ssize_t end = at.type(2) == PlumbParser::NUMBER || at.type(2) == PlumbParser::NAME ? 3 : 2;
  if (at.type(begin) != PlumbParser::NAME || end == 2)
    return clause;
  const std::string low(places.spelling(at.both(in + 1, -1))), high = at.text(2, end),
                                                               value(places.spelling(at.both(begin, in - 1)));
  return "what lies in a range is said by two comparisons: `" + low + " <= " + value + " <= " + high +
         "`, or `< " + high + "` if " + high + " is left out";
}

Help Mistakes::helpForClause(const Nearby &at) const {
  // `-> int` behind the parameters says what is returned; `a -> b` in a claim is a consequence.
  const bool isBehindParameters =
      at.last == PlumbParser::RPAREN && at.rule == PlumbParser::RuleClauses && at.context.children.empty();
  if (at.rule == PlumbParser::RuleClauses && at.next == PlumbParser::ARROW && !isBehindParameters)
    return {"a consequence is written `implies`", Repair{at.range(1), "implies"}};
  if (at.rule == PlumbParser::RuleClauses && (at.next == PlumbParser::ARROW || at.spelt(1) == "returns"))
    return "what is published is said in the body, by `output` or `return`";
  // `age: int[0 .. 120]` is told with declarations.
  if (at.next == PlumbParser::RANGE && !at.fits(PlumbParser::RANGE) && !at.isOnNewLine())
    return helpForRangeAsCondition(at);

  if (at.next == PlumbParser::FOR && at.fits(PlumbParser::TRUE) &&
      (at.spelt(2) == "all" || at.spelt(2) == "every" || at.spelt(2) == "each"))
    return writeInstead("forall", at.both(1, 2));
  if (at.rule == PlumbParser::RuleClauses && at.next == PlumbParser::COLON && startsStatement(at.type(2)))
    return "the body stands in braces: `{ ... }`";

  if (at.rule == PlumbParser::RuleClauses && at.next == PlumbParser::ASSIGN && at.last == PlumbParser::NAME)
    return writeInstead("=", at.range(1));

  // `claims if out = below then f < T`
  const bool isCondition =
      at.last == PlumbParser::CLAIMS || at.last == PlumbParser::REQUIRES || at.last == PlumbParser::INVARIANT;
  if (at.next == PlumbParser::IF && isCondition) {
    const ssize_t end = at.behindValue(2), then = at.find("then", 2, end);
    return then < end && then > 2
               ? Help("a consequence is `a implies b`, without `if`",
                      {Repair{at.withBlanks(1), ""}, Repair{at.range(then), "implies"}})
               : Help("a consequence is `a implies b`, without `if`", Repair{at.withBlanks(1), ""});
  }
  // `requires eps gt 0`
  const bool areWords = at.last == PlumbParser::NAME && at.next == PlumbParser::NAME && !at.isOnNewLine();
  if (const std::string sign(signCalled(at.spelt(1))); areWords && !sign.empty())
    return writeInstead(sign, at.range(1));
  // `claims always out.value >= f`
  const std::size_t beforeLast = at.type(-2);
  if (areWords && at.rule == PlumbParser::RuleClauses &&
      (beforeLast == PlumbParser::CLAIMS || beforeLast == PlumbParser::REQUIRES)) {
    if (at.spelt(-1) == "never")
      return "what never holds is written `not (...)`";
    if (at.spelt(-1) == "always" || at.spelt(-1) == "that")
      return {"a condition has no word in front: leave out `" + at.spelt(-1) + "`",
              Repair{at.withBlanks(-1), ""}};
    return "a condition is a comparison, as in `eps > 0`";
  }

  // Adjacency.
  if (at.fits(PlumbParser::BY) && at.last == PlumbParser::NAME && isDirection(at.spelt(-1)) &&
      (at.next == PlumbParser::NUMBER || at.next == PlumbParser::NAME))
    return {"write `" + at.spelt(-1) + " by " + at.spelt(1) + "`", Repair{behindLast(at.parser), "by"}};
  // `f decreasing <= 1`
  if (at.fits(PlumbParser::BY) && at.last == PlumbParser::NAME && isDirection(at.spelt(-1)) &&
      at.type(-2) == PlumbParser::NAME &&
      (at.next == PlumbParser::LESS_EQUAL || at.next == PlumbParser::EQUAL || at.next == PlumbParser::COLON))
    return {"write `" + at.spelt(-1) + " by " + at.spelt(2) + "`", Repair{at.range(1), "by"}};
  // `replace R under p p`
  if (at.rule == PlumbParser::RuleClauses && at.type(-2) == PlumbParser::UNDER &&
      at.last == PlumbParser::NAME && at.next == PlumbParser::NAME && !at.isOnNewLine() &&
      isDeclared(at.spelt(1), PlumbParser::POLICY, at.parser, places))
    return at.spelt(1) == at.spelt(-1)
               ? Help("it is named twice: leave one out",
                      Repair{SourceRange{at.range(-1).end, at.range(1).end}, ""})
               : Help("one policy is named behind `under`; what several protect together is a policy of its "
                      "own, or a composition");
  // `replace R by p`
  if (at.next == PlumbParser::BY && at.last == PlumbParser::NAME && at.type(-2) == PlumbParser::REPLACE)
    return {"a policy is named behind `under`", Repair{at.range(1), "under"}};
  // `replace R p`
  if (at.rule == PlumbParser::RuleClauses && at.last == PlumbParser::NAME && at.next == PlumbParser::NAME &&
      !at.isOnNewLine() && isDeclared(at.spelt(1), PlumbParser::POLICY, at.parser, places))
    return {"a policy is named behind `under`: `" + at.spelt(-1) + " under " + at.spelt(1) + "`",
            Repair{behindLast(at.parser), "under"}};
  if (at.rule == PlumbParser::RuleChange && at.next == PlumbParser::UNDER)
    return "write `replace " + at.spelt(-1) + " under ...`";
  if (at.last == PlumbParser::ADJACENCY && at.next == PlumbParser::UNDER)
    return "who is replaced stands in front: `replace R under p`";
  // `adjacency hide_visits`, `adjacency one Person`
  if (at.rule == PlumbParser::RuleChange && at.last == PlumbParser::NAME && at.fits(PlumbParser::BY)) {
    if (isDeclared(at.spelt(-1), PlumbParser::POLICY, at.parser, places))
      return "a policy is named behind `under`, as in `replace R under " + at.spelt(-1) + "`";
    if (isDeclared(at.spelt(-1), PlumbParser::RECORD, at.parser, places)) {
      const SourceRange written = cover(places.of(*at.context.getStart()), at.range(-1));
      return {"a record is replaced, added or removed: `replace " + at.spelt(-1) + "`",
              Repair{written, "replace " + at.spelt(-1)}};
    }
    if (isDirection(at.spelt(-1)))
      return {"say by how much: `by 1`", Repair{behindLast(at.parser), "by 1"}};
  }
  // `f[i] decreasing by 1`
  if (at.rule == PlumbParser::RuleChange && at.next == PlumbParser::LBRACKET && at.fits(PlumbParser::BY)) {
    ssize_t behind = 2;
    while (at.type(behind) != PlumbParser::RBRACKET && at.type(behind) != antlr4::Token::EOF)
      ++behind;
    if (isDirection(at.spelt(behind + 1)))
      return {"a clause speaks of all elements at once: `" + at.spelt(-1) + " " + at.spelt(behind + 1) +
                  " by ...`",
              Repair{at.both(1, behind), ""}};
  }
  // `f, g changes by 1`
  if (at.rule == PlumbParser::RuleChange && at.next == PlumbParser::COMMA && at.fits(PlumbParser::BY) &&
      at.last == PlumbParser::NAME && at.type(2) == PlumbParser::NAME && isDirection(at.spelt(3)))
    return {"each query has its own: `" + at.spelt(-1) + " " + at.spelt(3) + " by " + at.spelt(5) + ", " +
                at.spelt(2) + " " + at.spelt(3) + " by " + at.spelt(5) + "`",
            Repair{behindLast(at.parser), " " + at.spelt(3) + " by " + at.spelt(5)}};
  // `f changes by 1 and g changes by 1`
  if (at.rule == PlumbParser::RuleClauses && at.next == PlumbParser::NAME && isDirection(at.spelt(1)) &&
      at.last == PlumbParser::NAME && at.type(-2) == PlumbParser::AND)
    return {"what is said of several queries is separated by commas",
            Repair{SourceRange{at.range(-3).end, at.range(-2).end}, ","}};
  const bool beginsFormula =
      at.last == PlumbParser::ADJACENCY &&
      (at.next == PlumbParser::FORALL || at.next == PlumbParser::LPAREN || at.next == PlumbParser::BAR ||
       at.next == PlumbParser::MINUS || at.next == PlumbParser::NUMBER);
  const bool goesOnAsFormula = at.rule == PlumbParser::RuleChange && at.next != PlumbParser::NAME &&
                               at.fits(PlumbParser::BY) && !at.isOnNewLine();
  if (beginsFormula || goesOnAsFormula)
    return helpForFormula(at.parser);
  // `remove or add`, `add and remove`, `add/remove`
  const auto changesSize = [&](ssize_t place) {
    return at.type(place) == PlumbParser::ADD || at.type(place) == PlumbParser::REMOVE;
  };
  if (at.rule == PlumbParser::RuleRecordChange && changesSize(-1) && changesSize(2))
    return writeInstead("add or remove", at.both(-1, 2));
  if (at.rule == PlumbParser::RuleRecordChange && at.next == PlumbParser::NAME &&
      at.last == PlumbParser::ADJACENCY &&
      dynamic_cast<PlumbParser::ComposeClauseContext *>(at.context.parent) != nullptr)
    return "how answers differ is said by the mechanisms that are composed: leave this clause out";
  if (at.rule == PlumbParser::RuleClauses && at.last == PlumbParser::NAME && at.next == PlumbParser::NAME &&
      at.spelt(1) == "with")
    return "a policy is named behind `under`, as in `replace " + at.spelt(-1) + " under p`";

  // Guarantees and samples.
  if (at.last == PlumbParser::GUARANTEES && at.next == PlumbParser::LPAREN)
    return "write `guarantees private(eps)`";
  if (at.last == PlumbParser::NAME && at.type(-2) == PlumbParser::GUARANTEES && at.fits(PlumbParser::LPAREN))
    return "a guarantee is a notion with its budget, as in `private(eps)`";
  if (at.rule == PlumbParser::RuleComposeClause && places.spelling(*at.context.getStart()) == "sample")
    return "write `sample each with p`";

  // `guarantees private(eps)   lam ~ laplace(1 / eps)`
  if (at.rule == PlumbParser::RuleClauses && at.isOnNewLine() && at.next == PlumbParser::NAME &&
      (at.type(2) == PlumbParser::TILDE || at.type(2) == PlumbParser::ASSIGN))
    return "the body stands in braces: `{ ... }`";

  // Queries and ranges.
  if (at.rule == PlumbParser::RuleQueryDefinition && at.fits(PlumbParser::EQUAL) &&
      at.next == PlumbParser::NAME && !at.isOnNewLine())
    return {"what it asks stands behind a `=`", Repair{behindLast(at.parser), " ="}};
  if (at.next == PlumbParser::IN && at.last == PlumbParser::NAME &&
      (at.spelt(-2) == "count" || at.spelt(-2) == "sum"))
    return {"a record of the data is `" + at.spelt(-1) + ": " + at.spelt(2) + "`", Repair{at.range(1), ":"}};
  if (at.rule == PlumbParser::RuleBinder && at.next == PlumbParser::RBRACKET && at.last == PlumbParser::NAME)
    return "an index says over which range it runs: `" + at.spelt(-1) + " in 0 .. n`";
  if (at.rule == PlumbParser::RuleBinder && at.next == PlumbParser::COLON && at.last == PlumbParser::NAME)
    return "say over which range, as in `" + at.spelt(-1) + " in 0 .. n`; in a claim, `" + at.spelt(-1) +
           "` stands for every iteration without `forall`";
  return {};
}

} // namespace plumb
