// SPDX-License-Identifier: Apache-2.0
//===- frontend/parse/mistakes.h - Words where none fit ---------*- C++ -*-===//
///
/// \file
/// From "ANTLR cannot go on at this token" to a diagnostic in the terms of the
/// language, and from a slip that the grammar reads to what to write instead.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_PARSE_MISTAKES_H
#define PLUMB_FRONTEND_PARSE_MISTAKES_H

#include "frontend/parse/token_places.h"
#include "frontend/support/diagnostic.h"

#include <PlumbParser.h>
#include <map>
#include <optional>
#include <set>

namespace plumb {

struct Nearby;

/// Words of the language that stand where their author means a name.
struct MisusedWords {
  /// Their tokens, by index.
  std::set<std::size_t> tokens;
  /// What was told of the first of each.
  std::map<std::size_t, Diagnostic> firstOfType;
};

/// Reports what is wrong at the next token of one parser. Lives as long as a parse.
class Mistakes {
public:
  /// \param misused those of earlier attempts to read the same text. The first new one ends this attempt: it
  /// is added, and reported by nobody else. All outlive this.
  Mistakes(const TokenPlaces &places, DiagnosticSink &sink, MisusedWords &misused)
      : places(places), sink(sink), misused(misused) {}

  /// The next token fits nothing that \p parser expects in its present state.
  ///
  /// \returns whether that token itself is the mistake, so that reading must not go on with it
  /// even if it could begin a statement.
  bool reportUnexpected(antlr4::Parser &parser);

  /// The next token begins no statement, though one could stand here.
  void reportNoStatement(antlr4::Parser &parser);

  /// The next token begins no declaration, though nothing else stands outside of one.
  void reportNoDeclaration(antlr4::Parser &parser);

  /// `x :=` with its expression forgotten takes the name of the next statement for it, and
  /// the mistake shows only at the `:=` or `~` after that name.
  ///
  /// \returns the index of that name, from which reading can go on, if this is such a place;
  /// then it is reported.
  std::optional<std::size_t> reportForgottenExpression(antlr4::Parser &parser);

  /// The next token is one that the grammar accepts; is it right? Slips are reported here.
  void checkMatched(antlr4::Parser &parser);

private:
  void report(DiagnosticKind kind, SourceRange range, std::vector<std::string> arguments = {},
              Help help = {});
  void report(Diagnostic diagnostic);
  void reportBetweenClauses(antlr4::Parser &parser, const antlr4::Token &sign);
  bool reportWord(antlr4::Parser &parser);
  bool reportMisspelt(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected);
  bool reportMisspeltClause(antlr4::Parser &parser);
  bool reportMisspeltNext(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected);
  bool reportMisspeltLast(antlr4::Parser &parser);
  bool reportChannel(antlr4::Parser &parser, std::string expected, Help help);
  bool reportForeignPart(antlr4::Parser &parser);
  bool reportExtremum(antlr4::Parser &parser);
  bool reportForeignSign(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected);
  void reportForeignLoop(antlr4::Parser &parser);
  bool reportDraw(antlr4::Parser &parser, const antlr4::Token &sign);
  void reportBarePoint(antlr4::Parser &parser);
  bool reportColonTooMuch(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected);
  bool reportReserved(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected);
  bool reportAggregateRange(antlr4::Parser &parser);
  bool reportRange(antlr4::Parser &parser, bool rangeFits);
  Help helpForHabit(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const;
  Help helpForDeclaration(const Nearby &at) const;
  Help helpForClause(const Nearby &at) const;
  Help helpForStatement(const Nearby &at) const;
  Help helpForPart(const Nearby &at) const;
  Help helpForChannel(const Nearby &at) const;
  Help helpForRangeAsCondition(const Nearby &at) const;
  std::string helpForFormula(antlr4::Parser &parser) const;
  bool isHat(antlr4::Parser &parser) const;
  std::string declaredExtent(std::string_view name, antlr4::Parser &parser) const;
  void reportExpected(antlr4::Parser &parser, const std::string &expected, Help help = {});
  Help helpForExpected(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const;
  Help helpForPlace(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const;
  Help helpForSigns(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const;
  Help helpForPower(const Nearby &at, ssize_t base, ssize_t exponent) const;
  Help helpForRule(antlr4::Parser &parser, const antlr4::misc::IntervalSet &expected) const;
  SourceRange behindLast(antlr4::Parser &parser) const;
  std::string found(antlr4::Parser &parser) const;
  std::string after(antlr4::Parser &parser) const;
  std::string quoted(const antlr4::Token &token) const;
  bool isWordItself(antlr4::Parser &parser) const;
  SourceRange placeOf(antlr4::Parser &parser) const;
  bool isMisusedAsName(antlr4::Parser &parser, bool callFits) const;
  void checkMisusedAgain(antlr4::Parser &parser);
  [[noreturn]] void readAgainWithName(const antlr4::Token &word);

  void checkAssignment(antlr4::Parser &parser);
  void checkAlignment(antlr4::Parser &parser);
  void checkPrime(antlr4::Parser &parser);
  void checkOperator(antlr4::Parser &parser);
  bool followsFromSlip(antlr4::Parser &parser) const;
  /// "expected ..." and what to do.
  struct MissingWord {
    std::string expected;
    Help help;
  };
  std::optional<MissingWord> missingWord(antlr4::Parser &parser) const;
  bool reportTargets(antlr4::Parser &parser);
  void checkTag(antlr4::Parser &parser);
  void checkElse(antlr4::Parser &parser);
  void checkChange(antlr4::Parser &parser);
  Help helpForNoStatement(antlr4::Parser &parser) const;

  const TokenPlaces &places;
  DiagnosticSink &sink;
  MisusedWords &misused;
  /// The `align` behind a draw whose sign was wrong, which was told.
  std::size_t alignOfDraw = 0;
  /// The last token that the grammar reads and Plumb does not have, which was told, and how far what is read
  /// behind it follows from that.
  std::size_t slip = 0, endOfSlip = 0;
  /// Up to here the text is meant as another declaration than it is read as, which was told.
  std::uint32_t endOfOther = 0;
  /// The body of a mechanism has no braces, which was told.
  bool lacksBody = false;
  /// The first token of the clauses that are parted by a sign, which was told.
  std::optional<std::size_t> partedClauses;
  /// The `{` of an `if` is missing, which was told, so that its `else` will seem to belong to none.
  bool lacksBlock = false;
};

} // namespace plumb

#endif // PLUMB_FRONTEND_PARSE_MISTAKES_H
