// SPDX-License-Identifier: Apache-2.0
// Mistakes::helpForChannel(): the head and the rules of a channel.
#include "frontend/parse/expectation.h"
#include "frontend/parse/lookahead.h"
#include "frontend/parse/mistakes.h"

namespace plumb {

using grammar::PlumbParser;

Help Mistakes::helpForChannel(const Nearby &at) const {
  if (at.rule == PlumbParser::RuleChannel) {
    if (at.next == PlumbParser::ARROW && at.spelt(-4) == "map")
      return "a map is declared by `map " + at.spelt(-3) + ": " + at.spelt(-1) + " -> " + at.spelt(2) + "`";
    if (at.fits(PlumbParser::LBRACE) && at.next == PlumbParser::ADJACENCY)
      return "a channel sees one value of one person, and any two values are neighbours: leave this clause "
             "out";
    if (at.fits(PlumbParser::LBRACE) && at.next == PlumbParser::CLAIMS)
      return "a channel claims nothing but its guarantees: leave this clause out";
    const bool isBehindClass = at.last == PlumbParser::NAME || at.last == PlumbParser::RBRACKET;
    if (at.next == PlumbParser::COMMA && isBehindClass)
      return {"values of an alphabet are separated by `|`", Repair{at.range(1), " |"}};
    if (at.next == PlumbParser::ELSE || at.next == PlumbParser::TRUE || at.next == PlumbParser::NOT)
      return "each rule says for which x and y it is, as in `y != x -> ...`";
    if (at.next != PlumbParser::NAME && startsStatement(at.next))
      return "a channel is a table, and says for which x and y an entry is: `x in S, y = x -> ...`";
  }
  if (at.rule == PlumbParser::RuleAlphabets || at.rule == PlumbParser::RuleChannelClass) {
    if (at.next == PlumbParser::COMMA)
      return {"values of an alphabet are separated by `|`", Repair{at.range(1), " |"}};
    if (at.next == PlumbParser::ARROW)
      return {"write `to` in front of the outputs", Repair{at.range(1), "to"}};
    if (at.next == PlumbParser::COLON && at.last == PlumbParser::NAME)
      return "how many values a class has stands in brackets, as in `" + at.spelt(-1) + "[s]`";
    return "classes of values are named where they are read and where they are sent: "
           "`from S[s] | N[n] to S | N`";
  }
  if (at.rule == PlumbParser::RuleChannelItem) {
    // `y[j] = 1 if j = x -> p`
    if (at.next == PlumbParser::LBRACKET && at.fits(PlumbParser::IN))
      return "an entry of bits is the probability that bit j is 1: `j = x -> ...`, `j != x -> ...`";
    // `Q(y|x) = p if y = x`
    if (at.next == PlumbParser::LPAREN && at.fits(PlumbParser::IN))
      return "an entry stands behind the x and y that it is for, as in `x in S, y = x -> ...` or `y != x -> "
             "...`";
    if (at.spelt(1) == "to" && at.fits(PlumbParser::ARROW))
      return writeInstead("->", at.range(1));
    const bool isOtherSign =
        at.next == PlumbParser::COLON || at.next == PlumbParser::EQUAL || at.next == PlumbParser::ASSIGN;
    if (isOtherSign && at.fits(PlumbParser::ARROW))
      return writeInstead("->", at.range(1));
    if (at.fits(PlumbParser::IN) && (at.next == PlumbParser::ARROW || at.next == PlumbParser::LPAREN))
      return "each rule says for which x and y it is, as in `x in S, y = x -> ...` or `y != x -> ...`";
  }
  return {};
}

} // namespace plumb
