// SPDX-License-Identifier: Apache-2.0
// Mistakes::helpForPart(): the parts of a composition.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"

namespace plumb {

using grammar::PlumbParser;

Help Mistakes::helpForPart(const Nearby &at) const {
  // `daily(eps: eps / 2)`
  if (at.next == PlumbParser::COLON && at.last == PlumbParser::NAME &&
      (at.type(-2) == PlumbParser::LPAREN || at.type(-2) == PlumbParser::COMMA) &&
      at.fits(PlumbParser::COMMA) && at.fits(PlumbParser::RPAREN))
    return {"what is given stands in the order of the parameters: leave out `" + at.spelt(-1) + ":`",
            Repair{SourceRange{at.range(-1).begin, at.range(2).begin}, ""}};
  if (at.rule != PlumbParser::RuleParts && at.rule != PlumbParser::RulePart)
    return {};
  if (at.next == PlumbParser::TIMES && at.last == PlumbParser::NUMBER)
    return "how often a part runs stands behind it, as in `" + at.spelt(2) + "(...) " + at.spelt(-1) +
           " times`";
  // `output daily(eps)`
  if ((at.next == PlumbParser::OUTPUT || at.next == PlumbParser::RETURN ||
       at.next == PlumbParser::ANNOUNCE) &&
      at.type(2) == PlumbParser::NAME && at.type(3) == PlumbParser::LPAREN)
    return {"a part publishes by itself: leave out `" + at.spelt(1) + "`", Repair{at.withBlanks(1), ""}};
  // `for i in 0 .. 7 { daily(eps) }`, `repeat 7 { daily(eps) }`
  if (at.next == PlumbParser::FOR || at.spelt(1) == "repeat")
    return "how often a part runs stands behind it, as in `daily(eps) 7 times`";
  // `daily(eps) * 7`
  if (at.next == PlumbParser::TIMES && at.last == PlumbParser::RPAREN && at.type(2) == PlumbParser::NUMBER)
    return {"how often a part runs is said in words: `" + at.spelt(2) + " times`",
            Repair{at.both(1, 2), at.spelt(2) + " times"}};
  // `first(eps) -> second(eps)`
  if ((at.next == PlumbParser::ARROW || at.next == PlumbParser::BAR) && at.last == PlumbParser::RPAREN &&
      at.type(2) == PlumbParser::NAME)
    return {"one channel behind another is `first(...) then second(...)`", Repair{at.range(1), "then"}};
  // `run daily(eps)`
  if (at.last == PlumbParser::NAME && at.next == PlumbParser::NAME && at.type(2) == PlumbParser::LPAREN &&
      !at.isOnNewLine())
    return {"a part is named without a word in front: `" + at.spelt(1) + "(...)`",
            Repair{at.withBlanks(-1), ""}};
  // `var seen := daily(eps)`, `let seen = daily(eps)`
  const bool isNamed = at.last == PlumbParser::NAME && at.type(-2) == PlumbParser::NAME &&
                       at.type(2) == PlumbParser::NAME && at.type(3) == PlumbParser::LPAREN;
  if (isNamed && at.next == PlumbParser::ASSIGN)
    return {"what a part publishes is named without a word in front: `" + at.spelt(-1) +
                " := " + at.spelt(2) + "(...)`",
            Repair{at.withBlanks(-2), ""}};
  if (isNamed && at.next == PlumbParser::EQUAL &&
      isDeclared(at.spelt(2), PlumbParser::MECHANISM, at.parser, places))
    return {"what a part publishes is named by `" + at.spelt(-1) + " := " + at.spelt(2) + "(...)`",
            {Repair{at.withBlanks(-2), ""}, Repair{at.range(1), ":="}}};
  return {};
}

} // namespace plumb
